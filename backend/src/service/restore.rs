//! What the ledger knows goes back into a Redis that may have lost its last writes, before it
//! grants another packet; and whoever was told of a packet that is lost for good hears so.
//!
//! A Redis that starts, or a replica that takes over, has not run `claim.lua` in this life and
//! says so. Whoever hears it puts back what is settled, and what this node told its players, for
//! every rain that is not settled; only then it runs the script. Other nodes do not hear it: each
//! looks every second whether the server that holds a pot lives another life, and then puts back
//! what it told. So a packet that was credited, or that players were told they have, is not granted
//! again, but for one that goes to somebody else before its node has looked: then its player is
//! told that it is void, and this node forgets it.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock, Weak};

use quizrain_shared::ids::{AccountId, GameId, RainId};
use quizrain_shared::wire::PacketState;
use tokio::sync::Mutex;

use crate::metrics::METRICS;
use crate::store::StoreError;
use crate::store::claim::{Claim, Packet};
use crate::store::pot::Pot;
use crate::store::redis::Redis;
use crate::store::redis::events::{Push, push, push_again};
use crate::store::redis::rain::{self, CHUNK, RainRef, Restored, Whose};
use crate::store::sql::{RainRow, Settled, Sql};

/// Claims in one transaction where the ledger alone decides.
const BATCH: usize = 500;

/// At how many looks a void packet is told again: nodes listen anew within a second or two.
const TOLD_AGAIN: u8 = 3;

/// Remembers what this node told its players.
pub trait Memory: Send + Sync {
    /// Who was told that they have a packet.
    fn told(&self) -> Vec<(AccountId, Claim)>;

    /// Drops what an account was told, if it was this packet.
    fn forget(&self, account: AccountId, lost: Packet);
}

/// Who has what.
type Claims = Vec<(AccountId, Claim)>;

/// What this node told of one pot.
struct Told {
    pot: RainRef,
    until_ms: u64,
    claims: Weak<dyn Memory>,
}

/// Players whose packets are void, and how often they are to be told so again.
struct Voids {
    game: GameId,
    pushes: Vec<Push>,
    times: u8,
}

/// Brings a Redis up to date, once in each of its lives.
pub struct Restorer {
    redis: Redis,
    sql: Sql,
    /// Of each pot, the life of its server that was brought up to date last. The lock makes one do
    /// it, and the others wait.
    lives: Mutex<HashMap<(RainId, Pot), String>>,
    told: RwLock<Vec<Told>>,
    /// What was told just when every node was losing its line to Redis, and is told again.
    voids: Mutex<Vec<Voids>>,
}

impl Restorer {
    /// For this Redis, from this ledger.
    #[must_use]
    pub fn new(redis: Redis, sql: Sql) -> Arc<Self> {
        Arc::new(Self {
            redis,
            sql,
            lives: Mutex::default(),
            told: RwLock::default(),
            voids: Mutex::default(),
        })
    }

    /// Has what is told of a pot put back as well, until this time in ms of Redis time.
    pub(super) fn watch(&self, pot: RainRef, until_ms: u64, claims: Weak<dyn Memory>) {
        let mut told = self.told.write().unwrap_or_else(PoisonError::into_inner);
        told.retain(|told| told.claims.strong_count() > 0);
        told.push(Told { pot, until_ms, claims });
    }

    /// Brings this life of a pot's Redis up to date, if nobody has; with it every other pot that the
    /// same server holds, since it says only once that it is new.
    ///
    /// # Errors
    /// A store failed; no packet may be granted before this has succeeded.
    pub async fn restore(&self, pot: RainRef) -> Result<(), StoreError> {
        let mut lives = self.lives.lock().await;
        let life = self.life(pot).await?;
        if lives.get(&(pot.rain, pot.pot)) == Some(&life) {
            // Only its scripts were flushed.
            return Ok(());
        }
        let mut rows = self.sql.unsettled_rains().await?;
        rows.retain(|row| !row.closed || row.rain == pot.rain);
        for row in &rows {
            let mut stale = Vec::new();
            for pot in row.references() {
                let same = self.life(pot).await? == life;
                if same && lives.get(&(pot.rain, pot.pot)) != Some(&life) {
                    stale.push(pot);
                }
            }
            self.bring_back(row, &stale).await?;
            lives.extend(stale.iter().map(|pot| ((pot.rain, pot.pot), life.clone())));
        }
        lives.insert((pot.rain, pot.pot), life);
        Ok(())
    }

    /// Looks whether the servers that hold pots of which this node told something live other lives
    /// than when it looked last, and puts back what they lost. A life that it sees first may have
    /// begun just before.
    ///
    /// # Errors
    /// A store failed; the next look finds the rest.
    pub async fn look(&self, now_ms: u64) -> Result<(), StoreError> {
        self.tell_again().await?;
        let pots: Vec<RainRef> = {
            let mut told = self.told.write().unwrap_or_else(PoisonError::into_inner);
            told.retain(|told| told.claims.strong_count() > 0);
            told.iter().filter(|told| now_ms < told.until_ms).map(|told| told.pot).collect()
        };
        let mut lives = self.lives.lock().await;
        lives.retain(|(rain, _), _| pots.iter().any(|pot| pot.rain == *rain));
        let mut stale: HashMap<RainId, Vec<(RainRef, String)>> = HashMap::new();
        for pot in pots {
            let life = self.life(pot).await?;
            if lives.get(&(pot.rain, pot.pot)) != Some(&life) {
                stale.entry(pot.rain).or_default().push((pot, life));
            }
        }
        for (rain, pots) in stale {
            if let Some(row) = self.sql.rain(rain).await? {
                let stale: Vec<RainRef> = pots.iter().map(|(pot, _)| *pot).collect();
                self.bring_back(&row, &stale).await?;
            }
            lives.extend(pots.into_iter().map(|(pot, life)| ((pot.rain, pot.pot), life)));
        }
        Ok(())
    }

