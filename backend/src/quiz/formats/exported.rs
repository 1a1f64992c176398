//! A quiz as a file for others.

use quizrain_shared::ids::MediaId;

use super::problem::Problem;
use crate::quiz::media::Media;

/// Finds a picture of the quiz.
pub type Pictures<'p> = &'p dyn Fn(MediaId) -> Option<Media>;

/// A file, and what it could not say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// The file.
    pub bytes: Vec<u8>,
    /// What of the quiz is not in it, by the numbers of its questions.
    pub left_out: Vec<Problem>,
}
