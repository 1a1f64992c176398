//! Claims that keep failing: each is tried alone, so that it cannot hold up the others.
//!
//! Before such a claim is tried, it is written down as quarantined. When the attempt ends the whole
//! program, the row is what remains. Whoever finds it tries it a few times more, since programs end
//! for other reasons too; then the claim is not tried again until the host asks for it.

use std::collections::HashMap;

use quizrain_shared::api::DeadLetterState;
use quizrain_shared::ids::AccountId;
use quizrain_shared::wire::PacketState;
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;

use crate::batch::Backoff;
use crate::events::Push;
use crate::ledger::{Claim, DeadLetter, Generation, RainRow};
use crate::metrics::METRICS;
use crate::rain::stream::read_claim;
use crate::settlement::Context;
use crate::settlement::batch::{Batch, settle_once};
use crate::store::StoreError;
use crate::store::shard::Shard;

/// Attempts alone without an outcome after which a claim is to blame.
const TRIES: u64 = 3;

/// A quarantined claim that nobody has tried for so long was left behind by a program that ended.
const LEFT_AFTER_MS: u64 = 30_000;

/// Held by whoever tries a claim alone: should that end the program, no other claim is quarantined.
static TRYING: Mutex<()> = Mutex::const_new(());

/// Settles claims one by one; what was credited. Those that do not settle are dead letters then.
///
/// # Errors
/// The ledger is away and it is told to stop.
pub(crate) async fn settle_each(
    context: &Context,
    row: &RainRow,
    claims: &[(AccountId, Claim)],
    deliveries: u64,
    why: &str,
    stop: &CancellationToken,
) -> Result<Vec<Push>, StoreError> {
    let sql = &context.sql;
    let known: HashMap<(String, String), (DeadLetterState, u64)> = sql
        .dead_letters(row.rain)
        .await?
        .into_iter()
        .map(|letter| ((letter.account, letter.claim), (letter.state, letter.tries)))
        .collect();
    // What is settled already did no harm: only the others are tried alone.
    let settled = sql.are_settled(row.rain, claims).await?;
    let credited = |(account, claim): &(_, Claim)| row.push(*account, claim, PacketState::Credited);
    let there = claims.iter().zip(&settled).filter(|(_, settled)| **settled);
    let mut credits: Vec<Push> = there.map(|(claim, _)| credited(claim)).collect();
    // Taken before anything is settled in it, and once: each batch finds out when it is over.
    let mut generations: HashMap<Shard, Generation> = HashMap::new();
    let open = claims.iter().zip(&settled).filter(|(_, settled)| !**settled);
    for (claim, _) in open {
        let shard = row.shard_for(claim.0);
        let generation = match generations.get(&shard.shard) {
            Some(generation) => generation.clone(),
            None => {
                let taken = context.rains.recovery.generation(shard).await?;
                generations.entry(shard.shard).or_insert(taken).clone()
            }
        };
        let mut letter = DeadLetter {
            account: claim.0.to_string(),
            claim: claim.1.to_string(),
            state: DeadLetterState::Quarantined,
            reason: why.to_owned(),
            deliveries,
            tries: 1,
            at_ms: context.clock.now_ms(),
        };
        match known.get(&(letter.account.clone(), letter.claim.clone())) {
            None | Some((DeadLetterState::Redrive, _)) => {}
            Some((DeadLetterState::Quarantined, tries)) if *tries < TRIES => {
                letter.tries = tries + 1;
            }
            Some((DeadLetterState::Quarantined, _)) => {
                let ended = "it was tried alone, and that ended the program";
                make_dead_letter(context, row, &mut letter, ended).await?;
                continue;
            }
            Some((DeadLetterState::Dead | DeadLetterState::Refuted, _)) => continue,
        }
        credits.extend(settle_one(context, row, *claim, generation, letter, stop).await?);
    }
    Ok(credits)
}

