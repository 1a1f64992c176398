//! Sealing a rain: amounts are drawn and committed to before anybody can tap.
//!
//! Players see the commitment first; the nonce and the list follow after the close, so that
//! anyone can check that nobody was favoured. The committed text is UTF-8, one item a line, each
//! line ended by a line feed:
//!
//! ```text
//! quizrain.v1.rain
//! <nonce, 64 hex digits>
//! <rain id> <currency> <pot> <packets> <min> <max> <split> <seconds> <who may>
//! <amount of packet 0>
//! <amount of packet 1>
//! …
//! ```
//!
//! Who may: the least score, 0 for everyone; or `top` and the percent of the best, such as `top30`.

use std::fmt::Write;

use quizrain_shared::allocation::{Split, allocate};
use quizrain_shared::ids::{Commitment, GameId, Incarnation, RainId};
use quizrain_shared::money::Minor;
use quizrain_shared::rain::{Eligibility, RainPlan};
use quizrain_shared::wire::Refusal;
use sha2::{Digest, Sha256};

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
        picture_seed: u64::from_le_bytes(random_bytes()?),
        nonce,
        receipt_key: Some(ReceiptKey(random_bytes()?)),
        window: None,
        closed: false,
        payout: false,
    };
    Ok((row, amounts))
}

/// The hash of the text above: what players are shown before the rain.
#[must_use]
pub fn commit(rain: RainId, nonce: &str, plan: &RainPlan, amounts: &[Minor]) -> Commitment {
    let split = match plan.split {
        Split::DoubleMean => "double_mean",
        Split::Equal => "equal",
    };
    let who = match plan.eligibility {
        Eligibility::Everyone => "0".to_owned(),
        Eligibility::ScoreAtLeast(score) => score.to_string(),
        Eligibility::TopShare(percent) => format!("top{percent}"),
    };
    let bounds = &plan.bounds;
    let mut text = format!(
        "quizrain.v1.rain\n{nonce}\n{rain} {} {} {} {} {} {split} {} {who}\n",
        plan.currency, bounds.pot, bounds.packets, bounds.min, bounds.max, plan.seconds,
    );
    for amount in amounts {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{amount}");
    }
    Commitment(Sha256::digest(text).into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use quizrain_shared::allocation::Bounds;

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
    fn the_commitment_is_the_hash_of_the_documented_text() {
        let nonce = "00".repeat(32);
        let rain = RainId([0xab; 8]);
        let text = format!(
            "quizrain.v1.rain\n{nonce}\nabababababababab CNY 300 2 1 299 double_mean 10 500\n100\n200\n"
        );
        let committed = commit(rain, &nonce, &plan(), &[Minor(100), Minor(200)]);
        assert_eq!(committed, Commitment(Sha256::digest(text).into()));
        let top = RainPlan { eligibility: Eligibility::TopShare(30), ..plan() };
        let text = format!(
            "quizrain.v1.rain\n{nonce}\nabababababababab CNY 300 2 1 299 double_mean 10 top30\n300\n"
        );
        let committed_top = commit(rain, &nonce, &top, &[Minor(300)]);
        assert_eq!(committed_top, Commitment(Sha256::digest(text).into()));
        // Another order is another commitment.
        assert_ne!(committed, commit(rain, &nonce, &plan(), &[Minor(200), Minor(100)]));
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
