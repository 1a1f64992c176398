//! A quiz as a file for others.

use quizrain_shared::api::{Lost, NotWritten, ProblemKind};
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

/// What a format cannot say of a quiz.
#[derive(Default)]
pub(super) struct LeftOut {
    each: Vec<Problem>,
    notes: Notes,
}

impl LeftOut {
    /// Names a question, counted from 1, that is not written.
    pub(super) fn question(&mut self, number: usize, why: NotWritten) {
        self.each.push(Problem::known(At::Entry(number), why));
    }

    /// Names what the quiz itself loses.
    pub(super) fn whole(&mut self, what: Lost) {
        self.each.push(Problem::known(At::File, ProblemKind::lost(what)));
    }

    /// Notes what several questions may lose in the same way; questions come in their order.
    pub(super) fn note(&mut self, number: usize, what: Lost) {
        self.notes.note(what, number);
    }

    /// Names what only a quiz of ours has beside its questions.
    pub(super) fn of_quiz(&mut self, quiz: &Quiz) {
        let whole = [
            (!quiz.description.is_empty(), Lost::Description),
            (quiz.language != LANGUAGE, Lost::Language),
            (quiz.scoring != Scoring::default(), Lost::Scoring),
            (!quiz.rains.is_empty(), Lost::Rains),
            (quiz.theme.is_some(), Lost::Look),
        ];
        for (_, what) in whole.into_iter().filter(|(is, _)| *is) {
            self.whole(what);
        }
    }

    /// Notes what only questions of ours have.
    pub(super) fn of_question(&mut self, number: usize, question: &Question) {
        for (is, what) in [
            (question.picture.is_some(), Lost::Picture),
            (question.sound.is_some(), Lost::Sound),
            (question.read_seconds > 0, Lost::ReadTime),
        ] {
            if is {
                self.note(number, what);
            }
        }
    }

    /// All of it, from the first question to the last.
    pub(super) fn finish(self) -> Vec<Problem> {
        let mut all = self.each;
        all.extend(self.notes.problems(At::Entry));
        all.sort_by(|one, other| one.at.cmp(&other.at));
        all
    }
}
