//! Nicknames as the server takes them: one form of each letter, and names that look like each other are one.
//!
//! What needs the tables of Unicode is here and not beside [`name::clean`], which phones have too.

use std::collections::BTreeSet;

use quizrain_shared::name::{self, InvalidName, fold};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::{canonical_combining_class, is_combining_mark};
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
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
    let is_hidden = nickname.chars().any(is_hidden);
    if is_hidden || has_piles(&nickname) { Err(InvalidName::Unprintable) } else { Ok(nickname) }
}

/// What is proposed as a nickname to whoever is called so elsewhere: that, or as many of its first characters as a
/// nickname may have. `None`: it can be none.
#[must_use]
pub fn proposed_nickname(name: &str) -> Option<String> {
    let parts = name.char_indices().rev().map(|(end, _)| name.split_at(end));
    let shorter = parts.filter(|(kept, rest)| is_between(kept, rest)).map(|(kept, _)| kept);
    for part in std::iter::once(name).chain(shorter) {
        match tidy(part) {
            Ok(_) => return Some(part.trim_end().to_owned()),
            Err(InvalidName::TooLong) => {}
            Err(_) => return None,
        }
    }
    None
}

/// Whether these two parts of a name are parted between what people see as characters: not before a mark, not in an
/// emoji that is made of several, not behind half a flag.
fn is_between(kept: &str, rest: &str) -> bool {
    let (Some(before), Some(after)) = (kept.chars().next_back(), rest.chars().next()) else {
        return false;
    };
    let is_flag = |c: char| matches!(c, '\u{1f1e6}'..='\u{1f1ff}');
    let flags = kept.chars().rev().take_while(|c| is_flag(*c)).count();
    let half_a_flag = flags % 2 == 1 && is_flag(after);
    // Class 9 are the viramas, which join two consonants.
    let joins = before == '\u{200d}' || canonical_combining_class(before) == 9;
    let belongs =
        is_combining_mark(after) || matches!(after, '\u{200d}' | '\u{1f3fb}'..='\u{1f3ff}');
    !(half_a_flag || joins || belongs)
}

/// Whether nobody sees a character, or everybody sees something else: what only says how others are to be written, what
/// Unicode gives no meaning, and a few letters and signs that are blank. Joiners of emoji are looked at by
/// [`name::clean`]. Emoji are newer than our tables on many a phone.
fn is_hidden(c: char) -> bool {
    match c {
        '\u{200d}' | '\u{1f300}'..='\u{1faff}' => false,
        // Signs for what is missing; fillers and joiners of Khitan, Brahmi and hieroglyphs; a note without a head.
        '\u{fffc}' | '\u{fffd}' | '\u{16fe4}' | '\u{1107f}' | '\u{13441}' | '\u{13442}'
        | '\u{1d159}' => true,
        _ => matches!(
            c.general_category(),
            GeneralCategory::Format
                | GeneralCategory::PrivateUse
                | GeneralCategory::Surrogate
                | GeneralCategory::Unassigned
        ),
    }
}

/// Whether a letter carries more marks than [`MAX_MARKS`].
fn has_piles(name: &str) -> bool {
    let mut marks = 0;
    name.chars().any(|c| {
        marks = if is_combining_mark(c) { marks + 1 } else { 0 };
        marks > MAX_MARKS
    })
}

/// What names of one game must differ in, one on each line: how their letters look, whatever script they are of and
/// whether they are small or capital. A name of ASCII has one form. Others have also those of the Latin names that they
/// look like as they are typed, as capitals and as small letters: some letters are like Latin ones as capitals alone.
pub(super) fn forms(nickname: &str) -> String {
    let mut forms = BTreeSet::from([taken_as(nickname)]);
    forms.extend(looks_like(nickname).iter().map(|form| taken_as(form)));
    forms.into_iter().collect::<Vec<_>>().join("\n")
}

/// How a name looks (the skeleton of Unicode's UTS 39), small or capital.
fn taken_as(name: &str) -> String {
    // Letters that are like each other as capitals alone are not when small; and some are two as capitals: ß, SS.
    let small: String = undotted(&fold(&name.to_uppercase()));
    fold(&skeleton(&small).collect::<String>())
}

/// A small i and j have their dot: another one over it is not seen.
fn undotted(name: &str) -> String {
    let mut base = ' ';
    let seen = |c: &char| {
        if !is_combining_mark(*c) {
            base = *c;
        }
        *c != '\u{307}' || !matches!(base, 'i' | 'j')
    };
    name.nfd().filter(seen).nfc().collect()
}

/// Each letter that is not Latin as the one that it looks like. What looks like a small L may be meant as one, or as a
/// capital I, which is its skeleton as well: so there are two.
fn latin(name: &str) -> [String; 2] {
    let of = |like_l: &str| {
        let letter = |c: char| {
            let looks: String = skeleton(c.encode_utf8(&mut [0; 4])).collect();
            match looks.as_str() {
                _ if c.is_ascii() => c.to_string(),
                "l" => like_l.to_owned(),
                _ => looks,
            }
        };
        name.chars().map(letter).collect::<String>()
    };
    [of("l"), of("I")]
}

