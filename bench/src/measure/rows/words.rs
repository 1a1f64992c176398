//! Row M: everybody types another word, until all screens show the cloud. Against the same crowd
//! that picks a choice, until all screens show the bars.

use std::time::{Duration, Instant};

use anyhow::bail;
use quizrain_shared::phase::Kind;
use quizrain_shared::question::{Answer, ChoiceSet, CloudView};
use quizrain_shared::wire::{Encoding, PlayerFrame};

use super::super::Bench;
use super::super::later::Later;
use super::super::players::{self, ANSWERED, REFUSED};
use super::super::process::{CHOICES, Server, Settings, WORDS};
use super::super::result::{Goal, Row};
use super::super::swarm::Event;
use super::game::{ANSWER_TIMEOUT, Session};
use super::taps::closed;

const SIZE: usize = 10_000;

/// Times in milliseconds from the last answer to the last screen, and how large a reveal is.
#[derive(Default)]
struct Shown {
    ms: Vec<f64>,
    bytes: usize,
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
        session.answer_until_shown(&answer, shown)?;
        // Outcomes, and whatever else is still on its way.
        session.swarm.drain(Duration::from_millis(bench.pick(400, 200)))?;
    }
    Ok(())
}

impl Session {
    /// Everybody answers at once; from the last verdict until the reveal is everywhere.
    fn answer_until_shown(
        &mut self,
        answer: &impl Fn(usize) -> Answer,
        found: &mut Shown,
    ) -> anyhow::Result<()> {
        let (n, round, revealed) = (self.n, self.round, Kind::Revealed as u8);
        let frame = |index: usize| {
            Encoding::Postcard.encode(&PlayerFrame::Answer { round, answer: answer(index) })
        };
        let frames: Vec<Vec<u8>> = (0..n).map(frame).collect();
        let (mut counted, mut shown, mut last, mut later) = (0, 0, None, Later::default());
        let start = Instant::now();
        for (index, frame) in frames.iter().enumerate() {
            self.swarm.link(index).send(frame);
        }
        while shown < n + 1 {
            while let Some(index) = later.pop() {
                if let Some(frame) = frames.get(index) {
                    self.swarm.link(index).send(frame);
                }
            }
            self.swarm.turn(later.wait(), |index, _, event| {
                let Event::Frame(frame) = event else { return closed(index, &event) };
                match frame {
                    [ANSWERED, ..] => {
                        counted += 1;
                        last = Some(Instant::now());
                    }
                    [REFUSED, ..] if index < n => {
                        players::ask_again(frame)?;
                        later.push(index);
                    }
                    _ => {
                        let Some((seq, kind)) = players::stage_of(frame) else { return Ok(()) };
                        if index == n {
                            (self.seen, self.kind) = (seq, kind);
                        }
                        if kind == revealed {
                            found.bytes = frame.len();
                            shown += 1;
                        }
                    }
                }
                Ok(())
            })?;
            if start.elapsed() > ANSWER_TIMEOUT {
                bail!("{counted} of {n} answers are counted, {shown} screens show what they are");
            }
        }
        self.round += 1;
        let since = last.unwrap_or(start);
        found.ms.push(since.elapsed().as_secs_f64() * 1e3);
        Ok(())
    }
}
