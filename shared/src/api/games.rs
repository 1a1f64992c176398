//! The host's library and games.

use std::num::NonZeroU16;

use serde::{Deserialize, Serialize};

use crate::ids::{GameId, Pin, Token};
use crate::rain::RainPlan;

/// A quiz of the library: `GET /api/quizzes` lists them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuizSummary {
    /// Names the quiz.
    pub id: String,
    /// Its title.
    pub title: String,
    /// BCP 47 tag of the language it is written in.
    pub language: String,
    /// One line about it.
    pub description: String,
    /// How many questions it has.
    pub questions: u32,
    /// The rain that its author proposes.
    pub rain: Option<RainPlan>,
}

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
    /// Its [`QuizSummary::id`].
    pub quiz: String,
    /// So many questions drawn from it; all of them in order where it is missing.
    pub questions: Option<NonZeroU16>,
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

/// `GET /api/games/{game}/proposal`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RainProposal {
    /// The rain that the game's own copy of its quiz proposes.
    pub rain: Option<RainPlan>,
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
