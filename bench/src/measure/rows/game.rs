//! Rows E and H: a question to everybody, and everybody's answer, in a real game with a host.
//! Against a bare broadcast of as many bytes, and a bare echo of the same frames.

use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::question::ChoiceSet;
use quizrain_shared::wire::{Encoding, HostFrame, PlayerFrame, ServerFrame};

use super::super::Bench;
use super::super::later::Later;
use super::super::players::{self, ANSWERED, IN_FLIGHT, REFUSED};
use super::super::process::{Bare, Hosted, Server, Settings, own_cpu_seconds};
use super::super::result::{Goal, Row, round};
use super::super::stats::{median, percentile};
use super::super::swarm::{Event, Swarm};
use super::taps::closed;

const SIZES: [usize; 4] = [100, 1000, 5000, 10_000];
pub(super) const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);

/// Times in milliseconds, one for each question.
#[derive(Default)]
pub(super) struct Found {
    last: Vec<f64>,
    middle: Vec<f64>,
    answers: Vec<f64>,
    shown: Vec<f64>,
    /// The client's share of a core while a question went out, and while answers came in.
    client: [Vec<f64>; 2],
    bytes: usize,
    again: u64,
}

pub(super) fn rows(bench: &Bench) -> anyhow::Result<Vec<Row>> {
    let (mut questions, mut answers, mut flat) = (Vec::new(), Vec::new(), Vec::new());
    let rounds = bench.pick(3, 2);
    for n in SIZES {
        if !bench.wants('E') && !matches!(n, 1000 | 10_000) {
            continue;
        }
        let (mut ours, mut other) = (Found::default(), Found::default());
        for turn in 1..=rounds {
            bench.progress.say(&format!("E, H: {n} players, round {turn} of {rounds}"));
            product(bench, n, &mut ours)?;
            bare(bench, n, ours.bytes, &mut other)?;
        }
        flat.push((n, median(&ours.last).unwrap_or_default() / n as f64));
        let what = "host's click to the question at the last player, against bare broadcast";
        let rounds = (ours.last.clone(), other.last.clone());
        let row = Row::new("E", n, what, "ms", rounds, Goal::AtMost(1.2));
        let middle = |values: &[f64]| median(values).map(round);
        questions.push(
            row.client(&ours.client[0])
                .with("p50_player_ours", middle(&ours.middle))
                .with("p50_player_against", middle(&other.middle))
                .with(
                    "us_per_player",
                    round(median(&ours.last).unwrap_or_default() * 1e3 / n as f64),
                )
                .with("bytes", ours.bytes)
                .with("client_cpu_against", middle(&other.client[0])),
        );
        if matches!(n, 1000 | 10_000) {
            let what = "answers sent at once until the last is counted, durable, against echo";
            let rounds = (ours.answers.clone(), other.answers.clone());
            let row = Row::new("H", n, what, "ms", rounds, Goal::AtMost(3.0));
            answers.push(
                row.client(&ours.client[1])
                    .with("host_sees_all_ms", middle(&ours.shown))
                    .with("asked_again", ours.again)
                    .with("client_cpu_against", middle(&other.client[1])),
            );
        }
    }
    questions.extend(flatness(&flat));
    questions.append(&mut answers);
    Ok(questions)
}

/// Time for each player at the largest crowd against that at 1,000: whether it is flat.
fn flatness(flat: &[(usize, f64)]) -> Option<Row> {
    let at = |size| flat.iter().find(|(n, _)| *n == size).map(|(_, ms)| *ms * 1e3);
    let (large, small) = at(10_000).zip(at(1000))?;
    let what = "the same for each player, 10,000 against 1,000";
    Some(Row::new(
        "Eflat",
        10_000,
        what,
        "µs/player",
        (vec![large], vec![small]),
        Goal::AtMost(1.3),
    ))
}

/// A question that went out.
pub(super) struct Asked {
    /// When which player had it, in ms after the click, in order of time.
    pub(super) at: Vec<(usize, f64)>,
    bytes: usize,
    client: f64,
}

impl Found {
    fn note(&mut self, asked: &Asked) {
        let mut at: Vec<f64> = asked.at.iter().map(|(_, ms)| *ms).collect();
        self.last.push(at.last().copied().unwrap_or_default());
        self.middle.push(percentile(&mut at, 0.5).unwrap_or_default());
        self.client[0].push(asked.client);
        self.bytes = asked.bytes;
    }
}

/// A game with everybody seated; the host's socket is the last of the swarm.
pub(super) struct Session {
    pub(super) swarm: Swarm,
    pub(super) n: usize,
    /// Sequence number and kind of the stage that the host sees.
    pub(super) seen: u64,
    pub(super) kind: u8,
    pub(super) round: u16,
}

