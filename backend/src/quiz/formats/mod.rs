//! Quiz files: finds out what a file is by its content, reads it, and says what is wrong where.
//!
//! Our own files are read strictly: every problem is named and a file with one is refused whole.
//! Files of other programs are collections of other people, often of thousands of questions: a
//! question that breaks a rule is left out and named, and the rest is used.
//!
//! A format is one file here and one line in [`READERS`]. A reader gets its text decoded; it never
//! panics, whatever comes, and takes memory in proportion to the file.

mod aiken;
mod collected;
mod content;
mod export;
mod exported;
mod html;
mod moodle;
mod native;
mod notes;
mod open_trivia_qa;
mod problem;
mod reader;
#[cfg(test)]
mod tests;

pub use quizrain_shared::question::MAX_EXPLANATION_CHARS;
use quizrain_shared::quiz::Quiz;
pub use quizrain_shared::quiz::{MAX_DESCRIPTION_CHARS, MAX_TITLE_CHARS};

use crate::quiz::media::Media;

pub use content::{MAX_FILE_BYTES, UnknownEncoding, encoding};
pub use exported::{Exported, Pictures};
pub use problem::{At, Problem, QuizFileError, listing};

use content::Text;

/// The language of a quiz whose file does not say.
const LANGUAGE: &str = "en";

/// What a file is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Our own, in TOML.
    QuizrainToml,
    /// Moodle's XML.
    MoodleXml,
    /// Moodle's GIFT: answers in braces.
    Gift,
    /// `#Q` questions with `^` answers.
    OpenTriviaQa,
    /// `ANSWER: A` after choices with letters.
    Aiken,
}

impl Format {
    /// Its name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::QuizrainToml => "quizrain-toml",
            Self::MoodleXml => "moodle-xml",
            Self::Gift => "gift",
            Self::OpenTriviaQa => "open-trivia-qa",
            Self::Aiken => "aiken",
        }
    }
}

/// A quiz read from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// The quiz. Every question and the rain keep their rules; there is at least one question.
    pub quiz: Quiz,
    /// The pictures of its questions.
    pub media: Vec<Media>,
    /// What was left out or could not be taken over; always empty for our own formats.
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

/// How a format of texts is known and read.
struct Reader {
    format: Format,
    /// Whether a text is written in it; the first line of the table that says so is taken.
    is: fn(&Text<'_>) -> bool,
    read: fn(&Text<'_>) -> Result<Parsed, Vec<Problem>>,
}

/// Every format of texts, those that are known for sure before those that are guessed.
const READERS: &[Reader] = &[
    Reader { format: Format::QuizrainToml, is: native::is, read: native::parse },
    Reader { format: Format::MoodleXml, is: moodle::xml::is, read: moodle::xml::parse },
    Reader { format: Format::Gift, is: moodle::gift::is, read: moodle::gift::parse },
    Reader { format: Format::OpenTriviaQa, is: open_trivia_qa::is, read: open_trivia_qa::parse },
    Reader { format: Format::Aiken, is: aiken::is, read: aiken::parse },
];

/// What a quiz can be written in.
#[derive(Clone, Copy, Debug)]
pub struct Writer {
    /// The format.
    pub format: Format,
    /// What its files end in.
    pub ending: &'static str,
    /// Their media type.
    pub content_type: &'static str,
    write: fn(&Quiz, Pictures<'_>) -> Exported,
}

/// Every format that a quiz can be written in.
pub const WRITERS: &[Writer] = &[
    Writer {
        format: Format::MoodleXml,
        ending: "xml",
        content_type: "application/xml",
        write: moodle::xml::write,
    },
    Writer {
        format: Format::Gift,
        ending: "gift",
        content_type: "text/plain; charset=utf-8",
        write: moodle::gift::write,
    },
    Writer {
        format: Format::Aiken,
        ending: "aiken",
        content_type: "text/plain; charset=utf-8",
        write: aiken::write,
    },
];

/// Writes a quiz; `None`: nothing is written in this format. The title is for the file's name.
#[must_use]
pub fn export(format: Format, quiz: &Quiz, pictures: Pictures<'_>) -> Option<Exported> {
    let writer = WRITERS.iter().find(|writer| writer.format == format)?;
    Some((writer.write)(quiz, pictures))
}

/// What became of a file.
pub type Outcome = Result<Parsed, QuizFileError>;

/// Reads a quiz file, and says what it is written in where that could be found out.
pub fn parse(file: &File<'_>) -> (Option<Format>, Outcome) {
    let (format, read) = read(file);
    let read = read.map_err(|mut problems| {
        problems.sort_by(|one, other| one.at.cmp(&other.at));
        QuizFileError { file: file.name.to_owned(), problems }
    });
    (format, read)
}

fn read(file: &File<'_>) -> (Option<Format>, Result<Parsed, Vec<Problem>>) {
    let text = match Text::of(file) {
        Ok(text) => text,
        Err(problem) => return (None, Err(vec![problem])),
    };
    if text.text.trim().is_empty() {
        return (None, Err(vec![Problem::of_file("the file is empty")]));
    }
    match READERS.iter().find(|reader| (reader.is)(&text)) {
        Some(reader) => (Some(reader.format), (reader.read)(&text)),
        None => (
            None,
            Err(vec![Problem::of_file("not a quiz file that can be read").expected(
                "a quiz of Quizrain (TOML), Moodle (XML or GIFT), OpenTriviaQA or Aiken \
                         (`ANSWER: A` after choices)",
            )]),
        ),
    }
}

/// Endings that are not part of a title.
const ENDINGS: [&str; 4] = ["txt", "aiken", "gift", "xml"];

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

/// What is wrong with a text because of a character that nobody can see.
fn control_character(text: &str) -> Option<String> {
    let found = text.chars().find(|c| c.is_control() && !matches!(c, '\n' | '\t'))?;
    Some(format!("the text has the control character U+{:04X}; take it out", u32::from(found)))
}
