//! A typed answer: right where it is one of several accepted texts, as [`text::fold`] compares.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use super::text;
use super::{Answer, Grader, InvalidQuestion, Key, KindView, Tally};
use crate::score::Share;

/// Most characters of a typed answer.
pub const MAX_TYPED_CHARS: usize = 60;
/// Most texts that a question accepts.
const MAX_ACCEPTED: usize = 20;
/// How many different answers the reveal lists.
const LISTED: usize = 8;

/// As authored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Typed {
    /// The texts that are right; the first one is shown first.
    pub accepted: Vec<String>,
}

/// What is wrong with the accepted texts of a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum InvalidAccepted {
    /// None, or too many.
    #[error("{0} accepted answers; a typed question has 1 to {MAX_ACCEPTED}")]
    Count(usize),
    /// Nobody could type it: nothing to compare in it, too long, or invisible characters; counted
    /// from 1.
    #[error(
        "accepted answer {0} cannot be typed: expected 1 to {MAX_TYPED_CHARS} visible characters"
    )]
    Untypable(usize),
    /// Two that are the same once case, accents, width and spaces are folded; counted from 1.
    #[error(
        "accepted answers {0} and {1} are the same; case, accents, width and spaces do not count"
    )]
    Same(usize, usize),
}

impl Typed {
    fn folded(&self) -> HashSet<String> {
        self.accepted.iter().map(|accepted| text::fold(accepted)).collect()
    }

    pub(super) fn check(&self) -> Result<(), InvalidQuestion> {
        if !(1..=MAX_ACCEPTED).contains(&self.accepted.len()) {
            return Err(InvalidAccepted::Count(self.accepted.len()).into());
        }
        let mut folded: Vec<String> = Vec::new();
        for (accepted, number) in self.accepted.iter().zip(1..) {
            if text::clean(accepted, MAX_TYPED_CHARS).as_ref() != Some(accepted) {
                return Err(InvalidAccepted::Untypable(number).into());
            }
            let form = text::fold(accepted);
            if let Some(before) = folded.iter().position(|other| *other == form) {
                return Err(InvalidAccepted::Same(before + 1, number).into());
            }
            folded.push(form);
        }
        Ok(())
    }

    pub(super) fn view(&self) -> KindView {
        KindView::Typed
    }

    pub(super) fn accepts(&self, answer: &Answer) -> bool {
        text::of(answer, MAX_TYPED_CHARS).is_some()
    }

    pub(super) fn grader(&self) -> Grader<'_> {
        let folded = self.folded();
        Box::new(move |answer| {
            let right = text::of(answer, MAX_TYPED_CHARS)
                .is_some_and(|text| folded.contains(&text::fold(text)));
            Some(Share::all_if(right))
        })
    }

    pub(super) fn key(&self) -> Option<Key> {
        Some(Key::Texts(self.accepted.clone()))
    }

    pub(super) fn tally<'a>(&self, answers: impl Iterator<Item = &'a Answer>) -> Tally {
        let folded = self.folded();
        let texts = answers.filter_map(|answer| text::of(answer, MAX_TYPED_CHARS));
        text::count(texts, LISTED, |text| folded.contains(text))
    }
}
