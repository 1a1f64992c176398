//! Rahoot, now Razzia: `subject`, and questions with `answers` and the position from 0 of the right
//! one, `solution`, or `solutions`. Without either, the answers are what may be typed.

use quizrain_shared::api::{BrokenList, Lost, ProblemKind};
use quizrain_shared::question::Question;

use super::entry::{Entry, all};
use crate::quiz::formats::collected::Collected;
use crate::quiz::formats::content::Text;
use crate::quiz::formats::problem::{Problem, one_line};
use crate::quiz::formats::tree::Node;
use crate::quiz::formats::{MAX_TITLE_CHARS, Reading, choice, title};

pub(super) fn is(root: &Node) -> bool {
    let list = root.get("questions").and_then(Node::as_list).unwrap_or_default();
    root.get("subject").is_some() && list.iter().any(|entry| entry.get("answers").is_some())
        || list.iter().any(|entry| {
            entry.get("answers").is_some() && entry.any(&["solution", "solutions"]).is_some()
        })
}

pub(super) fn parse(root: &Node, text: &Text<'_>) -> Reading {
    let mut collected = Collected::default();
    let list = root.get("questions").and_then(Node::as_list).unwrap_or_default();
    for entry in all(list) {
        match question(&entry, &mut collected) {
            Ok(question) => entry.take(&mut collected, question),
            Err(problem) => collected.skip(problem),
        }
    }
    let subject = root.get("subject").and_then(Node::as_text).map(choice::line);
    let subject = subject.filter(|it| !it.is_empty() && it.chars().count() <= MAX_TITLE_CHARS);
    collected.quiz(subject.unwrap_or_else(|| title(text.name)))
}

fn question(entry: &Entry<'_>, collected: &mut Collected) -> Result<Question, Problem> {
    let text = entry.text(&["question"])?;
    let answers = entry.node.get("answers").ok_or_else(|| entry.known(BrokenList::NoAnswers))?;
    let pictured = |it: &Node| it.get("image").is_some();
    if answers.as_list().is_some_and(|list| list.iter().any(pictured)) {
        collected.skip(entry.known(ProblemKind::lost(Lost::AnswerPictures)));
    }
    let choices = entry.choices(answers)?;
    let kind = match entry.node.any(&["solutions", "solution"]) {
        None => choice::typed(choices),
        Some(solution) => {
            choice::count(choices.len()).map_err(|why| entry.known(why))?;
            let right = solutions(entry, solution, choices.len())?;
            choice::kind(choices, &right, false)
        }
    };
    Ok(Question::new(text, kind))
}

/// Positions of right answers.
fn solutions(entry: &Entry<'_>, solution: &Node, choices: usize) -> Result<Vec<usize>, Problem> {
    let list = match solution {
        Node::List(list) => list.as_slice(),
        one => std::slice::from_ref(one),
    };
    let position = |node: &Node| {
        let index = match node {
            Node::Whole(index) => usize::try_from(*index).ok(),
            _ => None,
        };
        index.filter(|index| *index < choices).ok_or_else(|| {
            let said = node.written().unwrap_or_else(|| node.kind().to_string());
            entry.known(BrokenList::NoSuchSolution(one_line(&said), choices))
        })
    };
    let right = list.iter().map(position).collect::<Result<Vec<usize>, Problem>>()?;
    if right.is_empty() {
        return Err(entry.known(ProblemKind::NoRight));
    }
    Ok(right)
}
