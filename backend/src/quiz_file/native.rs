//! Our own format: a quiz in TOML.
//!
//! Strict: unknown keys are refused, and so is every value out of its range. The file is read in
//! parts, one for each question, so that all that is wrong is named at once.

use std::ops::{Range, RangeInclusive};

use quizrain_shared::quiz::{MAX_QUESTIONS, Question, Quiz};
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

use super::{
    LANGUAGE, MAX_DESCRIPTION_CHARS, MAX_TITLE_CHARS, Problem, control_character, native_question,
    native_rain,
};

/// In larger files, only the first mistake against TOML itself is named: garbage has one at every
/// other byte.
const RECOVERABLE_BYTES: usize = 256 * 1024;

/// The keys at the top of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    title: Spanned<String>,
    language: Option<Spanned<String>>,
    description: Option<Spanned<String>>,
    // Read apart; here so that a misspelt key is told about them.
    #[serde(rename = "question")]
    _question: Option<IgnoredAny>,
    #[serde(rename = "rain")]
    _rain: Option<IgnoredAny>,
}

pub(super) fn parse(text: &str) -> Result<Quiz, Vec<Problem>> {
    let mut reader = Reader::new(text);
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
        if reader.problems.last().is_none_or(|last| last.line != line) {
            reader.problems.push(Problem::new(line, format!("not TOML: {}", error.message())));
        }
    }
    if !reader.problems.is_empty() {
        return Err(reader.problems);
    }
    let questions = take(&mut root, "question");
    let rain = take(&mut root, "rain");
    let root = Spanned::new(root.span(), DeValue::Table(root.into_inner()));
    let head = reader.head(root);
    let questions = reader.questions(questions);
    let rain = rain.and_then(|rain| native_rain::read(&mut reader, rain));
    match head {
        Some((title, language, description)) if reader.problems.is_empty() => {
            Ok(Quiz { title, language, description, questions, rain })
        }
        _ => Err(reader.problems),
    }
}

/// Takes a value out, leaving its key.
fn take<'i>(root: &mut Spanned<DeTable<'i>>, key: &str) -> Option<Spanned<DeValue<'i>>> {
    let value = root.get_mut().get_mut(key)?;
    let span = value.span();
    Some(std::mem::replace(value, Spanned::new(span, DeValue::Boolean(false))))
}

/// What is read so far, and where lines begin.
pub(super) struct Reader {
    line_starts: Vec<usize>,
    problems: Vec<Problem>,
}

impl Reader {
    fn new(text: &str) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let line_starts = std::iter::once(0).chain(ends.map(|(i, _)| i + 1)).collect();
        Self { line_starts, problems: Vec::new() }
    }

    fn line(&self, span: Range<usize>) -> usize {
        self.line_starts.partition_point(|start| *start <= span.start)
    }

    /// How many problems there are so far.
    pub(super) fn problem_count(&self) -> usize {
        self.problems.len()
    }

    /// Names a problem: the part of the file it is about, where, and what.
    pub(super) fn refuse(&mut self, about: &str, span: Range<usize>, what: impl AsRef<str>) {
        let line = self.line(span);
        self.problems.push(Problem::new(line, format!("{about}: {}", what.as_ref())));
    }

    /// Reads a table's keys and the kinds of their values.
    pub(super) fn table<T: DeserializeOwned>(
        &mut self,
        about: &str,
        table: Spanned<DeValue<'_>>,
    ) -> Option<T> {
        let span = table.span();
        T::deserialize(ValueDeserializer::from(table))
            .map_err(|error| self.refuse(about, error.span().unwrap_or(span), error.to_string()))
            .ok()
    }

    /// A text of one line, without space around it.
    fn line_of_text(&mut self, about: &str, text: &Spanned<String>, most: usize) -> String {
        let line = self.text(about, text, most);
        if line.contains('\n') {
            self.refuse(about, text.span(), "expected one line");
        }
        line
    }

    /// A text of its own, without space around it.
    pub(super) fn text(&mut self, about: &str, text: &Spanned<String>, most: usize) -> String {
        let trimmed = text.get_ref().trim();
        let chars = trimmed.chars().count();
        if chars > most {
            self.refuse(about, text.span(), format!("{chars} characters; {most} at most"));
        }
        if let Some(what) = control_character(trimmed) {
            self.refuse(about, text.span(), what);
        }
        trimmed.to_owned()
    }

    /// A whole number, where there is one within its range.
    pub(super) fn number(
        &mut self,
        about: &str,
        key: &str,
        number: Option<&Spanned<i64>>,
        range: RangeInclusive<u16>,
    ) -> Option<u16> {
        let number = number?;
        let fits = u16::try_from(*number.get_ref()).ok().filter(|number| range.contains(number));
        if fits.is_none() {
            let (found, low, high) = (number.get_ref(), range.start(), range.end());
            let what = format!("`{key}` is {found}; expected {low} to {high}");
            self.refuse(about, number.span(), what);
        }
        fits
    }

    fn head(&mut self, root: Spanned<DeValue<'_>>) -> Option<(String, String, String)> {
        let head: Head = self.table("quiz", root)?;
        let title = self.line_of_text("title", &head.title, MAX_TITLE_CHARS);
        if title.is_empty() {
            self.refuse("title", head.title.span(), "the quiz has no title");
        }
        let language = head.language.map_or_else(
            || LANGUAGE.to_owned(),
            |language| {
                if !is_language(language.get_ref()) {
                    let what = "expected a BCP 47 tag such as en or zh-Hans";
                    self.refuse("language", language.span(), what);
                }
                language.into_inner()
            },
        );
        let description = head
            .description
            .map(|text| self.line_of_text("description", &text, MAX_DESCRIPTION_CHARS))
            .unwrap_or_default();
        Some((title, language, description))
    }

    fn questions(&mut self, value: Option<Spanned<DeValue<'_>>>) -> Vec<Question> {
        let Some(value) = value else {
            self.problems.push(Problem::of_file("no question; expected [[question]] parts"));
            return Vec::new();
        };
        let span = value.span();
        let DeValue::Array(entries) = value.into_inner() else {
            self.refuse("question", span, "expected [[question]] with two brackets");
            return Vec::new();
        };
        if entries.is_empty() {
            self.refuse("question", span.clone(), "no question; expected [[question]] parts");
        }
        if let Some(beyond) = entries.get(MAX_QUESTIONS) {
            let what = format!("{} questions; {MAX_QUESTIONS} at most", entries.len());
            self.refuse("question", beyond.span(), what);
        }
        let numbered = entries.into_iter().take(MAX_QUESTIONS).zip(1..);
        numbered
            .filter_map(|(entry, number): (_, usize)| native_question::read(self, number, entry))
            .collect()
    }
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
