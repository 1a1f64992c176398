//! Row X: a storm. The server that has the whole crowd is killed, and all of them come to another one at
//! once, until each has its snapshot again. Against bare sockets whose server is killed, with a first
//! frame of the snapshot's size.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use anyhow::bail;
use quizrain_shared::question::ChoiceSet;
use quizrain_shared::wire::{Encoding, ServerFrame, You};

use super::super::Bench;
use super::super::later::Later;
use super::super::players::{self, IN_FLIGHT, REFUSED, WELCOME};
use super::super::process::{Bare, Cpu, Server, Shared};
use super::super::result::{Goal, Row, round};
use super::super::seed::Stores;
use super::super::stats::{median, percentile};
use super::super::swarm::{Event, Swarm};
use super::game::Session;
use super::taps::served;

/// How long the last may take to be back.
const BACK_TIMEOUT: Duration = Duration::from_secs(120);

/// Within how many milliseconds 95 of 100 are to be back.
const P95_MS: f64 = 2000.0;
/// Calls to Redis for each client, at most.
const CALLS: f64 = 1.0 / 50.0;

/// What a server asks Redis for its players, and not by the clock alone.
const FOR_PLAYERS: [&str; 3] = ["evalsha", "eval", "hmget"];

/// A value for each storm.
#[derive(Default)]
struct Found {
    p50: Vec<f64>,
    p95: Vec<f64>,
    worst: Vec<f64>,
    /// Microseconds for each client.
    cpu: Vec<Cpu>,
    /// Calls to Redis for each client: of servers for players, and all commands there were.
    calls: Vec<f64>,
    commands: Vec<f64>,
    client: Vec<f64>,
    again: u64,
    faults: Vec<String>,
    /// What a client says first, and how large the answer is.
    hello: Vec<u8>,
    bytes: usize,
}

impl Found {
    fn note(&mut self, mut back: Back, cpu: Cpu) {
        let n = back.ms.len() as f64;
        let mut share = |share| percentile(&mut back.ms, share).unwrap_or_default();
        self.p50.push(share(0.5));
        self.p95.push(share(0.95));
        let worst = share(1.0);
        self.worst.push(worst);
        self.client.push(cpu.client * 1e3 / worst);
        self.cpu.push(cpu.us_each(n));
        self.again += back.again;
    }
}

pub(super) fn rows(bench: &Bench) -> anyhow::Result<Vec<Row>> {
    let n = bench.pick(10_000, 2000);
    let (mut ours, mut other) = (Found::default(), Found::default());
    let rounds = bench.pick(3, 2);
    for turn in 1..=rounds {
        bench.progress.say(&format!("X: {n} clients, round {turn} of {rounds}"));
        product(bench, n, &mut ours)?;
        bare(bench, n, &ours.hello, ours.bytes, &mut other)?;
    }
    let middle = |values: &[f64]| median(values).map(round);
    let of_redis: Vec<f64> = ours.cpu.iter().map(|cpu| cpu.redis).collect();
    let what = "all are cut off at once, until they have their snapshot again, p95, against bare reconnects";
    let time = Row::new("X", n, what, "ms", (ours.p95, other.p95), Goal::Within(P95_MS));
    let what = "CPU of server and Redis for each client that comes back, against bare reconnects";
    let rounds = (served(&ours.cpu), served(&other.cpu));
    let cpu = Row::new("Xcpu", n, what, "µs/client", rounds, Goal::None);
    let what = "calls to Redis for each client that comes back";
    let calls = (ours.calls, Vec::new());
    let calls = Row::new("Xcalls", n, what, "calls/client", calls, Goal::Within(CALLS));
    Ok(vec![
        time.client(&ours.client)
            .void_if(&ours.faults)
            .with("p50_ours", middle(&ours.p50))
            .with("p50_against", middle(&other.p50))
            .with("worst_ours", middle(&ours.worst))
            .with("worst_against", middle(&other.worst))
            .with("client_cpu_against", middle(&other.client))
            .with("bytes", ours.bytes)
            .with("connected_again", ours.again)
            .with("connected_again_against", other.again),
        cpu.client(&ours.client).void_if(&ours.faults).with("of_redis", middle(&of_redis)),
        calls.void_if(&ours.faults).with("all_commands_per_client", middle(&ours.commands)),
    ])
}

