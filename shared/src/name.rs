//! Nicknames: what a player may be called, and when two names are the same.

use serde::{Deserialize, Serialize};

/// Most characters of a nickname.
pub const MAX_CHARS: usize = 20;
/// Most bytes of a nickname in UTF-8: twenty characters of any everyday script fit.
pub const MAX_BYTES: usize = 80;

/// Why a nickname is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum InvalidName {
    /// Nothing visible in it.
    #[error("the nickname is empty")]
    Empty,
    /// More than [`MAX_CHARS`] characters or [`MAX_BYTES`] bytes.
    #[error("the nickname is too long")]
    TooLong,
    /// Control characters, direction overrides or invisible characters.
    #[error("the nickname has characters that cannot be shown")]
    Unprintable,
}

/// Characters that hide, reorder or break text (Unicode's bidi controls, zero-width characters,
/// tags and separators). Emoji joiners are among them: a name is short and must look like itself.
fn is_hostile(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// Cleans a nickname: white space at the ends goes, runs of it inside become one space.
///
/// # Errors
/// [`InvalidName`] where nothing is left, it is too long, or it has unprintable characters.
pub fn clean(raw: &str) -> Result<String, InvalidName> {
    if raw.len() > 4 * MAX_BYTES {
        return Err(InvalidName::TooLong);
    }
    let name = raw.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() {
        Err(InvalidName::Empty)
    } else if name.chars().any(is_hostile) {
        Err(InvalidName::Unprintable)
    } else if name.chars().count() > MAX_CHARS || name.len() > MAX_BYTES {
        Err(InvalidName::TooLong)
    } else {
        Ok(name)
    }
}

/// The form in which two nicknames of one game must differ: case does not count.
#[must_use]
pub fn fold(name: &str) -> String {
    name.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyday_names_pass() {
        for name in ["李雷", "王", "Anna", "Zoë", "Nguyễn Văn A", "🎉", "محمد", "O'Brien"]
        {
            assert_eq!(clean(name).as_deref(), Ok(name));
        }
        assert_eq!(clean("  two   words \t").as_deref(), Ok("two words"));
        let longest = "龘".repeat(MAX_CHARS);
        assert_eq!(clean(&longest), Ok(longest.clone()));
    }

    #[test]
    fn empty_long_and_hostile_names_do_not() {
        for (name, why) in [
            ("", InvalidName::Empty),
            (" \u{3000} ", InvalidName::Empty),
            ("\u{200b}", InvalidName::Unprintable),
            ("a\u{202e}b", InvalidName::Unprintable),
            ("a\u{0}b", InvalidName::Unprintable),
            ("abcdefghijklmnopqrstu", InvalidName::TooLong),
        ] {
            assert_eq!(clean(name), Err(why), "{name:?}");
        }
        assert_eq!(clean(&"x".repeat(10_000)), Err(InvalidName::TooLong));
    }

    #[test]
    fn case_does_not_make_a_new_name() {
        assert_eq!(fold("ANNA"), fold("anna"));
        assert_ne!(fold("Anna"), fold("Hanna"));
    }
}
