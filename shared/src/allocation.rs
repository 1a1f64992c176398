//! Allocation: cuts a pot into packets before the rain.
//!
//! The sum of the packets is the pot to the minor unit, and each packet is within its bounds.
//! Amounts are drawn from the caller's random source and come out shuffled, so that the order in
//! which packets are caught favours nobody.

use serde::{Deserialize, Serialize};

use crate::money::Minor;
use crate::prizes::{MAX_PRIZES, Prizes};

/// Most packets in one rain.
pub const MAX_PACKETS: u32 = 1_000_000;

/// How the pot is cut.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Split {
    /// Each packet is drawn evenly from the smallest amount to twice the mean of what is left,
    /// the rule of well-known chat red packets: every packet has the same expected amount.
    DoubleMean,
    /// All packets are equal; where the pot does not divide, some get one minor unit more.
    Equal,
    /// What is left of the pot after the smallest amounts is a line that is cut at points drawn
    /// evenly on it: many small packets and a few large ones. Pieces between ordered uniform points
    /// (the broken stick; Pyke, *Spacings*, J. R. Stat. Soc. B 27, 1965) all have the same expected
    /// length. What a piece has above the largest amount is laid evenly over those with room for it.
    LineCutting,
    /// A share for each player who may catch when the rain opens, all equal; where the pot does not
    /// divide, some get one minor unit more. What a plan says of packets and bounds does not count.
    Shares,
    /// A fixed packet for each of the first places when the rain opens, which no other player can
    /// catch. What a plan says of packets and bounds does not count.
    Prizes(Prizes),
}

/// Pot, number of packets and bounds of each packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Bounds {
    /// The whole pot.
    pub pot: Minor,
    /// How many packets.
    pub packets: u32,
    /// The smallest packet, 1 at least.
    pub min: Minor,
    /// The largest packet.
    pub max: Minor,
}

/// Why a pot cannot be cut as asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Impossible {
    /// No packet, or more than [`MAX_PACKETS`].
    #[error("a rain has 1 to {MAX_PACKETS} packets")]
    PacketCount,
    /// The smallest packet must be worth something.
    #[error("the smallest packet must be at least one minor unit")]
    MinTooSmall,
    /// The bounds are the wrong way round.
    #[error("the largest packet is smaller than the smallest")]
    MaxBelowMin,
    /// Even the smallest packets cost more than the pot.
    #[error("the pot is too small for this many packets")]
    PotTooSmall,
    /// Even the largest packets do not use up the pot, or it is more than [`Minor::MAX`].
    #[error(
        "the pot is too large for this many packets of this size, or for any: {max} minor units are the most",
        max = Minor::MAX
    )]
    PotTooLarge,
    /// The prizes are too many, or none, or not in order, or another sum.
    #[error(
        "there are 1 to {MAX_PRIZES} prizes, each worth something and none more than the one before \
         it, and the pot is all of them"
    )]
    Prizes,
}

impl Bounds {
    /// One packet with the whole pot in it: for a plan whose packets nobody knows yet.
    #[must_use]
    pub fn of_any(pot: Minor) -> Self {
        Self { pot, packets: 1, min: Minor(1), max: Minor(pot.0.max(1)) }
    }

    /// Checks that some allocation exists.
    ///
    /// # Errors
    /// The first reason why none does.
    pub fn check(&self) -> Result<(), Impossible> {
        let [pot, min, max] = [self.pot, self.min, self.max].map(|amount| i128::from(amount.0));
        let packets = i128::from(self.packets);
        if !(1..=MAX_PACKETS).contains(&self.packets) {
            Err(Impossible::PacketCount)
        } else if min < 1 {
            Err(Impossible::MinTooSmall)
        } else if max < min {
            Err(Impossible::MaxBelowMin)
        } else if pot < packets * min {
            Err(Impossible::PotTooSmall)
        } else if pot > packets * max || self.pot > Minor::MAX {
            Err(Impossible::PotTooLarge)
        } else {
            Ok(())
        }
    }
}

/// Cuts the pot. `random` gives 64 fresh random bits at each call.
///
/// # Errors
/// [`Impossible`] where no allocation within the bounds exists; nothing is drawn then.
pub fn allocate(
    bounds: &Bounds,
    split: &Split,
    mut random: impl FnMut() -> u64,
) -> Result<Vec<Minor>, Impossible> {
    bounds.check()?;
    let mut amounts = match split {
        Split::DoubleMean => double_mean(bounds, &mut random),
        Split::Equal | Split::Shares => equal(bounds),
        Split::LineCutting => line_cutting(bounds, &mut random),
        // In order, and nothing is left to chance.
        Split::Prizes(prizes) => return given(bounds, prizes),
    };
    for i in (1..amounts.len()).rev() {
        // An index fits u64, and a value up to `i` fits usize.
        amounts.swap(i, up_to(i as u64, &mut random) as usize);
    }
    Ok(amounts)
}

