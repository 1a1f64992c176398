//! A drainer: reads the stream of one shard of a rain and settles what it reads.
//!
//! What was read is settled before anything else is read, however long the ledger is away: so a
//! drainer holds a few thousand claims at most, and the rest waits in Redis.
//!
//! Where there is nothing to read it waits for the next call of this node that grants, or a second.
//!
//! Before it reads it takes the generation of the server that holds the shard. Where another server
//! took over, whatever it holds is dropped, and it reads again from there.

use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::future::OptionFuture;
use quizrain_shared::ids::AccountId;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use crate::batch::{Backoff, pause};
use crate::events::Push;
use crate::failing::{fail_at, linger_at};
use crate::ledger::{Claim, Generation, RainRow};
use crate::metrics::METRICS;
use crate::rain::stream::{
    Entry, From, acknowledge, ensure_group, held, is_broken, read, take_over,
};
use crate::settlement::batch::{Batch, notify, refute, settle_once};
use crate::settlement::{Context, one_by_one};
use crate::store::StoreError;
use crate::store::redis::{Connection, ShardKeys};

/// Stream entries in one read; each holds the claims of one call.
const ENTRIES: usize = 100;

/// Claims in one transaction, so that the database is not locked for long: other writers wait.
const BATCH: usize = 500;

/// From one read of the stream to the next, at least: claims come by the thousand within a second,
/// and one transaction for many of them leaves the machine to those who still tap.
const PACE: Duration = Duration::from_millis(200);

/// So long a grant of this node is waited for where nothing was read: other nodes grant as well.
const IDLE_PACE: Duration = Duration::from_secs(1);

/// Claims that are waited for where many come: twice the claims change few more pages of the ledger, and
/// sync it once. Not a whole transaction, because what comes a little faster would be a second one.
const GATHERED: u32 = 400;

/// Many come where so many do within this time; credits follow within a second or two.
const LONGEST_PACE: Duration = Duration::from_secs(1);

/// In a rush claims wait in the stream so long at most: a verdict is waited for, a credit is not, and the taps
/// of a rain come within a few seconds.
const LONGEST_RUSH: Duration = Duration::from_secs(10);

/// What is settled in a rush, because that lasts longer or had not begun, still comes after taps: after each batch the
/// settler rests so many times as long as the batch took, so that verdicts stay quick.
const RESTS: u32 = 3;

/// The longest such rest.
const LONGEST_REST: Duration = Duration::from_millis(500);

/// An entry that nobody acknowledged for so long is taken over: whoever read it is dead, or waits
/// for a ledger that is away, and then it does no harm.
const DEAD_AFTER: Duration = Duration::from_secs(15);

/// How often a drainer looks for such entries.
const CHECK_EVERY: Duration = Duration::from_secs(5);

/// An entry that was delivered more often than this has ended its readers: its claims are tried
/// alone.
const DELIVERIES: u64 = 5;

/// One of those who settle a shard.
#[derive(Clone)]
pub(crate) struct Drainer {
    pub(crate) context: Context,
    pub(crate) row: RainRow,
    pub(crate) shard: ShardKeys,
    /// Its own name, and the same after a restart.
    pub(crate) consumer: String,
    /// Shared by the drainers of a rain: who has one may write to the ledger.
    pub(crate) turns: Arc<Semaphore>,
    pub(crate) stop: CancellationToken,
}

impl Drainer {
    /// Reads and settles until told to stop.
    pub(crate) async fn run(&self) {
        let (rain, shard) = (self.row.rain, self.shard.shard.number);
        let mut backoff = Backoff::default();
        while !self.stop.is_cancelled() {
            match self.drain(&mut backoff).await {
                Ok(()) => return,
                Err(StoreError::Superseded) => {
                    tracing::info!(%rain, shard, "another server of Redis took over; reading again");
                }
                // What the stream lost is settled from the claims, by the finisher.
                Err(error) if is_broken(&error) => {
                    tracing::debug!(%rain, shard, %error, "the stream cannot be read");
                }
                Err(error) => {
                    tracing::warn!(%rain, shard, %error, "failed to settle a batch, retrying");
                }
            }
            backoff.pause(&self.stop).await;
        }
    }

