//! Lists of questions as many programs have them: a text, a list of options, and what is right, as a
//! text, a letter or a position.
//!
//! Positions count from 1 or from 0. Which, is found out from all questions together; where both may
//! be, the file is refused.

use quizrain_shared::api::{BrokenList, ProblemKind};
use quizrain_shared::question::Question;

use super::entry::{Entry, all};
use crate::quiz::formats::collected::Collected;
use crate::quiz::formats::content::Text;
use crate::quiz::formats::problem::{At, Problem, one_line};
use crate::quiz::formats::tree::Node;
use crate::quiz::formats::{Reading, choice, title};

const QUESTION: &[&str] =
    &["question", "text", "prompt", "q", "title", "questionText", "question_text"];
const OPTIONS: &[&str] = &["options", "choices", "answers", "alternatives"];
/// What is right, as a text or a letter; numbers are positions too.
const ANSWER: &[&str] = &[
    "answer",
    "correct",
    "correct_answer",
    "correctAnswer",
    "right_answer",
    "rightAnswer",
    "solution",
];
/// What is right, as a position.
const POSITION: &[&str] = &[
    "correct_option",
    "correctOption",
    "correct_index",
    "correctIndex",
    "answer_index",
    "answerIndex",
    "correctAnswerIndex",
    "correct_answer_index",
];

fn list(root: &Node) -> Option<&[Node]> {
    match root {
        Node::List(list) => Some(list),
        root => root.any(&["questions", "results", "quiz", "data", "items"])?.as_list(),
    }
}

pub(super) fn is(root: &Node) -> bool {
    list(root).is_some_and(|list| {
        list.iter().any(|entry| entry.any(QUESTION).is_some() && is_answered(entry))
    })
}

fn is_answered(entry: &Node) -> bool {
    entry.any(ANSWER).is_some() || entry.any(POSITION).is_some() || options_say(entry)
}

/// Whether options say of themselves that they are right.
fn options_say(entry: &Node) -> bool {
    let options = entry.any(OPTIONS).and_then(Node::as_list).unwrap_or_default();
    options.iter().any(|option| option.any(MARKS).is_some())
}

const MARKS: &[&str] = &["correct", "isCorrect", "is_correct"];

pub(super) fn parse(root: &Node, text: &Text<'_>) -> Reading {
    let list = list(root).unwrap_or_default();
    let base = base(list)?;
    let mut collected = Collected::default();
    for entry in all(list) {
        match question(&entry, base) {
            Ok(question) => entry.take(&mut collected, question),
            Err(problem) => collected.skip(problem),
        }
    }
    collected.quiz(title(text.name))
}

/// A position as it is written.
fn position(node: &Node) -> Option<i64> {
    match node {
        Node::Whole(number) => Some(*number),
        Node::Text(text) => text.trim().parse().ok(),
        _ => None,
    }
}

/// What counts as the first position, 0 or 1.
fn base(list: &[Node]) -> Result<i64, Vec<Problem>> {
    let (mut said, mut zero, mut last, mut from_0, mut from_1) = (0_usize, false, false, 0, 0);
    for entry in list {
        let Some(options) = entry.any(OPTIONS).and_then(Node::as_list) else { continue };
        let number = entry.any(ANSWER).filter(|it| matches!(it, Node::Whole(_)));
        let Some(index) = entry.any(POSITION).or(number).and_then(position) else { continue };
        said += 1;
        zero |= index == 0;
        last |= usize::try_from(index) == Ok(options.len());
        // Where the text is there too, it says where it stands.
        let text = entry.any(ANSWER).and_then(Node::as_text);
        let at = |index: i64| options.get(usize::try_from(index).ok()?)?.as_text();
        if text.is_some() {
            from_0 += usize::from(at(index) == text);
            from_1 += usize::from(at(index - 1) == text);
        }
    }
    match (zero, last) {
        _ if said == 0 => Ok(1),
        _ if from_1 > from_0 => Ok(1),
        _ if from_0 > from_1 => Ok(0),
        (true, false) => Ok(0),
        (false, true) => Ok(1),
        (zero, _) => {
            let why = if zero { BrokenList::BothEnds } else { BrokenList::NeitherEnd };
            Err(vec![Problem::known(At::File, why)])
        }
    }
}

