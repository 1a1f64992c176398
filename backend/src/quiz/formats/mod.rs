//! Quiz files: finds out what a file is by its content, reads it, and says what is wrong where.
//!
//! Our own files are read strictly: every problem is named and a file with one is refused whole.
//! Files of other programs are collections of other people, often of thousands of questions: a
//! question that breaks a rule is left out and named, and the rest is used.
//!
//! A format is one file here and one line in `readers`. A reader gets its text decoded; it never
//! panics, whatever comes, and takes memory in proportion to the file.

mod aiken;
mod archive;
mod bundle;
mod choice;
mod collected;
mod content;
mod export;
mod exported;
mod format;
mod fuiz;
mod html;
mod json;
mod moodle;
mod native;
mod notes;
mod open_trivia_qa;
mod problem;
mod reader;
mod readers;
mod table;
#[cfg(test)]
mod tests;
mod tree;
mod writers;

use quizrain_shared::api::{NoFile, ProblemKind};
pub use quizrain_shared::question::MAX_EXPLANATION_CHARS;
use quizrain_shared::quiz::Quiz;
pub use quizrain_shared::quiz::{MAX_DESCRIPTION_CHARS, MAX_TITLE_CHARS};

use crate::quiz::media::Media;

pub use content::{MAX_FILE_BYTES, MAX_TEXT_BYTES, UnknownEncoding, encoding, needs_encoding};
pub use exported::{Exported, Files};
pub use format::Format;
pub(super) use problem::one_line;
pub use problem::{At, Problem, QuizFileError, listing};
pub use table::{Columns, InvalidColumns, Key};
pub use writers::{WRITERS, Writer, export};

use archive::Archive;
use content::Text;
use readers::READERS;

/// The language of a quiz whose file does not say.
const LANGUAGE: &str = "en";

/// A quiz read from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// The quiz. Every question and the rain keep their rules; there is at least one question.
    pub quiz: Quiz,
    /// The pictures and sounds of its questions.
    pub media: Vec<Media>,
    /// What was left out or could not be taken over; of our own formats, colours alone that nobody could read.
    pub skipped: Vec<Problem>,
    /// Which columns of a table were read, as [`Columns`] are written; sheets are parted by `; `.
    pub columns: Option<String>,
}

/// What a reader makes of a text.
type Reading = Result<Parsed, Vec<Problem>>;

/// The same with the format, where that could be found out.
type Read = (Option<Format>, Reading);

/// The files beside a quiz file.
pub trait Beside {
    /// One of them.
    ///
    /// # Errors
    /// Why it cannot be read.
    fn read(&self, name: &str) -> Result<Vec<u8>, NoFile>;
}

/// A quiz file as it is brought.
pub struct File<'f> {
    /// Its name. Where the content leaves it open, its ending says the format; a quiz without a
    /// title is called after it.
    pub name: &'f str,
    /// What is in it.
    pub bytes: &'f [u8],
    /// What its text is encoded in, where it is not Unicode.
    pub encoding: Option<&'static encoding_rs::Encoding>,
    /// The files beside it.
    pub beside: &'f dyn Beside,
}

/// What became of a file.
pub type Outcome = Result<Parsed, QuizFileError>;

/// Reads a quiz file, and says what it is written in where that could be found out.
pub fn parse(file: &File<'_>) -> (Option<Format>, Outcome) {
    parse_table(file, None)
}

/// The same, with what was said of a table's columns.
pub fn parse_table(file: &File<'_>, columns: Option<&Columns>) -> (Option<Format>, Outcome) {
    let (format, mut read) = read(file, columns);
    if let Ok(parsed) = &mut read {
        parsed.skipped.sort_by(|one, other| one.at.cmp(&other.at));
    }
    let read = read.map_err(|mut problems| {
        problems.sort_by(|one, other| one.at.cmp(&other.at));
        QuizFileError { file: file.name.to_owned(), problems }
    });
    (format, read)
}

fn read(file: &File<'_>, columns: Option<&Columns>) -> Read {
    if Archive::is(file.bytes) {
        return read_container(file, columns);
    }
    let text = match Text::of(file) {
        Ok(text) => text,
        Err(problem) => return (None, Err(vec![problem])),
    };
    if text.text.trim().is_empty() {
        return (None, Err(vec![Problem::known(At::File, ProblemKind::EmptyFile)]));
    }
    if columns.is_none() {
        if let Some(read) = json::of_text(&text) {
            return read;
        }
        if let Some(reader) = READERS.iter().find(|reader| (reader.is)(&text)) {
            return (Some(reader.format), (reader.read)(&text));
        }
    }
    table::of_text(&text, columns).unwrap_or_else(|| {
        let problem = Problem::known(At::File, ProblemKind::UnknownFormat).expected(
            "a quiz of Quizrain (TOML, YAML, JSON, zip), a table (CSV, Kahoot and others), JSON, \
             Moodle (XML or GIFT), OpenTriviaQA or Aiken (`ANSWER: A` after choices)",
        );
        (None, Err(vec![problem]))
    })
}

/// Reads a workbook, or a zip file of ours.
fn read_container(file: &File<'_>, columns: Option<&Columns>) -> Read {
    if let Err(problem) = content::check_size(file.bytes.len(), MAX_FILE_BYTES) {
        return (None, Err(vec![problem]));
    }
    match Archive::open(file.bytes) {
        Ok(mut archive) if table::is_workbook(&archive) => {
            table::of_workbook(file.name, file.bytes, &mut archive, columns)
        }
        Ok(archive) => (Some(Format::QuizrainZip), bundle::read(file, archive)),
        Err(why) => (None, Err(vec![Problem::known(At::File, why)])),
    }
}

/// Reads a text that can only be of ours.
fn read_ours(text: &Text<'_>) -> Reading {
    match json::of_text(text) {
        Some((_, read)) => read,
        None if native::tree::is_yaml(text) => native::tree::parse_yaml(text),
        None => native::parse(text),
    }
}

/// Endings that are not part of a title.
const ENDINGS: [&str; 13] = [
    "txt", "aiken", "gift", "xml", "csv", "tsv", "tab", "xlsx", "json", "toml", "yaml", "yml",
    "zip",
];

/// Whether a file's name ends as those of quizzes do, whatever the case.
pub(super) fn has_ending(name: &str) -> bool {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending);
    ending.is_some_and(|ending| ENDINGS.iter().any(|it| it.eq_ignore_ascii_case(ending)))
}

/// A title from a file name: `for-kids.aiken.txt` is "For kids".
fn title(file_name: &str) -> String {
    let name = file_name.rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = ENDINGS.iter().fold(name, |stem, ending| match stem.rsplit_once('.') {
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

/// The first character of a text that nobody can see, those that turn the direction of what follows among them.
pub(super) fn control_character(text: &str) -> Option<char> {
    let turns = |c| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    text.chars().find(|c| turns(*c) || (c.is_control() && !matches!(c, '\n' | '\t')))
}
