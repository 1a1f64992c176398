//! A word cloud: each player adds a few words, and those that many add are large. Nothing is right.

use serde::{Deserialize, Serialize};

use super::text;
use super::{Answer, Grader, InvalidQuestion, Key, KindView, Tally};

/// Most characters of a word of a cloud.
pub const MAX_WORD_CHARS: usize = 24;
/// Fewest and most words that a player may add.
pub const WORDS: std::ops::RangeInclusive<u8> = 1..=5;
/// How many different words a cloud shows.
const SHOWN: usize = 60;

/// As authored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Cloud {
    /// How many words each player may add.
    pub words: u8,
}

/// A cloud as players see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CloudView {
    /// How many words each player may add.
    pub words: u8,
}

impl CloudView {
    /// The answer with these words, cleaned, each once. `None`: no word is left.
    #[must_use]
    pub fn answer<'a>(self, words: impl IntoIterator<Item = &'a str>) -> Option<Answer> {
        let most = usize::from(self.words);
        let (mut kept, mut folded): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
        for word in words.into_iter().filter_map(|word| text::clean(word, MAX_WORD_CHARS)) {
            let form = text::fold(&word);
            if !folded.contains(&form) {
                kept.push(word);
                folded.push(form);
            }
            if kept.len() == most {
                break;
            }
        }
        let joined = kept.join("\n");
        Answer::try_from(joined.as_bytes()).ok().filter(|_| !kept.is_empty())
    }
}

/// The words of an answer.
pub fn words(answer: &Answer) -> impl Iterator<Item = &str> {
    std::str::from_utf8(answer.bytes()).unwrap_or_default().split('\n')
}

impl Cloud {
    fn own_view(&self) -> CloudView {
        CloudView { words: self.words }
    }

    pub(super) fn check(&self) -> Result<(), InvalidQuestion> {
        if WORDS.contains(&self.words) { Ok(()) } else { Err(InvalidQuestion::Words(self.words)) }
    }

    pub(super) fn view(&self) -> KindView {
        KindView::Cloud(self.own_view())
    }

    pub(super) fn accepts(&self, answer: &Answer) -> bool {
        // Counted first: whoever asks need not be a player.
        words(answer).count() <= usize::from(self.words)
            && self.own_view().answer(words(answer)).as_ref() == Some(answer)
    }

    pub(super) fn grader(&self) -> Grader<'_> {
        Box::new(|_| None)
    }

    pub(super) fn key(&self) -> Option<Key> {
        None
    }

    pub(super) fn tally<'a>(&self, answers: impl Iterator<Item = &'a Answer>) -> Tally {
        let texts = answers.filter(|answer| self.accepts(answer)).flat_map(words);
        text::count(texts, SHOWN, |_| false)
    }
}
