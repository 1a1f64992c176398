//! The claims of one shard of a rain on this node: taps go to Redis in few calls, and what the node
//! knows it says by itself.
//!
//! A claim never changes, so an account's packet is known for good once it was heard of. And a
//! pool fills again only where claims are put back in place of others: once it was empty, whoever
//! was told so is told the same again, and so is whoever has no packet after Redis was asked once;
//! after claims were put back, and at another replication id of its server, it is asked anew. What
//! is remembered belongs to one shard in one incarnation of a rain and goes with this struct.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use quizrain_shared::ids::AccountId;
use tokio::sync::Notify;

use crate::batch::{Batcher, Operation, Overloaded};
use crate::ledger::{Claim, Packet};
use crate::metrics::METRICS;
use crate::rain::Recovery;
use crate::rain::calls::{self, Claimed, ShardRef, Verdict};
use crate::rain::recovery::TakenClaims;
use crate::store::StoreError;
use crate::store::redis::Redis;

struct Calls {
    redis: Redis,
    rain: ShardRef,
    recovery: Arc<Recovery>,
    granted: Arc<Notify>,
}

impl Operation for Calls {
    type Request = AccountId;
    type Response = Verdict;
    const NAME: &'static str = "claim";

    fn at_once(&self) -> usize {
        self.redis.promised_at_once()
    }

    async fn call(&self, requests: &[AccountId]) -> Result<Vec<Verdict>, StoreError> {
        let said = self.grab(requests).await;
        let granted = said.as_ref().map_or(true, |verdicts| {
            verdicts.iter().any(|verdict| matches!(verdict, Verdict::Caught { new: true, .. }))
        });
        // Where nobody knows, some may have been.
        if granted {
            self.granted.notify_one();
        }
        said
    }
}

impl Calls {
    async fn grab(&self, requests: &[AccountId]) -> Result<Vec<Verdict>, StoreError> {
        let con = &mut self.redis.promised();
        loop {
            let replication_id = self.recovery.replication_id_of(self.rain);
            match calls::claim(con, self.rain, &replication_id, requests).await? {
                Claimed::Each(verdicts) => return Ok(verdicts),
                Claimed::OtherReplication(now) => self.recovery.restore(self.rain, &now).await?,
            }
        }
    }
}

/// Reads who has caught what.
struct Reads {
    redis: Redis,
    rain: ShardRef,
}

impl Operation for Reads {
    type Request = AccountId;
    type Response = Option<Claim>;
    const NAME: &'static str = "claim_lookup";

    async fn call(&self, requests: &[AccountId]) -> Result<Vec<Option<Claim>>, StoreError> {
        calls::claims_of(&mut self.redis.connection(), self.rain.keys(), requests).await
    }
}

/// What an account will hear for as long as this rain lives, or its Redis.
#[derive(Clone, Copy, Debug)]
enum Known {
    Caught(Claim),
    SoldOut,
}

/// The claims of one shard of one incarnation of a rain.
#[derive(Debug)]
pub struct Claims {
    grabs: Batcher<Calls>,
    reads: Batcher<Reads>,
    known: Mutex<Verdicts>,
    /// Told of each call that granted packets.
    granted: Arc<Notify>,
}

/// What this node knows of a shard's accounts, and how often a claim of whom was dropped: a verdict
/// that was on its way meanwhile may be that claim.
#[derive(Debug, Default)]
struct Verdicts {
    of: HashMap<AccountId, Known>,
    forgotten: HashMap<AccountId, u32>,
}

