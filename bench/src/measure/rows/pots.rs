//! Row L: claims a second of one rain in one pot and in several, each pot on a redis-server of its
//! own, as a cluster would have it; without sockets, through the product's batcher.
//!
//! Every server syncs its file before each reply. All of them and the load client share the cores
//! of this machine, so claims grow with the pots only as long as there are cores for them; each
//! row says how many there were and what of a core the busiest server used.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use quizrain::service::claims::Claims;
use quizrain::service::lane::Busy;
use quizrain::service::restore::Restorer;
use quizrain::store::claim::Packet;
use quizrain::store::pot::Pot;
use quizrain::store::redis::Redis;
use quizrain::store::redis::rain::{self, Loaded, Opened, RainRef, Verdict};
use quizrain::store::sql::Sql;
use quizrain_shared::ids::{AccountId, Incarnation, RainId};
use quizrain_shared::money::Minor;
use redis::aio::MultiplexedConnection;
use redis::{ConnectionAddr, IntoConnectionInfo};
use tempfile::TempDir;

use super::super::process::{cpu_seconds, own_cpu_seconds};
use super::super::result::{Goal, Row, round};
use super::super::seed::connect;
use super::super::{Bench, stop};
use crate::children::{self, Guard, Process};

/// Pots of a rain, and servers.
const POTS: [u16; 4] = [1, 2, 4, 8];

/// Players who wait for a verdict at the same time.
const WAITING: usize = 2048;

const BATCH: usize = 1024;
const WINDOW_MS: u64 = 3_600_000;
const PATIENCE: Duration = Duration::from_secs(10);

#[derive(Default)]
struct Found {
    rates: Vec<f64>,
    client: Vec<f64>,
    /// What of a core the busiest server used, and all of them together.
    busiest: Vec<f64>,
    together: Vec<f64>,
    us_per_claim: Vec<f64>,
    claims: u64,
    again: u64,
    faults: Vec<String>,
}

pub(super) fn rows(bench: &Bench) -> anyhow::Result<Vec<Row>> {
    let guard = Arc::new(Guard::start()?);
    let mut found: [Found; POTS.len()] = Default::default();
    let rounds = bench.pick(5, 3);
    for turn in 1..=rounds {
        for (pots, found) in POTS.into_iter().zip(&mut found) {
            bench.progress.say(&format!("L: {pots} pots, round {turn} of {rounds}"));
            bench.runtime.block_on(run(bench, &guard, pots, found))?;
        }
    }
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let one = found[0].rates.clone();
    let row = |(pots, found): (u16, &Found)| {
        Row::new(
            "L",
            usize::from(pots),
            "claims of a rain in so many pots, a redis-server each, against one pot",
            "claims/s",
            (found.rates.clone(), one.clone()),
            Goal::None,
        )
        .client(&found.client)
        .void_if(&found.faults)
        .with("cores", cores)
        .with("claims", found.claims)
        .with("asked_again", found.again)
        .with("redis_us_per_claim", mean(&found.us_per_claim))
        .with("core_of_busiest_redis", mean(&found.busiest))
        .with("cores_of_all_redis", mean(&found.together))
    };
    Ok(POTS.into_iter().zip(&found).map(row).collect())
}

fn mean(values: &[f64]) -> f64 {
    round(values.iter().sum::<f64>() / values.len().max(1) as f64)
}

/// A redis-server that holds a pot.
struct Server {
    process: Process,
    con: MultiplexedConnection,
    redis: Redis,
}

impl Server {
    async fn start(guard: &Arc<Guard>, dir: &TempDir, number: u16) -> anyhow::Result<Self> {
        let place = dir.path().join(number.to_string());
        std::fs::create_dir(&place)?;
        let (socket, log) = (place.join("s"), place.join("log"));
        let process = children::redis(guard, &place, &log, |command| {
            command.args(["--port", "0", "--unixsocket"]).arg(&socket);
        })?;
        let address = ConnectionAddr::Unix(socket);
        let client = redis::Client::open(address.clone().into_connection_info()?)?;
        let start = Instant::now();
        let con = loop {
            match connect(&client).await {
                Ok(con) => break con,
                Err(why) if start.elapsed() > PATIENCE => return Err(why),
                Err(_) => tokio::time::sleep(Duration::from_millis(10)).await,
            }
        };
        Ok(Self { process, con, redis: Redis::connect(address).await? })
    }

    fn cpu_seconds(&self) -> anyhow::Result<f64> {
        cpu_seconds(&self.process.pid().to_string())
    }
}

