//! Our own format in YAML and JSON: the same keys as in TOML, and one reader for all three.
//!
//! The document is written as TOML and read as such. Lines of that text mean nothing to anybody, so
//! problems are named by the number of the question.

use quizrain_shared::api::{BrokenQuiz, ProblemKind, QuizPart};
use serde::de::DeserializeSeed;
use serde::ser::{Serialize, Serializer};

use crate::quiz::formats::content::{MAX_TEXT_BYTES, Text};
use crate::quiz::formats::problem::{At, Problem, one_line};
use crate::quiz::formats::tree::{Budget, MAX_DEPTH, MAX_VALUES, Node};
use crate::quiz::formats::{Parsed, Reading};

/// Keys that only questions of ours have beside their text.
const OURS: [&str; 8] =
    ["kind", "choices", "accepted", "items", "pairs", "region", "words", "explanation"];

/// Whether a document is a quiz of ours.
pub(in crate::quiz::formats) fn is(root: &Node) -> bool {
    let list = root.any(&["question", "questions"]).and_then(Node::as_list).unwrap_or_default();
    root.get("title").is_some()
        && list.iter().any(|entry| {
            let text = entry.get("text").is_some() && entry.get("question").is_none();
            text && entry.any(&OURS).is_some() && entry.any(&["options", "answers"]).is_none()
        })
}

/// Whether a text is a quiz of ours in YAML.
pub(in crate::quiz::formats) fn is_yaml(text: &Text<'_>) -> bool {
    let has = |key: &str| text.text.lines().any(|line| line.starts_with(key));
    text.ends(&["yaml", "yml"]) || (has("title:") && (has("question:") || has("questions:")))
}

pub(in crate::quiz::formats) fn parse_yaml(text: &Text<'_>) -> Reading {
    let options = serde_saphyr::options! {
        with_snippet: false,
        strict_booleans: true,
        budget: serde_saphyr::budget! {
            max_events: 3 * MAX_VALUES,
            max_nodes: MAX_VALUES,
            max_depth: MAX_DEPTH,
            // What stands once and is referred to counts each time.
            max_total_scalar_bytes: MAX_TEXT_BYTES,
            // Nor may it stand in what stands in what is referred to without end, each of which keeps a copy.
            max_recorded_anchor_events: MAX_VALUES / 10,
        },
    };
    let mut budget = Budget::new();
    let root = serde_saphyr::with_deserializer_from_str_with_options(&text.text, options, |it| {
        budget.seed().deserialize(it)
    });
    let root = root.map_err(|why| {
        let line = why.location().and_then(|it| usize::try_from(it.line()).ok());
        let at = line.filter(|line| *line > 0).map_or(At::File, At::Line);
        vec![Problem::known(at, BrokenQuiz::Yaml(one_line(&why.to_string())))]
    })?;
    parse(&root, text)
}

/// Reads a document; every problem is one of a question or of the file.
pub(in crate::quiz::formats) fn parse(root: &Node, text: &Text<'_>) -> Reading {
    let Node::Map(entries) = root else {
        return Err(vec![Problem::known(At::File, BrokenQuiz::Root(root.kind()))]);
    };
    let toml = toml::to_string(&Authored(entries)).map_err(|why| {
        vec![Problem::known(At::File, BrokenQuiz::Document(one_line(&why.to_string())))]
    })?;
    let toml = Text { name: text.name, text: toml, beside: text.beside };
    let all_placed = |problems: Vec<Problem>| -> Vec<Problem> {
        let starts = starts(&toml.text);
        problems.into_iter().map(|problem| placed(problem, &starts)).collect()
    };
    match super::parse(&toml) {
        Ok(parsed) => Ok(Parsed { skipped: all_placed(parsed.skipped), ..parsed }),
        Err(problems) => Err(all_placed(problems)),
    }
}

/// The document with its keys as TOML has them.
struct Authored<'n>(&'n [(Box<str>, Node)]);

impl Serialize for Authored<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let there = self.0.iter().filter(|(_, value)| *value != Node::Null);
        serializer.collect_map(there.map(|(key, value)| match &**key {
            "questions" => ("question", value),
            "rains" => ("rain", value),
            key => (key, value),
        }))
    }
}

/// The lines where parts begin, each with the number of its question where it is one.
fn starts(toml: &str) -> Vec<(usize, Option<usize>)> {
    let mut questions = 0;
    let parts = toml.lines().zip(1..);
    parts
        .filter(|(line, _)| line.starts_with('[') && !line.starts_with("[question."))
        .map(|(line, number)| {
            let question = line == "[[question]]";
            questions += usize::from(question);
            (number, question.then_some(questions))
        })
        .collect()
}

/// A problem at its question instead of its line.
fn placed(problem: Problem, starts: &[(usize, Option<usize>)]) -> Problem {
    let At::Line(line) = problem.at else { return problem };
    let before = &starts[..starts.partition_point(|(start, _)| *start <= line)];
    let at = before.last().and_then(|(_, question)| *question).map_or(At::File, At::Entry);
    let kind = *problem.kind;
    match kind {
        // The place says it already.
        ProblemKind::Part(QuizPart::Question(number), why) if at == At::Entry(number) => {
            Problem::known(at, why)
        }
        kind => Problem { at, kind: Box::new(kind), ..problem },
    }
}
