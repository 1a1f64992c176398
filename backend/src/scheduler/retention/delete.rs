//! Deletes what is over. The order is what makes an interruption harmless: rains' keys, the game's
//! keys, the note in the registry; rows in SQL only once that note is there.

use std::collections::HashSet;

use quizrain_shared::ids::GameId;

use super::sql::EndedGame;
use crate::error::Error;
use crate::scheduler::Context;
use crate::store::redis::forget::{forget_game, forget_rain};

/// Deletes the keys of a game that is over and settled.
///
/// # Errors
/// A store failed; doing it again is harmless.
pub(super) async fn delete_keys(context: &Context, ended: &EndedGame) -> Result<(), Error> {
    let con = &mut context.live.redis.connection();
    for (rain, shards) in &ended.rains {
        forget_rain(con, *rain, *shards).await?;
    }
    forget_game(con, ended.game, ended.rounds).await?;
    Ok(context.sql.set_keys_deleted(ended.game, context.live.clock.now_ms()).await?)
}

/// Drops from memory what belongs to no live game: a phone that asks late for an old game or rain
/// brings it back in.
///
/// # Errors
/// The database failed; nothing changed.
pub(super) async fn tidy_caches(context: &Context) -> Result<(), Error> {
    let live: HashSet<GameId> = context.sql.live_game_ids().await?.into_iter().collect();
    context.live.games.keep_only(&live);
    context.live.rains.forget(|game| !live.contains(&game));
    Ok(())
}
