//! Writing GIFT.

use quizrain_shared::decimal;
use quizrain_shared::question::{Question, QuestionKind};
use quizrain_shared::quiz::Quiz;

use super::super::written::{shares, usual_number};
use super::{read, scan};
use crate::quiz::formats::export::{Export, Says};
use crate::quiz::formats::{Exported, Files};

pub(in super::super::super) fn write(quiz: &Quiz, _: Files<'_>) -> Exported {
    let mut export = Export::new(quiz, Says { explanation: true, ..Says::default() });
    for (question, number) in quiz.questions.iter().zip(1..) {
        let written = answers(&question.kind).map(|answers| written(number, question, &answers));
        let usual = |kind: &QuestionKind| match kind {
            QuestionKind::Number(number) => Some(usual_number(number, String::new())),
            _ => None,
        };
        export.question(number, question, written, usual, |text| read(text, String::new()));
    }
    export.finish()
}

fn written(number: usize, question: &Question, answers: &str) -> String {
    let feedback = match &*question.explanation {
        "" => String::new(),
        explanation => format!("\t####{}\n", text(explanation)),
    };
    format!("::{number}::{} {{{answers}{feedback}}}\n\n", text(&question.text))
}

/// A text: plain where it could be read as something else.
fn text(text: &str) -> String {
    let plain = if text.starts_with('[') || text.contains(['<', '&']) { "[plain]" } else { "" };
    format!("{plain}{}", scan::escape(text))
}

/// What stands between the braces; `None`: GIFT has no such kind.
fn answers(kind: &QuestionKind) -> Option<String> {
    let mut out = String::from("\n");
    let mut line = |answer: String| out.extend(["\t", &answer, "\n"]);
    match kind {
        QuestionKind::Single(it) => {
            for (i, choice) in it.choices.iter().enumerate() {
                let sign = if it.correct.contains(i) { "=" } else { "~" };
                let weight = match (choice.starts_with('%'), sign) {
                    (false, _) => "",
                    (true, "=") => "%100%",
                    _ => "%0%",
                };
                line(format!("{sign}{weight}{}", text(choice)));
            }
        }
        QuestionKind::Multiple(it) => {
            for (choice, share) in it.choices.iter().zip(shares(it.choices.len(), it.correct)) {
                line(format!("~%{share}%{}", text(choice)));
            }
        }
        QuestionKind::TrueFalse(it) => {
            return Some(if it.correct { "TRUE\n" } else { "FALSE\n" }.to_owned());
        }
        QuestionKind::Typed(it) => {
            for accepted in &it.accepted {
                let weight = if accepted.starts_with('%') { "%100%" } else { "" };
                line(format!("={weight}{}", text(&accepted.replace('*', "\\*"))));
            }
        }
        QuestionKind::Number(it) => {
            let number = |number| decimal::format(number, it.field.decimals);
            return Some(format!("#{}:{}\n", number(it.correct), number(it.tolerance)));
        }
        QuestionKind::Matching(it) => {
            for (left, right) in it.left.iter().zip(&it.right) {
                line(format!("={} -> {}", text(left), text(right)));
            }
        }
        _ => return None,
    }
    Some(out)
}
