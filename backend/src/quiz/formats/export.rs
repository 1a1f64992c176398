//! Writing quizzes in formats of other programs: what a format cannot say is named.
//!
//! Whatever a writer makes of a question is read again: a question that would come back otherwise is
//! left out, so that no file says something else than the quiz.

use quizrain_shared::api::{Lost, NotWritten};
use quizrain_shared::question::{DEFAULT_SECONDS, Question, QuestionKind};
use quizrain_shared::quiz::Quiz;

use super::exported::{Exported, LeftOut};
use super::{Parsed, Problem};

/// What a format can say beside texts and keys.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Says {
    pub(super) points: bool,
    pub(super) explanation: bool,
    pub(super) picture: bool,
    pub(super) shuffled: bool,
}

/// A file that is being written.
pub(super) struct Export {
    says: Says,
    file: String,
    left_out: LeftOut,
}

impl Export {
    /// Begins a file, naming what it cannot say of the quiz as a whole.
    pub(super) fn new(quiz: &Quiz, says: Says) -> Self {
        let mut left_out = LeftOut::default();
        left_out.of_quiz(quiz);
        Self { says, file: String::new(), left_out }
    }

    /// Puts something into the file that is no question.
    pub(super) fn push(&mut self, text: &str) {
        self.file.push_str(text);
    }

    /// Puts a question into the file as it is written, where reading it gives the question again.
    /// `usual` makes of its kind what the format can say of it.
    pub(super) fn question(
        &mut self,
        number: usize,
        question: &Question,
        written: Option<String>,
        usual: impl FnOnce(&QuestionKind) -> Option<QuestionKind>,
        read: impl FnOnce(&str) -> Result<Parsed, Vec<Problem>>,
    ) {
        let Some(written) = written else {
            let kind = question.kind.name().to_owned();
            return self.left_out.question(number, NotWritten::Kind(kind));
        };
        let (expected, lost) = self.sayable(question, usual);
        let back = read(&written).ok().map(|parsed| parsed.quiz.questions);
        if back.as_deref() != Some(std::slice::from_ref(&expected)) {
            return self.left_out.question(number, NotWritten::Signs);
        }
        for what in lost {
            self.left_out.note(number, what);
        }
        self.file.push_str(&written);
    }

    /// The question as far as the format can say it, and what it cannot.
    fn sayable(
        &self,
        question: &Question,
        usual: impl FnOnce(&QuestionKind) -> Option<QuestionKind>,
    ) -> (Question, Vec<Lost>) {
        let mut said = question.clone();
        let mut lost = Vec::new();
        let mut lose = |is: bool, what| {
            if is {
                lost.push(what);
            }
        };
        lose(question.seconds != DEFAULT_SECONDS, Lost::Time);
        said.seconds = DEFAULT_SECONDS;
        lose(question.read_seconds != 0, Lost::ReadTime);
        said.read_seconds = 0;
        if !self.says.points {
            lose(question.points != question.default_points(), Lost::Points);
            said.points = question.default_points();
        }
        if !self.says.explanation {
            lose(!question.explanation.is_empty(), Lost::Explanation);
            said.explanation.clear();
        }
        if !self.says.picture {
            lose(question.picture.is_some(), Lost::Picture);
            said.picture = None;
        }
        lose(question.sound.is_some(), Lost::Sound);
        said.sound = None;
        if let (false, QuestionKind::Single(it)) = (self.says.shuffled, &mut said.kind) {
            lose(std::mem::take(&mut it.shuffled), Lost::Shuffled);
        }
        if let (false, QuestionKind::Multiple(it)) = (self.says.shuffled, &mut said.kind) {
            lose(std::mem::take(&mut it.shuffled), Lost::Shuffled);
        }
        if let Some(kind) = usual(&said.kind) {
            lose(kind != said.kind, Lost::NumberLine);
            said.kind = kind;
        }
        (said, lost)
    }

    /// The whole file.
    pub(super) fn finish(self) -> Exported {
        Exported { bytes: self.file.into_bytes(), left_out: self.left_out.finish() }
    }
}
