//! What is told between nodes by Redis's sharded publish: a game's events, and that a game was made.
//!
//! A message may be lost, or be the last one; listeners compare positions every second.

use quizrain_shared::ids::{AccountId, GameId};
use quizrain_shared::wire::{Caught, StageAt};
use redis::aio::ConnectionLike;
use serde::{Deserialize, Serialize};

use super::game::parse_stage;
use super::keys::{GAMES_CHANNEL, GameKeys};
use crate::store::StoreError;

/// Something that happened in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The stage changed.
    Stage(StageAt),
    /// The lobby changed beyond arrivals: it was locked or opened.
    Lobby,
    /// Nobody drives the game just now.
    Released,
    /// Packets are in the ledger.
    Credited(Vec<Credit>),
}

/// A packet that is in the ledger, and whose it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Credit {
    /// Whose it is.
    pub account: AccountId,
    /// What was credited.
    pub caught: Caught,
}

/// The word before a credited message's postcard bytes.
const CREDITED: &[u8] = b"credited ";

impl Event {
    /// Reads a message of a game's channel, `None` where this version does not write it.
    #[must_use]
    pub fn parse(message: &[u8]) -> Option<Self> {
        if let Some(credits) = message.strip_prefix(CREDITED) {
            return postcard::from_bytes(credits).ok().map(Self::Credited);
        }
        if message == b"lobby" {
            return Some(Self::Lobby);
        }
        if message == b"released" {
            return Some(Self::Released);
        }
        let mut parts = message.strip_prefix(b"stage ")?.splitn(8, |byte| *byte == b' ');
        let fields: Vec<String> =
            parts.by_ref().take(7).map(|part| String::from_utf8_lossy(part).into_owned()).collect();
        parse_stage(&fields, parts.next()?).map(Self::Stage)
    }
}

/// Tells whichever node holds these players that their packets are in the ledger.
///
/// # Errors
/// Redis failed; players see it at their next snapshot.
pub async fn publish_credits(
    con: &mut impl ConnectionLike,
    game: GameId,
    credits: &[Credit],
) -> Result<(), StoreError> {
    let mut message = CREDITED.to_vec();
    message.extend(postcard::to_stdvec(credits).unwrap_or_default());
    let mut command = redis::cmd("SPUBLISH");
    command.arg(GameKeys(game).events()).arg(message);
    Ok(command.query_async(con).await?)
}

/// Tells every node that a game was made.
///
/// # Errors
/// Redis failed; nodes find the game in SQL.
pub async fn publish_game(con: &mut impl ConnectionLike, game: GameId) -> Result<(), StoreError> {
    let mut command = redis::cmd("SPUBLISH");
    command.arg(GAMES_CHANNEL).arg(game.to_string());
    Ok(command.query_async(con).await?)
}
