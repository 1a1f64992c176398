//! Everybody on the stage: the servers as children, the hosts, the players.
//!
//! Called by `soak`. Dropping it ends the children, whatever state they are in.

use std::num::NonZeroU16;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use quizrain_shared::api::{CreateGame, HostRight};
use quizrain_shared::ids::GameId;
use quizrain_shared::money::Currency;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::database::Database;
use super::done::Done;
use super::host::{Host, Hosted};
use super::inject::Lab;
use super::journal::Journal;
use super::memory::Memory;
use super::nodes::{self, Launch, Nodes};
use super::payouts::Receiver;
use super::player::{Cut, Player};
use super::store::{Around, Store};
use super::{Options, ledger, webhooks};
use crate::bots::api::Api;
use crate::bots::hosted::GameMode;
use crate::bots::server::Server;
use crate::bots::tally::Tally;

/// How long the back end may take to come back, and to settle everything, once nothing is wrong.
const RECOVERY_TIMEOUT: Duration = Duration::from_secs(180);
const CHECK_EVERY: Duration = Duration::from_millis(200);
/// What the games are played for, in turns.
const MODES: [GameMode; 4] =
    [GameMode::Classic, GameMode::Survival, GameMode::Teams, GameMode::SelfPaced];
/// How many questions each game has; then rains alone fall.
const QUESTIONS: NonZeroU16 = NonZeroU16::new(3).expect("not zero");
/// Players who play in several games would be in each other's way: numbers of one game's.
const NUMBERS: u32 = 100_000;

/// The stage.
pub(super) struct Stage {
    pub(super) lab: Arc<Lab>,
    pub(super) journal: Arc<Journal>,
    pub(super) memory: Arc<Memory>,
    pub(super) players: Vec<Player>,
    pub(super) games: Vec<GameId>,
    /// The back end's command line, without its subcommand.
    pub(super) launch: Launch,
    pub(super) web: Server,
    pub(super) seed: u64,
    pub(super) logs: PathBuf,
    pub(super) api: Api,
    hosts: JoinSet<Hosted>,
    crowd: JoinSet<()>,
    /// The rains are over.
    no_more: CancellationToken,
    /// The players go home.
    home: CancellationToken,
    /// The children are not started again.
    shutdown: CancellationToken,
    /// From now on no fail point is armed.
    calm: CancellationToken,
}

impl Stage {
    /// Starts the children, and waits until the back end is ready.
    pub(super) async fn set(
        options: &Options,
        seed: u64,
        program: &Path,
        logs: &Path,
    ) -> anyhow::Result<Self> {
        let logs = logs.canonicalize()?;
        let data = logs.join("data");
        std::fs::create_dir_all(&data)
            .with_context(|| format!("cannot make {}", data.display()))?;
        let journal = Journal::open(&logs.join("soak.log"))?;
        let (shutdown, calm) = (CancellationToken::new(), CancellationToken::new());
        let done = Arc::new(Done::default());
        let around = Around {
            journal: &journal,
            done: &done,
            shutdown: &shutdown,
            calm: &calm,
            logs: &logs,
        };
        let (lab, launch) = start(options, seed, program, data, &around).await?;
        let web = lab.nodes.server()?;
        let stage = Self {
            memory: Arc::clone(&lab.memory),
            lab: Arc::new(lab),
            journal,
            players: Vec::new(),
            games: Vec::new(),
            launch,
            api: Api::new(Arc::new(web.for_another(0)), nodes::key(seed)),
            web,
            seed,
            logs,
            hosts: JoinSet::new(),
            crowd: JoinSet::new(),
            no_more: CancellationToken::new(),
            home: CancellationToken::new(),
            shutdown,
            calm,
        };
        stage.lab.nodes.until_ready(RECOVERY_TIMEOUT).await?;
        Ok(stage)
    }

