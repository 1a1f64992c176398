//! Shards: a rain's packets lie in one shard, or in several, each with its own keys in its own slot
//! of a cluster, so that several servers of Redis grant packets of one rain.
//!
//! Used by both stores, by the use cases and by the audit. Which shard an account and a packet
//! belong to follows from their ids alone and never changes: every node finds the same, and an
//! account that has one shard cannot catch in two.

use quizrain_shared::ids::AccountId;

/// The most shards that a rain has.
pub const MAX_SHARDS: u16 = 256;

/// One of the shards of a rain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shard {
    /// Which one, from 0.
    pub number: u16,
    /// How many the rain has, 1 at least.
    pub of: u16,
}

impl Shard {
    /// The shard of a rain that has one.
    pub const WHOLE: Self = Self { number: 0, of: 1 };

    /// Every shard of a rain that has so many.
    pub fn all(of: u16) -> impl Iterator<Item = Self> + Clone + Send {
        (0..of.max(1)).map(move |number| Self { number, of: of.max(1) })
    }

    /// The shard that an account grabs from, where there are so many.
    #[must_use]
    pub fn of_account(account: AccountId, of: u16) -> Self {
        // Ids are hashes, so any part of one is as good as another; the last eight bytes.
        let last = account.0.iter().skip(8).fold(0, |number, byte| number << 8 | u64::from(*byte));
        Self::at(last, of)
    }

    /// The shard that a packet of the sealed list lies in, where there are so many.
    #[must_use]
    pub fn of_packet(packet: u32, of: u16) -> Self {
        Self::at(u64::from(packet), of)
    }

    /// Deals things out to the shards of a rain that has so many, in order; one list for each
    /// shard.
    pub fn deal<T>(
        of: u16,
        things: impl IntoIterator<Item = T>,
        shard: impl Fn(&T, u16) -> Self,
    ) -> Vec<Vec<T>> {
        let mut dealt: Vec<Vec<T>> = Self::all(of).map(|_| Vec::new()).collect();
        for thing in things {
            if let Some(its) = dealt.get_mut(usize::from(shard(&thing, of).number)) {
                its.push(thing);
            }
        }
        dealt
    }

    fn at(number: u64, of: u16) -> Self {
        let of = of.max(1);
        let number = u16::try_from(number % u64::from(of)).unwrap_or_default();
        Self { number, of }
    }

    /// How many of so many packets lie in it.
    #[must_use]
    pub fn share_of(&self, packets: u32) -> u32 {
        let (number, of) = (u32::from(self.number), u32::from(self.of.max(1)));
        packets / of + u32::from(number < packets % of)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_packet_lies_in_one_shard_and_no_shard_has_two_more_than_another(
            packets in 1_u32..5000,
            of in 1_u16..=MAX_SHARDS,
        ) {
            let mut shards = vec![0_u32; usize::from(of)];
            for packet in 0..packets {
                let shard = Shard::of_packet(packet, of);
                prop_assert_eq!(shard.of, of);
                shards[usize::from(shard.number)] += 1;
            }
            prop_assert!(shards.iter().max().unwrap() - shards.iter().min().unwrap() <= 1);
            let dealt = Shard::deal(of, 0..packets, |packet, of| Shard::of_packet(*packet, of));
            let lengths: Vec<u32> = dealt.iter().map(|its| its.len() as u32).collect();
            prop_assert_eq!(&shards, &lengths);
            prop_assert!(dealt.iter().all(|its| its.is_sorted()));
            let shares: Vec<u32> = Shard::all(of).map(|shard| shard.share_of(packets)).collect();
            prop_assert_eq!(shards, shares);
        }

        #[test]
        fn an_account_has_one_of_the_shards(id in any::<[u8; 16]>(), of in 1_u16..=MAX_SHARDS) {
            let shard = Shard::of_account(AccountId(id), of);
            prop_assert!(Shard::all(of).filter(|one| *one == shard).count() == 1);
            let last = u64::from_be_bytes(id[8..].try_into().unwrap());
            prop_assert_eq!(u64::from(shard.number), last % u64::from(of));
        }
    }

    #[test]
    fn one_shard_is_the_whole_rain() {
        assert_eq!(Shard::all(1).collect::<Vec<_>>(), [Shard::WHOLE]);
        assert_eq!(Shard::of_packet(7, 1), Shard::WHOLE);
        assert_eq!(Shard::of_account(AccountId([0xff; 16]), 1), Shard::WHOLE);
    }
}
