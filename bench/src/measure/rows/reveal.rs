//! Row U: from the last answer to the reveal at the last screen, where everybody answers and the question
//! closes by itself. Against a bare server that answers as many frames and then broadcasts one of the
//! reveal's size.

use std::time::{Duration, Instant};

use anyhow::bail;
use quizrain_shared::phase::Kind;
use quizrain_shared::question::{Answer, ChoiceSet};
use quizrain_shared::wire::{Encoding, PlayerFrame, ServerFrame, Stage};

use super::super::Bench;
use super::super::later::Later;
use super::super::players::{self, ANSWERED, IN_FLIGHT, REFUSED};
use super::super::process::{Bare, Server, Settings, own_cpu_seconds};
use super::super::result::{Goal, Row, round};
use super::super::stats::median;
use super::super::swarm::{Event, Swarm};
use super::game::{ANSWER_TIMEOUT, Session, share};
use super::taps::closed;

/// How many players, and within how many milliseconds everybody is to see it.
const SIZES: [(usize, f64); 2] = [(1000, 100.0), (10_000, 500.0)];

/// How a question went that everybody answered: times in milliseconds since the last answer was sent.
#[derive(Default)]
pub(super) struct Revealed {
    /// When the last verdict was there.
    pub(super) counted: f64,
    /// When the last screen showed the reveal.
    pub(super) shown: f64,
    /// How large it is for a player.
    pub(super) bytes: usize,
    /// How often somebody had to ask again.
    again: u64,
    /// The client's share of a core meanwhile.
    client: f64,
    /// What is wrong with the reveal.
    pub(super) fault: Option<String>,
}

/// A value for each question.
#[derive(Default)]
struct Found {
    shown: Vec<f64>,
    counted: Vec<f64>,
    client: Vec<f64>,
    faults: Vec<String>,
    bytes: usize,
    again: u64,
}

impl Found {
    fn note(&mut self, revealed: Revealed) {
        self.shown.push(revealed.shown);
        self.counted.push(revealed.counted);
        self.client.push(revealed.client);
        self.faults.extend(revealed.fault);
        self.bytes = revealed.bytes;
        self.again += revealed.again;
    }
}

pub(super) fn rows(bench: &Bench) -> anyhow::Result<Vec<Row>> {
    let mut rows = Vec::new();
    let rounds = bench.pick(3, 2);
    for (n, goal) in SIZES {
        let (mut ours, mut other) = (Found::default(), Found::default());
        for turn in 1..=rounds {
            bench.progress.say(&format!("U: {n} players, round {turn} of {rounds}"));
            product(bench, n, &mut ours)?;
            bare(bench, n, ours.bytes, &mut other)?;
        }
        let what = "the last answer to the reveal at the last screen, against a bare broadcast after as many echoes";
        let middle = |values: &[f64]| median(values).map(round);
        rows.push(
            Row::new("U", n, what, "ms", (ours.shown, other.shown), Goal::Within(goal))
                .client(&ours.client)
                .void_if(&ours.faults)
                .with("until_last_verdict_ours", middle(&ours.counted))
                .with("until_last_verdict_against", middle(&other.counted))
                .with("bytes", ours.bytes)
                .with("asked_again", ours.again)
                .with("client_cpu_against", middle(&other.client)),
        );
    }
    Ok(rows)
}

fn questions(bench: &Bench) -> usize {
    bench.pick(5, 2)
}

/// Some questions in a game on a fresh server.
fn product(bench: &Bench, n: usize, found: &mut Found) -> anyhow::Result<()> {
    let server = Server::start(bench, Settings::default())?;
    let hosted = server.host()?;
    let mut session = Session::open(players::swarm(server.address())?, hosted, n)?;
    for _ in 0..questions(bench).min(hosted.questions) {
        session.ask()?;
        found.note(session.answer_until_shown(|_| ChoiceSet(1).into())?);
        // Outcomes, and whatever else is still on its way.
        session.swarm.drain(Duration::from_millis(bench.pick(400, 200)))?;
    }
    Ok(())
}

