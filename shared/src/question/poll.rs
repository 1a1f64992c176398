//! A poll: choices of which none is right, and no points.

use serde::{Deserialize, Serialize};

use super::choices::{self, ChoiceSet};
use super::{Answer, Grader, InvalidQuestion, Key, KindView, Tally};

/// As authored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Poll {
    /// The texts of the choices.
    pub choices: Vec<String>,
    /// Whether players may pick more than one.
    pub several: bool,
}

/// A poll as players see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PollView {
    /// The texts of the choices, in order.
    pub choices: Vec<String>,
    /// Whether players may pick more than one.
    pub several: bool,
}

impl Poll {
    pub(super) fn check(&self) -> Result<(), InvalidQuestion> {
        Ok(choices::check_texts(&self.choices)?)
    }

    pub(super) fn view(&self) -> KindView {
        KindView::Poll(PollView { choices: self.choices.clone(), several: self.several })
    }

    pub(super) fn accepts(&self, answer: &Answer) -> bool {
        ChoiceSet::of(answer)
            .is_some_and(|set| set.fits(self.choices.len()) && (self.several || set.len() == 1))
    }

    pub(super) fn grader(&self) -> Grader<'_> {
        Box::new(|_| None)
    }

    pub(super) fn key(&self) -> Option<Key> {
        None
    }

    pub(super) fn tally<'a>(&self, answers: impl Iterator<Item = &'a Answer>) -> Tally {
        Tally::Choices(choices::count(self.choices.len(), answers))
    }
}