/// Some questions in a game on a fresh server.
fn product(bench: &Bench, n: usize, found: &mut Found) -> anyhow::Result<()> {
    let server = Server::start(bench, Settings::default())?;
    let hosted = server.host()?;
    let mut session = Session::open(players::swarm(server.address())?, hosted, n)?;
    for _ in 0..bench.pick(5, 3).min(hosted.questions) {
        found.note(&session.ask()?);
        session.answer(found)?;
        session.until_revealed()?;
        // Outcomes, and whatever else is still on its way.
        session.swarm.drain(Duration::from_millis(bench.pick(400, 200)))?;
    }
    Ok(())
}

/// The client's share of a core since then.
pub(super) fn share((start, before): (Instant, f64)) -> f64 {
    (own_cpu_seconds() - before) / start.elapsed().as_secs_f64()
}

impl Session {
    pub(super) fn open(mut swarm: Swarm, hosted: Hosted, n: usize) -> anyhow::Result<Self> {
        players::seat(&mut swarm, hosted.pin, n, IN_FLIGHT)?;
        swarm.connect_to("/ws/host", Some(Encoding::Postcard.subprotocol()))?;
        let hello = HostFrame::Hello { game: hosted.game, token: hosted.token };
        let hello = Encoding::Postcard.encode(&hello);
        let mut seen = 0;
        swarm.until("the host's welcome", ANSWER_TIMEOUT, |index, link, event| match event {
            Event::Open if index == n => {
                link.send(&hello);
                Ok(false)
            }
            Event::Frame(frame @ [players::WELCOME, ..]) if index == n => {
                let ServerFrame::Welcome(welcome) = Encoding::Postcard.decode(frame)? else {
                    bail!("no welcome")
                };
                seen = welcome.stage.at.seq;
                Ok(true)
            }
            event => closed(index, &event).map(|()| false),
        })?;
        // The lobby is told a few times a second; let the last of it pass.
        swarm.drain(Duration::from_millis(400))?;
        Ok(Self { swarm, n, seen, kind: Kind::Lobby as u8, round: 0 })
    }

    /// The host asks; until the last player has the question.
    pub(super) fn ask(&mut self) -> anyhow::Result<Asked> {
        let (n, seen) = (self.n, self.seen);
        let click = Encoding::Postcard.encode(&HostFrame::Move { mv: Move::Ask, seen });
        let (mut at, mut bytes) = (Vec::with_capacity(n), 0);
        let (start, before) = (Instant::now(), own_cpu_seconds());
        self.swarm.link(n).send(&click);
        self.swarm.until("the question at every player", ANSWER_TIMEOUT, |index, _, event| {
            let Event::Frame(frame) = event else { return closed(index, &event).map(|()| false) };
            let Some((seq, kind)) = players::stage_of(frame) else { return Ok(false) };
            if seq > seen && kind == Kind::Asking as u8 {
                if index == n {
                    (self.seen, self.kind) = (seq, kind);
                } else {
                    bytes = frame.len();
                    at.push((index, start.elapsed().as_secs_f64() * 1e3));
                }
            }
            Ok(at.len() == n)
        })?;
        Ok(Asked { at, bytes, client: share((start, before)) })
    }

    /// Everybody answers at once; until the last answer is counted, and until the host sees that.
    pub(super) fn answer(&mut self, found: &mut Found) -> anyhow::Result<()> {
        let (n, round) = (self.n, self.round);
        let answer = PlayerFrame::Answer { round, answer: ChoiceSet(1).into() };
        let answer = Encoding::Postcard.encode(&answer);
        let (mut counted, mut shown, mut last, mut later) = (0, None, 0.0, Later::default());
        let (start, before) = (Instant::now(), own_cpu_seconds());
        for index in 0..n {
            self.swarm.link(index).send(&answer);
        }
        while counted < n || shown.is_none() {
            while let Some(index) = later.pop() {
                self.swarm.link(index).send(&answer);
            }
            self.swarm.turn(later.wait(), |index, _, event| {
                let Event::Frame(frame) = event else { return closed(index, &event) };
                match frame {
                    [ANSWERED, ..] => {
                        counted += 1;
                        if counted == n {
                            last = start.elapsed().as_secs_f64() * 1e3;
                            found.client[1].push(share((start, before)));
                        }
                    }
                    [REFUSED, ..] if index < n => {
                        players::ask_again(frame)?;
                        later.push(index);
                    }
                    _ if index == n => {
                        if let Some(stage) = players::stage_of(frame) {
                            (self.seen, self.kind) = stage;
                        }
                        if shown.is_none() && sees_all(frame, n, round)? {
                            shown = Some(start.elapsed().as_secs_f64() * 1e3);
                        }
                    }
                    _ => {}
                }
                Ok(())
            })?;
            if start.elapsed() > ANSWER_TIMEOUT {
                bail!("{counted} of {n} answers are counted after {} s", ANSWER_TIMEOUT.as_secs());
            }
        }
        found.again += later.count;
        self.round += 1;
        found.answers.push(last);
        found.shown.push(shown.context("the host was not told")?);
        Ok(())
    }

