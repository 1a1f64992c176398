//! The text of the collection `OpenTriviaQA`: `#Q` and a question, `^` and the text of the right
//! answer, then choices with letters (`A text`). Each of them may have several lines.

use quizrain_shared::api::{BrokenTrivia, ProblemKind};
use quizrain_shared::question::{ChoiceSet, Question, QuestionKind, Single, TrueFalse};

use super::collected::{Collected, line_of};
use super::content::Text;
use super::problem::one_line;
use super::{At, Parsed, Problem, aiken, control_character, title};

pub(super) fn is(text: &Text<'_>) -> bool {
    let starts = |sign: &str| text.text.lines().any(|line| line.starts_with(sign));
    starts("#Q ") && starts("^ ")
}

pub(super) fn parse(text: &Text<'_>) -> Result<Parsed, Vec<Problem>> {
    let mut collected = Collected::default();
    let mut open: Option<Block> = None;
    for (i, line) in text.text.lines().enumerate() {
        let (number, line) = (i + 1, line.trim());
        if let Some(asked) = line.strip_prefix("#Q") {
            close(&mut collected, open.replace(Block::new(number, asked.trim())));
            continue;
        }
        match &mut open {
            _ if line.is_empty() => {}
            Some(block) => block.line(number, line),
            None => collected.skip(Problem::known(At::Line(number), BrokenTrivia::BeforeFirst)),
        }
    }
    close(&mut collected, open);
    collected.quiz(title(text.name))
}

fn close(collected: &mut Collected, block: Option<Block>) {
    let Some(block) = block else { return };
    let line = block.asked.line;
    match block.question() {
        Ok((question, lines)) => {
            collected.question(question, At::Line(line), |why| line_of(why, &lines));
        }
        Err(problem) => collected.skip(problem),
    }
}

/// A part of a question, and where it begins.
struct Lines {
    line: usize,
    text: String,
}

impl Lines {
    fn new(line: usize, text: &str) -> Self {
        Self { line, text: text.to_owned() }
    }

    fn push(&mut self, line: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(line);
    }
}

/// The lines of one question.
struct Block {
    asked: Lines,
    answer: Option<Lines>,
    choices: Vec<Lines>,
    /// A second right answer.
    second: Option<usize>,
}

impl Block {
    fn new(line: usize, asked: &str) -> Self {
        Self { asked: Lines::new(line, asked), answer: None, choices: Vec::new(), second: None }
    }

    fn line(&mut self, number: usize, line: &str) {
        if let Some(answer) = line.strip_prefix('^') {
            if self.answer.is_some() {
                self.second.get_or_insert(number);
            }
            self.answer = Some(Lines::new(number, answer.trim()));
            return;
        }
        let Some(answer) = &mut self.answer else {
            return self.asked.push(line);
        };
        // A choice has the next letter; any other line belongs to what is before it.
        let next = ('A'..='Z').nth(self.choices.len());
        let choice = next.and_then(|letter| line.strip_prefix(letter));
        match (choice.filter(|rest| rest.starts_with(' ')), self.choices.last_mut()) {
            (Some(text), _) => self.choices.push(Lines::new(number, text.trim())),
            (None, Some(last)) => last.push(line),
            (None, None) => answer.push(line),
        }
    }

    /// The question, and the lines of its choices.
    fn question(self) -> Result<(Question, Vec<usize>), Problem> {
        let Self { asked, answer, choices, second } = self;
        if let Some(line) = second {
            return Err(Problem::known(At::Line(line), BrokenTrivia::SecondAnswer));
        }
        let Some(answer) = answer else {
            return Err(Problem::known(At::Line(asked.line), BrokenTrivia::NoAnswer));
        };
        for Lines { line, text } in std::iter::once(&asked).chain(&choices) {
            if let Some(found) = control_character(text) {
                return Err(Problem::known(At::Line(*line), ProblemKind::Control(found)));
            }
        }
        let (lines, choices): (Vec<usize>, Vec<String>) =
            choices.into_iter().map(|choice| (choice.line, choice.text)).unzip();
        let Some(correct) = choices.iter().position(|choice| *choice == answer.text) else {
            let why = BrokenTrivia::NotAmong(one_line(&answer.text));
            return Err(Problem::known(At::Line(answer.line), why));
        };
        let kind = match aiken::truth(&choices, correct) {
            Some(correct) => QuestionKind::TrueFalse(TrueFalse { correct }),
            None => QuestionKind::Single(Single {
                choices,
                correct: ChoiceSet::one(correct),
                shuffled: false,
            }),
        };
        Ok((Question::new(asked.text, kind), lines))
    }
}