/// Settles a quarantined claim, or gives it up; what was credited.
async fn settle_one(
    context: &Context,
    row: &RainRow,
    claim: (AccountId, Claim),
    generation: Generation,
    mut letter: DeadLetter,
    stop: &CancellationToken,
) -> Result<Vec<Push>, StoreError> {
    let sql = &context.sql;
    let _trying = TRYING.lock().await;
    sql.put_dead_letter(row.rain, &letter).await?;
    let own = (context.clone(), row.clone(), generation, letter.clone());
    let why = match tokio::spawn(try_alone(own, claim, stop.clone())).await {
        Ok(Ok(credited)) => {
            sql.delete_quarantined(row.rain, &letter).await?;
            return Ok(credited);
        }
        Ok(Err(error)) if error.is_away() || matches!(error, StoreError::Superseded) => {
            // That was not the claim's doing.
            letter.tries -= 1;
            sql.put_dead_letter(row.rain, &letter).await?;
            return Err(error);
        }
        Ok(Err(error)) => error.to_string(),
        Err(_) => "settling it panics".to_owned(),
    };
    make_dead_letter(context, row, &mut letter, &why).await?;
    Ok(Vec::new())
}

/// Tries one claim for as long as the ledger is away: otherwise the next start would take the
/// quarantined claim for one that ends the program. Other nodes see that somebody is still trying.
async fn try_alone(
    (context, row, generation, mut letter): (Context, RainRow, Generation, DeadLetter),
    claim: (AccountId, Claim),
    stop: CancellationToken,
) -> Result<Vec<Push>, StoreError> {
    let mut backoff = Backoff::default();
    loop {
        match settle_confirmed(&context, &row, &generation, claim).await {
            Err(error) if error.is_away() && !stop.is_cancelled() => {
                backoff.pause(&stop).await;
                letter.at_ms = context.clock.now_ms();
                if let Err(error) = context.sql.put_dead_letter(row.rain, &letter).await {
                    tracing::debug!(rain = %row.rain, %error, "failed to note that a quarantined claim is being tried");
                }
            }
            other => return other,
        }
    }
}

/// Settles one claim. Where Redis has lost it, it goes back first, or is void.
async fn settle_confirmed(
    context: &Context,
    row: &RainRow,
    generation: &Generation,
    claim: (AccountId, Claim),
) -> Result<Vec<Push>, StoreError> {
    let Batch { mut credits, unconfirmed } =
        settle_once(context, row, generation, &[claim]).await?;
    if !unconfirmed.is_empty() {
        let credited = context.rains.recovery.settle_lost(row, generation, &unconfirmed).await?;
        let push = |(account, claim): &(_, Claim)| row.push(*account, claim, PacketState::Credited);
        credits.extend(credited.iter().map(push));
    }
    Ok(credits)
}

/// Puts a claim aside until the host wants it tried again.
async fn make_dead_letter(
    context: &Context,
    row: &RainRow,
    letter: &mut DeadLetter,
    why: &str,
) -> Result<(), StoreError> {
    letter.state = DeadLetterState::Dead;
    why.clone_into(&mut letter.reason);
    METRICS.dead_letters.inc();
    tracing::error!(rain = %row.rain, account = letter.account, claim = letter.claim,
        reason = why, "a claim is a dead letter; the host can have it tried again");
    context.sql.put_dead_letter(row.rain, letter).await
}

/// Tries again what the host wants tried again, and what a program that ended left untried; what
/// was credited.
pub(crate) async fn redrive(
    context: &Context,
    row: &RainRow,
    stop: &CancellationToken,
) -> Result<Vec<Push>, StoreError> {
    let sql = &context.sql;
    sql.delete_settled_letters(row.rain).await?;
    let letters = sql.dead_letters(row.rain).await?;
    let left_ms = context.clock.now_ms().saturating_sub(LEFT_AFTER_MS);
    let wanted = letters.iter().filter(|letter| match letter.state {
        DeadLetterState::Redrive => true,
        DeadLetterState::Quarantined => letter.at_ms < left_ms,
        DeadLetterState::Dead | DeadLetterState::Refuted => false,
    });
    let claims: Vec<_> =
        wanted.filter_map(|letter| read_claim(&letter.account, &letter.claim)).collect();
    if claims.is_empty() {
        return Ok(Vec::new());
    }
    tracing::info!(rain = %row.rain, claims = claims.len(), "trying dead letters again");
    settle_each(context, row, &claims, 1, "it is being tried again", stop).await
}