/// One storm: a question has been answered by everybody when their server is killed.
fn product(bench: &Bench, n: usize, found: &mut Found) -> anyhow::Result<()> {
    let shared = Shared::start(bench)?;
    let mut first = Server::start_beside(bench, &shared)?;
    let second = Server::start_beside(bench, &shared)?;
    let hosted = first.host()?;
    let mut session = Session::open(players::swarm(first.address())?, hosted, n)?;
    session.ask()?;
    found.faults.extend(session.answer_until_shown(|_| ChoiceSet(1).into())?.fault);
    // Outcomes, and whatever else is still on its way.
    session.swarm.drain(Duration::from_secs(1))?;
    let (seen, mut swarm) = (session.seen, players::swarm(second.address())?);
    let mut stores = bench.runtime.block_on(Stores::open(&second))?;
    let calls = bench.runtime.block_on(command_stats(&mut stores))?;
    let (before, cut) = (second.meter().read_fine()?, Instant::now());
    first.kill();
    drop(session);
    let back = come_back(&mut swarm, cut, n, |index| players::hello(hosted.pin, index))?;
    let cpu = before.until_now()?;
    let now = bench.runtime.block_on(command_stats(&mut stores))?;
    let each = |of: fn(&str) -> bool| count(&now, of).saturating_sub(count(&calls, of)) as f64;
    found.calls.push(each(|name| FOR_PLAYERS.contains(&name)) / n as f64);
    found.commands.push(each(|_| true) / n as f64);
    found.faults.extend(fault(&back.snapshots, seen));
    found.hello = players::hello(hosted.pin, 0);
    found.bytes = back.snapshots.first().map_or(0, Vec::len);
    found.note(back, cpu);
    Ok(())
}

/// As many bare sockets whose server is killed.
fn bare(
    bench: &Bench,
    n: usize,
    hello: &[u8],
    bytes: usize,
    found: &mut Found,
) -> anyhow::Result<()> {
    let (mut first, second) = (Bare::start(bench)?, Bare::start(bench)?);
    let path = format!("/echo?bytes={bytes}");
    let mut swarm = Swarm::new(first.address(), &path, None)?;
    players::open(&mut swarm, n, IN_FLIGHT)?;
    let mut again = Swarm::new(second.address(), &path, None)?;
    let (before, cut) = (second.meter().read_fine()?, Instant::now());
    first.kill();
    drop(swarm);
    let back = come_back(&mut again, cut, n, |_| hello.to_vec())?;
    found.note(back, before.until_now()?);
    Ok(())
}

/// How a crowd came back.
struct Back {
    /// When each had its snapshot, in milliseconds after the cut.
    ms: Vec<f64>,
    snapshots: Vec<Vec<u8>>,
    /// How often somebody had to connect again.
    again: u64,
}

