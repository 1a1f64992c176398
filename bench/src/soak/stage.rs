//! Everybody on the stage: the servers as children, the hosts, the players.
//!
//! Called by `soak`. Dropping it ends the children, whatever state they are in.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use quizrain_shared::ids::Token;
use quizrain_shared::money::Currency;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::Options;
use super::database::Database;
use super::host::{Host, Hosted};
use super::inject::{Done, Lab};
use super::journal::Journal;
use super::keeper::Keeper;
use super::memory::Memory;
use super::payouts::{self, Receiver};
use super::player::{Cut, Player};
use super::{ledger, plan};
use crate::bots::api::Api;
use crate::bots::random::Random;
use crate::bots::server::Server;
use crate::bots::tally::Tally;
use crate::children::{Guard, Process};

/// The kind of fault that the back end brings upon itself.
pub(super) const FAIL_POINTS: &str = "fail_points";
/// Occasion of chance, apart from those of bots.
const KEY: u64 = 23 << 32;
/// How long the back end may take to come back, and to settle everything, once nothing is wrong.
const PATIENCE: Duration = Duration::from_secs(180);
const LOOK_EVERY: Duration = Duration::from_millis(200);
/// Players who play in several games would be in each other's way: numbers of one game's.
const NUMBERS: u32 = 100_000;

/// The stage.
pub(super) struct Stage {
    pub(super) lab: Arc<Lab>,
    pub(super) journal: Arc<Journal>,
    pub(super) memory: Arc<Memory>,
    pub(super) players: Vec<Player>,
    /// The back end's command line, without its subcommand.
    pub(super) launch: Launch,
    pub(super) web: Arc<Server>,
    pub(super) seed: u64,
    pub(super) logs: PathBuf,
    api: Api,
    hosts: JoinSet<Hosted>,
    crowd: JoinSet<()>,
    /// The rains are over.
    no_more: CancellationToken,
    /// The players go home.
    home: CancellationToken,
    /// The children are not started again.
    curtain: CancellationToken,
    /// From now on no fail point is armed.
    calm: CancellationToken,
}

/// How the back end is started.
#[derive(Clone)]
pub(super) struct Launch {
    program: PathBuf,
    data: PathBuf,
    redis: String,
    database: Option<String>,
    listen: String,
    key: String,
    /// The receiver of payouts, where there is one.
    payouts: Option<String>,
}

impl Launch {
    /// A command of the back end, such as an empty one, which serves.
    pub(super) fn command(&self, subcommand: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("QUIZRAIN_")) {
            command.env_remove(name);
        }
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
            command.args(["--payout-timeout-ms", &payouts::PATIENCE_MS.to_string()]);
            command.env("QUIZRAIN_PAYOUT_SECRET", payout_secret(&self.key));
        }
        command.env("QUIZRAIN_HOST_KEY", &self.key);
        command
    }
}

/// A redis-server that loses nothing it has answered for.
fn redis(guard: &Arc<Guard>, dir: &Path, log: &Path) -> anyhow::Result<Process> {
    let command = |program| {
        let mut command = Command::new(program);
        command.arg("--dir").arg(dir).arg("--unixsocket").arg(dir.join("redis.sock"));
        command.args(["--port", "0", "--save", "", "--daemonize", "no", "--appendonly", "yes"]);
        command.args(["--appendfsync", "always", "--maxmemory-policy", "noeviction"]);
        command
    };
    Process::spawn(guard, command("redis-server"), log)
        .or_else(|_| Process::spawn(guard, command("valkey-server"), log))
}

