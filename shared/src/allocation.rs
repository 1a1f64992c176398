//! Allocation: cuts a pot into packets before the rain.
//!
//! The sum of the packets is the pot to the minor unit, and each packet is within its bounds.
//! Amounts are drawn from the caller's random source and come out shuffled, so that the order in
//! which packets are caught favours nobody.

use serde::{Deserialize, Serialize};

use crate::money::Minor;

/// Most packets in one rain.
pub const MAX_PACKETS: u32 = 1_000_000;

/// How the pot is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Split {
    /// Each packet is drawn evenly from the smallest amount to twice the mean of what is left,
    /// the rule of well-known chat red packets: every packet has the same expected amount.
    DoubleMean,
    /// All packets are equal; where the pot does not divide, some get one minor unit more.
    Equal,
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
}

impl Bounds {
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
    split: Split,
    mut random: impl FnMut() -> u64,
) -> Result<Vec<Minor>, Impossible> {
    bounds.check()?;
    let mut amounts = match split {
        Split::DoubleMean => double_mean(bounds, &mut random),
        Split::Equal => equal(bounds),
    };
    for i in (1..amounts.len()).rev() {
        // An index fits u64, and a value up to `i` fits usize.
        amounts.swap(i, up_to(i as u64, &mut random) as usize);
    }
    Ok(amounts)
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
        let amounts = allocate(&bounds(100, 18, 1, 100), Split::Equal, splitmix(1)).unwrap();
        assert_eq!(Minor::checked_sum(amounts.iter().copied()), Some(Minor(100)));
        assert!(amounts.iter().all(|amount| (5..=6).contains(&amount.0)));
    }

    #[test]
    fn every_position_has_the_same_expected_amount() {
        let (packets, pot, rains) = (10, 10_000, 20_000_i64);
        let mut random = splitmix(7);
        let mut totals = vec![0; packets as usize];
        for _ in 0..rains {
            let rain = allocate(&bounds(pot, packets, 1, pot), Split::DoubleMean, &mut random);
            for (total, amount) in totals.iter_mut().zip(rain.unwrap()) {
                *total += amount.0;
            }
        }
        for total in totals {
            let mean = total / rains;
            assert!((970..=1030).contains(&mean), "{mean}");
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

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1_000_000))]
        #[test]
        fn packets_add_up_to_the_pot_within_bounds(
            bounds in any_bounds(), seed in any::<u64>(), equal in any::<bool>(),
        ) {
            let split = if equal { Split::Equal } else { Split::DoubleMean };
            match allocate(&bounds, split, splitmix(seed)) {
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
