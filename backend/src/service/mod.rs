//! Use cases: decide, call the stores, return. Called by `http`, `ws` and `worker`.
//!
//! What other sockets must hear goes through Redis events, never by a call from here.

mod answer_times;
mod booth;
pub mod claims;
mod confirm;
mod games;
mod guests;
mod holdings;
mod lease;
mod offer;
mod peers;
mod players;
mod rain;
mod rain_texts;
mod receipt;
pub mod restore;
mod retention;
mod rounds;
mod scores;
pub mod seal;
mod snapshot;
mod standing;
mod statement;
mod tap;

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use quizrain_shared::draw;
use quizrain_shared::ids::{AccountId, GameId, Incarnation, Link, Pin, Promise, RainId, Token};
use quizrain_shared::quiz::Quiz;
use quizrain_shared::wire::StageAt;
use sha2::{Digest, Sha256};

use crate::batch::Lane;
use crate::error::ServiceError;
use crate::game::GameRow;
use crate::game::calls::GameRef;
use crate::ledger::{Claim, RainRow};
use crate::rain::calls::ShardRef;
use crate::store::redis::Redis;
use crate::store::sql::Sql;
use crate::store::{Clock, StoreError};
use answer_times::AnswerTimes;
use booth::Booth;
use guests::Guests;
use players::{Joins, OwnParts};
use rain_texts::RainTexts;
use restore::Restorer;
use rounds::Answers;
use standing::{Owed, Standings};
use tap::OpenRain;

pub use crate::ledger::Credit;
pub use peers::Peers;
pub use rain::{CLOSE_GRACE_MS, RainFound, ShardProgress, Shut};
pub use rain_texts::RainText;

/// A game, as far as it never changes.
#[derive(Debug)]
pub struct Game {
    /// The game.
    pub id: GameId,
    /// The digits to join.
    pub pin: Pin,
    /// The quiz, with its key.
    pub quiz: Quiz,
    /// What players are shown of the secret.
    pub promise: Promise,
    secret: Link,
    /// Whether it was over when it was read.
    was_over: bool,
    incarnation: Incarnation,
    answer_times: AnswerTimes,
    joins: Lane<Joins>,
    answers: Lane<Answers>,
    own_parts: Lane<OwnParts>,
}

impl Game {
    fn new(row: GameRow, redis: &Redis, limits: Limits) -> Self {
        let reference = GameRef { game: row.game, incarnation: row.incarnation };
        let joins = Joins { redis: redis.clone(), game: reference, most: limits.max_players };
        let answers = Answers { redis: redis.clone(), game: reference };
        let own_parts = OwnParts { redis: redis.clone(), game: row.game };
        Self {
            id: row.game,
            pin: row.pin,
            quiz: row.quiz,
            promise: draw::promise(&row.secret),
            secret: row.secret,
            was_over: row.ended,
            incarnation: row.incarnation,
            answer_times: AnswerTimes::default(),
            joins: Lane::new(joins, limits.max_batch),
            answers: Lane::new(answers, limits.max_batch),
            own_parts: Lane::new(own_parts, limits.max_batch),
        }
    }

    /// Notes a stage that this node's screens were shown, newer than those before it.
    pub fn note_shown(&self, shown: &StageAt) {
        self.answer_times.note(shown);
    }

    /// The game's life in Redis.
    #[must_use]
    pub fn reference(&self) -> GameRef {
        GameRef { game: self.id, incarnation: self.incarnation }
    }
}

/// How much at a time.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Seats in one game.
    pub max_players: u32,
    /// Players in one call to Redis.
    pub max_batch: usize,
    /// Shards of a rain that is sealed from now on.
    pub shards: u16,
    /// Reads of the database at a time for those who have proved nothing.
    pub guest_reads: usize,
}

/// What becomes of money.
#[derive(Clone, Copy, Debug)]
pub struct Money {
    /// How far the sponsor's balance may go below zero; play money always may.
    pub credit: Credit,
    /// Whether what is caught from now on is paid out by webhook.
    pub payout: bool,
}

