//! A question from a row.

use quizrain_shared::api::ProblemKind;
use quizrain_shared::question::{
    Cloud, InvalidAccepted, InvalidChoices, InvalidQuestion, MAX_POINTS, OpenText, Order, Poll,
    Question, QuestionKind, SECONDS, Scale, Slide, TrueFalse,
};

use super::super::choice::{self, line, lines};
use super::super::collected::Collected;
use super::super::problem::{At, Problem, one_line};
use super::super::{Format, MAX_EXPLANATION_CHARS};
use super::columns::{Columns, Key};
use super::dialect::Found;
use super::header::{Role, plain, role};
use super::key::{Choice, right};
use super::plain::WAYS;
use super::sheet::Line;
use super::{kinds::Asked, ours};

/// What parts choices that stand in one cell, by how surely it is meant.
const CHOICES_APART: [char; 3] = ['|', '\n', ';'];

/// The choices of a row; blank ones are passed over.
pub(super) fn choices(row: Line<'_>, columns: &Columns) -> Vec<Choice> {
    if let [column] = columns.choices.as_slice() {
        let cell = row.get(*column);
        let apart = CHOICES_APART.iter().find(|apart| cell.contains(**apart));
        let parts: Vec<&str> = match apart {
            Some(apart) => cell.split(*apart).collect(),
            None => vec![cell],
        };
        return numbered(parts.into_iter().map(|part| (part, *column)));
    }
    numbered(columns.choices.iter().map(|column| (row.get(*column), *column)))
}

fn numbered<'c>(cells: impl Iterator<Item = (&'c str, usize)>) -> Vec<Choice> {
    cells
        .enumerate()
        .map(|(slot, (cell, column))| Choice { text: line(cell), slot, column })
        .filter(|choice| !choice.text.is_empty())
        .collect()
}

/// Seconds as they are written: `20`, `20 seconds`, `20s`, `1 min`.
pub(super) fn seconds(text: &str) -> Option<u32> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let number: u32 = text[..end].parse().ok()?;
    let unit = text[end..].trim();
    if !unit.chars().all(|c| c.is_alphabetic() || c == '.') {
        return None;
    }
    let minutes = unit.to_lowercase().starts_with("min");
    Some(if minutes { number.saturating_mul(60) } else { number })
}

/// Reads rows of one table.
pub(super) struct Rows<'f> {
    pub(super) found: &'f Found,
    /// How right answers are written, the first way that fits.
    pub(super) keys: &'f [Key],
    pub(super) collected: &'f mut Collected,
}

