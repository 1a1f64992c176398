//! What is wrong in a file, and where.

use std::fmt;

pub use quizrain_shared::api::FilePlace as At;
pub(super) use quizrain_shared::api::column_letters as letters;
use quizrain_shared::api::{BrokenFile, ProblemKind};
use serde::Serialize;

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
        problems.push(Problem::known(problem.at, BrokenFile::ManyProblems(MAX_PROBLEMS)));
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
    /// The same as data, which pages say in their own language.
    #[serde(skip)]
    pub kind: Box<ProblemKind>,
    /// Of a row of a table: its cells, each with the heading of its column.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub row: Box<[(String, String)]>,
}

impl Problem {
    /// What is wrong there.
    pub(in crate::quiz) fn known(at: At, kind: impl Into<ProblemKind>) -> Self {
        let kind = Box::new(kind.into());
        let (what, expected) = (one_line(&kind.to_string()), one_line(&kind.expected()));
        Self { at, what, expected, kind, row: Box::default() }
    }

    /// The same, where something else is expected than anywhere.
    pub(super) fn expected(mut self, expected: impl AsRef<str>) -> Self {
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
            at => format!("{file}, {}: {problem}", one_line(&at.to_string())),
        })
        .collect();
    if problems.len() > LISTED {
        lines.push(format!("… and {} more", problems.len() - LISTED));
    }
    lines.join("\n")
}

/// A message without line breaks and control characters, cut where it is long.
pub(in crate::quiz) fn one_line(text: &str) -> String {
    let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let line = clean.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MAX_PROBLEM_CHARS) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