impl Stage {
    /// Starts the children.
    pub(super) async fn set(
        options: &Options,
        seed: u64,
        program: &Path,
        logs: &Path,
    ) -> anyhow::Result<Self> {
        let logs = logs.canonicalize()?;
        let (data, redis_dir) = (logs.join("data"), logs.join("redis"));
        for dir in [&data, &redis_dir] {
            std::fs::create_dir_all(dir)
                .with_context(|| format!("cannot make {}", dir.display()))?;
        }
        let socket = redis_dir.join("redis.sock");
        if socket.as_os_str().len() > 100 {
            bail!("{} is too long for a Unix socket; choose a shorter --dir", socket.display());
        }
        let journal = Journal::open(&logs.join("soak.log"))?;
        let curtain = CancellationToken::new();
        let redis_url = format!("unix://{}", socket.display());
        let log = logs.join("redis.log");
        let guard = Arc::new(Guard::start()?);
        let guarded = Arc::clone(&guard);
        let redis = Keeper::start("Redis", &journal, move |_| redis(&guarded, &redis_dir, &log))?;
        tokio::spawn(Arc::clone(&redis).keep(curtain.clone()));
        let client = redis::Client::open(redis_url.as_str())?;
        let database = Database::start(options.database, &guard, &data, &logs).await?;

        let (key, calm) = (key(seed), CancellationToken::new());
        let receiver = match &options.receiver {
            None => None,
            Some(program) => {
                let secret = payout_secret(&key.reveal());
                let around = (&guard, &journal);
                let receiver =
                    Receiver::start(program, &secret, seed, &logs, around, calm.clone())?;
                tokio::spawn(Arc::clone(&receiver.keeper).keep(curtain.clone()));
                Some(receiver)
            }
        };
        let launch = Launch {
            program: program.to_owned(),
            data,
            redis: redis_url,
            database: database.server_url(),
            // One that is free now; the players come back to the same one after every restart.
            listen: TcpListener::bind("127.0.0.1:0").await?.local_addr()?.to_string(),
            key: key.reveal(),
            payouts: receiver.as_ref().map(|receiver| receiver.address.clone()),
        };
        let web = Arc::new(Server::parse(&launch.listen)?);
        let (log, armed) = (logs.join("server.log"), launch.clone());
        let points = if options.fail_points { plan::POINTS } else { &[] };
        let (peace, told) = (calm.clone(), Arc::clone(&journal));
        let done = Arc::new(Done::default());
        let count = Arc::clone(&done);
        let server = Keeper::start("the back end", &journal, move |start| {
            let mut command = armed.command(&[]);
            command.args(["--log", "info,sqlx=warn", "--max-players", "10000"]);
            let arms = plan::arms(seed, start, points);
            // The first start is a good one: there is nothing to torment before.
            if start > 0 && !arms.is_empty() && !peace.is_cancelled() {
                told.say(&format!("fail points: {arms}"));
                count.count(FAIL_POINTS);
                command.env("FAILPOINTS", arms);
            }
            Process::spawn(&guard, command, &log)
        })?;
        tokio::spawn(Arc::clone(&server).keep(curtain.clone()));
        let memory = Arc::new(Memory::default());
        let lab = Lab {
            server,
            redis,
            receiver,
            client,
            database,
            cut: watch::Sender::new(Cut::default()),
            memory: Arc::clone(&memory),
            journal: Arc::clone(&journal),
            done,
        };
        let stage = Self {
            lab: Arc::new(lab),
            journal,
            memory,
            players: Vec::new(),
            launch,
            api: Api::new(Arc::clone(&web), key),
            web,
            seed,
            logs,
            hosts: JoinSet::new(),
            crowd: JoinSet::new(),
            no_more: CancellationToken::new(),
            home: CancellationToken::new(),
            curtain,
            calm,
        };
        stage.until_ready().await?;
        Ok(stage)
    }

