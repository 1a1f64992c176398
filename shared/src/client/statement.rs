//! What a rain's numbers mean, in one sentence: for the host, who wants to know whether there is
//! anything left to do.
//!
//! The numbers are the server's; here they are only read.

use crate::api::{DeadLetter, DeadLetterState, Part, Payouts, RainState, RainStatement};
use crate::money::Minor;

/// What there is to say about a rain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The parts are not the whole.
    Wrong,
    /// Claims that the ledger would not take.
    Claims(u64),
    /// Payouts that were given up.
    Payouts(u64),
    /// Nothing falls yet.
    Funded,
    /// Packets fall.
    Raining,
    /// So many of what was caught are in the ledger.
    Crediting {
        /// Packets in the ledger.
        credited: u64,
        /// Packets caught.
        caught: u64,
    },
    /// Everything that was caught is credited; what was left is on its way back.
    Returning,
    /// Everything is credited or returned, and so many payouts are not done.
    Paying(u64),
    /// All that is left are so many payouts of which the host must say what becomes of them.
    Held(u64),
    /// Nothing is left to do.
    Settled,
}

impl Verdict {
    /// Whether somebody has to do something.
    #[must_use]
    pub fn is_bad(self) -> bool {
        matches!(self, Self::Wrong | Self::Claims(_) | Self::Payouts(_))
    }

    /// Whether all is well, for good.
    #[must_use]
    pub fn is_good(self) -> bool {
        self == Self::Settled
    }
}

/// The whole of several parts; `None` where it does not fit.
#[must_use]
pub fn whole(parts: &[Part]) -> Option<Part> {
    let packets = parts.iter().try_fold(0_u64, |sum, part| sum.checked_add(part.packets))?;
    let amount = Minor::checked_sum(parts.iter().map(|part| part.amount))?;
    Some(Part { packets, amount })
}

impl Payouts {
    /// Asked for or to be asked for, and not answered for good.
    fn under_way(&self) -> u64 {
        self.pending.packets + self.sent.packets + self.unknown.packets
    }
}

impl RainStatement {
    /// What became of what was funded.
    #[must_use]
    pub fn parts(&self) -> [Part; 4] {
        [self.credited, self.pending, self.left, self.returned]
    }

    /// Whether the parts are the whole, and what was caught is credited or will be.
    #[must_use]
    pub fn adds_up(&self) -> bool {
        whole(&self.parts()) == Some(self.funded)
            && whole(&[self.credited, self.pending]) == Some(self.caught)
    }

    /// Claims that wait for the host.
    fn dead(&self) -> u64 {
        self.dead_letters.iter().filter(|it| it.state == DeadLetterState::Dead).count() as u64
    }

    /// The one sentence.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let payouts = self.payouts.unwrap_or_default();
        match self.state {
            _ if !self.adds_up() => Verdict::Wrong,
            _ if self.dead() > 0 => Verdict::Claims(self.dead()),
            _ if payouts.needs_human.packets > 0 => Verdict::Payouts(payouts.needs_human.packets),
            RainState::Sealed => Verdict::Funded,
            RainState::Open => Verdict::Raining,
            _ if self.pending.packets > 0 => {
                let (credited, caught) = (self.credited.packets, self.caught.packets);
                Verdict::Crediting { credited, caught }
            }
            RainState::Closed => Verdict::Returning,
            RainState::Settled if payouts.under_way() > 0 => Verdict::Paying(payouts.under_way()),
            RainState::Settled if payouts.held.packets > 0 => Verdict::Held(payouts.held.packets),
            RainState::Settled => Verdict::Settled,
        }
    }

    /// Whether its numbers may still change without anybody doing anything.
    #[must_use]
    pub fn is_moving(&self) -> bool {
        let paying = self.payouts.is_some_and(|payouts| payouts.under_way() > 0);
        self.state != RainState::Settled || self.pending.packets > 0 || paying
    }

    /// Whether there is something that can be tried again.
    #[must_use]
    pub fn can_redrive(&self) -> bool {
        let given_up = self.payouts.is_some_and(|payouts| payouts.needs_human.packets > 0);
        given_up || self.dead() > 0
    }
}

/// The packet of a claim and what is in it; `None` where the claim is not written as ours are.
#[must_use]
pub fn read_claim(claim: &str) -> Option<(u32, Minor)> {
    let mut parts = claim.split(':');
    let read = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    parts.next()?.parse::<u64>().ok()?;
    parts.next().is_none().then_some(read)
}

/// Claims with the same state and reason together: what waits for the host before the rest, the
/// most frequent reason first.
#[must_use]
pub fn by_reason(letters: &[DeadLetter]) -> Vec<Vec<DeadLetter>> {
    let mut groups: Vec<Vec<DeadLetter>> = Vec::new();
    for letter in letters {
        let same = |group: &&mut Vec<DeadLetter>| {
            group.first().is_some_and(|it| (it.state, &it.reason) == (letter.state, &letter.reason))
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.push(letter.clone()),
            None => groups.push(vec![letter.clone()]),
        }
    }
    groups.sort_by_key(|group| (group.first().map(|it| it.state), std::cmp::Reverse(group.len())));
    groups
}

#[cfg(test)]
mod tests {
    use crate::ids::RainId;

    use super::*;