fn question(entry: &Entry<'_>, base: i64) -> Result<Question, Problem> {
    let text = entry.text(QUESTION)?;
    let answer = entry.node.any(ANSWER);
    let Some(options) = entry.node.any(OPTIONS) else {
        let answer = answer.ok_or_else(|| entry.known(BrokenList::Nothing))?;
        if let Node::Bool(truth) = answer {
            let choices = ["True", "False"].map(str::to_owned).to_vec();
            return Ok(Question::new(text, choice::kind(choices, &[usize::from(!truth)], false)));
        }
        return Ok(Question::new(text, choice::typed(entry.choices(answer)?)));
    };
    let choices = match options {
        // {"A": "…", "B": "…"}
        Node::Map(entries) => {
            entries.iter().map(|(_, it)| entry.choice(it)).collect::<Result<Vec<_>, _>>()?
        }
        options => entry.choices(options)?,
    };
    choice::count(choices.len()).map_err(|why| entry.known(why))?;
    let right = right(entry, options, &choices, answer, base)?;
    Ok(Question::new(text, choice::kind(choices, &right, false)))
}

fn right(
    entry: &Entry<'_>,
    options: &Node,
    choices: &[String],
    answer: Option<&Node>,
    base: i64,
) -> Result<Vec<usize>, Problem> {
    if options_say(entry.node) {
        let marked = options.as_list().unwrap_or_default().iter().enumerate();
        let marked = marked.filter(|(_, it)| it.any(MARKS) == Some(&Node::Bool(true)));
        return Ok(marked.map(|(index, _)| index).collect());
    }
    let at = |node: &Node| {
        let index = usize::try_from(position(node)?.checked_sub(base)?).ok()?;
        (index < choices.len()).then_some(index)
    };
    let by_position = entry.node.any(POSITION).map(|node| {
        let said = || node.written().unwrap_or_else(|| node.kind().to_string());
        at(node).ok_or_else(|| entry.known(BrokenList::NoSuchOption(one_line(&said()))))
    });
    let by_answer = answer.map(|answer| {
        let list = match answer {
            Node::List(list) => list.as_slice(),
            one => std::slice::from_ref(one),
        };
        let one = |node: &Node| {
            named(node, options, choices)
                .or_else(|| at(node).filter(|_| matches!(node, Node::Whole(_))))
        };
        list.iter()
            .map(|node| {
                let said = node.written().unwrap_or_else(|| node.kind().to_string());
                one(node).ok_or_else(|| {
                    entry
                        .known(ProblemKind::NoSuchChoice(one_line(&said)))
                        .expected("the text, the letter or the position of an option")
                })
            })
            .collect::<Result<Vec<usize>, Problem>>()
    });
    match (by_position, by_answer) {
        (Some(position), Some(Ok(answer))) => {
            let position = position?;
            if answer == [position] {
                return Ok(answer);
            }
            Err(entry.known(BrokenList::Disagree))
        }
        (Some(position), _) => Ok(vec![position?]),
        (None, Some(answer)) => answer,
        (None, None) => Err(entry.known(ProblemKind::NoRight)),
    }
}

/// The choice that is named by its text, its key or its letter.
fn named(node: &Node, options: &Node, choices: &[String]) -> Option<usize> {
    let text = match node {
        Node::Text(text) => choice::line(text),
        Node::Bool(truth) => if *truth { "True" } else { "False" }.to_owned(),
        // A number is a text only where an option is that number.
        Node::Whole(_) => return None,
        _ => return None,
    };
    if let Some(index) = choices.iter().position(|choice| *choice == text) {
        return Some(index);
    }
    if let Node::Map(entries) = options
        && let Some(index) = entries.iter().position(|(key, _)| **key == *text)
    {
        return Some(index);
    }
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(letter), None) => {
            ('A'..='H').take(choices.len()).position(|it| it == letter.to_ascii_uppercase())
        }
        _ => None,
    }
}
