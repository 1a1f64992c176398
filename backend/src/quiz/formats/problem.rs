//! What is wrong in a file, and where.

use std::fmt;

use serde::{Serialize, Serializer};

/// How many problems a listing shows.
pub(super) const LISTED: usize = 20;
/// Most characters of a problem; files can put long words into messages.
pub(super) const MAX_PROBLEM_CHARS: usize = 300;

/// Most problems of a file that are kept: one can have a problem in every other byte.
pub(super) const MAX_PROBLEMS: usize = 10_000;

/// Puts a problem to the others, as long as there is room; where there is none, that is said once.
pub(super) fn add(problems: &mut Vec<Problem>, problem: Problem) {
    if problems.len() < MAX_PROBLEMS {
        problems.push(problem);
    } else if problems.len() == MAX_PROBLEMS {
        let what = format!("more than {MAX_PROBLEMS} problems; those from here on are not listed");
        problems.push(Problem::new(problem.at, what));
    }
}

/// A place in a file, from its top to its bottom.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum At {
    /// The file as a whole.
    File,
    /// A line of a text, from 1.
    Line(usize),
    /// A cell or a row of a table.
    Cell {
        /// The sheet's name, where the file has sheets.
        sheet: Option<String>,
        /// From 1, as spreadsheets count.
        row: usize,
        /// From 1; `None`: the row as a whole.
        column: Option<usize>,
    },
    /// An entry of a list, from 1, where lines say nothing.
    Entry(usize),
}

/// A column as spreadsheets name it: A for 1, AA for 27.
pub(super) fn letters(column: usize) -> String {
    let mut rest = column;
    let mut letters = Vec::new();
    while rest > 0 {
        letters.push(char::from(b'A' + u8::try_from((rest - 1) % 26).unwrap_or(0)));
        rest = (rest - 1) / 26;
    }
    letters.iter().rev().collect()
}

impl fmt::Display for At {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File => out.write_str("file"),
            Self::Line(line) => write!(out, "line {line}"),
            Self::Cell { sheet, row, column } => {
                if let Some(sheet) = sheet {
                    write!(out, "sheet {}, ", one_line(sheet))?;
                }
                write!(out, "row {row}")?;
                match column {
                    Some(column) => write!(out, ", column {}", letters(*column)),
                    None => Ok(()),
                }
            }
            Self::Entry(entry) => write!(out, "question {entry}"),
        }
    }
}

impl Serialize for At {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// One thing that is wrong in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// Where.
    pub at: At,
    /// What is there, in one line.
    pub what: String,
    /// What was expected; empty where `what` says it all.
    pub expected: String,
    /// Of a row of a table: its cells, each with the heading of its column.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub row: Vec<(String, String)>,
}

impl Problem {
    pub(super) fn new(at: At, what: impl AsRef<str>) -> Self {
        Self { at, what: one_line(what.as_ref()), expected: String::new(), row: Vec::new() }
    }

    pub(in crate::quiz) fn of_file(what: impl AsRef<str>) -> Self {
        Self::new(At::File, what)
    }

    pub(super) fn line(line: usize, what: impl AsRef<str>) -> Self {
        Self::new(At::Line(line), what)
    }

    pub(in crate::quiz) fn expected(mut self, expected: impl AsRef<str>) -> Self {
        self.expected = one_line(expected.as_ref());
        self
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.what)?;
        if self.expected.is_empty() { Ok(()) } else { write!(out, "; expected {}", self.expected) }
    }
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

/// Lists problems for people, one per line as `file:line: what`, the first 20.
#[must_use]
pub fn listing(file: &str, problems: &[Problem]) -> String {
    let file = one_line(file);
    let mut lines: Vec<String> = problems
        .iter()
        .take(LISTED)
        .map(|problem| match &problem.at {
            At::File => format!("{file}: {problem}"),
            // As compilers write it, for editors that jump there.
            At::Line(line) => format!("{file}:{line}: {problem}"),
            at => format!("{file}, {at}: {problem}"),
        })
        .collect();
    if problems.len() > LISTED {
        lines.push(format!("… and {} more", problems.len() - LISTED));
    }
    lines.join("\n")
}

/// A message without line breaks and control characters, cut where it is long.
pub(super) fn one_line(text: &str) -> String {
    let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let line = clean.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MAX_PROBLEM_CHARS) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
