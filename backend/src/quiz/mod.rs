//! Quizzes: the library in which hosts write and keep them, their pictures and sounds, and the formats in which
//! they are brought, by hosts or from a folder that is watched.
//!
//! Called by `http` for the studio, by `game` for what is played, by `scheduler` for what is kept no
//! longer.

mod bank;
mod cursor;
mod exchange;
pub(crate) mod folder;
pub mod formats;
mod index;
pub mod library;
mod media;
mod owned;
mod picture;
mod search;
mod shelf;
mod sound;
mod sql;

use quizrain_shared::api::{MAX_SEARCH_CHARS, Why};
use quizrain_shared::quiz::{Quiz, QuizProblem};

pub use exchange::{Arriving, Exchange};
pub(crate) use folder::Folder;
pub use folder::FolderNews;
pub use library::{Import, import};
pub(crate) use media::{FORGET_USES_OF_GAME, MediaUser, note_shown, note_uses};
pub use media::{Gallery, Media, UploadError};
pub(crate) use search::Terms;
pub use shelf::Library;
pub use sql::There;

use crate::store::StoreError;
use crate::store::random::random_bytes;

/// A quiz in the library.
#[derive(Clone, Debug)]
pub struct QuizRow {
    /// Its id in the library.
    pub id: String,
    /// The quiz.
    pub quiz: Quiz,
}

/// Why the library did not do what it was asked for.
#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    /// No such quiz, or no such version of it.
    #[error("{}", Why::NotFound)]
    NotFound,
    /// It cannot be written where it is.
    #[error("{}", Why::InBin)]
    InBin,
    /// Somebody else has saved it since; the version that it has now.
    #[error("somebody else has saved this quiz since you opened it: it has version {0} now")]
    Stale(u64),
    /// Another quiz has this id.
    #[error("{}", Why::Taken)]
    Taken,
    /// It is to be an account's, and none has made it.
    #[error("{}", Why::Teams)]
    Teams,
    /// Another account has made it.
    #[error("only the host who made this quiz, and owners, may take it back from the team")]
    NotMaker,
    /// Not JSON of a quiz.
    #[error("this is no quiz: {0}")]
    NoQuiz(serde_json::Error),
    /// An id that is none.
    #[error("the id of a quiz is 16 hex digits")]
    Id,
    /// A name that is no encoding's.
    #[error(transparent)]
    Encoding(#[from] formats::UnknownEncoding),
    /// Columns that are none.
    #[error(transparent)]
    Columns(#[from] formats::InvalidColumns),
    /// Nothing is written in a format of this name.
    #[error("no quiz is written in this format; GET /api/formats lists those that there are")]
    Format,
    /// Another file is being read or written.
    #[error("another file is being read or written")]
    Busy,
    /// Of a file that is brought, no question is wanted.
    #[error("{}", Why::NothingChosen)]
    NothingChosen,
    /// It is too large to be kept.
    #[error("{0}")]
    TooLarge(QuizProblem),
    /// A question has a picture or a sound that is not here; counted from 1.
    #[error("{}", Why::NoMedia(*.0))]
    NoMedia(usize),
    /// Its look has a picture that is not here, or is none.
    #[error("{}", Why::NoLook)]
    NoLook,
    /// Too many tags, or one that is empty or too long.
    #[error("{}", Why::Tags)]
    Tags,
    /// Too much is searched for.
    #[error("{}", Why::Search(MAX_SEARCH_CHARS))]
    Search,
    /// What a page is to follow is no end of a page of that list.
    #[error("`after` is not what the page before named as `next`")]
    Cursor,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The operating system gives no randomness.
    #[error("no randomness: {0}")]
    Random(#[from] getrandom::Error),
}

impl From<sqlx::Error> for LibraryError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

/// The id of a new quiz.
fn new_id() -> Result<String, getrandom::Error> {
    random_bytes::<8>().map(hex::encode)
}

/// Whether a text may be the id of a quiz.
fn is_id(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}
