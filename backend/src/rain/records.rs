//! Whether accounts have, or had, anything at all, asked by many at the same time: most who sign in have nothing.
//! Called by `http`.

use futures_util::future::join_all;
use quizrain_shared::ids::AccountId;

use crate::batch::{Operation, grouped};
use crate::error::Error;
use crate::ledger::UnsettledRain;
use crate::rain::{Packets, calls};
use crate::store::StoreError;
use crate::store::redis::{Redis, ShardKeys};
use crate::store::shard::Shard;
use crate::store::sql::Sql;

/// What is known of accounts in the ledger, and in rains that are not settled.
pub(super) struct Records {
    pub(super) redis: Redis,
    pub(super) sql: Sql,
}

impl Operation for Records {
    type Request = AccountId;
    type Response = bool;
    const NAME: &'static str = "has_records";

    async fn call(&self, requests: &[AccountId]) -> Result<Vec<bool>, StoreError> {
        // In this order a packet that is settled meanwhile is not missed.
        let rains = self.sql.unsettled().await?;
        let caught = join_all(rains.iter().map(|rain| self.caught(rain, requests))).await;
        let mut found = self.sql.with_records(requests).await?;
        found.extend(caught.into_iter().flatten());
        Ok(requests.iter().map(|account| found.contains(account)).collect())
    }
}

impl Records {
    /// Which of these have caught something in a rain; all of whom nobody can say.
    async fn caught(&self, rain: &UnsettledRain, accounts: &[AccountId]) -> Vec<AccountId> {
        let shards = grouped(accounts, |account| Shard::of_account(*account, rain.shards));
        let asked = shards.into_iter().map(|(shard, places)| async move {
            let of: Vec<AccountId> = places.into_iter().map(|place| accounts[place]).collect();
            let keys = ShardKeys { rain: rain.rain, shard };
            let claims = calls::claims_of(&mut self.redis.connection(), keys, &of).await;
            let Ok(claims) = claims.inspect_err(|error| {
                tracing::debug!(rain = %rain.rain, %error, "failed to read what accounts have caught");
            }) else {
                return of;
            };
            let caught = of.into_iter().zip(claims).filter(|(_, claim)| claim.is_some());
            caught.map(|(account, _)| account).collect()
        });
        join_all(asked).await.concat()
    }
}

impl Packets {
    /// Whether an account may have caught, inherited or given away anything, by what stands there now: whoever signs in
    /// is looked at twice, and may have caught the first meanwhile at a node of which this one has not heard. Where it
    /// has not, it has nothing; where it has, see [`Packets::holdings_now`].
    ///
    /// # Errors
    /// A store failed or is busy.
    pub async fn has_records(&self, account: AccountId) -> Result<bool, Error> {
        Ok(self.records.submit(account).await?)
    }
}