    fn part(packets: u64) -> Part {
        Part { packets, amount: Minor(10 * i64::try_from(packets).unwrap()) }
    }

    /// Twenty packets.
    fn rain(state: RainState, credited: u64, pending: u64, returned: u64) -> RainStatement {
        RainStatement {
            rain: RainId([1; 8]),
            number: 1,
            currency: "CNY".parse().unwrap(),
            state,
            packets: 20,
            funded: part(20),
            caught: part(credited + pending),
            credited: part(credited),
            pending: part(pending),
            left: part(20 - credited - pending - returned),
            returned: part(returned),
            payouts: None,
            held: Vec::new(),
            dead_letters: Vec::new(),
            links: 3,
            head: "0".repeat(64),
            opened_at_ms: None,
            closed_at_ms: None,
            settled_at_ms: None,
        }
    }

    fn letter(state: DeadLetterState, reason: &str) -> DeadLetter {
        let (account, claim) = ("a".repeat(32), "3:10:1000".to_owned());
        DeadLetter { account, claim, state, reason: reason.to_owned(), deliveries: 5, at_ms: 0 }
    }

    #[test]
    fn a_rain_goes_from_funded_to_settled() {
        let path = [
            (rain(RainState::Sealed, 0, 0, 0), Verdict::Funded, true),
            (rain(RainState::Open, 3, 4, 0), Verdict::Raining, true),
            (
                rain(RainState::Closed, 7, 7, 0),
                Verdict::Crediting { credited: 7, caught: 14 },
                true,
            ),
            (rain(RainState::Closed, 14, 0, 0), Verdict::Returning, true),
            (rain(RainState::Settled, 14, 0, 6), Verdict::Settled, false),
        ];
        for (rain, verdict, moving) in path {
            assert_eq!((rain.verdict(), rain.is_moving()), (verdict, moving));
            assert!(rain.adds_up() && !rain.can_redrive() && !verdict.is_bad());
        }
    }

    #[test]
    fn what_needs_somebody_comes_first() {
        let mut rain = rain(RainState::Closed, 10, 4, 0);
        rain.payouts = Some(Payouts { needs_human: part(2), ..Payouts::default() });
        assert_eq!(rain.verdict(), Verdict::Payouts(2));
        let states = [DeadLetterState::Refuted, DeadLetterState::Dead, DeadLetterState::Redrive];
        rain.dead_letters = states.map(|state| letter(state, "x")).to_vec();
        rain.dead_letters.extend(["y", "y", "x"].map(|why| letter(DeadLetterState::Dead, why)));
        assert_eq!(rain.verdict(), Verdict::Claims(4));
        assert!(rain.can_redrive() && rain.verdict().is_bad());
        let counts: Vec<(DeadLetterState, usize)> = by_reason(&rain.dead_letters)
            .iter()
            .map(|group| (group[0].state, group.len()))
            .collect();
        let one = |state| (state, 1);
        assert_eq!(counts[..2], [(DeadLetterState::Dead, 2), (DeadLetterState::Dead, 2)]);
        assert_eq!(counts[2..], [one(DeadLetterState::Redrive), one(DeadLetterState::Refuted)]);
        rain.returned = part(1);
        assert_eq!(rain.verdict(), Verdict::Wrong);
    }

    #[test]
    fn a_claim_that_was_made_up_needs_nobody() {
        let mut rain = rain(RainState::Settled, 14, 0, 6);
        rain.dead_letters = vec![letter(DeadLetterState::Refuted, "no such packet")];
        assert_eq!(rain.verdict(), Verdict::Settled);
        assert!(!rain.can_redrive());
    }

    #[test]
    fn numbers_that_do_not_add_up_are_called_wrong() {
        let mut off = rain(RainState::Settled, 14, 0, 6);
        off.credited.amount = Minor(off.credited.amount.0 - 1);
        assert_eq!(off.verdict(), Verdict::Wrong);
        let mut off = rain(RainState::Settled, 14, 0, 6);
        off.caught = part(13);
        assert_eq!(off.verdict(), Verdict::Wrong);
        let mut off = rain(RainState::Settled, 14, 0, 6);
        (off.left.amount, off.returned.amount) = (Minor(i64::MAX), Minor(i64::MAX));
        assert_eq!(off.verdict(), Verdict::Wrong);
    }

    #[test]
    fn claims_are_read_where_they_are_ours() {
        assert_eq!(read_claim("3:10:1000"), Some((3, Minor(10))));
        for strange in ["", "3:10", "3:10:x", "3:10:1000:", "-3:10:1000", "<b>3</b>"] {
            assert_eq!(read_claim(strange), None, "{strange}");
        }
    }

    #[test]
    fn payouts_are_waited_for() {
        let mut rain = rain(RainState::Settled, 14, 0, 6);
        let mut payouts =
            Payouts { sent: part(2), unknown: part(1), confirmed: part(11), ..Payouts::default() };
        rain.payouts = Some(payouts);
        assert_eq!((rain.verdict(), rain.is_moving()), (Verdict::Paying(3), true));
        (payouts.sent, payouts.unknown, payouts.refused) = (part(0), part(0), part(3));
        rain.payouts = Some(payouts);
        assert_eq!((rain.verdict(), rain.is_moving()), (Verdict::Settled, false));
    }
}
