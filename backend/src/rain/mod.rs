//! Rains: sealed and opened ([`Rains`]), grabbed from and shown to those who caught ([`Packets`]),
//! and brought back where Redis lost what players were told ([`Recovery`]).

pub mod calls;
pub mod claims;
mod close;
mod count;
mod eligible;
mod granted;
mod holdings;
mod live;
mod open;
mod packet_state;
mod planned;
mod progress;
mod receipt;
mod records;
pub mod recovery;
mod removed;
mod row;
mod rush;
pub mod seal;
pub mod stream;
mod taps;
mod texts;

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, RwLock};
use std::time::Duration;

use moka::future::Cache;
use quizrain_shared::ids::{GameId, RainId};

use crate::batch::{Absent, Batcher, ReadGate};
use crate::game::Play;
use crate::ledger::Credit;
use crate::store::Clock;
use crate::store::redis::{Redis, ShardKeys};
use crate::store::sql::Sql;
use packet_state::{PacketStates, PendingUpdates};
use records::Records;
use rush::Rush;
use texts::RainTexts;

pub use count::{CaughtCounts, RainCount, RainFound};
pub(crate) use eligible::{Field, Placed, eligible, looks_at};
pub use live::LiveRain;
pub use recovery::Recovery;
pub use texts::RainText;

/// How long a game is known to have no other rains. Nodes have those cached that are on the
/// screens.
const RAINS_TTL: Duration = Duration::from_millis(100);

/// Games about which that is known.
const MAX_GAMES: u64 = 10_000;

/// How long an account is known to have nothing, at least. It may have something a moment later,
/// but nodes hear of that.
const EMPTY_FOR: Duration = Duration::from_secs(300);

/// How long after the window a rain is closed: taps that were on their way are let in by Redis
/// time or not at all, so this only spares them an "over" that came too soon on the screen.
pub const CLOSE_GRACE_MS: u64 = 250;

/// What closing a rain found in Redis.
#[derive(Clone, Debug, Default)]
pub struct Shut {
    /// How many packets were caught in the shards that it knows.
    pub caught: u32,
    /// Those shards.
    pub known: Vec<ShardKeys>,
    /// How many shards it does not know.
    pub unknown: usize,
}

/// How rains are from now on.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Players in one call to Redis.
    pub max_batch: usize,
    /// Shards of a rain that is sealed from now on.
    pub shards: u16,
    /// How far the sponsor's balance may go below zero; play money always may.
    pub credit: Credit,
    /// Whether what is caught from now on is paid out by webhook.
    pub payout: bool,
}

/// The rains of this registry, and those that this node knows.
pub struct Rains {
    redis: Redis,
    sql: Sql,
    clock: Arc<Clock>,
    play: Arc<Play>,
    gate: Arc<ReadGate>,
    options: Options,
    pub(crate) recovery: Arc<Recovery>,
    /// Rains with a window, which never changes.
    live: RwLock<HashMap<RainId, Arc<LiveRain>>>,
    lookup: tokio::sync::Mutex<()>,
    of_games: Cache<GameId, Arc<HashSet<RainId>>>,
    texts: RainTexts,
    /// Whether many tap just now.
    pub(crate) rush: Rush,
}

impl Rains {
    /// The rains of these stores.
    #[must_use]
    pub fn new(
        redis: Redis,
        sql: Sql,
        clock: Arc<Clock>,
        play: Arc<Play>,
        gate: Arc<ReadGate>,
        options: Options,
    ) -> Self {
        Self {
            recovery: Recovery::new(redis.clone(), sql.clone(), Arc::clone(&clock)),
            redis,
            sql,
            clock,
            play,
            gate,
            options,
            live: RwLock::default(),
            lookup: tokio::sync::Mutex::default(),
            of_games: Cache::builder().max_capacity(MAX_GAMES).time_to_live(RAINS_TTL).build(),
            texts: RainTexts::default(),
            rush: Rush::default(),
        }
    }
}

/// What players have: packets that they grab, or have caught before.
pub struct Packets {
    rains: Arc<Rains>,
    redis: Redis,
    sql: Sql,
    clock: Arc<Clock>,
    gate: Arc<ReadGate>,
    states: Batcher<PacketStates>,
    pending: PendingUpdates,
    records: Batcher<Records>,
    /// Accounts that have nothing.
    empty: Absent,
}

impl Packets {
    /// The packets of these rains.
    #[must_use]
    pub fn new(rains: Arc<Rains>) -> Self {
        let Rains { redis, sql, clock, gate, options, .. } = &*rains;
        let records = Records { redis: redis.clone(), sql: sql.clone() };
        Self {
            redis: redis.clone(),
            sql: sql.clone(),
            clock: Arc::clone(clock),
            gate: Arc::clone(gate),
            states: Batcher::new(PacketStates { sql: sql.clone() }, options.max_batch),
            pending: PendingUpdates::default(),
            records: Batcher::new(records, options.max_batch),
            empty: Absent::new(EMPTY_FOR),
            rains,
        }
    }
}
