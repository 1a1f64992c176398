//! What the ledger knows goes back into a Redis that may have lost its last writes, before it
//! grants another packet; and whoever was told of a packet that is lost for good hears so.
//!
//! A Redis that starts, or a replica that takes over, has another replication id, and `claim.lua`
//! grants nothing to whoever does not name it. So a node that taps come to hears of it, puts back
//! what is settled and what it told its players itself, and only then names it. What other nodes
//! told they put back: each looks every second whether the server that holds a shard has another
//! replication id. So a packet that was credited, or that players were told they have, is not
//! granted again, but for one that goes to somebody else before its node has looked: then its
//! player is told that it is void, and this node forgets it.
//!
//! At each replication id one brings a server up to date, and servers are side by side: one that is
//! away holds up no other.

mod confirm;
pub(crate) mod offer;
pub(crate) mod worker;

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, Weak};

use futures_util::future::join_all;
use quizrain_shared::ids::{AccountId, GameId, RainId};

use crate::events::Push;
use crate::ledger::{Claim, Generation, Newest, Packet, RainRow};
use crate::rain::calls::{self, ShardRef};
use crate::store::redis::{Redis, ReplicationId};
use crate::store::shard::Shard;
use crate::store::sql::Sql;
use crate::store::{Clock, StoreError};

/// Remembers what this node told its players.
pub trait TakenClaims: Send + Sync {
    /// Who was told that they have a packet.
    fn acknowledged(&self) -> Vec<(AccountId, Claim)>;

    /// Drops what an account was told, if it was this packet.
    fn forget(&self, account: AccountId, lost: Packet);

    /// Drops that the shard is empty: at another replication id of its server it may not be.
    fn forget_sold_out(&self);
}

/// Who has what.
pub(crate) type Claims = Vec<(AccountId, Claim)>;

/// What was told just when every node was losing its line to Redis, and is told again so often.
#[derive(Default)]
pub(crate) struct Voids(pub(crate) tokio::sync::Mutex<VecDeque<(GameId, Vec<Push>, u8)>>);

/// What this node told of one shard.
struct Registered {
    shard: ShardRef,
    until_ms: u64,
    claims: Weak<dyn TakenClaims>,
}

/// Brings a Redis up to date, once for each of its replication ids.
pub struct Recovery {
    pub(crate) redis: Redis,
    pub(crate) sql: Sql,
    pub(crate) clock: Arc<Clock>,
    /// Of each shard, the replication id of its server that was brought up to date last.
    done: Mutex<HashMap<(RainId, Shard), ReplicationId>>,
    /// Of each replication id, whose turn it is: one brings it up to date, and the others wait.
    turns: Mutex<HashMap<ReplicationId, Arc<tokio::sync::Mutex<()>>>>,
    registered: RwLock<Vec<Registered>>,
    pub(crate) voids: Voids,
}

impl Recovery {
    /// For this Redis, from this ledger.
    #[must_use]
    pub fn new(redis: Redis, sql: Sql, clock: Arc<Clock>) -> Arc<Self> {
        Arc::new(Self {
            redis,
            sql,
            clock,
            done: Mutex::default(),
            turns: Mutex::default(),
            registered: RwLock::default(),
            voids: Voids::default(),
        })
    }

    /// Has what is told of a shard put back as well, until this time in ms of Redis time.
    pub(crate) fn watch(&self, shard: ShardRef, until_ms: u64, claims: Weak<dyn TakenClaims>) {
        let mut registered = self.registered.write().unwrap_or_else(PoisonError::into_inner);
        registered.retain(|it| it.claims.strong_count() > 0);
        registered.push(Registered { shard, until_ms, claims });
    }

    /// The replication id at which a shard's Redis was brought up to date last.
    #[must_use]
    pub fn replication_id_of(&self, shard: ShardRef) -> ReplicationId {
        self.done().get(&(shard.rain, shard.shard)).cloned().unwrap_or_default()
    }

    /// Notes that there is nothing to bring back yet of a rain whose first drop is still to come.
    /// What does not answer is brought up to date by the first tap.
    pub(crate) async fn expect(&self, row: &RainRow) {
        let shards: Vec<ShardRef> = row.shards().collect();
        let seen = match self.sql.newest_generations(row.rain).await {
            Ok(seen) => seen,
            Err(error) => {
                tracing::debug!(rain = %row.rain, %error,
                    "failed to read from which servers a rain is settled; the first tap does it");
                return;
            }
        };
        let replication_ids = self.replication_ids(&shards).await.0;
        let mut servers: HashMap<ReplicationId, Vec<ShardRef>> = HashMap::new();
        for (shard, replication_id) in replication_ids {
            servers.entry(replication_id).or_default().push(shard);
        }
        for (replication_id, shards) in servers {
            let raised = match self.raise(row.rain, &shards, &replication_id, &seen).await {
                Ok(raised) => raised,
                Err(error) => {
                    tracing::debug!(rain = %row.rain, %error,
                        "failed to note the server that a rain opens on; the first tap does it");
                    continue;
                }
            };
            // By now packets may fall, and may have been caught before, or another server have had
            // it.
            let is_first = raised.iter().all(|generation| generation.number == 1);
            if is_first && row.window.is_some_and(|(opens_ms, _)| self.clock.now_ms() < opens_ms) {
                let mut done = self.done();
                for shard in shards {
                    done.entry((shard.rain, shard.shard)).or_insert_with(|| replication_id.clone());
                }
            }
        }
    }

