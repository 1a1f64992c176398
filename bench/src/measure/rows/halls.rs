//! Row V: many small games on one server, all of them at once: a question, its answers, the reveal and a
//! rain. Against one game of as many players.

use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::question::ChoiceSet;
use quizrain_shared::wire::{Encoding, HostFrame, PlayerFrame, ServerFrame, Stage};
use rustix::process::{Resource, getrlimit};

use super::super::Bench;
use super::super::later::Later;
use super::super::players::{self, ANSWERED, IN_FLIGHT, REFUSED, WELCOME};
use super::super::process::{Cpu, Hosted, Server, Settings};
use super::super::result::{Goal, Row, round};
use super::super::seed::{self, Rain, Stores};
use super::super::stats::{median, percentile};
use super::super::swarm::{Event, Swarm};
use super::game::ANSWER_TIMEOUT;
use super::taps::{self, Heard, closed, served};

/// Players of a small game, and how many such games there are.
const EACH: usize = 20;
const GAMES: usize = 1000;
const QUICK_GAMES: usize = 100;

/// Files that a server has open for a game beside its players' sockets: its host's, with some to spare; and those
/// that it has open anyway.
const FILES_FOR_GAME: u64 = 4;
const FILES: u64 = 1000;

/// How much more a player of a small game may cost, or wait.
const MOST: f64 = 1.5;

/// What one side found: p99 of each question, and a value for each round.
#[derive(Default)]
struct Found {
    question: Vec<f64>,
    verdict: Vec<f64>,
    reveal: Vec<f64>,
    grab: Vec<f64>,
    /// Microseconds for each player.
    cpu: Vec<Cpu>,
    /// Of them, those of questions, of answers with their reveals, and of the rains.
    parts: [Vec<f64>; 3],
    seconds: Vec<f64>,
    client: Vec<f64>,
    again: u64,
    faults: Vec<String>,
}

pub(super) fn rows(bench: &Bench) -> anyhow::Result<Vec<Row>> {
    let games = bench.pick(games_within(getrlimit(Resource::Nofile).current), QUICK_GAMES);
    let (mut ours, mut other) = (Found::default(), Found::default());
    let rounds = bench.pick(3, 1);
    for turn in 1..=rounds {
        bench.progress.say(&format!("V: {games} games of {EACH}, round {turn} of {rounds}"));
        play(bench, games, EACH, &mut ours)?;
        play(bench, 1, games * EACH, &mut other)?;
    }
    Ok(found_rows(games, &ours, &other))
}

/// So many games as there may be sockets for, in hundreds.
fn games_within(files: Option<u64>) -> usize {
    let each = EACH as u64 + FILES_FOR_GAME;
    let games = files.map_or(GAMES as u64, |files| files.saturating_sub(FILES) / each);
    let games = usize::try_from(games).unwrap_or(GAMES).min(GAMES);
    (games / 100 * 100).max(QUICK_GAMES)
}

fn found_rows(games: usize, ours: &Found, other: &Found) -> Vec<Row> {
    let faults: Vec<String> = ours.faults.iter().chain(&other.faults).cloned().collect();
    let row = |id: &str, what: &str, unit: &str, rounds: (&[f64], &[f64])| {
        let what = format!("{what}, {games} games of {EACH} players against one of as many");
        let rounds = (rounds.0.to_vec(), rounds.1.to_vec());
        Row::new(id, games * EACH, &what, unit, rounds, Goal::AtMost(MOST))
            .client(&ours.client)
            .void_if(&faults)
    };
    let middle = |values: &[f64]| median(values).map(round);
    let of_redis: Vec<f64> = ours.cpu.iter().map(|cpu| cpu.redis).collect();
    let [questions, answers, rains] = &ours.parts;
    let what = "CPU of server and Redis for each player until all is in the ledger";
    let (served_ours, served_other) = (served(&ours.cpu), served(&other.cpu));
    let cpu = row("Vcpu", what, "µs/player", (&served_ours, &served_other))
        .with("of_redis", middle(&of_redis))
        .with("of_questions", middle(questions))
        .with("of_answers", middle(answers))
        .with("of_rain", middle(rains))
        .with("of_questions_against", middle(&other.parts[0]))
        .with("of_answers_against", middle(&other.parts[1]))
        .with("of_rain_against", middle(&other.parts[2]))
        .with("seconds_ours", middle(&ours.seconds))
        .with("seconds_against", middle(&other.seconds))
        .with("asked_again", ours.again)
        .with("asked_again_against", other.again);
    vec![
        row("Vask", "click to question, p99", "ms", (&ours.question, &other.question)),
        row("Vanswer", "answer to verdict, p99", "ms", (&ours.verdict, &other.verdict)),
        row("Vreveal", "last answer to reveal, p99", "ms", (&ours.reveal, &other.reveal)),
        row("Vgrab", "tap to packet, p99", "ms", (&ours.grab, &other.grab)),
        cpu,
    ]
}

