//! Row A: claims a second through Redis, without sockets: the batcher against the classic script,
//! one call for each tap, on 50 plain connections and on one pipelined connection.
//!
//! All sides have the same Redis, synced before every reply, the same client library and the same
//! accounts. The ledger hears of the rains only afterwards, so it takes no part in the time.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use quizrain::batch::Overloaded;
use quizrain::rain::Recovery;
use quizrain::rain::calls::{ShardRef, Verdict};
use quizrain::rain::claims::Claims;
use quizrain_shared::ids::GameId;
use redis::aio::MultiplexedConnection;

use super::super::process::{Cpu, Server, Settings};
use super::super::result::{Goal, Row, round};
use super::super::seed::{Books, Stores, account, connect};
use super::super::{Bench, stop};

/// Players who wait for a verdict at the same time, where one connection serves them all.
const WAITING: usize = 2048;

/// Connections of the classic way.
const PLAIN: usize = 50;

const BATCH: usize = 1024;

const CLASSIC: &str = include_str!("../../../lua/classic_claim.lua");

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Batcher,
    Plain,
    Pipelined,
}

const SIDES: [Side; 3] = [Side::Batcher, Side::Plain, Side::Pipelined];

#[derive(Default)]
struct Found {
    rates: Vec<f64>,
    client: Vec<f64>,
    redis: Vec<f64>,
    faults: Vec<String>,
    claims: u64,
    again: u64,
}

pub(super) fn rows(bench: &Bench) -> anyhow::Result<Vec<Row>> {
    let mut rows = Vec::new();
    for (mark, delay_us, goals) in [("", 0, [5.0, 3.0]), ("s", 2000, [7.0, 2.0])] {
        let mut found: [Found; 3] = Default::default();
        let rounds = bench.pick(5, 2);
        for turn in 1..=rounds {
            for (side, found) in SIDES.into_iter().zip(&mut found) {
                bench.progress.say(&format!("A{mark}: {side:?}, round {turn} of {rounds}"));
                run(bench, side, delay_us, found)?;
            }
        }
        let [batcher, plain, pipelined] = &found;
        let slow = if delay_us > 0 { ", fdatasync 2 ms slower" } else { "" };
        for (id, other, goal, what) in [
            ("A50", plain, goals[0], "claims through Redis, one call each on 50 connections"),
            ("AP", pipelined, goals[1], "claims through Redis, one call each, pipelined"),
        ] {
            let faults: Vec<String> =
                [batcher, other].iter().flat_map(|found| found.faults.clone()).collect();
            let row = Row::new(
                &format!("{id}{mark}"),
                if id == "A50" { PLAIN } else { WAITING },
                &format!("{what}{slow}"),
                "claims/s",
                (batcher.rates.clone(), other.rates.clone()),
                Goal::AtLeast(goal),
            );
            rows.push(
                row.client(&batcher.client)
                    .void_if(&faults)
                    .with("claims_ours", batcher.claims)
                    .with("claims_against", other.claims)
                    .with("asked_again", batcher.again)
                    .with("redis_us_per_claim_ours", mean(&batcher.redis))
                    .with("redis_us_per_claim_against", mean(&other.redis))
                    .with("client_cpu_against", mean(&other.client)),
            );
        }
    }
    Ok(rows)
}

fn mean(values: &[f64]) -> f64 {
    round(values.iter().sum::<f64>() / values.len().max(1) as f64)
}

/// One side, one round: as many rains as the time takes, on a fresh server.
fn run(bench: &Bench, side: Side, delay_us: u32, found: &mut Found) -> anyhow::Result<()> {
    let server = Server::start(bench, Settings { delay_us, ..Settings::default() })?;
    let game = server.host()?.game;
    let time = Duration::from_millis(bench.pick(2200, 1000));
    // The settler reads so many entries a second, and a classic claim is an entry of its own.
    let packets = match side {
        Side::Batcher => bench.pick(50_000, 20_000),
        Side::Plain | Side::Pipelined => bench.pick(20_000, 5000),
    };
    bench.runtime.block_on(async {
        let mut stores = Stores::open(&server).await?;
        let (mut taken, mut cpu, mut claims) = (Duration::ZERO, Cpu::default(), 0);
        while taken < time {
            stop::check()?;
            let rain = seed(&mut stores, game, packets).await?;
            let before = server.meter().read()?;
            let drained = drain(side, &stores, rain.reference, packets).await?;
            cpu += server.meter().read()? - before;
            taken += drained.took;
            claims += drained.granted;
            found.again += drained.again;
            stores.announce(&rain).await?;
            stores.close(&[rain]).await?;
            stores.until_settled(&[rain]).await?;
            let books: Books = stores.books(&[rain], drained.granted).await?;
            found.faults.extend(books.fault());
        }
        found.claims += claims;
        found.rates.push(claims as f64 / taken.as_secs_f64());
        found.client.push(cpu.client / taken.as_secs_f64());
        found.redis.push(cpu.redis * 1e6 / claims.max(1) as f64);
        Ok(())
    })
}

