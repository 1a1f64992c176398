//! Claims that Redis may have lost are offered to it again: they are there then, or settled, or
//! lost to somebody else. Called by the [`Restorer`] for what this node told its players, and for
//! receipts that they show.
//!
//! While a rain is open, its Redis decides, and the settler finds there what is put back. Once it
//! is closed, or unknown there, the ledger decides alone and Redis follows it.

use quizrain_shared::ids::AccountId;
use quizrain_shared::wire::PacketState;

use super::restore::{Claims, Restorer};
use crate::metrics::METRICS;
use crate::store::StoreError;
use crate::store::claim::Claim;
use crate::store::redis::events::{Push, push, push_again};
use crate::store::redis::rain::{self, CHUNK, RainRef, Restored, Whose};
use crate::store::sql::{RainRow, Settled};

/// Claims in one transaction where the ledger alone decides.
const BATCH: usize = 500;

/// At how many looks a void packet is told again: nodes listen anew within a second or two.
const TOLD_AGAIN: u8 = 3;

/// What became of claims that were offered.
pub(super) struct Offered {
    /// Those that are there now, or in the ledger.
    pub(super) kept: Claims,
    /// Those whose packets are somebody else's, or whose accounts have another.
    pub(super) lost: Claims,
    /// Whether what is kept is in the ledger. Otherwise the settler finds it in Redis.
    pub(super) settled: bool,
    /// How many were missing in Redis, or that it does not know the rain.
    pub(super) back: Restored,
}

impl Restorer {
    /// Puts claims of a pot back where their packets and accounts are free. Where its rain is
    /// closed they are settled, if the ledger agrees.
    pub(super) async fn offer(
        &self,
        row: &RainRow,
        pot: RainRef,
        mut claims: Claims,
        closed: bool,
    ) -> Result<Offered, StoreError> {
        // The ledger reads what lies between the packets of a batch.
        claims.sort_unstable_by_key(|(_, claim)| claim.packet.number);
        let con = &mut self.redis.connection();
        if !closed {
            let back = rain::restore(con, pot, Whose::Told, &claims).await?;
            if let Restored::Back(_) = back {
                let (kept, lost) = self.there(pot, claims).await?;
                return Ok(Offered { kept, lost, settled: false, back });
            }
        }
        let (kept, lost) = self.settle(row, claims).await?;
        let back = rain::restore(con, pot, Whose::Ledger, &kept).await?;
        Ok(Offered { kept, lost, settled: true, back })
    }

    /// Which of these claims Redis has, and which it has not.
    pub(super) async fn there(
        &self,
        pot: RainRef,
        claims: Claims,
    ) -> Result<(Claims, Claims), StoreError> {
        let con = &mut self.redis.connection();
        let (mut there, mut not) = (Vec::new(), Vec::new());
        for part in claims.chunks(CHUNK) {
            let accounts: Vec<AccountId> = part.iter().map(|(account, _)| *account).collect();
            let found = rain::claims_of(con, pot.keys(), &accounts).await?;
            for (claim, found) in part.iter().zip(found) {
                let same = found.is_some_and(|found| found.packet == claim.1.packet);
                if same { there.push(*claim) } else { not.push(*claim) }
            }
        }
        Ok((there, not))
    }

    /// Settles claims and tells whoever waits for that: those that are settled now, and those that
    /// contradict the ledger.
    pub(super) async fn settle(
        &self,
        row: &RainRow,
        claims: Claims,
    ) -> Result<(Claims, Claims), StoreError> {
        let (mut kept, mut lost) = (Vec::new(), Vec::new());
        for part in claims.chunks(BATCH) {
            let now_ms = self.clock.now_ms();
            let settled = self.sql.settle(row.rain, row.plan.currency, part, now_ms).await?;
            for (claim, settled) in part.iter().zip(settled) {
                match settled {
                    Settled::Credited => kept.push(*claim),
                    Settled::Contradicts => lost.push(*claim),
                }
            }
        }
        let credit =
            |(account, claim): &(_, Claim)| row.push(*account, claim, PacketState::Credited);
        let credits: Vec<Push> = kept.iter().map(credit).collect();
        if let Err(error) = push(&mut self.redis.connection(), row.game, &credits).await {
            tracing::warn!(rain = %row.rain, %error, "players were not told of their packets");
        }
        Ok((kept, lost))
    }

    /// Tells players that their packets are void.
    pub(super) async fn give_up(&self, row: &RainRow, lost: &[(AccountId, Claim)], why: &str) {
        if lost.is_empty() {
            return;
        }
        let void = |(account, claim): &(_, Claim)| row.push(*account, claim, PacketState::Void);
        let voids: Vec<Push> = lost.iter().map(void).collect();
        let told = push(&mut self.redis.connection(), row.game, &voids).await;
        if let Ok(0) = told {
            // Somebody else found the same, or a receipt is shown once more.
            return;
        }
        METRICS.voids.inc_by(told.as_ref().map_or(lost.len() as u64, |new| u64::from(*new)));
        tracing::error!(rain = %row.rain, claims = lost.len(), why,
            "claims are lost, and their packets are somebody else's by now; told as void");
        if let Err(error) = told {
            tracing::warn!(rain = %row.rain, %error, "players are told later of void packets");
        }
        self.voids.0.lock().await.push_back((row.game, voids, TOLD_AGAIN));
    }

    /// Tells again what is void.
    pub(super) async fn tell_again(&self) {
        let mut voids = self.voids.0.lock().await;
        for (game, voids, times) in voids.iter_mut() {
            match push_again(&mut self.redis.connection(), *game, voids).await {
                Ok(()) => *times -= 1,
                Err(error) => tracing::debug!(%game, %error, "void packets are told again later"),
            }
        }
        voids.retain(|(_, _, times)| *times > 0);
    }
}
