//! Words that no screen shows: what players type is left out of a reveal where it has one of them.
//! Their answers count all the same.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use quizrain_shared::question::{Answer, fold, folded_words, words};

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

impl BlockedWords {
    /// The words of a text, one on each line; empty lines and those that begin with `#` are none.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let lines = text.lines().map(str::trim).filter(|line| !line.starts_with('#'));
        let (anywhere, whole): (Vec<_>, Vec<_>) =
            lines.partition(|line| line.chars().any(|c| is_unspaced(c) || c.is_whitespace()));
        let folded = |lines: Vec<&str>| {
            lines.into_iter().map(fold).filter(|word| !word.is_empty()).collect::<Vec<_>>()
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
