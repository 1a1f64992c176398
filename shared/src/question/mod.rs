//! Questions: what all of them have, and one file for each kind.
//!
//! A kind's file has its form as authored, with the key; which answers it accepts; what is wrong
//! with it; the share of the points that an answer earns; and how answers are counted. Here stand
//! the enums that choose among them. To add a kind: its file, a variant of [`QuestionKind`] and of
//! [`KindView`], a line in `of_kind!`, and where no other kind has the like, a variant of [`Key`],
//! [`Tally`] and [`InvalidQuestion`].

mod answer;
mod choices;
mod multiple;
mod single;
mod true_false;

use serde::{Deserialize, Serialize};

use crate::score::Share;

pub use answer::{Answer, InvalidAnswer, MAX_ANSWER_BYTES};
pub use choices::{CHOICES, ChoiceSet, ChoicesView, InvalidChoices, MAX_CHOICE_CHARS};
pub use multiple::Multiple;
pub use single::Single;
pub use true_false::TrueFalse;

/// Shortest and longest time for a question, in seconds.
pub const SECONDS: std::ops::RangeInclusive<u16> = 5..=240;
/// Most points for a question.
pub const MAX_POINTS: u16 = 2000;
/// Most characters in a question.
pub const MAX_QUESTION_CHARS: usize = 500;

/// A question as its author knows it, with the key. Never sent to players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// The question.
    pub text: String,
    /// How it is answered, and what is right.
    pub kind: QuestionKind,
    /// Time to answer, in seconds.
    pub seconds: u16,
    /// Points for a full and instant answer.
    pub points: u16,
    /// A sentence shown after the reveal; may be empty.
    pub explanation: String,
}

/// What players and the screen may see of a question before its reveal: no key, nothing derived
/// from the key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QuestionView {
    /// The question.
    pub text: String,
    /// How it is answered.
    pub kind: KindView,
    /// Time to answer, in seconds.
    pub seconds: u16,
    /// Points for a full and instant answer.
    pub points: u16,
}

/// A kind of question as authored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QuestionKind {
    /// One choice.
    Single(Single),
    /// Any number of choices; part of the points for part of the right ones.
    Multiple(Multiple),
    /// True or false.
    TrueFalse(TrueFalse),
}

/// Does the same with whatever kind it is.
macro_rules! of_kind {
    ($kind:expr, $it:ident => $what:expr) => {
        match $kind {
            QuestionKind::Single($it) => $what,
            QuestionKind::Multiple($it) => $what,
            QuestionKind::TrueFalse($it) => $what,
        }
    };
}

/// A kind of question as players see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum KindView {
    /// One choice.
    Single(ChoicesView),
    /// Any number of choices.
    Multiple(ChoicesView),
    /// True (choice 0) or false (choice 1); the choices have no texts of their own.
    TrueFalse,
}

/// What is right, once it is revealed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Key {
    /// The right choices.
    Choices(ChoiceSet),
}

/// What was answered, all answers together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Tally {
    /// How many players picked each choice.
    Choices(Vec<u32>),
}

/// What is wrong with a question.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidQuestion {
    /// No text.
    #[error("the question has no text")]
    NoText,
    /// Text beyond the limit.
    #[error("the question has {0} characters, {MAX_QUESTION_CHARS} at most")]
    TextTooLong(usize),
    /// Time out of range.
    #[error("{0} seconds; a question has {lo} to {hi}", lo = SECONDS.start(), hi = SECONDS.end())]
    Seconds(u16),
    /// Points out of range.
    #[error("{0} points; {MAX_POINTS} at most")]
    Points(u16),
    /// Its choices, or which of them are right.
    #[error(transparent)]
    Choices(#[from] InvalidChoices),
}

impl Question {
    /// What players may see.
    #[must_use]
    pub fn view(&self) -> QuestionView {
        QuestionView {
            text: self.text.clone(),
            kind: of_kind!(&self.kind, it => it.view()),
            seconds: self.seconds,
            points: self.points,
        }
    }

    /// Checks every rule that a question must keep.
    ///
    /// # Errors
    /// The first rule that is broken.
    pub fn check(&self) -> Result<(), InvalidQuestion> {
        if self.text.trim().is_empty() {
            return Err(InvalidQuestion::NoText);
        }
        let chars = self.text.chars().count();
        if chars > MAX_QUESTION_CHARS {
            return Err(InvalidQuestion::TextTooLong(chars));
        }
        of_kind!(&self.kind, it => it.check())?;
        if !SECONDS.contains(&self.seconds) {
            return Err(InvalidQuestion::Seconds(self.seconds));
        }
        if self.points > MAX_POINTS {
            return Err(InvalidQuestion::Points(self.points));
        }
        Ok(())
    }

    /// Whether a player may send this as an answer.
    #[must_use]
    pub fn accepts(&self, answer: &Answer) -> bool {
        of_kind!(&self.kind, it => it.accepts(answer))
    }

    /// The share of the points that an answer earns, of those that are accepted.
    #[must_use]
    pub fn grade(&self, answer: &Answer) -> Share {
        of_kind!(&self.kind, it => it.grade(answer))
    }

    /// What is right.
    #[must_use]
    pub fn key(&self) -> Key {
        of_kind!(&self.kind, it => it.key())
    }

    /// Counts answers.
    #[must_use]
    pub fn tally<'a>(&self, answers: impl Iterator<Item = &'a Answer>) -> Tally {
        of_kind!(&self.kind, it => it.tally(answers))
    }
}

#[cfg(test)]
mod tests;