    /// The host ends the game.
    pub(super) fn end(&mut self) -> anyhow::Result<()> {
        let (n, ended) = (self.n, Kind::Ended as u8);
        let click = HostFrame::Move { mv: Move::End, seen: self.seen };
        self.swarm.link(n).send(&Encoding::Postcard.encode(&click));
        self.swarm.until("the end", ANSWER_TIMEOUT, |index, _, event| match event {
            Event::Frame(frame) if index == n => {
                Ok(players::stage_of(frame).is_some_and(|(_, kind)| kind == ended))
            }
            event => closed(index, &event).map(|()| false),
        })
    }

    /// Until the host sees the right answer, and can ask the next question.
    pub(super) fn until_revealed(&mut self) -> anyhow::Result<()> {
        let (n, revealed) = (self.n, Kind::Revealed as u8);
        if self.kind == revealed {
            return Ok(());
        }
        self.swarm.until("the reveal", ANSWER_TIMEOUT, |index, _, event| {
            let Event::Frame(frame) = event else { return closed(index, &event).map(|()| false) };
            if let Some(stage) = players::stage_of(frame).filter(|_| index == n) {
                (self.seen, self.kind) = stage;
            }
            Ok(self.kind == revealed)
        })
    }
}

/// Whether the host's frame says that all have answered.
fn sees_all(frame: &[u8], n: usize, round: u16) -> anyhow::Result<bool> {
    Ok(match Encoding::Postcard.decode(frame)? {
        ServerFrame::Progress { round: of, answered, .. } => of == round && answered as usize >= n,
        ServerFrame::Stage(stage) => {
            matches!(stage.phase.kind, Kind::Closing | Kind::Revealed)
        }
        _ => false,
    })
}

/// As many broadcasts and echoes on a fresh bare server.
fn bare(bench: &Bench, n: usize, bytes: usize, found: &mut Found) -> anyhow::Result<()> {
    let server = Bare::start(bench)?;
    let times = bench.pick(5, 3);
    let mut swarm = Swarm::new(server.address(), "/listen", None)?;
    players::open(&mut swarm, n, IN_FLIGHT)?;
    swarm.connect_to("/publish", None)?;
    swarm.until("the publisher", ANSWER_TIMEOUT, |index, _, event| {
        Ok(index == n && matches!(event, Event::Open))
    })?;
    let question = vec![0u8; bytes];
    for _ in 0..times {
        swarm.drain(Duration::from_millis(bench.pick(200, 100)))?;
        let mut arrived = Vec::with_capacity(n);
        let (start, before) = (Instant::now(), own_cpu_seconds());
        swarm.link(n).send(&question);
        swarm.until("the broadcast", ANSWER_TIMEOUT, |index, _, event| {
            let Event::Frame(_) = event else { return closed(index, &event).map(|()| false) };
            arrived.push(start.elapsed().as_secs_f64() * 1e3);
            Ok(arrived.len() == n)
        })?;
        found.last.push(arrived.last().copied().unwrap_or_default());
        found.middle.push(percentile(&mut arrived, 0.5).unwrap_or_default());
        found.client[0].push(share((start, before)));
    }
    drop(swarm);
    let mut swarm = Swarm::new(server.address(), "/echo", None)?;
    players::open(&mut swarm, n, IN_FLIGHT)?;
    let answer = PlayerFrame::Answer { round: 0, answer: ChoiceSet(1).into() };
    let answer = Encoding::Postcard.encode(&answer);
    for _ in 0..times {
        swarm.drain(Duration::from_millis(bench.pick(200, 100)))?;
        let mut counted = 0;
        let (start, before) = (Instant::now(), own_cpu_seconds());
        for index in 0..n {
            swarm.link(index).send(&answer);
        }
        swarm.until("echoes", ANSWER_TIMEOUT, |index, _, event| {
            let Event::Frame(_) = event else { return closed(index, &event).map(|()| false) };
            counted += 1;
            Ok(counted == n)
        })?;
        found.answers.push(start.elapsed().as_secs_f64() * 1e3);
        found.client[1].push(share((start, before)));
    }
    Ok(())
}
