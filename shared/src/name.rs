//! Nicknames: what a player may be called, and when two names are the same.

use serde::{Deserialize, Serialize};
use unicode_properties::UnicodeEmoji;

use crate::question;

/// Most characters of a nickname, where emoji that are joined into one count as one.
pub const MAX_CHARS: usize = 20;
/// Most bytes of a nickname in UTF-8: twenty characters of any everyday script fit.
pub const MAX_BYTES: usize = 80;

/// How players of a game come to their names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum NameRule {
    /// Everybody types one.
    #[default]
    Free,
    /// Everybody takes one of those that are made for them.
    Generated,
}

/// Why a nickname is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum InvalidName {
    /// Nothing visible in it.
    #[error("the nickname is empty")]
    Empty,
    /// More than [`MAX_CHARS`] characters or [`MAX_BYTES`] bytes.
    #[error("the nickname is too long")]
    TooLong,
    /// Control characters, direction overrides, invisible characters or piles of marks.
    #[error("the nickname has characters that cannot be shown")]
    Unprintable,
    /// Not one of those that this game makes.
    #[error("this game gives names to its players")]
    NotGenerated,
    /// It has a word that the operator shows nowhere.
    #[error("the nickname has a word that is not shown here")]
    Blocked,
}

/// Characters that hide, reorder or break text (Unicode's bidi controls, zero-width characters,
/// tags and separators): a name is short and must look like itself. What joins emoji is looked at
/// where it stands, by [`is_whole`].
fn is_hostile(c: char) -> bool {
    question::is_hostile(c)
        || matches!(
            c,
            '\u{ad}' | '\u{2800}' | '\u{200b}' | '\u{200c}' | '\u{200e}' | '\u{200f}' | '\u{fe00}'
                ..='\u{fe0d}'
        )
}

/// Makes one emoji of two: a family, a profession, a flag.
const JOINER: char = '\u{200d}';
/// Asks for the emoji, and for the letter, of a character that can be either.
const AS_EMOJI: char = '\u{fe0f}';
const AS_TEXT: char = '\u{fe0e}';
/// The square around the digit before it.
const KEYCAP: char = '\u{20e3}';

fn is_skin_tone(c: char) -> bool {
    matches!(c, '\u{1f3fb}'..='\u{1f3ff}')
}

/// Whether a character can be joined to another one: an emoji by itself, not a digit, not half a
/// flag, not the colour of a skin.
fn is_emoji(c: char) -> bool {
    let is_part = c.is_ascii() || is_skin_tone(c) || matches!(c, '\u{1f1e6}'..='\u{1f1ff}');
    c.is_emoji_char() && !is_part
}

/// Whether everything that is invisible in a name belongs to an emoji: a joiner stands between two
/// of them, and what chooses between emoji and letter follows a character that has both.
fn is_whole(name: &str) -> bool {
    let chars: Vec<char> = name.chars().collect();
    let at = |i: Option<usize>| i.and_then(|i| chars.get(i)).copied();
    chars.iter().enumerate().all(|(i, c)| {
        let (before, after) = (at(i.checked_sub(1)), at(i.checked_add(1)));
        match *c {
            JOINER => {
                // A skin tone or a selector stands between the emoji and what joins it.
                let dressed = before.is_some_and(|c| is_skin_tone(c) || c == AS_EMOJI);
                let base = if dressed { at(i.checked_sub(2)) } else { before };
                base.is_some_and(is_emoji) && after.is_some_and(is_emoji)
            }
            AS_EMOJI => {
                before.is_some_and(is_emoji)
                    || (before.is_some_and(|c| c.is_emoji_char()) && after == Some(KEYCAP))
            }
            AS_TEXT => before.is_some_and(is_emoji),
            _ => true,
        }
    })
}

/// How many characters people see: emoji that are joined are one.
fn seen(name: &str) -> usize {
    let mut before = None;
    name.chars()
        .filter(|c| {
            let joined = before == Some(JOINER) || (*c == KEYCAP && before == Some(AS_EMOJI));
            let part = joined || matches!(*c, JOINER | AS_EMOJI | AS_TEXT) || is_skin_tone(*c);
            before = Some(*c);
            !part
        })
        .count()
}

