//! Quizzes.

pub mod formats;
pub mod library;
mod sql;

pub use sql::{QuizRow, There};