    async fn tell_again(&self) -> Result<(), StoreError> {
        let mut voids = self.voids.lock().await;
        for void in voids.iter_mut() {
            push_again(&mut self.redis.connection(), void.game, &void.pushes).await?;
            void.times -= 1;
        }
        voids.retain(|void| void.times > 0);
        Ok(())
    }

    async fn life(&self, pot: RainRef) -> Result<String, StoreError> {
        self.redis.life(&pot.keys().meta()).await
    }

    /// Puts back what the ledger has and what was told, in this order, in some pots of a rain.
    async fn bring_back(&self, row: &RainRow, pots: &[RainRef]) -> Result<(), StoreError> {
        if pots.is_empty() {
            return Ok(());
        }
        let con = &mut self.redis.connection();
        let mut settled: HashMap<u16, Vec<(AccountId, Claim)>> = HashMap::new();
        for claim in self.sql.settled(row.rain).await? {
            let pot = Pot::of_account(claim.0, row.pots);
            settled.entry(pot.number).or_default().push(claim);
        }
        for pot in pots {
            let ledger = settled.remove(&pot.pot.number).unwrap_or_default();
            let mut back = count(rain::restore(con, *pot, Whose::Ledger, &ledger).await?);
            for claims in self.claims_of(*pot) {
                let told = claims.told();
                let restored = if row.closed {
                    Restored::Closed
                } else {
                    rain::restore(con, *pot, Whose::Told, &told).await?
                };
                let (lost, put) = if let Restored::Back(_) = restored {
                    (self.not_there(*pot, &told).await?, restored)
                } else {
                    // Nothing is caught any more, or nobody can catch: the ledger decides, and
                    // Redis follows it.
                    let (kept, lost) = self.settle(row, told).await?;
                    (lost, rain::restore(con, *pot, Whose::Ledger, &kept).await?)
                };
                back = back.zip(count(put)).map(|(ledger, told)| ledger + told);
                self.give_up(row, &*claims, &lost).await;
            }
            match back {
                Some(0) => {}
                Some(claims) => tracing::warn!(rain = %row.rain, pot = pot.pot.number, claims,
                    "Redis had forgotten claims; put back from the ledger and from what was told"),
                None => tracing::error!(rain = %row.rain, pot = pot.pot.number,
                    "Redis does not know a rain that is open; nothing more is granted in it"),
            }
        }
        Ok(())
    }

    fn claims_of(&self, pot: RainRef) -> Vec<Arc<dyn Memory>> {
        let told = self.told.read().unwrap_or_else(PoisonError::into_inner);
        let same = told.iter().filter(|told| told.pot == pot);
        same.filter_map(|told| told.claims.upgrade()).collect()
    }

    /// Claims that Redis does not have although they were to be put back.
    async fn not_there(
        &self,
        pot: RainRef,
        told: &[(AccountId, Claim)],
    ) -> Result<Vec<(AccountId, Claim)>, StoreError> {
        let con = &mut self.redis.connection();
        let mut lost = Vec::new();
        for part in told.chunks(CHUNK) {
            let accounts: Vec<AccountId> = part.iter().map(|(account, _)| *account).collect();
            let found = rain::claims_of(con, pot.keys(), &accounts).await?;
            let differs = |found: &Option<Claim>, claim: &Claim| {
                found.is_none_or(|found| found.packet != claim.packet)
            };
            let pairs = part.iter().zip(&found);
            lost.extend(
                pairs.filter(|(told, found)| differs(found, &told.1)).map(|(told, _)| *told),
            );
        }
        Ok(lost)
    }

    /// Settles claims: those that are settled now, and those that contradict the ledger.
    async fn settle(&self, row: &RainRow, told: Claims) -> Result<(Claims, Claims), StoreError> {
        let (mut kept, mut lost) = (Vec::new(), Vec::new());
        let now_ms = self.redis.time_ms().await?;
        for part in told.chunks(BATCH) {
            let settled = self.sql.settle(row.rain, row.plan.currency, part, now_ms).await?;
            for (claim, settled) in part.iter().zip(settled) {
                match settled {
                    Settled::Credited => kept.push(*claim),
                    Settled::Contradicts => lost.push(*claim),
                }
            }
        }
        Ok((kept, lost))
    }

    /// Tells players that their packets are void.
    async fn give_up(&self, row: &RainRow, memory: &dyn Memory, lost: &[(AccountId, Claim)]) {
        if lost.is_empty() {
            return;
        }
        METRICS.voids.inc_by(lost.len() as u64);
        tracing::error!(rain = %row.rain, claims = lost.len(),
            "Redis lost claims, and their packets are somebody else's by now; told as void");
        for (account, claim) in lost {
            memory.forget(*account, claim.packet);
        }
        let void = |(account, claim): &(_, Claim)| row.push(*account, claim, PacketState::Void);
        let voids: Vec<Push> = lost.iter().map(void).collect();
        if let Err(error) = push(&mut self.redis.connection(), row.game, &voids).await {
            tracing::warn!(rain = %row.rain, %error, "players are told later of void packets");
        }
        let again = Voids { game: row.game, pushes: voids, times: TOLD_AGAIN };
        self.voids.lock().await.push(again);
    }
}

/// How many claims came back; `None` where Redis does not know the rain.
fn count(restored: Restored) -> Option<u32> {
    match restored {
        Restored::Back(claims) => Some(claims),
        Restored::Closed | Restored::Unknown => None,
    }
}
