//! Single choice: one choice is picked, and one is right.

use serde::{Deserialize, Serialize};

use super::choices::{self, ChoiceSet, ChoicesView, InvalidChoices};
use super::{Answer, Grader, InvalidQuestion, Key, KindView, Tally};
use crate::score::Share;

/// As authored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Single {
    /// The texts of the choices.
    pub choices: Vec<String>,
    /// The right choice.
    pub correct: ChoiceSet,
    /// Whether each player sees the choices in another order.
    #[serde(default)]
    pub shuffled: bool,
}

impl Single {
    pub(super) fn check(&self) -> Result<(), InvalidQuestion> {
        choices::check(&self.choices, self.correct)?;
        if self.correct.len() == 1 { Ok(()) } else { Err(InvalidChoices::ManyKeys.into()) }
    }

    pub(super) fn view(&self) -> KindView {
        KindView::Single(ChoicesView { choices: self.choices.clone(), shuffled: self.shuffled })
    }

    pub(super) fn accepts(&self, answer: &Answer) -> bool {
        ChoiceSet::of(answer).is_some_and(|set| set.len() == 1 && set.fits(self.choices.len()))
    }

    pub(super) fn grader(&self) -> Grader<'_> {
        // Where its key was corrected, several can be right.
        Box::new(|answer| {
            let picked = ChoiceSet::of(answer)?;
            Some(Share::all_if(picked.len() == 1 && picked.common(self.correct) == picked))
        })
    }

    pub(super) fn key(&self) -> Option<Key> {
        Some(Key::Choices(self.correct))
    }

    pub(super) fn tally<'a>(&self, answers: impl Iterator<Item = &'a Answer>) -> Tally {
        Tally::Choices(choices::count(self.choices.len(), answers))
    }
}
