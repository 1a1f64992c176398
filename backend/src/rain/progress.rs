//! How far rains are, and who caught what.

use futures_util::future::join_all;
use quizrain_shared::ids::{AccountId, GameId, RainId};
use quizrain_shared::wire::{RainProgress, Winner};

use super::count::{CaughtCounts, RainCount, RainFound, ShardProgress};
use super::{Rains, calls};
use crate::error::Error;
use crate::game::Game;
use crate::ledger::{Claim, RainRow};
use crate::store::StoreError;
use crate::store::redis::ShardKeys;

/// How many catches a ticker shows.
const NEWEST: usize = 5;

impl Rains {
    /// When the newest rain of a game opened, in ms of Redis time.
    ///
    /// # Errors
    /// The database failed.
    pub async fn newest_opening(&self, game: GameId) -> Result<Option<u64>, Error> {
        Ok(self
            .sql
            .newest_rain(game)
            .await?
            .and_then(|row| row.window)
            .map(|(opens_ms, _)| opens_ms))
    }

    /// How far the newest rain of a game is, in the shards whose servers answer.
    pub(crate) async fn newest_progress(&self, game: &Game) -> Result<Option<RainProgress>, Error> {
        match self.sql.newest_rain(game.id).await?.filter(|row| row.window.is_some()) {
            Some(row) => {
                let found = self.found(game, &row).await?;
                let mut count = RainCount::default();
                count.note(&found);
                let (rain, packets) = (row.rain, row.plan.bounds.packets);
                let (caught, newest) = (count.caught(), found.newest);
                Ok(Some(RainProgress { rain, caught, packets, newest }))
            }
            None => Ok(None),
        }
    }

    /// How far a rain is.
    ///
    /// # Errors
    /// There is no such rain, or a store failed that knows all of it.
    pub async fn progress(&self, game: &Game, id: RainId) -> Result<RainFound, Error> {
        self.found(game, &self.live(id).await?.row).await
    }

    async fn found(&self, game: &Game, row: &RainRow) -> Result<RainFound, Error> {
        let asked = ShardKeys::of(row.rain, row.shards).map(|keys| {
            let mut con = self.redis.connection();
            async move { calls::progress(&mut con, keys, NEWEST).await }
        });
        let (mut shards, mut newest) = (Vec::with_capacity(usize::from(row.shards)), Vec::new());
        for found in join_all(asked).await {
            let found = found.inspect_err(|error| {
                tracing::debug!(rain = %row.rain, %error, "failed to read how far a shard is");
            });
            shards.push(found.ok().map(|(caught, left, newest_here)| {
                newest.extend(newest_here);
                ShardProgress { caught, left }
            }));
        }
        calls::newest_first(&mut newest, NEWEST);
        Ok(RainFound { shards, newest: self.winners(game, &newest).await? })
    }

    /// How many packets of each shard are caught, where its server answers.
    pub(super) async fn caught_counts(
        &self,
        rain: RainId,
        shards: u16,
    ) -> Vec<Result<u32, StoreError>> {
        let counts = ShardKeys::of(rain, shards).map(|keys| {
            let mut con = self.redis.connection();
            async move { calls::caught_count(&mut con, keys).await }
        });
        join_all(counts).await
    }

    /// How many packets of a rain are caught.
    ///
    /// # Errors
    /// There is no such rain, or the database failed.
    pub async fn caught_in(&self, rain: RainId) -> Result<CaughtCounts, Error> {
        let shards = self.live(rain).await?.row.shards;
        let counts = self.caught_counts(rain, shards).await;
        Ok(CaughtCounts(counts.into_iter().map(Result::ok).collect()))
    }

    /// Who caught what, all of it.
    pub(super) async fn claims_of_shards(
        &self,
        rain: RainId,
        shards: u16,
    ) -> Result<Vec<(AccountId, Claim)>, Error> {
        let con = &mut self.redis.slow().await?;
        let mut claims = Vec::new();
        for keys in ShardKeys::of(rain, shards) {
            claims.extend(calls::claims(con, keys).await?);
        }
        Ok(claims)
    }

    pub(crate) async fn winners(
        &self,
        game: &Game,
        claims: &[(AccountId, Claim)],
    ) -> Result<Vec<Winner>, Error> {
        let accounts: Vec<AccountId> = claims.iter().map(|(account, _)| *account).collect();
        let names = self.play.nicknames(game.id, &accounts).await?;
        let winner = |((_, claim), name): (&(AccountId, Claim), Option<String>)| Winner {
            nickname: name.unwrap_or_default(),
            amount: claim.packet.amount,
        };
        Ok(claims.iter().zip(names).map(winner).collect())
    }
}
