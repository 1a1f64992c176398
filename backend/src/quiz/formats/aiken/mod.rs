//! Aiken: a line of question, a line for each choice (`A. …` or `A) …`), then `ANSWER: A`.
//!
//! Beyond the format as it is described, a question may have several lines, blank lines may stand
//! between the parts, line ends may be those of any system, and there are dialects ([`dialect`]). A question that cannot be used is
//! left out and named, one problem for each.

mod dialect;
mod write;

use quizrain_shared::api::{BrokenAiken, Lost, ProblemKind};
use quizrain_shared::question::{ChoiceSet, Question, QuestionKind, Single, TrueFalse};

use super::collected::{Collected, line_of};
use super::content::Text;
use super::notes::Notes;
use super::problem::one_line;
use super::{At, Parsed, Problem, control_character, title};

use dialect::{Below, Marked};
pub(super) use write::write;

pub(super) fn is(text: &Text<'_>) -> bool {
    let answers = |line: &str| as_answer(line.trim()).is_some();
    text.ends(&["aiken"]) || text.text.lines().any(answers) || has_foreign_answer(&text.text)
}

pub(super) fn parse(text: &Text<'_>) -> Result<Parsed, Vec<Problem>> {
    read(&text.text, title(text.name))
}

/// Whether `ANSWER:` stands right below a choice: no text does so by chance.
pub(super) fn is_sure(text: &Text<'_>) -> bool {
    let below = text.text.lines().skip(1).map(str::trim);
    let mut pairs = text.text.lines().map(str::trim).zip(below);
    text.ends(&["aiken"])
        || pairs.any(|(line, below)| as_choice(line).is_some() && as_answer(below).is_some())
}

/// Whether a line such as `RESPUESTA: B` stands right below choices.
fn has_foreign_answer(text: &str) -> bool {
    let mut block: Option<Block> = None;
    text.lines().map(str::trim).any(|line| {
        if line.is_empty() {
            block = None;
            return false;
        }
        let Some(block) = &mut block else {
            block = Some(Block::new(0, line));
            return false;
        };
        if block.is_answered() && matches!(dialect::below(line), Some(Below::Answer(_))) {
            return true;
        }
        match as_choice(line) {
            Some((letter, text)) => block.choice(0, letter, text),
            None if dialect::below(line).is_none() => block.text(0, line),
            None => {}
        }
        false
    })
}

fn read(text: &str, title: String) -> Result<Parsed, Vec<Problem>> {
    let mut reader = Reader::default();
    for (i, line) in text.lines().enumerate() {
        reader.line(i + 1, line.trim());
    }
    reader.close(None);
    let Reader { mut collected, notes, .. } = reader;
    collected.skipped.extend(notes.problems(At::Line));
    collected.skipped.sort_by(|one, other| one.at.cmp(&other.at));
    collected.quiz(title)
}

/// The letter and the text of a line such as `A. text` or `A) text`.
fn as_choice(line: &str) -> Option<(char, &str)> {
    let mut chars = line.chars();
    let letter = chars.next().filter(char::is_ascii_uppercase)?;
    chars.next().filter(|c| matches!(c, '.' | ')'))?;
    let text = chars.as_str();
    (text.is_empty() || text.starts_with(char::is_whitespace)).then(|| (letter, text.trim()))
}

/// What follows `ANSWER:` on a line.
fn as_answer(line: &str) -> Option<&str> {
    let (word, rest) = (line.get(..6)?, line.get(6..)?);
    let key = rest.trim_start().strip_prefix(':')?;
    word.eq_ignore_ascii_case("ANSWER").then(|| key.trim())
}

#[derive(Default)]
struct Reader {
    collected: Collected,
    notes: Notes,
    /// The question being read.
    open: Option<Block>,
    /// Whether the line before was blank.
    blank: bool,
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) {
        if line.is_empty() {
            self.blank = true;
            return;
        }
        let after_blank = std::mem::take(&mut self.blank);
        if let Some(key) = as_answer(line) {
            if self.open.is_none() {
                let at = At::Line(number);
                self.collected.skip(Problem::known(at, BrokenAiken::NoQuestion));
            }
            self.close(Some((number, key)));
            return;
        }
        if self.open.as_ref().is_some_and(Block::is_answered) {
            match dialect::below(line) {
                Some(Below::Numbering) => return self.notes.note(Lost::Numbering, number),
                Some(Below::Answer(key)) => return self.close(Some((number, key))),
                None => {}
            }
        }
        match (&mut self.open, as_choice(line)) {
            (Some(block), Some((letter, text))) => block.choice(number, letter, text),
            (Some(block), None) if !after_blank => block.text(number, line),
            // The first line of a question is its text, even one such as "A. Milne wrote …".
            _ => {
                self.close(None);
                self.open = Some(Block::new(number, line));
            }
        }
    }

    /// Ends the question being read, at its `ANSWER:` line or without one.
    fn close(&mut self, key: Option<(usize, &str)>) {
        let Some(block) = self.open.take() else {
            return;
        };
        let line = block.line;
        match block.question(key) {
            Ok((question, lines)) => {
                self.collected.question(question, At::Line(line), |why| line_of(why, &lines));
            }
            Err(problem) => self.collected.skip(problem),
        }
    }
}

