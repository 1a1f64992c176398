//! Row O: a game that everybody plays at their own pace. From an answer to what it brought, how many
//! answers a second there may be, and whether one costs more where there are more players. Against
//! echoes of the same frames at the same pace.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::time::{Duration, Instant};

use anyhow::bail;
use quizrain_shared::mode::{Mode, SelfPaced};
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::question::ChoiceSet;
use quizrain_shared::wire::{Encoding, HostFrame, PlayerFrame, ServerFrame};

use super::super::Bench;
use super::super::later::Later;
use super::super::players::{self, IN_FLIGHT, PACED, REFUSED};
use super::super::process::{Bare, CHOICES, Cpu, Meter, Server, Settings};
use super::super::result::{Goal, Row, round};
use super::super::stats::{median, percentile};
use super::super::swarm::{Event, Swarm};
use super::game::{ANSWER_TIMEOUT, Session};
use super::taps::{self, Heard, closed, served};
use crate::bots::random::Random;

const SIZES: [usize; 3] = [100, 1000, 10_000];
/// Where nobody reads, so many are enough.
const BUSY: usize = 1000;
/// How long a player reads a question and what it brought, on average.
const READS: Duration = Duration::from_millis(1500);
const LOOKS: Duration = Duration::from_millis(500);
/// Occasion of chance.
const PACE: u64 = 31 << 32;

/// What was found, a value for each round.
#[derive(Default)]
struct Found {
    p50: Vec<f64>,
    p99: Vec<f64>,
    rates: Vec<f64>,
    /// For each answer.
    cpu: Vec<Cpu>,
    client: Vec<f64>,
    again: u64,
}

pub(super) fn rows(bench: &Bench) -> anyhow::Result<Vec<Row>> {
    let (mut rows, mut flat) = (Vec::new(), Vec::new());
    let what = "answer to verdict, p99, everybody at their own pace, against echo";
    for n in SIZES {
        let (ours, other) = both(bench, n, (READS, LOOKS))?;
        let middle = |values: &[f64]| median(values).map(round);
        flat.push(served(&ours.cpu));
        rows.push(
            Row::new("O", n, what, "ms", (ours.p99, other.p99), Goal::None)
                .client(&ours.client)
                .with("p50_ours", middle(&ours.p50))
                .with("p50_against", middle(&other.p50))
                .with("answers_per_second", middle(&ours.rates))
                .with("cpu_us_per_answer", middle(&served(&ours.cpu)))
                .with("asked_again", ours.again),
        );
    }
    if let [_, small, large] = &mut flat[..] {
        let rounds = (std::mem::take(large), std::mem::take(small));
        let what = "CPU of server and Redis for each answer, 10,000 players against 1,000";
        rows.push(Row::new("Oflat", SIZES[2], what, "µs", rounds, Goal::AtMost(1.3)));
    }
    let (ours, other) = both(bench, BUSY, (Duration::ZERO, Duration::ZERO))?;
    let what = "answers a second where everybody goes on at once, against echo";
    let row = Row::new("Orate", BUSY, what, "answers/s", (ours.rates, other.rates), Goal::None);
    let middle = |values: &[f64]| median(values).map(round);
    rows.push(
        row.client(&ours.client)
            .with("p50_ours", middle(&ours.p50))
            .with("p99_ours", middle(&ours.p99))
            .with("cpu_us_per_answer", middle(&served(&ours.cpu)))
            .with("asked_again", ours.again),
    );
    Ok(rows)
}