impl Session {
    /// Everybody answers at once; until the reveal is everywhere.
    pub(super) fn answer_until_shown(
        &mut self,
        answer: impl Fn(usize) -> Answer,
    ) -> anyhow::Result<Revealed> {
        let (n, round, revealed) = (self.n, self.round, Kind::Revealed as u8);
        let frame = |index: usize| {
            Encoding::Postcard.encode(&PlayerFrame::Answer { round, answer: answer(index) })
        };
        let frames: Vec<Vec<u8>> = (0..n).map(frame).collect();
        let (mut verdicts, mut screens, mut later) = (0, 0, Later::default());
        let (mut found, mut seen) = (Revealed::default(), Vec::new());
        let before = (Instant::now(), own_cpu_seconds());
        for (index, frame) in frames.iter().enumerate() {
            self.swarm.link(index).send(frame);
        }
        let sent = Instant::now();
        let since = || sent.elapsed().as_secs_f64() * 1e3;
        while verdicts < n || screens < n + 1 {
            while let Some(index) = later.pop() {
                if let Some(frame) = frames.get(index) {
                    self.swarm.link(index).send(frame);
                }
            }
            self.swarm.turn(later.wait(), |index, _, event| {
                let Event::Frame(frame) = event else { return closed(index, &event) };
                match frame {
                    [ANSWERED, ..] => {
                        verdicts += 1;
                        found.counted = since();
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
                            screens += 1;
                            found.shown = since();
                            if index < n && seen.is_empty() {
                                seen.extend_from_slice(frame);
                            }
                        }
                    }
                }
                Ok(())
            })?;
            if sent.elapsed() > ANSWER_TIMEOUT {
                bail!(
                    "{verdicts} of {n} answers are counted, {screens} screens show what they are"
                );
            }
        }
        self.round += 1;
        let (again, bytes, client) = (later.count, seen.len(), share(before));
        Ok(Revealed { bytes, again, client, fault: fault(&seen, n)?, ..found })
    }
}

/// What is wrong with a reveal to which so many have answered.
fn fault(frame: &[u8], n: usize) -> anyhow::Result<Option<String>> {
    let ServerFrame::Stage(stage) = Encoding::Postcard.decode(frame)? else {
        bail!("a reveal is no stage")
    };
    let Stage::Revealed { answered, .. } = stage.stage else { bail!("a reveal shows no answer") };
    let fault = || format!("{n} answers were counted, and the reveal tells of {answered}");
    Ok((answered as usize != n).then(fault))
}

/// As many frames and broadcasts on a fresh bare server.
fn bare(bench: &Bench, n: usize, bytes: usize, found: &mut Found) -> anyhow::Result<()> {
    let server = Bare::start(bench)?;
    let path = format!("/gather?of={n}&bytes={bytes}");
    let mut swarm = Swarm::new(server.address(), &path, None)?;
    players::open(&mut swarm, n, IN_FLIGHT)?;
    let answer = PlayerFrame::Answer { round: 0, answer: ChoiceSet(1).into() };
    let answer = Encoding::Postcard.encode(&answer);
    for _ in 0..questions(bench) {
        swarm.drain(Duration::from_millis(bench.pick(200, 100)))?;
        let (mut verdicts, mut screens) = (0, 0);
        let mut revealed = Revealed { bytes, ..Revealed::default() };
        let before = (Instant::now(), own_cpu_seconds());
        for index in 0..n {
            swarm.link(index).send(&answer);
        }
        let sent = Instant::now();
        let since = || sent.elapsed().as_secs_f64() * 1e3;
        swarm.until("the broadcast", ANSWER_TIMEOUT, |index, _, event| {
            let Event::Frame(frame) = event else { return closed(index, &event).map(|()| false) };
            if frame.len() == answer.len() {
                verdicts += 1;
                revealed.counted = since();
            } else {
                screens += 1;
                revealed.shown = since();
            }
            Ok(verdicts == n && screens == n)
        })?;
        revealed.client = share(before);
        found.note(revealed);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use quizrain_shared::ids::Incarnation;
    use quizrain_shared::phase::Phase;
    use quizrain_shared::wire::{Position, StageAt, Standings};

    use super::*;

    #[test]
    fn a_reveal_of_something_else_is_none() {
        let stage = StageAt {
            at: Position { incarnation: Incarnation([1; 8]), seq: 3 },
            phase: Phase::start(10),
            opens_ms: 1,
            closes_ms: 0,
            stage: Stage::Podium(Standings::default()),
        };
        let frame = Encoding::Postcard.encode(&ServerFrame::Stage(stage));
        assert!(fault(&frame, 1).is_err());
        assert!(fault(&[], 1).is_err());
    }

    #[test]
    fn what_a_question_found_is_noted_with_what_is_wrong() {
        let mut found = Found::default();
        found.note(Revealed { counted: 40.0, shown: 240.0, bytes: 300, ..Revealed::default() });
        let fault = Some("1 is not 2".to_owned());
        found.note(Revealed { counted: 60.0, again: 2, fault, ..Revealed::default() });
        assert_eq!((found.counted, found.shown), (vec![40.0, 60.0], vec![240.0, 0.0]));
        assert_eq!((found.faults, found.again), (vec!["1 is not 2".to_owned()], 2));
    }
}
