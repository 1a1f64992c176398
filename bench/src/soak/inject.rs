//! Carries the plan of faults out. A fault counts only once it was really done.
//!
//! Called by `soak`. Faults may overlap: one that lasts does not hold up the next.

use std::sync::Arc;
use std::time::Duration;

use quizrain::store::redis::ShardKeys;
use quizrain::store::shard::Shard;
use quizrain_testkit::proxy::Line;
use rustix::process::Signal;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_util::sync::CancellationToken;

use super::database::Database;
use super::done::Done;
use super::journal::Journal;
use super::memory::Memory;
use super::nodes::{Node, Nodes};
use super::payouts::Receiver;
use super::plan::{Fault, Kind};
use super::player::Cut;
use super::store::Store;

/// How soon a fault that could not be done is tried again.
const AGAIN: Duration = Duration::from_millis(100);
/// A rain in which something was caught so short a time ago still falls.
const FALLING: Duration = Duration::from_millis(500);
/// How long faults that last, and those that wait for their moment, may take after the play: a
/// replica may need 20 seconds to take over on a busy machine.
const LATE: Duration = Duration::from_secs(60);

/// Everything that can be broken.
pub(super) struct Lab {
    pub(super) nodes: Nodes,
    pub(super) store: Store,
    pub(super) receiver: Option<Receiver>,
    /// In how many parts a rain's packets lie.
    pub(super) shards: u16,
    pub(super) database: Database,
    pub(super) cut: watch::Sender<Cut>,
    pub(super) memory: Arc<Memory>,
    pub(super) journal: Arc<Journal>,
    pub(super) done: Arc<Done>,
}

impl Lab {
    /// Does what is planned, each at its time, until the end of the play.
    pub(super) async fn run(
        self: &Arc<Self>,
        plan: &[Fault],
        end: Instant,
        stop: &CancellationToken,
    ) {
        let (start, mut faults) = (Instant::now(), JoinSet::new());
        for fault in plan.iter().copied() {
            tokio::select! {
                () = stop.cancelled() => return,
                () = sleep_until(start + fault.at) => {}
            }
            let lab = Arc::clone(self);
            faults.spawn(async move { lab.insist(fault).await });
            // Those that are over.
            while faults.try_join_next().is_some() {}
        }
        tokio::select! {
            () = stop.cancelled() => return,
            () = sleep_until(end) => {}
        }
        let ended = async { while faults.join_next().await.is_some() {} };
        if timeout(LATE, ended).await.is_err() {
            self.journal.say("a fault was not done in time");
        }
    }

    /// Tries until it is done.
    async fn insist(&self, fault: Fault) {
        let name = fault.kind.name();
        self.journal.say(&format!("{name} for {:?}", fault.lasts));
        loop {
            match self.inject(fault).await {
                Ok(true) => break,
                Ok(false) => {}
                // Redis or the database may be away because of another fault.
                Err(why) => self.journal.say(&format!("{name} has to wait: {why:#}")),
            }
            sleep(AGAIN).await;
        }
        self.done.count(name);
        self.journal.say(&format!("{name} done"));
    }

    /// `false`: there was nothing to break.
    async fn inject(&self, fault: Fault) -> anyhow::Result<bool> {
        match fault.kind {
            Kind::KillServer => {
                self.nodes.hit(&fault).iter().for_each(|node| node.supervisor.kill());
            }
            Kind::RestartServer => {
                self.nodes.hit(&fault).iter().for_each(|node| node.supervisor.restart());
            }
            Kind::KillRedis => self.store.kill().await,
            Kind::KillPrimary | Kind::SwapPrimary => return self.move_primary(fault).await,
            Kind::CutLink => self.disconnect(fault, Line::Cut).await,
            Kind::StallLink => self.disconnect(fault, Line::Stalled).await,
            Kind::KillReceiver => match &self.receiver {
                Some(receiver) => receiver.supervisor.kill(),
                None => return Ok(false),
            },
            Kind::StopServer => stand_still(self.nodes.hit(&fault), fault.lasts).await,
            Kind::StopRedis => return self.store.stand_still(fault.pick, fault.lasts).await,
            Kind::StopDatabase => self.database.stand_still(fault.lasts).await?,
            Kind::FlushScripts => {
                self.store.each(redis::cmd("SCRIPT").arg("FLUSH")).await?;
            }
            Kind::Disconnect => self.cut.send_modify(|cut| {
                *cut = Cut { number: cut.number + 1, share: fault.share };
            }),
            Kind::LoseStream => return self.lose_stream(fault.pick).await,
            Kind::WrongType => return self.wrong_type(fault).await,
            Kind::OutOfMemory => {
                self.limit_memory("1").await?;
                sleep(fault.lasts).await;
                while let Err(why) = self.limit_memory("0").await {
                    self.journal.say(&format!("the limit of memory stays for now: {why:#}"));
                    sleep(AGAIN).await;
                }
            }
        }
        Ok(true)
    }

