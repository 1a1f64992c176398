//! What people type: an input method for Chinese or Japanese writes digits and points twice as wide.
//!
//! Called wherever a pin, an amount or a number is read.

/// The same text with its full-width letters, digits, signs and spaces as the ASCII ones that they
/// stand for, and the full stop of Chinese as a point.
#[must_use]
pub fn half_width(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\u{3000}' => ' ',
            '\u{3002}' | '\u{ff61}' => '.',
            // In the same order as from '!' to '~'.
            '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
            _ => c,
        })
        .collect()
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
        for same in ["88.88", "李雷", "٣", "½", ""] {
            assert_eq!(half_width(same), same);
        }
    }
}