/// So many games of so many players on a fresh server.
fn play(bench: &Bench, games: usize, each: usize, found: &mut Found) -> anyhow::Result<()> {
    let server = Server::start(bench, Settings::default())?;
    let mut halls = Halls::fill(&server, games, each)?;
    let mut stores = bench.runtime.block_on(Stores::open(&server))?;
    let (meter, n) = (server.meter(), halls.n as f64);
    let (begun, start) = (meter.read_fine()?, Instant::now());
    let mut parts = [0.0; 3];
    let us = |cpu: Cpu| served(&[cpu.us_each(n)]).into_iter().sum::<f64>();
    for _ in 0..bench.pick(3, 2) {
        let before = meter.read_fine()?;
        halls.ask(found)?;
        parts[0] += us(before.until_now()?);
        let before = meter.read_fine()?;
        halls.answer(found)?;
        // Outcomes, and whatever else is still on its way.
        halls.swarm.drain(Duration::from_millis(400))?;
        parts[1] += us(before.until_now()?);
    }
    let before = meter.read_fine()?;
    let rains = halls.rain(found)?;
    let books = bench.runtime.block_on(async {
        stores.until_in_ledger(&rains, halls.n as u64).await?;
        stores.books(&rains, halls.n as u64).await
    })?;
    parts[2] += us(before.until_now()?);
    let (cpu, seconds) = (begun.until_now()?, start.elapsed().as_secs_f64());
    found.cpu.push(cpu.us_each(n));
    found.client.push(cpu.client / seconds);
    found.seconds.push(seconds);
    found.parts.iter_mut().zip(parts).for_each(|(part, us)| part.push(us));
    found.faults.extend(books.fault());
    Ok(())
}

/// Games with everybody seated, one after the other in the swarm; behind them their hosts.
struct Halls {
    swarm: Swarm,
    /// All players, and those of each game.
    n: usize,
    each: usize,
    /// Sequence number of the stage that each host sees.
    seen: Vec<u64>,
    round: u16,
}

impl Halls {
    fn fill(server: &Server, games: usize, each: usize) -> anyhow::Result<Self> {
        let hosted = (0..games).map(|_| server.host()).collect::<anyhow::Result<Vec<Hosted>>>()?;
        let mut swarm = players::swarm(server.address())?;
        for (game, hosted) in hosted.iter().enumerate() {
            players::seat(&mut swarm, hosted.pin, (game + 1) * each, IN_FLIGHT)?;
        }
        let (n, mut seen, mut welcomes) = (games * each, vec![0; games], 0);
        for _ in 0..games {
            swarm.connect_to("/ws/host", Some(Encoding::Postcard.subprotocol()))?;
        }
        swarm.until("the hosts' welcomes", ANSWER_TIMEOUT, |index, link, event| match event {
            Event::Open if index >= n => {
                let Hosted { game, token, .. } = hosted[index - n];
                link.send(&Encoding::Postcard.encode(&HostFrame::Hello { game, token }));
                Ok(false)
            }
            Event::Frame(frame @ [WELCOME, ..]) if index >= n => {
                let ServerFrame::Welcome(welcome) = Encoding::Postcard.decode(frame)? else {
                    bail!("no welcome")
                };
                seen[index - n] = welcome.stage.at.seq;
                welcomes += 1;
                Ok(welcomes == games)
            }
            event => closed(index, &event).map(|()| false),
        })?;
        // Lobbies are told a few times a second; let the last of it pass.
        swarm.drain(Duration::from_millis(1000))?;
        Ok(Self { swarm, n, each, seen, round: 0 })
    }

