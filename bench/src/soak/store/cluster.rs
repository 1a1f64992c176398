//! A Redis Cluster of three primaries with a replica each, and what goes wrong in one.
//!
//! A primary is killed only while a replica follows it, and only one at a time. The replica may lack
//! what was written last, as it may whenever a primary dies.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use redis::{Value, cmd};
use rustix::process::Signal;
use tokio::sync::Mutex;
use tokio::time::sleep;

use super::{Around, Server};
use crate::children::redis_cluster::{self as cluster, Member, until};
use crate::soak::keeper::Keeper;

const PRIMARIES: usize = 3;
/// How long a server may be silent before the others take it for gone, in ms.
const NODE_TIMEOUT_MS: &str = "1000";

/// The cluster.
pub(crate) struct Cluster {
    pub(super) servers: Vec<Server>,
    members: Vec<Member>,
    /// Nobody is killed while another one's place is empty: a replica that was started after its
    /// primary had gone does not take its place.
    pub(super) one_at_a_time: Mutex<()>,
}

/// What a server says of itself.
#[derive(Debug, PartialEq, Eq)]
enum Role {
    /// With so many replicas that follow it.
    Primary(usize),
    /// Of the primary on this port, and whether it follows.
    Replica(u16, bool),
}

fn role(answer: &Value) -> Option<Role> {
    let Value::Array(fields) = answer else { return None };
    let text = |at: usize| redis::from_redis_value_ref::<String>(fields.get(at)?).ok();
    match text(0)?.as_str() {
        "master" => match fields.get(2)? {
            Value::Array(replicas) => Some(Role::Primary(replicas.len())),
            _ => None,
        },
        "slave" => {
            let port = redis::from_redis_value_ref(fields.get(2)?).ok()?;
            Some(Role::Replica(port, text(3)? == "connected"))
        }
        _ => None,
    }
}

impl Server {
    async fn role(&self) -> anyhow::Result<Role> {
        role(&self.ask(&cmd("ROLE")).await?).context("an odd role")
    }

    async fn tell(&self, words: &[&str]) -> anyhow::Result<()> {
        self.ask(&cluster::command(words)).await
    }
}

impl Cluster {
    pub(super) async fn start(around: &Around<'_>) -> anyhow::Result<Self> {
        let members = Member::choose(2 * PRIMARIES)?;
        let mut servers = Vec::new();
        for (number, member) in members.iter().enumerate() {
            let dir = around.logs.join(format!("redis-{}", number + 1));
            let log = around.logs.join(format!("redis-{}.log", number + 1));
            std::fs::create_dir_all(&dir)?;
            let client = member.client().clone();
            let member = member.clone();
            let keeper = Keeper::start("a server of the cluster", around.journal, move |_| {
                member.start(&dir, &log, |command| {
                    command.args(["--cluster-node-timeout", NODE_TIMEOUT_MS]);
                    // Games whose primary is there go on.
                    command.args(["--cluster-require-full-coverage", "no"]);
                    // Each primary keeps the replica that it has.
                    command.args(["--cluster-allow-replica-migration", "no"]);
                    command.args(["--repl-diskless-sync-delay", "0"]);
                })
            })?;
            tokio::spawn(Arc::clone(&keeper).keep(around.curtain.clone()));
            servers.push(Server { keeper, client });
        }
        let made = Self { servers, members, one_at_a_time: Mutex::default() };
        made.join().await.context("the cluster does not come together")?;
        Ok(made)
    }

    /// Makes one cluster of the servers.
    async fn join(&self) -> anyhow::Result<()> {
        cluster::join(&self.members, &cluster::even(PRIMARIES)).await?;
        let (primaries, replicas) = self.servers.split_at(PRIMARIES);
        for (primary, replica) in primaries.iter().zip(replicas) {
            let id: String = primary.ask(&cluster::command(&["MYID"])).await?;
            // It has to hear of its primary first.
            until(async || replica.tell(&["REPLICATE", &id]).await).await?;
        }
        until(async || self.check().await).await
    }

    pub(super) fn url(&self) -> String {
        cluster::url(&self.members)
    }

    /// Whether everybody knows everybody, and each primary has its replica.
    pub(super) async fn check(&self) -> anyhow::Result<()> {
        cluster::check(&self.members).await?;
        let (mut primaries, mut replicas) = (0, 0);
        for server in &self.servers {
            match server.role().await? {
                Role::Primary(1) => primaries += 1,
                Role::Replica(_, true) => replicas += 1,
                other => bail!("the cluster is not whole: {other:?}"),
            }
        }
        if (primaries, replicas) != (PRIMARIES, PRIMARIES) {
            bail!("{primaries} primaries and {replicas} replicas");
        }
        Ok(())
    }

    /// A primary with a replica that follows, by chance.
    pub(super) async fn primary(&self, pick: usize) -> anyhow::Result<Option<&Server>> {
        let mut primaries = Vec::new();
        for server in &self.servers {
            // One that is away is not asked for.
            if let Ok(Role::Primary(1..)) = server.role().await {
                primaries.push(server);
            }
        }
        Ok(pick.checked_rem(primaries.len()).and_then(|at| primaries.get(at).copied()))
    }

    /// The replica that follows a primary.
    async fn replica_of(&self, primary: &Server) -> Option<&Server> {
        let at = self.servers.iter().position(|server| std::ptr::eq(server, primary))?;
        let port = self.members.get(at)?.port();
        for server in &self.servers {
            if matches!(server.role().await, Ok(Role::Replica(of, true)) if of == port) {
                return Some(server);
            }
        }
        None
    }