/// Some rounds of ours and of echoes, in turns.
fn both(bench: &Bench, n: usize, pauses: (Duration, Duration)) -> anyhow::Result<(Found, Found)> {
    let (mut ours, mut other) = (Found::default(), Found::default());
    let rounds = bench.pick(3, 2);
    let questions = bench.pick(8, 3);
    for turn in 1..=rounds {
        bench.progress.say(&format!("O: {n} players, round {turn} of {rounds}"));
        let server = Server::start(bench, Settings::default())?;
        let hosted = server.host_mode(CHOICES, Mode::SelfPaced(SelfPaced::default()))?;
        let mut session = Session::open(players::swarm(server.address())?, hosted, n)?;
        session.open_for_all()?;
        let (crowd, meter) = (Crowd::new(n, questions, pauses), server.meter());
        crowd.play(&mut session.swarm, meter, hear, &mut ours)?;
        drop((session, server));
        let server = Bare::start(bench)?;
        let mut swarm = taps::echo_swarm(&server)?;
        players::open(&mut swarm, n, IN_FLIGHT)?;
        let (crowd, meter) = (Crowd::new(n, questions, pauses), server.meter());
        crowd.play(&mut swarm, meter, |_, _, _| Ok(Heard::Verdict), &mut other)?;
    }
    Ok((ours, other))
}

impl Session {
    /// The host opens the game; until everybody sees that.
    fn open_for_all(&mut self) -> anyhow::Result<()> {
        let (n, seen, paced) = (self.n, self.seen, Kind::Paced as u8);
        let click = Encoding::Postcard.encode(&HostFrame::Move { mv: Move::Ask, seen });
        self.swarm.link(n).send(&click);
        let mut there = 0;
        self.swarm.until("the opening", ANSWER_TIMEOUT, |index, _, event| {
            let Event::Frame(frame) = event else { return closed(index, &event).map(|()| false) };
            if frame.first() == Some(&REFUSED) {
                bail!("the opening was refused");
            }
            there += usize::from(players::stage_of(frame).is_some_and(|(_, kind)| kind == paced));
            Ok(there == n + 1)
        })
    }
}

/// What a player waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Awaits {
    /// The next question.
    Question,
    /// What the answer brought.
    Verdict,
}

/// Where a player is.
#[derive(Clone, Copy, Debug)]
struct Player {
    round: u16,
    awaits: Awaits,
    /// When that was asked for; `None`: it is there, and the player reads.
    since: Option<Instant>,
}

impl Player {
    /// What it sends to go on.
    fn frame(&self) -> Vec<u8> {
        let round = self.round;
        Encoding::Postcard.encode(&match self.awaits {
            Awaits::Question => PlayerFrame::Pace { question: round },
            Awaits::Verdict => PlayerFrame::Answer { round, answer: ChoiceSet(1).into() },
        })
    }
}

/// Reads frames of the product.
fn hear(frame: &[u8], awaits: Awaits, round: u16) -> anyhow::Result<Heard> {
    match frame {
        [PACED, ..] => {
            let ServerFrame::Paced(paced) = Encoding::Postcard.decode(frame)? else {
                bail!("a frame of a pace is none")
            };
            let is_it =
                paced.round == round && paced.outcome.is_some() == (awaits == Awaits::Verdict);
            if !is_it {
                bail!("{awaits:?} of round {round} was asked for, and there is {paced:?}");
            }
            Ok(Heard::Verdict)
        }
        [REFUSED, ..] => players::ask_again(frame).map(|()| Heard::Again),
        _ => Ok(Heard::Other),
    }
}

/// Players on their way through some questions.
struct Crowd {
    players: Vec<Player>,
    questions: u16,
    pauses: (Duration, Duration),
    random: Random,
    /// Who reads, and until when.
    reading: BinaryHeap<Reverse<(Instant, usize)>>,
    finished: usize,
    waits_ms: Vec<f64>,
}

impl Crowd {
    fn new(n: usize, questions: u16, pauses: (Duration, Duration)) -> Self {
        let player = Player { round: 0, awaits: Awaits::Question, since: None };
        let mut crowd = Self {
            players: vec![player; n],
            questions,
            pauses,
            random: Random::of(n as u64, 0, PACE),
            reading: BinaryHeap::new(),
            finished: 0,
            waits_ms: Vec::with_capacity(n * usize::from(questions)),
        };
        let begins = Instant::now();
        for index in 0..n {
            let after = crowd.random_pause(pauses.0 + pauses.1);
            crowd.reading.push(Reverse((begins + after, index)));
        }
        crowd
    }

    /// Up to twice the mean.
    fn random_pause(&mut self, mean: Duration) -> Duration {
        mean.mul_f64(2.0 * self.random.unit())
    }

