//! Quizzes that hosts keep as files in a folder which the server watches.

use serde::{Deserialize, Serialize};

use super::imports::ImportProblem;
use super::problems::FolderAway;

/// Most files that are listed.
pub const MAX_LISTED_FILES: usize = 100;
/// Most problems of a file that are listed.
pub const MAX_LISTED_PROBLEMS: usize = 20;

/// What is wrong with files of the folder that the server who answers watches: `GET /api/quiz-files`, with
/// the host key. What is mended is not listed any more.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QuizFiles {
    /// Whether a folder is watched at all.
    pub watched: bool,
    /// Another number whenever a file was read or has gone.
    pub changes: u64,
    /// Why the folder cannot be read, in English; files are then as they were.
    pub problem: Option<String>,
    /// The same as data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<FolderAway>,
    /// The files of which something could not be used, by name; at most [`MAX_LISTED_FILES`].
    pub files: Vec<QuizFile>,
    /// How many more there are.
    pub more: u32,
}

/// A file of which something could not be used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QuizFile {
    /// Its name; what could not be shown of it is replaced by U+FFFD.
    pub name: String,
    /// Whether the rest of it is in the library. Otherwise the library has what the file was before, if it
    /// has a quiz of it.
    pub used: bool,
    /// What is wrong and where, from the file's top to its bottom; at most [`MAX_LISTED_PROBLEMS`].
    pub problems: Vec<ImportProblem>,
    /// How many more there are.
    pub more: u32,
}
