//! What is told between nodes by Redis's sharded publish: a game's events, and that a game was made.
//!
//! A message may be lost, or be the last one; listeners compare positions every second.

use quizrain_shared::ids::{AccountId, GameId};
use quizrain_shared::wire::{Caught, PacketNews, PacketState, StageAt};
use redis::aio::ConnectionLike;
use serde::{Deserialize, Serialize};

use super::game::parse_stage;
use super::keys::{GAMES_CHANNEL, GameKeys};
use super::reply::Reply;
use super::scripts;
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
    /// Packets are in the ledger, paid out, or lost.
    Pushed(Vec<Push>),
}

/// What became of a packet, and whose it is or was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Push {
    /// Whom to tell.
    pub account: AccountId,
    /// What.
    pub news: PacketNews,
}

impl Push {
    /// The same for the same news, whoever has it.
    fn id(&self) -> String {
        let Caught { rain, packet, .. } = self.news.caught;
        let state = self.news.state.word();
        match self.news.state {
            // What is void for one account may be another's.
            PacketState::Void => format!("{state}:{rain}:{packet}:{}", self.account),
            _ => format!("{state}:{rain}:{packet}"),
        }
    }
}

/// The word before the postcard bytes of pushes, one after the other.
const PUSH: &[u8] = b"push ";

/// News in one call of `once.lua`: their players' sockets are served before the next ones are told.
const PUSHES: usize = 100;

/// How long after the last news the ids of what was told are kept: news comes twice within
/// seconds, from workers that took over from each other.
const KEPT_MS: u64 = 600_000;

impl Event {
    /// Reads a message of a game's channel, `None` where this version does not write it.
    #[must_use]
    pub fn parse(message: &[u8]) -> Option<Self> {
        if let Some(mut rest) = message.strip_prefix(PUSH) {
            let mut pushes = Vec::new();
            while !rest.is_empty() {
                let (push, after) = postcard::take_from_bytes(rest).ok()?;
                pushes.push(push);
                rest = after;
            }
            return Some(Self::Pushed(pushes));
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

/// Tells whichever node holds these players what became of their packets; each piece of news once,
/// as far as Redis remembers. How many pieces were new.
///
/// # Errors
/// Redis failed; players see it at their next snapshot.
pub async fn push(
    con: &mut impl ConnectionLike,
    game: GameId,
    pushes: &[Push],
) -> Result<u32, StoreError> {
    let keys = GameKeys(game);
    let mut new = 0;
    for part in pushes.chunks(PUSHES) {
        let mut call = scripts::ONCE.call();
        call.key(keys.pushed()).key(keys.events()).arg(KEPT_MS);
        for push in part {
            call.arg(push.id()).arg(postcard::to_stdvec(push).unwrap_or_default());
        }
        let mut reply = Reply::of("once.lua", &call, con).await?;
        match reply.word() {
            "pushed" => new += reply.next::<u32>()?,
            _ => return Err(reply.unexpected()),
        }
    }
    Ok(new)
}

/// Tells the same again, whether or not it was told: a node that was just reaching Redis anew may
/// have missed it.
///
/// # Errors
/// Redis failed.
pub async fn push_again(
    con: &mut impl ConnectionLike,
    game: GameId,
    pushes: &[Push],
) -> Result<(), StoreError> {
    for part in pushes.chunks(PUSHES) {
        let mut message = PUSH.to_vec();
        message.extend(part.iter().flat_map(|push| postcard::to_stdvec(push).unwrap_or_default()));
        let mut command = redis::cmd("SPUBLISH");
        command.arg(GameKeys(game).events()).arg(message);
        let () = command.query_async(con).await?;
    }
    Ok(())
}

/// Tells every node that a game was made.
///
/// # Errors
/// Redis failed; nodes find the game in SQL within seconds.
pub async fn publish_game(con: &mut impl ConnectionLike, game: GameId) -> Result<(), StoreError> {
    let mut command = redis::cmd("SPUBLISH");
    command.arg(GAMES_CHANNEL).arg(game.to_string());
    Ok(command.query_async(con).await?)
}
