//! Names that a game makes for its players: an animal or a thing and what it is like, and a number
//! where two words are taken. Friendly, and safe to be shown in public in whatever pair.
//!
//! Players choose among a few of them, and the server takes no other ([`is_of`]).

/// The numbers that tell players apart who have the same two words.
const NUMBERS: std::ops::RangeInclusive<u32> = 2..=99;

/// The words of a language.
pub struct Names {
    /// In one text each: lists of texts would take several times the room.
    pub(crate) first: &'static str,
    pub(crate) second: &'static str,
    /// What stands between the two; in neither of them.
    pub(crate) joint: char,
}

impl Names {
    fn has(&self, name: &str) -> bool {
        let has = |list: &str, word| list.split_whitespace().any(|it| it == word);
        name.split_once(self.joint)
            .is_some_and(|(first, second)| has(self.first, first) && has(self.second, second))
    }
}

/// A word of a list, and what is left of the random bits.
fn pick(list: &'static str, random: u32) -> (&'static str, u32) {
    let words = || list.split_whitespace();
    let count = words().count().max(1) as u32;
    (words().nth((random % count) as usize).unwrap_or_default(), random / count)
}

/// A name of two words.
#[must_use]
pub fn generate(names: &Names, random: u32) -> String {
    let (first, rest) = pick(names.first, random);
    let (second, _) = pick(names.second, rest);
    [first, names.joint.encode_utf8(&mut [0; 4]), second].concat()
}

/// Its words, and its number where it has one.
fn split(name: &str) -> (&str, Option<&str>) {
    let parts = name.rsplit_once(' ');
    let numbered = parts.filter(|(_, number)| number.starts_with(|c: char| c.is_ascii_digit()));
    numbered.map_or((name, None), |(words, number)| (words, Some(number)))
}

/// The same words with a number, in the place of the one that they have.
#[must_use]
pub fn numbered(name: &str, random: u32) -> String {
    let count = NUMBERS.end() - NUMBERS.start() + 1;
    [split(name).0, " ", &(NUMBERS.start() + random % count).to_string()].concat()
}

/// Whether a name, cleaned, is one that [`generate`] or [`numbered`] makes of these words.
#[must_use]
pub fn is_of(names: &Names, name: &str) -> bool {
    let (words, number) = split(name);
    let may_be = |text: &str| {
        text.parse().is_ok_and(|number| NUMBERS.contains(&number) && number.to_string() == text)
    };
    number.is_none_or(may_be) && names.has(words)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::language::{Language, is_generated};
    use crate::name;

    /// Every name of a language.
    fn all(language: Language) -> Vec<String> {
        let names = language.names();
        let [first, second] =
            [names.first, names.second].map(|list| list.split_whitespace().count() as u32);
        assert!(first >= 40 && second >= 40, "{first} x {second}");
        (0..first * second).map(|random| generate(names, random)).collect()
    }

    #[test]
    fn each_can_be_used_and_none_is_like_another() {
        for language in Language::ALL {
            let names = all(language);
            let folded: HashSet<String> = names.iter().map(|it| name::fold(it)).collect();
            assert_eq!(folded.len(), names.len(), "{language:?}");
            for made in names {
                assert!(is_generated(&made), "{made}");
                for random in [0, 97] {
                    let longer = numbered(&made, random);
                    assert_eq!(name::clean(&longer), Ok(longer.clone()), "{longer}");
                    assert!(is_generated(&longer), "{longer}");
                    assert_eq!(numbered(&longer, random), longer);
                }
            }
        }
    }

    #[test]
    fn numbers_go_from_2_to_99() {
        assert_eq!(numbered("Brave Panda", 0), "Brave Panda 2");
        assert_eq!(numbered("勇敢的熊猫 7", 97), "勇敢的熊猫 99");
        assert_eq!(numbered("Brave Panda", 98), "Brave Panda 2");
        assert!(is_generated(&numbered(&generate(Language::Hant.names(), u32::MAX), u32::MAX)));
    }

    #[test]
    fn no_other_name_is_taken_for_one() {
        for name in [
            "",
            " ",
            "Anna",
            "Brave",
            "Brave ",
            "brave Panda",
            "Brave Panda 1",
            "Brave Panda 02",
            "Brave Panda 100",
            "Brave Panda +7",
            "Brave Panda x",
            "Brave Panda 7 8",
            "Panda Brave",
            "Brave 熊猫",
            "勇敢的",
            "的熊猫",
            "勇敢熊猫",
            "勇敢的Panda",
            "勇敢的熊猫7",
            "快乐的熊貓",
        ] {
            assert!(!is_generated(name), "{name}");
        }
    }
}
