//! The finisher of a rain: closes it when nobody else did, finds what the stream lost, tries dead
//! letters again, and finishes the rain once every claim is in the ledger.
//!
//! Finishing comes after the last fail-over, never before it: every shard is closed once more, the
//! generations of their servers are taken (which raises one that took over unseen) and the servers
//! brought up to date; after a fail-over it waits for the grace in which nodes and phones show what
//! was told; streams are read to the end and claims compared with the ledger on the servers of
//! those generations. Then one transaction under the book's lock returns what is left, if every
//! generation is still the newest; otherwise all begins anew.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use quizrain_shared::ids::AccountId;
use tokio_util::sync::CancellationToken;

use crate::batch::{Backoff, pause};
use crate::error::Error;
use crate::failing::fail_at;
use crate::ledger::{Claim, Finished, Generation, RainEnd, RainRow};
use crate::metrics::METRICS;
use crate::rain::calls::{self, Confirmed, scan_claims};
use crate::rain::stream::{lag, put_back, read_claim, takes_nothing};
use crate::settlement::batch::{notify, refute};
use crate::settlement::{Context, one_by_one};
use crate::store::StoreError;
use crate::store::redis::{Connection, ShardKeys};
use crate::store::shard::Shard;

/// How often the finisher checks on its rain.
const CHECK_EVERY: Duration = Duration::from_millis(500);

/// How often claims and ledger are compared while the rain falls, or waits for its host.
const COMPARE_EVERY: Duration = Duration::from_secs(5);

/// A rain whose window ended so long ago and that is still open has lost its game's driver.
const ABANDONED_AFTER_MS: u64 = 10_000;

/// A closed rain that Redis does not know is finished from the ledger alone after so long: a
/// Redis that comes back with it does so sooner.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(10);

/// What a finisher remembers between two checks.
struct FinishState {
    compared: Instant,
    /// Whether the rain was closed at the last check.
    closed: bool,
    /// Claims that were not in the ledger at the last comparison, although nothing waited.
    missing: u64,
    /// Since when Redis has not known the rain.
    unknown_since: Option<Instant>,
    /// How often another server of Redis had taken over one of its shards, and when it was seen
    /// that it happened once more.
    takeovers: u64,
    taken_over: Option<Instant>,
    /// The generations of the shards when what was lost was put back last.
    restored: Vec<Generation>,
}

impl FinishState {
    fn new() -> Self {
        Self {
            compared: Instant::now(),
            closed: false,
            missing: 0,
            unknown_since: None,
            takeovers: 0,
            taken_over: None,
            restored: Vec::new(),
        }
    }

    /// Notes how often another server of Redis has taken over by now.
    fn note(&mut self, takeovers: u64) {
        if takeovers != self.takeovers {
            self.takeovers = takeovers;
            self.taken_over = Some(Instant::now());
        }
    }
}

/// Looks after a rain until it is finished or told to stop.
pub(crate) async fn run(
    context: &Context,
    row: &RainRow,
    grace: Duration,
    stop: &CancellationToken,
) {
    let mut backoff = Backoff::default();
    let mut state = FinishState::new();
    let mut connection = None;
    while !stop.is_cancelled() {
        match step(context, row, &mut connection, (&mut state, grace), stop).await {
            Ok(true) => return,
            Ok(false) => {
                backoff.reset();
                pause(stop, CHECK_EVERY).await;
                // What was found closed is finished without delay: nobody taps it any more.
                if !state.closed {
                    context.rains.rush.over(COMPARE_EVERY, stop).await;
                }
            }
            Err(error) => {
                tracing::warn!(rain = %row.rain, %error, "failed to check on a rain, retrying");
                connection = None;
                backoff.pause(stop).await;
            }
        }
    }
}

/// Does what there is to do; whether the rain is finished.
async fn step(
    context: &Context,
    row: &RainRow,
    connection: &mut Option<Connection>,
    (state, grace): (&mut FinishState, Duration),
    stop: &CancellationToken,
) -> Result<bool, Error> {
    let con = match connection {
        Some(con) => con,
        None => connection.insert(context.redis.slow().await?),
    };
    let end = context.sql.end_of(row.rain).await?;
    let RainEnd { closed_ms, letters, .. } = end;
    state.note(end.takeovers);
    state.closed = closed_ms.is_some();
    if letters {
        let credits = one_by_one::redrive(context, row, stop).await?;
        notify(row, con, &credits).await;
    }
    if closed_ms.is_some() {
        // With a dead letter it cannot be finished; others that were lost need not wait for that.
        if letters && state.compared.elapsed() < COMPARE_EVERY {
            return Ok(false);
        }
        state.compared = Instant::now();
        return finish(context, row, con, (state, grace), stop).await;
    }
    let end_ms = row.window.map_or(u64::MAX, |(_, closes_ms)| closes_ms);
    if context.clock.now_ms() > end_ms.saturating_add(ABANDONED_AFTER_MS) {
        tracing::warn!(rain = %row.rain, "closing a rain that nobody closed");
        context.rains.close(row).await?;
    } else if state.compared.elapsed() >= COMPARE_EVERY {
        state.compared = Instant::now();
        compare(context, row, con, state, stop).await?;
    }
    Ok(false)
}

