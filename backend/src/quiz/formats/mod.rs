//! Quiz files: reads a quiz as our own TOML or as Aiken, and says what is wrong on which line.
//!
//! Our own files are read strictly: every problem is named and a file with one is refused whole.
//! Aiken files are collections of other people, often of thousands of questions: a question that
//! breaks a rule is left out and named, and the rest is used.

mod aiken;
mod native;
mod reader;
#[cfg(test)]
mod tests;

use quizrain_shared::quiz::Quiz;

use crate::quiz::media::Media;

/// Largest file, in bytes.
pub const MAX_FILE_BYTES: usize = 2 * 1024 * 1024;
/// Most characters in a title.
pub const MAX_TITLE_CHARS: usize = 120;
/// Most characters in a description.
pub const MAX_DESCRIPTION_CHARS: usize = 300;
/// Most characters in an explanation.
pub const MAX_EXPLANATION_CHARS: usize = 500;

/// The language of a quiz whose file does not say.
const LANGUAGE: &str = "en";
/// How many problems a listing shows.
const LISTED: usize = 20;
/// Most characters of a problem; files can put long words into messages.
const MAX_PROBLEM_CHARS: usize = 300;

/// A quiz read from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// The quiz. Every question and the rain keep their rules; there is at least one question.
    pub quiz: Quiz,
    /// The pictures of its questions.
    pub media: Vec<Media>,
    /// One for each question that was left out; always empty for our own format.
    pub skipped: Vec<Problem>,
}

/// The files beside a quiz file.
pub trait Beside {
    /// One of them.
    ///
    /// # Errors
    /// Why it cannot be read, in words.
    fn read(&self, name: &str) -> Result<Vec<u8>, String>;
}

/// Why a file was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", listing(.file, .problems))]
pub struct QuizFileError {
    /// The file's name.
    pub file: String,
    /// What is wrong, from the file's top to its bottom; at least one.
    pub problems: Vec<Problem>,
}

/// One thing that is wrong in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The line, from 1; 0 for the file as a whole.
    pub line: usize,
    /// What is wrong and what is expected, in one line.
    pub what: String,
}

impl Problem {
    fn new(line: usize, what: impl AsRef<str>) -> Self {
        Self { line, what: one_line(what.as_ref()) }
    }

    fn of_file(what: impl AsRef<str>) -> Self {
        Self::new(0, what)
    }
}

/// Lists problems for people, one per line as `file:line: what`, the first 20.
#[must_use]
pub fn listing(file: &str, problems: &[Problem]) -> String {
    let file = one_line(file);
    let mut lines: Vec<String> = problems
        .iter()
        .take(LISTED)
        .map(|Problem { line, what }| match line {
            0 => format!("{file}: {what}"),
            line => format!("{file}:{line}: {what}"),
        })
        .collect();
    if problems.len() > LISTED {
        lines.push(format!("… and {} more", problems.len() - LISTED));
    }
    lines.join("\n")
}

/// Reads a quiz file. The name's ending says the format: `.toml` is ours, `.txt` and `.aiken` are
/// Aiken.
///
/// # Errors
/// The file is too large, not text or of no known format; in our own format, anything wrong; in
/// Aiken, no usable question.
pub fn parse(file_name: &str, bytes: &[u8], beside: &dyn Beside) -> Result<Parsed, QuizFileError> {
    read(file_name, bytes, beside).map_err(|mut problems| {
        problems.sort_by_key(|problem| problem.line);
        QuizFileError { file: file_name.to_owned(), problems }
    })
}

fn read(file_name: &str, bytes: &[u8], beside: &dyn Beside) -> Result<Parsed, Vec<Problem>> {
    let ending = file_name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    match ending.as_deref() {
        Some("toml") => native::parse(&text(bytes)?, beside),
        Some("txt" | "aiken") => aiken::parse(title(file_name), &text(bytes)?),
        _ => Err(vec![Problem::of_file(
            "not a quiz file by its name: expected .toml (Quizrain), or .txt or .aiken (Aiken)",
        )]),
    }
}

/// The file as text, without a byte order mark, its lines ended by line feeds.
fn text(bytes: &[u8]) -> Result<String, Vec<Problem>> {
    if bytes.len() > MAX_FILE_BYTES {
        let what = format!("the file has {} bytes; {MAX_FILE_BYTES} (2 MiB) at most", bytes.len());
        return Err(vec![Problem::of_file(what)]);
    }
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return Err(vec![Problem::of_file("the file is UTF-16; save it as UTF-8")]);
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n")),
        Err(error) => {
            let (before, rest) = bytes.split_at(error.valid_up_to());
            let line = before.split(|byte| *byte == b'\n').count();
            let position = before.rsplit(|byte| *byte == b'\n').next().map_or(0, <[u8]>::len) + 1;
            let byte = rest.first().copied().unwrap_or_default();
            let what = format!(
                "byte {position} of the line, 0x{byte:02x}, is not UTF-8; save the file as UTF-8"
            );
            Err(vec![Problem::new(line, what)])
        }
    }
}

/// A title from a file name: `for-kids.aiken.txt` is "For kids".
fn title(file_name: &str) -> String {
    let name = file_name.rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = ["txt", "aiken"].iter().fold(name, |stem, ending| match stem.rsplit_once('.') {
        Some((rest, found)) if found.eq_ignore_ascii_case(ending) => rest,
        _ => stem,
    });
    let spaced: String =
        stem.chars().map(|c| if c.is_control() || "-_".contains(c) { ' ' } else { c }).collect();
    let words = spaced.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut chars = words.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).take(MAX_TITLE_CHARS).collect(),
        None => "Quiz".to_owned(),
    }
}

/// What is wrong with a text because of a character that nobody can see.
fn control_character(text: &str) -> Option<String> {
    let found = text.chars().find(|c| c.is_control() && !matches!(c, '\n' | '\t'))?;
    Some(format!("the text has the control character U+{:04X}; take it out", u32::from(found)))
}

/// A message without line breaks and control characters, cut where it is long.
fn one_line(text: &str) -> String {
    let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let line = clean.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MAX_PROBLEM_CHARS) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
