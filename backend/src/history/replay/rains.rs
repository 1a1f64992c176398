//! Rains made again: who might catch, and whether those did who might.

use std::collections::BTreeSet;

use quizrain_shared::allocation::Split;
use quizrain_shared::ids::{AccountId, RainId};
use quizrain_shared::money::Minor;
use quizrain_shared::prizes::Prizes;
use quizrain_shared::wire::RainView;

use super::difference::Told;
use crate::history::roster::Roster;
use crate::history::rows::{ClaimRow, RainOpened, RainPart};
use crate::ledger::Claim;
use crate::rain::{Field, Placed, eligible};

/// A rain as the log has it.
struct Rain {
    opened: RainOpened,
    listed: BTreeSet<AccountId>,
    /// The same in the order of the log.
    in_order: Vec<AccountId>,
    /// Who might catch, once it fell.
    fell: Option<MayCatch>,
    claims: Vec<ClaimRow>,
    /// How many packets, and how much, screens showed as caught.
    shown: Option<(u32, Minor)>,
}

/// Who might catch.
enum MayCatch {
    Everybody,
    These(BTreeSet<AccountId>),
    /// Each the packet of this number.
    Owners(Vec<AccountId>),
}

impl Rain {
    /// Whose packets they are: compares who has which place, and so which packet. Whoever came or went
    /// meanwhile may have been there or not.
    fn owners(
        &self,
        prizes: &Prizes,
        mut field: Field<'_>,
        roster: &Roster,
        told: &mut Told<'_>,
    ) -> Vec<AccountId> {
        let present = field.seats.clone();
        field.seats.retain(|it, _| !roster.is_unsure(*it, &present));
        let unsure = self.listed.iter().filter(|it| roster.is_unsure(**it, &present));
        let seated = unsure.filter_map(|it| Some((*it, told.seats.get(it)?.clone())));
        field.seats.extend(seated);
        let Placed { players, accounts } = Placed::of(prizes.last_place(), &field);
        let place = place(self);
        let text = |players: &[u32]| format!("{players:?}");
        told.compare(
            &place,
            None,
            "players on the places",
            (text(&prizes.players), text(&players)),
        );
        let number = |accounts: &[AccountId], account| {
            let at = accounts.iter().position(|it| *it == account);
            at.map_or("none".to_owned(), |at| at.to_string())
        };
        for account in told.in_order(accounts.iter().chain(&self.in_order).copied()) {
            let packets = (number(&self.in_order, account), number(&accounts, account));
            told.compare(&place, Some(account), "own packet", packets);
        }
        accounts
    }
}

/// All rains of a game, in order.
#[derive(Default)]
pub(super) struct RainsAgain(Vec<Rain>);

fn place(rain: &Rain) -> String {
    format!("rain {}", rain.opened.number)
}

impl RainsAgain {
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// How many claims there are in all of them.
    pub(super) fn claims(&self) -> usize {
        self.0.iter().map(|rain| rain.claims.len()).sum()
    }

    pub(super) fn ids(&self) -> Vec<RainId> {
        self.0.iter().map(|rain| rain.opened.rain).collect()
    }

    fn find(&mut self, id: RainId) -> Option<&mut Rain> {
        self.0.iter_mut().find(|rain| rain.opened.rain == id)
    }

    pub(super) fn opened(&mut self, opened: RainOpened) {
        let (listed, in_order, claims) = (BTreeSet::new(), Vec::new(), Vec::new());
        self.0.push(Rain { opened, listed, in_order, fell: None, claims, shown: None });
    }

    pub(super) fn listed(&mut self, part: RainPart<AccountId>) {
        if let Some(rain) = self.find(part.rain) {
            rain.listed.extend(&part.rows);
            rain.in_order.extend(part.rows);
        }
    }

