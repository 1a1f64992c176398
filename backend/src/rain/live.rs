//! The rains that this node knows, with their claims here.

use std::sync::{Arc, PoisonError};

use quizrain_shared::ids::{AccountId, GameId, RainId};
use quizrain_shared::wire::Refusal;
use tokio::time::timeout;

use crate::batch::{Batcher, shared};
use crate::error::Error;
use crate::game::Game;
use crate::ledger::RainRow;
use crate::metrics::METRICS;
use crate::rain::Rains;
use crate::rain::claims::Claims;
use crate::rain::receipt::Receipts;
use crate::store::away;
use crate::store::redis::CALL_TIMEOUT;
use crate::store::shard::Shard;

/// How long after a rain's end this node looks after what it told of it: it is settled by then.
const WATCHED_MS: u64 = 60_000;

/// A rain with a window, and its claims on this node.
#[derive(Debug)]
pub struct LiveRain {
    pub(crate) row: RainRow,
    shards: Vec<LiveShard>,
    /// Until when what was told of it is looked after, in ms of server time.
    until_ms: u64,
}

/// One of its shards. Whatever is asked of it has a batcher of its own, so that a server that is
/// away is waited for by those alone whose packets lie there.
#[derive(Debug)]
struct LiveShard {
    claims: Arc<Claims>,
    receipts: Batcher<Receipts>,
}

impl LiveRain {
    fn shard_for(&self, account: AccountId) -> Option<&LiveShard> {
        let shard = Shard::of_account(account, self.row.shards);
        self.shards.get(usize::from(shard.number))
    }

    pub(crate) fn claims_for(&self, account: AccountId) -> Option<&Claims> {
        self.shard_for(account).map(|shard| shard.claims.as_ref())
    }

    /// The claims of this shard, where the rain has it.
    pub(crate) fn claims_of(&self, shard: Shard) -> Option<Arc<Claims>> {
        self.shards.get(usize::from(shard.number)).map(|shard| Arc::clone(&shard.claims))
    }

    pub(crate) fn receipts_for(&self, account: AccountId) -> Option<&Batcher<Receipts>> {
        self.shard_for(account).map(|shard| &shard.receipts)
    }
}

impl Rains {
    /// A rain that has been sealed. It is kept at hand once it has a window, which never changes.
    pub(crate) async fn live(&self, id: RainId) -> Result<Arc<LiveRain>, Error> {
        if let Some(rain) = self.cached(id) {
            return Ok(rain);
        }
        // On the heap: so that a tap, which comes ten thousand times a second, is small.
        Box::pin(self.load(id)).await
    }

    async fn load(&self, id: RainId) -> Result<Arc<LiveRain>, Error> {
        let found = timeout(CALL_TIMEOUT, async {
            // The first taps of a rain come together: one of them asks the database.
            let _alone = self.lookup.lock().await;
            if let Some(rain) = self.cached(id) {
                return Ok(rain);
            }
            let row = self.sql.rain(id).await?.ok_or(Refusal::NoSuchRain)?;
            Ok(self.cache(row))
        });
        // Nobody queues behind a database that does not answer.
        found.await.unwrap_or_else(|_| Err(away::slow(CALL_TIMEOUT).into()))
    }

    /// Has a rain at hand, if it has a window.
    pub(crate) fn cache(&self, row: RainRow) -> Arc<LiveRain> {
        let (id, has_window, most) = (row.rain, row.window.is_some(), self.options.max_batch);
        let mut rains = self.live.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = rains.get(&id) {
            return Arc::clone(known);
        }
        let until_ms =
            row.window.map_or(u64::MAX, |(_, closes_ms)| closes_ms.saturating_add(WATCHED_MS));
        let shards = row.shards().map(|shard| {
            let receipts =
                Receipts { recovery: Arc::clone(&self.recovery), row: row.clone(), shard };
            LiveShard {
                claims: Claims::new(self.redis.clone(), &self.recovery, shard, until_ms, most),
                receipts: Batcher::new(receipts, most),
            }
        });
        let shards = shards.collect();
        let rain = Arc::new(LiveRain { row, shards, until_ms });
        if has_window {
            rains.insert(id, Arc::clone(&rain));
        }
        rain
    }

    /// Has a rain at hand that is on the screens, so that nobody's tap waits for the database.
    ///
    /// # Errors
    /// There is no such rain, or the database failed: the first tap looks it up.
    pub async fn expect(&self, id: RainId) -> Result<(), Error> {
        let rain = self.live(id).await?;
        self.recovery.expect(&rain.row).await;
        Ok(())
    }

    /// Drops the rains of games that are over, once nothing that was told of them can be lost.
    pub(crate) fn forget(&self, is_over: impl Fn(GameId) -> bool) {
        let now_ms = self.clock.now_ms();
        let mut rains = self.live.write().unwrap_or_else(PoisonError::into_inner);
        rains.retain(|_, rain| !is_over(rain.row.game) || now_ms < rain.until_ms);
    }

    pub(crate) fn cached(&self, id: RainId) -> Option<Arc<LiveRain>> {
        self.live.read().unwrap_or_else(PoisonError::into_inner).get(&id).cloned()
    }

    /// The rains of a game that were tapped here.
    pub(crate) fn cached_of(&self, game: GameId) -> Vec<Arc<LiveRain>> {
        let rains = self.live.read().unwrap_or_else(PoisonError::into_inner);
        rains.values().filter(|rain| rain.row.game == game).cloned().collect()
    }

    /// A rain that a client of a game names. Only what is among the game's own rains is looked for.
    pub(crate) async fn of_game(&self, game: &Game, id: RainId) -> Result<Arc<LiveRain>, Error> {
        if let Some(rain) = self.cached(id) {
            return if rain.row.game == game.id { Ok(rain) } else { Err(no_such_rain()) };
        }
        // On the heap: so that a tap, which comes ten thousand times a second, is small.
        Box::pin(async {
            let rains = self.of_games.try_get_with(game.id, async {
                METRICS.unauthenticated_read("rains");
                Ok::<_, Error>(Arc::new(self.sql.rains_of(game.id).await?))
            });
            // Nobody queues behind a database that does not answer.
            let rains = timeout(CALL_TIMEOUT, rains).await;
            let rains = rains.map_err(|_| away::slow(CALL_TIMEOUT))?;
            let rains = rains.map_err(|error| shared(&error))?;
            if rains.contains(&id) { self.live(id).await } else { Err(no_such_rain()) }
        })
        .await
    }
}

fn no_such_rain() -> Error {
    Refusal::NoSuchRain.into()
}
