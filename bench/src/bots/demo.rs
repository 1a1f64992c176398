//! `quizrain-bench demo`: plays by itself, game after game, for a booth or a shop window. Visitors
//! who scan the code play along.
//!
//! Whatever fails is tried again with longer and longer waits; nothing is kept from one game to the
//! next but the game that must still be ended.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;
use quizrain_shared::api::QuizSummary;
use quizrain_shared::client::Backoff;
use quizrain_shared::ids::{GameId, Pin, Token};
use tokio::time::{sleep, timeout};

use super::api::Api;
use super::crowd::Crowd;
use super::director::{Director, Timing};
use super::machine::raise_file_limit;
use super::random::{Random, fresh_seed};
use super::server::Server;
use super::{not_started, stop_signal};

/// How long bots may take to leave once their game is over.
const LEAVING: Duration = Duration::from_secs(15);
/// How often the server is told which game the booth shows.
const SHOW_AGAIN: Duration = Duration::from_secs(10);
/// How long the game that is played when somebody stops the demo may take to end.
const ENDING: Duration = Duration::from_secs(8);

/// Options of `demo`.
#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Environment alone:\n  QUIZRAIN_HOST_KEY  the server's host key, 32 hex digits; or put it into a file, see --host-key-file"
)]
pub(crate) struct DemoOptions {
    /// The server: the address on which it listens.
    #[arg(long, env = "QUIZRAIN_SERVER", default_value = "http://localhost:8080")]
    server: String,

    /// How many bots play.
    #[arg(long, env = "QUIZRAIN_PLAYERS", default_value_t = 30,
        value_parser = clap::value_parser!(u32).range(0..=100_000))]
    players: u32,

    /// The quiz to play, by its id in GET /api/quizzes; default: each of the library in turn.
    #[arg(long, env = "QUIZRAIN_QUIZ")]
    quiz: Option<String>,

    /// How many questions of it, drawn at random: by default enough to show most kinds.
    #[arg(long, env = "QUIZRAIN_QUESTIONS", default_value_t = 8,
        value_parser = clap::value_parser!(u16).range(1..))]
    questions: u16,

    /// Wait so many seconds in the lobby for visitors.
    #[arg(long, env = "QUIZRAIN_LOBBY_SECONDS", default_value_t = 22)]
    lobby_seconds: u64,

    /// File with the server's host key: host-key in its data folder.
    #[arg(long, env = "QUIZRAIN_HOST_KEY_FILE")]
    host_key_file: Option<PathBuf>,
}

impl DemoOptions {
    /// A lively booth: with eight questions about four minutes from lobby to lobby.
    fn timing(&self) -> Timing {
        let s = Duration::from_secs;
        Timing {
            lobby: s(self.lobby_seconds),
            question: s(14),
            answer: s(6),
            board: s(5),
            rain_seconds: 10,
            rain_done: s(8),
            podium: s(8),
            ended: s(5),
        }
    }
}

/// Plays until somebody stops it.
pub(crate) async fn demo(options: DemoOptions) -> ExitCode {
    match prepare(&options) {
        Ok(mut booth) => {
            tokio::select! {
                () = booth.run() => {}
                () = stop_signal() => {}
            }
            // The booth may be in the middle of a game: it does not stay behind.
            let _ = timeout(ENDING, booth.end_left_over()).await;
            ExitCode::SUCCESS
        }
        Err(why) => not_started(&why),
    }
}

fn prepare(options: &DemoOptions) -> anyhow::Result<Booth> {
    let server = Arc::new(Server::parse(&options.server)?);
    let key = host_key(options.host_key_file.as_deref())?;
    raise_file_limit(options.players)?;
    let seed = fresh_seed()?;
    println!("{} bots play at {server}, game after game. Ctrl-C ends it.", options.players);
    println!("Open {} on the big screen.", server.api("/booth"));
    Ok(Booth {
        api: Api::new(Arc::clone(&server), key),
        server,
        options: options.clone(),
        timing: options.timing(),
        seed,
        played: 0,
        left_over: None,
    })
}

/// The host key, from the environment or a file: a command line can be read by everybody.
pub(super) fn host_key(file: Option<&Path>) -> anyhow::Result<Token> {
    if let Ok(key) = std::env::var("QUIZRAIN_HOST_KEY") {
        return key.trim().parse().context("QUIZRAIN_HOST_KEY must be 32 hex digits");
    }
    let Some(path) = file else {
        bail!(
            "no host key: put the one of the server into QUIZRAIN_HOST_KEY, or name the file \
             host-key in its data folder with --host-key-file"
        );
    };
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("cannot read the host key in {}", path.display()))?;
    text.trim().parse().with_context(|| format!("{} has no host key in it", path.display()))
}

