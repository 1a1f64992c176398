//! A scale: a number from a few in a row, such as 1 to 5, with words at its ends. Nothing is right.
//!
//! An answer is one byte, the number.

use serde::{Deserialize, Serialize};

use super::{Answer, Grader, InvalidQuestion, Key, KindView, Tally};

/// The largest number that a scale can end at.
const MAX_SCALE: u8 = 10;
/// Most characters at an end of a scale.
const MAX_LABEL_CHARS: usize = 40;

/// As authored, and as players see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Scale {
    /// The first number.
    pub from: u8,
    /// The last one.
    pub to: u8,
    /// What the first one means; may be empty.
    pub from_label: String,
    /// What the last one means; may be empty.
    pub to_label: String,
}

/// What is wrong with a scale.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum InvalidScale {
    /// It does not start at 0 or 1, or ends too early or too late.
    #[error("a scale from {0} to {1}; expected 0 or 1 to 2 up to {MAX_SCALE}")]
    Ends(u8, u8),
    /// Text beyond the limit at the first or the last number.
    #[error("an end of the scale has {0} characters, {MAX_LABEL_CHARS} at most")]
    LabelTooLong(usize),
}

impl Scale {
    /// The number that an answer is.
    #[must_use]
    pub fn number(answer: &Answer) -> Option<u8> {
        match answer.bytes() {
            [number] => Some(*number),
            _ => None,
        }
    }

    /// The answer that a number is.
    #[must_use]
    pub fn answer(number: u8) -> Answer {
        Answer::of([number])
    }

    pub(super) fn check(&self) -> Result<(), InvalidQuestion> {
        if self.from > 1 || self.to < 2 || self.to > MAX_SCALE {
            return Err(InvalidScale::Ends(self.from, self.to).into());
        }
        let chars = self.from_label.chars().count().max(self.to_label.chars().count());
        if chars > MAX_LABEL_CHARS {
            return Err(InvalidScale::LabelTooLong(chars).into());
        }
        Ok(())
    }

    pub(super) fn view(&self) -> KindView {
        KindView::Scale(self.clone())
    }

    pub(super) fn accepts(&self, answer: &Answer) -> bool {
        Self::number(answer).is_some_and(|number| (self.from..=self.to).contains(&number))
    }

    pub(super) fn grader(&self) -> Grader<'_> {
        Box::new(|_| None)
    }

    pub(super) fn key(&self) -> Option<Key> {
        None
    }

    /// How many answers each number has, from the first.
    pub(super) fn tally<'a>(&self, answers: impl Iterator<Item = &'a Answer>) -> Tally {
        let mut counts = vec![0; usize::from(self.to.saturating_sub(self.from)) + 1];
        for number in answers.filter_map(Self::number) {
            let place = number.checked_sub(self.from).map(usize::from);
            if let Some(count) = place.and_then(|place| counts.get_mut(place)) {
                *count += 1;
            }
        }
        Tally::Choices(counts)
    }
}
