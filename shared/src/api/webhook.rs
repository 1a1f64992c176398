//! What a program of the operator's is told of games.

use serde::{Deserialize, Serialize};

use crate::ids::{GameId, Pin, RainId};
use crate::money::{Currency, Minor};

/// The body of a webhook: the same for ever, however often it is sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Webhook {
    /// Its name. It may come more than once.
    pub id: String,
    /// Its place among those of its game, from 1; a number may be left out.
    pub number: u64,
    /// When it happened, in ms since 1970.
    pub at_ms: u64,
    /// The game.
    pub game: GameId,
    /// The digits to join it; another game may have them once it is over.
    pub pin: Pin,
    /// The title of its quiz.
    pub title: String,
    /// What happened.
    #[serde(flatten)]
    pub event: GameEvent,
}

/// What happens in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "event")]
pub enum GameEvent {
    /// It left its lobby.
    #[serde(rename = "game.started")]
    GameStarted {
        /// Seats that were given until then.
        players: u32,
    },
    /// It is over.
    #[serde(rename = "game.ended")]
    GameEnded {
        /// Seats that were given.
        players: u32,
        /// Questions that were played.
        rounds: u16,
    },
    /// Everything caught in a rain is in the ledger, and the rest went back to the sponsor.
    #[serde(rename = "rain.settled")]
    RainSettled(RainSettled),
}

/// A rain that is settled. The pot is what was credited and what went back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RainSettled {
    /// The rain.
    pub rain: RainId,
    /// Which rain of the game, from 1.
    pub rain_number: u32,
    /// Its currency.
    pub currency: Currency,
    /// How many packets it had.
    pub packets: u32,
    /// What was in them, in minor units.
    pub pot_minor: Minor,
    /// How many packets were caught.
    pub caught: u32,
    /// What was in those, in minor units.
    pub credited_minor: Minor,
    /// What nobody caught, in minor units.
    pub returned_minor: Minor,
    /// When the first packet could be caught, in ms since 1970; `null`: it never opened.
    pub opens_ms: Option<u64>,
    /// When no packet could be caught any more, as it was planned.
    pub closes_ms: Option<u64>,
}

impl GameEvent {
    /// What names it, in a game: derived from what it tells of, so that it is told once.
    #[must_use]
    pub fn id(&self, game: GameId) -> String {
        match self {
            Self::GameStarted { .. } => format!("qr1-{game}-started"),
            Self::GameEnded { .. } => format!("qr1-{game}-ended"),
            Self::RainSettled(RainSettled { rain, .. }) => format!("qr1-{rain}-settled"),
        }
    }
}