/// A booth, and where it is in its endless row of games.
pub(super) struct Booth {
    server: Arc<Server>,
    api: Api,
    options: DemoOptions,
    timing: Timing,
    seed: u64,
    played: u64,
    /// A game that is not over yet, as far as is known here.
    left_over: Option<GameId>,
}

impl Booth {
    /// Game after game, for ever.
    async fn run(&mut self) {
        let mut backoff = Backoff::between(2000.0, 30_000.0);
        let mut random = Random::of(self.seed, 0, 0);
        self.find_left_over().await;
        loop {
            match self.one_game().await {
                Ok(line) => {
                    backoff.reset();
                    println!("{line}");
                }
                Err(why) => {
                    eprintln!(
                        "quizrain-bench: this game came to nothing, the next one follows: {why:#}"
                    );
                    sleep(Duration::from_millis(500) + random.backoff(&mut backoff)).await;
                }
            }
            self.played += 1;
        }
    }

    /// An earlier demo may have been killed in the middle of a game.
    pub(super) async fn find_left_over(&mut self) {
        if let Ok(game) = self.api.at_booth().await {
            self.left_over = game;
        }
    }

    /// Ends the game that an error or a signal interrupted, so that live games do not pile up.
    pub(super) async fn end_left_over(&mut self) {
        let Some(game) = self.left_over else { return };
        if let Ok(right) = self.api.take_over(game).await
            && let Ok(mut director) = Director::new(&self.server, right).await
        {
            let _ = director.end().await;
        }
        self.left_over = None;
    }

    async fn choose(&self) -> anyhow::Result<QuizSummary> {
        let quizzes = self.api.quizzes().await?;
        let chosen = match &self.options.quiz {
            Some(id) => quizzes.into_iter().find(|quiz| quiz.id == *id),
            None => {
                let turn = self.played.checked_rem(quizzes.len() as u64).unwrap_or(0);
                quizzes.into_iter().nth(turn as usize)
            }
        };
        chosen.context("the library has no such quiz; GET /api/quizzes lists them")
    }

    /// Plays one game; a line about it.
    pub(super) async fn one_game(&mut self) -> anyhow::Result<String> {
        self.end_left_over().await;
        let quiz = self.choose().await?;
        let right = self.api.create_game(&quiz.id, self.options.questions).await?;
        let pin = right.pin;
        self.left_over = Some(right.game);
        self.api.show_at_booth(pin).await?;
        let mut director = Director::new(&self.server, right).await?;
        let (bots, seed) = (self.options.players, self.seed.wrapping_add(self.played));
        let crowd = Crowd::start(&self.server, pin, bots, seed, self.timing.lobby.mul_f64(0.7))?;
        tokio::select! {
            played = director.direct(&self.timing, quiz.rains.last().map(|rain| &rain.plan)) => played?,
            () = show_repeatedly(&self.api, pin) => {}
        }
        self.left_over = None;
        let _ = timeout(LEAVING, crowd.finished()).await;
        crowd.leave().await;
        sleep(self.timing.ended).await;
        let (number, players, caught) = (self.played + 1, director.players, director.caught);
        let title = quiz.title;
        Ok(format!(
            "Game {number}, pin {pin}, \u{201c}{title}\u{201d}: {players} players, {caught} packets caught"
        ))
    }
}

/// Names the game again and again: a server that restarts forgets what its booth shows.
async fn show_repeatedly(api: &Api, pin: Pin) {
    loop {
        sleep(SHOW_AGAIN).await;
        // While the server is away this fails; the director says so if it stays away.
        let _ = api.show_at_booth(pin).await;
    }
}

#[cfg(test)]
impl Booth {
    /// A booth at a server that a test runs.
    pub(super) fn for_tests(server: &Arc<Server>, api: &Api, timing: Timing, players: u32) -> Self {
        let players = players.to_string();
        let options = DemoOptions::parse_for_tests(&players);
        Self {
            server: Arc::clone(server),
            api: api.clone(),
            options,
            timing,
            seed: 1,
            played: 0,
            left_over: None,
        }
    }

    /// As `run` does after each game.
    pub(super) fn count_game(&mut self) {
        self.played += 1;
    }
}

#[cfg(test)]
impl DemoOptions {
    fn parse_for_tests(players: &str) -> Self {
        use clap::Parser;
        #[derive(Parser)]
        struct Line {
            #[command(flatten)]
            options: DemoOptions,
        }
        Line::parse_from(["demo", "--questions", "2", "--players", players]).options
    }
}