    async fn became_primary(&self, replica: &Server) -> anyhow::Result<()> {
        until(async || match replica.role().await? {
            Role::Primary(_) => Ok(()),
            Role::Replica(..) => bail!("a replica did not become the primary"),
        })
        .await
    }

    /// The primary that has a key, where a replica follows it.
    async fn primary_of(&self, key: &str) -> Option<&Server> {
        for server in &self.servers {
            let has = server.ask::<u64>(cmd("EXISTS").arg(key)).await.is_ok();
            if has && matches!(server.role().await, Ok(Role::Primary(1..))) {
                return Some(server);
            }
        }
        None
    }

    /// `kill -9` of the primary that has a key; it comes back as a replica once another one has its
    /// place. What it wrote in the last moments before, its replica never hears. `false`: there was
    /// none to kill.
    pub(crate) async fn kill_primary(&self, key: &str, deaf: Duration) -> anyhow::Result<bool> {
        let _alone = self.one_at_a_time.lock().await;
        let Some(primary) = self.primary_of(key).await else { return Ok(false) };
        let Some(replica) = self.replica_of(primary).await else { return Ok(false) };
        // What the primary has sent would be read later, so the line has to break too.
        replica.keeper.signal(Signal::STOP);
        let broken = primary.ask::<u64>(cmd("CLIENT").arg("KILL").arg("TYPE").arg("replica")).await;
        if broken.is_ok() {
            sleep(deaf).await;
            primary.keeper.fell();
        }
        replica.keeper.signal(Signal::CONT);
        broken?;
        let became = self.became_primary(replica).await;
        primary.keeper.raise();
        became.map(|()| true)
    }

    /// A replica takes its primary's place, in order. `false`: there was none to do so.
    pub(crate) async fn swap_primary(&self, pick: usize) -> anyhow::Result<bool> {
        let _alone = self.one_at_a_time.lock().await;
        let Some(primary) = self.primary(pick).await? else { return Ok(false) };
        let Some(replica) = self.replica_of(primary).await else { return Ok(false) };
        replica.tell(&["FAILOVER"]).await?;
        self.became_primary(replica).await?;
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use tokio_util::sync::CancellationToken;

    use super::*;
    use crate::soak::journal::Journal;
    use crate::soak::store::Store;

    #[test]
    fn roles_are_read() {
        let word = |text: &str| Value::BulkString(text.into());
        let of = |fields: Vec<Value>| role(&Value::Array(fields));
        let primary = |replicas| of(vec![word("master"), Value::Int(7), Value::Array(replicas)]);
        assert_eq!(primary(vec![]), Some(Role::Primary(0)));
        assert_eq!(primary(vec![Value::Nil]), Some(Role::Primary(1)));
        let replica = |state| of(vec![word("slave"), word("a"), Value::Int(7), word(state)]);
        assert_eq!(replica("connected"), Some(Role::Replica(7, true)));
        assert_eq!(replica("sync"), Some(Role::Replica(7, false)));
        for odd in [vec![], vec![word("sentinel")], vec![word("master")], vec![word("slave")]] {
            assert_eq!(of(odd), None);
        }
    }

    #[tokio::test]
    async fn primaries_change_places_and_come_back_after_they_were_killed() {
        let dir = tempfile::tempdir().unwrap();
        let curtain = CancellationToken::new();
        let journal = Journal::open(&dir.path().join("journal")).unwrap();
        let around = Around { journal: &journal, curtain: &curtain, logs: dir.path() };
        let store = Store::start(true, &around).await.unwrap();
        let Store::Cluster(made) = &store else { panic!("not a cluster") };
        assert_eq!(made.url().matches("127.0.0.1:").count(), 6);
        for (number, key) in ["a", "b", "c", "d"].into_iter().enumerate() {
            let mut set = cmd("SET");
            let set: String = store.owner(set.arg(key).arg(number)).await.unwrap();
            assert_eq!(set, "OK");
        }
        assert!(made.swap_primary(1).await.unwrap());
        until(async || made.check().await).await.unwrap();
        let place = async || {
            let primary = made.primary_of("c").await.unwrap();
            made.servers.iter().position(|server| std::ptr::eq(server, primary)).unwrap()
        };
        let (mut had, mut lost) = (2, 0);
        // On a slow disk the replica may miss nothing before the primary is killed.
        for _ in 0..5 {
            let before = place().await;
            let told = async {
                let mut told: u64 = had;
                // Whoever asks for the owner asks the replica too, which stands still.
                while let Ok(count) = made.servers[before].ask(cmd("INCR").arg("c")).await {
                    told = count;
                }
                told
            };
            let killing = made.kill_primary("c", Duration::from_millis(300));
            let (killed, told) = tokio::join!(killing, told);
            assert!(killed.unwrap());
            until(async || made.check().await).await.unwrap();
            assert_ne!(place().await, before);
            let kept: u64 = store.owner(cmd("GET").arg("c")).await.unwrap();
            assert!((had..=told).contains(&kept), "{kept} is left of {told}");
            (had, lost) = (kept, told - kept);
            if lost > 0 {
                break;
            }
        }
        assert!(lost > 0, "the replica missed nothing");
        store.each(cmd("CONFIG").arg("SET").arg("maxmemory").arg("0")).await.unwrap();
        for (number, key) in [(0, "a"), (1, "b"), (3, "d")] {
            let kept: usize = store.owner(cmd("GET").arg(key)).await.unwrap();
            assert_eq!(kept, number);
        }
        curtain.cancel();
    }
}
