//! Leases in Redis: which node drives a game.

use crate::error::Error;
use crate::nodes::lease::{self, Claimant, Taken};
use crate::store::redis::Redis;

/// Takes, renews and releases leases.
#[derive(Clone)]
pub struct Leases {
    redis: Redis,
}

impl Leases {
    /// Leases in this Redis.
    #[must_use]
    pub fn new(redis: Redis) -> Self {
        Self { redis }
    }

    /// Whether many leases are renewed in one call. Where Redis has slots, each is by itself.
    #[must_use]
    pub fn renews_together(&self) -> bool {
        self.redis.renews_together()
    }

    /// Takes a game's lease, where it is free.
    ///
    /// # Errors
    /// Redis failed; whether it was taken is unknown.
    pub async fn take(&self, claimant: Claimant<'_>) -> Result<Taken, Error> {
        Ok(lease::take(&mut self.redis.connection(), claimant).await?)
    }

    /// Has the lease last again and fences whoever has an older epoch (0: nobody). `false`: it is
    /// not the claimant's any more.
    ///
    /// # Errors
    /// Redis failed; whether it was renewed is unknown.
    pub async fn renew(&self, claimant: Claimant<'_>, epoch: u64) -> Result<bool, Error> {
        Ok(lease::renew(&mut self.redis.connection(), claimant, epoch).await?)
    }

    /// Renews many leases together, each with its epoch; what [`Leases::renew`] says of each.
    /// Where Redis has slots, one lease at a time.
    ///
    /// # Errors
    /// Redis failed for all of them.
    pub async fn renew_each(
        &self,
        claimants: &[(Claimant<'_>, u64)],
    ) -> Result<Vec<Result<bool, Error>>, Error> {
        let renewed = lease::renew_each(&mut self.redis.connection(), claimants).await?;
        Ok(renewed.into_iter().map(|renewed| Ok(renewed?)).collect())
    }

    /// Gives the lease back, if it is still the claimant's.
    ///
    /// # Errors
    /// Redis failed; the lease runs out by itself.
    pub async fn release(&self, claimant: Claimant<'_>) -> Result<bool, Error> {
        Ok(lease::release(&mut self.redis.connection(), claimant).await?)
    }
}
