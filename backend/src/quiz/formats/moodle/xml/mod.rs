//! Moodle XML: what Moodle's question bank exports.
//!
//! By Moodle's documentation of the format. Kinds that we have not are named, one by one.

mod tree;
mod write;

use quizrain_shared::api::{BrokenMoodle, Lost, ProblemKind};
use quizrain_shared::question::MAX_POINTS;

use super::number::{Decimal, EXPECTED, Near};
use super::picture::Attached;
use super::text::Markup;
use super::{Asked, Bank, Draft, Pair, Weighed, Weight};
use crate::quiz::formats::content::Text;
use crate::quiz::formats::html::Plain;
use crate::quiz::formats::problem::{At, Problem, one_line};
use crate::quiz::formats::{Parsed, title};
use tree::{Node, Questions};

pub(in super::super) use write::write;

/// The kinds that come.
const KINDS: &str = "multichoice, truefalse, shortanswer, numerical, matching or description";
/// Most characters of a unit.
const MAX_UNIT_CHARS: usize = 20;

pub(in super::super) fn is(text: &Text<'_>) -> bool {
    let text = text.text.trim_start();
    text.starts_with('<') && (text.contains("<quiz") || text.contains("<question"))
}

pub(in super::super) fn parse(text: &Text<'_>) -> Result<Parsed, Vec<Problem>> {
    read(&text.text, title(text.name))
}

fn read(text: &str, title: String) -> Result<Parsed, Vec<Problem>> {
    let mut bank = Bank::new("a fraction above 0 for the right answer");
    let mut questions = Questions::new(text);
    loop {
        match questions.next() {
            Ok(Some(node)) => match draft(&mut bank, &node) {
                Ok(Some(draft)) => bank.question(draft),
                Ok(None) => {}
                Err(problem) => bank.skip(problem),
            },
            Ok(None) => return bank.quiz(title),
            // What came before it may be torn as well.
            Err(problem) => return Err(vec![problem]),
        }
    }
}

/// Reads a question; `None`: it is a category.
fn draft(bank: &mut Bank, node: &Node) -> Result<Option<Draft>, Problem> {
    let line = node.line;
    let kind = node.attribute("type").unwrap_or_default();
    if kind == "category" {
        bank.note(Lost::Categories, line);
        return Ok(None);
    }
    let markup = node.child("questiontext").map_or(Markup::Html, |text| markup(text, Markup::Html));
    let asked = match kind {
        "multichoice" => Asked::Choices {
            answers: answers(bank, node, markup)?,
            multiple: says(node, "single") == Some(false),
            shuffled: says(node, "shuffleanswers") == Some(true),
        },
        "truefalse" => Asked::TrueFalse(truth(bank, node)?),
        "shortanswer" => {
            if says(node, "usecase") == Some(true) {
                bank.note(Lost::Case, line);
            }
            Asked::Short(answers_in(bank, node, |_, answer| Ok(Plain::of(answer.value())))?)
        }
        "numerical" => Asked::Number { answers: numbers(bank, node)?, unit: unit(bank, node) },
        "matching" => {
            Asked::Pairs(node.children("subquestion").map(|it| pair(it, markup)).collect())
        }
        "description" => Asked::Description,
        "essay" => {
            return Err(Problem::known(At::Line(line), ProblemKind::Essay).expected(KINDS));
        }
        _ => {
            let kind = ProblemKind::Unsupported(one_line(kind));
            return Err(Problem::known(At::Line(line), kind).expected(KINDS));
        }
    };
    told(bank, node);
    let text = node.child("questiontext");
    Ok(Some(Draft {
        line,
        name: node.value_of("name").split_whitespace().collect::<Vec<_>>().join(" "),
        text: text.map(|text| plain(text, Markup::Html)).unwrap_or_default(),
        explanation: node
            .child("generalfeedback")
            .map(|text| plain(text, Markup::Html))
            .unwrap_or_default(),
        asked,
        points: points(bank, node),
        attached: text.map(attached).unwrap_or_default(),
    }))
}

/// Whether an element says yes or no.
fn says(node: &Node, name: &str) -> Option<bool> {
    match node.value_of(name).to_ascii_lowercase().as_str() {
        "true" | "1" => Some(true),
        "false" | "0" => Some(false),
        _ => None,
    }
}

fn markup(node: &Node, usual: Markup) -> Markup {
    node.attribute("format").and_then(Markup::named).unwrap_or(usual)
}

fn plain(node: &Node, usual: Markup) -> Plain {
    markup(node, usual).read(node.value())
}

/// The files of a text.
fn attached(text: &Node) -> Vec<Attached> {
    let file = |file: &Node| {
        let name = file.attribute("name")?.to_owned();
        Some(Attached { name, body: file.value().to_owned() })
    };
    text.children("file").filter_map(file).collect()
}

