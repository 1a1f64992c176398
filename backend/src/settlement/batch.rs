//! One batch of claims: into the ledger in one transaction, and told to whoever caught them.

use quizrain_shared::api::DeadLetterState;
use quizrain_shared::ids::AccountId;
use quizrain_shared::wire::PacketState;
use redis::aio::ConnectionLike;

use crate::events::{Push, push};
use crate::ledger::{Claim, DeadLetter, Generation, RainRow, Settled};
use crate::metrics::METRICS;
use crate::settlement::Context;
use crate::store::StoreError;

/// What became of a batch.
pub(crate) struct Batch {
    pub(crate) credits: Vec<Push>,
    /// These do not stand on the server that the rain is settled from, and were left alone.
    pub(crate) unconfirmed: Vec<(AccountId, Claim)>,
}

/// Settles those claims of a batch that stand on the server of this generation, in one transaction.
/// What contradicts the ledger is put aside.
///
/// # Errors
/// [`StoreError::Superseded`]: another server took over since the generation was taken.
#[tracing::instrument(name = "batch", skip_all, fields(shard = generation.shard.number, claims = claims.len()))]
pub(crate) async fn settle_once(
    context: &Context,
    row: &RainRow,
    generation: &Generation,
    claims: &[(AccountId, Claim)],
) -> Result<Batch, StoreError> {
    let (claims, unconfirmed) = context.rains.recovery.confirm(row, generation, claims).await?;
    let (currency, now_ms) = (row.plan.currency, context.clock.now_ms());
    let settled = context.sql.settle(generation, currency, &claims, now_ms).await?;
    let (mut credits, mut voids) = (Vec::with_capacity(claims.len()), Vec::new());
    for ((account, claim), settled) in claims.iter().zip(settled) {
        let (packet, amount) = (claim.packet.number, claim.packet.amount);
        match settled {
            Settled::Credited => {
                METRICS.claims_credited.inc();
                METRICS.settlement_took(now_ms.saturating_sub(claim.at_ms));
                credits.push(row.push(*account, claim, PacketState::Credited));
            }
            Settled::Contradicts => {
                tracing::error!(rain = %row.rain, %account, packet, amount_minor = amount.0,
                    "a claim contradicts the ledger; not credited");
                let why = "it contradicts the sealed list or what is settled";
                refute(context, row, &account.to_string(), &claim.to_string(), why).await?;
                voids.push(row.push(*account, claim, PacketState::Void));
            }
        }
    }
    if !voids.is_empty() {
        let sent = notify(row, &mut context.redis.connection(), &voids).await;
        METRICS.packets_voided.inc_by(sent.map_or(voids.len() as u64, u64::from));
    }
    Ok(Batch { credits, unconfirmed })
}

/// Tells players what became of their packets. The money is in the ledger; should the news be
/// lost, every snapshot has it. How many pieces of news were new; `None`: nobody knows.
pub(crate) async fn notify(
    row: &RainRow,
    con: &mut impl ConnectionLike,
    pushes: &[Push],
) -> Option<u32> {
    push(con, row.game, pushes)
        .await
        .inspect_err(|error| {
            tracing::warn!(rain = %row.rain, %error,
                "failed to send players their updates; pages have them after reconnecting");
        })
        .ok()
}

/// Notes a claim that cannot be anybody's: it holds no packet, and nothing waits for it.
pub(crate) async fn refute(
    context: &Context,
    row: &RainRow,
    account: &str,
    claim: &str,
    why: &str,
) -> Result<(), StoreError> {
    METRICS.dead_letters.inc();
    let letter = DeadLetter {
        account: account.to_owned(),
        claim: claim.to_owned(),
        state: DeadLetterState::Refuted,
        reason: why.to_owned(),
        deliveries: 1,
        tries: 0,
        at_ms: context.clock.now_ms(),
    };
    context.sql.put_dead_letter(row.rain, &letter).await
}
