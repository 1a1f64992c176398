//! Row L: claims a second of one rain in one shard and in several, over a Redis Cluster that has a
//! primary for each shard; without sockets, through the product's batcher and its client of a
//! cluster.
//!
//! Every primary syncs its file before each reply; none has a replica. All of them and the load
//! client share the cores of this machine, so claims grow with the shards only as long as there are
//! cores for them; each row says how many there were and what of a core the busiest primary used.
//!
//! Slots lie in equal ranges, as usual: the shards of a rain have a primary each then. They are
//! filled and counted on that primary by itself, which would refuse one that lies elsewhere.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use quizrain::batch::Overloaded;
use quizrain::ledger::Packet;
use quizrain::rain::Recovery;
use quizrain::rain::calls::{self as rain, Loaded, Opened, ShardRef, Verdict};
use quizrain::rain::claims::Claims;
use quizrain::redis_url::RedisUrl;
use quizrain::store::redis::Redis;
use quizrain::store::shard::Shard;
use quizrain::store::sql::Sql;
use quizrain_shared::ids::{AccountId, Incarnation, RainId};
use quizrain_shared::money::Minor;
use quizrain_testkit::redis_cluster::RedisCluster;
use redis::aio::MultiplexedConnection;

use super::super::process::{cpu_seconds, own_cpu_seconds};
use super::super::result::{Goal, Row, round};
use super::super::seed::connect;
use super::super::{Bench, stop};

/// Shards of a rain, and primaries.
const SHARDS: [u16; 4] = [1, 2, 4, 8];

/// Players who wait for a verdict at the same time.
const WAITING: usize = 2048;

const BATCH: usize = 1024;
const WINDOW_MS: u64 = 3_600_000;

#[derive(Default)]
struct Found {
    rates: Vec<f64>,
    client: Vec<f64>,
    /// What of a core the busiest primary used, and all of them together.
    busiest: Vec<f64>,
    together: Vec<f64>,
    us_per_claim: Vec<f64>,
    claims: u64,
    again: u64,
    faults: Vec<String>,
}

