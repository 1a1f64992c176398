//! What is wrong in texts whose lines and signs have a meaning.

use serde::{Deserialize, Serialize};

/// A brace of GIFT where none belongs, or one that is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum StrayBrace {
    /// Closed, and never opened.
    #[error("`}}` without `{{` before it")]
    NotOpened,
    /// Opened among answers.
    #[error("`{{` inside the answers")]
    Inside,
    /// Opened, and never closed.
    #[error("`{{` is not closed")]
    NotClosed,
    /// Closed once more.
    #[error("`}}` after the answers without `{{`")]
    ClosedTwice,
    /// Opened once more.
    #[error("a second `{{` in a question")]
    Second,
}

impl StrayBrace {
    /// What GIFT has there.
    pub(super) fn expected(self) -> &'static str {
        match self {
            Self::NotOpened | Self::ClosedTwice => "`\\}` where it is part of a text",
            Self::Inside => "`}` before it, or `\\{` where it is part of a text",
            Self::NotClosed => "`}` after the answers, before a blank line",
            Self::Second => "one pair of braces, and a blank line between two questions",
        }
    }
}

/// What is wrong with the lines of a question of Aiken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum BrokenAiken {
    /// Something is right, and nothing was asked.
    #[error("`ANSWER:` without a question above it")]
    NoQuestion,
    /// Choices without a text.
    #[error("the choices have no question above them")]
    NoText,
    /// The letter that the next choice has to have, and the one that it has.
    #[error("expected choice {0} or `ANSWER:`, found choice {1}")]
    WrongChoice(char, char),
    /// Letters have an end.
    #[error("expected `ANSWER:` after choice Z")]
    AfterZ,
    /// A line that is neither the choice of this letter nor says what is right.
    #[error("expected a choice such as `{0}. text`, or `ANSWER: A`")]
    NotAChoice(char),
    /// Nothing to choose.
    #[error("the question has no choices; a choice is a line such as `A. text`")]
    NoChoices,
    /// Nothing is said to be right.
    #[error("`ANSWER:` names no choice; expected one letter")]
    NoLetter,
    /// What is said to be right is no letter.
    #[error("expected one letter after `ANSWER:`, found `{0}`")]
    NotALetter(String),
    /// The letter that is said to be right, of so many choices.
    #[error("`ANSWER: {0}` names no choice of this question, which has {1}")]
    NoSuchChoice(char, usize),
}

/// What is wrong with the lines of a question of the collection `OpenTriviaQA`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum BrokenTrivia {
    /// A line that belongs to no question.
    #[error("a line before the first question")]
    BeforeFirst,
    /// Another right answer.
    #[error("a second `^` line")]
    SecondAnswer,
    /// No right answer.
    #[error("the question has no `^` line")]
    NoAnswer,
    /// A right answer that cannot be chosen.
    #[error("the right answer `{0}` is none of the choices")]
    NotAmong(String),
}

impl BrokenTrivia {
    /// What was expected; in English.
    pub(super) fn expected(&self) -> &'static str {
        match self {
            Self::BeforeFirst => "`#Q` and a question",
            Self::SecondAnswer => "one right answer",
            Self::NoAnswer => "`^` and the text of the right answer",
            Self::NotAmong(_) => "the text of one of them",
        }
    }
}
