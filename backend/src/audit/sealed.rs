//! The sealed list of a rain: the packets that the pot was cut into, what they were drawn from, and
//! what players were shown of them beforehand.

use quizrain_shared::allocation::Split;
use quizrain_shared::draw::Draw;
use quizrain_shared::ids::{AccountId, Commitment, RainId};
use quizrain_shared::money::Minor;
use quizrain_shared::rain::RainPlan;
use quizrain_shared::sealed::commit;

use super::book::{Book, Packet, has};
use super::report::{Invariant, Report};

impl Book<'_> {
    /// Takes the next row of the sealed list: `packet amount`.
    pub(super) fn sealed(&mut self, text: &str, report: &mut Report) {
        let row = format!("packets {}", text.split(' ').next().unwrap_or_default());
        let numbers = text.split_once(' ').and_then(|(packet, amount)| {
            Some((packet.parse::<i64>().ok()?, amount.parse::<i64>().ok()?))
        });
        let Some((number, amount)) = numbers else {
            self.wrong(report, Invariant::I1, row, format!("cannot be read: {text}"));
            return;
        };
        let next = i64::try_from(self.packets.len()).unwrap_or(i64::MAX);
        if !(0..self.row.packets).contains(&number) || number < next {
            let message = format!("is not among 0 to {}, or there twice", self.row.packets - 1);
            self.wrong(report, Invariant::I1, row, message);
            return;
        }
        self.missing(number, report);
        let (min, max) = match &self.plan {
            Some(plan) => (plan.bounds.min.0.max(1), plan.bounds.max.0),
            None => (1, i64::MAX),
        };
        if !(min..=max).contains(&amount) {
            let message = format!("has {amount}, expected {min} to {max}");
            self.wrong(report, Invariant::I1, row, message);
        }
        self.packets.push(Packet { amount, has: has::LISTED, ..Packet::default() });
    }

    /// Notes that the sealed list goes on with this number only.
    fn missing(&mut self, number: i64, report: &mut Report) {
        let first = i64::try_from(self.packets.len()).unwrap_or(i64::MAX);
        if first < number {
            let row = match number - first {
                1 => format!("packets {first}"),
                _ => format!("packets {first} to {}", number - 1),
            };
            self.wrong(report, Invariant::I1, row, "missing in the sealed list");
            // A rain has a million packets at most.
            let length = usize::try_from(number.min(1_000_000)).unwrap_or(0);
            self.packets.resize(length.max(self.packets.len()), Packet::default());
        }
    }

    /// Says what the sealed list is as a whole, after its last row.
    pub(super) fn sealed_all(&mut self, report: &mut Report) {
        self.missing(self.row.packets, report);
        let sum: i128 = self.packets.iter().map(|packet| i128::from(packet.amount)).sum();
        if sum != i128::from(self.row.pot) {
            let message = format!("the sum of all is {sum}, the pot is {}", self.row.pot);
            self.wrong(report, Invariant::I1, "packets", message);
        }
        let amounts: Vec<Minor> = self.packets.iter().map(|packet| Minor(packet.amount)).collect();
        let ids = self.row.rain.parse::<RainId>().ok().zip(self.plan.as_ref());
        let found = ids.map(|(rain, plan)| commit(rain, &self.row.link, plan, &amounts));
        let shown = self.row.commitment.parse::<Commitment>().ok();
        if found.is_none() || found != shown {
            let message = "the sealed list is not the one that its commitment was made of";
            self.wrong(report, Invariant::I1, "rains", message);
        } else if self.row.drawn == 0 {
            let message = "nobody can read what players contributed to its draw";
            self.wrong(report, Invariant::I1, "contributions", message);
        } else if self.draw().as_ref() != Some(&amounts) {
            let message = "its amounts are not those that had to be drawn";
            self.wrong(report, Invariant::I1, "packets", message);
        }
    }

    /// Takes whose prize a packet is: `packet account`. From here on it is for nobody else.
    pub(super) fn prize(&mut self, text: &str, report: &mut Report) {
        let row = format!("prizes {}", text.split(' ').next().unwrap_or_default());
        let prize = text.split_once(' ').and_then(|(packet, account)| {
            Some((packet.parse().ok()?, account.parse::<AccountId>().ok()?))
        });
        let packet = prize.and_then(|(number, account)| Some((self.packet(number)?, account)));
        let Some((packet, account)) = packet else {
            self.wrong(report, Invariant::I1, row, format!("cannot be read: {text}"));
            return;
        };
        let owner =
            Some(AccountId(packet.account)).filter(|it| packet.has(has::OWNER) && *it != account);
        (packet.account, packet.has) = (account.0, packet.has | has::OWNER | has::PRIZE);
        if let Some(owner) = owner {
            let message = format!("is for {account}, the packet was settled for {owner}");
            self.wrong(report, Invariant::I3, row, message);
        }
    }

    /// Says whose prizes are nobody's, after the last of them.
    pub(super) fn prizes_all(&self, report: &mut Report) {
        let Some(RainPlan { split: Split::Prizes(_), .. }) = &self.plan else { return };
        for (number, packet) in self.packets.iter().enumerate() {
            if packet.has(has::SETTLE) && !packet.has(has::PRIZE) {
                let message = "is settled, and was nobody's prize";
                self.wrong(report, Invariant::I3, format!("packets {number}"), message);
            }
        }
    }

    /// The amounts that follow from the link and the contributions.
    fn draw(&self) -> Option<Vec<Minor>> {
        let draw = Draw {
            game: self.row.game.parse().ok()?,
            number: u32::try_from(self.row.ordinal).ok()?.checked_add(1)?,
            link: self.row.link.parse().ok()?,
            entropy: self.row.entropy.parse().ok()?,
        };
        let plan = self.plan.as_ref()?;
        draw.amounts(&plan.bounds, &plan.split).ok()
    }
}
