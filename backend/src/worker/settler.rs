//! The settler: claims become money in the ledger.
//!
//! For each rain: read the stream as a consumer group, commit a batch in one SQL transaction,
//! publish "credited" after the commit, acknowledge once all that was read is committed. Killed
//! anywhere in between, it comes again under the same consumer name, and the ledger's unique keys
//! make it harmless. What the stream lost is found in the claims once the rain is closed.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use quizrain_shared::ids::{AccountId, RainId};
use quizrain_shared::wire::Caught;
use redis::aio::MultiplexedConnection;

use super::Context;
use crate::metrics::METRICS;
use crate::store::StoreError;
use crate::store::claim::Claim;
use crate::store::redis::events::{Credit, publish_credits};
use crate::store::redis::rain;
use crate::store::redis::stream::{Entry, From, acknowledge, ensure_group, lag, read};
use crate::store::sql::{Finished, RainRow, Settled};

/// How often the registry is asked for rains to settle.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// Stream entries in one read; each holds the claims of one call.
const ENTRIES: usize = 100;

/// Claims in one transaction, so that the database is not locked for long: other writers wait.
const BATCH: usize = 500;

/// Credits told at once: their players' sockets are served before the next ones are told, and
/// taps between them.
const TOLD: usize = 100;

/// From one read of the stream to the next: claims come by the thousand within a second, and
/// one transaction for many of them leaves the machine to those who still tap.
const PACE: Duration = Duration::from_millis(200);

/// In a rush, taps come first: after each batch the settler rests so many times as long as the
/// batch took, so that verdicts stay quick, and credits follow seconds later.
const RESTS: u32 = 3;

/// The longest such rest.
const LONGEST_REST: Duration = Duration::from_millis(500);

/// How soon a batch that failed is tried again.
const RETRY: Duration = Duration::from_secs(2);

pub(super) async fn run(context: Context) {
    let busy: Arc<Mutex<HashSet<RainId>>> = Arc::default();
    while !context.stop.is_cancelled() {
        match context.service.sql().unsettled_rains().await {
            Ok(rains) => {
                measure_lag(&context, &rains).await;
                for row in rains {
                    let new = busy.lock().unwrap_or_else(PoisonError::into_inner).insert(row.rain);
                    if new {
                        let (context, busy) = (context.clone(), Arc::clone(&busy));
                        let tasks = context.tasks.clone();
                        tasks.spawn(async move {
                            settle_rain(&context, &row).await;
                            busy.lock().unwrap_or_else(PoisonError::into_inner).remove(&row.rain);
                        });
                    }
                }
            }
            Err(error) => tracing::warn!(%error, "could not look for rains to settle"),
        }
        pause(&context, LOOK_EVERY).await;
    }
}

/// Settles one rain until it is closed and every claim is in the ledger.
async fn settle_rain(context: &Context, row: &RainRow) {
    let mut connection = None;
    let mut from = From::Pending;
    while !context.stop.is_cancelled() {
        match settle_some(context, row, &mut connection, from).await {
            Ok(Progress::Done) => return,
            Ok(Progress::More(next)) => from = next,
            Ok(Progress::Later(next)) => {
                from = next;
                pause(context, PACE).await;
            }
            Err(error) => {
                tracing::warn!(rain = %row.rain, %error, "claims wait for the ledger");
                // A connection of unknown state is not used again, and what it read is pending.
                connection = None;
                from = From::Pending;
                pause(context, RETRY).await;
            }
        }
    }
}

/// Notes how many stream entries wait. Where Redis does not tell, the last number stays.
async fn measure_lag(context: &Context, rains: &[RainRow]) {
    let mut sum = 0;
    for row in rains {
        match lag(&mut context.service.redis().connection(), row.rain).await {
            Ok(entries) => sum += entries,
            Err(_) => return,
        }
    }
    METRICS.stream_lag.set(sum);
}

async fn pause(context: &Context, time: Duration) {
    tokio::select! {
        () = context.stop.cancelled() => {}
        () = tokio::time::sleep(time) => {}
    }
}

enum Progress {
    /// Read on from here, there is more.
    More(From),
    /// Read on from here, once there is something.
    Later(From),
    /// Nothing is left to settle.
    Done,
}

