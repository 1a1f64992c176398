//! Sealing a rain: amounts are drawn and committed to before anybody can tap. What they are drawn
//! from, `quizrain_shared::draw` says, and what is committed to, `quizrain_shared::sealed`.

use quizrain_shared::draw::Draw;
use quizrain_shared::ids::{Incarnation, RainId};
use quizrain_shared::money::Minor;
use quizrain_shared::rain::RainPlan;
use quizrain_shared::sealed::commit;
use quizrain_shared::wire::Refusal;

use crate::error::Error;
use crate::ledger::{RainRow, ReceiptKey};
use crate::store::random::random_bytes;

/// Draws the amounts of a rain and seals them: the same amounts for the same draw and plan.
///
/// # Errors
/// The plan is impossible, or the operating system gives no randomness.
pub fn seal(draw: &Draw, plan: RainPlan) -> Result<(RainRow, Vec<Minor>), Error> {
    let amounts =
        draw.amounts(&plan.bounds, &plan.split).map_err(|why| Refusal::Plan(why.into()))?;
    let rain = RainId(random_bytes()?);
    let link = draw.link.reveal();
    let row = RainRow {
        commitment: commit(rain, &link, &plan, &amounts),
        rain,
        game: draw.game,
        ordinal: draw.number.saturating_sub(1),
        incarnation: Incarnation(random_bytes()?),
        shards: 1,
        plan,
        seen: None,
        picture_seed: u64::from_le_bytes(random_bytes()?),
        link,
        entropy: draw.entropy,
        receipt_key: ReceiptKey(random_bytes()?),
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
    use quizrain_shared::ids::{Entropy, GameId, Link};
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

    fn draw() -> Draw {
        let (link, entropy) = (Link([7; 32]), Entropy([8; 32]));
        Draw { game: GameId([0; 8]), number: 1, link, entropy }
    }

    #[test]
    fn a_rain_that_is_sealed_again_has_the_same_amounts() {
        let plan = RainPlan {
            bounds: Bounds { pot: Minor(30_000), packets: 100, min: Minor(1), max: Minor(900) },
            ..plan()
        };
        let (one, amounts) = seal(&draw(), plan.clone()).unwrap();
        let (two, again) = seal(&draw(), plan.clone()).unwrap();
        assert_eq!(amounts, again);
        assert_eq!(Minor::checked_sum(amounts.iter().copied()), Some(Minor(30_000)));
        // It is another rain all the same.
        assert_ne!(one.rain, two.rain);
        assert_ne!(one.picture_seed, two.picture_seed);
        assert_ne!(one.commitment, two.commitment);
        let (_, other) = seal(&Draw { entropy: Entropy([9; 32]), ..draw() }, plan).unwrap();
        assert_ne!(other, amounts);
    }
}