/// Cleans a nickname: white space at the ends goes, runs of it inside become one space. The server does
/// more, with tables of Unicode that phones are spared.
///
/// # Errors
/// [`InvalidName`] where nothing is left, it is too long, or it has unprintable characters.
pub fn clean(raw: &str) -> Result<String, InvalidName> {
    let name = clean_typed(raw)?;
    if is_whole(&name) { Ok(name) } else { Err(InvalidName::Unprintable) }
}

/// The same for what is typed on a phone, which has no table of emoji: what is invisible beside one that it
/// does not belong to, the server finds.
///
/// # Errors
/// As [`clean`].
pub fn clean_typed(raw: &str) -> Result<String, InvalidName> {
    if raw.len() > 4 * MAX_BYTES {
        return Err(InvalidName::TooLong);
    }
    let name = raw.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() {
        Err(InvalidName::Empty)
    } else if name.chars().any(is_hostile) {
        Err(InvalidName::Unprintable)
    } else if seen(&name) > MAX_CHARS || name.len() > MAX_BYTES {
        Err(InvalidName::TooLong)
    } else {
        Ok(name)
    }
}

/// The form in which two nicknames of one game must differ: case does not count, and nor does what
/// nobody sees, because two emoji that no font has joined look like the same two apart.
#[must_use]
pub fn fold(name: &str) -> String {
    let seen = |c: &char| !matches!(*c, JOINER | AS_EMOJI | AS_TEXT);
    name.to_lowercase().chars().filter(seen).collect()
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
    fn emoji_that_are_joined_into_one_pass() {
        for name in [
            "👨\u{200d}👩\u{200d}👧\u{200d}👦",
            "Dr. 👩🏽\u{200d}⚕\u{fe0f}",
            "🏳\u{fe0f}\u{200d}🌈 Zoë",
            "👩\u{200d}❤\u{fe0f}\u{200d}💋\u{200d}👨",
            "🏃🏿\u{200d}♀\u{fe0f}\u{200d}➡\u{fe0f}",
            "🐻\u{200d}❄\u{fe0f}",
            "👩🏻\u{200d}🦰",
            "❤\u{fe0f}",
            "1\u{fe0f}\u{20e3}",
            "🇩🇪👍🏽",
        ] {
            assert_eq!(clean(name).as_deref(), Ok(name), "{name:?}");
        }
        // Three families are three characters, though of eleven code points each.
        let families = "👨\u{200d}👩\u{200d}👧".repeat(4);
        assert_eq!(clean(&families), Ok(families.clone()));
        let keys = "1\u{fe0f}\u{20e3}".repeat(11);
        assert_eq!(clean(&keys), Ok(keys.clone()));
        assert_eq!(clean(&format!("a{}", "\u{20e3}".repeat(20))), Err(InvalidName::TooLong));
    }

    #[test]
    fn nothing_else_that_is_invisible_does() {
        for name in [
            "\u{200d}",
            "Anna\u{200d}",
            "An\u{200d}na",
            "\u{200d}👧",
            "👧\u{200d}",
            "👧\u{200d}\u{200d}👧",
            "👧\u{200d}a",
            "a\u{200d}👧",
            "1\u{200d}👧",
            "👧\u{200d}\u{fe0f}👧",
            "🇩\u{200d}🇪",
            "🏽\u{200d}👧",
            "a\u{fe0f}",
            "Anna\u{fe0e}",
            "1\u{fe0f}",
            "\u{fe0f}",
            "❤\u{fe0f}\u{fe0f}",
            "龘\u{fe00}",
            "👧\u{200c}👧",
            "🏴\u{e0067}\u{e007f}",
            "\u{2800}",
            "Anna\u{2800}",
        ] {
            assert_eq!(clean(name), Err(InvalidName::Unprintable), "{name:?}");
        }
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
        assert_eq!(fold("🎉\u{200d}🎉"), fold("🎉🎉"));
        assert_eq!(fold("❤\u{fe0f}"), fold("❤"));
    }
}
