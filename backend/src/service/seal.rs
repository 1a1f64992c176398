//! Sealing a rain: amounts are drawn and committed to before anybody can tap. What is committed to,
//! `quizrain_shared::sealed` says.

use quizrain_shared::allocation::allocate;
use quizrain_shared::ids::{GameId, Incarnation, RainId};
use quizrain_shared::money::Minor;
use quizrain_shared::rain::RainPlan;
use quizrain_shared::sealed::commit;
use quizrain_shared::wire::Refusal;

use super::ServiceError;
use super::random::{Words, random_bytes};
use crate::store::sql::{RainRow, ReceiptKey};

/// Draws the amounts of a rain and seals them.
///
/// # Errors
/// The plan is impossible, or the operating system gives no randomness.
pub fn seal(
    game: GameId,
    ordinal: u32,
    plan: RainPlan,
) -> Result<(RainRow, Vec<Minor>), ServiceError> {
    let mut words = Words::new();
    let amounts = allocate(&plan.bounds, plan.split, || words.next())
        .map_err(|why| Refusal::Plan(why.into()))?;
    words.finish()?;
    let rain = RainId(random_bytes()?);
    let nonce = hex::encode(random_bytes::<32>()?);
    let row = RainRow {
        commitment: commit(rain, &nonce, &plan, &amounts),
        rain,
        game,
        ordinal,
        incarnation: Incarnation(random_bytes()?),
        pots: 1,
        plan,
        seen: None,
        picture_seed: u64::from_le_bytes(random_bytes()?),
        nonce,
        receipt_key: Some(ReceiptKey(random_bytes()?)),
        window: None,
        closed: false,
        payout: false,
    };
    Ok((row, amounts))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quizrain_shared::allocation::{Bounds, Split};
    use quizrain_shared::rain::Eligibility;

    fn plan() -> RainPlan {
        RainPlan {
            currency: "CNY".parse().unwrap(),
            bounds: Bounds { pot: Minor(300), packets: 2, min: Minor(1), max: Minor(299) },
            split: Split::DoubleMean,
            seconds: 10,
            eligibility: Eligibility::ScoreAtLeast(500),
        }
    }

    #[test]
    fn two_rains_of_one_plan_have_nothing_in_common() {
        let (one, amounts) = seal(GameId([0; 8]), 0, plan()).unwrap();
        let (two, _) = seal(GameId([0; 8]), 0, plan()).unwrap();
        assert_eq!(Minor::checked_sum(amounts), Some(Minor(300)));
        assert_ne!(one.nonce, two.nonce);
        assert_ne!(one.picture_seed, two.picture_seed);
        assert_ne!(one.commitment, two.commitment);
    }
}
