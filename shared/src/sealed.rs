//! The sealed list of a rain, by which anybody can check that nobody was favoured.
//!
//! Amounts and their order are settled before anybody can tap, and players see a hash of them, the
//! commitment. Once the rain is settled the list itself is shown, and whoever has seen the
//! commitment can tell that nothing was changed. The server writes the list and the page reads it.
//! It is UTF-8, one item a line, each line ended by a line feed:
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
//! Amounts are in minor units. Who may: the least score, 0 for everyone; or `top` and the percent of
//! the best, such as `top30`.

use std::fmt::Write;

use sha2::{Digest, Sha256};

use crate::allocation::Split;
use crate::ids::{Commitment, RainId};
use crate::money::Minor;
use crate::rain::{Eligibility, RainPlan};

const VERSION: &str = "quizrain.v1.rain";

/// The list as text.
#[must_use]
pub fn write(rain: RainId, nonce: &str, plan: &RainPlan, amounts: &[Minor]) -> String {
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
        "{VERSION}\n{nonce}\n{rain} {} {} {} {} {} {split} {} {who}\n",
        plan.currency, bounds.pot, bounds.packets, bounds.min, bounds.max, plan.seconds,
    );
    for amount in amounts {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{amount}");
    }
    text
}

/// The SHA-256 of a list.
#[must_use]
pub fn commitment_of(text: &str) -> Commitment {
    Commitment(Sha256::digest(text).into())
}

/// What players are shown of a list before the rain.
#[must_use]
pub fn commit(rain: RainId, nonce: &str, plan: &RainPlan, amounts: &[Minor]) -> Commitment {
    commitment_of(&write(rain, nonce, plan, amounts))
}

/// What can be said of one packet by a list that a server has shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The list is the one that was promised, and the packet is on it.
    Kept {
        /// How many packets the rain had.
        packets: u32,
    },
    /// The packet is on the list, and nobody here saw what was promised.
    Unseen {
        /// How many packets the rain had.
        packets: u32,
        /// The commitment that this list belongs to, to compare with one that was seen.
        commitment: Commitment,
    },
    /// The list is not the one that was promised, or the packet is not on it.
    Broken,
}

/// Holds a packet against a list, and the list against the commitment that was seen before it.
#[must_use]
pub fn prove(
    text: &str,
    promised: Option<Commitment>,
    rain: RainId,
    packet: u32,
    amount: Minor,
) -> Proof {
    let commitment = commitment_of(text);
    match listed(text, rain, packet, amount) {
        Some(packets) if promised == Some(commitment) => Proof::Kept { packets },
        Some(packets) if promised.is_none() => Proof::Unseen { packets, commitment },
        _ => Proof::Broken,
    }
}

/// How many packets a list of this rain has, if it adds up and this packet is on it.
fn listed(text: &str, rain: RainId, packet: u32, amount: Minor) -> Option<u32> {
    let mut lines = text.lines();
    if lines.next()? != VERSION {
        return None;
    }
    let _nonce = lines.next()?;
    let mut rules = lines.next()?.split(' ');
    let of: RainId = rules.next()?.parse().ok()?;
    let _currency = rules.next()?;
    let pot: i64 = rules.next()?.parse().ok()?;
    let packets: u32 = rules.next()?.parse().ok()?;
    let amounts = lines.map(|line| line.parse().map(Minor)).collect::<Result<Vec<_>, _>>().ok()?;
    let whole = u32::try_from(amounts.len()) == Ok(packets)
        && Minor::checked_sum(amounts.iter().copied()) == Some(Minor(pot));
    let own = amounts.get(usize::try_from(packet).ok()?);
    (of == rain && whole && own == Some(&amount)).then_some(packets)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::allocation::Bounds;

    const RAIN: RainId = RainId([0xab; 8]);

    fn plan() -> RainPlan {
        RainPlan {
            currency: "CNY".parse().unwrap(),
            bounds: Bounds { pot: Minor(300), packets: 2, min: Minor(1), max: Minor(299) },
            split: Split::DoubleMean,
            seconds: 10,
            eligibility: Eligibility::ScoreAtLeast(500),
        }
    }

    fn list() -> String {
        write(RAIN, &"00".repeat(32), &plan(), &[Minor(100), Minor(200)])
    }

    #[test]
    fn the_text_is_the_documented_one() {
        let nonce = "00".repeat(32);
        let expected = format!(
            "quizrain.v1.rain\n{nonce}\nabababababababab CNY 300 2 1 299 double_mean 10 500\n100\n200\n"
        );
        assert_eq!(list(), expected);
        let top = RainPlan { eligibility: Eligibility::TopShare(30), ..plan() };
        let expected = format!(
            "quizrain.v1.rain\n{nonce}\nabababababababab CNY 300 2 1 299 double_mean 10 top30\n300\n"
        );
        assert_eq!(write(RAIN, &nonce, &top, &[Minor(300)]), expected);
        // By another program: printf '…' | sha256sum.
        assert_eq!(
            commitment_of(&list()).to_string(),
            "7b9195d76c809105690297a3161528151b905942b4d8abff976dc437a408fcc6"
        );
    }

    #[test]
    fn a_kept_promise_is_told_from_a_broken_one() {
        let (list, promised) = (list(), Some(commitment_of(&list())));
        let packet = |number, amount| prove(&list, promised, RAIN, number, Minor(amount));
        assert_eq!(packet(0, 100), Proof::Kept { packets: 2 });
        assert_eq!(packet(1, 200), Proof::Kept { packets: 2 });
        assert_eq!(packet(1, 201), Proof::Broken);
        assert_eq!(packet(2, 200), Proof::Broken);
        let other = RainId([1; 8]);
        assert_eq!(prove(&list, promised, other, 0, Minor(100)), Proof::Broken);
        // Another order is another list, although this packet is on both.
        let moved = write(RAIN, &"00".repeat(32), &plan(), &[Minor(100), Minor(150), Minor(50)]);
        assert_eq!(prove(&moved, promised, RAIN, 0, Minor(100)), Proof::Broken);
        let again = write(RAIN, &"01".repeat(32), &plan(), &[Minor(100), Minor(200)]);
        assert_eq!(prove(&again, promised, RAIN, 0, Minor(100)), Proof::Broken);
    }

    #[test]
    fn without_a_promise_the_seal_is_there_to_compare() {
        let unseen = prove(&list(), None, RAIN, 0, Minor(100));
        assert_eq!(unseen, Proof::Unseen { packets: 2, commitment: commitment_of(&list()) });
        assert_eq!(prove(&list(), None, RAIN, 0, Minor(200)), Proof::Broken);
    }

    #[test]
    fn a_list_that_does_not_add_up_proves_nothing() {
        let good = list();
        for text in [
            String::new(),
            "quizrain.v1.rain\n".to_owned(),
            good.replace("quizrain.v1", "quizrain.v9"),
            good.replace(" 300 ", " 301 "),
            good.replace(" 2 1 ", " 3 1 "),
            good.replace("\n200\n", "\n200\n0\n"),
            good.replace("\n200\n", "\n2OO\n"),
            good.replace("\n200\n", "\n9223372036854775807\n"),
        ] {
            assert_ne!(text, good);
            assert_eq!(
                prove(&text, Some(commitment_of(&text)), RAIN, 0, Minor(100)),
                Proof::Broken
            );
        }
    }
}
