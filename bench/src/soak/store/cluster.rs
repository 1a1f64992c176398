//! A Redis Cluster of three primaries with a replica each, and what goes wrong in one.
//!
//! A primary is killed only while a replica follows it, and only one at a time. The replica may lack
//! what was written last, as it may whenever a primary dies.

use std::time::Duration;

use anyhow::Context;
use quizrain_testkit::redis_cluster::{self, Member};
use quizrain_testkit::role::Role;
use redis::cmd;
use rustix::process::Signal;
use tokio::sync::Mutex;
use tokio::time::sleep;

use super::{Around, Server};

const PRIMARIES: usize = 3;

const SETTINGS: [&str; 8] = [
    // How long a server may be silent before the others take it for gone, in ms.
    "--cluster-node-timeout",
    "1000",
    // Games whose primary is there go on.
    "--cluster-require-full-coverage",
    "no",
    // Each primary keeps the replica that it has.
    "--cluster-allow-replica-migration",
    "no",
    "--repl-diskless-sync-delay",
    "0",
];

/// The cluster.
pub(crate) struct Cluster {
    pub(super) servers: Vec<Server>,
    members: Vec<Member>,
    /// Nobody is killed while another one's place is empty: a replica that was started after its
    /// primary had gone does not take its place.
    pub(super) one_at_a_time: Mutex<()>,
}

impl Cluster {
    pub(super) async fn start(around: &Around<'_>) -> anyhow::Result<Self> {
        let members = Member::choose(around.logs, 2 * PRIMARIES, &SETTINGS)?;
        let mut servers = Vec::new();
        for member in &members {
            servers.push(Server::start("a server of the cluster", &member.launch, around)?);
        }
        let joined = redis_cluster::join(&members, PRIMARIES).await;
        joined.context("the cluster does not come together")?;
        Ok(Self { servers, members, one_at_a_time: Mutex::default() })
    }

    pub(super) fn url(&self) -> String {
        redis_cluster::url(&self.members)
    }

    /// Whether everybody knows everybody, and each primary has its replica.
    pub(super) async fn check(&self) -> anyhow::Result<()> {
        redis_cluster::check(&self.members, PRIMARIES).await
    }

    /// The servers and how they are reached.
    fn all(&self) -> impl Iterator<Item = (&Server, &Member)> {
        self.servers.iter().zip(&self.members)
    }

    /// A primary with a replica that follows, by chance.
    pub(super) async fn primary(&self, pick: usize) -> Option<(&Server, &Member)> {
        let mut primaries = Vec::new();
        for (server, member) in self.all() {
            // One that is away is not asked for.
            if let Ok(Role::Primary(1..)) = member.role().await {
                primaries.push((server, member));
            }
        }
        pick.checked_rem(primaries.len()).and_then(|at| primaries.get(at).copied())
    }

    /// The replica that follows a primary.
    async fn replica_of(&self, primary: &Member) -> Option<(&Server, &Member)> {
        for (server, member) in self.all() {
            if matches!(member.role().await, Ok(Role::Replica(of, true)) if of == primary.port()) {
                return Some((server, member));
            }
        }
        None
    }

    /// The primary that has a key, where a replica follows it.
    async fn primary_of(&self, key: &str) -> Option<(&Server, &Member)> {
        for (server, member) in self.all() {
            let has = member.ask::<u64>(cmd("EXISTS").arg(key)).await.is_ok();
            if has && matches!(member.role().await, Ok(Role::Primary(1..))) {
                return Some((server, member));
            }
        }
        None
    }

    /// `kill -9` of the primary that has a key; it comes back as a replica once another one has its
    /// place. What it wrote in the last moments before, its replica never hears. `false`: there was
    /// none to kill.
    pub(crate) async fn kill_primary(&self, key: &str, deaf: Duration) -> anyhow::Result<bool> {
        let _alone = self.one_at_a_time.lock().await;
        let Some((server, primary)) = self.primary_of(key).await else { return Ok(false) };
        let Some((other, replica)) = self.replica_of(primary).await else { return Ok(false) };
        // What the primary has sent would be read later, so the line has to break too.
        other.supervisor.signal(Signal::STOP);
        let broken = primary.ask::<u64>(cmd("CLIENT").arg("KILL").arg("TYPE").arg("replica")).await;
        if broken.is_ok() {
            sleep(deaf).await;
            server.supervisor.take_down();
        }
        other.supervisor.signal(Signal::CONT);
        broken?;
        let became = replica.until_primary().await;
        server.supervisor.bring_up();
        became.with_context(|| redis_cluster::last_words(&self.members)).map(|()| true)
    }