/// All connect at once and say hello; until each has a first frame that is a snapshot. What a bare server
/// answers begins like one.
fn come_back(
    swarm: &mut Swarm,
    cut: Instant,
    n: usize,
    hello: impl Fn(usize) -> Vec<u8>,
) -> anyhow::Result<Back> {
    let (mut ms, mut snapshots) = (Vec::with_capacity(n), vec![Vec::new(); n]);
    let mut later = Later::default();
    for _ in 0..n {
        swarm.connect()?;
    }
    while ms.len() < n {
        while let Some(index) = later.pop() {
            swarm.reconnect(index)?;
        }
        swarm.turn(later.wait(), |index, link, event| {
            let is_back = !snapshots[index].is_empty();
            match event {
                Event::Open => link.send(&hello(index)),
                Event::Frame(frame @ [WELCOME, ..]) if !is_back => {
                    ms.push(cut.elapsed().as_secs_f64() * 1e3);
                    snapshots[index].extend_from_slice(frame);
                }
                // A hello that is refused ends the socket, and that is noted then.
                Event::Frame(frame @ [REFUSED, ..]) => players::ask_again(frame)?,
                Event::Closed(why) if is_back => bail!("client {index} was closed: {why}"),
                Event::Closed(_) => later.push(index),
                Event::Frame(_) => {}
            }
            Ok(())
        })?;
        if cut.elapsed() > BACK_TIMEOUT {
            bail!("{} of {n} clients are back after {} s", ms.len(), BACK_TIMEOUT.as_secs());
        }
    }
    Ok(Back { ms, snapshots, again: later.count })
}

/// What is wrong with the snapshots of a game that stood at this position, and in which everybody had
/// answered.
fn fault(snapshots: &[Vec<u8>], seen: u64) -> Option<String> {
    let seat = |snapshot: &Vec<u8>| match Encoding::Postcard.decode(snapshot) {
        Ok(ServerFrame::Welcome(welcome)) if welcome.stage.at.seq == seen => {
            let has_answered =
                |you: &You| you.outcome.as_ref().is_some_and(|outcome| outcome.answer.is_some());
            welcome.you.filter(has_answered).map(|you| you.seat.number)
        }
        _ => None,
    };
    let (good, n) =
        (snapshots.iter().filter_map(seat).collect::<HashSet<_>>().len(), snapshots.len());
    (good != n).then(|| format!("{good} of {n} clients have what they had before"))
}

/// How often which command was called.
async fn command_stats(stores: &mut Stores) -> anyhow::Result<String> {
    Ok(redis::cmd("INFO").arg("commandstats").query_async(&mut stores.con).await?)
}

/// Calls of some commands, those that scripts make among them.
fn count(stats: &str, of: impl Fn(&str) -> bool) -> u64 {
    let calls = |line: &str| -> Option<u64> {
        let (name, rest) = line.strip_prefix("cmdstat_")?.split_once(":calls=")?;
        rest.split(',').next()?.parse().ok().filter(|_| of(name))
    };
    stats.lines().filter_map(calls).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_counted_by_name() {
        let stats = "# Commandstats\r\ncmdstat_evalsha:calls=12,usec=3,usec_per_call=0.25\r\n\
                     cmdstat_config|get:calls=1,usec=9\r\ncmdstat_hmget:calls=30,usec=1\r\n";
        assert_eq!(count(stats, |name| FOR_PLAYERS.contains(&name)), 42);
        assert_eq!(count(stats, |_| true), 43);
        assert_eq!(count("", |_| true), 0);
    }

    #[test]
    fn what_is_no_snapshot_is_a_fault() {
        let said = fault(&[vec![WELCOME], Vec::new()], 3);
        assert_eq!(said.as_deref(), Some("0 of 2 clients have what they had before"));
        assert_eq!(fault(&[], 3), None);
    }

    #[test]
    fn a_storm_is_told_by_shares_and_for_each_client() {
        let mut found = Found::default();
        let ms = (1..=100).map(f64::from).collect();
        let cpu = Cpu { server: 1e-3, redis: 1e-4, client: 0.05, ..Cpu::default() };
        found.note(Back { ms, snapshots: Vec::new(), again: 2 }, cpu);
        assert_eq!((found.p50[0], found.p95[0], found.worst[0]), (50.0, 95.0, 100.0));
        assert!((served(&found.cpu)[0] - 11.0).abs() < 1e-9, "{:?}", found.cpu);
        assert!((found.client[0] - 0.5).abs() < 1e-9 && found.again == 2);
    }
}
