//! Row M: everybody types another word, until all screens show the cloud. Against the same crowd
//! that picks a choice, until all screens show the bars.

use std::time::Duration;

use quizrain_shared::question::{Answer, ChoiceSet, CloudView};

use super::super::process::{CHOICES, Server, Settings, WORDS};
use super::super::result::{Goal, Row};
use super::super::{Bench, players};
use super::game::Session;

const SIZE: usize = 10_000;

/// Times in milliseconds from the last verdict to the last screen, and how large a reveal is.
#[derive(Default)]
struct Shown {
    ms: Vec<f64>,
    bytes: usize,
    faults: Vec<String>,
}

pub(super) fn rows(bench: &Bench) -> anyhow::Result<Vec<Row>> {
    let (mut words, mut choices) = (Shown::default(), Shown::default());
    let rounds = bench.pick(3, 2);
    for turn in 1..=rounds {
        bench.progress.say(&format!("M: {SIZE} players, round {turn} of {rounds}"));
        play(bench, WORDS, word, &mut words)?;
        play(bench, CHOICES, |_| ChoiceSet(1).into(), &mut choices)?;
    }
    let what =
        "the last of so many different words to the cloud at the last screen, against choices";
    let row = Row::new("M", SIZE, what, "ms", (words.ms, choices.ms), Goal::AtMost(1.5));
    words.faults.append(&mut choices.faults);
    let row = row.void_if(&words.faults);
    Ok(vec![row.with("bytes", words.bytes).with("bytes_against", choices.bytes)])
}

/// A word that nobody else types.
fn word(index: usize) -> Answer {
    let word = format!("Wörter{index:05}雲");
    CloudView { words: 1 }.answer([word.as_str()]).unwrap_or_else(|| ChoiceSet(1).into())
}

/// Some questions in a game on a fresh server.
fn play(
    bench: &Bench,
    quiz: &str,
    answer: impl Fn(usize) -> Answer,
    shown: &mut Shown,
) -> anyhow::Result<()> {
    let server = Server::start(bench, Settings::default())?;
    let hosted = server.host_quiz(quiz)?;
    let mut session = Session::open(players::swarm(server.address())?, hosted, SIZE)?;
    for _ in 0..bench.pick(5, 3).min(hosted.questions) {
        session.ask()?;
        let revealed = session.answer_until_shown(&answer)?;
        shown.ms.push((revealed.shown - revealed.counted).max(0.0));
        shown.bytes = revealed.bytes;
        shown.faults.extend(revealed.fault);
        // Outcomes, and whatever else is still on its way.
        session.swarm.drain(Duration::from_millis(bench.pick(400, 200)))?;
    }
    Ok(())
}