    async fn move_primary(&self, fault: Fault) -> anyhow::Result<bool> {
        let Store::Cluster(cluster) = &self.store else { return Ok(false) };
        if fault.kind == Kind::SwapPrimary {
            return cluster.swap_primary(fault.pick).await;
        }
        let Some(stream) = self.stream(fault.pick) else { return Ok(false) };
        cluster.kill_primary(&stream, fault.lasts).await
    }

    /// Keeps back ends off Redis for a while.
    async fn disconnect(&self, fault: Fault, line: Line) {
        let nodes = self.nodes.hit(&fault);
        nodes.iter().for_each(|node| node.set_line(line));
        sleep(fault.lasts).await;
        nodes.iter().for_each(|node| node.set_line(Line::Open));
    }

    async fn limit_memory(&self, bytes: &str) -> anyhow::Result<()> {
        self.store.each(redis::cmd("CONFIG").arg("SET").arg("maxmemory").arg(bytes)).await
    }

    /// The stream of a rain in which somebody has just caught something.
    fn stream(&self, pick: usize) -> Option<String> {
        let (rain, at) = self.memory.log().newest?;
        let number = (pick % usize::from(self.shards.max(1))) as u16;
        let shard = Shard { number, of: self.shards };
        (at.elapsed() < FALLING).then(|| ShardKeys { rain, shard }.stream())
    }

    async fn lose_stream(&self, pick: usize) -> anyhow::Result<bool> {
        let Some(stream) = self.stream(pick) else { return Ok(false) };
        let mut delete = redis::cmd("DEL");
        let deleted: u64 = self.store.owner(delete.arg(&stream)).await?;
        Ok(deleted > 0)
    }

    async fn wrong_type(&self, fault: Fault) -> anyhow::Result<bool> {
        let Some(stream) = self.stream(fault.pick) else { return Ok(false) };
        // XX: where there is one.
        let mut set = redis::cmd("SET");
        set.arg(&stream).arg("not a stream").arg("XX");
        let set = self.store.owner::<Option<String>>(&set).await;
        if let Ok(None) = set {
            return Ok(false);
        }
        sleep(fault.lasts).await;
        // Also after an error: it may have been set.
        let mut delete = redis::cmd("DEL");
        delete.arg(&stream);
        while let Err(why) = self.store.owner::<u64>(&delete).await {
            self.journal.say(&format!("the string stays for now: {why:#}"));
            sleep(AGAIN).await;
        }
        Ok(set.is_ok())
    }

    /// Nothing is broken any more, as far as a fault that took too long left it so.
    pub(super) async fn mend(&self) {
        self.nodes.go_on();
        self.store.go_on();
        self.database.go_on();
        while let Err(why) = self.limit_memory("0").await {
            self.journal.say(&format!("Redis is not back yet: {why:#}"));
            sleep(AGAIN).await;
        }
        while let Err(why) = self.store.check().await {
            self.journal.say(&format!("Redis is not whole yet: {why:#}"));
            sleep(AGAIN).await;
        }
    }
}

async fn stand_still(nodes: &[Node], lasts: Duration) {
    nodes.iter().for_each(|node| node.supervisor.signal(Signal::STOP));
    sleep(lasts).await;
    nodes.iter().for_each(|node| node.supervisor.signal(Signal::CONT));
}