async fn seed(
    stores: &mut Stores,
    game: GameId,
    packets: usize,
) -> anyhow::Result<super::super::seed::Rain> {
    stores.seed(game, 1, packets, false).await?.pop().context("no rain was seeded")
}

/// A rain that is empty.
struct Drained {
    /// Verdicts that granted.
    granted: u64,
    took: Duration,
    /// How often somebody had to ask again.
    again: u64,
}

/// Empties a rain: each packet to another account.
async fn drain(
    side: Side,
    stores: &Stores,
    rain: ShardRef,
    packets: usize,
) -> anyhow::Result<Drained> {
    let (next, again) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicU64::new(0)));
    let script: String =
        redis::cmd("SCRIPT").arg("LOAD").arg(CLASSIC).query_async(&mut stores.con.clone()).await?;
    let script = Arc::new(Classic::new(script, rain));
    let recovery = Recovery::new(stores.redis.clone(), stores.sql.clone(), Arc::default());
    let claims = Claims::new(stores.redis.clone(), &recovery, rain, u64::MAX, BATCH);
    let shared = connect(&stores.client).await?;
    let mut connections = Vec::new();
    if side == Side::Plain {
        for _ in 0..PLAIN {
            connections.push(connect(&stores.client).await?);
        }
    } else {
        connections.resize(WAITING, shared);
    }
    let start = Instant::now();
    let mut tasks = tokio::task::JoinSet::new();
    for mut con in connections {
        let (next, again) = (Arc::clone(&next), Arc::clone(&again));
        let (script, claims) = (Arc::clone(&script), Arc::clone(&claims));
        tasks.spawn(async move {
            let mut granted = 0;
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= packets {
                    return anyhow::Ok(granted);
                }
                let new = match side {
                    Side::Batcher => loop {
                        match claims.claim(account(number)).await {
                            Ok(verdict) => {
                                break matches!(verdict, Verdict::Caught { new: true, .. });
                            }
                            // The outcome is unknown; what a player does is ask again.
                            Err(Overloaded) => again.fetch_add(1, Ordering::Relaxed),
                        };
                        tokio::task::yield_now().await;
                    },
                    Side::Plain | Side::Pipelined => script.claim(&mut con, number).await?,
                };
                granted += u64::from(new);
            }
        });
    }
    let mut granted = 0;
    while let Some(done) = tasks.join_next().await {
        granted += done??;
    }
    Ok(Drained { granted, took: start.elapsed(), again: again.load(Ordering::Relaxed) })
}

/// The classic way: `EVALSHA` for one account.
struct Classic {
    script: String,
    keys: [String; 5],
    incarnation: String,
}

impl Classic {
    fn new(script: String, rain: ShardRef) -> Self {
        let keys = rain.keys();
        let keys = [keys.meta(), keys.pool(), keys.claims(), keys.eligible(), keys.stream()];
        Self { script, keys, incarnation: rain.incarnation.to_string() }
    }

    /// Whether the account was granted a packet by this call.
    async fn claim(&self, con: &mut MultiplexedConnection, number: usize) -> anyhow::Result<bool> {
        let mut command = redis::cmd("EVALSHA");
        command.arg(&self.script).arg(self.keys.len()).arg(&self.keys).arg(&self.incarnation);
        let reply: Vec<String> = command.arg(account(number).to_string()).query_async(con).await?;
        match reply.first().map(String::as_str) {
            Some("caught") => Ok(true),
            Some("repeat" | "sold_out") => Ok(false),
            other => bail!("the classic script said {other:?}"),
        }
    }
}
