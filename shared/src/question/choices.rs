//! What kinds with choices share: sets of choices, their texts, what is wrong with them, and the
//! count of each.
//!
//! An answer is one byte, the set of the picked choices.

use serde::{Deserialize, Serialize};

use super::answer::Answer;

/// Fewest and most choices of a question.
pub const CHOICES: std::ops::RangeInclusive<usize> = 2..=8;
/// Most characters in a choice.
pub const MAX_CHOICE_CHARS: usize = 200;

/// A set of choices of one question, by position from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChoiceSet(pub u8);

impl ChoiceSet {
    /// No choice.
    pub const EMPTY: Self = Self(0);

    /// The set of one choice.
    #[must_use]
    pub fn one(index: usize) -> Self {
        Self::EMPTY.toggled(index)
    }

    /// The set that an answer is; `None`: it is of another kind of question.
    #[must_use]
    pub fn of(answer: &Answer) -> Option<Self> {
        match answer.bytes() {
            [set] => Some(Self(*set)),
            _ => None,
        }
    }

    /// The set with one choice put in or taken out. Positions above 7 change nothing.
    #[must_use]
    pub fn toggled(self, index: usize) -> Self {
        Self(self.0 ^ if index < 8 { 1 << index } else { 0 })
    }

    /// Whether a choice is in the set.
    #[must_use]
    pub fn contains(self, index: usize) -> bool {
        index < 8 && self.0 & (1 << index) != 0
    }

    /// How many choices are in the set.
    #[must_use]
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether no choice is in the set.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The choices that are in both sets.
    #[must_use]
    pub fn common(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Whether it has a choice, and none beyond the first so many.
    pub(super) fn fits(self, count: usize) -> bool {
        !self.is_empty() && usize::from(self.0) < 1 << count.min(8)
    }
}

impl From<ChoiceSet> for Answer {
    fn from(set: ChoiceSet) -> Self {
        Self::of([set.0])
    }
}

/// Choices as players see them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChoicesView {
    /// Their texts, in order.
    pub choices: Vec<String>,
    /// Whether each player sees them in another order; numbers, shapes and letters stay with them.
    pub shuffled: bool,
}

/// What is wrong with the choices of a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum InvalidChoices {
    /// Too few or too many choices.
    #[error("{0} choices; a question has {lo} to {hi}", lo = CHOICES.start(), hi = CHOICES.end())]
    Count(usize),
    /// A choice without text; counted from 1.
    #[error("choice {0} has no text")]
    Empty(usize),
    /// A choice beyond the limit; counted from 1.
    #[error("choice {0} has more than {MAX_CHOICE_CHARS} characters")]
    TooLong(usize),
    /// Two choices with the same text; counted from 1.
    #[error("choices {0} and {1} are the same")]
    Same(usize, usize),
    /// No right choice, or one that does not exist.
    #[error("the key names no choice of this question")]
    NoKey,
    /// More than one right choice where only one can be picked.
    #[error("only a multiple-choice question has more than one right choice")]
    ManyKeys,
}

/// Every rule that a list of choices breaks; of each choice the first.
pub(super) fn problems(choices: &[String]) -> Vec<InvalidChoices> {
    let count = choices.len();
    let mut problems: Vec<InvalidChoices> =
        (!CHOICES.contains(&count)).then_some(InvalidChoices::Count(count)).into_iter().collect();
    // More than can be shown are not looked at one by one.
    for (i, choice) in choices.iter().enumerate().take(*CHOICES.end()) {
        let same = || choices[..i].iter().position(|other| other == choice);
        if choice.trim().is_empty() {
            problems.push(InvalidChoices::Empty(i + 1));
        } else if choice.chars().count() > MAX_CHOICE_CHARS {
            problems.push(InvalidChoices::TooLong(i + 1));
        } else if let Some(j) = same() {
            problems.push(InvalidChoices::Same(j + 1, i + 1));
        }
    }
    problems
}

/// Checks what every list of choices must keep.
pub(super) fn check_texts(choices: &[String]) -> Result<(), InvalidChoices> {
    problems(choices).into_iter().next().map_or(Ok(()), Err)
}

/// Checks the texts, and that right choices are among them.
pub(super) fn check(choices: &[String], correct: ChoiceSet) -> Result<(), InvalidChoices> {
    check_texts(choices)?;
    if correct.fits(choices.len()) { Ok(()) } else { Err(InvalidChoices::NoKey) }
}

/// How many answers have each of the first so many choices.
pub(super) fn count<'a>(choices: usize, answers: impl Iterator<Item = &'a Answer>) -> Vec<u32> {
    let mut counts = vec![0; choices];
    for set in answers.filter_map(ChoiceSet::of) {
        for (i, count) in counts.iter_mut().enumerate() {
            *count += u32::from(set.contains(i));
        }
    }
    counts
}
