//! The keeper of a rain: closes it when nobody else did, finds what the stream lost, tries dead
//! letters again, and finishes the rain once every claim is in the ledger.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use redis::aio::MultiplexedConnection;
use tokio_util::sync::CancellationToken;

use super::alone;
use super::drain::{BATCH, settle_claims, tell};
use crate::failing::fail_at;
use crate::metrics::METRICS;
use crate::service::ServiceError;
use crate::store::StoreError;
use crate::store::redis::rain::{self, scan_claims};
use crate::store::redis::stream::{lag, read_claim};
use crate::store::sql::{Finished, RainRow};
use crate::worker::{Backoff, Context, pause};

/// How often the keeper looks after its rain.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// How often claims and ledger are compared while the rain falls.
const COMPARE_EVERY: Duration = Duration::from_secs(5);

/// A rain whose window ended so long ago and that is still open has lost its game's driver.
const ABANDONED_AFTER_MS: u64 = 10_000;

/// A closed rain that Redis does not know is finished from the ledger alone after so long: a
/// Redis that comes back with it does so sooner.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(10);

/// What a keeper remembers between two looks.
struct Looks {
    compared: Instant,
    /// Claims that were not in the ledger at the last comparison, although nothing waited.
    missing: u64,
    /// Since when Redis has not known the rain.
    unknown_since: Option<Instant>,
}

/// Looks after a rain until it is finished or told to stop.
pub(super) async fn run(context: &Context, row: &RainRow, stop: &CancellationToken) {
    let mut backoff = Backoff::default();
    let mut looks = Looks { compared: Instant::now(), missing: 0, unknown_since: None };
    let mut connection = None;
    while !stop.is_cancelled() {
        match look(context, row, &mut connection, &mut looks, stop).await {
            Ok(true) => return,
            Ok(false) => {
                backoff.reset();
                pause(stop, LOOK_EVERY).await;
            }
            Err(error) => {
                tracing::warn!(rain = %row.rain, %error, "a rain waits to be finished");
                connection = None;
                backoff.pause(stop).await;
            }
        }
    }
}

/// Does what there is to do; whether the rain is finished.
async fn look(
    context: &Context,
    row: &RainRow,
    connection: &mut Option<MultiplexedConnection>,
    looks: &mut Looks,
    stop: &CancellationToken,
) -> Result<bool, ServiceError> {
    let con = match connection {
        Some(con) => con,
        None => connection.insert(context.service.redis().dedicated().await?),
    };
    let credits = alone::redrive(context, row, stop).await?;
    tell(row, con, &credits).await;
    let closed = context.service.sql().rain(row.rain).await?.is_some_and(|row| row.closed);
    if closed {
        return finish(context, row, con, looks, stop).await;
    }
    let end_ms = row.window.map_or(u64::MAX, |(_, closes_ms)| closes_ms);
    if context.service.now_ms() > end_ms.saturating_add(ABANDONED_AFTER_MS) {
        tracing::warn!(rain = %row.rain, "closing a rain that nobody closed");
        context.service.shut(row).await?;
    } else if looks.compared.elapsed() >= COMPARE_EVERY {
        looks.compared = Instant::now();
        compare(context, row, con, looks, stop).await?;
    }
    Ok(false)
}

/// Settles what the stream lost while the rain still falls: when twice in a row nothing waited and
/// the ledger had fewer claims than Redis.
async fn compare(
    context: &Context,
    row: &RainRow,
    con: &mut MultiplexedConnection,
    looks: &mut Looks,
    stop: &CancellationToken,
) -> Result<(), StoreError> {
    // The ledger first: a claim may be caught and settled in between, and must not seem missing.
    let waiting = lag(con, row.rain).await?;
    let caught = u64::from(rain::caught_count(con, row.rain).await?);
    let sql = context.service.sql();
    let aside = sql.dead_letters(row.rain).await?.len() as u64;
    let settled = sql.settled_count(row.rain).await?;
    let missing = if waiting > 0 { 0 } else { caught.saturating_sub(settled + aside) };
    if missing > 0 && looks.missing > 0 {
        reconcile(context, row, con, stop).await?;
        looks.missing = 0;
    } else {
        looks.missing = missing;
    }
    Ok(())
}

