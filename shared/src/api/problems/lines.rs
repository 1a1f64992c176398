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
