//! True (choice 0) or false (choice 1); the choices have no texts of their own.

use serde::{Deserialize, Serialize};

use super::choices::{self, ChoiceSet};
use super::{Answer, Grader, InvalidQuestion, Key, KindView, Tally};
use crate::score::Share;

/// As authored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TrueFalse {
    /// Whether it is true.
    pub correct: bool,
}

impl TrueFalse {
    /// How many choices there are.
    pub const COUNT: usize = 2;

    fn right(&self) -> ChoiceSet {
        ChoiceSet::one(usize::from(!self.correct))
    }

    /// There is nothing to get wrong.
    pub(super) fn check(&self) -> Result<(), InvalidQuestion> {
        Ok(())
    }

    pub(super) fn view(&self) -> KindView {
        KindView::TrueFalse
    }

    pub(super) fn accepts(&self, answer: &Answer) -> bool {
        ChoiceSet::of(answer).is_some_and(|set| set.len() == 1 && set.fits(Self::COUNT))
    }

    pub(super) fn grader(&self) -> Grader<'_> {
        let right = self.right();
        Box::new(move |answer| Some(Share::all_if(ChoiceSet::of(answer) == Some(right))))
    }

    pub(super) fn key(&self) -> Option<Key> {
        Some(Key::Choices(self.right()))
    }

    pub(super) fn tally<'a>(&self, answers: impl Iterator<Item = &'a Answer>) -> Tally {
        Tally::Choices(choices::count(Self::COUNT, answers))
    }
}