/// The packets of prizes, where they are those of these bounds.
fn given(bounds: &Bounds, prizes: &Prizes) -> Result<Vec<Minor>, Impossible> {
    let packets = prizes.packets().ok_or(Impossible::Prizes)?;
    let fits = u32::try_from(packets.len()) == Ok(bounds.packets)
        && Minor::checked_sum(packets.iter().copied()) == Some(bounds.pot)
        && packets.iter().all(|amount| (bounds.min..=bounds.max).contains(amount));
    if fits { Ok(packets) } else { Err(Impossible::Prizes) }
}

fn equal(bounds: &Bounds) -> Vec<Minor> {
    let packets = i64::from(bounds.packets);
    let (share, rest) = (bounds.pot.0 / packets, bounds.pot.0 % packets);
    (0..packets).map(|i| Minor(share + i64::from(i < rest))).collect()
}

fn double_mean(bounds: &Bounds, random: &mut impl FnMut() -> u64) -> Vec<Minor> {
    let mut left = i128::from(bounds.pot.0);
    let [min, max] = [bounds.min, bounds.max].map(|amount| i128::from(amount.0));
    (0..i128::from(bounds.packets))
        .rev()
        .map(|others| {
            // What the others must and can still take bounds this packet from both sides.
            let low = min.max(left - others * max);
            let high = max.min(left - others * min);
            let twice_mean = 2 * left / (others + 1) - min;
            let high = if others == 0 { high } else { high.min(twice_mean.max(low)) };
            let span = u64::try_from(high - low).unwrap_or(0);
            let amount = low + i128::from(up_to(span, random));
            left -= amount;
            // Between min and max, which are i64.
            Minor(amount as i64)
        })
        .collect()
}

/// Every step is taken once for each packet: no bounds make it draw again.
fn line_cutting(bounds: &Bounds, random: &mut impl FnMut() -> u64) -> Vec<Minor> {
    let Bounds { pot, packets, min, max } = *bounds;
    let line = pot.0 - i64::from(packets) * min.0;
    let most = max.0 - min.0;
    // From 0 to the line, which is not below 0 and fits i64.
    let mut ends: Vec<i64> =
        (1..packets).map(|_| up_to(line.unsigned_abs(), random) as i64).collect();
    ends.push(line);
    ends.sort_unstable();
    let mut before = 0;
    let mut pieces: Vec<i64> =
        ends.into_iter().map(|end| end - std::mem::replace(&mut before, end)).collect();
    pieces.sort_unstable_by_key(|piece| std::cmp::Reverse(*piece));
    let mut over: i64 = pieces.iter().map(|piece| (piece - most).max(0)).sum();
    // The fullest first: whoever has less room than an even part of what is over leaves the others
    // more, and they have it.
    pieces
        .into_iter()
        .zip((1..=i64::from(packets)).rev())
        .map(|(piece, takers)| {
            let piece = piece.min(most);
            let more = (most - piece).min(over / takers);
            over -= more;
            Minor(min.0 + piece + more)
        })
        .collect()
}

