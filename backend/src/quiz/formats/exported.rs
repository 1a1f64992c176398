//! A quiz as a file for others.

use quizrain_shared::ids::MediaId;
use quizrain_shared::question::Question;
use quizrain_shared::quiz::Quiz;
use quizrain_shared::score::Scoring;

use super::LANGUAGE;
use super::notes::Notes;
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

/// What a format may lose of a question.
pub(super) const PICTURE: &str = "the picture is not written";
pub(super) const SOUND: &str = "the sound is not written";
pub(super) const READ_TIME: &str = "the time to read is not written";
pub(super) const POINTS: &str = "the points are not written";
pub(super) const EXPLANATION: &str = "the explanation is not written";
pub(super) const SHUFFLED: &str = "that choices are shuffled is not written";

/// What a format cannot say of a quiz.
#[derive(Default)]
pub(super) struct LeftOut {
    each: Vec<Problem>,
    notes: Notes,
}

impl LeftOut {
    /// Names something of one question, counted from 1.
    pub(super) fn question(&mut self, number: usize, what: impl AsRef<str>) {
        self.each.push(Problem::new(At::Entry(number), what));
    }

    /// Notes what several questions may lose in the same way; questions come in their order.
    pub(super) fn note(&mut self, number: usize, what: &'static str) {
        self.notes.note(what, number);
    }

    /// Names what only a quiz of ours has beside its questions.
    pub(super) fn of_quiz(&mut self, quiz: &Quiz) {
        let whole = [
            (!quiz.description.is_empty(), "the description is not written"),
            (quiz.language != LANGUAGE, "the language is not written"),
            (quiz.scoring != Scoring::default(), "how answers score is not written"),
            (!quiz.rains.is_empty(), "the rains are not written"),
        ];
        let lost = whole.into_iter().filter(|(is, _)| *is);
        self.each.extend(lost.map(|(_, what)| Problem::of_file(what)));
    }

    /// Notes what only questions of ours have.
    pub(super) fn of_question(&mut self, number: usize, question: &Question) {
        for (is, what) in [
            (question.picture.is_some(), PICTURE),
            (question.sound.is_some(), SOUND),
            (question.read_seconds > 0, READ_TIME),
        ] {
            if is {
                self.note(number, what);
            }
        }
    }

    /// All of it, from the first question to the last.
    pub(super) fn finish(self) -> Vec<Problem> {
        let mut all = self.each;
        all.extend(self.notes.problems(At::Entry, "questions"));
        all.sort_by(|one, other| one.at.cmp(&other.at));
        all
    }
}
