//! What is wrong with files that are packed: zip files of ours, and workbooks.

use serde::{Deserialize, Serialize};

/// Why a container cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum BrokenZip {
    /// It is broken, in the words of what reads it.
    #[error("a zip file that cannot be read: {0}")]
    Unreadable(String),
    /// So many files cannot be in it.
    #[error("the zip file has more than {0} files")]
    ManyFiles(usize),
    /// It has so many files, of so many at most.
    #[error("the zip file has {0} files; {1} at most")]
    Files(usize, usize),
    /// A file, from 1, cannot be unpacked; in the words of what unpacks it.
    #[error("file {0} of the zip file cannot be unpacked: {1}")]
    Packed(usize, String),
    /// It has more than so many MiB.
    #[error("the zip file, unpacked, has more than {0} MiB")]
    Unpacked(u64),
    /// A name that may lead out of it.
    #[error("the zip file has the path {0}")]
    Path(String),
    /// It has no quiz.
    #[error("the zip file has no quiz in it")]
    NoQuiz,
    /// It has so many quizzes.
    #[error("the zip file has {0} quiz files")]
    Quizzes(usize),
    /// The workbook is broken, in the words of what reads it.
    #[error("not a workbook that can be read: {0}")]
    Workbook(String),
    /// The workbook has numbers that cannot be.
    #[error("not a workbook that can be read: it has numbers that no workbook has")]
    WorkbookNumbers,
    /// The texts of the workbook are broken.
    #[error("not a workbook that can be read: xl/sharedStrings.xml is broken")]
    WorkbookTexts,
    /// The workbook has so many parts, of so many at most.
    #[error("the workbook has {0} parts; {1} at most")]
    WorkbookParts(usize, usize),
    /// The sheets of the workbook have more than so many MiB.
    #[error("what is in the sheets of the workbook, unpacked, has more than {0} MiB")]
    LargeSheets(u64),
    /// The texts of the workbook have more than so many MiB.
    #[error("the list of texts of the workbook, unpacked, has more than {0} MiB")]
    LargeTexts(u64),
    /// The workbook has so many sheets, of so many at most.
    #[error("the workbook has {0} sheets; {1} at most")]
    Sheets(usize, usize),
}

impl BrokenZip {
    /// What was expected; in English.
    pub(super) fn expected(&self) -> &'static str {
        match self {
            Self::ManyFiles(_) => "a quiz and its pictures",
            Self::Path(_) => "names without ways out of the zip file",
            Self::NoQuiz => {
                "one file such as quiz.toml, and its pictures and sounds; or an .xlsx workbook"
            }
            Self::Quizzes(_) => "one",
            _ => "",
        }
    }
}