/// Puts back what the stream lost while the rain still falls: when twice in a row nothing waited
/// and the ledger had fewer claims than Redis.
async fn compare(
    context: &Context,
    row: &RainRow,
    con: &mut Connection,
    state: &mut FinishState,
    stop: &CancellationToken,
) -> Result<(), StoreError> {
    // Redis first: what is caught and settled in between must not seem missing.
    let (mut waiting, mut caught) = (0, 0);
    for shard in ShardKeys::of(row.rain, row.shards) {
        waiting += lag(con, shard).await?;
        caught += u64::from(calls::caught_count(con, shard).await?);
    }
    let sql = &context.sql;
    let letters = sql.dead_letters(row.rain).await?.into_iter();
    let letters: Vec<_> = letters.map(|letter| (letter.account, letter.claim)).collect();
    // One that was refuted may be gone, with the ledger's claim in its place.
    let mut dead_letters = 0;
    for shard in ShardKeys::of(row.rain, row.shards) {
        dead_letters += calls::count_of(con, shard, &letters).await?;
    }
    let settled = sql.settled_count(row.rain).await?;
    let missing = if waiting > 0 { 0 } else { caught.saturating_sub(settled + dead_letters) };
    if missing > 0 && state.missing > 0 {
        let shards: Vec<ShardKeys> = ShardKeys::of(row.rain, row.shards).collect();
        reconcile(context, row, &shards, con, stop).await?;
        state.missing = 0;
    } else {
        state.missing = missing;
    }
    Ok(())
}

/// Puts every claim that shards in Redis have and the ledger has not, one by one compared, back
/// into their streams, where it is counted how often each is tried; whether there was any. Puts
/// back into Redis, too, what only the ledger has: a primary died that had not sent it on. What was
/// put aside is not tried again by the way.
async fn reconcile(
    context: &Context,
    row: &RainRow,
    shards: &[ShardKeys],
    con: &mut Connection,
    stop: &CancellationToken,
) -> Result<bool, StoreError> {
    fail_at!("settler.before_reconcile");
    let sql = &context.sql;
    let dead_letters = sql.dead_letters(row.rain).await?;
    let dead_letters: HashSet<(String, String)> =
        dead_letters.into_iter().map(|letter| (letter.account, letter.claim)).collect();
    let mut settled: HashMap<(AccountId, u32), Claim> = sql
        .settled(row.rain)
        .await?
        .into_iter()
        .map(|(account, claim)| ((account, claim.packet.number), claim))
        .collect();
    let mut missing = false;
    for shard in shards {
        let (mut found, mut lost) = (HashSet::new(), Vec::new());
        let mut cursor = 0;
        loop {
            let (next, fields) = scan_claims(con, *shard, cursor).await?;
            for (account, claim) in fields.into_iter().filter(|field| !dead_letters.contains(field))
            {
                match read_claim(&account, &claim) {
                    Some((who, what)) if settled.contains_key(&(who, what.packet.number)) => {
                        let key = (who, what.packet.number);
                        // Another time is of another replication id: the ledger's goes back.
                        if settled.get(&key) == Some(&what) {
                            found.insert(key);
                        }
                    }
                    Some(claim) => lost.push(claim),
                    None => refute(context, row, &account, &claim, "it cannot be read").await?,
                }
            }
            cursor = next;
            if cursor == 0 {
                break;
            }
        }
        settled.retain(|key, _| !found.contains(key));
        if !lost.is_empty() {
            missing = true;
            stream_again(context, row, *shard, con, lost, stop).await?;
        }
    }
    put_back_settled(context, row, shards, &settled).await?;
    Ok(missing)
}

/// Puts back into Redis what only the ledger has.
async fn put_back_settled(
    context: &Context,
    row: &RainRow,
    shards: &[ShardKeys],
    settled: &HashMap<(AccountId, u32), Claim>,
) -> Result<(), StoreError> {
    for shard in row.shards().filter(|shard| shards.contains(&shard.keys())) {
        let here = |account| Shard::of_account(account, row.shards) == shard.shard;
        let own = settled.iter().filter(|((account, _), _)| here(*account));
        let lost: Vec<(AccountId, Claim)> =
            own.map(|((account, _), claim)| (*account, *claim)).collect();
        let back =
            context.rains.recovery.follow_ledger_at_any_replication_id(row, shard, &lost).await?;
        if back > 0 {
            tracing::warn!(rain = %row.rain, shard = shard.shard.number, claims = back,
                "Redis had lost claims that are in the ledger; put back");
        }
    }
    Ok(())
}