    /// Makes the games; hosts and players begin.
    pub(super) async fn open(&mut self, options: &Options) -> anyhow::Result<()> {
        let quiz = self.api.quizzes().await?.into_iter().next().context("the library is empty")?;
        let tally = Arc::new(Tally::new());
        for number in 0..options.games {
            let mode = MODES[(self.seed.wrapping_add(number.into()) % 4) as usize];
            // Its players are browsers, and what they catch is paid out.
            let wish = CreateGame {
                pays_anybody: true,
                ..CreateGame::of(quiz.id.clone(), Some(QUESTIONS))
            };
            let right = self.create_game(&CreateGame { mode: mode.mode(), ..wish }).await?;
            self.games.push(right.game);
            // Money and points in turns.
            let currency = if number.is_multiple_of(2) { "CNY".parse()? } else { Currency::POINTS };
            let host = Host {
                server: Arc::new(self.web.for_another(number)),
                api: self.api.clone(),
                game: right.game,
                number,
                players: options.players,
                mode,
                currency,
                seed: self.seed,
                journal: Arc::clone(&self.journal),
            };
            self.hosts.spawn(host.run(self.no_more.clone()));
            for seat in 0..options.players {
                let player = Player::new(
                    &Arc::new(self.web.for_another(seat)),
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

    /// A game. The players of the one before are on their way in, so the back end may be busy.
    async fn create_game(&self, wish: &CreateGame) -> anyhow::Result<HostRight> {
        for _ in 0..2 {
            match self.api.make_game(wish).await {
                Ok(right) => return Ok(right),
                Err(why) => self.journal.say(&format!("no game at once: {why:#}")),
            }
            sleep(CHECK_EVERY).await;
        }
        self.api.make_game(wish).await
    }

    /// A line for whoever watches.
    pub(super) fn so_far(&self) -> String {
        let faults: u64 = self.lab.done.counts().values().sum();
        let (seconds, (told, rains)) = (self.journal.elapsed().as_secs(), {
            let log = self.memory.log();
            (log.count, log.rains())
        });
        let (starts, _) = self.lab.nodes.starts();
        format!(
            "{seconds} s: {told} packets in {rains} rains, {faults} faults, start {starts} of the back end"
        )
    }

    /// The last rain of each game ends, the back end starts once more without any fail point, and
    /// everything is settled.
    pub(super) async fn calm(&mut self) -> anyhow::Result<Hosted> {
        self.calm.cancel();
        if timeout(RECOVERY_TIMEOUT, self.lab.mend()).await.is_err() {
            bail!("Redis does not come back; see soak.log");
        }
        self.lab.nodes.kill();
        if let Some(receiver) = &self.lab.receiver {
            receiver.supervisor.kill();
        }
        sleep(CHECK_EVERY).await;
        self.lab.nodes.until_ready(RECOVERY_TIMEOUT).await?;
        self.no_more.cancel();
        let mut all = Hosted::default();
        let ended = async {
            while let Some(host) = self.hosts.join_next().await {
                let hosted = host.unwrap_or_default();
                all.rains += hosted.rains;
                all.prize_rains += hosted.prize_rains;
                all.slowest = all.slowest.max(hosted.slowest);
            }
        };
        if timeout(RECOVERY_TIMEOUT, ended).await.is_err() {
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
            if left == 0 || start.elapsed() > RECOVERY_TIMEOUT {
                self.journal.say(&format!("{left} rains are not settled"));
                if let Some(receiver) = &self.lab.receiver {
                    receiver.until_final(&pool, &self.journal).await?;
                    webhooks::until_arrived(&pool, &self.journal).await?;
                }
                pool.close().await;
                return Ok(());
            }
            sleep(CHECK_EVERY).await;
        }
    }
}

/// Starts the children: each needs what was started before it.
async fn start(
    options: &Options,
    seed: u64,
    program: &Path,
    data: PathBuf,
    around: &Around<'_>,
) -> anyhow::Result<(Lab, Launch)> {
    let store = Store::start(options.cluster, around).await?;
    let database = Database::start(options.database, &data, around.logs)?;
    let key = nodes::key(seed).reveal();
    let receiver = options.receiver.as_ref();
    let receiver = receiver.map(|program| receive(program, &key, seed, around)).transpose()?;
    let launch = Launch {
        program: program.to_owned(),
        data,
        redis: store.url(),
        database: database.server_url(options.nodes > 1),
        listen: "127.0.0.1:0".to_owned(),
        key,
        payouts: receiver.as_ref().map(|receiver| receiver.address.clone()),
    };
    let nodes = Nodes::start(&launch, options, seed, &store, around).await?;
    let lab = Lab {
        nodes,
        store,
        receiver,
        shards: options.shards,
        database,
        cut: watch::Sender::new(Cut::default()),
        memory: Arc::default(),
        journal: Arc::clone(around.journal),
        done: Arc::clone(around.done),
    };
    Ok((lab, launch))
}

/// Starts who takes payouts and webhooks.
fn receive(program: &Path, key: &str, seed: u64, around: &Around<'_>) -> anyhow::Result<Receiver> {
    let secrets = (nodes::payout_secret(key), nodes::webhook_secret(key));
    let Around { journal, shutdown, calm, logs, .. } = *around;
    let receiver = Receiver::start(program, secrets, seed, logs, journal, calm.clone())?;
    tokio::spawn(Arc::clone(&receiver.supervisor).run(shutdown.clone()));
    Ok(receiver)
}

impl Drop for Stage {
    fn drop(&mut self) {
        // Before the children end, or they would be started again.
        self.shutdown.cancel();
        self.home.cancel();
        self.no_more.cancel();
    }
}