impl Rows<'_> {
    fn format(&self) -> Option<Format> {
        self.found.dialect.format
    }

    fn own(&self) -> bool {
        self.format() == Some(Format::QuizrainCsv)
    }

    fn note(&mut self, at: At, kind: impl Into<ProblemKind>) {
        self.collected.skip(Problem::known(at, kind));
    }

    /// Takes a row.
    pub(super) fn row(&mut self, row: Line<'_>) {
        let columns = &self.found.columns;
        let cell = |column: Option<usize>| column.map_or("", |column| row.get(column));
        let mut choices = choices(row, columns);
        let text = row.get(columns.question);
        if text.is_empty() {
            // Numbered rows that wait to be filled are many.
            if !choices.is_empty() || !cell(columns.correct).is_empty() {
                let at = row.at(Some(columns.question));
                self.note(at, InvalidQuestion::NoText);
            }
            return;
        }
        // A row that explains the columns.
        if columns.kind.is_some() && role(cell(columns.kind)) == Some(Role::Kind) {
            return;
        }
        let asked = match Asked::of(plain(cell(columns.kind)).as_str()) {
            Ok(asked) => asked,
            Err(unknown) => {
                let problem =
                    Problem::known(row.at(columns.kind), unknown(one_line(cell(columns.kind))));
                return self.collected.skip(problem.expected(Asked::KNOWN));
            }
        };
        let mut text = text.to_owned();
        if self.own() {
            text = ours::unescaped(&text).to_owned();
            for choice in &mut choices {
                choice.text = ours::unescaped(row.get(choice.column)).to_owned();
            }
        }
        let kind = match self.kind(asked, row, &choices) {
            Ok(kind) => kind,
            Err(problem) => return self.collected.skip(problem),
        };
        let mut question = Question::new(if self.own() { text } else { lines(&text) }, kind);
        self.extras(&mut question, row);
        let places: Vec<usize> = choices.iter().map(|choice| choice.column).collect();
        let part = |why: &InvalidQuestion| place(why, columns, &places).map(|it| row.at(Some(it)));
        self.collected.question(question, row.at(None), part);
    }

    /// The kind of question, with what is right.
    fn kind(
        &self,
        asked: Asked,
        row: Line<'_>,
        choices: &[Choice],
    ) -> Result<QuestionKind, Problem> {
        let columns = &self.found.columns;
        let correct = columns.correct.map_or("", |column| row.get(column));
        let texts = || choices.iter().map(|choice| choice.text.clone()).collect::<Vec<_>>();
        let shuffled = columns.shuffle.is_some_and(|column| row.get(column) == "yes");
        Ok(match asked {
            Asked::Any if columns.choices.is_empty() => typed(choices, correct),
            Asked::Typed => typed(choices, correct),
            Asked::OpenText => QuestionKind::OpenText(OpenText {}),
            Asked::Slide => QuestionKind::Slide(Slide {}),
            Asked::Cloud => QuestionKind::Cloud(Cloud { words: correct.parse().unwrap_or(1) }),
            Asked::Order => QuestionKind::Order(Order { items: texts() }),
            Asked::Poll => {
                QuestionKind::Poll(Poll { choices: texts(), several: correct == "several" })
            }
            Asked::Scale => QuestionKind::Scale(scale(choices)),
            Asked::TrueFalse if choices.is_empty() => {
                QuestionKind::TrueFalse(TrueFalse { correct: self.truth(row, correct)? })
            }
            Asked::Any | Asked::Choices | Asked::Single | Asked::Multiple | Asked::TrueFalse => {
                let right = self.right(row, correct, choices)?;
                match asked {
                    _ if columns.correct.is_some_and(|it| columns.choices.contains(&it)) => {
                        apart(choices, &right)
                    }
                    Asked::Multiple => choice::multiple(texts(), &right, shuffled),
                    Asked::Single => choice::single(texts(), &right, shuffled),
                    _ => choice::kind(texts(), &right, shuffled),
                }
            }
        })
    }

    fn truth(&self, row: Line<'_>, correct: &str) -> Result<bool, Problem> {
        match correct.to_lowercase().as_str() {
            "true" | "t" | "yes" | "1" => Ok(true),
            "false" | "f" | "no" | "0" => Ok(false),
            _ => {
                let at = row.at(self.found.columns.correct);
                Err(Problem::known(at, ProblemKind::NotTrueOrFalse(one_line(correct))))
            }
        }
    }

    fn right(&self, row: Line<'_>, cell: &str, choices: &[Choice]) -> Result<Vec<usize>, Problem> {
        choice::count(choices.len()).map_err(|why| Problem::known(row.at(None), why))?;
        let at = || row.at(self.found.columns.correct);
        if cell.is_empty() {
            return Err(Problem::known(at(), ProblemKind::NoRight).expected(WAYS));
        }
        let find = |key: &Key| right(*key, cell, choices, &self.found.names);
        self.keys.iter().find_map(find).ok_or_else(|| {
            let ways: Vec<&str> = Key::ALL
                .iter()
                .filter(|(key, _)| self.keys.contains(key))
                .map(|(_, name)| *name)
                .collect();
            let kind = ProblemKind::NoSuchChoice(one_line(cell));
            Problem::known(at(), kind)
                .expected(format!("the {} of a choice", ways.join(" or the ")))
        })
    }

    /// Time, points and explanation; what cannot be taken over is noted.
    fn extras(&mut self, question: &mut Question, row: Line<'_>) {
        let columns = &self.found.columns;
        let cell = |column: Option<usize>| column.map_or("", |column| row.get(column));
        let time = cell(columns.time);
        let (least, most) = (*SECONDS.start(), *SECONDS.end());
        match seconds(time) {
            Some(0) if self.own() => question.seconds = 0,
            Some(said) => {
                let fits = u16::try_from(said).unwrap_or(u16::MAX).clamp(least, most);
                if u32::from(fits) != said {
                    self.note(row.at(columns.time), ProblemKind::Time(one_line(time), fits));
                }
                question.seconds = fits;
            }
            None if time.is_empty() => {}
            None => {
                self.note(
                    row.at(columns.time),
                    ProblemKind::Time(one_line(time), question.seconds),
                );
            }
        }
        let points = cell(columns.points);
        if let Some(said) = points.parse().ok().filter(|points| *points <= MAX_POINTS) {
            question.points = if question.is_graded() { said } else { 0 };
        } else if !points.is_empty() {
            let kind = ProblemKind::Points(one_line(points), question.points);
            self.note(row.at(columns.points), kind);
        }
        let explanation = cell(columns.explanation);
        let explanation =
            if self.own() { ours::unescaped(explanation).to_owned() } else { lines(explanation) };
        let chars = explanation.chars().count();
        if chars > MAX_EXPLANATION_CHARS {
            self.note(row.at(columns.explanation), ProblemKind::LongExplanation(chars));
        } else {
            question.explanation = explanation;
        }
        let picture = cell(columns.picture);
        if !picture.is_empty() {
            self.note(row.at(columns.picture), ProblemKind::NotFetched(one_line(picture)));
        }
    }
}

