//! Nicknames as the server takes them: one form of each letter, and names that look like each other are one.
//!
//! What needs the tables of Unicode is here and not beside [`name::clean`], which phones have too.

use quizrain_shared::name::{self, InvalidName, fold};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::skeleton;

/// Most marks on one letter: scripts that pile them up need fewer, and more hang into other lines.
const MAX_MARKS: usize = 4;

/// A nickname as it is kept: other forms of a letter, such as the wide one, become that letter (NFKC).
///
/// # Errors
/// It cannot be used.
pub(super) fn tidy(raw: &str) -> Result<String, InvalidName> {
    if raw.len() > 4 * name::MAX_BYTES {
        return Err(InvalidName::TooLong);
    }
    let nickname = name::clean(&raw.nfkc().collect::<String>())?;
    if has_piles(&nickname) { Err(InvalidName::Unprintable) } else { Ok(nickname) }
}

/// Whether a letter carries more marks than [`MAX_MARKS`].
fn has_piles(name: &str) -> bool {
    let mut marks = 0;
    name.chars().any(|c| {
        marks = if is_combining_mark(c) { marks + 1 } else { 0 };
        marks > MAX_MARKS
    })
}

/// What names of one game must differ in: how their letters look (the skeleton of Unicode's UTS 39),
/// whatever script they are of and whether they are small or capital.
pub(super) fn taken_as(nickname: &str) -> String {
    // Letters that are like each other as capitals alone are not when small; and some are two as capitals: ß, SS.
    fold(&skeleton(&fold(&nickname.to_uppercase())).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_like_each_other_are_one() {
        for (name, like) in [
            ("Anna", "\u{410}nna"),
            ("Anna", "ANN\u{430}"),
            ("Paolo", "\u{440}\u{430}olo"),
            ("Zoë", "ZOË"),
            ("Groß", "GROSS"),
            ("Team 0", "team O"),
            ("❤", "❤\u{fe0f}"),
        ] {
            assert_eq!(taken_as(name), taken_as(like), "{name} and {like}");
        }
        for (name, other) in [("Anna", "Hanna"), ("Zoe", "Zoë"), ("李雷", "李蕾"), ("🎉", "🎈")]
        {
            assert_ne!(taken_as(name), taken_as(other), "{name} and {other}");
        }
    }

    #[test]
    fn letters_have_one_form_and_few_marks() {
        for (raw, kept) in [("Ａｎｎａ\u{3000}ﬁ", "Anna fi"), ("Zoe\u{308}", "Zoë"), ("❤️‍🔥", "❤️‍🔥")]
        {
            assert_eq!(tidy(raw).as_deref(), Ok(kept));
        }
        let piled = "Z\u{335}\u{321}\u{322}\u{327}\u{328}";
        assert_eq!(tidy(piled), Err(InvalidName::Unprintable));
        assert_eq!(tidy("\u{fdfa}\u{fdfa}"), Err(InvalidName::TooLong));
    }

    proptest::proptest! {
        #[test]
        fn a_kept_name_is_kept_as_it_is(raw in r"([A-Za-z \u{300}-\u{36f}\u{200b}-\u{206f}\u{fe00}-\u{fe0f}\u{ff01}-\u{ff5e}🎉❤]|.){0,24}") {
            if let Ok(name) = tidy(&raw) {
                proptest::prop_assert_eq!(tidy(&name), Ok(name.clone()));
                proptest::prop_assert_eq!(taken_as(&name), taken_as(&name.to_uppercase()));
            }
        }
    }
}
