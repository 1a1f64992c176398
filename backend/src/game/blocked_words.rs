//! Words that no screen shows: what players type is left out of a reveal where it has one of them.
//! Their answers count all the same.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use quizrain_shared::question::{Answer, fold, folded_words, words};
use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use super::nickname::looks_like;

/// Largest file, in bytes.
const MAX_FILE_BYTES: u64 = 1024 * 1024;

/// A list of words, as [`fold`] compares them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlockedWords {
    /// Whole words.
    whole: HashSet<String>,
    /// Of several words, or in scripts that write no spaces between them: these are looked for
    /// anywhere.
    anywhere: Vec<String>,
}

/// Han, kana, Hangul and what else stands in Unicode's blocks from CJK Radicals to Hangul, and Thai,
/// Lao, Khmer and Burmese: there a word does not end at a space.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}'
        | '\u{2e80}'..='\u{d7ff}' | '\u{20000}'..='\u{3ffff}')
}

/// A text without marks and punctuation, so that what they are put on and between stands together. Marks that spell, such
/// as vowels of Thai, go as well: the text is looked at with them first.
fn bare(text: &str) -> String {
    let is_sign = |c: &char| {
        use GeneralCategoryGroup::{Mark, Other, Punctuation, Symbol};
        matches!(c.general_category_group(), Mark | Other | Punctuation | Symbol)
    };
    text.nfkd().filter(|c| c.is_whitespace() || !is_sign(c)).collect()
}

impl BlockedWords {
    /// The words of a text, one on each line; empty lines and those that begin with `#` are none.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let lines = text.lines().map(str::trim).filter(|line| !line.starts_with('#'));
        let (anywhere, whole): (Vec<_>, Vec<_>) =
            lines.partition(|line| line.chars().any(|c| is_unspaced(c) || c.is_whitespace()));
        // Also as Latin letters that look like them.
        let folded = |lines: Vec<&str>| {
            let forms = lines.iter().flat_map(|line| looks_like(line));
            let all = forms.chain(lines.iter().map(|line| (*line).to_owned()));
            let all: BTreeSet<String> = all.map(|word| fold(&word)).collect();
            all.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>()
        };
        Self { whole: folded(whole).into_iter().collect(), anywhere: folded(anywhere) }
    }

    /// The words of a file.
    ///
    /// # Errors
    /// It cannot be read, is no UTF-8, or is larger than 1 MiB.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let context = || format!("cannot read the blocked words in {}", path.display());
        let size = fs::metadata(path).with_context(context)?.len();
        if size > MAX_FILE_BYTES {
            bail!("{} has {size} bytes; 1 MiB of blocked words at most", path.display());
        }
        Ok(Self::parse(&fs::read_to_string(path).with_context(context)?))
    }

    /// Whether a text has one of them.
    #[must_use]
    pub fn are_in(&self, text: &str) -> bool {
        if *self == Self::default() {
            return false;
        }
        let bare = bare(text);
        let mut forms = looks_like(&bare);
        forms.extend([text.to_owned(), bare]);
        forms.iter().any(|text| self.are_in_plain(text))
    }

    /// Whether a text has one of them whose letters are what they look like, with nothing between them.
    fn are_in_plain(&self, text: &str) -> bool {
        let folded = fold(text);
        self.whole.contains(&folded)
            || folded_words(text).any(|word| self.whole.contains(&word))
            || self.anywhere.iter().any(|word| folded.contains(word))
    }

    /// Whether a typed answer has one of them.
    pub(crate) fn are_in_answer(&self, answer: &Answer) -> bool {
        words(answer).any(|text| self.are_in(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_words_are_found_and_parts_of_words_are_not() {
        let blocked = BlockedWords::parse("\u{feff}# a list\n\n darn \nbad word\n坏蛋\n");
        for text in [
            "Darn!",
            "well, DÁRN it",
            "ｄａｒｎ",
            "d a r n",
            "da\u{301}rn it",
            "a Bad Word here",
            "你是坏蛋吗",
            "壊 坏 蛋",
        ] {
            assert!(blocked.are_in(text), "{text}");
        }
        for text in ["", "darning", "bad", "word", "好蛋", "坏的蛋"] {
            assert!(!blocked.are_in(text), "{text}");
        }
        assert!(!BlockedWords::default().are_in("darn"));
    }

    #[test]
    fn a_letter_that_looks_like_another_one_or_a_sign_between_them_hides_no_word() {
        let blocked = BlockedWords::parse("darn\nbad word\n坏蛋\nмать\nсука\n");
        for text in [
            "d\u{430}rn",
            "oh d\u{430}rn it",
            "\u{13a0}\u{13aa}\u{13a1}N",
            "\u{13a0}\u{410}\u{13a1}N",
            "da\u{335}rn",
            "da.rn",
            "d-a-r-n!",
            "d*a_r~n",
            "dar\u{11047}n",
            "well, d.a.r.n",
            "cyka",
            "a b.ad w\u{43e}rd",
            "坏.蛋",
            "坏。蛋",
            "坏\u{20d2}蛋",
            "м.а.т.ь",
            "MATЬ",
        ] {
            assert!(blocked.are_in(text), "{text}");
        }
        // Nor does it find one in what is written otherwise.
        for text in ["dam", "d.a.m", "da rning", "Darnell", "b\u{430}d", "好.蛋", "мат"] {
            assert!(!blocked.are_in(text), "{text}");
        }
    }

    #[test]
    fn a_file_that_cannot_be_read_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("words");
        let why = |path: &Path| format!("{:#}", BlockedWords::read(path).unwrap_err());
        assert!(why(&path).contains("words"));
        fs::write(&path, [0xff, 0xfe]).unwrap();
        assert!(why(&path).contains("words"));
        fs::write(&path, vec![b'\n'; MAX_FILE_BYTES as usize + 1]).unwrap();
        assert!(why(&path).contains("1 MiB"));
        fs::write(&path, "darn").unwrap();
        assert!(BlockedWords::read(&path).unwrap().are_in("darn"));
    }
}
