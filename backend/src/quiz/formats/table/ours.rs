//! Our own table, as it is exported: CSV with a column for everything that one row can say.
//!
//! Texts that a spreadsheet could run get an apostrophe in front, and so do those that begin with one.
//! Reading takes one away again.

use quizrain_shared::api::NotWritten;
use quizrain_shared::question::{ChoiceSet, Question, QuestionKind};
use quizrain_shared::quiz::Quiz;
use quizrain_shared::spreadsheet::is_formula;

use super::super::Format;
use super::super::exported::{Exported, Files, LeftOut};
use super::columns::Key;
use super::dialect::Dialect;

pub(super) const DIALECT: Dialect = Dialect {
    format: Some(Format::QuizrainCsv),
    keys: &[Key::Number],
    is: |_, header| {
        header.has("kind")
            && header.has("choice1")
            && header.has("choice8")
            && header.has("shuffle")
    },
};

/// How many choices a row has room for.
const CHOICES: usize = 8;

/// Whether a text gets an apostrophe.
fn is_marked(text: &str) -> bool {
    is_formula(text) || text.starts_with('\'')
}

/// A cell that no spreadsheet runs.
fn escaped(text: &str) -> String {
    if is_marked(text) { format!("'{text}") } else { text.to_owned() }
}

/// What such a cell says.
pub(super) fn unescaped(cell: &str) -> &str {
    match cell.strip_prefix('\'') {
        Some(text) if is_marked(text) => text,
        _ => cell,
    }
}

/// Writes a quiz; questions that no row can say are left out.
pub(in crate::quiz::formats) fn write(quiz: &Quiz, _: Files<'_>) -> Exported {
    let mut left_out = LeftOut::default();
    left_out.of_quiz(quiz);
    let mut writer = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .from_writer("\u{feff}".as_bytes().to_vec());
    let choices = (1..=CHOICES).map(|number| format!("choice {number}"));
    let header = ["question", "kind"].map(str::to_owned).into_iter().chain(choices);
    let rest = ["correct", "seconds", "points", "shuffle", "explanation"].map(str::to_owned);
    let mut written = writer.write_record(header.chain(rest));
    for (question, number) in quiz.questions.iter().zip(1..) {
        let Some(row) = Row::of(question) else {
            left_out.question(number, NotWritten::NoRoom(question.kind.name().to_owned()));
            continue;
        };
        left_out.of_question(number, question);
        written = written.and_then(|()| writer.write_record(row.cells(question)));
    }
    // Memory takes all that is written.
    let bytes = written.ok().and_then(|()| writer.into_inner().ok()).unwrap_or_default();
    Exported { bytes, left_out: left_out.finish() }
}

/// What a kind has of its own.
#[derive(Default)]
struct Row {
    choices: Vec<String>,
    correct: String,
    shuffled: bool,
}

impl Row {
    fn of(question: &Question) -> Option<Self> {
        let of = |choices: &[String]| Self { choices: choices.to_vec(), ..Self::default() };
        let keyed = |choices: &[String], key: ChoiceSet, shuffled| {
            let right = (0..choices.len()).filter(|index| key.contains(*index));
            let right: Vec<String> = right.map(|index| (index + 1).to_string()).collect();
            // A comma would make a fraction of two numbers in half of the world.
            Self { correct: right.join(" "), shuffled, ..of(choices) }
        };
        let row = match &question.kind {
            QuestionKind::Single(it) => keyed(&it.choices, it.correct, it.shuffled),
            QuestionKind::Multiple(it) => keyed(&it.choices, it.correct, it.shuffled),
            QuestionKind::TrueFalse(it) => {
                Self { correct: it.correct.to_string(), ..Self::default() }
            }
            QuestionKind::Typed(it) => of(&it.accepted),
            QuestionKind::Order(it) => of(&it.items),
            QuestionKind::Poll(it) => {
                let correct = if it.several { "several" } else { "" };
                Self { correct: correct.to_owned(), ..of(&it.choices) }
            }
            QuestionKind::Scale(it) => Self {
                choices: vec![
                    it.from.to_string(),
                    it.to.to_string(),
                    it.from_label.clone(),
                    it.to_label.clone(),
                ],
                ..Self::default()
            },
            QuestionKind::Cloud(it) => Self { correct: it.words.to_string(), ..Self::default() },
            QuestionKind::OpenText(_) | QuestionKind::Slide(_) => Self::default(),
            QuestionKind::Number(_) | QuestionKind::Matching(_) | QuestionKind::Hotspot(_) => {
                return None;
            }
        };
        (row.choices.len() <= CHOICES).then_some(row)
    }

    fn cells(self, question: &Question) -> Vec<String> {
        let mut cells = vec![escaped(&question.text), question.kind.name().to_owned()];
        cells.extend(self.choices.iter().map(|choice| escaped(choice)));
        cells.resize(2 + CHOICES, String::new());
        cells.push(self.correct);
        cells.extend([question.seconds.to_string(), question.points.to_string()]);
        cells.push(if self.shuffled { "yes" } else { "" }.to_owned());
        cells.push(escaped(&question.explanation));
        cells
    }
}