/// One round: as many rains as the time takes, on fresh servers.
async fn run(
    bench: &Bench,
    guard: &Arc<Guard>,
    pots: u16,
    found: &mut Found,
) -> anyhow::Result<()> {
    let dir = tempfile::Builder::new().prefix("qp-").tempdir_in(&bench.dir)?;
    let sql = Sql::open_url(&Sql::url_of(&dir.path().join("quizrain.sqlite"))?).await?;
    let mut servers = Vec::new();
    for number in 0..pots {
        servers.push(Server::start(guard, &dir, number).await?);
    }
    let packets = bench.pick(100_000, 50_000);
    let time = Duration::from_millis(bench.pick(2200, 1000));
    let (mut taken, mut client, mut claims) = (Duration::ZERO, 0.0, 0);
    let mut used = vec![0.0; servers.len()];
    while taken < time {
        stop::check()?;
        let (rain, incarnation) = (RainId(super::super::random()?), super::super::random()?);
        let of = |pot| RainRef { rain, incarnation: Incarnation(incarnation), pot };
        let references: Vec<RainRef> = Pot::all(pots).map(of).collect();
        for (pot, server) in references.iter().zip(&mut servers) {
            fill(server, *pot, packets).await?;
        }
        let lanes = references.iter().zip(&servers).map(|(pot, server)| {
            let restorer = Restorer::new(server.redis.clone(), sql.clone(), Arc::default());
            Claims::new(server.redis.clone(), &restorer, *pot, u64::MAX, BATCH)
        });
        let lanes: Arc<Vec<Arc<Claims>>> = Arc::new(lanes.collect());
        let before: Vec<f64> =
            servers.iter().map(Server::cpu_seconds).collect::<anyhow::Result<_>>()?;
        let (own, start) = (own_cpu_seconds(), Instant::now());
        let (granted, again) = drain(&lanes, packets).await?;
        taken += start.elapsed();
        client += own_cpu_seconds() - own;
        for ((used, server), before) in used.iter_mut().zip(&servers).zip(before) {
            *used += server.cpu_seconds()? - before;
        }
        claims += granted;
        found.again += again;
        let mut kept = 0;
        for (pot, server) in references.iter().zip(&mut servers) {
            kept += u64::from(rain::caught_count(&mut server.con, pot.keys()).await?);
        }
        if kept != granted {
            found.faults.push(format!("{granted} verdicts, {kept} claims"));
        }
    }
    let (seconds, together) = (taken.as_secs_f64(), used.iter().sum::<f64>());
    found.claims += claims;
    found.rates.push(claims as f64 / seconds);
    found.client.push(client / seconds);
    found.busiest.push(used.iter().copied().fold(0.0, f64::max) / seconds);
    found.together.push(together / seconds);
    found.us_per_claim.push(together * 1e6 / claims.max(1) as f64);
    Ok(())
}

/// Loads and opens a pot.
async fn fill(server: &mut Server, pot: RainRef, packets: u32) -> anyhow::Result<()> {
    let its: Vec<Packet> = (0..packets)
        .filter(|number| Pot::of_packet(*number, pot.pot.of) == pot.pot)
        .map(|number| Packet { number, amount: Minor(100) })
        .collect();
    match rain::load(&server.con, pot, false, &its).await? {
        Loaded::Length(length) if length == its.len() => {}
        other => bail!("a pot was not loaded: {other:?}"),
    }
    let share = pot.pot.share_of(packets);
    match rain::open(&mut server.con, pot, share, 0, WINDOW_MS).await? {
        Opened::Open { .. } => Ok(()),
        other => bail!("a pot was not opened: {other:?}"),
    }
}

/// Everybody grabs; how many got something, and how often somebody had to ask again. There are
/// fewer players than packets, so that no pot is empty before the end.
async fn drain(lanes: &Arc<Vec<Arc<Claims>>>, packets: u32) -> anyhow::Result<(u64, u64)> {
    let players = usize::try_from(packets)? / 10 * 9;
    let pots = u16::try_from(lanes.len())?;
    let (next, again) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicU64::new(0)));
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..WAITING {
        let (next, again, lanes) = (Arc::clone(&next), Arc::clone(&again), Arc::clone(lanes));
        tasks.spawn(async move {
            let mut granted = 0;
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= players {
                    return anyhow::Ok(granted);
                }
                let account = account(number);
                let pot = usize::from(Pot::of_account(account, pots).number);
                let lane = lanes.get(pot).context("a pot without a lane")?;
                loop {
                    match lane.claim(account).await {
                        Ok(Verdict::Caught { new: true, .. }) => granted += 1,
                        Ok(_) => {}
                        // The outcome is unknown; what a player does is ask again.
                        Err(Busy) => {
                            again.fetch_add(1, Ordering::Relaxed);
                            tokio::task::yield_now().await;
                            continue;
                        }
                    }
                    break;
                }
            }
        });
    }
    let mut granted = 0;
    while let Some(done) = tasks.join_next().await {
        granted += done??;
    }
    Ok((granted, again.load(Ordering::Relaxed)))
}

/// The account with this number, whose pot is as good as drawn.
fn account(number: usize) -> AccountId {
    let mixed = (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let mut id = [0; 16];
    id[..8].copy_from_slice(&(number as u64).to_be_bytes());
    id[8..].copy_from_slice(&(mixed ^ mixed >> 32).to_be_bytes());
    AccountId(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pot_has_about_as_many_players_as_another() {
        for pots in POTS {
            let mut players = vec![0; usize::from(pots)];
            for number in 0..45_000 {
                players[usize::from(Pot::of_account(account(number), pots).number)] += 1;
            }
            let share = 50_000 / usize::from(pots);
            assert!(players.iter().all(|players| *players <= share), "{players:?}");
        }
    }
}