/// Puts claims back into the stream of their shard. Where that takes nothing they are settled at
/// once, each written down before it is tried: one of them may end the program.
async fn stream_again(
    context: &Context,
    row: &RainRow,
    shard: ShardKeys,
    con: &mut Connection,
    mut lost: Vec<(AccountId, Claim)>,
    stop: &CancellationToken,
) -> Result<(), StoreError> {
    // The ledger reads what lies between the packets of a batch.
    lost.sort_unstable_by_key(|(_, claim)| claim.packet.number);
    match put_back(con, shard, &lost).await {
        Err(error) if takes_nothing(&error) => {
            let why = "its stream takes nothing";
            let credits = one_by_one::settle_each(context, row, &lost, 1, why, stop).await?;
            notify(row, con, &credits).await;
        }
        done => done?,
    }
    METRICS.claims_reconciled.inc_by(lost.len() as u64);
    tracing::warn!(rain = %row.rain, shard = shard.shard.number, claims = lost.len(),
        "the stream had lost claims; put back from what was caught");
    Ok(())
}

/// Takes the generations of all shards, and puts back on servers that took over what they lost.
/// `None`: one took over so lately that players, or the nodes that told them, may still show what
/// it lost.
async fn held(
    context: &Context,
    row: &RainRow,
    state: &mut FinishState,
    grace: Duration,
) -> Result<Option<Vec<Generation>>, Error> {
    let generations = context.rains.recovery.bring_up_to_date(row, &state.restored).await?;
    let sql = &context.sql;
    state.note(sql.end_of(row.rain).await?.takeovers);
    let held = state.taken_over.is_some_and(|since| since.elapsed() < grace);
    if held && state.restored != generations {
        tracing::info!(rain = %row.rain, grace_s = grace.as_secs(),
            "another server of Redis took over; holding what was not caught for what players show");
    }
    state.restored.clone_from(&generations);
    Ok((!held).then_some(generations))
}

/// Whether a connection leads to the servers of these generations.
async fn leads_to(
    con: &mut Connection,
    row: &RainRow,
    generations: &[Generation],
) -> Result<bool, StoreError> {
    for generation in generations {
        let shard = row.shard(generation.shard);
        let said = calls::confirm(con, shard, &generation.replication_id, false, &[]).await?;
        if matches!(said, Confirmed::OtherReplication(_)) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Finishes a closed rain when nothing waits any more; whether it is finished.
async fn finish(
    context: &Context,
    row: &RainRow,
    con: &mut Connection,
    (state, grace): (&mut FinishState, Duration),
    stop: &CancellationToken,
) -> Result<bool, Error> {
    // Once more in Redis: one that came back with an older state may have opened the rain again.
    let shut = context.rains.close(row).await?;
    if shut.unknown == 0 {
        state.unknown_since = None;
    } else {
        let since = state.unknown_since.get_or_insert_with(Instant::now);
        if since.elapsed() < FORGOTTEN_AFTER {
            return Ok(false);
        }
        tracing::warn!(rain = %row.rain, shards = shut.unknown,
            "Redis does not know shards of a closed rain; the ledger does");
    }
    let Some(generations) = held(context, row, state, grace).await? else {
        return Ok(false);
    };
    if !leads_to(con, row, &generations).await? {
        return Err(StoreError::Superseded.into());
    }
    for shard in &shut.known {
        if lag(con, *shard).await? > 0 {
            return Ok(false);
        }
    }
    if !shut.known.is_empty() {
        // Nothing is caught any more and nothing waits: what is not in the ledger now was lost on
        // the way, and waits in the stream again.
        if reconcile(context, row, &shut.known, con, stop).await? {
            return Ok(false);
        }
    }
    // What was compared was there, and not on a server that was cut off.
    if !leads_to(con, row, &generations).await? {
        return Err(StoreError::Superseded.into());
    }
    let sql = &context.sql;
    let finished = sql.finish_rain(row.rain, &generations, context.clock.now_ms()).await?;
    let Finished::Done { settled, returned } = finished else {
        return Ok(false);
    };
    tracing::info!(rain = %row.rain, claims = settled, returned_minor = returned.0, "rain settled");
    if let Err(error) = sql.tidy().await {
        tracing::debug!(%error, "failed to checkpoint the database; it does so later");
    }
    Ok(true)
}

/// Returns the pots of rains that were sealed and will never open. One that has to wait, for its
/// Redis, holds up no other.
pub(crate) async fn return_unopened(context: &Context) -> Result<(), Error> {
    for row in context.sql.unopened_rains().await? {
        if let Err(error) = context.rains.return_unopened(&row).await {
            tracing::warn!(rain = %row.rain, %error, "failed to return an unopened rain, retrying");
        }
    }
    Ok(())
}
