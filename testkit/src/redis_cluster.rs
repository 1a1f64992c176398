//! Servers that become one Redis Cluster: where they listen, which slots each of them gets, whether
//! they agree, and whose place another takes.

use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use redis::cluster::ClusterClient;
use redis::cluster_async::ClusterConnection;
use redis::cluster_routing::Slot;
use redis::{Cmd, FromRedisValue, cmd};

use crate::ports::free_ports;
use crate::redis::{Launch, Redis, ask};
use crate::role::{Role, until_replicas};
use crate::wait::{START_TIMEOUT, until};

const SLOTS: u16 = 16_384;

/// How long one answer may take of a server that may be away, or stand still.
pub const ANSWER_TIMEOUT: Duration = Duration::from_secs(1);

/// How often a server may find that somebody else took its port.
const ATTEMPTS: usize = 5;

/// A server of a cluster, running or not.
#[derive(Clone)]
pub struct Member {
    /// How it is started.
    pub launch: Launch,
    port: u16,
    /// The port for the other servers.
    bus: u16,
    client: redis::Client,
}

impl Member {
    /// So many with more arguments, each on ports that nobody listens on, and with a folder and a
    /// log of its own in `dir`: `redis-1`, `redis-1.log` and so on.
    ///
    /// # Errors
    /// There are no free ports, or a folder cannot be made.
    pub fn choose(dir: &Path, count: usize, args: &[&str]) -> anyhow::Result<Vec<Self>> {
        let ports = free_ports(2 * count)?;
        let member = |(ports, number): (&[u16], usize)| {
            let (port, bus) = (ports[0], ports[1]);
            let own = dir.join(format!("redis-{number}"));
            std::fs::create_dir_all(&own)
                .with_context(|| format!("cannot make {}", own.display()))?;
            let launch = Launch::at_port(&own, port)
                .durable()
                .with(["--cluster-enabled", "yes", "--cluster-port", &bus.to_string()])
                .with(args)
                .with_log(&own.with_extension("log"));
            Ok(Self { client: launch.client()?, launch, port, bus })
        };
        ports.chunks_exact(2).zip(1..).map(member).collect()
    }

    /// Where it listens for clients.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Its client.
    pub fn client(&self) -> &redis::Client {
        &self.client
    }

    /// The answer of one that may be away, or stand still.
    ///
    /// # Errors
    /// It was not reached within [`ANSWER_TIMEOUT`], or refused.
    pub async fn ask<T: FromRedisValue>(&self, command: &Cmd) -> anyhow::Result<T> {
        ask(&self.client, ANSWER_TIMEOUT, command).await
    }

    /// The answer to a command of `CLUSTER` of one that is there.
    ///
    /// # Errors
    /// It was not reached, or refused.
    pub async fn tell<T: FromRedisValue>(&self, words: &[&str]) -> anyhow::Result<T> {
        ask(&self.client, START_TIMEOUT, cmd("CLUSTER").arg(words)).await
    }

    /// Its part in replication.
    ///
    /// # Errors
    /// It was not reached within [`ANSWER_TIMEOUT`].
    pub async fn role(&self) -> anyhow::Result<Role> {
        Role::of(&self.client, ANSWER_TIMEOUT).await
    }

    /// A replica takes its primary's place, in agreement with it.
    ///
    /// # Errors
    /// It is no replica, or its place is not given to it in time.
    pub async fn fail_over(&self) -> anyhow::Result<()> {
        self.tell::<()>(&["FAILOVER"]).await?;
        self.until_primary().await
    }

    /// Waits until a replica has become a primary.
    ///
    /// # Errors
    /// It does not in time.
    pub async fn until_primary(&self) -> anyhow::Result<()> {
        until(START_TIMEOUT, async || match self.role().await? {
            Role::Primary(_) => Ok(()),
            Role::Replica(..) => bail!("a replica did not become the primary"),
        })
        .await
    }
}

/// The cluster's address, as the back end is told.
pub fn url(members: &[Member]) -> String {
    let places: Vec<String> =
        members.iter().map(|member| format!("127.0.0.1:{}", member.port)).collect();
    format!("redis+cluster://{}", places.join(","))
}

/// Of each slot, which primary has it.
pub type Owners = HashMap<Slot, usize>;

