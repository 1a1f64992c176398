//! Texts as answers: what may be in them, and when two of them are the same.
//!
//! Typed answers, words of a cloud and open texts are UTF-8. The client sends a text as [`clean`]
//! leaves it, and the server takes no other.

use std::collections::HashMap;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::canonical_combining_class;

use super::answer::{Answer, MAX_ANSWER_BYTES};
use super::{Tally, TextCount};

/// Characters that reorder or hide other text (Unicode's embeddings, overrides, isolates, tags,
/// separators), and control characters. Joiners stay: Persian and emoji need them.
#[must_use]
pub fn is_hostile(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e0fff}')
}

/// A character of an author's text that nobody sees and that does harm: a control character that ends
/// no line, or one that turns the order of letters around.
#[must_use]
pub fn hidden(text: &str) -> Option<char> {
    let turns = |c| matches!(c, '\u{202a}'..='\u{202e}');
    text.chars().find(|c| turns(*c) || (c.is_control() && !matches!(c, '\n' | '\t')))
}

/// Most marks on one letter: no script needs more, and more of them reach over their line.
const MAX_MARKS: usize = 3;

/// Marks that can be put on any letter, and those of Thai, which are put on one another in the same
/// way.
fn is_mark(c: char) -> bool {
    matches!(c,
        '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{e47}'..='\u{e4e}'
        | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}'
        | '\u{fe20}'..='\u{fe2f}')
}

/// A text as it is sent and shown: without hostile characters, without white space at its ends,
/// with one space for each run inside, cut where it is too long.
///
/// Phones call this and not [`clean`], which needs the tables of Unicode: a fourth of their program.
#[must_use]
pub fn tidy(raw: &str, max_chars: usize) -> String {
    let mut marks = 0;
    let shown: String = raw
        .chars()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(|c| {
            marks = if is_mark(*c) { marks + 1 } else { 0 };
            marks <= MAX_MARKS && !is_hostile(*c)
        })
        .collect();
    let words = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    let cut = words.char_indices().nth(max_chars).map_or(words.len(), |(end, _)| end);
    words.get(..cut).unwrap_or_default().trim_end().to_owned()
}

/// A text as [`tidy`] leaves it. `None`: nothing is left that could be compared with another.
#[must_use]
pub fn clean(raw: &str, max_chars: usize) -> Option<String> {
    let text = tidy(raw, max_chars);
    (text.len() <= MAX_ANSWER_BYTES && !fold(&text).is_empty()).then_some(text)
}

/// The text that an answer is, where it is one that [`clean`] leaves as it is.
pub(super) fn of(answer: &Answer, max_chars: usize) -> Option<&str> {
    let text = std::str::from_utf8(answer.bytes()).ok()?;
    (clean(text, max_chars)? == text).then_some(text)
}

/// The form in which two answers are the same: compatibility forms (width, ligatures), case, accents
/// and white space do not count, nor does a sentence's end.
///
/// Unicode's compatibility decomposition (UAX #15) without accents and vowel points, then upper and
/// lower case, which makes `ß` equal `ss`. Marks that make another letter stay: the voicing marks
/// of kana, the nukta and virama of Indic scripts.
#[must_use]
pub fn fold(text: &str) -> String {
    let plain: String = text.nfkd().filter(|c| !is_accent(*c) && !is_ignored(*c)).collect();
    let folded: String =
        plain.to_uppercase().to_lowercase().nfkd().filter(|c| !is_accent(*c)).collect();
    match folded.trim_matches(is_sentence_mark) {
        "" => folded,
        trimmed => trimmed.to_owned(),
    }
}

/// By canonical combining class (UAX #44, table 15): 10 to 35 are vowel points of Hebrew, Arabic and
/// Syriac, 200 and above stand around a letter. 7, 8 and 9 are nukta, kana voicing and virama.
fn is_accent(c: char) -> bool {
    matches!(canonical_combining_class(c), 10..=35 | 200..)
}

/// The words of a text, each folded: what stands between white space, signs and punctuation.
pub fn folded_words(text: &str) -> impl Iterator<Item = String> {
    let ends = |c: char| !c.is_alphanumeric() && canonical_combining_class(c) == 0;
    text.split(ends).filter(|word| !word.is_empty()).map(fold)
}

/// White space, joiners, the choice between letter and emoji, and Arabic's stretching line.
fn is_ignored(c: char) -> bool {
    c.is_whitespace()
        || matches!(c, '\u{ad}' | '\u{640}' | '\u{200b}'..='\u{200f}' | '\u{fe00}'..='\u{fe0f}')
}

/// What ends a sentence or a part of it, and says nothing of a word.
#[must_use]
pub fn is_sentence_mark(c: char) -> bool {
    matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | '…' | '。' | '、' | '؟' | '،' | '؛' | '।')
}

/// Counts texts that are the same, the most frequent first, at most so many of them. Each is shown
/// as most players wrote it.
pub(super) fn count<'a>(
    texts: impl Iterator<Item = &'a str>,
    most: usize,
    right: impl Fn(&str) -> bool,
) -> Tally {
    let mut counted = grouped(texts, right);
    // Stable: those that are equally frequent stay in the order of their folded texts.
    counted.sort_by_key(|(_, text)| std::cmp::Reverse(text.count));
    cut(counted, most)
}

/// Counts texts that are the same, in the order in which they come first, at most so many of them.
pub(super) fn newest<'a>(newest_first: impl Iterator<Item = &'a str>, most: usize) -> Tally {
    let mut counted = grouped(newest_first, |_| false);
    counted.sort_unstable_by_key(|(first, _)| *first);
    cut(counted, most)
}

