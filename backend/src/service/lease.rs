//! Who drives a game: the lease and the epochs. Called by the driver's watchdog.

use quizrain_shared::ids::GameId;

use crate::error::ServiceError;
use crate::nodes::lease::{self, Claimant, Taken};
use crate::service::Service;

impl Service {
    /// Takes a game's lease, where it is free.
    ///
    /// # Errors
    /// Redis failed; whether it was taken is unknown.
    pub async fn take_lease(&self, claimant: Claimant<'_>) -> Result<Taken, ServiceError> {
        Ok(lease::take(&mut self.redis.connection(), claimant).await?)
    }

    /// Has the lease last again and fences whoever has an older epoch (0: nobody). `false`: it is
    /// not the claimant's any more.
    ///
    /// # Errors
    /// Redis failed; whether it was renewed is unknown.
    pub async fn renew_lease(
        &self,
        claimant: Claimant<'_>,
        epoch: u64,
    ) -> Result<bool, ServiceError> {
        Ok(lease::renew(&mut self.redis.connection(), claimant, epoch).await?)
    }

    /// Renews many leases together, each with its epoch; what [`Service::renew_lease`] says of each.
    /// Where Redis has slots, one lease at a time.
    ///
    /// # Errors
    /// Redis failed for all of them.
    pub async fn renew_leases(
        &self,
        claimants: &[(Claimant<'_>, u64)],
    ) -> Result<Vec<Result<bool, ServiceError>>, ServiceError> {
        let renewed = lease::renew_each(&mut self.redis.connection(), claimants).await?;
        Ok(renewed.into_iter().map(|renewed| Ok(renewed?)).collect())
    }

    /// Gives the lease back, if it is still the claimant's.
    ///
    /// # Errors
    /// Redis failed; the lease runs out by itself.
    pub async fn release_lease(&self, claimant: Claimant<'_>) -> Result<bool, ServiceError> {
        Ok(lease::release(&mut self.redis.connection(), claimant).await?)
    }

    /// An epoch that nobody else drives this game in. `None`: the game is over.
    ///
    /// # Errors
    /// The database failed.
    pub async fn take_epoch(&self, game: GameId) -> Result<Option<u64>, ServiceError> {
        Ok(self.sql.take_epoch(game).await?)
    }
}
