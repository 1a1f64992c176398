//! Servers that become one Redis Cluster: where they listen, which slots each of them gets, and
//! whether they agree.
//!
//! Called by `measure`, whose primaries stand alone, and by `soak`, which gives them replicas.

use std::collections::HashMap;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use redis::cluster_routing::Slot;
use redis::{Cmd, FromRedisValue, cmd};
use tokio::time::sleep;

use quizrain_testkit::ports::free_ports;
use quizrain_testkit::process::Process;

const SLOTS: u16 = 16_384;
/// How long a cluster may take to come together, or to put a replica in a primary's place.
const PATIENCE: Duration = Duration::from_secs(20);
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// A server of a cluster, running or not.
#[derive(Clone)]
pub(crate) struct Member {
    port: u16,
    /// The port for the other servers.
    bus: u16,
    client: redis::Client,
}

impl Member {
    /// So many, each on ports that nobody listens on.
    ///
    /// # Errors
    /// There are no free ports.
    pub(crate) fn choose(count: usize) -> anyhow::Result<Vec<Self>> {
        let free = free_ports(2 * count)?;
        let (ports, buses) = free.split_at(count);
        let member = |(port, bus): (&u16, &u16)| {
            let client = redis::Client::open(format!("redis://127.0.0.1:{port}"))?;
            Ok(Self { port: *port, bus: *bus, client })
        };
        ports.iter().zip(buses).map(member).collect()
    }

    /// Starts it in a folder; `with` sets what else is to be set.
    ///
    /// # Errors
    /// Redis is not installed, or the log cannot be written.
    pub(crate) fn start(
        &self,
        dir: &Path,
        log: &Path,
        with: impl Fn(&mut Command),
    ) -> anyhow::Result<Process> {
        super::redis(dir, log, |command| {
            command.args(["--bind", "127.0.0.1", "--port", &self.port.to_string()]);
            command.args(["--cluster-enabled", "yes", "--cluster-port", &self.bus.to_string()]);
            with(command);
        })
    }

    /// Where it listens for clients.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// Its client.
    pub(crate) fn client(&self) -> &redis::Client {
        &self.client
    }

    async fn ask<T: FromRedisValue>(&self, command: &Cmd) -> anyhow::Result<T> {
        super::ask(&self.client, command).await
    }
}

/// A command of `CLUSTER`.
pub(crate) fn command(words: &[&str]) -> Cmd {
    let mut command = cmd("CLUSTER");
    command.arg(words);
    command
}

/// The cluster's address, as the back end is told.
pub(crate) fn url(members: &[Member]) -> String {
    let places: Vec<String> =
        members.iter().map(|member| format!("127.0.0.1:{}", member.port)).collect();
    format!("redis+cluster://{}", places.join(","))
}

/// Of each slot, which primary has it.
pub(crate) type Owners = HashMap<Slot, usize>;

/// Slots in order.
fn slots() -> impl Iterator<Item = Slot> {
    (0..SLOTS).filter_map(Slot::new)
}

/// One range for each of so many primaries, all of about the same length, as
/// `redis-cli --cluster create` does it.
pub(crate) fn even(primaries: usize) -> Owners {
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
pub(crate) async fn join(members: &[Member], owners: &Owners) -> anyhow::Result<()> {
    for (number, member) in members.iter().enumerate() {
        let started = until(async || member.ask(&cmd("PING")).await).await;
        started.with_context(|| format!("no Redis on port {}", member.port))?;
        let tell = async |words: &[&str]| member.ask::<()>(&command(words)).await;
        let ranges = ranges(owners, number);
        if !ranges.is_empty() {
            tell(&["SET-CONFIG-EPOCH", &(number + 1).to_string()]).await?;
            let mut add = command(&["ADDSLOTSRANGE"]);
            add.arg(ranges);
            member.ask::<()>(&add).await?;
        }
        for known in &members[..number] {
            let (port, bus) = (known.port.to_string(), known.bus.to_string());
            tell(&["MEET", "127.0.0.1", &port, &bus]).await?;
        }
    }
    Ok(())
}

/// Whether everybody knows everybody, and every slot has a primary that is there.
///
/// # Errors
/// It is not so; the text says what is missing.
pub(crate) async fn check(members: &[Member]) -> anyhow::Result<()> {
    let everybody = format!("cluster_known_nodes:{}", members.len());
    let slots = format!("cluster_slots_ok:{SLOTS}");
    for member in members {
        let info: String = member.ask(&command(&["INFO"])).await?;
        for wanted in ["cluster_state:ok", &slots, &everybody] {
            if !info.lines().any(|line| line == wanted) {
                bail!("the cluster is not whole: no {wanted}");
            }
        }
    }
    Ok(())
}

/// Waits until something of a cluster is so.
///
/// # Errors
/// It does not become so in time; what was wrong last.
pub(crate) async fn until<F: Future<Output = anyhow::Result<()>>>(
    check: impl Fn() -> F,
) -> anyhow::Result<()> {
    let start = Instant::now();
    loop {
        match check().await {
            Err(why) if start.elapsed() > PATIENCE => return Err(why),
            Err(_) => sleep(LOOK_EVERY).await,
            Ok(()) => return Ok(()),
        }
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
