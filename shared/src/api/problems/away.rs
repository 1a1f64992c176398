//! Files that are not at hand.

use serde::{Deserialize, Serialize};

use super::zip::BrokenZip;

/// Why a file of the folder that the server watches is not read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum FileAway {
    /// The system does not give it, in its words.
    #[error("it cannot be read: {0}")]
    Unreadable(String),
    /// It is somewhere else.
    #[error("it is a link that leads out of the folder")]
    Link,
    /// It is a folder, or something that never ends.
    #[error("it is no file that could be read")]
    NoFile,
}

/// Why a file that a quiz names is not at hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum NoFile {
    /// The quiz came alone.
    #[error("the file {0} did not come with it; a zip has a quiz, its pictures and its sounds")]
    Alone(String),
    /// The zip file has none of this name.
    #[error("no file {0} in the zip file")]
    NotInZip(String),
    /// The zip file has it, and it cannot be unpacked.
    #[error(transparent)]
    Zip(#[from] BrokenZip),
    /// There is none of this name.
    #[error("no file {0}")]
    Missing(String),
    /// This names no file beside the quiz.
    #[error("{0}: expected the name of a file beside the quiz file")]
    NoName(String),
    /// The system does not give the file at this path, in its words.
    #[error("cannot read {0}: {1}")]
    Unreadable(String, String),
    /// The file of this name is not read.
    #[error("{0}: {1}")]
    Away(String, FileAway),
}