    /// A rain falls: who may catch follows from its plan and from who plays and how they stand.
    /// Whoever came or went meanwhile may be on the list or not.
    pub(super) fn fall(
        &mut self,
        view: &RainView,
        field: Field<'_>,
        roster: &Roster,
        told: &mut Told<'_>,
    ) {
        let Some(rain) = self.find(view.rain) else {
            told.compare(&format!("rain {}", view.number), None, "plan", ("none", "its plan"));
            return;
        };
        if rain.fell.is_some() {
            return;
        }
        let place = place(rain);
        let eligibility = rain.opened.plan.eligibility;
        let shown = format!("{:?}", view.eligibility);
        told.compare(&place, None, "who may catch", (shown, format!("{eligibility:?}")));
        let may = match (eligible(eligibility, &field), &rain.opened.plan.split) {
            // A share for each who is there.
            (None, Split::Shares) => Some(field.seats.keys().copied().collect()),
            (may, _) => may,
        };
        let fell = match (&rain.opened.plan.split, may) {
            (Split::Prizes(prizes), _) => {
                MayCatch::Owners(rain.owners(prizes, field, roster, told))
            }
            (_, None) => MayCatch::Everybody,
            (_, Some(may)) => {
                let mut may: BTreeSet<AccountId> = may.into_iter().collect();
                may.retain(|it| !roster.is_unsure(*it, &field.seats));
                let listed = rain.listed.iter().copied();
                may.extend(listed.filter(|it| roster.is_unsure(*it, &field.seats)));
                MayCatch::These(may)
            }
        };
        let open_to = |listed| if listed { "only who is listed" } else { "everybody" };
        let limited = !matches!(fell, MayCatch::Everybody);
        told.compare(&place, None, "open to", (open_to(rain.opened.listed), open_to(limited)));
        if let MayCatch::These(may) = &fell {
            for account in told.in_order(may.symmetric_difference(&rain.listed).copied()) {
                let listed = (rain.listed.contains(&account), may.contains(&account));
                told.compare(&place, Some(account), "may catch", listed);
            }
        }
        rain.fell = Some(fell);
    }

    /// A rain is over, and screens showed so many packets and so much as caught.
    pub(super) fn done(&mut self, id: RainId, caught: u32, amount: Minor) {
        if let Some(rain) = self.find(id) {
            rain.shown = Some((caught, amount));
        }
    }

    /// A part of what the ledger had when the log was finished.
    pub(super) fn claimed(&mut self, part: RainPart<ClaimRow>, told: &mut Told<'_>) {
        let Some(rain) = self.find(part.rain) else {
            for (account, ..) in part.rows {
                let place = format!("rain {}", part.rain);
                told.compare(
                    &place,
                    Some(account),
                    "caught",
                    ("a packet", "nothing: it never fell"),
                );
            }
            return;
        };
        let place = place(rain);
        for (account, packet, ..) in &part.rows {
            let may = told.seats.contains_key(account)
                && match &rain.fell {
                    None => false,
                    Some(MayCatch::Everybody) => true,
                    Some(MayCatch::These(may)) => may.contains(account),
                    Some(MayCatch::Owners(owners)) => owners.get(*packet as usize) == Some(account),
                };
            told.compare(&place, Some(*account), "caught and may", (true, may));
        }
        rain.claims.extend(part.rows);
    }

    /// Compares what the log has of a rain with what was shown, and with the ledger.
    pub(super) fn compare(&self, id: RainId, settled: &[(AccountId, Claim)], told: &mut Told<'_>) {
        let Some(rain) = self.0.iter().find(|rain| rain.opened.rain == id) else { return };
        let place = place(rain);
        if let Some((caught, amount)) = rain.shown {
            let count = u32::try_from(rain.claims.len()).unwrap_or(u32::MAX);
            told.compare(&place, None, "packets shown as caught", (caught, count));
            let amounts = rain.claims.iter().map(|(_, _, amount, _)| *amount);
            let sum =
                Minor::checked_sum(amounts).map_or("too much".to_owned(), |it| it.to_string());
            told.compare(&place, None, "amount shown as caught", (amount.to_string(), sum));
        }
        let logged: BTreeSet<ClaimRow> = rain.claims.iter().copied().collect();
        let ledger: BTreeSet<ClaimRow> = settled
            .iter()
            .map(|(account, claim)| {
                (*account, claim.packet.number, claim.packet.amount, claim.at_ms)
            })
            .collect();
        for row in logged.symmetric_difference(&ledger) {
            let (account, packet, amount, at_ms) = row;
            let text = format!("{amount} at {at_ms}");
            let text = |has: bool| if has { text.clone() } else { "nothing".to_owned() };
            let both = (text(logged.contains(row)), text(ledger.contains(row)));
            told.compare(&place, Some(*account), &format!("packet {packet}"), both);
        }
    }
}
