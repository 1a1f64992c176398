//! Claims that Redis may have lost are offered to it again: they are there then, or settled, or
//! lost to somebody else. Called by the [`Recovery`] for what this node told its players, and for
//! receipts that they show.
//!
//! While a rain is open, its Redis decides, and the settler finds there what is put back. Once it
//! is closed, or unknown there, the ledger decides alone and Redis follows it.

use std::sync::Arc;

use quizrain_shared::ids::{AccountId, RainId};
use quizrain_shared::wire::PacketState;

use crate::events::{Push, push, push_again};
use crate::ledger::{Claim, Generation, RainRow, Settled};
use crate::metrics::METRICS;
use crate::rain::Recovery;
use crate::rain::calls::{self, CHUNK, Losses, Restored, ShardRef, Source};
use crate::rain::recovery::Claims;
use crate::store::StoreError;
use crate::store::redis::ReplicationId;

/// Claims in one transaction where the ledger alone decides.
const BATCH: usize = 500;

/// Why such claims are void.
const GONE: &str = "its server of Redis lost it, and its packet is somebody else's";

/// At how many looks a void packet is told again: nodes listen anew within a second or two.
const RESENDS: u8 = 3;

/// Why the packets of claims are void that Redis had and the ledger has not.
const GIVEN: &str = "the ledger has its packet for somebody else";

/// Takes down what the ledger has for others, before Redis forgets who had it.
struct Given<'a> {
    recovery: &'a Recovery,
    rain: RainId,
}

impl Losses for Given<'_> {
    async fn take_down(&self, claims: &[(AccountId, Claim)]) -> Result<(), StoreError> {
        let Recovery { sql, clock, .. } = self.recovery;
        sql.put_voids(self.rain, claims, GIVEN, clock.now_ms()).await
    }
}

/// What became of claims that were offered.
pub(crate) struct Offered {
    /// Those that were missing in Redis, and are back. Where they are settled as well they are in
    /// the ledger; otherwise the settler finds them in Redis.
    pub(crate) back: Claims,
    /// Those whose packets are somebody else's, or whose accounts have another.
    pub(crate) lost: Claims,
    /// Those that are in the ledger, where it alone decided.
    pub(crate) settled: Option<Claims>,
    /// Whether Redis knows the rain.
    pub(crate) known: bool,
}

/// What became of claims that Redis had lost. The others wait for the settler.
#[derive(Default)]
pub(crate) struct Decided {
    pub(crate) credited: Claims,
    pub(crate) lost: Claims,
}

impl Recovery {
    /// Decides about claims of a shard that Redis has lost: those that can go back are settled at
    /// once, since their place in the stream is lost as well, and the others are void.
    pub(crate) async fn decide(
        self: &Arc<Self>,
        row: &RainRow,
        shard: ShardRef,
        claims: Claims,
        closed: bool,
    ) -> Result<Decided, StoreError> {
        let (generation, offered) = self.offer_now(row, shard, claims, closed).await?;
        let Offered { back, mut lost, settled, .. } = offered;
        let credited = match settled {
            Some(credited) => credited,
            None => {
                let (credited, contradicts) = self.settle(row, &generation, back).await?;
                lost.extend(contradicts);
                credited
            }
        };
        self.void_claims(row, &lost, GONE).await?;
        Ok(Decided { credited, lost })
    }

    /// Puts claims of a shard back where their packets and accounts are free, on the server of this
    /// generation. Where its rain is closed they are settled, if the ledger agrees.
    pub(crate) async fn offer(
        &self,
        row: &RainRow,
        generation: &Generation,
        mut claims: Claims,
        closed: bool,
    ) -> Result<Offered, StoreError> {
        let (shard, replication_id) = (row.shard(generation.shard), &generation.replication_id);
        // The ledger reads what lies between the packets of a batch.
        claims.sort_unstable_by_key(|(_, claim)| claim.packet.number);
        if !closed {
            let con = &mut self.redis.unpromised();
            match calls::restore(con, shard, replication_id, Source::Players, &claims, &()).await? {
                Restored::Done { back, lost } => {
                    return Ok(Offered { back, lost, settled: None, known: true });
                }
                Restored::OtherReplication(_) => return Err(StoreError::Changed),
                Restored::Closed | Restored::Unknown => {}
            }
        }
        let (credited, lost) = self.settle(row, generation, claims).await?;
        let back = self.follow_ledger(row, (shard, replication_id), &credited).await?;
        let known = back.is_some();
        Ok(Offered { back: back.unwrap_or_default(), lost, settled: Some(credited), known })
    }

    /// The same on the server that holds the shard now, which is brought up to date first.
    async fn offer_now(
        self: &Arc<Self>,
        row: &RainRow,
        shard: ShardRef,
        claims: Claims,
        closed: bool,
    ) -> Result<(Generation, Offered), StoreError> {
        let generation = self.generation(shard).await?;
        self.restore(shard, &generation.replication_id).await?;
        let offered = self.offer(row, &generation, claims, closed).await?;
        Ok((generation, offered))
    }

    /// Puts claims back that the ledger has, whatever Redis has, at this replication id of the
    /// server. Whoever has one of their packets there loses it, and is told. Those that were
    /// missing; `None` where Redis does not know the rain.
    pub(crate) async fn follow_ledger(
        &self,
        row: &RainRow,
        (shard, replication_id): (ShardRef, &ReplicationId),
        settled: &[(AccountId, Claim)],
    ) -> Result<Option<Claims>, StoreError> {
        let con = &mut self.redis.unpromised();
        let losses = Given { recovery: self, rain: row.rain };
        let restored =
            calls::restore(con, shard, replication_id, Source::Ledger, settled, &losses).await?;
        self.followed(row, shard, restored).await
    }

