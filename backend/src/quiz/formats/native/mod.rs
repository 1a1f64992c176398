//! Our own format: a quiz in TOML.
//!
//! Strict: unknown keys are refused, and so is every value out of its range. The file is read in
//! parts, one for each question and rain, so that all that is wrong is named at once.

mod question;
mod rain;
mod theme;
pub(super) mod tree;
pub(super) mod write;

use quizrain_shared::api::{BrokenPart, BrokenQuiz, QuizPart};
use quizrain_shared::question::Question;
use quizrain_shared::quiz::{MAX_QUESTIONS, Quiz};
use quizrain_shared::score::{Curve, Scoring};
use serde::Deserialize;
use serde::de::IgnoredAny;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::quiz::formats::content::Text;
use crate::quiz::formats::problem::one_line;
use crate::quiz::formats::reader::Reader;
use crate::quiz::formats::{At, LANGUAGE, MAX_DESCRIPTION_CHARS, MAX_TITLE_CHARS, Parsed, Problem};

/// In larger files, only the first mistake against TOML itself is named: garbage has one at every
/// other byte.
const RECOVERABLE_BYTES: usize = 256 * 1024;

/// Most brackets, commas and equals signs. Parsed values take some 300 bytes each, and no file has
/// more values than such signs; 20,000 questions with eight choices have 360,000.
const MAX_SIGNS: usize = 450_000;
/// Most braces and lines that begin with a bracket. Tables take some 1500 bytes each; a question is
/// one, its picture and its region are others.
const MAX_TABLES: usize = 64_000;

/// Checks that TOML has not so many values that reading it takes all memory.
pub(super) fn check_signs(text: &str) -> Result<(), Problem> {
    let count = |signs: &[u8]| text.bytes().filter(|byte| signs.contains(byte)).count();
    let headers = text.lines().filter(|line| line.trim_start().starts_with('[')).count();
    let (signs, tables) = (count(b"[{,="), count(b"{") + headers);
    match () {
        () if signs > MAX_SIGNS => {
            Err(Problem::known(At::File, BrokenQuiz::Signs(signs, MAX_SIGNS)))
        }
        () if tables > MAX_TABLES => {
            Err(Problem::known(At::File, BrokenQuiz::Tables(tables, MAX_TABLES)))
        }
        () => Ok(()),
    }
}

/// The keys at the top of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    title: Spanned<String>,
    language: Option<Spanned<String>>,
    description: Option<Spanned<String>>,
    scoring: Option<Spanned<ScoringEntry>>,
    // Read apart; here so that a misspelt key is told about them.
    #[serde(rename = "question")]
    _question: Option<IgnoredAny>,
    #[serde(rename = "rain")]
    _rain: Option<IgnoredAny>,
    #[serde(rename = "theme")]
    _theme: Option<IgnoredAny>,
}

/// How answers score.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScoringEntry {
    #[serde(default)]
    curve: Curve,
    wrong_percent: Option<Spanned<i64>>,
    #[serde(default)]
    streak_bonus: bool,
}

pub(super) fn is(text: &Text<'_>) -> bool {
    text.ends(&["toml"]) || text.text.lines().any(|line| line.trim_end() == "[[question]]")
}

pub(super) fn parse(text: &Text<'_>) -> Result<Parsed, Vec<Problem>> {
    let Text { text, beside, .. } = text;
    check_signs(text).map_err(|problem| vec![problem])?;
    let mut reader = Reader::new(text, *beside);
    let (mut root, errors) = if text.len() <= RECOVERABLE_BYTES {
        DeTable::parse_recoverable(text)
    } else {
        match DeTable::parse(text) {
            Ok(root) => (root, Vec::new()),
            Err(error) => (Spanned::new(0..0, DeTable::new()), vec![error]),
        }
    };
    for error in &errors {
        let line = reader.line(error.span().unwrap_or_default());
        // One mistake can upset the parser more than once.
        if reader.problems.last().is_none_or(|last| last.at != At::Line(line)) {
            let why = BrokenQuiz::Toml(one_line(error.message()));
            reader.add(Problem::known(At::Line(line), why));
        }
    }
    if !reader.problems.is_empty() {
        return Err(reader.problems);
    }
    let questions = take(&mut root, "question");
    let rains = take(&mut root, "rain");
    let look = take(&mut root, "theme");
    let asked = questions.as_ref().map_or(0, |value| match value.get_ref() {
        DeValue::Array(entries) => entries.len(),
        _ => 0,
    });
    let root = Spanned::new(root.span(), DeValue::Table(root.into_inner()));
    let head = read_head(&mut reader, root);
    let questions = read_questions(&mut reader, questions);
    let rains = rains.map(|rains| rain::read_all(&mut reader, rains, asked)).unwrap_or_default();
    let theme = look.and_then(|look| theme::read(&mut reader, look));
    match head {
        Some(head) if reader.problems.is_empty() => Ok(Parsed {
            quiz: Quiz { questions, rains, theme, ..head },
            media: reader.media,
            skipped: reader.notes,
            columns: None,
        }),
        _ => Err(reader.problems),
    }
}

