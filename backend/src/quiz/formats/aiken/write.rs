//! Writing Aiken.

use quizrain_shared::question::QuestionKind;
use quizrain_shared::quiz::Quiz;

use super::read;
use crate::quiz::formats::export::{Export, Says};
use crate::quiz::formats::{Exported, Files};

pub(in super::super) fn write(quiz: &Quiz, _: Files<'_>) -> Exported {
    let mut export = Export::new(quiz, Says::default());
    for (question, number) in quiz.questions.iter().zip(1..) {
        let written =
            answers(&question.kind).map(|answers| format!("{}\n{answers}\n", question.text));
        export.question(number, question, written, |_| None, |text| read(text, String::new()));
    }
    export.finish()
}

/// The choices and the key; `None`: Aiken has no such kind.
fn answers(kind: &QuestionKind) -> Option<String> {
    let truths = ["True".to_owned(), "False".to_owned()];
    let (choices, right) = match kind {
        QuestionKind::Single(it) => {
            (&*it.choices, (0..it.choices.len()).find(|i| it.correct.contains(*i))?)
        }
        QuestionKind::TrueFalse(it) => (&truths[..], usize::from(!it.correct)),
        _ => return None,
    };
    let letters = || 'A'..='Z';
    let lines =
        choices.iter().zip(letters()).map(|(choice, letter)| format!("{letter}. {choice}\n"));
    Some(format!("{}ANSWER: {}\n", lines.collect::<String>(), letters().nth(right)?))
}