pub(super) fn rows(bench: &Bench) -> anyhow::Result<Vec<Row>> {
    let mut found: [Found; SHARDS.len()] = Default::default();
    let rounds = bench.pick(5, 3);
    for turn in 1..=rounds {
        for (shards, found) in SHARDS.into_iter().zip(&mut found) {
            bench.progress.say(&format!("L: {shards} shards, round {turn} of {rounds}"));
            bench.runtime.block_on(run(bench, shards, found))?;
        }
    }
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let one = found[0].rates.clone();
    let row = |(shards, found): (u16, &Found)| {
        Row::new(
            "L",
            usize::from(shards),
            "claims of a rain in so many shards, each on a primary of its own in a Redis Cluster, against one shard",
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
    Ok(SHARDS.into_iter().zip(&found).map(row).collect())
}

fn mean(values: &[f64]) -> f64 {
    round(values.iter().sum::<f64>() / values.len().max(1) as f64)
}

/// A Redis Cluster without replicas, a connection to each primary alone, and the product's way to
/// all of them.
struct Cluster {
    redis: Redis,
    cons: Vec<MultiplexedConnection>,
    servers: RedisCluster,
}

impl Cluster {
    async fn start(dir: &Path, shards: u16) -> anyhow::Result<Self> {
        let servers = RedisCluster::start(dir, usize::from(shards), false, &[]).await?;
        let mut cons = Vec::new();
        for node in servers.nodes() {
            cons.push(connect(node.client()).await?);
        }
        let url: RedisUrl = servers.url().parse()?;
        Ok(Self { redis: Redis::connect(url).await?, cons, servers })
    }

    /// The primary of a shard.
    async fn primary(&mut self, shard: ShardRef) -> anyhow::Result<&mut MultiplexedConnection> {
        let owner = self.servers.owner(&shard.keys().pool()).await;
        owner.and_then(|owner| self.cons.get_mut(owner)).context("a slot without a primary")
    }

    /// Loads and opens a rain; its shards, in order.
    async fn open(&mut self, packets: u32) -> anyhow::Result<Vec<ShardRef>> {
        let rain = RainId(super::super::random()?);
        let incarnation = Incarnation(super::super::random()?);
        let shards = Shard::all(u16::try_from(self.cons.len())?);
        let shards: Vec<ShardRef> =
            shards.map(|shard| ShardRef { rain, incarnation, shard }).collect();
        for shard in &shards {
            fill(self.primary(*shard).await?, *shard, packets).await?;
        }
        Ok(shards)
    }

    /// How many claims each shard has.
    async fn caught(&mut self, shards: &[ShardRef]) -> anyhow::Result<Vec<u32>> {
        let mut caught = Vec::new();
        for shard in shards {
            let con = self.primary(*shard).await?;
            caught.push(rain::caught_count(con, shard.keys()).await?);
        }
        Ok(caught)
    }

    /// The claims of each shard, all over the one client.
    fn gates(&self, sql: &Sql, shards: &[ShardRef]) -> Arc<Vec<Arc<Claims>>> {
        let recovery = Recovery::new(self.redis.clone(), sql.clone(), Arc::default());
        let gate =
            |shard: &ShardRef| Claims::new(self.redis.clone(), &recovery, *shard, u64::MAX, BATCH);
        Arc::new(shards.iter().map(gate).collect())
    }

    /// CPU time of each primary since it started, in seconds.
    fn cpu_seconds(&self) -> anyhow::Result<Vec<f64>> {
        self.servers.nodes().iter().map(|node| cpu_seconds(&node.pid().to_string())).collect()
    }
}

/// One round: as many rains as the time takes, on a fresh cluster.
async fn run(bench: &Bench, shards: u16, found: &mut Found) -> anyhow::Result<()> {
    let dir = tempfile::Builder::new().prefix("qp-").tempdir_in(&bench.dir)?;
    let sql = Sql::open_url(&Sql::url_of(&dir.path().join("quizrain.sqlite"))?).await?;
    let mut cluster = Cluster::start(dir.path(), shards).await?;
    let packets = bench.pick(100_000, 50_000);
    let time = Duration::from_millis(bench.pick(2200, 1000));
    let (mut taken, mut client, mut claims) = (Duration::ZERO, 0.0, 0);
    let mut used = vec![0.0; usize::from(shards)];
    while taken < time {
        stop::check()?;
        let shards = cluster.open(packets).await?;
        let gates = cluster.gates(&sql, &shards);
        let before = cluster.cpu_seconds()?;
        let (own, start) = (own_cpu_seconds(), Instant::now());
        let (granted, again) = drain(&gates, packets).await?;
        taken += start.elapsed();
        client += own_cpu_seconds() - own;
        for ((used, before), after) in used.iter_mut().zip(before).zip(cluster.cpu_seconds()?) {
            *used += after - before;
        }
        claims += granted;
        found.again += again;
        let caught: u64 = cluster.caught(&shards).await?.into_iter().map(u64::from).sum();
        if caught != granted {
            found.faults.push(format!("{granted} verdicts, {caught} claims"));
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

/// Loads and opens a shard.
async fn fill(
    con: &mut MultiplexedConnection,
    shard: ShardRef,
    packets: u32,
) -> anyhow::Result<()> {
    let its: Vec<Packet> = (0..packets)
        .filter(|number| Shard::of_packet(*number, shard.shard.of) == shard.shard)
        .map(|number| Packet { number, amount: Minor(100) })
        .collect();
    match rain::load(con, shard, rain::OpenTo::Everyone, &its).await? {
        Loaded::Length(length) if length == its.len() => {}
        other => bail!("a shard was not loaded: {other:?}"),
    }
    match rain::open(con, shard, shard.shard.share_of(packets), 0, WINDOW_MS).await? {
        Opened::Open { .. } => Ok(()),
        other => bail!("a shard was not opened: {other:?}"),
    }
}

/// Everybody grabs; how many got something, and how often somebody had to ask again. There are
/// fewer players than packets, so that no shard is empty before the end.
async fn drain(gates: &Arc<Vec<Arc<Claims>>>, packets: u32) -> anyhow::Result<(u64, u64)> {
    let players = usize::try_from(packets)? / 10 * 9;
    let shards = u16::try_from(gates.len())?;
    let (next, again) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicU64::new(0)));
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..WAITING {
        let (next, again, gates) = (Arc::clone(&next), Arc::clone(&again), Arc::clone(gates));
        tasks.spawn(async move {
            let mut granted = 0;
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= players {
                    return anyhow::Ok(granted);
                }
                let account = account(number);
                let shard = usize::from(Shard::of_account(account, shards).number);
                let gate = gates.get(shard).context("a shard without claims")?;
                loop {
                    match gate.claim(account).await {
                        // Each player has an account of their own: one that is not new is from a
                        // call whose outcome was unknown.
                        Ok(Verdict::Caught { .. }) => granted += 1,
                        Ok(_) => {}
                        // What a player does is ask again.
                        Err(Overloaded) => {
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

/// The account with this number, whose shard is as good as drawn.
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
        for shards in SHARDS {
            let mut players = vec![0; usize::from(shards)];
            for number in 0..45_000 {
                players[usize::from(Shard::of_account(account(number), shards).number)] += 1;
            }
            let share = 50_000 / usize::from(shards);
            assert!(players.iter().all(|players| *players <= share), "{players:?}");
        }
    }

    #[tokio::test]
    async fn each_pot_is_granted_from_by_a_primary_of_its_own() {
        let dir = tempfile::tempdir().unwrap();
        let url = Sql::url_of(&dir.path().join("quizrain.sqlite")).unwrap();
        let sql = Sql::open_url(&url).await.unwrap();
        let mut cluster = Cluster::start(dir.path(), 4).await.unwrap();
        let shards = cluster.open(3000).await.unwrap();
        // Each has one shard, and refuses the others.
        for primary in &mut cluster.cons {
            let mut its = 0;
            for shard in &shards {
                its += usize::from(rain::caught_count(primary, shard.keys()).await.is_ok());
            }
            assert_eq!(its, 1);
        }
        let (granted, _) = drain(&cluster.gates(&sql, &shards), 3000).await.unwrap();
        assert_eq!(granted, 2700);
        let caught = cluster.caught(&shards).await.unwrap();
        assert_eq!(caught.iter().sum::<u32>(), 2700);
        assert!(caught.iter().all(|caught| *caught > 600), "{caught:?}");
    }
}
