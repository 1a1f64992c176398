//! Use cases: decide, call the stores, return. Called by `http`, `ws` and `worker`.
//!
//! What other sockets must hear goes through Redis events, never by a call from here.

mod booth;
pub mod claims;
mod clock;
mod error;
mod games;
mod holdings;
pub mod lane;
mod lease;
mod offer;
mod peers;
mod players;
mod rain;
mod random;
mod receipt;
pub mod restore;
mod retention;
mod rounds;
pub mod seal;
mod sealed_list;
mod snapshot;
mod standing;
mod statement;
mod tap;

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use quizrain_shared::ids::{AccountId, GameId, Incarnation, Pin, RainId, Token};
use quizrain_shared::quiz::Quiz;
use sha2::{Digest, Sha256};

use crate::store::redis::Redis;
use crate::store::redis::game::GameRef;
use crate::store::sql::{GameRow, Sql};
use lane::Lane;
use players::{Joins, OwnParts};
use receipt::Receipts;
use restore::Restorer;
use rounds::Answers;
use sealed_list::SealedLists;
use standing::{Owed, Standings};
use tap::OpenRain;

pub use crate::store::sql::Credit;
pub use clock::Clock;
pub use error::ServiceError;
pub use games::NewGame;
pub use holdings::{Holdings, OwnPacket};
pub use peers::Peers;
pub use rain::{CLOSE_GRACE_MS, Shut};
pub use random::random_token;
pub use statement::{RainState, RainStatement, Redriven};

/// A live game, as far as it never changes.
#[derive(Debug)]
pub struct Game {
    /// The game.
    pub id: GameId,
    /// The digits to join.
    pub pin: Pin,
    /// The quiz, with its key.
    pub quiz: Quiz,
    incarnation: Incarnation,
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
            incarnation: row.incarnation,
            joins: Lane::new(joins, limits.max_batch),
            answers: Lane::new(answers, limits.max_batch),
            own_parts: Lane::new(own_parts, limits.max_batch),
        }
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
    /// Pots of a rain that is sealed from now on.
    pub pots: u16,
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
    receipts: Arc<Lane<Receipts>>,
    owed: Arc<Owed>,
    games: Arc<RwLock<HashMap<GameId, Arc<Game>>>>,
    rains: Arc<RwLock<HashMap<RainId, Arc<OpenRain>>>>,
    rain_lookup: Arc<tokio::sync::Mutex<()>>,
    booth: Arc<RwLock<Option<Arc<Game>>>>,
    sealed_lists: Arc<SealedLists>,
}

impl Service {
    /// The use cases over these stores, on a node that knows others, or has none.
    #[must_use]
    pub fn new(peers: Peers, redis: Redis, sql: Sql, limits: Limits, money: Money) -> Self {
        let clock: Arc<Clock> = Arc::default();
        let restorer = Restorer::new(redis.clone(), sql.clone(), Arc::clone(&clock));
        let receipts = Receipts { restorer: Arc::clone(&restorer) };
        Self {
            restorer,
            receipts: Arc::new(Lane::new(receipts, limits.max_batch)),
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
            sealed_lists: Arc::default(),
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

/// What is kept of a host token.
fn token_hash(token: &Token) -> String {
    hex::encode(Sha256::digest(token.0))
}
