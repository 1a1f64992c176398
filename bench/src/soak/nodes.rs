//! The back ends: one, or several over the same Redis and the same ledger.
//!
//! Called by `stage`, which starts them, and by `inject`, which torments them. Each has a data
//! folder, a port and a supervisor of its own; of several over one Redis each has its own way there.

use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use quizrain_shared::ids::Token;
use quizrain_testkit::ports::free_address;
use quizrain_testkit::process::{Process, program};
use quizrain_testkit::proxy::{End, Line, Proxy};
use tokio::time::{sleep, timeout};

use super::options::{Durability, Options};
use super::payouts;
use super::plan::{self, Fault};
use super::store::{Around, Store};
use super::supervisor::Supervisor;
use crate::bots::random::Random;
use crate::bots::server::Server;

/// The kind of fault that back ends bring upon themselves.
pub(super) const FAIL_POINTS: &str = "fail_points";
/// Occasion of chance, apart from those of bots.
const KEY: u64 = 23 << 32;
/// Starts of one back end, as chance counts them.
const STARTS: u32 = 100_000;
const CHECK_EVERY: Duration = Duration::from_millis(200);

/// How a back end is started.
#[derive(Clone)]
pub(super) struct Launch {
    pub(super) program: PathBuf,
    pub(super) data: PathBuf,
    pub(super) redis: String,
    pub(super) database: Option<String>,
    pub(super) listen: String,
    pub(super) key: String,
    /// The receiver of payouts and webhooks, where there is one.
    pub(super) payouts: Option<String>,
}

impl Launch {
    /// A command of the back end, such as an empty one, which serves.
    pub(super) fn command(&self, subcommand: &[&str]) -> Command {
        let mut command = program(&self.program);
        command.args(subcommand).arg("--data-dir").arg(&self.data);
        command.args(["--redis-url", &self.redis, "--listen", &self.listen]);
        if let Some(url) = &self.database {
            command.args(["--database-url", url]);
        }
        if let Some(receiver) = &self.payouts {
            command.args([
                "--payout-url",
                &format!("http://{receiver}/"),
                "--payout-allow-private",
                "--sponsor-credit",
                "unlimited",
            ]);
            command.args(["--payout-timeout-ms", &payouts::TIMEOUT_MS.to_string()]);
            command.env("QUIZRAIN_PAYOUT_SECRET", payout_secret(&self.key));
            command.args(["--webhook-url", &format!("http://{receiver}/webhooks")]);
            command.arg("--webhook-allow-private");
            command.env("QUIZRAIN_WEBHOOK_SECRET", webhook_secret(&self.key));
        }
        command.env("QUIZRAIN_HOST_KEY", &self.key);
        command
    }

    /// The command that serves, one of several where that is so.
    fn serve(&self, options: &Options) -> Command {
        let mut command = self.command(&[]);
        command.args(["--log", "info,sqlx=warn,redis=error", "--max-players", "10000"]);
        // All bots come from one address, game after game.
        command.args(["--joins-per-minute", "1000000"]);
        if options.nodes > 1 {
            command.args(["--drain-seconds", &options.drain_seconds.to_string()]);
        }
        if options.shards > 1 {
            command.args(["--shards", &options.shards.to_string()]);
        }
        if options.durability != Durability::Local {
            command.args(["--durability", options.durability.name()]);
        }
        command
    }
}

/// One back end.
pub(super) struct Node {
    pub(super) supervisor: Arc<Supervisor>,
    /// Its way to Redis, where it has one of its own.
    pub(super) proxy: Option<Proxy>,
    server: Server,
}

/// All of them.
pub(super) struct Nodes(Vec<Node>);

impl Nodes {
    /// Starts them, each as `launch` says but for its own port, data folder and way to Redis.
    pub(super) async fn start(
        launch: &Launch,
        options: &Options,
        seed: u64,
        store: &Store,
        around: &Around<'_>,
    ) -> anyhow::Result<Self> {
        let mut nodes = Vec::new();
        for number in 0..options.nodes {
            nodes.push(node(number, launch.clone(), options, seed, store, around).await?);
        }
        Ok(Self(nodes))
    }

    /// Where they are.
    pub(super) fn server(&self) -> anyhow::Result<Server> {
        let mut servers = self.0.iter().map(|node| node.server.for_another(0));
        Ok(servers.next().context("no back end")?.and(servers))
    }

