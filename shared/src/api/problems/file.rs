//! What is wrong with a file as a whole, whatever it is written in.

use serde::{Deserialize, Serialize};

/// What is brought instead of a quiz.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Stranger {
    /// A file of Office before 2007.
    #[error("an old Office file (.xls or .doc); save it as .xlsx or CSV")]
    #[serde(rename = "an old Office file (.xls or .doc); save it as .xlsx or CSV")]
    OldOffice,
    /// A PDF.
    #[error("a PDF")]
    #[serde(rename = "a PDF")]
    Pdf,
    /// A picture.
    #[error("a picture")]
    #[serde(rename = "a picture")]
    Picture,
    /// A sound.
    #[error("a sound")]
    #[serde(rename = "a sound")]
    Sound,
    /// A file that gzip has packed.
    #[error("a gzip file; unpack it first")]
    #[serde(rename = "a gzip file; unpack it first")]
    Gzip,
}

/// What is wrong with a file as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum BrokenFile {
    /// It has so many bytes, of so many at most.
    #[error("the file has {0} bytes; {1} ({mib} MiB) at most", mib = .1 >> 20)]
    TooLarge(usize, usize),
    /// The byte of a line, from 1, and its value, where the text is not UTF-8.
    #[error("byte {0} of the line, 0x{1:02x}, is not UTF-8")]
    NotUtf8(usize, u8),
    /// More is wrong than is listed, which is so much.
    #[error("more than {0} problems; those from here on are not listed")]
    ManyProblems(usize),
}

impl BrokenFile {
    /// What was expected; in English.
    pub(super) fn expected(&self) -> &'static str {
        match self {
            Self::NotUtf8(..) => {
                "UTF-8, or to be told the encoding, such as windows-1252 or gb18030"
            }
            Self::TooLarge(..) | Self::ManyProblems(_) => "",
        }
    }
}
