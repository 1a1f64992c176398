//! `quizrain-bench play`: rehearses an event. A host drives the game in the browser, or the bots do,
//! and bots follow.

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;
use quizrain_shared::ids::Pin;
use quizrain_shared::phase::Kind;
use quizrain_shared::wire::{Refusal, ScreenFrame, ServerFrame};
use tokio::time::{Instant, sleep, timeout};

use super::crowd::Crowd;
use super::hosted::{Hosted, HostedOptions};
use super::machine::{Load, raise_file_limit};
use super::random::fresh_seed;
use super::server::Server;
use super::socket::Socket;
use super::verdict::Verdict;
use super::{NOT_SERVED, not_started, show, stop_signal};

/// How long what is on its way may still arrive when a run is cut short.
const LAST_NEWS: Duration = Duration::from_secs(3);

/// Options of `play`.
#[derive(Clone, Debug, Args)]
pub(crate) struct PlayOptions {
    /// The server: the address on which it listens.
    #[arg(long, env = "QUIZRAIN_SERVER", default_value = "http://localhost:8080")]
    server: String,

    /// The game's six digits, from the host's page or the big screen; default: the bots make a game
    /// and host it themselves.
    #[arg(long, env = "QUIZRAIN_PIN")]
    pin: Option<Pin>,

    #[command(flatten)]
    hosted: HostedOptions,

    /// How many bots play.
    #[arg(long, env = "QUIZRAIN_PLAYERS", default_value_t = 200,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    players: u32,

    /// Stop after so many seconds; default: when the game ends.
    #[arg(long, env = "QUIZRAIN_SECONDS")]
    seconds: Option<u64>,

    /// Bots arrive within so many seconds.
    #[arg(long, env = "QUIZRAIN_JOIN_SECONDS", default_value_t = 5)]
    join_seconds: u64,

    /// Repeat a run: names, choices and thinking times follow from this number.
    /// Default: another one each time, which is printed.
    #[arg(long, env = "QUIZRAIN_SEED")]
    seed: Option<u64>,
}

/// Plays, and says how it went.
pub(crate) async fn play(options: PlayOptions) -> ExitCode {
    match run(&options).await {
        Ok(verdict) => {
            println!("\n{verdict}");
            if verdict.everybody_served() { ExitCode::SUCCESS } else { ExitCode::from(NOT_SERVED) }
        }
        Err(why) => not_started(&why),
    }
}

async fn run(options: &PlayOptions) -> anyhow::Result<Verdict> {
    let server = Arc::new(Server::parse(&options.server)?);
    raise_file_limit(options.players)?;
    let mut hosted = match options.pin {
        Some(_) => None,
        None => Some(Hosted::open(&server, &options.hosted, options.join_seconds).await?),
    };
    let pin = hosted.as_ref().map(|hosted| hosted.right.pin).or(options.pin);
    let pin = pin.context("a game has a pin")?;
    let title = find_game(&server, pin).await?;
    let seed = options.seed.map_or_else(fresh_seed, Ok)?;
    let players = options.players;
    println!("{players} bots play \u{201c}{title}\u{201d} at {server} (--seed {seed}).");
    let how = match hosted {
        Some(_) => format!("They host it themselves: watch it at {}.", server.api("/screen")),
        None => "Drive the game in your browser.".to_owned(),
    };
    println!("{how} Ctrl-C ends the rehearsal with a verdict.\n");

    let load = Load::watch();
    let arrive_within = Duration::from_secs(options.join_seconds);
    let crowd = Crowd::start(&server, pin, players, seed, arrive_within)?;
    let watching = tokio::spawn(show::watch(players, Arc::clone(&crowd.tally), Arc::clone(&load)));
    let time_is_up = async {
        match options.seconds {
            Some(seconds) => sleep(Duration::from_secs(seconds)).await,
            None => std::future::pending().await,
        }
    };
    let directed = async {
        match &mut hosted {
            Some(hosted) => hosted.direct().await,
            None => std::future::pending().await,
        }
    };
    let mut driven = Ok(());
    tokio::select! {
        () = crowd.finished() => {}
        ended = directed => {
            driven = ended;
            last_news(&crowd).await;
        }
        () = time_is_up => last_news(&crowd).await,
        () = stop_signal() => last_news(&crowd).await,
    }
    crowd.leave().await;
    if let Some(hosted) = &mut hosted {
        hosted.end().await;
    }
    driven?;
    watching.abort();
    let _ = watching.await;
    let counts = crowd.tally.count().clone();
    Ok(Verdict::new(players, counts, &load, server.is_here()))
}

/// Answers and credits that are on their way are not counted as missing.
async fn last_news(crowd: &Crowd) {
    let until = Instant::now() + LAST_NEWS;
    while Instant::now() < until && !super::verdict::is_quiet(&crowd.tally.count()) {
        sleep(Duration::from_millis(50)).await;
    }
}

/// The title of the game with this pin.
async fn find_game(server: &Server, pin: Pin) -> anyhow::Result<String> {
    let cannot = || {
        format!("cannot reach {server}: is quizrain running there, and is --server its address?")
    };
    let mut socket = Socket::open(server, "/ws/screen").await.with_context(cannot)?;
    let hello = ScreenFrame::Hello { pin };
    if let Err(gone) = socket.send(&hello).await {
        bail!("{}: the connection ended ({gone:?})", cannot());
    }
    let answer = timeout(Duration::from_secs(10), socket.next()).await;
    let found = match answer {
        Ok(Ok(ServerFrame::Welcome(welcome))) if welcome.stage.phase.kind == Kind::Ended => {
            bail!("the game with the pin {pin} is over: open another lobby on the host's page")
        }
        Ok(Ok(ServerFrame::Welcome(welcome))) => welcome.game.title,
        Ok(Ok(ServerFrame::Refused(Refusal::UnknownPin))) => bail!(
            "no live game at {server} has the pin {pin}: open a lobby on the host's page and give \
             the six digits that it shows with --pin"
        ),
        Ok(Ok(other)) => bail!("{server} is not a quizrain of this version: it said {other:?}"),
        Ok(Err(gone)) => bail!("{server} does not speak as this version does ({gone:?})"),
        Err(_) => bail!("{}: it took the connection and said nothing for 10 s", cannot()),
    };
    socket.close().await;
    Ok(found)
}
