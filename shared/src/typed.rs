//! What people type: an input method for Chinese or Japanese writes digits and points twice as wide, and one for Arabic or
//! Persian has digits of its own.
//!
//! Called wherever a pin, an amount or a number is read.

/// The same text with its full-width letters, digits, signs and spaces as the ASCII ones that they
/// stand for, the full stop of Chinese as a point, and digits and separators of Arabic and Persian as ours.
#[must_use]
pub fn half_width(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\u{3000}' => ' ',
            '\u{3002}' | '\u{ff61}' => '.',
            // In the same order as from '!' to '~'.
            '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
            '\u{660}'..='\u{669}' => digit(c, 0x660),
            '\u{6f0}'..='\u{6f9}' => digit(c, 0x6f0),
            '\u{66b}' => '.',
            '\u{66c}' => ',',
            _ => c,
        })
        .collect()
}

/// Whether it stands between groups of three digits where people write them, or browsers do in their language, and
/// never begins decimals. A tab or a new line parts two numbers.
#[must_use]
pub fn divides_groups(c: char) -> bool {
    c.is_whitespace() && !c.is_control() || matches!(c, '\'' | '’' | '_')
}

/// The digit of a script whose zero is this one.
fn digit(c: char, zero: u32) -> char {
    char::from_digit(u32::from(c) - zero, 10).unwrap_or(c)
}

#[cfg(test)]
mod tests {
    use super::half_width;

    #[test]
    fn wide_digits_become_narrow_and_nothing_else_changes() {
        assert_eq!(half_width("１２３　４５６"), "123 456");
        assert_eq!(half_width("８８．８８"), "88.88");
        assert_eq!(half_width("12。5"), "12.5");
        assert_eq!(half_width("～！"), "~!");
        assert_eq!(half_width("١٢٣ ٤٥٦"), "123 456");
        assert_eq!(half_width("۷۸٫۹٬۰"), "78.9,0");
        for same in ["88.88", "李雷", "½", ""] {
            assert_eq!(half_width(same), same);
        }
    }
}