/// Notes what questions have and ours have not.
fn told(bank: &mut Bank, node: &Node) {
    let has = |name: &str| node.children(name).any(|it| !it.value().is_empty());
    if has("hint") {
        bank.note(Lost::Hints, node.line);
    }
    if node.child("tags").is_some_and(|tags| tags.child("tag").is_some()) {
        bank.note(Lost::Tags, node.line);
    }
    if ["correctfeedback", "partiallycorrectfeedback", "incorrectfeedback"].into_iter().any(has) {
        bank.note(Lost::OverallFeedback, node.line);
    }
}

/// A grade of 1 is 1000 points.
fn points(bank: &mut Bank, node: &Node) -> Option<u16> {
    let grade = node.child("defaultgrade")?.value();
    let points = Decimal::rough(grade).and_then(|grade| grade.rounded(3));
    let points = points.and_then(|points| u16::try_from(points).ok());
    let points = points.filter(|points| *points <= MAX_POINTS);
    if points.is_none() {
        bank.note(Lost::Grade, node.line);
    }
    points
}

fn answers(bank: &mut Bank, node: &Node, usual: Markup) -> Result<Vec<Weighed>, Problem> {
    answers_in(bank, node, |_, answer| Ok(plain(answer, usual)))
}

fn answers_in<T>(
    bank: &mut Bank,
    node: &Node,
    read: impl Fn(Weight, &Node) -> Result<T, Problem>,
) -> Result<Vec<Weighed<T>>, Problem> {
    let mut answers = Vec::new();
    for answer in node.children("answer") {
        let fraction = answer.attribute("fraction").unwrap_or("0");
        let weight = Weight::percent(fraction).ok_or_else(|| {
            let why = BrokenMoodle::Fraction(one_line(fraction));
            Problem::known(At::Line(answer.line), why)
        })?;
        if !answer.value_of("feedback").is_empty() {
            bank.note(Lost::Feedback, node.line);
        }
        answers.push(Weighed { line: answer.line, answer: read(weight, answer)?, weight });
    }
    Ok(answers)
}

fn truth(bank: &mut Bank, node: &Node) -> Result<bool, Problem> {
    let answers =
        answers_in(bank, node, |_, answer| match answer.value().to_ascii_lowercase().as_str() {
            "true" => Ok(true),
            "false" => Ok(false),
            other => {
                let kind = ProblemKind::NotTrueOrFalse(one_line(other));
                Err(Problem::known(At::Line(answer.line), kind))
            }
        })?;
    let best = answers.iter().map(|it| it.weight).max().filter(|best| *best > Weight::NONE);
    let mut right = answers.iter().filter(|it| Some(it.weight) == best);
    let (Some(first), None) = (right.next(), right.next()) else {
        return Err(Problem::known(At::Line(node.line), BrokenMoodle::NoTruth));
    };
    if answers.iter().any(|it| it.weight != Weight::NONE && it.weight != Weight::FULL) {
        bank.note(Lost::Weights, node.line);
    }
    Ok(first.answer)
}

/// The numbers that are worth something; a star stands for all others.
fn numbers(bank: &mut Bank, node: &Node) -> Result<Vec<Weighed<Near>>, Problem> {
    let answers = answers_in(bank, node, |weight, answer| {
        let (number, tolerance) = (answer.value(), answer.child("tolerance").map(Node::value));
        let near = Decimal::parse(number)
            .zip(tolerance.filter(|it| !it.is_empty()).map_or(Some(Decimal::ZERO), Decimal::parse))
            .and_then(|(number, tolerance)| Near::new(number, tolerance));
        if near.is_none() && weight > Weight::NONE {
            let what = match tolerance {
                Some(tolerance) => format!("{number} ± {tolerance}"),
                None => number.to_owned(),
            };
            let kind = ProblemKind::NotANumber(one_line(&what));
            return Err(Problem::known(At::Line(answer.line), kind).expected(EXPECTED));
        }
        Ok(near)
    })?;
    let known = |Weighed { line, answer, weight }| Some(Weighed { line, answer: answer?, weight });
    Ok(answers.into_iter().filter_map(known).collect())
}

/// The unit in which answers are, where there is one.
fn unit(bank: &mut Bank, node: &Node) -> String {
    let units: Vec<&Node> = node.children("units").flat_map(|it| it.children("unit")).collect();
    let name = match units[..] {
        [] => return String::new(),
        [unit] if unit.value_of("multiplier").is_empty() || is_one(unit) => {
            unit.value_of("unit_name")
        }
        _ => "",
    };
    if name.is_empty() || name.chars().count() > MAX_UNIT_CHARS {
        bank.note(Lost::Units, node.line);
        return String::new();
    }
    name.to_owned()
}

fn is_one(unit: &Node) -> bool {
    let one = Decimal::parse(unit.value_of("multiplier")).and_then(|it| it.units(6));
    one == Some(1_000_000)
}

fn pair(node: &Node, usual: Markup) -> Pair {
    let right = Plain::of(node.value_of("answer"));
    Pair { line: node.line, left: plain(node, usual), right }
}
