//! Row P: what the server's memory grows to while it reads a file that wants much of it.

use std::fmt::Write;
use std::time::Duration;

use anyhow::{Context, bail};
use rust_xlsxwriter::Workbook;

use super::super::process::{Server, Settings};
use super::super::result::{Goal, Row};
use super::super::{Bench, stop};

/// What any import may take, in MiB.
const MOST: f64 = 256.0;
/// A file that is not read after so long will not be.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(120);

/// A file: its letters behind the row's, what is in it, its name, how it is made.
type File = (&'static str, &'static str, &'static str, fn() -> anyhow::Result<Vec<u8>>);

/// What comes near a limit of its format: many good questions, many problems, many values.
const FILES: [File; 7] = [
    ("csv", "10,000 good questions", "good.csv", || Ok(good_table(10_000).into())),
    ("cells", "a million cells that say little", "cells.csv", || Ok(cells().into())),
    ("bad", "10,000 rows with a problem each", "bad.csv", || Ok(bad_table().into())),
    ("json", "a million values", "values.json", || Ok(values().into())),
    ("yaml", "10,000 questions of the wrong type", "bad.yaml", || Ok(bad_yaml().into())),
    ("xml", "100,000 questions that are no questions", "empty.xml", || Ok(empty_xml().into())),
    ("xlsx", "half a million cells of different text", "cells.xlsx", workbook),
];

pub(super) fn rows(bench: &Bench) -> anyhow::Result<Vec<Row>> {
    let mut rows = Vec::new();
    let rounds = bench.pick(3, 1);
    for (letters, what, name, make) in FILES {
        let file = make()?;
        let (mut grown, mut told) = (Vec::new(), 0);
        for turn in 1..=rounds {
            bench.progress.say(&format!("P: {what}, round {turn} of {rounds}"));
            stop::check()?;
            // A fresh server each time: what one import leaves to the allocator is there for the next.
            let server = Server::start(bench, Settings::default())?;
            let rest = server.meter().resident()?;
            told = import(&server, name, &file)?;
            grown.push((server.meter().peak()? - rest) / 1024.0 / 1024.0);
        }
        let what = format!("server memory that reading a file takes: {what}");
        let row = Row::new(
            &format!("P{letters}"),
            file.len(),
            &what,
            "MiB",
            (grown, Vec::new()),
            Goal::Within(MOST),
        );
        rows.push(row.with("http_status", told));
    }
    Ok(rows)
}

/// Has the server look at a file without keeping anything; says with which status it answers.
fn import(server: &Server, name: &str, file: &[u8]) -> anyhow::Result<u16> {
    let config = ureq::Agent::config_builder()
        .timeout_global(Some(REQUEST_TIMEOUT))
        .http_status_as_error(false)
        .build();
    let url = format!("http://{}/api/imports?name={name}", server.address());
    let request = ureq::Agent::from(config)
        .post(&url)
        .header("Authorization", format!("Bearer {}", server.key()));
    let answer = request.send(file).with_context(|| format!("failed to send {name}"))?;
    match answer.status().as_u16() {
        status @ 200..=499 => Ok(status),
        status => bail!("the server answered {name} with HTTP {status}"),
    }
}

pub(super) fn good_table(questions: usize) -> String {
    let mut text = "question,a,b,c,d,answer\n".to_owned();
    for number in 0..questions {
        let _ = writeln!(text, "Which is number {number}?,a {number},b,c,d,A");
    }
    text
}

fn cells() -> String {
    "question,a,b,answer\n".to_owned() + &"1,,,,\n".repeat(199_990)
}

fn bad_table() -> String {
    "question,a,b,answer\n".to_owned() + &"Which of them?,the same,the same,A\n".repeat(9_990)
}

fn values() -> String {
    format!("[{}0]", "{\"a\":0},".repeat(490_000))
}

fn bad_yaml() -> String {
    "title: T\nquestion:\n".to_owned() + &"- text: 1\n".repeat(9_990)
}

fn empty_xml() -> String {
    let question = "<question type=\"multichoice\"><questiontext/></question>\n";
    format!("<?xml version=\"1.0\"?><quiz>\n{}</quiz>\n", question.repeat(100_000))
}

fn workbook() -> anyhow::Result<Vec<u8>> {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    for row in 0..100_000 {
        for column in 0..5 {
            sheet.write(row, column, format!("{row}{column}"))?;
        }
    }
    Ok(book.save_to_buffer()?)
}