/// Takes a value out, leaving its key.
fn take<'i>(root: &mut Spanned<DeTable<'i>>, key: &str) -> Option<Spanned<DeValue<'i>>> {
    let value = root.get_mut().get_mut(key)?;
    let span = value.span();
    Some(std::mem::replace(value, Spanned::new(span, DeValue::Boolean(false))))
}

/// A quiz without its questions and its rains.
fn read_head(reader: &mut Reader<'_>, root: Spanned<DeValue<'_>>) -> Option<Quiz> {
    let head: Head = reader.table(QuizPart::Quiz, root)?;
    let title = reader.line_of_text(QuizPart::Title, &head.title, MAX_TITLE_CHARS);
    if title.is_empty() {
        reader.refuse(QuizPart::Title, head.title.span(), BrokenPart::NoTitle);
    }
    let language = head.language.map_or_else(
        || LANGUAGE.to_owned(),
        |language| {
            if !is_language(language.get_ref()) {
                reader.refuse(QuizPart::Language, language.span(), BrokenPart::Language);
            }
            language.into_inner()
        },
    );
    let description = head
        .description
        .map(|text| reader.line_of_text(QuizPart::Description, &text, MAX_DESCRIPTION_CHARS))
        .unwrap_or_default();
    let scoring = head.scoring.map(|it| it.into_inner()).map_or_else(Scoring::default, |it| {
        let costs = it.wrong_percent.as_ref();
        let costs = reader.number(QuizPart::Scoring, "wrong_percent", costs, 0..=100);
        Scoring {
            curve: it.curve,
            wrong_percent: costs.and_then(|costs| u8::try_from(costs).ok()).unwrap_or(0),
            streak_bonus: it.streak_bonus,
        }
    });
    Some(Quiz { title, description, scoring, ..Quiz::blank(language) })
}

fn read_questions(reader: &mut Reader<'_>, value: Option<Spanned<DeValue<'_>>>) -> Vec<Question> {
    let Some(value) = value else {
        reader.problems.push(Problem::known(At::File, BrokenQuiz::NoQuestion));
        return Vec::new();
    };
    let span = value.span();
    let DeValue::Array(entries) = value.into_inner() else {
        reader.refuse(QuizPart::Questions, span, BrokenPart::Brackets);
        return Vec::new();
    };
    if entries.is_empty() {
        reader.refuse(QuizPart::Questions, span.clone(), BrokenPart::NoQuestion);
    }
    if let Some(beyond) = entries.get(MAX_QUESTIONS) {
        let why = BrokenPart::ManyQuestions(entries.len());
        reader.refuse(QuizPart::Questions, beyond.span(), why);
    }
    let numbered = entries.into_iter().take(MAX_QUESTIONS).zip(1..);
    numbered
        .filter_map(|(entry, number): (_, usize)| question::read(reader, number, entry))
        .collect()
}

/// Whether this may be a BCP 47 tag: parts of up to 8 letters and digits, joined by hyphens, the
/// first of letters alone.
fn is_language(tag: &str) -> bool {
    let mut parts = tag.split('-');
    let first = parts.next().unwrap_or_default();
    (2..=8).contains(&first.len())
        && first.bytes().all(|byte| byte.is_ascii_alphabetic())
        && tag.len() <= 35
        && parts.all(|part| {
            (1..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
        })
}
