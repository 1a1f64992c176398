//! A quiz as a file for others.

use quizrain_shared::ids::MediaId;
use quizrain_shared::question::Question;
use quizrain_shared::quiz::Quiz;

use super::problem::{At, Problem};
use crate::quiz::media::Media;

/// Finds a picture or a sound of the quiz.
pub type Files<'p> = &'p dyn Fn(MediaId) -> Option<Media>;

/// A file, and what it could not say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// The file.
    pub bytes: Vec<u8>,
    /// What of the quiz is not in it, by the numbers of its questions.
    pub left_out: Vec<Problem>,
}

/// What a format cannot say of a quiz.
#[derive(Default)]
pub(super) struct LeftOut(pub(super) Vec<Problem>);

impl LeftOut {
    /// Notes something of a question, counted from 1.
    pub(super) fn question(&mut self, number: usize, what: &str) {
        self.0.push(Problem::new(At::Entry(number), what));
    }

    /// Notes what only a quiz of ours has beside its questions.
    pub(super) fn of_quiz(&mut self, quiz: &Quiz) {
        for (there, what) in [
            (!quiz.rains.is_empty(), "the rains"),
            (quiz.scoring != quizrain_shared::score::Scoring::default(), "how answers score"),
            (!quiz.description.is_empty(), "the description"),
        ] {
            if there {
                self.0.push(Problem::of_file(format!(
                    "{what} of the quiz cannot be said in this format"
                )));
            }
        }
    }

    /// Notes what only questions of ours have.
    pub(super) fn of_question(&mut self, number: usize, question: &Question) {
        if question.picture.is_some() {
            self.question(number, "its picture cannot be said in this format");
        }
        if question.sound.is_some() {
            self.question(number, "its sound cannot be said in this format");
        }
        if question.read_seconds > 0 {
            self.question(number, "its time to read cannot be said in this format");
        }
    }
}
