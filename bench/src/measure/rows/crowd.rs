//! Rows F and G: what a player who only sits there costs in memory, and how long a crowd that
//! comes all at once takes to be seated. Against bare sockets.

use std::time::Duration;

use anyhow::bail;
use quizrain_shared::ids::GameId;

use super::super::Bench;
use super::super::players::{self, Arrival, IN_FLIGHT};
use super::super::process::{Bare, Meter, Server, Settings};
use super::super::result::{Goal, Row, round};
use super::super::seed::Stores;
use super::super::stats::median;
use super::super::swarm::Swarm;

const FEW: usize = 1000;
const MANY: usize = 10_000;

pub(super) fn rows(bench: &Bench) -> anyhow::Result<Vec<Row>> {
    let mut rows = Vec::new();
    if bench.wants('F') {
        rows.push(memory(bench)?);
    }
    if bench.wants('G') {
        rows.extend(rush(bench)?);
    }
    Ok(rows)
}

/// Bytes for each socket between few and many, in KiB.
#[derive(Default)]
struct Memory {
    each: Vec<f64>,
    few: Vec<f64>,
    many: Vec<f64>,
    redis: Vec<f64>,
}

fn memory(bench: &Bench) -> anyhow::Result<Row> {
    let (mut ours, mut other) = (Memory::default(), Memory::default());
    let rounds = bench.pick(3, 2);
    let rest = Duration::from_secs(bench.pick(2, 1));
    for turn in 1..=rounds {
        bench.progress.say(&format!("F: memory, round {turn} of {rounds}"));
        let server = Server::start(bench, Settings::default())?;
        let hosted = server.host()?;
        let mut swarm = players::swarm(server.address())?;
        ours.take(server.meter(), rest, &mut swarm, |swarm, n| {
            players::seat(swarm, hosted.pin, n, IN_FLIGHT)
        })?;
        drop((swarm, server));
        let server = Bare::start(bench)?;
        let mut swarm = Swarm::new(server.address(), "/echo", None)?;
        other.take(server.meter(), rest, &mut swarm, |swarm, n| {
            players::open(swarm, n, IN_FLIGHT)
        })?;
    }
    let what = "server memory for each seated, idle player, between 1,000 and 10,000";
    let row = Row::new("F", MANY, what, "KiB", (ours.each, other.each), Goal::AtMost(1.25));
    let mib = |bytes: &[f64]| median(bytes).map(|bytes| round(bytes / 1024.0 / 1024.0));
    Ok(row
        .with("server_mib_at_1000", mib(&ours.few))
        .with("server_mib_at_10000", mib(&ours.many))
        .with("server_mib_at_1000_against", mib(&other.few))
        .with("server_mib_at_10000_against", mib(&other.many))
        .with("redis_mib_at_10000", mib(&ours.redis)))
}

impl Memory {
    fn take(
        &mut self,
        meter: Meter,
        rest: Duration,
        swarm: &mut Swarm,
        mut fill: impl FnMut(&mut Swarm, usize) -> anyhow::Result<Arrival>,
    ) -> anyhow::Result<()> {
        let mut at = |n| {
            fill(swarm, n)?;
            // Merged news and the last buffers have gone by then.
            swarm.drain(rest)?;
            meter.resident()
        };
        let (few, many) = (at(FEW)?, at(MANY)?);
        self.each.push((many - few) / (MANY - FEW) as f64 / 1024.0);
        self.few.push(few);
        self.many.push(many);
        self.redis.push(meter.redis_resident()?);
        Ok(())
    }
}

/// Seconds until the last is in.
#[derive(Default)]
struct Rush {
    seconds: Vec<f64>,
    refused: u64,
    closed: u64,
    why: Option<String>,
    slow: u64,
}

impl Rush {
    fn note(&mut self, arrival: Arrival) {
        self.seconds.push(arrival.seconds * 1e3);
        self.refused += arrival.refused;
        self.closed += arrival.closed;
        self.why = arrival.why.or(self.why.take());
        self.slow += arrival.slow;
    }
}

fn rush(bench: &Bench) -> anyhow::Result<Vec<Row>> {
    let mut rows = Vec::new();
    let mut each = Vec::new();
    for n in [FEW, MANY] {
        let (mut ours, mut other) = (Rush::default(), Rush::default());
        let rounds = bench.pick(5, 2);
        for turn in 1..=rounds {
            bench.progress.say(&format!("G: {n} at once, round {turn} of {rounds}"));
            ours.note(seated_at_once(bench, n)?);
            let server = Bare::start(bench)?;
            let mut swarm = Swarm::new(server.address(), "/echo", None)?;
            other.note(players::open(&mut swarm, n, n)?);
        }
        each.push(ours.seconds.iter().map(|ms| ms * 1e3 / n as f64).collect::<Vec<_>>());
        let what = "all connect and join at once, until the last has a seat, against bare connects";
        let goal = if n == MANY { Goal::AtMost(4.0) } else { Goal::None };
        rows.push(
            Row::new("G", n, what, "ms", (ours.seconds, other.seconds), goal)
                .with("asked_again", ours.refused)
                .with("connected_again", ours.closed)
                .with("last_reason", ours.why)
                .with("upgrades_over_900_ms", ours.slow)
                .with("upgrades_over_900_ms_against", other.slow),
        );
    }
    if let [few, many] = &mut each[..] {
        let what = "the same for each player, 10,000 against 1,000";
        let rounds = (std::mem::take(many), std::mem::take(few));
        rows.push(Row::new("Geach", MANY, what, "µs/player", rounds, Goal::AtMost(1.3)));
    }
    Ok(rows)
}

fn seated_at_once(bench: &Bench, n: usize) -> anyhow::Result<Arrival> {
    let server = Server::start(bench, Settings::default())?;
    let hosted = server.host()?;
    let mut swarm = players::swarm(server.address())?;
    let arrival = players::seat(&mut swarm, hosted.pin, n, n)?;
    match missing_seats(bench, &server, hosted.game, n)? {
        Some(fault) => bail!(fault),
        None => Ok(arrival),
    }
}

/// What is wrong where so many players were welcomed.
pub(super) fn missing_seats(
    bench: &Bench,
    server: &Server,
    game: GameId,
    n: usize,
) -> anyhow::Result<Option<String>> {
    let seats = bench.runtime.block_on(async {
        let mut stores = Stores::open(server).await?;
        stores.seats(game).await
    })?;
    let fault = || format!("{n} players were welcomed to a seat, and {seats} have one");
    Ok((seats != n as u64).then(fault))
}
