//! What stands between the braces.

use quizrain_shared::api::{Lost, ProblemKind};

use super::super::number::{Decimal, EXPECTED, Near};
use super::super::text::Markup;
use super::super::{Asked, MAX_ANSWERS, Pair, Weighed, Weight};
use super::{Part, Reader, plain, scan};
use crate::quiz::formats::html::Plain;
use crate::quiz::formats::problem::{Problem, one_line};

/// An answer and its sign, with what it is worth.
struct Marked<'t> {
    at: usize,
    sign: u8,
    weight: Option<Weight>,
    text: &'t str,
}

/// True or false, by any of the words that GIFT has.
pub(super) fn truth(word: &str) -> Option<bool> {
    let is = |words: [&str; 2]| words.iter().any(|it| word.eq_ignore_ascii_case(it));
    if is(["T", "TRUE"]) { Some(true) } else { is(["F", "FALSE"]).then_some(false) }
}

impl<'r> Reader<'r> {
    /// Reads the answers of the question that begins at `start`, and the general feedback.
    pub(super) fn answers(
        &mut self,
        part: Part,
        start: usize,
        markup: Markup,
    ) -> Result<(Asked, Plain), Problem> {
        let whole = self.at(&part);
        let (content, explanation) = match scan::find_all(whole, "####") {
            Some(at) => (&whole[..at], plain(&whole[at + 4..], markup)),
            None => (whole, Plain::default()),
        };
        let part = part.start..part.start + content.len();
        Ok((self.asked(part, start, markup)?, explanation))
    }

    fn asked(&mut self, part: Part, start: usize, markup: Markup) -> Result<Asked, Problem> {
        let content = self.at(&part);
        let first = content.trim_start();
        if first.is_empty() {
            return Err(self
                .known(start, ProblemKind::Essay)
                .expected("answers in the braces, such as {=right ~wrong}"));
        }
        if let Some(numbers) = first.strip_prefix('#') {
            let from = part.end - numbers.len();
            return self.numbers(from..part.end, start);
        }
        let word = scan::find(content, b"#").map_or(content, |(at, _)| &content[..at]);
        if let Some(correct) = truth(word.trim()) {
            if word.len() < content.len() {
                self.bank.note(Lost::Feedback, self.block.line(start));
            }
            return Ok(Asked::TrueFalse(correct));
        }
        let answers = self.marked(part.clone(), start)?;
        if answers.iter().any(|it| it.sign == b'~') {
            let multiple = !answers.iter().any(|it| it.sign == b'=');
            let answers = answers.iter().map(|it| self.weighed(it, Weight::NONE, markup)).collect();
            return Ok(Asked::Choices { answers, multiple, shuffled: false });
        }
        if content.contains("->") {
            return Ok(Asked::Pairs(
                answers.iter().map(|it| self.pair(it, markup)).collect::<Result<_, _>>()?,
            ));
        }
        // What is typed has no markup.
        let answers = answers.iter().map(|it| self.weighed(it, Weight::FULL, Markup::Plain));
        Ok(Asked::Short(answers.collect()))
    }

    /// The answers with their signs; feedback is passed over.
    fn marked(&mut self, part: Part, start: usize) -> Result<Vec<Marked<'r>>, Problem> {
        let content = self.at(&part);
        let before = scan::find(content, b"=~").map_or(content, |(at, _)| &content[..at]);
        if !before.trim().is_empty() {
            let at = part.start + (before.len() - before.trim_start().len());
            let shown: String = before.trim().chars().take(40).collect();
            return Err(self.known(at, ProblemKind::NotAnswers(shown)));
        }
        let mut answers = Vec::new();
        let mut at = part.start + before.len();
        let mut feedback = false;
        while at < part.end {
            let sign = self.block.text.as_bytes().get(at).copied().unwrap_or_default();
            let rest = self.at(&(at + 1..part.end));
            let (mut text, _) =
                rest.split_at(scan::find(rest, b"=~").map_or(rest.len(), |it| it.0));
            let next = at + 1 + text.len();
            if let Some((hash, _)) = scan::find(text, b"#") {
                feedback |= !text[hash + 1..].trim().is_empty();
                text = &text[..hash];
            }
            let (weight, text) = weight(text.trim());
            answers.push(Marked { at, sign, weight, text });
            if answers.len() > MAX_ANSWERS {
                break;
            }
            at = next;
        }
        if feedback {
            self.bank.note(Lost::Feedback, self.block.line(start));
        }
        Ok(answers)
    }

    /// An answer and what it is worth; `=` alone is worth all.
    fn weighed(&self, marked: &Marked<'_>, unmarked: Weight, markup: Markup) -> Weighed {
        let usual = if marked.sign == b'=' { Weight::FULL } else { unmarked };
        Weighed {
            line: self.block.line(marked.at),
            answer: plain(marked.text, markup),
            weight: marked.weight.unwrap_or(usual),
        }
    }

    fn pair(&self, marked: &Marked<'_>, markup: Markup) -> Result<Pair, Problem> {
        let Some((left, right)) = marked.text.split_once("->") else {
            return Err(self.known(marked.at, ProblemKind::NoArrow));
        };
        let line = self.block.line(marked.at);
        Ok(Pair { line, left: plain(left, markup), right: plain(right, Markup::Plain) })
    }

    /// Numbers: `3:0.5`, `1..5`, or several with signs and weights.
    fn numbers(&mut self, part: Part, start: usize) -> Result<Asked, Problem> {
        let content = self.at(&part);
        let answers = if scan::find(content, b"=~").is_some() {
            self.marked(part, start)?
        } else {
            let hash = scan::find(content, b"#").map_or(content.len(), |(at, _)| at);
            if !content[hash..].trim_matches(['#', ' ', '\n', '\t']).is_empty() {
                self.bank.note(Lost::Feedback, self.block.line(start));
            }
            vec![Marked { at: part.start, sign: b'=', weight: None, text: content[..hash].trim() }]
        };
        let answers = answers.iter().filter(|it| it.sign == b'=').map(|it| self.near(it));
        Ok(Asked::Number { answers: answers.collect::<Result<_, _>>()?, unit: String::new() })
    }

    fn near(&self, marked: &Marked<'_>) -> Result<Weighed<Near>, Problem> {
        let text = scan::unescape(marked.text);
        let near = match (text.split_once(".."), text.split_once(':')) {
            (Some((low, high)), _) => Decimal::parse(low)
                .zip(Decimal::parse(high))
                .and_then(|(low, high)| Near::between(low, high)),
            (None, Some((correct, tolerance))) => Decimal::parse(correct)
                .zip(Decimal::parse(tolerance))
                .and_then(|(correct, tolerance)| Near::new(correct, tolerance)),
            (None, None) => {
                Decimal::parse(&text).and_then(|correct| Near::new(correct, Decimal::ZERO))
            }
        };
        let Some(answer) = near else {
            let kind = ProblemKind::NotANumber(one_line(&text));
            return Err(self.known(marked.at, kind).expected(EXPECTED));
        };
        let line = self.block.line(marked.at);
        Ok(Weighed { line, answer, weight: marked.weight.unwrap_or(Weight::FULL) })
    }
}

/// The weight before an answer, and the answer. What only looks like one is part of it.
fn weight(text: &str) -> (Option<Weight>, &str) {
    let parsed = text.strip_prefix('%').and_then(|rest| {
        let (percent, rest) = rest.split_once('%')?;
        Some((Weight::percent(percent)?, rest))
    });
    parsed.map_or((None, text), |(weight, rest)| (Some(weight), rest.trim_start()))
}
