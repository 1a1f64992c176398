//! How long things are kept: keys of games that are over, games of play money, caches.
//!
//! Called by the janitor. The order is what makes an interruption harmless: rains' keys, the
//! game's keys, the note in the registry; rows in SQL only once that note is there.

use std::collections::HashSet;
use std::sync::PoisonError;

use quizrain_shared::ids::GameId;

use crate::error::ServiceError;
use crate::service::Service;
use crate::store::redis::forget::{forget_game, forget_rain};
use crate::store::sql::EndedGame;

impl Service {
    /// Games that ended before a time and whose keys can be deleted.
    ///
    /// # Errors
    /// The database failed.
    pub async fn games_with_keys(&self, before_ms: u64) -> Result<Vec<EndedGame>, ServiceError> {
        Ok(self.sql.games_with_keys(before_ms).await?)
    }

    /// Deletes the keys of a game that is over and settled.
    ///
    /// # Errors
    /// A store failed; doing it again is harmless.
    pub async fn delete_keys(&self, ended: &EndedGame) -> Result<(), ServiceError> {
        let con = &mut self.redis.connection();
        for (rain, shards) in &ended.rains {
            forget_rain(con, *rain, *shards).await?;
        }
        forget_game(con, ended.game, ended.rounds).await?;
        Ok(self.sql.set_keys_deleted(ended.game, self.now_ms()).await?)
    }

    /// Games of play money that ended before a time and whose keys are gone.
    ///
    /// # Errors
    /// The database failed.
    pub async fn games_of_points(&self, before_ms: u64) -> Result<Vec<GameId>, ServiceError> {
        Ok(self.sql.games_of_points(before_ms).await?)
    }

    /// Deletes a game of play money with all that belongs to it; whether it was one.
    ///
    /// # Errors
    /// The database failed; nothing changed.
    pub async fn forget_game_of_points(&self, game: GameId) -> Result<bool, ServiceError> {
        Ok(self.sql.forget_game_of_points(game).await?)
    }

    /// Drops from memory what belongs to no live game: a phone that asks late for an old game or
    /// rain brings it back in.
    ///
    /// # Errors
    /// The database failed; nothing changed.
    pub async fn tidy_caches(&self) -> Result<(), ServiceError> {
        let live: HashSet<GameId> = self.sql.live_game_ids().await?.into_iter().collect();
        // A game that was made at this moment may go as well: the next call reads it again.
        self.games
            .write()
            .unwrap_or_else(PoisonError::into_inner)
            .retain(|game, _| live.contains(game));
        self.forget_rains(|game| !live.contains(&game));
        Ok(())
    }
}
