//! What is wrong with a table of questions, beside what is wrong in its rows.

use serde::{Deserialize, Serialize};

/// How right answers are written in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum AnswerKey {
    /// As positions from 1.
    Number,
    /// As positions from 0.
    Index,
    /// As letters.
    Letter,
    /// As the names of columns.
    Name,
    /// As the answers themselves.
    Text,
}

impl AnswerKey {
    /// All of them, with their names.
    pub const ALL: [(Self, &'static str); 5] = [
        (Self::Name, "name"),
        (Self::Letter, "letter"),
        (Self::Number, "number"),
        (Self::Index, "index"),
        (Self::Text, "text"),
    ];
}

/// Why a table cannot be read, or not all of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum BrokenTable {
    /// Nobody knows what stands where in a sheet of this name, while others are read.
    #[error("the sheet {0} is not read: its columns are not known")]
    UnknownSheet(String),
    /// What stands in this column, where right answers are, is none of the choices.
    #[error("column {0}: its answers name no choices of their rows")]
    NoChoices(String),
    /// It can be meant in several ways.
    #[error("column {0}: its answers can be meant as {ways}", ways = names(.1))]
    Ambiguous(String, Vec<AnswerKey>),
    /// More than so much is wrong, where these columns are read.
    #[error("more than {0} problems with the columns {1}")]
    ManyProblems(usize, String),
    /// What stands in one of the first rows of a table that is not read.
    #[error("{0}")]
    FirstRow(String),
    /// Its cells have more than so many MiB.
    #[error("the cells have more than {0} MiB of text")]
    Text(usize),
    /// It has more than so many cells.
    #[error("this is cell {n}; {0} at most", n = .0 + 1)]
    Cells(usize),
    /// The cells of a row are not in their order.
    #[error("the cells of this row are not in their order")]
    CellOrder,
    /// The rows are not in their order.
    #[error("the rows are not in their order")]
    RowOrder,
    /// It cannot be read, in the words of what reads it.
    #[error("{0}")]
    Csv(String),
}

fn names(keys: &[AnswerKey]) -> String {
    let known = AnswerKey::ALL.into_iter().filter(|(key, _)| keys.contains(key));
    known.map(|(_, name)| name).collect::<Vec<_>>().join(" and as ")
}

impl BrokenTable {
    /// What was expected; in English.
    pub(super) fn expected(&self) -> &'static str {
        match self {
            Self::Ambiguous(..) => "to be told: key=number, key=text and so on",
            Self::ManyProblems(..) => "a table of questions",
            _ => "",
        }
    }
}