    /// Reads and settles until something fails. What was read then is pending, and comes again.
    async fn drain(&self, backoff: &mut Backoff) -> Result<(), StoreError> {
        let (shard, consumer) = (self.shard, self.consumer.as_str());
        let con = &mut self.context.redis.slow().await?;
        ensure_group(con, shard).await?;
        let generation =
            &self.context.rains.recovery.generation(self.row.shard(shard.shard)).await?;
        let mut from = From::Pending;
        let mut checked = Instant::now();
        let mut read_at = Instant::now();
        while !self.stop.is_cancelled() {
            fail_at!("settler.before_read");
            let (mut entries, more) = read_batch(con, shard, consumer, from).await?;
            let within = read_at.elapsed();
            read_at = Instant::now();
            let mut again = from == From::Pending;
            if entries.is_empty() && from == From::New && checked.elapsed() >= CHECK_EVERY {
                checked = Instant::now();
                entries = take_over(con, shard, consumer, DEAD_AFTER, ENTRIES).await?;
                again = true;
            }
            if entries.is_empty() && from == From::Pending {
                from = From::New;
                continue;
            }
            fail_at!("settler.after_read");
            let mut times = 1;
            if again {
                (entries, times) = held(con, shard, consumer, entries).await?;
            }
            if !entries.is_empty() {
                linger_at!("settler.holds");
                self.settle(con, generation, &entries, times).await?;
                acknowledge(con, shard, &entries).await?;
                fail_at!("settler.after_acknowledge");
                backoff.reset();
            }
            if !more && from == From::New {
                let since = Instant::now();
                if entries.is_empty() {
                    self.granted().await;
                }
                let claims = entries.iter().map(|entry| entry.claims.len()).sum();
                let waits = pace(claims, within, read_at.elapsed());
                pause(&self.stop, waits).await;
                let most = LONGEST_RUSH.saturating_sub(since.elapsed());
                self.context.rains.rush.over(most, &self.stop).await;
            }
        }
        Ok(())
    }

    /// Waits until this node grants packets of the shard, and not for long: nobody tells of a rain that is not at hand.
    async fn granted(&self) {
        let rain = self.context.rains.cached(self.row.rain);
        let claims = rain.and_then(|rain| rain.claims_of(self.shard.shard));
        let granted = OptionFuture::from(claims.as_ref().map(|claims| claims.granted()));
        tokio::select! {
            Some(()) = granted => {}
            () = pause(&self.stop, IDLE_PACE) => {}
        }
    }

    /// Settles what the stream delivered.
    async fn settle(
        &self,
        con: &mut Connection,
        generation: &Generation,
        entries: &[Entry],
        deliveries: u64,
    ) -> Result<(), StoreError> {
        let Self { context, row, stop, .. } = self;
        for (account, claim) in entries.iter().flat_map(|entry| &entry.unreadable) {
            tracing::error!(rain = %row.rain, account, claim,
                "the stream has a claim that is not ours");
            refute(context, row, account, claim, "it cannot be read").await?;
        }
        let claims: Vec<_> = entries.iter().flat_map(|entry| &entry.claims).copied().collect();
        let mut batches: Vec<_> = claims.chunks(BATCH).collect();
        if deliveries.is_multiple_of(2) {
            // A batch that ends us each time must not hold up those behind it.
            batches.reverse();
        }
        for batch in batches {
            // The semaphore is never closed: without a turn, everybody may write.
            let turn = self.turns.acquire().await.ok();
            let started = Instant::now();
            let credits = settle_claims(context, row, generation, batch, deliveries, stop).await?;
            fail_at!("settler.before_tell");
            notify(row, con, &credits).await;
            if context.rains.rush.is_on() {
                pause(stop, (started.elapsed() * RESTS).min(LONGEST_REST)).await;
            }
            drop(turn);
        }
        fail_at!("settler.before_acknowledge");
        Ok(())
    }
}