/// Choices of which the right ones stand in a column of their own.
fn apart(choices: &[Choice], right: &[usize]) -> QuestionKind {
    let texts = |wanted: bool| -> Vec<String> {
        let of = choices.iter().enumerate().filter(|(i, _)| right.contains(i) == wanted);
        of.map(|(_, choice)| choice.text.clone()).collect()
    };
    choice::sorted(&texts(true), &texts(false))
}

/// What is accepted: the choices, or what is in the cell of the right answer, parted by bars.
fn typed(choices: &[Choice], correct: &str) -> QuestionKind {
    if choices.is_empty() {
        choice::typed(correct.split(['|', '\n']).map(line).filter(|text| !text.is_empty()))
    } else {
        choice::typed(choices.iter().map(|choice| choice.text.clone()))
    }
}

/// A scale: its ends, and what they are called.
fn scale(choices: &[Choice]) -> Scale {
    let text = |index: usize| {
        choices.iter().find(|it| it.slot == index).map(|it| it.text.clone()).unwrap_or_default()
    };
    let end = |index: usize| text(index).parse().unwrap_or(u8::MAX);
    Scale { from: end(0), to: end(1), from_label: text(2), to_label: text(3) }
}

/// The column of what breaks a rule.
fn place(why: &InvalidQuestion, columns: &Columns, choices: &[usize]) -> Option<usize> {
    match why {
        InvalidQuestion::NoText | InvalidQuestion::TextTooLong(_) => Some(columns.question),
        InvalidQuestion::Choices(
            InvalidChoices::Empty(i) | InvalidChoices::TooLong(i) | InvalidChoices::Same(_, i),
        )
        | InvalidQuestion::Accepted(InvalidAccepted::Untypable(i) | InvalidAccepted::Same(_, i)) => {
            choices.get(i - 1).copied().or(columns.correct)
        }
        InvalidQuestion::Choices(InvalidChoices::NoKey | InvalidChoices::ManyKeys) => {
            columns.correct
        }
        _ => None,
    }
}