    /// Those whom a fault hits.
    pub(super) fn hit(&self, fault: &Fault) -> &[Node] {
        fault.among(&self.0)
    }

    /// `kill -9` of all.
    pub(super) fn kill(&self) {
        self.0.iter().for_each(|node| node.supervisor.kill());
    }

    /// Whatever stands still goes on, and every way is open.
    pub(super) fn go_on(&self) {
        for node in &self.0 {
            node.supervisor.signal(rustix::process::Signal::CONT);
            node.set_line(Line::Open);
        }
    }

    /// How often they were started, and how often they had ended by themselves.
    pub(super) fn starts(&self) -> (u32, u32) {
        let starts = self.0.iter().map(|node| node.supervisor.starts());
        starts.fold((0, 0), |(starts, alone), node| (starts + node.0, alone + node.1))
    }

    /// Waits until each of them is ready.
    pub(super) async fn until_ready(&self, patience: Duration) -> anyhow::Result<()> {
        let start = Instant::now();
        for node in &self.0 {
            while !node.is_ready().await {
                if start.elapsed() > patience {
                    bail!("{} is not ready; see its log", node.server);
                }
                sleep(CHECK_EVERY).await;
            }
        }
        Ok(())
    }
}

impl Node {
    /// From now on its way to Redis is like that, where it has one of its own.
    pub(super) fn set_line(&self, line: Line) {
        if let Some(proxy) = &self.proxy {
            proxy.set(line);
        }
    }

    async fn is_ready(&self) -> bool {
        let url = self.server.api("/readyz");
        // A database that is down makes no server unready, and there would be no new game.
        let ready = tokio::task::spawn_blocking(move || {
            let text = ureq::get(&url).call().ok()?.into_body().read_to_string().ok()?;
            text.contains("database up").then_some(())
        });
        matches!(timeout(CHECK_EVERY * 10, ready).await, Ok(Ok(Some(()))))
    }
}

async fn node(
    number: u32,
    mut launch: Launch,
    options: &Options,
    seed: u64,
    store: &Store,
    around: &Around<'_>,
) -> anyhow::Result<Node> {
    let (mut name, mut log, mut proxy) = ("the back end", around.logs.join("server.log"), None);
    // One that is free now; the players come back to the same one after every restart.
    launch.listen = free_address()?.to_string();
    if options.nodes > 1 {
        name = "a back end";
        log = around.logs.join(format!("server-{}.log", number + 1));
        launch.data = around.logs.join(format!("data-{}", number + 1));
        if let Store::One(one) = store {
            let way = Proxy::start(End::Socket(one.socket().to_owned()), Duration::ZERO)?;
            launch.redis = way.url();
            proxy = Some(way);
        }
    }
    let server = Server::parse(&launch.listen)?;
    let points = if options.fail_points { plan::POINTS } else { &[] };
    let peace = around.calm.clone();
    let (journal, count) = (Arc::clone(around.journal), Arc::clone(around.done));
    let options = options.clone();
    let supervisor = Supervisor::start(name, around.journal, move |start| {
        let mut command = launch.serve(&options);
        let arms = plan::arms(seed, number * STARTS + start, points);
        // The first start is a good one: there is nothing to torment before.
        if start > 0 && !arms.is_empty() && !peace.is_cancelled() {
            journal.say(&format!("fail points: {arms}"));
            count.count(FAIL_POINTS);
            command.env("FAILPOINTS", arms);
        }
        Process::spawn(command, &log)
    })?;
    tokio::spawn(Arc::clone(&supervisor).run(around.shutdown.clone()));
    Ok(Node { supervisor, proxy, server })
}

/// Another one than the host key, and long enough.
pub(super) fn payout_secret(key: &str) -> String {
    format!("payouts {key}")
}

/// Another one again.
pub(super) fn webhook_secret(key: &str) -> String {
    format!("webhooks {key}")
}

/// The host key of all.
pub(super) fn key(seed: u64) -> Token {
    let mut random = Random::of(seed, 0, KEY);
    let mut key = [0; 16];
    key[..8].copy_from_slice(&random.next().to_le_bytes());
    key[8..].copy_from_slice(&random.next().to_le_bytes());
    Token(key)
}
