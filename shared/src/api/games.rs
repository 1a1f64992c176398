//! The host's library and games.

use std::num::NonZeroU16;

use serde::{Deserialize, Serialize};

use crate::field::{InvalidField, JoinField};
use crate::identity::Identity;
use crate::ids::{GameId, GuestListId, Pin, Token};
use crate::mode::{InvalidMinutes, InvalidTeams, Mode};
use crate::name::NameRule;
use crate::phase::{Kind, Move, Phase};
use crate::question::{Key, QuestionView};
use crate::quiz::PlannedRain;
use crate::settings::{FirstSettings, InvalidSettings};
use crate::theme::Theme;
use crate::wire::{GameInfo, Lobby, RainProgress, Refusal, StageAt};

/// What `GET /api/games` is asked with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct ListGames {
    /// The last game of the page before.
    pub after: Option<GameId>,
    /// How many at most; all where it says nothing.
    pub limit: Option<NonZeroU16>,
}

/// A live game: `GET /api/games` lists them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameSummary {
    /// The game.
    pub game: GameId,
    /// The digits to join.
    pub pin: Pin,
    /// The quiz's title.
    pub title: String,
    /// Where it stands; `None` where that cannot be read now.
    pub now: Option<GameStatus>,
}

/// Where a live game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameStatus {
    /// What it is doing.
    pub kind: Kind,
    /// The question being played or played last, from 1; `None` before the first one.
    pub question: Option<u16>,
    /// How many questions it has.
    pub questions: u16,
    /// Since when it is doing that, in ms of server time, less its pauses; of a rain, since the first drop.
    pub since_ms: u64,
    /// How many players have a seat.
    pub players: u32,
}

/// `POST /api/games`: makes a game of a quiz.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// How it is run, at first; where it is missing as most are, and with the look of its quiz.
    #[serde(default)]
    pub settings: Option<FirstSettings>,
    /// Who takes a seat.
    #[serde(default)]
    pub identity: Identity,
    /// Whether money may be paid out to browsers, of which one person may have several: without it, an
    /// open game rains none where payouts are on.
    #[serde(default)]
    pub pays_anybody: bool,
    /// Whose guests take a seat, where it is for people who are invited.
    #[serde(default)]
    pub guests: Option<GuestListId>,
    /// What everybody who takes a seat is asked for, in a game for whoever comes.
    #[serde(default)]
    pub field: Option<JoinField>,
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
            settings: None,
            identity: Identity::Open,
            pays_anybody: false,
            guests: None,
            field: None,
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
        if (self.identity == Identity::Invited) != self.guests.is_some() {
            return Err(InvalidGame::Guests);
        }
        if let Some(field) = &self.field {
            if self.identity != Identity::Open {
                return Err(InvalidGame::Known);
            }
            field.check()?;
        }
        // That of its quiz is the quiz's to check.
        Ok(self.settings.unwrap_or_default().with_look(Theme::default()).check()?)
    }
}

/// What is wrong with a game that is to be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
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
    /// For guests of no list, or of a list and not for guests.
    #[error("a game for people who are invited names its guest list, and no other game does")]
    Guests,
    /// What players are asked for.
    #[error(transparent)]
    Field(#[from] InvalidField),
    /// Players are asked for something who are known already.
    #[error(
        "players are asked for something in open games alone: elsewhere it is known who they are"
    )]
    Known,
}

/// The right to drive a game, told once to whoever made it or took it over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

/// `GET /api/games/{game}`: where a game stands, and what its host may do with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameNow {
    /// The game.
    pub game: GameInfo,
    /// What everybody sees; `seen` of the next request is `stage.at.seq`.
    pub stage: StageAt,
    /// Who is there, and how the game is run.
    pub lobby: Lobby,
    /// How many players have answered the question that was opened last.
    pub answered: u32,
    /// How far the newest rain is; `None` before the first one.
    pub rain: Option<RainProgress>,
    /// What `POST /api/games/{game}/desk/move` takes now as `mv`.
    pub moves: Vec<Move>,
}

impl GameNow {
    /// The moves that its host may make: the others are the server's, or need more than a word.
    #[must_use]
    pub fn moves(phase: &Phase) -> Vec<Move> {
        phase.moves().filter(|mv| !mv.is_servers() && *mv != Move::OpenRain).collect()
    }
}

/// Why something that a host wished for a game was not done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NotDone {
    /// The words for people.
    pub error: String,
    /// The same for programs. `Stale`: somebody has moved the game on, perhaps this request before.
    pub refusal: Refusal,
    /// Where the game stands; `None` where it is gone.
    pub now: Option<GameNow>,
}

/// What `GET /api/games/{game}/players` is asked with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct FindPlayers {
    /// A part of a nickname, in whatever case; empty: everybody.
    pub search: String,
    /// How many of those found to leave out, in the order of their ranks.
    pub skip: u32,
}

/// `GET /api/games/{game}/proposal`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RainProposal {
    /// The rains that the game's own copy of its quiz plans, in the order of their places.
    pub rains: Vec<PlannedRain>,
    /// Which of them, by position from 0, have fallen as they were planned.
    pub fallen: Vec<u16>,
}

/// `GET /api/booth`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Booth {
    /// The game that the page `/booth` shows.
    pub pin: Option<Pin>,
}

/// `PUT /api/booth`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SetBooth {
    /// The live game to show.
    pub pin: Pin,
}
