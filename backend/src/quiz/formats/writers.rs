//! What a quiz can be written in.

use quizrain_shared::quiz::Quiz;

use super::exported::{Exported, Files};
use super::{Format, aiken, bundle, moodle, native, table};

/// What a quiz can be written in.
#[derive(Clone, Copy, Debug)]
pub struct Writer {
    /// The format.
    pub format: Format,
    /// What people call it.
    pub title: &'static str,
    /// What its files end in.
    pub ending: &'static str,
    /// Their media type.
    pub content_type: &'static str,
    write: fn(&Quiz, Files<'_>) -> Exported,
}

/// Every format that a quiz can be written in.
pub const WRITERS: &[Writer] = &[
    Writer {
        format: Format::QuizrainZip,
        title: "Quizrain, with pictures and sounds (zip)",
        ending: "zip",
        content_type: "application/zip",
        write: bundle::write,
    },
    Writer {
        format: Format::QuizrainToml,
        title: "Quizrain (TOML)",
        ending: "toml",
        content_type: "application/toml",
        write: native::write::toml,
    },
    Writer {
        format: Format::QuizrainYaml,
        title: "Quizrain (YAML)",
        ending: "yaml",
        content_type: "application/yaml",
        write: native::write::yaml,
    },
    Writer {
        format: Format::QuizrainJson,
        title: "Quizrain (JSON)",
        ending: "json",
        content_type: "application/json",
        write: native::write::json,
    },
    Writer {
        format: Format::QuizrainCsv,
        title: "CSV table",
        ending: "csv",
        content_type: "text/csv; charset=utf-8",
        write: table::ours::write,
    },
    Writer {
        format: Format::Kahoot,
        title: "Kahoot spreadsheet (XLSX)",
        ending: "xlsx",
        content_type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        write: table::kahoot::write,
    },
    Writer {
        format: Format::MoodleXml,
        title: "Moodle XML",
        ending: "xml",
        content_type: "application/xml",
        write: moodle::xml::write,
    },
    Writer {
        format: Format::Gift,
        title: "Moodle GIFT",
        ending: "gift",
        content_type: "text/plain; charset=utf-8",
        write: moodle::gift::write,
    },
    Writer {
        format: Format::Aiken,
        title: "Aiken",
        ending: "aiken",
        content_type: "text/plain; charset=utf-8",
        write: aiken::write,
    },
];

/// Writes a quiz; `None`: nothing is written in this format.
#[must_use]
pub fn export(format: Format, quiz: &Quiz, files: Files<'_>) -> Option<Exported> {
    let writer = WRITERS.iter().find(|writer| writer.format == format)?;
    Some((writer.write)(quiz, files))
}
