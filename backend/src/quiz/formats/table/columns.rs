//! Which column of a table means what.

use std::fmt;
use std::str::FromStr;

pub use quizrain_shared::api::AnswerKey as Key;

use super::super::problem::letters;

/// Most columns that can be named: those of the largest spreadsheets.
const MAX_COLUMN: usize = 16_384;

/// Which column of a table means what; columns and rows are counted from 1.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    /// The row of the header; questions stand below it. 0: there is none.
    pub header: usize,
    /// The question.
    pub question: usize,
    /// Its choices; where they are in one cell, that column. None: answers are typed.
    pub choices: Vec<usize>,
    /// The right answer or answers; one of the choices, where the right one stands in a column of
    /// its own.
    pub correct: Option<usize>,
    /// How it is written.
    pub key: Option<Key>,
    /// What kind of question it is.
    pub kind: Option<usize>,
    /// Seconds to answer.
    pub time: Option<usize>,
    /// Points.
    pub points: Option<usize>,
    /// What is shown after the reveal.
    pub explanation: Option<usize>,
    /// A link to a picture, which is not taken.
    pub picture: Option<usize>,
    /// Whether choices are shuffled.
    pub shuffle: Option<usize>,
}

impl Columns {
    fn others(&self) -> [(&'static str, Option<usize>); 7] {
        [
            ("correct", self.correct),
            ("kind", self.kind),
            ("time", self.time),
            ("points", self.points),
            ("explanation", self.explanation),
            ("picture", self.picture),
            ("shuffle", self.shuffle),
        ]
    }

    /// Whether anything is read from a column.
    pub(super) fn uses(&self, column: usize) -> bool {
        self.question == column
            || self.choices.contains(&column)
            || self.others().iter().any(|(_, used)| *used == Some(column))
    }
}

/// As it is given: `header=1,question=B,choices=C-F,correct=G,time=H`.
impl fmt::Display for Columns {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "header={},question={}", self.header, letters(self.question))?;
        let in_row = self.choices.windows(2).all(|two| two[0] + 1 == two[1]);
        match self.choices.as_slice() {
            [] => {}
            [one] => write!(out, ",choices={}", letters(*one))?,
            [first, .., last] if in_row => {
                write!(out, ",choices={}-{}", letters(*first), letters(*last))?;
            }
            all => {
                let all: Vec<String> = all.iter().map(|column| letters(*column)).collect();
                write!(out, ",choices={}", all.join("+"))?;
            }
        }
        for (name, column) in self.others() {
            if let Some(column) = column {
                write!(out, ",{name}={}", letters(column))?;
            }
        }
        if let Some((_, name)) = Key::ALL.iter().find(|(key, _)| Some(*key) == self.key) {
            write!(out, ",key={name}")?;
        }
        Ok(())
    }
}

/// Why columns cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?}: expected columns such as question=A,choices=B-E,correct=F,header=1; also time, points, \
     kind, explanation, picture, shuffle, key=number|index|letter|name|text; choices=B+D+F where \
     they are apart"
)]
pub struct InvalidColumns(pub String);

impl FromStr for Columns {
    type Err = InvalidColumns;

    fn from_str(text: &str) -> Result<Self, InvalidColumns> {
        let mut columns = Self { header: 1, ..Self::default() };
        for part in text.split(',').filter(|part| !part.trim().is_empty()) {
            columns.set(part.trim()).ok_or_else(|| InvalidColumns(part.trim().to_owned()))?;
        }
        if columns.question == 0 || (columns.choices.is_empty() && columns.correct.is_none()) {
            return Err(InvalidColumns(text.to_owned()));
        }
        Ok(columns)
    }
}

impl Columns {
    fn set(&mut self, part: &str) -> Option<()> {
        let (name, value) = part.split_once('=')?;
        let value = value.trim();
        let one = || column(value);
        match name.trim().to_ascii_lowercase().as_str() {
            "header" => self.header = value.parse().ok()?,
            "question" => self.question = one()?,
            "choices" => self.choices = several(value)?,
            "correct" => self.correct = Some(one()?),
            "kind" => self.kind = Some(one()?),
            "time" => self.time = Some(one()?),
            "points" => self.points = Some(one()?),
            "explanation" => self.explanation = Some(one()?),
            "picture" => self.picture = Some(one()?),
            "shuffle" => self.shuffle = Some(one()?),
            "key" => self.key = Key::ALL.iter().find(|(_, known)| *known == value).map(|it| it.0),
            _ => return None,
        }
        (name.trim() != "key" || self.key.is_some()).then_some(())
    }
}

/// A column by its letters or its number.
fn column(text: &str) -> Option<usize> {
    let number = if text.bytes().all(|byte| byte.is_ascii_digit()) {
        text.parse().ok()?
    } else {
        text.bytes().try_fold(0_usize, |sum, byte| {
            let digit = byte.is_ascii_alphabetic().then(|| byte.to_ascii_uppercase() - b'A' + 1)?;
            sum.checked_mul(26)?.checked_add(usize::from(digit))
        })?
    };
    (1..=MAX_COLUMN).contains(&number).then_some(number)
}

/// `C-F` or `C+E+G`.
fn several(text: &str) -> Option<Vec<usize>> {
    let mut all = Vec::new();
    for part in text.split('+') {
        match part.split_once('-') {
            Some((first, last)) => {
                let (first, last) = (column(first)?, column(last)?);
                if last < first || last - first >= 26 {
                    return None;
                }
                all.extend(first..=last);
            }
            None => all.push(column(part)?),
        }
    }
    (all.len() <= 26).then_some(all)
}
