//! The log of each game: what happened in it, in order, in SQL, and never changed but to erase people. [`replay`] makes
//! every score, rank and right to catch again from it, a [`Receipt`] is what it says of one player, and
//! [`Results`] what it says of all.
//!
//! It is written after the fact. Whatever changes a game appends to a stream in Redis in the same
//! call; the [`worker`] copies the stream into SQL, adds who came, what was answered and what that
//! brought, and takes out of the stream what SQL has. A driver wakes it; what it missed is found
//! when the game's next driver wakes it, or once the game is over.
//!
//! Any node may write any game's log, also two at once: a row names where it comes from, and one
//! that is there is not written again. Nothing is ever written over: where Redis went back, what
//! happened afterwards follows, and the last word on a round counts.

mod announce;
mod calls;
mod course;
mod erase;
mod facts;
mod receipt;
pub(crate) mod replay;
mod results;
mod roster;
mod rows;
mod seats;
mod sql;
mod times;
pub(crate) mod worker;
mod writer;

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use quizrain_shared::ids::GameId;
use tokio::sync::Notify;

use crate::batch::ReadGate;
use crate::game::{Games, Play};
use crate::rain::Rains;
use crate::store::redis::Redis;
use crate::store::sql::Sql;

pub use receipt::Receipt;
pub use replay::{Difference, Fault, Replayed, replay};
pub use results::{Results, RoundAnswer, RoundRead, Sought};

/// The logs of all games.
pub struct History {
    redis: Redis,
    sql: Sql,
    games: Arc<Games>,
    play: Arc<Play>,
    rains: Arc<Rains>,
    gate: Arc<ReadGate>,
    /// Who has proved nothing and wants something of all games: a gate of their own, so that nobody else waits for it.
    turns: ReadGate,
    /// Games in which something happened.
    due: Mutex<HashSet<GameId>>,
    woken: Notify,
    /// Results that were read last.
    cached: results::Cached,
}

impl History {
    /// The logs of the games of these stores.
    #[must_use]
    pub fn new(
        redis: Redis,
        sql: Sql,
        games: Arc<Games>,
        play: Arc<Play>,
        rains: Arc<Rains>,
        gate: Arc<ReadGate>,
    ) -> Self {
        let (due, woken) = (Mutex::default(), Notify::new());
        let cached = results::Cached::default();
        let turns = ReadGate::new(1);
        Self { redis, sql, games, play, rains, gate, turns, due, woken, cached }
    }

    /// Has a game's log written soon: something happened in it.
    pub fn wake(&self, game: GameId) {
        self.due.lock().unwrap_or_else(PoisonError::into_inner).insert(game);
        self.woken.notify_one();
    }

    fn take_due(&self) -> HashSet<GameId> {
        std::mem::take(&mut *self.due.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
