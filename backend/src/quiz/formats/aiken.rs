//! Aiken: a line of question, a line for each choice (`A. …` or `A) …`), then `ANSWER: A`.
//!
//! Beyond the format as it is described, a question may have several lines, blank lines may stand
//! between the parts, and line ends may be those of any system. A question that cannot be used is
//! left out and named, one problem for each.

use quizrain_shared::question::{
    ChoiceSet, InvalidChoices, InvalidQuestion, Question, QuestionKind, Single, TrueFalse,
};

use super::collected::Collected;
use super::content::Text;
use super::{At, Parsed, Problem, control_character, title};

pub(super) fn is(text: &Text<'_>) -> bool {
    text.ends(&["aiken"]) || text.text.lines().any(|line| as_answer(line.trim()).is_some())
}

pub(super) fn parse(text: &Text<'_>) -> Result<Parsed, Vec<Problem>> {
    let mut reader = Reader::default();
    for (i, line) in text.text.lines().enumerate() {
        reader.line(i + 1, line.trim());
    }
    reader.close(None);
    reader.collected.quiz(title(text.name))
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
                self.collected.skip(Problem::line(number, "`ANSWER:` without a question above it"));
            }
            self.close(Some((number, key)));
            return;
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
                self.collected.question(question, At::Line(line), |why| match why {
                    InvalidQuestion::Choices(
                        InvalidChoices::Empty(i)
                        | InvalidChoices::TooLong(i)
                        | InvalidChoices::Same(_, i),
                    ) => lines.get(i - 1).copied().map(At::Line),
                    _ => None,
                });
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
    /// The first thing wrong with its lines.
    broken: Option<Problem>,
}

impl Block {
    fn new(line: usize, text: &str) -> Self {
        Self { line, text: text.to_owned(), choices: Vec::new(), broken: None }
    }

    /// The letter that the next choice must have.
    fn next_letter(&self) -> Option<char> {
        ('A'..='Z').nth(self.choices.len())
    }

    fn choice(&mut self, number: usize, letter: char, text: &str) {
        match self.next_letter() {
            Some(expected) if letter == expected => self.choices.push((number, text.to_owned())),
            Some('A') if as_choice(&self.text).is_some() => {
                self.break_at(self.line, "the choices have no question above them");
            }
            Some(expected) => {
                let what =
                    format!("expected choice {expected} or `ANSWER:`, found choice {letter}");
                self.break_at(number, what);
            }
            None => self.break_at(number, "expected `ANSWER:` after choice Z"),
        }
    }

    fn text(&mut self, number: usize, line: &str) {
        match self.next_letter() {
            Some('A') => {
                self.text.push('\n');
                self.text.push_str(line);
            }
            Some(next) => {
                let what = format!("expected a choice such as `{next}. text`, or `ANSWER: A`");
                self.break_at(number, what);
            }
            None => self.break_at(number, "expected `ANSWER:` after choice Z"),
        }
    }

    fn break_at(&mut self, line: usize, what: impl AsRef<str>) {
        self.broken.get_or_insert_with(|| Problem::line(line, what));
    }

    /// The question, and the lines of its choices.
    fn question(self, key: Option<(usize, &str)>) -> Result<(Question, Vec<usize>), Problem> {
        if let Some(problem) = self.broken {
            return Err(problem);
        }
        let Some((key_line, key)) = key else {
            return Err(Problem::line(self.line, "the question has no `ANSWER:` line"));
        };
        if self.choices.is_empty() {
            let what = "the question has no choices; a choice is a line such as `A. text`";
            return Err(Problem::line(self.line, what));
        }
        let (lines, choices): (Vec<usize>, Vec<String>) = self.choices.into_iter().unzip();
        let unseen = std::iter::once((self.line, &self.text))
            .chain(lines.iter().copied().zip(&choices))
            .find_map(|(line, text)| Some(Problem::line(line, control_character(text)?)));
        if let Some(problem) = unseen {
            return Err(problem);
        }
        let correct =
            right_choice(key, choices.len()).map_err(|what| Problem::line(key_line, what))?;
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
fn truth(choices: &[String], correct: usize) -> Option<bool> {
    let [first, second] = choices else {
        return None;
    };
    let are =
        |yes: &str, no: &str| yes.eq_ignore_ascii_case("true") && no.eq_ignore_ascii_case("false");
    if are(first, second) { Some(correct == 0) } else { are(second, first).then_some(correct == 1) }
}

/// The position from 0 of the choice that `ANSWER:` names.
fn right_choice(key: &str, choices: usize) -> Result<usize, String> {
    let mut chars = key.trim_end_matches(['.', ')']).chars();
    let letter = match (chars.next(), chars.next()) {
        (Some(letter), None) if letter.is_ascii_alphabetic() => letter.to_ascii_uppercase(),
        (None, _) => return Err("`ANSWER:` names no choice; expected one letter".to_owned()),
        _ => {
            let found: String = key.chars().take(20).collect();
            return Err(format!("expected one letter after `ANSWER:`, found `{found}`"));
        }
    };
    ('A'..='Z').take(choices).position(|choice| choice == letter).ok_or_else(|| {
        format!("`ANSWER: {letter}` names no choice of this question, which has {choices}")
    })
}