/// Slots in order.
fn slots() -> impl Iterator<Item = Slot> {
    (0..SLOTS).filter_map(Slot::new)
}

/// One range for each of so many primaries, all of about the same length, as
/// `redis-cli --cluster create` does it.
pub fn even(primaries: usize) -> Owners {
    slots()
        .enumerate()
        .map(|(number, slot)| (slot, number * primaries / usize::from(SLOTS)))
        .collect()
}

/// First and last slot of each range that a primary has.
fn ranges(owners: &Owners, primary: usize) -> Vec<(usize, usize)> {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for (number, slot) in slots().enumerate() {
        if owners.get(&slot) != Some(&primary) {
            continue;
        }
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    ranges
}

/// Makes one cluster of servers that have started, with these slots. Whether they agree, [`check`]
/// tells later.
///
/// # Errors
/// One of them does not start, or is part of a cluster.
pub async fn join(members: &[Member], owners: &Owners) -> anyhow::Result<()> {
    for (number, member) in members.iter().enumerate() {
        let started = until(START_TIMEOUT, async || member.ask(&cmd("PING")).await).await;
        let () = started.with_context(|| format!("no Redis on port {}", member.port))?;
        let ranges = ranges(owners, number);
        if !ranges.is_empty() {
            member.tell::<()>(&["SET-CONFIG-EPOCH", &(number + 1).to_string()]).await?;
            let ranges = ranges.iter().flat_map(|(first, last)| [first, last]);
            let slots: Vec<String> = ranges.map(ToString::to_string).collect();
            let mut add = vec!["ADDSLOTSRANGE"];
            add.extend(slots.iter().map(String::as_str));
            member.tell::<()>(&add).await?;
        }
        for known in &members[..number] {
            let (port, bus) = (known.port.to_string(), known.bus.to_string());
            member.tell::<()>(&["MEET", "127.0.0.1", &port, &bus]).await?;
        }
    }
    Ok(())
}

/// Whether everybody knows everybody, and every slot has a primary that is there.
///
/// # Errors
/// It is not so; the text says what is missing.
pub async fn check(members: &[Member]) -> anyhow::Result<()> {
    let everybody = format!("cluster_known_nodes:{}", members.len());
    let slots = format!("cluster_slots_ok:{SLOTS}");
    for member in members {
        let info: String = member.ask(cmd("CLUSTER").arg("INFO")).await?;
        for wanted in ["cluster_state:ok", &slots, &everybody] {
            if !info.lines().any(|line| line == wanted) {
                bail!("the cluster is not whole: no {wanted}");
            }
        }
    }
    Ok(())
}

/// The first so many are primaries; each of the others becomes the replica of one.
///
/// # Errors
/// The cluster does not come together in time.
pub async fn replicate(members: &[Member], primaries: usize) -> anyhow::Result<()> {
    let (primaries, replicas) = members.split_at(primaries);
    for (primary, replica) in primaries.iter().zip(replicas) {
        let id: String = primary.tell(&["MYID"]).await?;
        // It has to hear of its primary first.
        until(START_TIMEOUT, async || replica.tell::<()>(&["REPLICATE", &id]).await).await?;
    }
    until(START_TIMEOUT, async || check_replicas(members).await).await
}

/// Whether everybody knows everybody, and each primary has a replica that follows it.
///
/// # Errors
/// It is not so; the text says what is missing.
pub async fn check_replicas(members: &[Member]) -> anyhow::Result<()> {
    check(members).await?;
    let mut primaries = 0;
    for member in members {
        match member.role().await? {
            Role::Primary(1) => primaries += 1,
            Role::Replica(_, true) => {}
            other => bail!("the cluster is not whole: {other:?}"),
        }
    }
    ensure!(2 * primaries == members.len(), "{primaries} primaries among {}", members.len());
    Ok(())
}

/// A cluster, running; killed when dropped.
pub struct RedisCluster {
    nodes: Vec<Redis>,
    members: Vec<Member>,
}

impl RedisCluster {
    /// Starts so many primaries, and a replica for each where there are to be replicas, with more
    /// arguments and with their folders in `dir`. Each primary has as many slots as another.
    ///
    /// # Errors
    /// Redis is not installed, or they do not come together.
    pub async fn start(
        dir: &Path,
        primaries: usize,
        with_replicas: bool,
        args: &[&str],
    ) -> anyhow::Result<Self> {
        let count = if with_replicas { 2 * primaries } else { primaries };
        let mut last = None;
        for _ in 0..ATTEMPTS {
            let dir = tempfile::tempdir_in(dir)?.keep();
            match Self::start_nodes(Member::choose(&dir, count, args)?).await {
                Ok(cluster) => {
                    cluster.join(primaries, with_replicas).await?;
                    return Ok(cluster);
                }
                Err(why) => last = Some(why),
            }
        }
        Err(last.context("no attempt")?)
    }

    async fn start_nodes(members: Vec<Member>) -> anyhow::Result<Self> {
        let mut nodes = Vec::new();
        for member in &members {
            nodes.push(Redis::start(member.launch.clone()).await?);
        }
        Ok(Self { nodes, members })
    }

    async fn join(&self, primaries: usize, with_replicas: bool) -> anyhow::Result<()> {
        join(&self.members, &even(primaries)).await?;
        if with_replicas {
            return replicate(&self.members, primaries).await;
        }
        let whole = until(START_TIMEOUT, async || check(&self.members).await).await;
        whole.context("the cluster does not come together")
    }

    /// Its address, for a program that is told where Redis is.
    pub fn url(&self) -> String {
        url(&self.members)
    }

    /// A connection to the whole cluster.
    ///
    /// # Errors
    /// It was not reached.
    pub async fn connection(&self) -> anyhow::Result<ClusterConnection> {
        let urls = self.nodes.iter().map(Redis::url);
        let client = ClusterClient::builder(urls).response_timeout(START_TIMEOUT).build()?;
        Ok(client.get_async_connection().await?)
    }

    /// Its servers, the primaries first.
    pub fn nodes(&self) -> &[Redis] {
        &self.nodes
    }

    /// The same, as others know them.
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// The node that takes what is written to a key.
    pub async fn owner(&self, key: &str) -> Option<usize> {
        for (number, member) in self.members.iter().enumerate() {
            if member.ask::<u32>(cmd("EXISTS").arg(key)).await.is_ok() {
                return Some(number);
            }
        }
        None
    }

    /// `kill -9`.
    pub fn kill(&mut self, node: usize) {
        if let Some(node) = self.nodes.get_mut(node) {
            node.kill();
        }
    }

    /// `kill -9` of the replica of this primary, which waits until the primary knows.
    ///
    /// # Errors
    /// The primary does not notice.
    pub async fn kill_replica(&mut self, primary: usize) -> anyhow::Result<()> {
        self.kill(self.replica_of(primary));
        until_replicas(self.nodes[primary].client(), 0).await
    }

    /// The replica of this primary takes over, in agreement with it.
    ///
    /// # Errors
    /// It does not.
    pub async fn fail_over(&self, primary: usize) -> anyhow::Result<()> {
        self.members[self.replica_of(primary)].fail_over().await
    }

    fn replica_of(&self, primary: usize) -> usize {
        primary + self.members.len() / 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_primary_has_one_range_and_all_have_about_as_many() {
        for primaries in 1..=9 {
            let owners = even(primaries);
            let mut next = 0;
            for primary in 0..primaries {
                let its = ranges(&owners, primary);
                assert!(matches!(its[..], [(first, _)] if first == next), "{its:?}");
                let (share, length) = (usize::from(SLOTS) / primaries, its[0].1 + 1 - next);
                assert!((share..=share + 1).contains(&length), "{its:?} of {primaries}");
                next = its[0].1 + 1;
            }
            assert_eq!(next, usize::from(SLOTS));
        }
    }

    #[test]
    fn a_slot_can_belong_to_another() {
        let mut owners = even(2);
        for number in [5, 6, SLOTS - 1] {
            owners.insert(Slot::new(number).unwrap(), 1 - owners[&Slot::new(number).unwrap()]);
        }
        assert_eq!(ranges(&owners, 0), [(0, 4), (7, 8191), (16_383, 16_383)]);
        assert_eq!(ranges(&owners, 1), [(5, 6), (8192, 16_382)]);
    }
}