/// Settles one batch.
async fn settle_some(
    context: &Context,
    row: &RainRow,
    connection: &mut Option<MultiplexedConnection>,
    from: From,
) -> Result<Progress, StoreError> {
    let con = match connection {
        Some(con) => con,
        None => {
            let mut con = context.service.redis().dedicated().await?;
            ensure_group(&mut con, row.rain).await?;
            connection.insert(con)
        }
    };
    let sql = context.service.sql();
    // Asked before the stream is read: when it was closed then and nothing is left to read now,
    // every claim there will ever be has been delivered.
    let closed = sql.rain(row.rain).await?.is_some_and(|row| row.closed);
    let entries = read(con, row.rain, from, ENTRIES).await?;
    if !entries.is_empty() {
        settle_batch(context, row, con, &entries).await?;
        let more = entries.len() == ENTRIES;
        return Ok(if more { Progress::More(from) } else { Progress::Later(from) });
    }
    if from == From::Pending {
        return Ok(Progress::More(From::New));
    }
    if !closed {
        return Ok(Progress::Later(from));
    }
    let caught = rain::caught_count(con, row.rain).await?;
    if !finish(context, row, caught).await? {
        // Closed, the stream is read to its end, and still the ledger has fewer: what the stream
        // lost is in the claims.
        tracing::warn!(rain = %row.rain, "the stream lost claims; settling them from what was caught");
        let claims = rain::claims(con, row.rain).await?;
        for batch in claims.chunks(BATCH) {
            let credits = settle_claims(context, row, batch).await?;
            tell(row, con, &credits).await;
        }
        if !finish(context, row, caught).await? {
            return Err(StoreError::Unreadable {
                place: "a closed rain",
                what: "claims that the ledger does not take".to_owned(),
            });
        }
    }
    tracing::info!(rain = %row.rain, claims = caught, "rain settled");
    if let Err(error) = sql.tidy().await {
        tracing::debug!(%error, "the database was not tidied");
    }
    Ok(Progress::Done)
}

/// Returns what nobody caught, if the ledger has as many claims as were caught.
async fn finish(context: &Context, row: &RainRow, caught: u32) -> Result<bool, StoreError> {
    let now_ms = context.service.now_ms();
    let finished = context.service.sql().finish_rain(row.rain, Some(caught), now_ms).await?;
    Ok(matches!(finished, Finished::Done { .. }))
}

/// Settles what the stream delivered, and acknowledges it after the commit.
async fn settle_batch(
    context: &Context,
    row: &RainRow,
    con: &mut MultiplexedConnection,
    entries: &[Entry],
) -> Result<(), StoreError> {
    let unreadable: usize = entries.iter().map(|entry| entry.unreadable).sum();
    if unreadable > 0 {
        tracing::error!(rain = %row.rain, claims = unreadable, "the stream has claims that are not ours");
    }
    let claims: Vec<_> = entries.iter().flat_map(|entry| &entry.claims).copied().collect();
    for batch in claims.chunks(BATCH) {
        let started = Instant::now();
        let credits = settle_claims(context, row, batch).await?;
        tell(row, con, &credits).await;
        if context.service.is_rush() {
            pause(context, (started.elapsed() * RESTS).min(LONGEST_REST)).await;
        }
    }
    acknowledge(con, row.rain, entries).await
}

/// Settles claims; what was credited.
async fn settle_claims(
    context: &Context,
    row: &RainRow,
    claims: &[(AccountId, Claim)],
) -> Result<Vec<Credit>, StoreError> {
    let (currency, now_ms) = (row.plan.currency, context.service.now_ms());
    let settled = context.service.sql().settle(row.rain, currency, claims, now_ms).await?;
    let mut credits = Vec::with_capacity(claims.len());
    for ((account, claim), settled) in claims.iter().zip(settled) {
        let (packet, amount) = (claim.packet.number, claim.packet.amount);
        match settled {
            Settled::Credited => {
                METRICS.credited.inc();
                METRICS.credit_took(now_ms.saturating_sub(claim.at_ms));
                let caught = Caught { rain: row.rain, packet, amount, currency, credited: true };
                credits.push(Credit { account: *account, caught });
            }
            Settled::Contradicts => {
                tracing::error!(rain = %row.rain, %account, packet, amount_minor = amount.0,
                    "a claim contradicts the ledger; not credited");
            }
        }
    }
    Ok(credits)
}

/// Tells players of their credits. The money is in the ledger; should the news be lost, every
/// snapshot has it.
async fn tell(row: &RainRow, con: &mut MultiplexedConnection, credits: &[Credit]) {
    for credits in credits.chunks(TOLD) {
        if let Err(error) = publish_credits(con, row.game, credits).await {
            tracing::warn!(rain = %row.rain, %error, "players were not told of their credits");
            return;
        }
    }
}
