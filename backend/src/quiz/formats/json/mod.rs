//! JSON of other programs, and our own.
//!
//! Each shape is known by the keys of its questions. What is wrong is named by the number of the
//! question, which a list shows and a line does not.

mod entry;
mod general;
mod rahoot;
mod trivia;

use super::content::Text;
use super::problem::{At, Problem, one_line};
use super::tree::{Budget, Node};
use super::{Format, Read, aiken, native};
use quizrain_shared::api::BrokenList;
use serde::de::DeserializeSeed;

/// A shape of JSON.
struct Shape {
    format: Format,
    /// Whether a document is of it.
    is: fn(&Node) -> bool,
    read: fn(&Node, &Text<'_>) -> super::Reading,
}

/// Every shape, those that are known for sure before those that are guessed.
const SHAPES: &[Shape] = &[
    Shape { format: Format::QuizrainJson, is: native::tree::is, read: native::tree::parse },
    Shape { format: Format::OpenTriviaDb, is: trivia::is_open, read: trivia::open },
    Shape { format: Format::TheTriviaApi, is: trivia::is_the_api, read: trivia::the_api },
    Shape { format: Format::Rahoot, is: rahoot::is, read: rahoot::parse },
    Shape { format: Format::Json, is: general::is, read: general::parse },
];

/// Reads JSON, where it is.
pub(super) fn of_text(text: &Text<'_>) -> Option<Read> {
    let start = text.text.trim_start();
    let named = text.ends(&["json"]);
    if !named && !start.starts_with(['{', '[']) {
        return None;
    }
    let root = match parse(&text.text) {
        Ok(root) => root,
        // Anything may begin with a bracket, and a question in Aiken with a quote behind it.
        Err(_) if !named && (!start.starts_with("{\"") || aiken::is(text)) => return None,
        Err(problem) => return Some((Some(Format::Json), Err(vec![problem]))),
    };
    let Some(shape) = SHAPES.iter().find(|shape| (shape.is)(&root)) else {
        let problem = Problem::known(At::File, BrokenList::UnknownShape(root.kind()));
        return Some((Some(Format::Json), Err(vec![problem])));
    };
    Some((Some(shape.format), (shape.read)(&root, text)))
}

fn parse(text: &str) -> Result<Node, Problem> {
    let mut budget = Budget::new();
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let root = budget.seed().deserialize(&mut deserializer);
    root.and_then(|root| deserializer.end().map(|()| root)).map_err(|why| {
        Problem::known(At::Line(why.line()), BrokenList::Json(one_line(&why.to_string())))
    })
}
