//! What readers of other programs' formats collect: good questions, and why others are left out.

use quizrain_shared::api::ProblemKind;
use quizrain_shared::question::{InvalidAccepted, InvalidChoices, InvalidQuestion, Question};
use quizrain_shared::quiz::{MAX_QUESTIONS, Quiz};
use quizrain_shared::score::Scoring;

use super::problem::{self, At, Problem};
use super::{LANGUAGE, Parsed};
use crate::quiz::media::Media;

/// Questions as they come out of a file.
#[derive(Default)]
pub(super) struct Collected {
    questions: Vec<Question>,
    /// Why something was left out.
    pub(super) skipped: Vec<Problem>,
    /// The pictures of questions.
    pub(super) media: Vec<Media>,
    /// Which columns of a table were read.
    pub(super) columns: Option<String>,
    /// Where the first question stands that is one too many.
    first_beyond: Option<At>,
}

impl Collected {
    /// Takes a question that stands `at` this place, or notes which rule it breaks; `part` says where
    /// in the question, of rules that are about a part of it.
    pub(super) fn question(
        &mut self,
        question: Question,
        at: At,
        part: impl FnOnce(&InvalidQuestion) -> Option<At>,
    ) {
        match question.check() {
            Err(why) => self.skip(Problem::known(part(&why).unwrap_or(at), why)),
            Ok(()) if self.questions.len() == MAX_QUESTIONS => {
                self.first_beyond.get_or_insert(at);
            }
            Ok(()) => self.questions.push(question),
        }
    }

    /// Notes that something was left out.
    pub(super) fn skip(&mut self, problem: Problem) {
        problem::add(&mut self.skipped, problem);
    }

    /// The quiz of these questions.
    ///
    /// # Errors
    /// There is none, or there are too many.
    pub(super) fn quiz(mut self, title: String) -> Result<Parsed, Vec<Problem>> {
        if let Some(at) = self.first_beyond {
            return Err(vec![Problem::known(at, ProblemKind::TooManyQuestions)]);
        }
        if self.questions.is_empty() {
            if self.skipped.is_empty() {
                self.skipped.push(Problem::known(At::File, ProblemKind::NoQuestion));
            }
            return Err(self.skipped);
        }
        let quiz = Quiz {
            title,
            language: LANGUAGE.to_owned(),
            description: String::new(),
            scoring: Scoring::default(),
            questions: self.questions,
            rains: Vec::new(),
            theme: None,
        };
        Ok(Parsed { quiz, media: self.media, skipped: self.skipped, columns: self.columns })
    }
}

/// The line of the answer that breaks a rule, of answers that stand in these lines.
pub(super) fn line_of(why: &InvalidQuestion, lines: &[usize]) -> Option<At> {
    let answer = match why {
        InvalidQuestion::Choices(
            InvalidChoices::Empty(i) | InvalidChoices::TooLong(i) | InvalidChoices::Same(_, i),
        )
        | InvalidQuestion::Accepted(InvalidAccepted::Untypable(i) | InvalidAccepted::Same(_, i)) => {
            i.checked_sub(1)?
        }
        _ => return None,
    };
    lines.get(answer).copied().map(At::Line)
}
