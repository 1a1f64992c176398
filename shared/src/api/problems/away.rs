//! Files and folders that are not at hand.

use serde::{Deserialize, Serialize};

use super::zip::BrokenZip;
use crate::quiz::QuizProblem;

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
    /// Its name is no text.
    #[error("the file's name is not UTF-8")]
    NameNotUtf8,
    /// Its name cannot be shown.
    #[error("the file's name has characters that nobody sees")]
    HiddenName,
    /// Reading it failed.
    #[error("the file cannot be read")]
    Unread,
    /// The quiz in it is too large to be kept.
    #[error("{0}")]
    TooLarge(QuizProblem),
    /// The quiz in it cannot be written down, in the words of what does so.
    #[error("{0}")]
    Failed(String),
    /// The library did not keep it.
    #[error("the library could not take it")]
    NotTaken,
}

impl FileAway {
    /// What was expected; in English.
    pub(super) fn expected(&self) -> &'static str {
        match self {
            Self::NameNotUtf8 | Self::HiddenName => "another name",
            _ => "",
        }
    }
}

/// Why the folder that the server watches is not read, or not all of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum FolderAway {
    /// The system does not give the folder at this path, in its words.
    #[error("cannot read the folder of quizzes {0}: {1}")]
    Unreadable(String, String),
    /// It has so many files, of which so many are read.
    #[error("{0} quiz files are in the folder; {1} are read")]
    ManyFiles(usize, usize),
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