    /// What each host sends.
    fn clicks(&self, click: impl Fn(u64) -> HostFrame) -> Vec<Vec<u8>> {
        self.seen.iter().map(|seen| Encoding::Postcard.encode(&click(*seen))).collect()
    }

    /// All hosts ask; until everybody has the question.
    fn ask(&mut self, found: &mut Found) -> anyhow::Result<()> {
        let clicks = self.clicks(|seen| HostFrame::Move { mv: Move::Ask, seen });
        let (n, each, seen) = (self.n, self.each, &mut self.seen);
        let (asking, mut waits) = (Kind::Asking as u8, Vec::with_capacity(n));
        let again = wave(&mut self.swarm, (n, &clicks), n + clicks.len(), |sent, index, frame| {
            let Some((seq, kind)) = players::stage_of(frame) else { return Ok(false) };
            match index.checked_sub(n) {
                _ if kind != asking => return Ok(false),
                Some(host) => seen[host] = seq,
                None => waits.push(ms_since(sent[index / each])),
            }
            Ok(true)
        })?;
        found.again += again;
        found.question.extend(percentile(&mut waits, 0.99));
        Ok(())
    }

    /// Everybody answers; until all have their verdicts and see the reveals.
    fn answer(&mut self, found: &mut Found) -> anyhow::Result<()> {
        let answer = PlayerFrame::Answer { round: self.round, answer: ChoiceSet(1).into() };
        let (n, each, seen) = (self.n, self.each, &mut self.seen);
        let answers = vec![Encoding::Postcard.encode(&answer); n];
        let (revealed, everybody) = (Kind::Revealed as u8, n + seen.len());
        let (mut verdicts, mut reveals) = (vec![0.0; n], vec![0.0; n]);
        let again = wave(&mut self.swarm, (0, &answers), everybody, |sent, index, frame| {
            let stage = players::stage_of(frame).filter(|(_, kind)| *kind == revealed);
            match (index.checked_sub(n), frame, stage) {
                (Some(host), _, Some((seq, _))) => {
                    seen[host] = seq;
                    return Ok(true);
                }
                (Some(_), ..) => return Ok(false),
                (None, [ANSWERED, ..], _) => verdicts[index] = ms_since(sent[index]),
                // Since the last of its game has answered.
                (None, _, Some(_)) => {
                    reveals[index] = ms_since(sent[(index / each + 1) * each - 1]);
                }
                (None, _, None) => {}
            }
            Ok(verdicts[index] > 0.0 && reveals[index] > 0.0)
        })?;
        self.round += 1;
        found.again += again;
        found.verdict.extend(percentile(&mut verdicts, 0.99));
        found.reveal.extend(percentile(&mut reveals, 0.99));
        Ok(())
    }

    /// All hosts let packets fall, one for each player; until everybody has caught theirs. All rains are open
    /// then, and all tap at once.
    fn rain(&mut self, found: &mut Found) -> anyhow::Result<Vec<Rain>> {
        let plan = seed::plan(u32::try_from(self.each)?);
        let clicks = self.clicks(|seen| HostFrame::OpenRain { plan: plan.clone(), seen });
        let (n, each) = (self.n, self.each);
        let mut rains = vec![None; clicks.len()];
        let everybody = n + clicks.len();
        found.again += wave(&mut self.swarm, (n, &clicks), everybody, |_, index, frame| {
            let falls = players::stage_of(frame).is_some_and(|(_, kind)| kind == Kind::Rain as u8);
            if let Some(host) = index.checked_sub(n).filter(|_| falls) {
                rains[host] = Some(shown(frame)?);
            }
            Ok(falls)
        })?;
        let rains = rains.into_iter().collect::<Option<Vec<Rain>>>();
        let rains = rains.context("a host was shown no rain")?;
        let opens_in = rains.iter().map(Rain::opens_in).max().unwrap_or_default();
        self.swarm.drain(opens_in + Duration::from_millis(100))?;
        let tap = |index: usize| {
            let mut tap = Vec::with_capacity(32);
            players::tap(&rains[index / each], &mut tap);
            tap
        };
        let (frames, mut waits) = ((0..n).map(tap).collect::<Vec<_>>(), Vec::with_capacity(n));
        found.again += wave(&mut self.swarm, (0, &frames), n, |sent, index, frame| {
            let is_it = index < n && taps::hear(frame, &rains[index / each])? == Heard::Verdict;
            if is_it {
                waits.push(ms_since(sent[index]));
            }
            Ok(is_it)
        })?;
        found.grab.extend(percentile(&mut waits, 0.99));
        Ok(rains)
    }
}