/// How long to wait for more: the last read, so long ago, found so many claims that had come within
/// this time.
fn pace(claims: usize, within: Duration, ago: Duration) -> Duration {
    let claims = u32::try_from(claims).unwrap_or(u32::MAX).max(1);
    let gathers = within.saturating_mul(GATHERED) / claims;
    if gathers > LONGEST_PACE { PACE } else { gathers.saturating_sub(ago).max(PACE) }
}

/// Reads until there are claims for a whole transaction, since an entry may hold a single one;
/// what was read, and whether more may wait.
async fn read_batch(
    con: &mut Connection,
    shard: ShardKeys,
    consumer: &str,
    from: From,
) -> Result<(Vec<Entry>, bool), StoreError> {
    let (mut entries, mut claims) = (Vec::new(), 0);
    loop {
        let read = read(con, shard, consumer, from, ENTRIES).await?;
        let more = read.len() == ENTRIES;
        claims += read.iter().map(|entry| entry.claims.len()).sum::<usize>();
        entries.extend(read);
        let enough = claims.max(entries.len()) >= BATCH;
        // What is pending comes again until it is acknowledged.
        if !more || enough || from == From::Pending {
            return Ok((entries, more));
        }
    }
}

/// Settles a batch, however long the ledger is away; what was credited. Claims that do not settle
/// are put aside.
///
/// # Errors
/// Told to stop before the ledger was back, or another server of Redis took over.
async fn settle_claims(
    context: &Context,
    row: &RainRow,
    generation: &Generation,
    claims: &[(AccountId, Claim)],
    deliveries: u64,
    stop: &CancellationToken,
) -> Result<Vec<Push>, StoreError> {
    if deliveries > DELIVERIES {
        let why = format!("it was delivered {deliveries} times");
        return one_by_one::settle_each(context, row, claims, deliveries, &why, stop).await;
    }
    let mut backoff = Backoff::default();
    loop {
        match settle_once(context, row, generation, claims).await {
            // It comes again from the server that took over, if it stands there.
            Err(StoreError::Superseded) => return Err(StoreError::Superseded),
            Err(error) if error.is_away() && !stop.is_cancelled() => {
                METRICS.settlement_retries.inc();
                tracing::warn!(rain = %row.rain, claims = claims.len(), %error,
                    "failed to settle a batch, retrying");
                backoff.pause(stop).await;
            }
            Err(error) if !error.is_away() => {
                tracing::error!(rain = %row.rain, claims = claims.len(), %error,
                    "a batch does not settle; trying its claims one by one");
                let why = error.to_string();
                return one_by_one::settle_each(context, row, claims, deliveries, &why, stop).await;
            }
            other => return other.map(|Batch { credits, .. }| credits),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_a_rush_claims_are_gathered_for_a_transaction_and_otherwise_settled_soon() {
        let (ms, now) = (Duration::from_millis, Duration::ZERO);
        assert_eq!(pace(0, ms(200), now), PACE);
        assert_eq!(pace(79, ms(200), now), PACE, "they do not come within a second");
        assert_eq!(pace(80, ms(200), now), LONGEST_PACE);
        assert_eq!(pace(250, ms(200), now), ms(320));
        assert_eq!(pace(400, ms(320), now), ms(320), "at the same rate it stays");
        assert_eq!(pace(400, ms(320), ms(70)), ms(250), "also where a batch takes its time");
        assert_eq!(pace(400, ms(320), ms(300)), PACE);
        assert_eq!(pace(5000, ms(200), now), PACE);
        assert_eq!(pace(usize::MAX, Duration::MAX, now), PACE);
    }
}