    /// The same at whatever replication id the server has: how many were missing.
    ///
    /// # Errors
    /// Redis failed; calling again is harmless.
    pub async fn follow_ledger_at_any_replication_id(
        &self,
        row: &RainRow,
        shard: ShardRef,
        settled: &[(AccountId, Claim)],
    ) -> Result<usize, StoreError> {
        let con = &mut self.redis.unpromised();
        let losses = Given { recovery: self, rain: row.rain };
        let restored =
            calls::restore_at_any_replication_id(con, shard, Source::Ledger, settled, &losses)
                .await?;
        Ok(self.followed(row, shard, restored).await?.unwrap_or_default().len())
    }

    async fn followed(
        &self,
        row: &RainRow,
        shard: ShardRef,
        restored: Restored,
    ) -> Result<Option<Claims>, StoreError> {
        match restored {
            Restored::Done { back, lost } => {
                self.void_claims(row, &lost, GIVEN).await?;
                for claims in self.claims_of(shard) {
                    // What accounts had in place of what is back is free again.
                    claims.forget_sold_out();
                }
                Ok(Some(back))
            }
            Restored::OtherReplication(_) => Err(StoreError::Changed),
            Restored::Closed | Restored::Unknown => Ok(None),
        }
    }

    /// Which of these claims Redis does not have.
    pub(crate) async fn missing(
        &self,
        shard: ShardRef,
        claims: Claims,
    ) -> Result<Claims, StoreError> {
        let con = &mut self.redis.unpromised();
        let mut missing = Vec::new();
        for part in claims.chunks(CHUNK) {
            let accounts: Vec<AccountId> = part.iter().map(|(account, _)| *account).collect();
            let found = calls::claims_of(con, shard.keys(), &accounts).await?;
            let not = |found: Option<Claim>, claim: Claim| {
                found.map(|it| it.packet) != Some(claim.packet)
            };
            let pairs = part.iter().zip(found);
            missing.extend(pairs.filter(|(it, found)| not(*found, it.1)).map(|(it, _)| *it));
        }
        Ok(missing)
    }

    /// Settles claims and tells whoever waits for that: those that are settled now, and those that
    /// contradict the ledger.
    pub(crate) async fn settle(
        &self,
        row: &RainRow,
        generation: &Generation,
        claims: Claims,
    ) -> Result<(Claims, Claims), StoreError> {
        let (mut credited, mut lost) = (Vec::new(), Vec::new());
        for part in claims.chunks(BATCH) {
            let now_ms = self.clock.now_ms();
            let settled = self.sql.settle(generation, row.plan.currency, part, now_ms).await?;
            for (claim, settled) in part.iter().zip(settled) {
                match settled {
                    Settled::Credited => credited.push(*claim),
                    Settled::Contradicts => lost.push(*claim),
                }
            }
        }
        let credit =
            |(account, claim): &(_, Claim)| row.push(*account, claim, PacketState::Credited);
        let credits: Vec<Push> = credited.iter().map(credit).collect();
        if let Err(error) = push(&mut self.redis.connection(), row.game, &credits).await {
            tracing::warn!(rain = %row.rain, %error,
                "failed to send players their credits; pages have them after reconnecting");
        }
        Ok((credited, lost))
    }

    /// Writes down that packets are void, forgets that players were told of them, and tells those.
    ///
    /// # Errors
    /// The database failed, nothing was forgotten and nobody was told; doing it again is harmless.
    pub(crate) async fn void_claims(
        &self,
        row: &RainRow,
        lost: &[(AccountId, Claim)],
        why: &str,
    ) -> Result<(), StoreError> {
        if lost.is_empty() {
            return Ok(());
        }
        self.sql.put_voids(row.rain, lost, why, self.clock.now_ms()).await?;
        for (account, claim) in lost {
            for memory in self.claims_of(row.shard_for(*account)) {
                memory.forget(*account, claim.packet);
            }
        }
        let void = |(account, claim): &(_, Claim)| row.push(*account, claim, PacketState::Void);
        let voids: Vec<Push> = lost.iter().map(void).collect();
        let sent = push(&mut self.redis.connection(), row.game, &voids).await;
        if let Ok(0) = sent {
            // Somebody else found the same, or a receipt is shown once more.
            return Ok(());
        }
        METRICS
            .packets_voided
            .inc_by(sent.as_ref().map_or(lost.len() as u64, |new| u64::from(*new)));
        tracing::error!(rain = %row.rain, claims = lost.len(), why,
            "claims are lost, and their packets are somebody else's or went back by now; told as void");
        if let Err(error) = sent {
            tracing::warn!(rain = %row.rain, %error, "failed to send void packets, retrying");
        }
        self.voids.0.lock().await.push_back((row.game, voids, RESENDS));
        Ok(())
    }

    /// Tells again what is void.
    pub(crate) async fn resend_voids(&self) {
        let mut voids = self.voids.0.lock().await;
        for (game, voids, times) in voids.iter_mut() {
            match push_again(&mut self.redis.connection(), *game, voids).await {
                Ok(()) => *times -= 1,
                Err(error) => {
                    tracing::debug!(%game, %error, "failed to send void packets, retrying");
                }
            }
        }
        voids.retain(|(_, _, times)| *times > 0);
    }
}