fn ms_since(then: Instant) -> f64 {
    then.elapsed().as_secs_f64() * 1e3
}

/// The rain that a stage shows.
fn shown(frame: &[u8]) -> anyhow::Result<Rain> {
    let ServerFrame::Stage(stage) = Encoding::Postcard.decode(frame)? else {
        bail!("a rain is no stage")
    };
    let Stage::Rain(view) = stage.stage else { bail!("a stage shows no rain") };
    Ok(Rain::shown(view.rain, stage.opens_ms, stage.closes_ms))
}

/// Sends each socket from the first on its frame, and again where it is told to ask again; until the first
/// so many sockets have had what they wait for. How often somebody had to ask again.
///
/// Reads between what it sends, or who was sent first would wait for the sending of all others.
fn wave(
    swarm: &mut Swarm,
    (first, frames): (usize, &[Vec<u8>]),
    waiting: usize,
    mut has: impl FnMut(&[Instant], usize, &[u8]) -> anyhow::Result<bool>,
) -> anyhow::Result<u64> {
    let (start, mut later, mut unsent) = (Instant::now(), Later::default(), 0..frames.len());
    let mut sent = vec![start; frames.len()];
    let (mut had, mut count) = (vec![false; waiting], 0);
    while count < waiting {
        for number in unsent.by_ref().take(EACH) {
            sent[number] = Instant::now();
            swarm.link(first + number).send(&frames[number]);
        }
        while let Some(index) = later.pop() {
            let frame = index.checked_sub(first).and_then(|number| frames.get(number));
            // It may have been done the first time.
            if let Some(frame) = frame.filter(|_| !had[index]) {
                swarm.link(index).send(frame);
            }
        }
        let wait = if unsent.is_empty() { later.wait() } else { Duration::ZERO };
        swarm.turn(wait, |index, _, event| {
            let Event::Frame(frame) = event else { return closed(index, &event) };
            let Some(had) = had.get_mut(index).filter(|had| !**had) else { return Ok(()) };
            if frame.first() == Some(&REFUSED) {
                players::ask_again(frame)?;
                later.push(index);
            } else if has(&sent, index, frame)? {
                *had = true;
                count += 1;
            }
            Ok(())
        })?;
        if start.elapsed() > ANSWER_TIMEOUT {
            bail!("{count} of {waiting} have what they wait for");
        }
    }
    Ok(later.count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_games_as_files_let() {
        assert_eq!((games_within(None), games_within(Some(1_000_000))), (1000, 1000));
        assert_eq!((games_within(Some(20_000)), games_within(Some(10))), (700, 100));
    }

    #[test]
    fn each_figure_has_its_row_and_a_fault_of_either_side_makes_all_void() {
        let cpu = Cpu { server: 30.0, redis: 10.0, ..Cpu::default() };
        let found = |by: f64| Found {
            question: vec![by],
            verdict: vec![by],
            reveal: vec![by],
            grab: vec![by],
            cpu: vec![cpu],
            parts: [vec![1.0], vec![2.0], vec![37.0]],
            ..Found::default()
        };
        let rows = found_rows(100, &found(12.0), &found(10.0));
        let ids: Vec<&str> = rows.iter().map(|row| row.id.as_str()).collect();
        assert_eq!(ids, ["Vask", "Vanswer", "Vreveal", "Vgrab", "Vcpu"]);
        assert!(rows.iter().all(|row| row.n == 2000 && row.met == Some(true)), "{rows:?}");
        assert_eq!((rows[4].ours, &rows[4].more["of_rain"]), (Some(40.0), &37.0.into()));
        let wrong = Found { faults: vec!["1 is not 2".to_owned()], ..found(10.0) };
        let rows = found_rows(100, &found(12.0), &wrong);
        assert!(rows.iter().all(|row| row.void.is_some() && row.met.is_none()));
    }
}
