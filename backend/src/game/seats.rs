//! Whether accounts have a seat in any live game, asked by many at the same time: it comes first when a browser signs
//! in.

use std::time::Duration;

use futures_util::stream::{self, StreamExt, TryStreamExt};
use quizrain_shared::ids::AccountId;

use crate::batch::Operation;
use crate::error::Error;
use crate::game::{Play, calls};
use crate::store::StoreError;
use crate::store::redis::Redis;
use crate::store::sql::Sql;

/// Accounts in one call, at most.
pub(super) const MOST: usize = 1024;

/// Games that are asked at a time.
const GAMES_AT_ONCE: usize = 16;

/// In which accounts have seats.
pub(super) struct Seats {
    pub(super) redis: Redis,
    pub(super) sql: Sql,
}

impl Operation for Seats {
    type Request = AccountId;
    type Response = bool;
    const NAME: &'static str = "has_seat";
    // It asks every game, however few want to know. Those who wait here together are together afterwards too, when
    // they are written into the database that games want as well.
    const INTERVAL: Duration = Duration::from_millis(50);

    async fn call(&self, requests: &[AccountId]) -> Result<Vec<bool>, StoreError> {
        let games = self.sql.live_game_ids().await?;
        let seated = stream::iter(games)
            .map(|game| async move {
                calls::have_seats(&mut self.redis.connection(), game, requests).await
            })
            .buffer_unordered(GAMES_AT_ONCE);
        let none = vec![false; requests.len()];
        let or = |mut all: Vec<bool>, of_game: Vec<bool>| async move {
            all.iter_mut().zip(of_game).for_each(|(any, here)| *any |= here);
            Ok(all)
        };
        seated.try_fold(none, or).await
    }
}

impl Play {
    /// Whether an account has a seat in any live game.
    ///
    /// # Errors
    /// A store failed or is busy.
    pub async fn has_seat(&self, account: AccountId) -> Result<bool, Error> {
        Ok(self.seats.submit(account).await?)
    }
}
