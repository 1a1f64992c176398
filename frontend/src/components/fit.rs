//! Smaller letters for longer texts: authors may write five hundred characters.
//!
//! Used by phone and projector; the sizes themselves are in the style sheets.

/// How wide a text is, in Latin letters: an ideograph takes the room of two.
fn width(text: &str) -> usize {
    text.chars().map(|c| if c < '\u{1100}' { 1 } else { 2 }).sum()
}

fn class(text: &str, long: usize, longest: usize) -> &'static str {
    match width(text) {
        width if width > longest => "is-longest",
        width if width > long => "is-long",
        _ => "",
    }
}

/// The class that makes a question fit.
pub(crate) fn question(text: &str) -> &'static str {
    class(text, 70, 160)
}

/// The class that makes a choice fit.
pub(crate) fn choice(text: &str) -> &'static str {
    class(text, 40, 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longer_texts_are_smaller() {
        assert_eq!(question("Which river?"), "");
        assert_eq!(question(&"a".repeat(71)), "is-long");
        assert_eq!(question(&"福".repeat(36)), "is-long");
        assert_eq!(question(&"a".repeat(500)), "is-longest");
        assert_eq!(choice(&"a".repeat(200)), "is-longest");
    }
}
