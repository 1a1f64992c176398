//! A game that the bots host themselves, in a mode of choice.

use std::num::NonZeroU16;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use clap::{Args, ValueEnum};
use quizrain_shared::api::{CreateGame, HostRight};
use quizrain_shared::mode::{Deal, Mode, SelfPaced, Survival, Teams};
use quizrain_shared::rain::{Eligibility, RainPlan};

use super::api::Api;
use super::demo::host_key;
use super::director::{Director, Timing};
use super::server::Server;

/// Right answers in a row that earn a revive card.
const CARD_AFTER: u8 = 3;

/// What a game is played for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GameMode {
    /// Points.
    Classic,
    /// Wrong or silent is out; survivors alone catch.
    Survival,
    /// Points of four teams; the best one catches.
    Teams,
    /// Points, each bot at its own pace.
    SelfPaced,
}

impl GameMode {
    pub(crate) fn mode(self) -> Mode {
        match self {
            Self::Classic => Mode::Classic,
            Self::Survival => Mode::Survival(Survival { card_after: CARD_AFTER }),
            Self::SelfPaced => Mode::SelfPaced(SelfPaced::default()),
            Self::Teams => Mode::Teams(Teams {
                names: ["Red", "Blue", "Green", "Gold"].map(str::to_owned).to_vec(),
                deal: Deal::Chosen,
            }),
        }
    }

    /// Who catches at its end.
    pub(crate) fn eligibility(self) -> Eligibility {
        match self {
            Self::Classic | Self::SelfPaced => Eligibility::Everyone,
            Self::Survival => Eligibility::Survivors,
            Self::Teams => Eligibility::BestTeam,
        }
    }
}

/// Options of a game that the bots host.
#[derive(Clone, Debug, Args)]
pub(crate) struct HostedOptions {
    /// Without --pin: what the game is played for that the bots then host themselves.
    #[arg(long, env = "QUIZRAIN_MODE", value_enum, default_value = "classic")]
    mode: GameMode,

    /// Without --pin: the quiz, by its id in GET /api/quizzes; default: the first of the library.
    #[arg(long, env = "QUIZRAIN_QUIZ")]
    quiz: Option<String>,

    /// Without --pin: how many questions of it, drawn at random; default: all.
    #[arg(long, env = "QUIZRAIN_QUESTIONS")]
    questions: Option<NonZeroU16>,

    /// Without --pin: file with the server's host key, which is host-key in its data folder; or
    /// put the key into `QUIZRAIN_HOST_KEY`.
    #[arg(long, env = "QUIZRAIN_HOST_KEY_FILE")]
    host_key_file: Option<PathBuf>,
}

/// A game with its host.
pub(crate) struct Hosted {
    pub(crate) right: HostRight,
    director: Director,
    proposal: Option<RainPlan>,
    timing: Timing,
}

impl Hosted {
    /// Makes a game and takes the host's chair.
    pub(crate) async fn open(
        server: &Arc<Server>,
        options: &HostedOptions,
        join_seconds: u64,
    ) -> anyhow::Result<Self> {
        let key = host_key(options.host_key_file.as_deref())?;
        let api = Api::new(Arc::clone(server), key);
        let quizzes = api.quizzes().await?;
        let chosen = match &options.quiz {
            Some(id) => quizzes.into_iter().find(|quiz| quiz.id == *id),
            None => quizzes.into_iter().next(),
        };
        let quiz = chosen.context("the library has no such quiz; GET /api/quizzes lists them")?;
        let wish =
            CreateGame { mode: options.mode.mode(), ..CreateGame::of(quiz.id, options.questions) };
        let right = api.make_game(&wish).await?;
        let mut director = Director::new(server, right).await?;
        director.rain_for(options.mode.eligibility());
        let seconds = Duration::from_secs;
        let timing = Timing {
            lobby: seconds(join_seconds + 2),
            question: seconds(14),
            answer: seconds(3),
            board: seconds(3),
            rain_seconds: 10,
            rain_done: seconds(3),
            podium: seconds(3),
            ended: seconds(1),
        };
        let proposal = quiz.rains.into_iter().next_back().map(|rain| rain.plan);
        Ok(Self { right, director, proposal, timing })
    }

    /// Plays it to its end.
    pub(crate) async fn direct(&mut self) -> anyhow::Result<()> {
        self.director.direct(&self.timing, self.proposal.as_ref()).await
    }

    /// Ends it, wherever it stands.
    pub(crate) async fn end(&mut self) {
        if let Err(why) = self.director.end().await {
            eprintln!("quizrain-bench: the game is left open: {why:#}");
        }
    }
}
