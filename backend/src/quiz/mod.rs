//! Quizzes: the library, and the formats in which they are brought.

pub mod formats;
pub mod library;
mod media;
mod sql;

pub use library::Library;
pub use media::{Gallery, Media};
pub use sql::{QuizRow, There};
