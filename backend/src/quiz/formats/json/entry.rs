//! What lists of questions have in common.

use quizrain_shared::api::{BrokenList, ProblemKind};
use quizrain_shared::question::{InvalidQuestion, MAX_POINTS, Question, SECONDS};

use crate::quiz::formats::MAX_EXPLANATION_CHARS;
use crate::quiz::formats::choice::{line, lines};
use crate::quiz::formats::collected::Collected;
use crate::quiz::formats::problem::{At, Problem, one_line};
use crate::quiz::formats::tree::Node;

/// A question of a list.
pub(super) struct Entry<'n> {
    /// From 1.
    pub(super) number: usize,
    pub(super) node: &'n Node,
}

/// The questions of a list.
pub(super) fn all(list: &[Node]) -> impl Iterator<Item = Entry<'_>> {
    list.iter().zip(1..).map(|(node, number)| Entry { number, node })
}

impl<'n> Entry<'n> {
    pub(super) fn at(&self) -> At {
        At::Entry(self.number)
    }

    pub(super) fn known(&self, kind: impl Into<ProblemKind>) -> Problem {
        Problem::known(self.at(), kind)
    }

    /// The question's text under one of these keys.
    pub(super) fn text(&self, keys: &[&str]) -> Result<String, Problem> {
        let found = self.node.any(keys);
        let text = found.and_then(Node::as_text).map(lines).unwrap_or_default();
        if text.is_empty() {
            let first = keys.first().copied().unwrap_or_default();
            let expected = format!("a text under a key such as “{first}”");
            return Err(self.known(InvalidQuestion::NoText).expected(expected));
        }
        Ok(text)
    }

    /// A choice's text: alone, or with something beside it.
    pub(super) fn choice(&self, node: &Node) -> Result<String, Problem> {
        let text = node.written().or_else(|| node.any(&["text", "answer", "content"])?.written());
        text.map(|text| line(&text)).ok_or_else(|| self.known(BrokenList::Choice(node.kind())))
    }

    /// The texts of a list of choices, or of one.
    pub(super) fn choices(&self, node: &Node) -> Result<Vec<String>, Problem> {
        match node {
            Node::List(list) => list.iter().map(|it| self.choice(it)).collect(),
            one => Ok(vec![self.choice(one)?]),
        }
    }

    /// Takes a question with its time and explanation, as far as they are there.
    pub(super) fn take(&self, collected: &mut Collected, mut question: Question) {
        if let Some(said) = self.node.any(&["time", "timeLimit", "time_limit", "seconds", "timer"])
        {
            self.time(collected, &mut question, said);
        }
        if let Some(Node::Whole(points)) = self.node.any(&["points"]) {
            match u16::try_from(*points).ok().filter(|points| *points <= MAX_POINTS) {
                Some(points) if question.is_graded() => question.points = points,
                _ => collected
                    .skip(self.known(ProblemKind::Points(points.to_string(), question.points))),
            }
        }
        if let Some(text) = self.node.any(&["explanation", "feedback"]).and_then(Node::as_text) {
            let text = lines(text);
            let chars = text.chars().count();
            if chars <= MAX_EXPLANATION_CHARS {
                question.explanation = text;
            } else {
                collected.skip(self.known(ProblemKind::LongExplanation(chars)));
            }
        }
        for key in ["image", "video", "audio", "media"] {
            let link =
                self.node.get(key).and_then(|it| it.as_text().or_else(|| it.get("url")?.as_text()));
            if let Some(link) = link.filter(|link| !link.is_empty()) {
                collected.skip(self.known(ProblemKind::NotFetched(one_line(link))));
            }
        }
        collected.question(question, self.at(), |_| None);
    }

    fn time(&self, collected: &mut Collected, question: &mut Question, said: &Node) {
        let number = match said {
            Node::Whole(number) => Some(*number),
            Node::Text(text) => text.trim().parse().ok(),
            _ => None,
        };
        let (least, most) = (*SECONDS.start(), *SECONDS.end());
        let fits = number.map(|it| it.clamp(i64::from(least), i64::from(most)));
        if let Some(seconds) = fits.and_then(|fits| u16::try_from(fits).ok()) {
            question.seconds = seconds;
        }
        if number.is_none() || fits != number {
            let said = said.written().unwrap_or_else(|| said.kind().to_string());
            collected.skip(self.known(ProblemKind::Time(one_line(&said), question.seconds)));
        }
    }
}