/// The use cases, with the stores that they need.
#[derive(Clone)]
pub struct Service {
    redis: Redis,
    sql: Sql,
    clock: Arc<Clock>,
    limits: Limits,
    money: Money,
    restorer: Arc<Restorer>,
    peers: Arc<Peers>,
    standings: Arc<Lane<Standings>>,
    owed: Arc<Owed>,
    games: Arc<RwLock<HashMap<GameId, Arc<Game>>>>,
    rains: Arc<RwLock<HashMap<RainId, Arc<OpenRain>>>>,
    rain_lookup: Arc<tokio::sync::Mutex<()>>,
    booth: Arc<Booth>,
    rain_texts: Arc<RainTexts>,
    guests: Arc<Guests>,
}

impl Service {
    /// The use cases over these stores, on a node that knows others, or has none.
    #[must_use]
    pub fn new(peers: Peers, redis: Redis, sql: Sql, limits: Limits, money: Money) -> Self {
        let clock: Arc<Clock> = Arc::default();
        let restorer = Restorer::new(redis.clone(), sql.clone(), Arc::clone(&clock));
        Self {
            restorer,
            standings: Arc::new(Lane::new(Standings { sql: sql.clone() }, limits.max_batch)),
            owed: Arc::default(),
            redis,
            sql,
            peers: Arc::new(peers),
            clock,
            limits,
            money,
            games: Arc::default(),
            rains: Arc::default(),
            rain_lookup: Arc::default(),
            booth: Arc::default(),
            rain_texts: Arc::default(),
            guests: Arc::new(Guests::new(limits.guest_reads)),
        }
    }

    /// Redis, for workers that read streams and events.
    #[must_use]
    pub fn redis(&self) -> &Redis {
        &self.redis
    }

    /// Looks whether Redis lost what this node told, and mends it.
    ///
    /// # Errors
    /// A store failed; the next look finds the rest.
    pub async fn look_for_losses(&self) -> Result<(), ServiceError> {
        Ok(self.restorer.look(self.now_ms()).await?)
    }

    /// Puts claims back into a shard that the ledger has and Redis has lost; how many were missing.
    ///
    /// # Errors
    /// Redis failed; calling again is harmless.
    pub async fn follow_ledger(
        &self,
        row: &RainRow,
        shard: ShardRef,
        settled: &[(AccountId, Claim)],
    ) -> Result<usize, StoreError> {
        self.restorer.follow_ledger_in_any_life(row, shard, settled).await
    }

    /// The database, for workers that settle.
    #[must_use]
    pub fn sql(&self) -> &Sql {
        &self.sql
    }

    /// Server time in ms: Redis time, carried on by this machine's monotonic clock.
    #[must_use]
    pub fn now_ms(&self) -> u64 {
        self.clock.now_ms()
    }

    /// Asks Redis for the time and sets the clock by it.
    ///
    /// # Errors
    /// Redis failed; the clock runs on.
    pub async fn sync_clock(&self) -> Result<(), ServiceError> {
        let asked = std::time::Instant::now();
        let redis_ms = self.redis.time_ms().await?;
        self.clock.set(redis_ms, asked.elapsed());
        Ok(())
    }

    fn cached_game(&self, game: GameId) -> Option<Arc<Game>> {
        let games = self.games.read().unwrap_or_else(PoisonError::into_inner);
        games.get(&game).cloned()
    }

    fn cached_game_by_pin(&self, pin: Pin) -> Option<Arc<Game>> {
        let games = self.games.read().unwrap_or_else(PoisonError::into_inner);
        games.values().find(|game| game.pin == pin).cloned()
    }

    /// Keeps a live game at hand. One that is over is not kept: its pin may be another's soon.
    fn remember_game(&self, row: GameRow) -> Arc<Game> {
        let ended = row.ended;
        let game = Arc::new(Game::new(row, &self.redis, self.limits));
        if ended {
            return game;
        }
        let mut games = self.games.write().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(games.entry(game.id).or_insert(game))
    }
}

/// The account that a browser's token stands for. The token itself is kept nowhere.
#[must_use]
pub fn account_of(token: &Token) -> AccountId {
    let hash = Sha256::digest(token.0);
    let mut id = [0; 16];
    id.copy_from_slice(&hash[..16]);
    AccountId(id)
}

/// What is kept of a host token, and may be told between servers: its hash.
#[must_use]
pub fn host_right(token: &Token) -> String {
    hex::encode(Sha256::digest(token.0))
}
