//! The host's library and games.

use std::num::NonZeroU16;

use serde::{Deserialize, Serialize};

use crate::ids::{GameId, Pin, Token};
use crate::mode::{InvalidMinutes, InvalidTeams, Mode};
use crate::name::NameRule;
use crate::question::{Key, QuestionView};
use crate::quiz::PlannedRain;
use crate::settings::{InvalidSettings, Settings};

/// A live game: `GET /api/games` lists them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameSummary {
    /// The game.
    pub game: GameId,
    /// The digits to join.
    pub pin: Pin,
    /// The quiz's title.
    pub title: String,
}

/// `POST /api/games`: makes a game of a quiz.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CreateGame {
    /// Its [`super::QuizSummary::id`].
    pub quiz: String,
    /// So many questions drawn from it; all of them in order where it is missing.
    pub questions: Option<NonZeroU16>,
    /// What it is played for.
    #[serde(default)]
    pub mode: Mode,
    /// How players come to their names.
    #[serde(default)]
    pub names: NameRule,
    /// How it is run, at first.
    #[serde(default)]
    pub settings: Settings,
}

impl CreateGame {
    /// A game of a quiz, as most are.
    #[must_use]
    pub fn of(quiz: String, questions: Option<NonZeroU16>) -> Self {
        Self {
            quiz,
            questions,
            mode: Mode::default(),
            names: NameRule::default(),
            settings: Settings::default(),
        }
    }

    /// Checks what the game is played for and how it is run.
    ///
    /// # Errors
    /// The first rule that is broken.
    pub fn check(&self) -> Result<(), InvalidGame> {
        if let Some(teams) = self.mode.teams() {
            teams.check()?;
        }
        if let Some(paced) = self.mode.self_paced() {
            paced.check()?;
        }
        Ok(self.settings.check()?)
    }
}

/// What is wrong with a game that is to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidGame {
    /// Its teams.
    #[error(transparent)]
    Teams(#[from] InvalidTeams),
    /// How long it is open.
    #[error(transparent)]
    Minutes(#[from] InvalidMinutes),
    /// Its settings.
    #[error(transparent)]
    Settings(#[from] InvalidSettings),
}

/// The right to drive a game, told once to whoever made it or took it over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HostRight {
    /// The game.
    pub game: GameId,
    /// The digits to join.
    pub pin: Pin,
    /// What its sockets must show.
    pub token: Token,
}

/// A question as its host may see it: `GET /api/games/{game}/questions` lists those of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HostedQuestion {
    /// What players see.
    pub question: QuestionView,
    /// How long it can be read before it opens, in seconds.
    pub read_seconds: u16,
    /// What is right, where anything is; as the host has corrected it.
    pub key: Option<Key>,
    /// A sentence about the answer; may be empty.
    pub explanation: String,
}

/// `GET /api/games/{game}/proposal`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RainProposal {
    /// The rains that the game's own copy of its quiz plans, in the order of their places.
    pub rains: Vec<PlannedRain>,
    /// Which of them, by position from 0, have fallen as they were planned.
    pub fallen: Vec<u16>,
}

/// `GET /api/booth`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Booth {
    /// The game that the page `/booth` shows.
    pub pin: Option<Pin>,
}

/// `PUT /api/booth`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetBooth {
    /// The live game to show.
    pub pin: Pin,
}
