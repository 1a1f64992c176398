//! How far the packets of a rain that is typed reach among who is there, and what one for each would take. Pure; used
//! by the host's rain dialog.

use quizrain_shared::allocation::MAX_PACKETS;
use quizrain_shared::money::{Currency, Minor};

use super::draft::{Draft, Who};

/// So many packets among so many players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reach {
    pub(crate) packets: u32,
    pub(crate) players: u32,
    /// Whether all of them may catch; how many otherwise do turns out when it falls.
    pub(crate) all_may: bool,
    /// One for each, where that is another plan.
    pub(crate) for_each: Option<ForEach>,
}

/// A packet for each player, as near as the limits of a plan let it come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ForEach {
    /// As many as players; more where fewer could not hold the pot.
    pub(crate) packets: u32,
    /// Where the pot is too small for so many of the smallest packets.
    pub(crate) raise: Option<Raise>,
}

/// A pot that becomes larger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Raise {
    pub(crate) currency: Currency,
    pub(crate) from: Minor,
    pub(crate) to: Minor,
}

impl Reach {
    /// `None` where nobody is there, or no number of packets is typed.
    pub(crate) fn of(draft: &Draft, players: u32) -> Option<Self> {
        let packets = draft.packets().filter(|_| draft.has_packets() && players > 0)?;
        let all_may = matches!(draft.who, Who::Everyone | Who::Seated);
        let for_each = (all_may && packets != players).then(|| ForEach::of(draft, players));
        let for_each = for_each.filter(|each| each.packets != packets);
        Some(Self { packets, players, all_may, for_each })
    }
}

impl ForEach {
    fn of(draft: &Draft, players: u32) -> Self {
        let wanted = players.min(MAX_PACKETS);
        let amounts = draft.amounts().filter(|(_, [_, min, max])| min.0 >= 1 && max >= min);
        let Some((currency, [pot, min, max])) = amounts else {
            // What is wrong with them is said elsewhere.
            return Self { packets: wanted, raise: None };
        };
        let [whole, smallest, largest] = [pot, min, max].map(|amount| amount.0.unsigned_abs());
        let fewest = at_most(whole.div_ceil(largest));
        let most = at_most(Minor::MAX.0.unsigned_abs() / smallest);
        let packets = wanted.max(fewest).min(most);
        let least = Minor(i64::from(packets) * min.0);
        let raise = (least > pot).then_some(Raise { currency, from: pot, to: least });
        Self { packets, raise }
    }

    /// Makes a draft so.
    pub(crate) fn fill(self, draft: &mut Draft) {
        draft.packets = self.packets.to_string();
        if let Some(raise) = self.raise {
            draft.pot = raise.pot();
        }
    }
}

impl Raise {
    /// The larger pot as it is typed.
    fn pot(self) -> String {
        self.currency.format_major(self.to)
    }

    /// Whether the pot of a draft is the larger one still.
    pub(crate) fn is_in(self, draft: &Draft) -> bool {
        draft.pot == self.pot()
    }
}

fn at_most(packets: u64) -> u32 {
    u32::try_from(packets).map_or(MAX_PACKETS, |packets| packets.min(MAX_PACKETS))
}

#[cfg(test)]
mod tests {
    use crate::state::draft::Cut;

    use super::*;

    fn draft(pot: &str, packets: &str, min: &str, max: &str) -> Draft {
        let mut draft = Draft::for_players(1);
        draft.pick_currency("CNY".into());
        (draft.pot, draft.packets) = (pot.into(), packets.into());
        (draft.min, draft.max) = (min.into(), max.into());
        draft
    }

    fn for_each(draft: &Draft, players: u32) -> Option<(u32, Option<(i64, i64)>)> {
        let each = Reach::of(draft, players)?.for_each?;
        Some((each.packets, each.raise.map(|raise| (raise.from.0, raise.to.0))))
    }

    #[test]
    fn one_for_each_keeps_the_pot_or_raises_it_by_what_it_must() {
        let small = draft("5.00", "18", "0.10", "2.00");
        assert_eq!(for_each(&small, 50), Some((50, None)));
        assert_eq!(for_each(&small, 71), Some((71, Some((500, 710)))));
        assert_eq!(for_each(&small, 18), None, "that is what it is");
        // Two packets of 2.00 cannot hold 5.00.
        assert_eq!(for_each(&small, 2), Some((3, None)));
        assert_eq!(for_each(&draft("5.00", "3", "0.10", "2.00"), 2), None);
        for players in [1, 2, 17, 50, 71, 9_999, u32::MAX] {
            let mut filled = small.clone();
            let each = Reach::of(&small, players).unwrap().for_each.unwrap();
            each.fill(&mut filled);
            let plan = filled.read().unwrap();
            assert_eq!(plan.bounds.packets, each.packets, "{players}");
            assert!(plan.bounds.pot >= Minor(500));
            assert_eq!(each.raise.is_some_and(|raise| raise.is_in(&filled)), each.raise.is_some());
        }
    }

    #[test]
    fn no_limit_of_a_plan_is_passed() {
        let dear = draft("5000000000000.00", "1", "5000000000000.00", "5000000000000.00");
        assert_eq!(
            for_each(&dear, 7),
            Some((2, Some((500_000_000_000_000, 1_000_000_000_000_000))))
        );
        let many = draft("10000.00", "5", "0.01", "9000.00");
        assert_eq!(for_each(&many, u32::MAX), Some((MAX_PACKETS, None)));
        for (pot, min, max) in
            [("x", "0.01", "1"), ("5", "0", "1"), ("5", "2", "1"), ("5", "1", "")]
        {
            assert_eq!(
                for_each(&draft(pot, "5", min, max), 7),
                Some((7, None)),
                "{pot} {min} {max}"
            );
        }
    }

    #[test]
    fn nothing_is_claimed_that_nobody_knows() {
        let mut some = draft("5.00", "18", "0.10", "2.00");
        assert!(Reach::of(&some, 71).is_some_and(|reach| reach.all_may));
        for who in [
            Who::Scored,
            Who::Best,
            Who::First,
            Who::LastRight,
            Who::Survivors,
            Who::BestTeam,
            Who::Starters,
        ] {
            some.who = who;
            let reach = Reach { packets: 18, players: 71, all_may: false, for_each: None };
            assert_eq!(Reach::of(&some, 71), Some(reach), "{who:?}");
        }
        assert_eq!(Reach::of(&some, 0), None);
        assert_eq!(Reach::of(&draft("5", "many", "1", "2"), 7), None);
        for cut in [Cut::Shares, Cut::Prizes] {
            some.cut = cut;
            assert_eq!(Reach::of(&some, 71), None);
        }
    }
}
