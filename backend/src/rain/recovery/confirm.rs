//! Which server of Redis a shard is settled from, and which claims stand there. Called by the
//! settlers, and by whoever settles what players were told.
//!
//! A stream, a memory or a dead letter is only a hint: it may be of a server that was cut off, or
//! hold what no replica has. So each claim is looked for in the claims of the server whose
//! generation is the newest; what does not stand there is not settled.

use std::sync::Arc;

use quizrain_shared::ids::AccountId;

use crate::ledger::{Claim, Generation, RainRow};
use crate::metrics::METRICS;
use crate::rain::Recovery;
use crate::rain::calls::{self, Confirmed, ShardRef};
use crate::rain::recovery::Claims;
use crate::store::StoreError;

impl Recovery {
    /// The generation of the server that holds a shard now.
    ///
    /// # Errors
    /// [`StoreError::Superseded`]: another server took over, and this node is still at the one
    /// before: it grants nothing there any more. Or a store failed.
    pub async fn generation(&self, shard: ShardRef) -> Result<Generation, StoreError> {
        // In this order: see there.
        let seen = self.sql.newest_generations(shard.rain).await?;
        let replication_id = self.replication_id(shard).await?;
        let raised = self.raise(shard.rain, &[shard], &replication_id, &seen).await;
        if matches!(raised, Err(StoreError::Superseded)) {
            self.invalidate(shard, &replication_id);
        }
        // One was asked for.
        raised?.pop().ok_or(StoreError::Superseded)
    }
}

impl Recovery {
    /// The generations in which a rain may be finished, with what the ledger has and this node told
    /// put back on every server that took over, but for those that were brought up to date before.
    ///
    /// # Errors
    /// As of [`Self::generation`].
    pub async fn bring_up_to_date(
        self: &Arc<Self>,
        row: &RainRow,
        before: &[Generation],
    ) -> Result<Vec<Generation>, StoreError> {
        let mut generations = Vec::with_capacity(usize::from(row.shards));
        for shard in row.shards() {
            let generation = self.generation(shard).await?;
            if generation.number > 1 && !before.contains(&generation) {
                self.restore(shard, &generation.replication_id).await?;
            }
            generations.push(generation);
        }
        Ok(generations)
    }

    /// Those of a shard's claims that may be settled, as they stand on the server of this
    /// generation, and those that do not stand there. Where claims are told only if a replica has
    /// them too, a replica has them then.
    ///
    /// # Errors
    /// [`StoreError::Superseded`], or Redis failed, or no replica has them.
    pub async fn confirm(
        &self,
        row: &RainRow,
        generation: &Generation,
        claims: &[(AccountId, Claim)],
    ) -> Result<(Claims, Claims), StoreError> {
        let shard = row.shard(generation.shard);
        let accounts: Vec<AccountId> = claims.iter().map(|(account, _)| *account).collect();
        let (con, write) = (&mut self.redis.settling(), self.redis.waits_for_replicas());
        let found =
            match calls::confirm(con, shard, &generation.replication_id, write, &accounts).await? {
                Confirmed::Each(found) => found,
                // Nobody is granted anything where the rain is not known, and whoever brings it back
                // on another server reads the ledger first.
                Confirmed::Unknown => return Ok((claims.to_vec(), Vec::new())),
                Confirmed::OtherReplication(_) => return Err(StoreError::Superseded),
            };
        let (mut stand, mut not) = (Vec::with_capacity(claims.len()), Vec::new());
        for (claim, found) in claims.iter().zip(found) {
            match found.filter(|found| found.packet == claim.1.packet) {
                // Its time is of this server, which is what the ledger and Redis agree on.
                Some(found) => stand.push((claim.0, found)),
                None => not.push(*claim),
            }
        }
        if !not.is_empty() {
            METRICS.claims_unconfirmed.inc_by(not.len() as u64);
            tracing::warn!(rain = %row.rain, shard = generation.shard.number, claims = not.len(),
                "claims do not stand on the server that the rain is settled from; not settled");
        }
        Ok((stand, not))
    }

    /// Settles claims that wait for their host and that Redis has lost: they go back where their
    /// packets and accounts are free, and are void otherwise. What was credited.
    ///
    /// # Errors
    /// As of [`Self::confirm`].
    pub async fn settle_lost(
        self: &Arc<Self>,
        row: &RainRow,
        generation: &Generation,
        claims: &[(AccountId, Claim)],
    ) -> Result<Claims, StoreError> {
        let closed = self.sql.end_of(row.rain).await?.closed_ms.is_some();
        let shard = row.shard(generation.shard);
        let decided = self.decide(row, shard, claims.to_vec(), closed).await?;
        Ok(decided.credited)
    }
}