    /// What a player waited for is there: it reads, or is done.
    fn on(&mut self, index: usize) {
        let now = Instant::now();
        let Some(player) = self.players.get_mut(index) else { return };
        let Some(since) = player.since.take() else { return };
        let mean = match player.awaits {
            Awaits::Question => {
                player.awaits = Awaits::Verdict;
                self.pauses.0
            }
            Awaits::Verdict => {
                self.waits_ms.push((now - since).as_secs_f64() * 1e3);
                player.awaits = Awaits::Question;
                player.round += 1;
                if player.round == self.questions {
                    self.finished += 1;
                    return;
                }
                self.pauses.1
            }
        };
        let until = now + self.random_pause(mean);
        self.reading.push(Reverse((until, index)));
    }

    /// Whoever has read enough; or how long nobody has.
    fn next(&mut self) -> Result<usize, Duration> {
        let Some(Reverse((until, index))) = self.reading.peek().copied() else {
            return Err(Duration::from_millis(100));
        };
        let left = until.saturating_duration_since(Instant::now());
        if left > Duration::ZERO {
            return Err(left);
        }
        self.reading.pop();
        Ok(index)
    }

    /// All of them, until everybody is through.
    fn play(
        mut self,
        swarm: &mut Swarm,
        meter: Meter,
        judge: impl Fn(&[u8], Awaits, u16) -> anyhow::Result<Heard>,
        found: &mut Found,
    ) -> anyhow::Result<()> {
        let n = self.players.len();
        let mut later = Later::default();
        let (start, before) = (Instant::now(), meter.read()?);
        while self.finished < n {
            let wait = loop {
                match self.next() {
                    Ok(index) => {
                        self.players[index].since = Some(Instant::now());
                        swarm.link(index).send(&self.players[index].frame());
                    }
                    Err(wait) => break wait,
                }
            };
            while let Some(index) = later.pop() {
                swarm.link(index).send(&self.players[index].frame());
            }
            swarm.turn(wait.min(later.wait()), |index, _, event| {
                let Event::Frame(frame) = event else { return closed(index, &event) };
                // The host's, and what nobody asked for.
                let Some(player) = self.players.get(index).filter(|it| it.since.is_some()) else {
                    return Ok(());
                };
                match judge(frame, player.awaits, player.round)? {
                    Heard::Verdict => self.on(index),
                    Heard::Again => later.push(index),
                    Heard::Other => {}
                }
                Ok(())
            })?;
            if start.elapsed() > ANSWER_TIMEOUT {
                bail!("{} of {n} players are through", self.finished);
            }
        }
        let (took, cpu) = (start.elapsed().as_secs_f64(), meter.read()? - before);
        let answers = self.waits_ms.len() as f64;
        let mut share = |share| percentile(&mut self.waits_ms, share).unwrap_or_default();
        found.p50.push(share(0.5));
        found.p99.push(share(0.99));
        found.rates.push(answers / took);
        found.cpu.push(cpu.us_each(answers));
        found.client.push(cpu.client / took);
        found.again += later.count;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_player_answers_every_question_and_is_done_then() {
        let mut crowd = Crowd::new(2, 2, (Duration::ZERO, Duration::ZERO));
        let mut asked = Vec::new();
        while crowd.finished < 2 {
            let index = crowd.next().unwrap();
            let player = &mut crowd.players[index];
            player.since = Some(Instant::now());
            asked.push((index, player.round, player.awaits));
            crowd.on(index);
            // What comes once more is nothing new.
            crowd.on(index);
        }
        asked.sort_by_key(|(index, round, awaits)| (*index, *round, *awaits == Awaits::Verdict));
        let of = |index| {
            let awaits = |round| [Awaits::Question, Awaits::Verdict].map(|it| (index, round, it));
            [awaits(0), awaits(1)].concat()
        };
        assert_eq!(asked, [of(0), of(1)].concat());
        assert_eq!((crowd.waits_ms.len(), crowd.next().is_err()), (4, true));
    }
}
