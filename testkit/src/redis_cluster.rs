//! Servers that become one Redis Cluster: where they listen, which slots each of them gets, whether
//! they agree, and whose place another takes.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use redis::cluster::ClusterClient;
use redis::cluster_async::ClusterConnection;
use redis::{Cmd, FromRedisValue, cmd};

use crate::ports::free_ports;
use crate::redis::{Launch, Redis, ask};
use crate::role::{Role, until_replicas};
use crate::wait::{START_TIMEOUT, until};

const SLOTS: usize = 16_384;

/// How long one answer may take of a server that may be away, or stand still.
pub const ANSWER_TIMEOUT: Duration = Duration::from_secs(1);

/// A server of a cluster, running or not.
#[derive(Clone)]
pub struct Member {
    /// How it is started.
    pub launch: Launch,
    /// The port for the other servers.
    bus: u16,
    client: redis::Client,
}

impl Member {
    /// So many with more arguments, each on ports that nobody listens on, and with a folder and a
    /// log of its own in `dir`: `redis-1`, `redis-1.log` and so on.
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
            Ok(Self { client: launch.client()?, launch, bus })
        };
        ports.chunks_exact(2).zip(1..).map(member).collect()
    }

    /// Where it listens for clients.
    pub fn port(&self) -> u16 {
        self.launch.port()
    }

    /// Its client.
    pub fn client(&self) -> &redis::Client {
        &self.client
    }

    /// The answer of one that may be away, or stand still.
    pub async fn ask<T: FromRedisValue>(&self, command: &Cmd) -> anyhow::Result<T> {
        ask(&self.client, ANSWER_TIMEOUT, command).await
    }

    /// The answer to a command of `CLUSTER` of one that is there.
    pub async fn cluster_command<T: FromRedisValue>(&self, words: &[&str]) -> anyhow::Result<T> {
        ask(&self.client, START_TIMEOUT, cmd("CLUSTER").arg(words)).await
    }

    /// Its part in replication.
    pub async fn role(&self) -> anyhow::Result<Role> {
        Role::of(&self.client, ANSWER_TIMEOUT).await
    }

    /// A replica takes its primary's place, in agreement with it.
    pub async fn fail_over(&self) -> anyhow::Result<()> {
        self.cluster_command::<()>(&["FAILOVER"]).await?;
        self.until_primary().await
    }

    /// Waits until a replica has become a primary.
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
        members.iter().map(|member| format!("127.0.0.1:{}", member.port())).collect();
    format!("redis+cluster://{}", places.join(","))
}

/// First and last slot of a primary: all have about as many, as `redis-cli --cluster create` gives
/// them.
fn range(primary: usize, primaries: usize) -> [usize; 2] {
    let first = |primary: usize| (primary * SLOTS).div_ceil(primaries);
    [first(primary), first(primary + 1) - 1]
}

/// Makes one cluster of servers that have started, and waits until it is whole: the first so many
/// are primaries, and each of the others, where there are any, becomes the replica of one.
pub async fn join(members: &[Member], primaries: usize) -> anyhow::Result<()> {
    let joined = try_join(members, primaries).await;
    joined.with_context(|| format!("the servers do not join{}", last_words(members)))
}

/// What servers said last.
pub fn last_words(members: &[Member]) -> String {
    let said = members.iter().map(|member| {
        format!("\nthe server on port {} said:\n{}", member.port(), member.launch.last_words())
    });
    said.collect()
}

async fn try_join(members: &[Member], primaries: usize) -> anyhow::Result<()> {
    for (number, member) in members.iter().enumerate() {
        let started = until(START_TIMEOUT, async || member.ask(&cmd("PING")).await).await;
        let () = started.with_context(|| format!("no Redis on port {}", member.port()))?;
        if number < primaries {
            member.cluster_command::<()>(&["SET-CONFIG-EPOCH", &(number + 1).to_string()]).await?;
            let [first, last] = range(number, primaries).map(|slot| slot.to_string());
            member.cluster_command::<()>(&["ADDSLOTSRANGE", &first, &last]).await?;
        }
        for known in &members[..number] {
            let (port, bus) = (known.port().to_string(), known.bus.to_string());
            member.cluster_command::<()>(&["MEET", "127.0.0.1", &port, &bus]).await?;
        }
    }
    for (primary, replica) in members.iter().zip(&members[primaries..]) {
        let id: String = primary.cluster_command(&["MYID"]).await?;
        // It has to hear of its primary first.
        until(START_TIMEOUT, async || replica.cluster_command::<()>(&["REPLICATE", &id]).await)
            .await?;
    }
    until(START_TIMEOUT, async || check(members, primaries).await).await
}

/// Whether everybody knows everybody, every slot has a primary, and each of these has as many
/// replicas that follow it as another.
pub async fn check(members: &[Member], primaries: usize) -> anyhow::Result<()> {
    let everybody = format!("cluster_known_nodes:{}", members.len());
    let slots = format!("cluster_slots_ok:{SLOTS}");
    let (replicas, mut found) = (members.len() / primaries - 1, 0);
    for member in members {
        let info: String = member.ask(cmd("CLUSTER").arg("INFO")).await?;
        for wanted in ["cluster_state:ok", &slots, &everybody] {
            ensure!(info.lines().any(|line| line == wanted), "not whole: no {wanted}");
        }
        match member.role().await? {
            Role::Primary(its) if its == replicas => found += 1,
            Role::Replica(_, true) => {}
            other => bail!("not whole: {other:?}"),
        }
    }
    ensure!(found == primaries, "not whole: {found} primaries");
    Ok(())
}

/// A cluster, running; killed when dropped.
pub struct RedisCluster {
    nodes: Vec<Redis>,
    members: Vec<Member>,
    primaries: usize,
}

impl RedisCluster {
    /// Starts so many primaries, and a replica for each where there are to be replicas, with more
    /// arguments and with their folders in `dir`.
    pub async fn start(
        dir: &Path,
        primaries: usize,
        with_replicas: bool,
        args: &[&str],
    ) -> anyhow::Result<Self> {
        let count = if with_replicas { 2 * primaries } else { primaries };
        let members = Member::choose(&tempfile::tempdir_in(dir)?.keep(), count, args)?;
        let mut nodes = Vec::new();
        for member in &members {
            nodes.push(Redis::start(member.launch.clone()).await?);
        }
        join(&members, primaries).await?;
        Ok(Self { nodes, members, primaries })
    }

    /// Its address, for a program that is told where Redis is.
    pub fn url(&self) -> String {
        url(&self.members)
    }

    /// A connection to the whole cluster.
    pub async fn connection(&self) -> anyhow::Result<ClusterConnection> {
        let urls = self.nodes.iter().map(|node| node.url());
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
    pub async fn kill_replica(&mut self, primary: usize) -> anyhow::Result<()> {
        self.kill(self.replica_of(primary));
        until_replicas(self.nodes[primary].client(), 0).await
    }

    /// The replica of this primary takes over, in agreement with it.
    pub async fn fail_over(&self, primary: usize) -> anyhow::Result<()> {
        self.members[self.replica_of(primary)].fail_over().await
    }

    fn replica_of(&self, primary: usize) -> usize {
        primary + self.primaries
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_primary_has_one_range_and_all_have_about_as_many() {
        for primaries in 1..=9 {
            let mut next = 0;
            for primary in 0..primaries {
                let [first, last] = range(primary, primaries);
                assert_eq!(first, next);
                let share = SLOTS / primaries;
                assert!((share..=share + 1).contains(&(last + 1 - first)));
                next = last + 1;
            }
            assert_eq!(next, SLOTS);
        }
    }
}