/// The lines of one question, up to its `ANSWER:` line.
struct Block {
    line: usize,
    text: String,
    choices: Vec<(usize, String)>,
    /// Lines of the text that are choices where no others come.
    marked: Marked,
    /// The first thing wrong with its lines.
    broken: Option<Problem>,
}

impl Block {
    fn new(line: usize, text: &str) -> Self {
        Self {
            line,
            text: text.to_owned(),
            choices: Vec::new(),
            marked: Marked::default(),
            broken: None,
        }
    }

    /// Whether a key may follow.
    fn is_answered(&self) -> bool {
        dialect::enough(self.choices.len().max(self.marked.choices.len()))
    }

    /// The letter that the next choice must have.
    fn next_letter(&self) -> Option<char> {
        ('A'..='Z').nth(self.choices.len())
    }

    fn choice(&mut self, number: usize, letter: char, text: &str) {
        match self.next_letter() {
            Some(expected) if letter == expected => self.choices.push((number, text.to_owned())),
            Some('A') if as_choice(&self.text).is_some() => {
                self.break_at(self.line, BrokenAiken::NoText);
            }
            Some(expected) => self.break_at(number, BrokenAiken::WrongChoice(expected, letter)),
            None => self.break_at(number, BrokenAiken::AfterZ),
        }
    }

    fn text(&mut self, number: usize, line: &str) {
        match self.next_letter() {
            Some('A') => {
                self.marked.line(number, line, self.text.len());
                self.text.push('\n');
                self.text.push_str(line);
            }
            Some(next) => self.break_at(number, BrokenAiken::NotAChoice(next)),
            None => self.break_at(number, BrokenAiken::AfterZ),
        }
    }

    fn break_at(&mut self, line: usize, why: BrokenAiken) {
        self.broken.get_or_insert_with(|| Problem::known(At::Line(line), why));
    }

    /// The question, and the lines of its choices.
    fn question(mut self, key: Option<(usize, &str)>) -> Result<(Question, Vec<usize>), Problem> {
        if let Some(problem) = self.broken {
            return Err(problem);
        }
        let Some((key_line, key)) = key else {
            return Err(Problem::known(At::Line(self.line), ProblemKind::NoRight)
                .expected("a line `ANSWER: A`"));
        };
        let marked = self.choices.is_empty() && dialect::enough(self.marked.choices.len());
        let right = if marked {
            self.text.truncate(self.marked.before);
            right_choice(key, self.marked.choices.len(), |key| self.marked.position(key))
        } else {
            let place = |key: char| ('A'..='Z').position(|it| it == key.to_ascii_uppercase());
            right_choice(key, self.choices.len(), place)
        };
        if marked {
            self.choices = self.marked.choices;
        }
        if self.choices.is_empty() {
            return Err(Problem::known(At::Line(self.line), BrokenAiken::NoChoices));
        }
        let (lines, choices): (Vec<usize>, Vec<String>) = self.choices.into_iter().unzip();
        let unseen = std::iter::once((self.line, &self.text))
            .chain(lines.iter().copied().zip(&choices))
            .find_map(|(line, text)| {
                let kind = ProblemKind::Control(control_character(text)?);
                Some(Problem::known(At::Line(line), kind))
            });
        if let Some(problem) = unseen {
            return Err(problem);
        }
        let correct = right.map_err(|why| Problem::known(At::Line(key_line), why))?;
        let kind = match truth(&choices, correct) {
            Some(correct) => QuestionKind::TrueFalse(TrueFalse { correct }),
            None => QuestionKind::Single(Single {
                choices,
                correct: ChoiceSet::one(correct),
                shuffled: false,
            }),
        };
        Ok((Question::new(self.text, kind), lines))
    }
}

/// Whether it is true, where the choices are true and false in either order.
pub(super) fn truth(choices: &[String], correct: usize) -> Option<bool> {
    let [first, second] = choices else {
        return None;
    };
    let are =
        |yes: &str, no: &str| yes.eq_ignore_ascii_case("true") && no.eq_ignore_ascii_case("false");
    if are(first, second) { Some(correct == 0) } else { are(second, first).then_some(correct == 1) }
}

/// The position from 0 of the choice that `ANSWER:` names, by the place of its letter.
fn right_choice(
    key: &str,
    choices: usize,
    place: impl Fn(char) -> Option<usize>,
) -> Result<usize, BrokenAiken> {
    let mut chars = key.trim_end_matches(['.', ')']).chars();
    let letter = match (chars.next(), chars.next()) {
        (Some(letter), None) if place(letter).is_some() || letter.is_alphabetic() => letter,
        (None, _) => return Err(BrokenAiken::NoLetter),
        _ => {
            let found: String = key.chars().take(20).collect();
            return Err(BrokenAiken::NotALetter(one_line(&found)));
        }
    };
    place(letter)
        .filter(|place| *place < choices)
        .ok_or(BrokenAiken::NoSuchChoice(letter.to_ascii_uppercase(), choices))
}