    /// A replica takes its primary's place, in order. `false`: there was none to do so.
    pub(crate) async fn swap_primary(&self, pick: usize) -> anyhow::Result<bool> {
        let _alone = self.one_at_a_time.lock().await;
        let Some((_, primary)) = self.primary(pick).await else { return Ok(false) };
        let Some((_, replica)) = self.replica_of(primary).await else { return Ok(false) };
        replica.fail_over().await?;
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use quizrain_testkit::wait::{START_TIMEOUT, until};
    use tokio_util::sync::CancellationToken;

    use super::*;
    use crate::soak::journal::Journal;
    use crate::soak::store::Store;

    /// Counts on, from so many, until this server is gone; the last number that it told.
    async fn count_until_killed(primary: &Member, key: &str, from: u64) -> u64 {
        let mut acknowledged = from;
        // Whoever asks for the owner asks the replica too, which stands still.
        while let Ok(count) = primary.ask(cmd("INCR").arg(key)).await {
            acknowledged = count;
        }
        acknowledged
    }

    #[tokio::test]
    async fn primaries_change_places_and_come_back_after_they_were_killed() {
        let dir = tempfile::tempdir().unwrap();
        let shutdown = CancellationToken::new();
        let journal = Journal::open(&dir.path().join("journal")).unwrap();
        let (done, calm) = (Arc::default(), CancellationToken::new());
        let around = Around {
            journal: &journal,
            done: &done,
            shutdown: &shutdown,
            calm: &calm,
            logs: dir.path(),
        };
        let store = Store::start(true, &around).await.unwrap();
        let Store::Cluster(made) = &store else { panic!("not a cluster") };
        assert_eq!(made.url().matches("127.0.0.1:").count(), 6);
        for (number, key) in ["a", "b", "c", "d"].into_iter().enumerate() {
            let mut set = cmd("SET");
            let set: String = store.owner(set.arg(key).arg(number)).await.unwrap();
            assert_eq!(set, "OK");
        }
        assert!(made.swap_primary(1).await.unwrap());
        until(START_TIMEOUT, async || made.check().await).await.unwrap();
        let place = async || {
            let (_, primary) = made.primary_of("c").await.unwrap();
            made.members.iter().position(|member| member.port() == primary.port()).unwrap()
        };
        let (mut had, mut lost) = (2, 0);
        // On a slow disk the replica may miss nothing before the primary is killed.
        for _ in 0..5 {
            let before = place().await;
            let acknowledged = count_until_killed(&made.members[before], "c", had);
            let killing = made.kill_primary("c", Duration::from_millis(300));
            let (killed, acknowledged) = tokio::join!(killing, acknowledged);
            assert!(killed.unwrap());
            until(START_TIMEOUT, async || made.check().await).await.unwrap();
            assert_ne!(place().await, before);
            let remaining: u64 = store.owner(cmd("GET").arg("c")).await.unwrap();
            assert!(
                (had..=acknowledged).contains(&remaining),
                "{remaining} is left of {acknowledged}"
            );
            (had, lost) = (remaining, acknowledged - remaining);
            if lost > 0 {
                break;
            }
        }
        assert!(lost > 0, "the replica missed nothing");
        store.each(cmd("CONFIG").arg("SET").arg("maxmemory").arg("0")).await.unwrap();
        for (number, key) in [(0, "a"), (1, "b"), (3, "d")] {
            let remaining: usize = store.owner(cmd("GET").arg(key)).await.unwrap();
            assert_eq!(remaining, number);
        }
        shutdown.cancel();
    }
}
