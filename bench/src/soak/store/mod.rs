//! Redis under faults: one server, or a cluster whose primaries have a replica each.
//!
//! Called by `stage`, which starts it, and by `inject`, which torments it.

mod cluster;
mod one;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use quizrain_testkit::redis::{Launch, ask, connect};
use quizrain_testkit::redis_cluster::ANSWER_TIMEOUT;
use redis::{Cmd, FromRedisValue};
use rustix::process::Signal;
use tokio_util::sync::CancellationToken;

use super::done::Done;
use super::journal::Journal;
use super::supervisor::Supervisor;
pub(super) use cluster::Cluster;
pub(super) use one::One;

/// Redis.
pub(super) enum Store {
    /// One server.
    One(One),
    /// Three primaries and their replicas.
    Cluster(Cluster),
}

/// What servers are started with.
pub(super) struct Around<'a> {
    pub(super) journal: &'a Arc<Journal>,
    pub(super) done: &'a Arc<Done>,
    /// They are not started again.
    pub(super) shutdown: &'a CancellationToken,
    /// From now on no fail point is armed.
    pub(super) calm: &'a CancellationToken,
    pub(super) logs: &'a Path,
}

/// A redis-server, kept running.
struct Server {
    supervisor: Arc<Supervisor>,
    client: redis::Client,
}

impl Server {
    fn start(name: &'static str, launch: &Launch, around: &Around<'_>) -> anyhow::Result<Self> {
        let (client, launch) = (launch.client()?, launch.clone());
        let supervisor = Supervisor::start(name, around.journal, move |_| launch.spawn())?;
        tokio::spawn(Arc::clone(&supervisor).run(around.shutdown.clone()));
        Ok(Self { supervisor, client })
    }
}

impl Store {
    /// Starts one server, or a cluster.
    ///
    /// # Errors
    /// Redis is not installed or does not start.
    pub(super) async fn start(cluster: bool, around: &Around<'_>) -> anyhow::Result<Self> {
        if cluster {
            Ok(Self::Cluster(Cluster::start(around).await?))
        } else {
            Ok(Self::One(One::start(around)?))
        }
    }

    /// Where it is, as the back end is told.
    pub(super) fn url(&self) -> String {
        match self {
            Self::One(one) => one.url(),
            Self::Cluster(cluster) => cluster.url(),
        }
    }

    fn servers(&self) -> &[Server] {
        match self {
            Self::One(one) => std::slice::from_ref(&one.server),
            Self::Cluster(cluster) => &cluster.servers,
        }
    }

    /// Every server does this.
    pub(super) async fn each(&self, command: &Cmd) -> anyhow::Result<()> {
        for server in self.servers() {
            let _: redis::Value = ask(&server.client, ANSWER_TIMEOUT, command).await?;
        }
        Ok(())
    }

    /// The server that has the command's key does this.
    pub(super) async fn owner<T: FromRedisValue>(&self, command: &Cmd) -> anyhow::Result<T> {
        let mut moved = anyhow::anyhow!("no server has that key");
        for server in self.servers() {
            match command.query_async(&mut connect(&server.client, ANSWER_TIMEOUT).await?).await {
                Err(why) if why.code() == Some("MOVED") => moved = why.into(),
                answer => return Ok(answer?),
            }
        }
        Err(moved)
    }

    /// `kill -9` of every server at once.
    pub(super) async fn kill(&self) {
        let _alone = match self {
            Self::One(_) => None,
            Self::Cluster(cluster) => Some(cluster.one_at_a_time.lock().await),
        };
        self.servers().iter().for_each(|server| server.supervisor.kill());
    }

    /// One server answers nothing for so long.
    pub(super) async fn stand_still(&self, pick: usize, lasts: Duration) -> anyhow::Result<bool> {
        let supervisor = match self {
            Self::One(one) => &one.server.supervisor,
            Self::Cluster(cluster) => match cluster.primary(pick).await {
                Some((primary, _)) => &primary.supervisor,
                None => return Ok(false),
            },
        };
        supervisor.signal(Signal::STOP);
        tokio::time::sleep(lasts).await;
        supervisor.signal(Signal::CONT);
        Ok(true)
    }

    /// Whatever stands still or stays away goes on.
    pub(super) fn go_on(&self) {
        for server in self.servers() {
            server.supervisor.signal(Signal::CONT);
            server.supervisor.bring_up();
        }
    }

    /// Whether every server is where it should be.
    ///
    /// # Errors
    /// It is not; the text says why.
    pub(super) async fn check(&self) -> anyhow::Result<()> {
        match self {
            Self::One(_) => Ok(()),
            Self::Cluster(cluster) => cluster.check().await,
        }
    }
}