/// Counts those texts that, folded, have a place, and puts them there.
pub(super) fn among<'a>(
    texts: impl Iterator<Item = &'a str>,
    places: &HashMap<String, usize>,
) -> Vec<TextCount> {
    let texts = texts.filter(|text| places.contains_key(&fold(text)));
    let mut counted = grouped(texts, |_| false);
    counted.sort_by_key(|(_, text)| places.get(&fold(&text.text)).copied());
    counted.into_iter().map(|(_, text)| text).collect()
}

/// Texts that are the same together, in the order of their folded texts, each with the place of the
/// first of them.
fn grouped<'a>(
    texts: impl Iterator<Item = &'a str>,
    right: impl Fn(&str) -> bool,
) -> Vec<(usize, TextCount)> {
    let mut texts: Vec<Written<'_>> =
        texts.zip(0..).map(|(text, place)| (fold(text), text, place)).collect();
    texts.sort_unstable();
    texts
        .chunk_by(|one, other| one.0 == other.0)
        .map(|same| {
            let first = same.iter().map(|(.., place)| *place).min().unwrap_or(0);
            let count = TextCount {
                text: usual(same).to_owned(),
                count: u32::try_from(same.len()).unwrap_or(u32::MAX),
                right: same.first().is_some_and(|(folded, ..)| right(folded)),
            };
            (first, count)
        })
        .collect()
}

/// At most so many of them, and how many the others are.
fn cut(counted: Vec<(usize, TextCount)>, most: usize) -> Tally {
    let mut top: Vec<TextCount> = counted.into_iter().map(|(_, text)| text).collect();
    let others = top.get(most..).unwrap_or_default();
    let others = others.iter().fold(0_u32, |sum, text| sum.saturating_add(text.count));
    top.truncate(most);
    Tally::Texts { top, others, picked: Vec::new() }
}

/// A text, folded and as it was typed, and which of all it is.
type Written<'a> = (String, &'a str, usize);

/// The spelling that most of the same texts have; they are sorted.
fn usual<'a>(same: &[Written<'a>]) -> &'a str {
    let spellings = same.chunk_by(|one, other| one.1 == other.1);
    let most = spellings.rev().max_by_key(|spelling| spelling.len());
    most.and_then(|spelling| spelling.first()).map_or("", |(_, text, _)| text)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_people_take_for_the_same_is_the_same() {
        for (one, other) in [
            ("Paris", " PARIS."),
            ("Zoë", "zoe"),
            ("Straße", "STRASSE"),
            ("ＡＢＣ　１２", "abc 12"),
            ("ﬁn", "fin"),
            ("New York", "newyork"),
            ("Ёлка", "елка"),
            ("ｶﾞ", "ガ"),
            ("İstanbul", "istanbul"),
            ("ΟΔΟΣ", "οδος"),
            ("شَمْس", "شمس"),
            ("أحمد", "احمد"),
            ("e\u{301}te\u{301}", "été"),
            ("王。", "王"),
        ] {
            assert_eq!(fold(one), fold(other), "{one} {other}");
        }
        for (one, other) in [
            ("か", "が"),
            ("C", "C#"),
            ("C", "C++"),
            ("क", "क़"),
            ("王", "玉"),
            ("two", "2"),
            ("l", "ł"),
        ] {
            assert_ne!(fold(one), fold(other), "{one} {other}");
        }
        assert_eq!(fold("?"), "?");
    }

    #[test]
    fn texts_are_cleaned() {
        let text = |raw| clean(raw, 10);
        assert_eq!(text("  two \t words\n").as_deref(), Some("two words"));
        assert_eq!(text("a\u{202e}b\u{0}c").as_deref(), Some("abc"));
        assert_eq!(text("0123456789ABC").as_deref(), Some("0123456789"));
        assert_eq!(text("012345678 ABC").as_deref(), Some("012345678"));
        for empty in
            ["", "  ", "\u{301}", "\u{200d}\u{200b}", "\u{2067}\u{2069}", "\u{3000}", "\u{3164}"]
        {
            assert_eq!(text(empty), None, "{empty:?}");
        }
        let tower = format!("a{}", "\u{301}".repeat(9));
        assert_eq!(text(&tower).map(|it| it.chars().count()), Some(4));
        let right_to_left = "שלום עולם";
        assert_eq!(text(right_to_left).as_deref(), Some(right_to_left));
    }

    #[test]
    fn the_usual_spelling_is_shown() {
        let texts = ["paris", "Paris", "Lyon", "Paris", "PARIS", "Rome", "lyon"];
        let Tally::Texts { top, others, .. } = count(texts.into_iter(), 2, |text| text == "paris")
        else {
            panic!("expected texts");
        };
        let shown: Vec<_> = top.iter().map(|it| (it.text.as_str(), it.count, it.right)).collect();
        assert_eq!(shown, [("Paris", 4, true), ("Lyon", 2, false)]);
        assert_eq!(others, 1);
    }

    proptest! {
        #[test]
        fn cleaning_twice_changes_nothing(raw in "\\PC*|.*", max_chars in 1usize..100) {
            if let Some(text) = clean(&raw, max_chars) {
                prop_assert_eq!(clean(&text, max_chars), Some(text.clone()));
                prop_assert!(text.chars().count() <= max_chars);
                prop_assert!(!fold(&text).is_empty());
            }
        }
    }
}
