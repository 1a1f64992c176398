//! An open text: a sentence of the player's own. Nothing is right.

use serde::{Deserialize, Serialize};

use super::text;
use super::{Answer, Grader, InvalidQuestion, Key, KindView, Tally};

/// Most characters of an open text.
pub const MAX_OPEN_TEXT_CHARS: usize = 140;
/// How many texts are listed.
const LISTED: usize = 30;

/// As authored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OpenText {}

impl OpenText {
    /// There is nothing to get wrong.
    pub(super) fn check(&self) -> Result<(), InvalidQuestion> {
        Ok(())
    }

    pub(super) fn view(&self) -> KindView {
        KindView::OpenText
    }

    pub(super) fn accepts(&self, answer: &Answer) -> bool {
        text::of(answer, MAX_OPEN_TEXT_CHARS).is_some()
    }

    pub(super) fn grader(&self) -> Grader<'_> {
        Box::new(|_| None)
    }

    pub(super) fn key(&self) -> Option<Key> {
        None
    }

    pub(super) fn tally<'a>(&self, answers: impl Iterator<Item = &'a Answer>) -> Tally {
        text::count(texts(answers), LISTED, |_| false)
    }

    /// The texts that came last, the newest one first.
    pub(super) fn newest<'a>(&self, newest_first: impl Iterator<Item = &'a Answer>) -> Tally {
        text::newest(texts(newest_first), LISTED)
    }
}

fn texts<'a>(answers: impl Iterator<Item = &'a Answer>) -> impl Iterator<Item = &'a str> {
    answers.filter_map(|answer| text::of(answer, MAX_OPEN_TEXT_CHARS))
}