/// A whole number from 0 to `limit`, each equally likely (values that would favour some are
/// drawn again).
fn up_to(limit: u64, random: &mut impl FnMut() -> u64) -> u64 {
    let Some(count) = limit.checked_add(1) else {
        return random();
    };
    let fair = u64::MAX - u64::MAX % count;
    loop {
        let bits = random();
        if bits < fair {
            return bits % count;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// `SplitMix64` (Steele, Lea, Flood 2014): enough randomness for tests, replayable by seed.
    fn splitmix(mut state: u64) -> impl FnMut() -> u64 {
        move || {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = state;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        }
    }

    fn bounds(pot: i64, packets: u32, min: i64, max: i64) -> Bounds {
        Bounds { pot: Minor(pot), packets, min: Minor(min), max: Minor(max) }
    }

    #[test]
    fn the_impossible_is_refused() {
        for (bounds, why) in [
            (bounds(100, 0, 1, 100), Impossible::PacketCount),
            (bounds(100, MAX_PACKETS + 1, 1, 100), Impossible::PacketCount),
            (bounds(100, 10, 0, 100), Impossible::MinTooSmall),
            (bounds(100, 10, -5, 100), Impossible::MinTooSmall),
            (bounds(100, 10, 5, 4), Impossible::MaxBelowMin),
            (bounds(9, 10, 1, 100), Impossible::PotTooSmall),
            (bounds(-1, 1, 1, 1), Impossible::PotTooSmall),
            (bounds(101, 10, 1, 10), Impossible::PotTooLarge),
            (bounds(Minor::MAX.0 + 1, 10, 1, i64::MAX), Impossible::PotTooLarge),
            (bounds(i64::MAX, 10, 1, i64::MAX), Impossible::PotTooLarge),
        ] {
            assert_eq!(bounds.check(), Err(why), "{bounds:?}");
        }
    }

    #[test]
    fn equal_packets_differ_by_one_minor_unit_at_most() {
        let amounts = allocate(&bounds(100, 18, 1, 100), &Split::Equal, splitmix(1)).unwrap();
        assert_eq!(Minor::checked_sum(amounts.iter().copied()), Some(Minor(100)));
        assert!(amounts.iter().all(|amount| (5..=6).contains(&amount.0)));
    }

    #[test]
    fn every_position_has_the_same_expected_amount() {
        let (packets, pot, rains) = (10, 10_000, 20_000_i64);
        for (split, largest) in
            [(Split::DoubleMean, pot), (Split::LineCutting, pot), (Split::LineCutting, 1500)]
        {
            let mut random = splitmix(7);
            let mut totals = vec![0; packets as usize];
            for _ in 0..rains {
                let rain = allocate(&bounds(pot, packets, 1, largest), &split, &mut random);
                for (total, amount) in totals.iter_mut().zip(rain.unwrap()) {
                    *total += amount.0;
                }
            }
            for total in totals {
                let mean = total / rains;
                assert!((970..=1030).contains(&mean), "{split:?}: {mean}");
            }
        }
    }

    /// A piece of a line cut at n - 1 points is longer than a part t of it with the probability
    /// (1 - t)^(n - 1).
    #[test]
    fn cut_lines_have_the_lengths_of_a_broken_stick() {
        let (packets, pot, rains) = (10, 1_000_010, 5000);
        let mut random = splitmix(3);
        let mut longer = [0_u32; 3];
        let parts = [0.05, 0.1, 0.3];
        for _ in 0..rains {
            let rain = allocate(&bounds(pot, packets, 1, pot), &Split::LineCutting, &mut random);
            for amount in rain.unwrap() {
                for (count, part) in longer.iter_mut().zip(parts) {
                    *count += u32::from((amount.0 - 1) as f64 > part * 1_000_000.0);
                }
            }
        }
        for (count, part) in longer.into_iter().zip(parts) {
            let found = f64::from(count) / f64::from(rains * 10);
            let expected = (1.0_f64 - part).powi(9);
            assert!((found - expected).abs() < 0.01, "{part}: {found}, not {expected}");
        }
    }

    #[test]
    fn a_million_packets_are_cut_at_once_however_tight_their_bounds() {
        for largest in [1000, 101, 100] {
            let bounds = bounds(100_000_000, MAX_PACKETS, 1, largest);
            let amounts = allocate(&bounds, &Split::LineCutting, splitmix(1)).unwrap();
            assert_eq!(Minor::checked_sum(amounts.iter().copied()), Some(bounds.pot));
            assert!(amounts.iter().all(|amount| (1..=largest).contains(&amount.0)));
        }
    }

    /// Pots near every edge: tight bounds, one packet, huge amounts, and nonsense.
    fn any_bounds() -> impl Strategy<Value = Bounds> {
        let amount = prop_oneof![-2i64..50, 1i64..1_000_000, any::<i64>()];
        (1u32..60, amount.clone(), amount.clone(), amount, any::<bool>()).prop_map(
            |(packets, pot, min, max, fit)| {
                let (min, max) = if fit { (min.min(max), min.max(max)) } else { (min, max) };
                let pot = if fit {
                    let low = i128::from(min) * i128::from(packets);
                    let high = i128::from(max) * i128::from(packets);
                    let span = (high - low + 1).max(1);
                    i64::try_from(low + i128::from(pot).rem_euclid(span)).unwrap_or(pot)
                } else {
                    pot
                };
                bounds(pot, packets, min, max)
            },
        )
    }

    fn any_split() -> impl Strategy<Value = Split> {
        prop::sample::select(vec![
            Split::DoubleMean,
            Split::Equal,
            Split::LineCutting,
            Split::Shares,
        ])
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1_000_000))]
        #[test]
        fn packets_add_up_to_the_pot_within_bounds(
            bounds in any_bounds(), seed in any::<u64>(), split in any_split(),
        ) {
            match allocate(&bounds, &split, splitmix(seed)) {
                Ok(amounts) => {
                    prop_assert_eq!(bounds.check(), Ok(()));
                    prop_assert_eq!(amounts.len(), bounds.packets as usize);
                    prop_assert_eq!(Minor::checked_sum(amounts.iter().copied()), Some(bounds.pot));
                    prop_assert!(amounts.iter().all(|a| (bounds.min..=bounds.max).contains(a)));
                }
                Err(why) => prop_assert_eq!(bounds.check(), Err(why)),
            }
        }
    }
}
