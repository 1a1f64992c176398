//! A number.

use quizrain_shared::api::{BrokenPart, QuizPart};
use quizrain_shared::decimal::{self, InvalidDecimal, MAX_DECIMALS};
use quizrain_shared::question::{InvalidNumber, InvalidQuestion, Number, NumberView, QuestionKind};
use serde::Deserialize;
use toml::Spanned;

use super::{Own, Place, Rest};
use crate::quiz::formats::reader::Reader;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    min: Spanned<Written>,
    max: Spanned<Written>,
    correct: Spanned<Written>,
    step: Option<Spanned<Written>>,
    tolerance: Option<Spanned<Written>>,
    credit_within: Option<Spanned<Written>>,
    decimals: Option<Spanned<i64>>,
    unit: Option<Spanned<String>>,
}

/// A number as TOML has it.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a number such as 12 or 3.5")]
enum Written {
    Whole(i64),
    Fraction(f64),
}

impl Written {
    /// In units of the last decimal.
    fn units(&self, decimals: u8) -> Result<i64, InvalidDecimal> {
        let text = match self {
            Self::Whole(whole) => whole.to_string(),
            Self::Fraction(number) => {
                let text = format!("{number:.*}", usize::from(decimals));
                if number.is_finite() && text.parse() != Ok(*number) {
                    return Err(InvalidDecimal::TooPrecise(decimals));
                }
                text
            }
        };
        decimal::parse(&text, decimals)
    }
}

/// Reads numbers of one question.
struct Numbers<'r, 'b> {
    reader: &'r mut Reader<'b>,
    about: QuizPart,
    decimals: u8,
}

impl Numbers<'_, '_> {
    /// A number that is wrong is named, and 0 checks the rest.
    fn read(&mut self, key: &str, written: &Spanned<Written>) -> i64 {
        written.get_ref().units(self.decimals).unwrap_or_else(|why| {
            let why = BrokenPart::Decimal(key.to_owned(), why);
            self.reader.refuse(self.about, written.span(), why);
            0
        })
    }

    fn read_or(&mut self, key: &str, written: Option<&Spanned<Written>>, default: i64) -> i64 {
        written.map_or(default, |written| self.read(key, written))
    }
}

pub(super) fn read(reader: &mut Reader<'_>, about: QuizPart, rest: Rest<'_>) -> Option<Own> {
    let entry: Entry = reader.table(about, rest)?;
    let most = u16::from(MAX_DECIMALS);
    let decimals = reader.number(about, "decimals", entry.decimals.as_ref(), 0..=most);
    let decimals = decimals.and_then(|decimals| u8::try_from(decimals).ok()).unwrap_or(0);
    let problems = reader.problem_count();
    let mut numbers = Numbers { reader, about, decimals };
    let field = NumberView {
        min: numbers.read("min", &entry.min),
        max: numbers.read("max", &entry.max),
        step: numbers.read_or("step", entry.step.as_ref(), 1),
        decimals,
        unit: entry.unit.as_ref().map(|unit| unit.get_ref().trim().to_owned()).unwrap_or_default(),
    };
    let number = Number {
        field,
        correct: numbers.read("correct", &entry.correct),
        tolerance: numbers.read_or("tolerance", entry.tolerance.as_ref(), 0),
        credit_within: numbers.read_or("credit_within", entry.credit_within.as_ref(), 0),
    };
    if reader.problem_count() > problems {
        return None;
    }
    let texts = entry.unit.iter().cloned().collect();
    let place: Place = Box::new(move |why| {
        let InvalidQuestion::Number(why) = why else { return None };
        match why {
            InvalidNumber::Decimals(_) => entry.decimals.as_ref().map(Spanned::span),
            InvalidNumber::Ends => Some(entry.max.span()),
            InvalidNumber::Step => entry.step.as_ref().map(Spanned::span),
            InvalidNumber::Key => Some(entry.correct.span()),
            InvalidNumber::Tolerance => {
                entry.credit_within.as_ref().or(entry.tolerance.as_ref()).map(Spanned::span)
            }
            InvalidNumber::UnitTooLong(_) => entry.unit.as_ref().map(Spanned::span),
        }
    });
    Some(Own { kind: QuestionKind::Number(number), texts, place })
}