/// How a text looks whose letters may be of several scripts, as it is typed, as capitals and as small letters, for those
/// who look for words in it: letters of ASCII stay, so that no word is found in another one of them.
pub(super) fn looks_like(text: &str) -> BTreeSet<String> {
    if text.is_ascii() {
        return BTreeSet::new();
    }
    let typed = [text.to_owned(), text.to_uppercase(), text.to_lowercase()];
    typed.iter().flat_map(|text| latin(text)).collect()
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
            // Cherokee capitals, whose small letters are like no Latin ones.
            ("ALEX", "\u{13aa}\u{13de}\u{13ac}\u{2169}"),
            ("Alex", "\u{13aa}\u{13de}\u{13ac}X"),
            ("MIKE", "\u{13b7}IKE"),
            ("Helen", "\u{13bb}ELEN"),
            // Greek capitals, whose small letters are like others.
            ("Vera", "\u{3bd}era"),
            ("NERA", "\u{39d}\u{395}R\u{391}"),
            ("Ian", "\u{399}A\u{39d}"),
            ("Νίκος", "ΝΊΚΟΣ"),
            ("\u{13aa}\u{13de}", "\u{410}\u{13de}"),
            ("Mike", "Mi\u{307}ke"),
            ("Ipek", "İpek"),
            ("Jo", "j\u{307}o"),
        ] {
            assert!(clash(name, like), "{name} and {like}: {:?} {:?}", forms(name), forms(like));
        }
        for (name, other) in [
            ("Anna", "Hanna"),
            ("Zoe", "Zoë"),
            ("李雷", "李蕾"),
            ("🎉", "🎈"),
            ("Ian", "Lan"),
            ("Νίκος", "Nikos"),
            ("Иван", "Иона"),
        ] {
            assert!(
                !clash(name, other),
                "{name} and {other}: {:?} {:?}",
                forms(name),
                forms(other)
            );
        }
        // What nearly everybody is called takes one form.
        for name in ["Anna", "李雷", "🎉 Zoe"] {
            assert_eq!(forms(name), taken_as(name));
        }
    }

    /// Whether the second of two players is refused the name.
    fn clash(one: &str, other: &str) -> bool {
        forms(one).lines().any(|form| forms(other).lines().any(|it| it == form))
    }

    #[test]
    fn what_nobody_sees_is_in_no_name() {
        for hidden in [
            '\u{1d159}',
            '\u{1107f}',
            '\u{13430}',
            '\u{13441}',
            '\u{16fe4}',
            '\u{1d173}',
            '\u{e000}',
            '\u{10fffd}',
            '\u{378}',
            '\u{fffc}',
            '\u{fffd}',
            '\u{600}',
            '\u{110bd}',
            '\u{200d}',
        ] {
            for name in [hidden.to_string(), format!("Anna{hidden}")] {
                assert_eq!(tidy(&name), Err(InvalidName::Unprintable), "{:x}", u32::from(hidden));
            }
        }
        // An emoji that has no meaning yet is one that we do not know yet.
        for name in
            ["\u{1fadb}", "👨\u{200d}👩\u{200d}👧", "क्षत्रिय", "ภาษาไทย", "Zoë", "🇩🇪", "محمد"]
        {
            assert_eq!(tidy(name).as_deref(), Ok(name));
        }
    }

    #[test]
    fn what_is_proposed_is_as_much_of_a_name_as_a_nickname_has() {
        let (family, medic) = ("👨\u{200d}👩\u{200d}👧", "👩🏽\u{200d}⚕\u{fe0f}");
        for (name, proposed) in [
            ("Anna", Some("Anna")),
            ("Anna Lovelace-Szabó", Some("Anna Lovelace-Szabó")),
            ("Benjamin Disraeli-Featherstonehaugh", Some("Benjamin Disraeli-Fe")),
            ("Benjamin Josef Maria Disraeli", Some("Benjamin Josef Maria")),
            ("", None),
            (" ", None),
            ("An\u{200d}na", None),
        ] {
            assert_eq!(proposed_nickname(name).as_deref(), proposed, "{name:?}");
        }
        // Letters with marks, flags and emoji stay whole, though there is room for a part.
        let (nineteen, bytes) = ("a".repeat(19), "\u{20000}".repeat(16));
        for (name, proposed) in [
            (format!("{nineteen}x\u{302}\u{302}"), nineteen.clone()),
            (format!("{nineteen}🇩🇪"), nineteen.clone()),
            ("🇩🇪".repeat(11), "🇩🇪".repeat(10)),
            (format!("{bytes}{family}"), bytes.clone()),
            (format!("{bytes}{medic}"), bytes.clone()),
            (family.repeat(6), family.repeat(4)),
            (medic.repeat(6), medic.repeat(4)),
        ] {
            assert_eq!(proposed_nickname(&name), Some(proposed), "{name:?}");
        }
        assert_eq!(proposed_nickname(&"\u{fdfa}".repeat(100)).as_deref(), Some("\u{fdfa}"));
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
                proptest::prop_assert!(clash(&name, &name.to_uppercase()));
                proptest::prop_assert!(forms(&name).lines().count() <= 7);
            }
        }
    }
}
