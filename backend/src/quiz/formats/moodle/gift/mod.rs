//! Moodle's GIFT: questions in text, parted by blank lines, their answers in braces.
//!
//! By Moodle's documentation, and where it is silent, by its importer. Two things that people write
//! are read beyond it, and noted: blank lines between braces, and a question that begins in the line
//! after another one's braces.

mod answers;
mod blocks;
mod scan;
mod write;

use quizrain_shared::api::{Lost, ProblemKind, StrayBrace};

use super::text::Markup;
use super::{Bank, Draft};
use crate::quiz::formats::content::Text;
use crate::quiz::formats::html::Plain;
use crate::quiz::formats::{At, Parsed, Problem, aiken, title};
use blocks::Block;

pub(in super::super) use write::write;

/// What stands in the place of the answers inside a sentence.
const GAP: &str = "____";

pub(in super::super) fn is(text: &Text<'_>) -> bool {
    // Cells of a table may begin as answers do.
    let may_be = !text.ends(&["csv", "tsv"]) && !aiken::is_sure(text);
    text.ends(&["gift"]) || (may_be && has_answers(&text.text))
}

/// Whether there are braces that begin as answers do.
fn has_answers(text: &str) -> bool {
    let mut rest = text;
    while let Some((at, _)) = scan::find(rest, b"{") {
        rest = &rest[at + 1..];
        let answers = rest.trim_start();
        let word = answers.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(answers.len());
        let (word, after) = answers.split_at(word);
        let truth = answers::truth(word).is_some() && after.trim_start().starts_with(['}', '#']);
        if truth || answers.starts_with(['~', '#']) || (answers.starts_with('=') && word.is_empty())
        {
            return true;
        }
    }
    false
}

pub(in super::super) fn parse(text: &Text<'_>) -> Result<Parsed, Vec<Problem>> {
    read(&text.text, title(text.name))
}

fn read(text: &str, title: String) -> Result<Parsed, Vec<Problem>> {
    let marks = "`=` before the right answer, or weights such as `~%50%`";
    let mut bank = Bank::new(marks);
    for block in blocks::blocks(text) {
        let mut reader = Reader { bank: &mut bank, block: &block };
        if let Err(problem) = reader.block() {
            bank.skip(problem);
        }
    }
    bank.quiz(title)
}

/// Reads the questions of one block; mostly there is one.
struct Reader<'r> {
    bank: &'r mut Bank,
    block: &'r Block,
}

/// A part of the block, from here to there.
type Part = std::ops::Range<usize>;

impl<'r> Reader<'r> {
    fn at(&self, part: &Part) -> &'r str {
        self.block.text.get(part.clone()).unwrap_or_default()
    }

    /// A problem with what begins here.
    fn known(&self, at: usize, kind: impl Into<ProblemKind>) -> Problem {
        Problem::known(At::Line(self.block.line(at)), kind)
    }

    fn block(&mut self) -> Result<(), Problem> {
        let mut from = self.categories();
        if self.block.torn {
            self.bank.note(Lost::BlankInBraces, self.block.line(from));
        }
        while from < self.block.text.len() {
            from = self.question(from)?;
        }
        Ok(())
    }

    /// Passes the lines that name a category.
    fn categories(&mut self) -> usize {
        let mut from = 0;
        while self.block.text[from..].starts_with("$CATEGORY:") {
            self.bank.note(Lost::Categories, self.block.line(from));
            let line = self.block.text[from..].find('\n');
            from = line.map_or(self.block.text.len(), |line| from + line + 1);
        }
        from
    }

    /// Takes the question that begins here, and says where the next one does.
    fn question(&mut self, from: usize) -> Result<usize, Problem> {
        let (open, close) = self.braces(from)?;
        let rest = close + 1..self.block.text.len();
        let until = if self.is_last(&rest)? { rest.end } else { rest.start };
        if until < rest.end {
            self.bank.note(Lost::NoBlankBetween, self.block.line(until));
        }
        if let Err(problem) = self.take(from..open, open + 1..close, rest.start..until) {
            self.bank.skip(problem);
        }
        let next = self.at(&(until..rest.end));
        Ok(rest.end - next.trim_start().len())
    }

    /// Where the braces of the question are that begins here.
    fn braces(&self, from: usize) -> Result<(usize, usize), Problem> {
        let end = self.block.text.len();
        let open = match scan::find(self.at(&(from..end)), b"{}") {
            Some((at, b'{')) => from + at,
            Some((at, _)) => return Err(self.known(from + at, StrayBrace::NotOpened)),
            None => return Err(self.known(from, ProblemKind::NoAnswers(self.first_words(from)))),
        };
        match scan::find(self.at(&(open + 1..end)), b"{}") {
            Some((at, b'}')) => Ok((open, open + 1 + at)),
            Some((at, _)) => Err(self.known(open + 1 + at, StrayBrace::Inside)),
            None => Err(self.known(open, StrayBrace::NotClosed)),
        }
    }

    /// Whether what stands behind braces belongs to their question: no other one begins there.
    fn is_last(&self, rest: &Part) -> Result<bool, Problem> {
        let text = self.at(rest);
        let new_line = text.trim_start_matches([' ', '\t']).starts_with('\n');
        match scan::find(text, b"{}") {
            Some((at, b'}')) => Err(self.known(rest.start + at, StrayBrace::ClosedTwice)),
            Some(_) if new_line => Ok(false),
            Some((at, _)) => Err(self.known(rest.start + at, StrayBrace::Second)),
            None => Ok(!(new_line && text.trim_start().starts_with("::"))),
        }
    }

    /// How the text that begins here begins.
    fn first_words(&self, from: usize) -> String {
        let first = self.block.text[from..].lines().next().unwrap_or_default();
        let shown: String = first.chars().take(40).collect();
        let dots = if shown.len() < first.len() { "…" } else { "" };
        format!("{shown}{dots}")
    }

    fn take(&mut self, before: Part, answers: Part, after: Part) -> Result<(), Problem> {
        let start = before.start;
        let line = self.block.line(start);
        let before = self.at(&before);
        let (name, text) = name(before).unwrap_or(("", before));
        if text.starts_with(':') && text[1..].contains("::") {
            self.bank.note(Lost::Colon, line);
        }
        let (markup, text) = markup(text, Markup::Auto);
        let tail = self.at(&after).trim_end();
        let text = scan::unescape(text);
        let text = if tail.is_empty() {
            markup.read(&text)
        } else {
            markup.read(&format!("{text}{GAP}{}", scan::unescape(tail)))
        };
        let (asked, explanation) = self.answers(answers, start, markup)?;
        let name = scan::unescape(name).trim().to_owned();
        let (points, attached) = (None, Vec::new());
        self.bank.question(Draft { line, name, text, explanation, asked, points, attached });
        Ok(())
    }
}

/// The title of a question, and its text.
fn name(text: &str) -> Option<(&str, &str)> {
    let rest = text.strip_prefix("::")?;
    let end = scan::find_all(rest, "::")?;
    Some((&rest[..end], &rest[end + 2..]))
}

/// What a text is written in, where it says so, and the text.
fn markup(text: &str, usual: Markup) -> (Markup, &str) {
    let text = text.trim_start();
    let named = text.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    match named.and_then(|(name, rest)| Some((Markup::named(name)?, rest))) {
        Some((markup, rest)) => (markup, rest.trim_start()),
        None => (usual, text),
    }
}

/// What an escaped text says.
fn plain(text: &str, usual: Markup) -> Plain {
    let (markup, text) = markup(text, usual);
    markup.read(scan::unescape(text).trim())
}