/// Settles every claim that Redis has and the ledger has not; how many claims Redis has that are
/// in the ledger now.
async fn reconcile(
    context: &Context,
    row: &RainRow,
    con: &mut MultiplexedConnection,
    stop: &CancellationToken,
) -> Result<u32, StoreError> {
    fail_at!("settler.before_reconcile");
    let sql = context.service.sql();
    let before = sql.settled_count(row.rain).await?;
    // What was put aside is not tried again before the host wants it.
    let aside: HashSet<(String, String)> = sql
        .dead_letters(row.rain)
        .await?
        .into_iter()
        .map(|letter| (letter.account, letter.claim))
        .collect();
    let (mut cursor, mut batch, mut credited) = (0, Vec::new(), HashSet::new());
    loop {
        let (next, fields) = scan_claims(con, row.rain, cursor).await?;
        for field in fields.into_iter().filter(|field| !aside.contains(field)) {
            let (account, claim) = field;
            match read_claim(&account, &claim) {
                Some(claim) => batch.push(claim),
                None => {
                    alone::refute(context, row, &account, &claim, "it cannot be read").await?;
                }
            }
        }
        if batch.len() >= BATCH || next == 0 {
            for claims in batch.chunks(BATCH) {
                let credits = settle_claims(context, row, claims, 1, stop).await?;
                tell(row, con, &credits).await;
                credited.extend(credits.into_iter().map(|credit| credit.caught.packet));
            }
            batch.clear();
        }
        if next == 0 {
            break;
        }
        cursor = next;
    }
    let found = sql.settled_count(row.rain).await?.saturating_sub(before);
    METRICS.reconciled.inc_by(found);
    if found > 0 {
        tracing::warn!(rain = %row.rain, claims = found,
            "the stream had lost claims; settled from what was caught");
    }
    Ok(u32::try_from(credited.len()).unwrap_or(u32::MAX))
}

/// Finishes a closed rain when nothing waits any more; whether it is finished.
async fn finish(
    context: &Context,
    row: &RainRow,
    con: &mut MultiplexedConnection,
    looks: &mut Looks,
    stop: &CancellationToken,
) -> Result<bool, ServiceError> {
    // Once more in Redis: one that came back with an older state may have opened the rain again.
    let Some(caught) = context.service.shut(row).await? else {
        let since = looks.unknown_since.get_or_insert_with(Instant::now);
        if since.elapsed() < FORGOTTEN_AFTER {
            return Ok(false);
        }
        tracing::warn!(rain = %row.rain, "Redis does not know a closed rain; the ledger does");
        return Ok(end(context, row, None).await? == Some(true));
    };
    looks.unknown_since = None;
    if lag(con, row.rain).await? > 0 {
        return Ok(false);
    }
    let mut finished = end(context, row, Some(caught)).await?;
    if finished.is_none() {
        // A host has to look at some; that is no reason for others to wait.
        let sql = context.service.sql();
        let aside = sql.dead_letters(row.rain).await?.len() as u64;
        if u64::from(caught) > sql.settled_count(row.rain).await? + aside {
            reconcile(context, row, con, stop).await?;
        }
    }
    if finished == Some(false) {
        // Closed, the stream is read to its end, and still the counts differ: what the stream
        // lost is in the claims, and what contradicts the ledger does not count.
        let credited = reconcile(context, row, con, stop).await?;
        finished = end(context, row, Some(credited)).await?;
    }
    Ok(finished == Some(true))
}

/// Finishes a rain, if the ledger has as many claims as were caught: `Some(true)`. `Some(false)`:
/// it has not. `None`: a host still has to look at some.
async fn end(
    context: &Context,
    row: &RainRow,
    caught: Option<u32>,
) -> Result<Option<bool>, ServiceError> {
    let sql = context.service.sql();
    match sql.finish_rain(row.rain, caught, context.service.now_ms()).await? {
        Finished::Done { settled, returned } => {
            tracing::info!(rain = %row.rain, claims = settled, returned_minor = returned.0,
                "rain settled");
            if let Err(error) = sql.tidy().await {
                tracing::debug!(%error, "the database was not tidied");
            }
            Ok(Some(true))
        }
        Finished::Unequal { .. } => Ok(Some(false)),
        Finished::NotYet => Ok(None),
    }
}

/// Returns the pots of rains that were sealed and will never open.
pub(super) async fn bury_stillborn(context: &Context) -> Result<(), ServiceError> {
    let sql = context.service.sql();
    for row in sql.stillborn_rains().await? {
        // From here on it cannot be opened: the registry refuses its window.
        context.service.shut(&row).await?;
        sql.finish_rain(row.rain, None, context.service.now_ms()).await?;
        tracing::info!(rain = %row.rain, "a rain that never opened went back to the sponsor");
    }
    Ok(())
}
