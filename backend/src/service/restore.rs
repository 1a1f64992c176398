//! What the ledger knows goes back into a Redis that may have lost its last writes, before it
//! grants another packet.
//!
//! A Redis that starts, or a replica that takes over, has not run `claim.lua` in this life and
//! says so. Whoever hears it puts back what is settled, and what this node told its players, for
//! every rain that may still grant; only then it runs the script. So a packet that was credited, or
//! that this node's players were told they have, is not granted again; one that was granted by
//! another node and lost is refused by the ledger to whoever comes second.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, PoisonError, RwLock, Weak};

use quizrain_shared::ids::AccountId;
use tokio::sync::Mutex;

use crate::store::StoreError;
use crate::store::claim::Claim;
use crate::store::pot::Pot;
use crate::store::redis::Redis;
use crate::store::redis::rain::{self, RainRef, Whose};
use crate::store::sql::Sql;

/// Remembers what this node told its players.
pub trait Memory: Send + Sync {
    /// Who was told that they have a packet.
    fn told(&self) -> Vec<(AccountId, Claim)>;
}

/// Brings a Redis up to date, once in each of its lives.
pub struct Restorer {
    redis: Redis,
    sql: Sql,
    /// The lives that were brought up to date. The lock makes one do it and the others wait.
    done: Mutex<HashSet<String>>,
    /// What this node told, for each pot of the rains that it has at hand.
    told: RwLock<Vec<(RainRef, Weak<dyn Memory>)>>,
}

impl Restorer {
    /// For this Redis, from this ledger.
    #[must_use]
    pub fn new(redis: Redis, sql: Sql) -> Arc<Self> {
        Arc::new(Self { redis, sql, done: Mutex::default(), told: RwLock::default() })
    }

    /// Has what is told of a pot put back as well.
    pub(super) fn watch(&self, rain: RainRef, claims: Weak<dyn Memory>) {
        let mut told = self.told.write().unwrap_or_else(PoisonError::into_inner);
        told.retain(|(_, claims)| claims.strong_count() > 0);
        told.push((rain, claims));
    }

    /// Brings this life of the Redis that has a rain up to date, if nobody has.
    ///
    /// # Errors
    /// A store failed; no packet may be granted before this has succeeded.
    pub async fn restore(&self, rain: RainRef) -> Result<(), StoreError> {
        let mut done = self.done.lock().await;
        let life = self.redis.life(&rain.keys().meta()).await?;
        if done.contains(&life) {
            // Only its scripts were flushed.
            return Ok(());
        }
        let con = &mut self.redis.connection();
        for row in self.sql.unsettled_rains().await?.into_iter().filter(|row| !row.closed) {
            let mut settled: HashMap<u16, Vec<(AccountId, Claim)>> = HashMap::new();
            for claim in self.sql.settled(row.rain).await? {
                let pot = Pot::of_account(claim.0, row.pots);
                settled.entry(pot.number).or_default().push(claim);
            }
            for pot in row.references() {
                let ledger = settled.remove(&pot.pot.number).unwrap_or_default();
                let mut back = rain::restore(con, pot, Whose::Ledger, &ledger).await?;
                for claims in self.claims_of(pot) {
                    let told = rain::restore(con, pot, Whose::Told, &claims.told()).await?;
                    back = back.zip(told).map(|(ledger, told)| ledger + told);
                }
                match back {
                    Some(0) => {}
                    Some(claims) => tracing::warn!(rain = %row.rain, pot = pot.pot.number, claims,
                        "Redis had forgotten claims; put back from the ledger and from what was \
                         told"),
                    None => tracing::error!(rain = %row.rain, pot = pot.pot.number,
                        "Redis does not know a rain that is open; nothing more is granted in it"),
                }
            }
        }
        done.insert(life);
        Ok(())
    }

    fn claims_of(&self, rain: RainRef) -> Vec<Arc<dyn Memory>> {
        let told = self.told.read().unwrap_or_else(PoisonError::into_inner);
        let same = told.iter().filter(|(reference, _)| *reference == rain);
        same.filter_map(|(_, claims)| claims.upgrade()).collect()
    }
}
