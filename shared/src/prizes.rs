//! Prizes: fixed amounts for the first places of a quiz, shared where players stand equal.
//!
//! Places are ranks, and equal ranks take the places behind them too: after two first comes the
//! third. Whoever has a place has a packet of their own; a prize of a place that nobody has is a
//! packet that nobody may catch.

use serde::{Deserialize, Serialize};

use crate::allocation::MAX_PACKETS;
use crate::money::Minor;

/// Most prizes in one rain.
pub const MAX_PRIZES: usize = 3;

/// What the first places bring.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Prizes {
    /// What each place brings in minor units, the first place first.
    pub amounts: Vec<Minor>,
    /// How many players had each of these places when the rain opened; what a plan says does not
    /// count, and may be left out.
    #[serde(default)]
    pub players: Vec<u32>,
}

impl Prizes {
    /// Prizes that are still to be given.
    #[must_use]
    pub fn of(amounts: Vec<Minor>) -> Self {
        Self { amounts, players: Vec::new() }
    }

    /// The last place that has a prize.
    #[must_use]
    pub fn last_place(&self) -> u32 {
        u32::try_from(self.amounts.len()).unwrap_or(u32::MAX)
    }

    /// Whether there are 1 to [`MAX_PRIZES`], each is worth something, and none is more than the one
    /// before it.
    #[must_use]
    pub fn are_valid(&self) -> bool {
        (1..=MAX_PRIZES).contains(&self.amounts.len())
            && self.amounts.iter().all(|amount| amount.0 >= 1)
            && self.amounts.windows(2).all(|pair| pair[0] >= pair[1])
    }

    /// All of them together; `None` where that is no amount.
    #[must_use]
    pub fn pot(&self) -> Option<Minor> {
        Minor::checked_sum(self.amounts.iter().copied())
    }

    /// The packets: those of players by their places, and in one place in the order of their seats;
    /// then the prizes of places that nobody has. Who stand equal share the prizes of the places that
    /// they take; where those do not divide, the first of them get one minor unit more. `None` where
    /// somebody would have nothing, or the places are no places.
    #[must_use]
    pub fn packets(&self) -> Option<Vec<Minor>> {
        let count = self.players.iter().try_fold(0_u32, |sum, more| sum.checked_add(*more))?;
        if !self.are_valid() || self.players.len() != self.amounts.len() || count > MAX_PACKETS {
            return None;
        }
        let (mut packets, mut nobodys) = (Vec::new(), Vec::new());
        let mut given = 0;
        for (place, &players) in self.players.iter().enumerate() {
            if players == 0 {
                nobodys.extend((place >= given).then(|| self.amounts[place]));
                continue;
            }
            if place < given {
                return None;
            }
            // Three at most, and a count of packets is one of an array.
            given = place.saturating_add(players as usize).min(self.amounts.len());
            let prize = Minor::checked_sum(self.amounts[place..given].iter().copied())?;
            let (share, rest) = (prize.0 / i64::from(players), prize.0 % i64::from(players));
            if share < 1 {
                return None;
            }
            packets.extend((0..i64::from(players)).map(|n| Minor(share + i64::from(n < rest))));
        }
        packets.extend(nobodys);
        Some(packets)
    }

