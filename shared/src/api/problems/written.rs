//! Questions that a format has no place for.

use serde::{Deserialize, Serialize};

/// Why a question is not in a file that is taken away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum NotWritten {
    /// A hotspot without its picture.
    #[error("a hotspot needs its picture, which is only in a zip file")]
    Hotspot,
    /// No row of a table has room for questions of this kind.
    #[error("questions of the kind {0} have no room in a row")]
    NoRoom(String),
    /// The format has no questions of this kind, or none like this one.
    #[error("a question of the kind {0} cannot be written")]
    Kind(String),
    /// Read again, it would be another question.
    #[error("its texts have signs that would be read otherwise; it is left out")]
    Signs,
    /// Nothing to choose in it is right.
    #[error("only questions with right choices have a place in this spreadsheet")]
    NothingRight,
    /// It has more choices than there is room for.
    #[error("it has more than four choices, and this spreadsheet has room for four")]
    ManyChoices,
}
