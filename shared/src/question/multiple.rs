//! Multiple choice: any number of choices, and part of the points for part of the right ones.

use serde::{Deserialize, Serialize};

use super::choices::{self, ChoiceSet, ChoicesView};
use super::{Answer, Grader, InvalidQuestion, Key, KindView, Tally};
use crate::score::Share;

/// As authored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Multiple {
    /// The texts of the choices.
    pub choices: Vec<String>,
    /// The right choices.
    pub correct: ChoiceSet,
    /// Whether each player sees the choices in another order.
    #[serde(default)]
    pub shuffled: bool,
}

impl Multiple {
    pub(super) fn check(&self) -> Result<(), InvalidQuestion> {
        Ok(choices::check(&self.choices, self.correct)?)
    }

    pub(super) fn view(&self) -> KindView {
        KindView::Multiple(ChoicesView { choices: self.choices.clone(), shuffled: self.shuffled })
    }

    pub(super) fn accepts(&self, answer: &Answer) -> bool {
        ChoiceSet::of(answer).is_some_and(|set| set.fits(self.choices.len()))
    }

    /// Each wrong choice takes back what a right one gives.
    pub(super) fn grader(&self) -> Grader<'_> {
        Box::new(|answer| {
            let picked = ChoiceSet::of(answer)?;
            let right = picked.common(self.correct).len();
            let wrong = picked.len() - right;
            Some(Share { earned: right.saturating_sub(wrong), whole: self.correct.len() })
        })
    }

    pub(super) fn key(&self) -> Option<Key> {
        Some(Key::Choices(self.correct))
    }

    pub(super) fn tally<'a>(&self, answers: impl Iterator<Item = &'a Answer>) -> Tally {
        Tally::Choices(choices::count(self.choices.len(), answers))
    }
}