impl Claims {
    /// The claims of a shard, with so many taps in one call at most. What is told is looked after
    /// until this time, in ms of Redis time.
    #[must_use]
    pub fn new(
        redis: Redis,
        recovery: &Arc<Recovery>,
        rain: ShardRef,
        until_ms: u64,
        max_batch: usize,
    ) -> Arc<Self> {
        let reads = Batcher::new(Reads { redis: redis.clone(), rain }, max_batch);
        let granted = Arc::new(Notify::new());
        let calls =
            Calls { redis, rain, recovery: Arc::clone(recovery), granted: Arc::clone(&granted) };
        let grabs = Batcher::new(calls, max_batch);
        let claims = Arc::new(Self { grabs, reads, known: Mutex::default(), granted });
        let memory: Weak<Self> = Arc::downgrade(&claims);
        recovery.watch(rain, until_ms, memory);
        claims
    }

    /// Grabs a packet for an account, or finds the one it has.
    ///
    /// # Errors
    /// [`Overloaded`]: whether a packet was granted is unknown, asking again tells.
    pub async fn claim(&self, account: AccountId) -> Result<Verdict, Overloaded> {
        if let Some(known) = self.known(account) {
            METRICS.taps_cached.inc();
            return Ok(known);
        }
        let forgotten = self.forgotten(account);
        let verdict = self.grabs.submit(account).await?;
        let mut verdicts = self.verdicts();
        match verdict {
            // What was forgotten may be this claim: asking again tells.
            Verdict::Caught { .. } if verdicts.forgotten.get(&account).copied() != forgotten => {
                return Err(Overloaded);
            }
            Verdict::Caught { claim, .. } => {
                verdicts.of.insert(account, Known::Caught(claim));
            }
            Verdict::SoldOut => {
                verdicts.of.insert(account, Known::SoldOut);
            }
            _ => {}
        }
        Ok(verdict)
    }

    /// What an account has caught, without grabbing.
    ///
    /// # Errors
    /// [`Overloaded`]: it is not known.
    pub async fn caught(&self, account: AccountId) -> Result<Option<Claim>, Overloaded> {
        match self.known(account) {
            Some(Verdict::Caught { claim, .. }) => Ok(Some(claim)),
            _ => self.reads.submit(account).await,
        }
    }

    fn verdicts(&self) -> MutexGuard<'_, Verdicts> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn known(&self, account: AccountId) -> Option<Verdict> {
        Some(match self.verdicts().of.get(&account)? {
            Known::Caught(claim) => Verdict::Caught { claim: *claim, new: false },
            Known::SoldOut => Verdict::SoldOut,
        })
    }
}

impl Claims {
    /// Waits until packets are granted on this node, or may have been since one of the settlers waited last.
    pub(crate) async fn granted(&self) {
        self.granted.notified().await;
    }

    /// How often a claim of an account was forgotten; of one that never was, `None`.
    pub(crate) fn forgotten(&self, account: AccountId) -> Option<u32> {
        self.verdicts().forgotten.get(&account).copied()
    }

    /// Notes a packet that an account has got back, unless it was forgotten once more since it had
    /// been so often.
    pub(crate) fn learn(&self, account: AccountId, claim: Claim, forgotten: Option<u32>) {
        let mut verdicts = self.verdicts();
        if verdicts.forgotten.get(&account).copied() == forgotten {
            verdicts.of.insert(account, Known::Caught(claim));
        }
    }
}

impl TakenClaims for Claims {
    fn forget(&self, account: AccountId, lost: Packet) {
        let mut verdicts = self.verdicts();
        let is = |known: &Known| matches!(known, Known::Caught(claim) if claim.packet == lost);
        *verdicts.forgotten.entry(account).or_default() += 1;
        if verdicts.of.get(&account).is_some_and(is) {
            verdicts.of.remove(&account);
        }
    }

    fn forget_sold_out(&self) {
        let mut verdicts = self.verdicts();
        verdicts.of.retain(|_, known| matches!(known, Known::Caught(_)));
    }

    fn acknowledged(&self) -> Vec<(AccountId, Claim)> {
        let verdicts = self.verdicts();
        let caught = verdicts.of.iter().filter_map(|(account, known)| match known {
            Known::Caught(claim) => Some((*account, *claim)),
            Known::SoldOut => None,
        });
        caught.collect()
    }
}