    /// Brings a shard's Redis up to date at this replication id, if nobody has; with it every other
    /// shard of the rain that the same server holds. Giving up waiting does not stop what was
    /// begun.
    ///
    /// # Errors
    /// A store failed; no packet may be granted before this has succeeded.
    pub async fn restore(
        self: &Arc<Self>,
        shard: ShardRef,
        replication_id: &ReplicationId,
    ) -> Result<(), StoreError> {
        let turn = self.turn(replication_id).lock_owned().await;
        if self.is_done(shard, replication_id) {
            return Ok(());
        }
        let (this, replication_id) = (Arc::clone(self), replication_id.clone());
        let begun = tokio::spawn(async move {
            let _turn = turn;
            this.bring_rain_back(shard, &replication_id).await
        });
        // The runtime ends, or a bug.
        begun.await.unwrap_or_else(|error| {
            Err(StoreError::Redis(std::io::Error::other(error.to_string()).into()))
        })
    }

    async fn bring_rain_back(
        &self,
        shard: ShardRef,
        replication_id: &ReplicationId,
    ) -> Result<(), StoreError> {
        let Some(row) = self.sql.rain(shard.rain).await? else {
            self.note(&[shard], replication_id);
            return Ok(());
        };
        let others: Vec<ShardRef> = row.shards().filter(|other| *other != shard).collect();
        // What does not answer is away, and not on this server.
        let (replication_ids, _) = self.replication_ids(&others).await;
        let here = replication_ids
            .into_iter()
            .filter(|(_, its)| its == replication_id)
            .map(|(other, _)| other);
        let shards: Vec<ShardRef> = std::iter::once(shard).chain(here).collect();
        self.bring_back(&row, &shards, replication_id).await
    }

    /// Looks whether the servers that hold shards of which this node told something have
    /// other replication ids than when it looked last, and puts back what they lost. One that it
    /// sees first may be quite new.
    ///
    /// # Errors
    /// A store failed, after everything else was done; the next look finds the rest.
    pub async fn restore_rolled_back(&self, now_ms: u64) -> Result<(), StoreError> {
        self.resend_voids().await;
        let shards: Vec<ShardRef> = {
            let mut registered = self.registered.write().unwrap_or_else(PoisonError::into_inner);
            registered.retain(|it| it.claims.strong_count() > 0);
            // Also after its time: receipts of a rain that is not settled are still shown.
            self.done().retain(|(rain, _), _| registered.iter().any(|it| it.shard.rain == *rain));
            registered.iter().filter(|it| now_ms < it.until_ms).map(|it| it.shard).collect()
        };
        self.turns().retain(|_, turn| Arc::strong_count(turn) > 1);
        let (replication_ids, mut failed) = self.replication_ids(&shards).await;
        let mut stale: HashMap<ReplicationId, Vec<ShardRef>> = HashMap::new();
        for (shard, replication_id) in replication_ids {
            if !self.is_done(shard, &replication_id) {
                stale.entry(replication_id).or_default().push(shard);
            }
        }
        let servers = stale.into_iter().map(async |(replication_id, shards)| {
            let _turn = self.turn(&replication_id).lock_owned().await;
            let mut rains: HashMap<RainId, Vec<ShardRef>> = HashMap::new();
            for shard in shards {
                rains.entry(shard.rain).or_default().push(shard);
            }
            for (rain, shards) in rains {
                match self.sql.rain(rain).await? {
                    Some(row) => self.bring_back(&row, &shards, &replication_id).await?,
                    None => self.note(&shards, &replication_id),
                }
            }
            Ok(())
        });
        for restored in join_all(servers).await {
            failed = restored.err().or(failed);
        }
        failed.map_or(Ok(()), Err)
    }

    pub(crate) async fn replication_id(
        &self,
        shard: ShardRef,
    ) -> Result<ReplicationId, StoreError> {
        calls::replication_id_of(&mut self.redis.unpromised(), shard).await
    }

    /// The replication ids of the servers that hold these shards, as far as they answer; and why
    /// one does not.
    async fn replication_ids(
        &self,
        shards: &[ShardRef],
    ) -> (Vec<(ShardRef, ReplicationId)>, Option<StoreError>) {
        let (mut replication_ids, mut failed) = (Vec::with_capacity(shards.len()), None);
        let asked = join_all(shards.iter().map(|shard| self.replication_id(*shard))).await;
        for (shard, replication_id) in shards.iter().zip(asked) {
            match replication_id {
                Ok(replication_id) => replication_ids.push((*shard, replication_id)),
                Err(error) => failed = Some(error),
            }
        }
        (replication_ids, failed)
    }

