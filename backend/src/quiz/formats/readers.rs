//! How texts are known and read, but for JSON and tables, which have shapes and dialects of their own.

use super::content::Text;
use super::{Format, Reading, aiken, fuiz, moodle, native, open_trivia_qa};

/// How a format of texts is known and read.
pub(super) struct Reader {
    pub(super) format: Format,
    /// Whether a text is written in it; the first line of the table that says so is taken.
    pub(super) is: fn(&Text<'_>) -> bool,
    pub(super) read: fn(&Text<'_>) -> Reading,
}

/// Every format of texts, those that are known for sure before those that are guessed.
pub(super) const READERS: &[Reader] = &[
    Reader { format: Format::Fuiz, is: fuiz::is, read: fuiz::parse },
    Reader { format: Format::QuizrainToml, is: native::is, read: native::parse },
    Reader { format: Format::MoodleXml, is: moodle::xml::is, read: moodle::xml::parse },
    Reader { format: Format::Gift, is: moodle::gift::is, read: moodle::gift::parse },
    Reader { format: Format::OpenTriviaQa, is: open_trivia_qa::is, read: open_trivia_qa::parse },
    Reader {
        format: Format::QuizrainYaml,
        is: native::tree::is_yaml,
        read: native::tree::parse_yaml,
    },
    Reader { format: Format::Aiken, is: aiken::is, read: aiken::parse },
];
