//! Deletes what games and rains leave behind. Keys are named from ids, never searched for.

use quizrain_shared::ids::{GameId, RainId};
use redis::aio::ConnectionLike;

use super::keys::{GameKeys, ShardKeys};
use crate::store::StoreError;

/// Keys in one call.
const CHUNK: usize = 500;

/// Deletes the keys of a game that is over.
///
/// # Errors
/// Redis failed; doing it again is harmless.
pub async fn forget_game(
    con: &mut impl ConnectionLike,
    game: GameId,
    rounds: u16,
) -> Result<(), StoreError> {
    unlink(con, &GameKeys(game).all(rounds)).await
}

/// Deletes the keys of a rain that is over and settled, with its streams; it has so many shards.
///
/// # Errors
/// Redis failed; doing it again is harmless.
pub async fn forget_rain(
    con: &mut impl ConnectionLike,
    rain: RainId,
    shards: u16,
) -> Result<(), StoreError> {
    for shard in ShardKeys::of(rain, shards) {
        unlink(con, &shard.all()).await?;
    }
    Ok(())
}

/// All keys are of one slot, so that a cluster takes the call. Memory is freed in the background:
/// a rain may have a million claims.
async fn unlink(con: &mut impl ConnectionLike, keys: &[String]) -> Result<(), StoreError> {
    for keys in keys.chunks(CHUNK) {
        let _: u64 = redis::cmd("UNLINK").arg(keys).query_async(con).await?;
    }
    Ok(())
}
