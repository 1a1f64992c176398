//! One batch of claims: into the ledger in one transaction, and told to whoever caught them.

use quizrain_shared::ids::AccountId;
use quizrain_shared::wire::Caught;

use crate::metrics::METRICS;
use crate::store::StoreError;
use crate::store::claim::Claim;
use crate::store::redis::Connection;
use crate::store::redis::events::{Credit, publish_credits};
use crate::store::sql::{DeadLetter, DeadState, RainRow, Settled};
use crate::worker::Context;

/// Credits told at once: their players' sockets are served before the next ones are told, and
/// taps between them.
const TOLD: usize = 100;

/// Settles a batch in one transaction; what was credited. What contradicts the ledger is put
/// aside.
pub(super) async fn settle_once(
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
                let (account, claim) = (account.to_string(), claim.to_string());
                let why = "it contradicts the sealed list or what is settled";
                refute(context, row, &account, &claim, why).await?;
            }
        }
    }
    Ok(credits)
}

/// Tells players of their credits. The money is in the ledger; should the news be lost, every
/// snapshot has it.
pub(super) async fn tell(row: &RainRow, con: &mut Connection, credits: &[Credit]) {
    for credits in credits.chunks(TOLD) {
        if let Err(error) = publish_credits(con, row.game, credits).await {
            tracing::warn!(rain = %row.rain, %error, "players were not told of their credits");
            return;
        }
    }
}

/// Notes a claim that cannot be anybody's: it holds no packet, and nothing waits for it.
pub(super) async fn refute(
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
        state: DeadState::Refuted,
        reason: why.to_owned(),
        deliveries: 1,
        tries: 0,
        at_ms: context.service.now_ms(),
    };
    context.service.sql().put_dead_letter(row.rain, &letter).await
}