    fn turn(&self, replication_id: &ReplicationId) -> Arc<tokio::sync::Mutex<()>> {
        Arc::clone(self.turns().entry(replication_id.clone()).or_default())
    }

    fn turns(&self) -> MutexGuard<'_, HashMap<ReplicationId, Arc<tokio::sync::Mutex<()>>>> {
        self.turns.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn done(&self) -> MutexGuard<'_, HashMap<(RainId, Shard), ReplicationId>> {
        self.done.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_done(&self, shard: ShardRef, replication_id: &ReplicationId) -> bool {
        self.done().get(&(shard.rain, shard.shard)).is_some_and(|done| done == replication_id)
    }

    /// Notes that another server took over from the one with this replication id: what it grants is
    /// nobody's.
    pub(crate) fn invalidate(&self, shard: ShardRef, replication_id: &ReplicationId) {
        let mut done = self.done();
        if done.get(&(shard.rain, shard.shard)) == Some(replication_id) {
            done.remove(&(shard.rain, shard.shard));
        }
    }

    fn note(&self, shards: &[ShardRef], replication_id: &ReplicationId) {
        self.done()
            .extend(shards.iter().map(|shard| ((shard.rain, shard.shard), replication_id.clone())));
    }

    /// Puts back what the ledger has and what was told, in this order, in those shards of a rain
    /// for which it was not done at this replication id.
    async fn bring_back(
        &self,
        row: &RainRow,
        shards: &[ShardRef],
        replication_id: &ReplicationId,
    ) -> Result<(), StoreError> {
        let stale: Vec<ShardRef> =
            shards.iter().filter(|shard| !self.is_done(**shard, replication_id)).copied().collect();
        if stale.is_empty() {
            return Ok(());
        }
        let seen = self.sql.newest_generations(row.rain).await?;
        // Whoever was asked before that was read may have been superseded since.
        let (replication_ids, failed) = self.replication_ids(&stale).await;
        if let Some(error) = failed {
            return Err(error);
        }
        if replication_ids.iter().any(|(_, its)| its != replication_id) {
            return Err(StoreError::Changed);
        }
        // Before the ledger is read: nothing that another server granted is settled after it.
        let generations = self.raise(row.rain, &stale, replication_id, &seen).await?;
        // It may have been closed meanwhile, on a server that is gone.
        let row = &RainRow {
            closed: self.sql.end_of(row.rain).await?.closed_ms.is_some(),
            ..row.clone()
        };
        let mut settled: HashMap<u16, Claims> = HashMap::new();
        for claim in self.sql.settled(row.rain).await? {
            let shard = Shard::of_account(claim.0, row.shards);
            settled.entry(shard.number).or_default().push(claim);
        }
        let mut failed = None;
        for (shard, generation) in stale.into_iter().zip(generations) {
            let ledger = settled.remove(&shard.shard.number).unwrap_or_default();
            match self.bring_shard_back(row, shard, &generation, ledger).await {
                Ok(()) => self.note(&[shard], replication_id),
                Err(error) => failed = Some(error),
            }
        }
        failed.map_or(Ok(()), Err)
    }

    async fn bring_shard_back(
        &self,
        row: &RainRow,
        shard: ShardRef,
        generation: &Generation,
        ledger: Claims,
    ) -> Result<(), StoreError> {
        if row.closed {
            // Nobody would settle what it grants now.
            calls::close(&mut self.redis.unpromised(), shard).await?;
        }
        let restored =
            self.follow_ledger(row, (shard, &generation.replication_id), &ledger).await?;
        let mut known = restored.is_some();
        let mut back = restored.unwrap_or_default().len();
        for claims in self.claims_of(shard) {
            let offered = self.offer(row, generation, claims.acknowledged(), row.closed).await?;
            known &= offered.known;
            back += offered.back.len();
            self.void_claims(row, &offered.lost, "its server of Redis lost it, and a node told it")
                .await?;
            claims.forget_sold_out();
        }
        if !known {
            tracing::error!(rain = %row.rain, shard = shard.shard.number,
                "Redis does not know a rain that is open; nothing more is granted in it");
        } else if back > 0 {
            tracing::warn!(rain = %row.rain, shard = shard.shard.number, claims = back,
                "Redis had forgotten claims; put back from the ledger and from what was acknowledged");
        }
        Ok(())
    }

    pub(crate) async fn raise(
        &self,
        rain: RainId,
        shards: &[ShardRef],
        replication_id: &ReplicationId,
        seen: &Newest,
    ) -> Result<Vec<Generation>, StoreError> {
        let shards: Vec<Shard> = shards.iter().map(|shard| shard.shard).collect();
        self.sql.raise_generations(rain, &shards, replication_id, seen, self.clock.now_ms()).await
    }

    pub(crate) fn claims_of(&self, shard: ShardRef) -> Vec<Arc<dyn TakenClaims>> {
        let registered = self.registered.read().unwrap_or_else(PoisonError::into_inner);
        let same = registered.iter().filter(|it| it.shard == shard);
        same.filter_map(|it| it.claims.upgrade()).collect()
    }
}