    /// Makes the games; hosts and players begin.
    pub(super) async fn open(&mut self, options: &Options) -> anyhow::Result<()> {
        let quiz = self.api.quizzes().await?.into_iter().next().context("the library is empty")?;
        let tally = Arc::new(Tally::new());
        for number in 0..options.games {
            let right = self.api.create_game(&quiz.id, 1).await?;
            // Money and points in turns.
            let currency = if number.is_multiple_of(2) { "CNY".parse()? } else { Currency::POINTS };
            let host = Host {
                server: Arc::clone(&self.web),
                api: self.api.clone(),
                game: right.game,
                number,
                players: options.players,
                currency,
                seed: self.seed,
                journal: Arc::clone(&self.journal),
            };
            self.hosts.spawn(host.run(self.no_more.clone()));
            for seat in 0..options.players {
                let player = Player::new(
                    &self.web,
                    (right.game, right.pin),
                    (self.seed, number * NUMBERS + seat),
                    (&self.memory, &tally),
                    self.lab.cut.subscribe(),
                );
                self.crowd.spawn(player.clone().live(self.home.clone()));
                self.players.push(player);
            }
        }
        Ok(())
    }

    /// A line for whoever watches.
    pub(super) fn so_far(&self) -> String {
        let faults: u64 = self.lab.done.counts().values().sum();
        let (seconds, (told, rains)) = (self.journal.elapsed().as_secs(), {
            let told = self.memory.told();
            (told.count, told.packets.len())
        });
        let (starts, _) = self.lab.server.lives();
        format!(
            "{seconds} s: {told} packets in {rains} rains, {faults} faults, start {starts} of the back end"
        )
    }

    /// The last rain of each game ends, the back end starts once more without any fail point, and
    /// everything is settled.
    pub(super) async fn calm(&mut self) -> anyhow::Result<Hosted> {
        self.calm.cancel();
        if timeout(PATIENCE, self.lab.mend()).await.is_err() {
            bail!("Redis does not come back");
        }
        self.lab.server.kill();
        if let Some(receiver) = &self.lab.receiver {
            receiver.keeper.kill();
        }
        sleep(LOOK_EVERY).await;
        self.until_ready().await?;
        self.no_more.cancel();
        let mut all = Hosted::default();
        let ended = async {
            while let Some(host) = self.hosts.join_next().await {
                let hosted = host.unwrap_or_default();
                all.rains += hosted.rains;
                all.slowest = all.slowest.max(hosted.slowest);
            }
        };
        if timeout(PATIENCE, ended).await.is_err() {
            self.journal.say("a rain did not end");
        }
        self.until_settled().await?;
        self.home.cancel();
        while self.crowd.join_next().await.is_some() {}
        Ok(all)
    }

    /// Waits until the ledger has everything. Where that never comes, the check shows it.
    async fn until_settled(&self) -> anyhow::Result<()> {
        let pool = self.lab.database.pool().await?;
        let start = Instant::now();
        loop {
            let left = ledger::unsettled(&pool).await?;
            if left == 0 || start.elapsed() > PATIENCE {
                self.journal.say(&format!("{left} rains are not settled"));
                if let Some(receiver) = &self.lab.receiver {
                    receiver.until_final(&pool, &self.journal).await?;
                }
                pool.close().await;
                return Ok(());
            }
            sleep(LOOK_EVERY).await;
        }
    }

    async fn until_ready(&self) -> anyhow::Result<()> {
        let start = Instant::now();
        let url = self.web.api("/readyz");
        loop {
            let asked = url.clone();
            let ready = tokio::task::spawn_blocking(move || ureq::get(&asked).call().is_ok());
            if matches!(timeout(LOOK_EVERY * 10, ready).await, Ok(Ok(true))) {
                return Ok(());
            }
            if start.elapsed() > PATIENCE {
                bail!("the back end is not ready; see server.log");
            }
            sleep(LOOK_EVERY).await;
        }
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        // Before the children end, or they would be started again.
        self.curtain.cancel();
        self.home.cancel();
        self.no_more.cancel();
    }
}

/// Another one than the host key, and long enough.
fn payout_secret(key: &str) -> String {
    format!("payouts {key}")
}

fn key(seed: u64) -> Token {
    let mut random = Random::of(seed, 0, KEY);
    let mut key = [0; 16];
    key[..8].copy_from_slice(&random.next().to_le_bytes());
    key[8..].copy_from_slice(&random.next().to_le_bytes());
    Token(key)
}