    /// The place that a packet is for, from 1; `None` where nobody has it.
    #[must_use]
    pub fn place_of(&self, packet: u32) -> Option<u32> {
        let mut before = 0_u32;
        (1..).zip(&self.players).find_map(|(place, players)| {
            before = before.saturating_add(*players);
            (packet < before).then_some(place)
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn packets(amounts: &[i64], players: &[u32]) -> Option<Vec<i64>> {
        let amounts = amounts.iter().copied().map(Minor).collect();
        let packets = Prizes { amounts, players: players.to_vec() }.packets()?;
        Some(packets.into_iter().map(|amount| amount.0).collect())
    }

    #[test]
    fn each_place_has_its_prize() {
        assert_eq!(packets(&[100, 50, 20], &[1, 1, 1]), Some(vec![100, 50, 20]));
        assert_eq!(packets(&[7], &[1]), Some(vec![7]));
    }

    #[test]
    fn who_stand_equal_share_the_prizes_of_their_places() {
        assert_eq!(packets(&[100, 50, 20], &[2, 0, 1]), Some(vec![75, 75, 20]));
        assert_eq!(packets(&[100, 51, 20], &[2, 0, 1]), Some(vec![76, 75, 20]));
        assert_eq!(packets(&[100, 50, 20], &[1, 2, 0]), Some(vec![100, 35, 35]));
        assert_eq!(packets(&[100, 50, 20], &[3, 0, 0]), Some(vec![57, 57, 56]));
        // Beyond the last prize too.
        assert_eq!(packets(&[100, 50, 20], &[4, 0, 0]), Some(vec![43, 43, 42, 42]));
        assert_eq!(packets(&[100, 50, 20], &[1, 1, 3]), Some(vec![100, 50, 7, 7, 6]));
        assert_eq!(packets(&[9], &[2]), Some(vec![5, 4]));
    }

    #[test]
    fn a_place_that_nobody_has_leaves_its_prize_over() {
        assert_eq!(packets(&[100, 50, 20], &[1, 1, 0]), Some(vec![100, 50, 20]));
        assert_eq!(packets(&[100, 50, 20], &[0, 1, 1]), Some(vec![50, 20, 100]));
        assert_eq!(packets(&[100, 50, 20], &[2, 0, 0]), Some(vec![75, 75, 20]));
        // One of two who were first was sent away.
        assert_eq!(packets(&[100, 50, 20], &[1, 0, 1]), Some(vec![100, 20, 50]));
        assert_eq!(packets(&[100, 50], &[0, 0]), Some(vec![100, 50]));
    }

    #[test]
    fn what_cannot_be_shared_is_not() {
        for (amounts, players) in [
            (&[2, 1][..], &[4, 0][..]),
            (&[100, 50, 1], &[1, 1, 2]),
            (&[100, 50, 20], &[2, 1, 0]),
            (&[100, 50, 20], &[1, 1]),
            (&[100, 50, 20], &[]),
            (&[50, 100], &[1, 1]),
            (&[50, 0], &[1, 1]),
            (&[-1], &[1]),
            (&[], &[]),
            (&[4, 3, 2, 1], &[1, 1, 1, 1]),
            (&[i64::MAX, i64::MAX], &[2, 0]),
            (&[i64::MAX], &[u32::MAX]),
            (&[i64::MAX, 1], &[u32::MAX, u32::MAX]),
        ] {
            assert_eq!(packets(amounts, players), None, "{amounts:?} {players:?}");
        }
    }

    #[test]
    fn a_packet_has_the_place_of_its_player() {
        let prizes = Prizes { amounts: Vec::new(), players: vec![2, 0, 1] };
        let places: Vec<_> = (0..5).map(|packet| prizes.place_of(packet)).collect();
        assert_eq!(places, [Some(1), Some(1), Some(3), None, None]);
        assert_eq!(Prizes::of(vec![Minor(1)]).place_of(0), None);
    }

    proptest! {
        /// Whatever ranks a crowd has, the packets are the pot, the better have no less, and equals
        /// differ by a unit.
        #[test]
        fn prizes_are_given_to_the_unit(
            mut amounts in prop::collection::vec(1i64..1_000_000_000, 1..=3),
            mut scores in prop::collection::vec(0u32..6, 0..40),
        ) {
            amounts.sort_unstable_by_key(|amount| std::cmp::Reverse(*amount));
            scores.sort_unstable_by_key(|score| std::cmp::Reverse(*score));
            let rank = |score: u32| scores.iter().filter(|other| **other > score).count() + 1;
            let ranks: Vec<usize> = scores.iter().map(|score| rank(*score)).collect();
            let players: Vec<u32> = (1..=amounts.len())
                .map(|place| ranks.iter().filter(|rank| **rank == place).count() as u32)
                .collect();
            let prizes = Prizes { amounts: amounts.iter().copied().map(Minor).collect(), players };
            let first: Vec<usize> = ranks.into_iter().filter(|it| *it <= amounts.len()).collect();
            let Some(packets) = prizes.packets() else {
                prop_assert!(amounts.iter().any(|amount| *amount < first.len() as i64));
                return Ok(());
            };
            prop_assert_eq!(Minor::checked_sum(packets.iter().copied()), prizes.pot());
            prop_assert!(packets.iter().all(|packet| packet.0 >= 1));
            for (n, rank) in first.iter().enumerate() {
                prop_assert_eq!(prizes.place_of(n as u32), Some(*rank as u32));
            }
            for (pair, ranks) in packets[..first.len()].windows(2).zip(first.windows(2)) {
                prop_assert!(pair[0] >= pair[1]);
                prop_assert!(ranks[0] != ranks[1] || pair[0].0 - pair[1].0 <= 1);
            }
        }
    }
}
