//! Tests of every format: what is read, and every refusal with its place.

mod aiken;
mod documents;
mod export;
mod files;
mod fuzz;
mod gift;
mod hostile;
mod html;
mod kinds;
mod moodle_xml;
mod open_trivia_qa;
mod own_exports;
mod pictures;
mod tables;
mod toml;

use proptest::prelude::*;

use crate::quiz::formats::problem::{LISTED, MAX_PROBLEM_CHARS};
use crate::quiz::formats::*;

/// No file is beside a quiz file.
struct Nothing;

impl Beside for Nothing {
    fn read(&self, name: &str) -> Result<Vec<u8>, NoFile> {
        Err(NoFile::Missing(name.to_owned()))
    }
}

/// Reads a file that has nothing beside it.
fn read_file(name: &str, bytes: &[u8]) -> Outcome {
    parse(&File { name, bytes, encoding: None, beside: &Nothing }).1
}

/// Reads a file of our own that has something beside it.
fn beside(beside: &dyn Beside, text: &str) -> Outcome {
    parse(&File { name: "a.toml", bytes: text.as_bytes(), encoding: None, beside }).1
}

/// A problem's line or row, 0 for the file or a question as a whole, and its words.
fn plain(problem: &Problem) -> (usize, String) {
    let line = match problem.at {
        At::File | At::Entry(_) => 0,
        At::Line(line) | At::Cell { row: line, .. } => line,
    };
    (line, problem.to_string())
}

fn problems(name: &str, text: impl AsRef<[u8]>) -> Vec<(usize, String)> {
    let error = read_file(name, text.as_ref()).unwrap_err();
    assert_eq!(error.file, name);
    error.problems.iter().map(plain).collect()
}

/// Checks that exactly these problems are found; of each message a part is given.
#[track_caller]
fn expect(found: &[(usize, String)], expected: &[(usize, &str)]) {
    let same = found.len() == expected.len()
        && std::iter::zip(found, expected)
            .all(|(found, expected)| found.0 == expected.0 && found.1.contains(expected.1));
    assert!(same, "found {found:#?}\nexpected {expected:#?}");
}

/// The rows of a table of cases, columns parted by `|`. In cells, `⏎` is a line break, and `{9}`
/// stands for so many letters.
fn rows<const N: usize>(table: &str) -> Vec<[String; N]> {
    let cell = |cell: &str| {
        let cell = cell.trim().replace('⏎', "\n");
        let Some((before, rest)) = cell.split_once('{') else {
            return cell;
        };
        let (count, after) = rest.split_once('}').unwrap();
        format!("{before}{}{after}", "x".repeat(count.parse().unwrap()))
    };
    let row = |line: &str| {
        let cells: Vec<String> = line.split('|').map(cell).collect();
        <[String; N]>::try_from(cells).unwrap()
    };
    table.trim().lines().map(row).collect()
}

/// What texts near the formats consist of.
const PARTS: &str = r#"
Which?|A. a|B) b|C.|D. é|ANSWER: A|ANSWER:|Answer: b|True|A. True⏎B. False⏎|⏎|⏎⏎| |question
title = "T"⏎|[[question]]⏎|[rain]⏎|text = "Q"⏎|choices = ["a", "b"]⏎|correct = [1]⏎|seconds = 9999⏎
correct = [9, -1]⏎|correct = true⏎|kind = "true_false"⏎|pot = "1"⏎|currency = "points"⏎
packets = 1⏎|min = "0"⏎|[|]|{|}|=|,|"|"""|#|'|a.b.c = |\u|99999999999999999999
RESPUESTA: B|NUMBERING: abc|1) a|2) b|תשובה: א|#Q Which?⏎|^ a⏎|A a⏎|B b⏎
::|::T::|~|=a|~%50%b|%-25%|####|#no|{T}|{=a ~b}|{#3:0.5}|{#1..5}| -> |//|$CATEGORY: a⏎|\|\n|[html]|:
<quiz>|</quiz>|<question type="multichoice">|<question type="numerical">|<question type="matching">|</question>
<questiontext format="html">|</questiontext>|<text>|</text>|<answer fraction="100">|<answer fraction="0">|</answer>
<subquestion>|</subquestion>|<![CDATA[|]]>|<file name="a.png">|</file>|<img src="@@PLUGINFILE@@/a.png">|<img src="data:,">
<p>|</p>|<br>|<sub>2</sub>|<!--|-->|<script>|&lt;|&nbsp;|&#0;|&x;|<!DOCTYPE a>|<?xml version="1.0"?>|1e9|-0,5
question,option a,option b,answer⏎|q;answer⏎|Question,Correct Answer,Incorrect Answer 1⏎
a,b,c,A⏎|1,2,3,4⏎|"a⏎b",c|{"title":"T","question":[{"text":|{"question":|"options":["a","b"]|"answer":|:
[{"question":"Q","correct_answer":"a","incorrect_answers":["b"]}]|"subject":"s","questions":[
title: T⏎question:⏎|- text: Q⏎|  kind: single⏎|  choices: [a, b]⏎|  correct: [1]⏎|- &a [*a]⏎|slides = []⏎
[[slides]]⏎|[slides.Order]⏎|answers = ["a", "b"]⏎|min = "0"⏎|[|]|{|}|=|,|"|"""|#|'|a.b.c = |\u|99999999999999999999
"#;

fn near() -> impl Strategy<Value = String> {
    let parts = PARTS.trim().split(['|', '\n']).map(|part| part.replace('⏎', "\n"));
    let odd = ["\r\n", "\r", "\0", "\u{feff}", "\u{85}", "\u{2028}"].map(String::from);
    let part = prop::sample::select(parts.chain(odd).collect::<Vec<_>>());
    prop::collection::vec(part, 0..40).prop_map(|parts| parts.concat())
}

/// Whatever comes in, there is a good quiz or a reason.
fn check_any(bytes: &[u8]) {
    let lines = bytes.split(|byte| matches!(byte, b'\n' | b'\r')).count();
    for file in ["a.toml", "a.txt", "a.csv", "a.gift", "a.xml", "a.json", "a.yaml"] {
        let problems = check_as(file, bytes).unwrap_or_else(|problems| problems);
        assert!(problems.iter().all(|problem| plain(problem).0 <= lines));
    }
}

/// The same of a file with this name: what is said of it, with a quiz or without.
fn check_as(file: &str, bytes: &[u8]) -> Result<Vec<Problem>, Vec<Problem>> {
    let read = match read_file(file, bytes) {
        Ok(Parsed { quiz, skipped, .. }) => {
            assert!(!quiz.questions.is_empty());
            assert!(quiz.questions.iter().all(|question| question.check().is_ok()));
            assert!(quiz.rains.iter().all(|rain| rain.plan.check().is_ok()));
            Ok(skipped)
        }
        Err(error) => {
            assert!(!error.problems.is_empty());
            assert!(error.to_string().lines().count() <= LISTED + 1);
            Err(error.problems)
        }
    };
    let problems = read.as_ref().unwrap_or_else(|problems| problems);
    assert!(problems.is_sorted_by(|one, other| one.at <= other.at));
    assert!(problems.iter().all(|problem| !problem.what.is_empty()));
    read
}

proptest! {
    #[test]
    fn no_bytes_upset_it(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        check_any(&bytes);
    }

    #[test]
    fn no_text_upsets_it(text in any::<String>()) {
        check_any(text.as_bytes());
    }

    #[test]
    fn nothing_near_the_formats_upsets_it(text in near()) {
        check_any(text.as_bytes());
    }
}
