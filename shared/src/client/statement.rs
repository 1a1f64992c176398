//! What a rain's numbers mean, in one sentence, and those of a game in one line: for the host, who wants to know
//! whether there is anything left to do.
//!
//! The numbers are the server's; here they are only read.

use crate::api::{DeadLetter, DeadLetterState, Part, Payouts, RainState, RainStatement, Statement};
use crate::money::{Currency, Minor};

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

/// What somebody has to see to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Concern {
    /// The parts are not the whole.
    Wrong,
    /// Claims that the ledger would not take.
    Claims(u64),
    /// Payouts that were given up.
    Payouts(u64),
    /// Payouts of which the host must say what becomes of them.
    Held(u64),
}

impl Concern {
    /// Whether somebody who knows of this one hears nothing new from another.
    fn covers(self, other: Self) -> bool {
        match (self, other) {
            (Self::Wrong, Self::Wrong) => true,
            (Self::Claims(known), Self::Claims(told))
            | (Self::Payouts(known), Self::Payouts(told))
            | (Self::Held(known), Self::Held(told)) => known >= told,
            _ => false,
        }
    }
}

/// The rains of a game in one line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gist {
    /// How many there are.
    pub rains: usize,
    /// What was caught in each currency.
    pub caught: Vec<(Currency, Minor)>,
    /// How many payouts are not done.
    pub waiting: u64,
    /// What somebody has to see to, the worst first.
    pub concerns: Vec<Concern>,
}

impl Gist {
    /// Whether somebody has to see to something that was not there before, or to more of it.
    #[must_use]
    pub fn is_worse_than(&self, before: &Self) -> bool {
        let known = |told: &Concern| before.concerns.iter().any(|known| known.covers(*told));
        !self.concerns.iter().all(known)
    }
}

impl Statement {
    /// The one line.
    #[must_use]
    pub fn gist(&self) -> Gist {
        let mut gist = Gist { rains: self.rains.len(), ..Gist::default() };
        let (mut adds_up, mut claims, mut given_up, mut held) = (true, 0_u64, 0_u64, 0_u64);
        for rain in &self.rains {
            let payouts = rain.payouts.unwrap_or_default();
            let waiting = payouts.under_way() + payouts.needs_human.packets + payouts.held.packets;
            gist.waiting = gist.waiting.saturating_add(waiting);
            adds_up &= rain.adds_up();
            claims = claims.saturating_add(rain.dead());
            given_up = given_up.saturating_add(payouts.needs_human.packets);
            held = held.saturating_add(rain.held());
            match gist.caught.iter_mut().find(|(currency, _)| *currency == rain.currency) {
                Some((_, sum)) => match sum.checked_add(rain.caught.amount) {
                    Some(whole) => *sum = whole,
                    None => adds_up = false,
                },
                None => gist.caught.push((rain.currency, rain.caught.amount)),
            }
        }
        gist.concerns = concerns(adds_up, claims, given_up, held);
        gist
    }
}

/// Those that there are.
fn concerns(adds_up: bool, claims: u64, given_up: u64, held: u64) -> Vec<Concern> {
    let wrong = (!adds_up).then_some(Concern::Wrong);
    let counted = [
        (claims, Concern::Claims(claims)),
        (given_up, Concern::Payouts(given_up)),
        (held, Concern::Held(held)),
    ];
    let counted = counted.into_iter().filter(|(count, _)| *count > 0).map(|(_, it)| it);
    wrong.into_iter().chain(counted).collect()
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

    /// Payouts that wait until the host has looked, and accounts whose next one will.
    fn held(&self) -> u64 {
        self.payouts.unwrap_or_default().held.packets.max(self.held.len() as u64)
    }

    /// Whether somebody has to see to anything.
    #[must_use]
    pub fn is_of_concern(&self) -> bool {
        self.verdict().is_bad() || self.held() > 0
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
    use crate::api::HeldPayout;
    use crate::ids::{AccountId, RainId};

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
    fn a_game_has_one_line_and_says_what_somebody_must_see_to() {
        assert_eq!(Statement::default().gist(), Gist::default());
        let calm = rain(RainState::Settled, 14, 0, 6);
        let mut other = rain(RainState::Settled, 3, 0, 17);
        other.currency = Currency::POINTS;
        let mut paid = rain(RainState::Closed, 10, 4, 0);
        paid.payouts = Some(Payouts { sent: part(2), confirmed: part(8), ..Payouts::default() });
        let mut now = Statement { rains: vec![calm, other, paid] };
        let quiet = now.gist();
        let cny = "CNY".parse().unwrap();
        assert_eq!(quiet.caught, [(cny, Minor(280)), (Currency::POINTS, Minor(30))]);
        assert_eq!((quiet.rains, quiet.waiting, quiet.concerns.len()), (3, 2, 0));
        assert!(!quiet.is_worse_than(&Gist::default()));

        let payouts = Payouts { needs_human: part(1), held: part(2), ..Payouts::default() };
        now.rains[2].payouts = Some(payouts);
        now.rains[0].dead_letters =
            ["x", "y"].map(|why| letter(DeadLetterState::Dead, why)).to_vec();
        let loud = now.gist();
        assert_eq!(loud.waiting, 3);
        assert_eq!(loud.concerns, [Concern::Claims(2), Concern::Payouts(1), Concern::Held(2)]);
        assert!([0, 2].iter().all(|it| now.rains[*it].is_of_concern()));
        assert!(!now.rains[1].is_of_concern());
        assert!(loud.is_worse_than(&quiet) && !quiet.is_worse_than(&loud));
        assert!(!loud.is_worse_than(&loud));
        now.rains[0].dead_letters.pop();
        assert!(!now.gist().is_worse_than(&loud), "one of two is done");
        assert!(loud.is_worse_than(&now.gist()));
    }

    #[test]
    fn a_sum_that_does_not_fit_is_wrong() {
        let whole = Part { packets: 20, amount: Minor(i64::MAX) };
        let mut rain = rain(RainState::Settled, 20, 0, 0);
        (rain.funded, rain.caught, rain.credited) = (whole, whole, whole);
        assert!(rain.adds_up());
        let gist = Statement { rains: vec![rain.clone(), rain] }.gist();
        assert_eq!(gist.concerns, [Concern::Wrong]);
    }

    #[test]
    fn an_account_that_is_held_ahead_is_of_concern() {
        let mut rain = rain(RainState::Open, 0, 0, 0);
        rain.held = vec![HeldPayout {
            account: AccountId([7; 16]),
            nickname: None,
            identity: None,
            packet: None,
            amount: None,
            reasons: Vec::new(),
            since_ms: 0,
        }];
        assert!(rain.is_of_concern());
        let gist = Statement { rains: vec![rain] }.gist();
        assert_eq!((gist.waiting, gist.concerns), (0, vec![Concern::Held(1)]));
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
