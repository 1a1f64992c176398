//! Compares what players were told with what the ledger says, rain by rain, and counts anew.
//!
//! Called by `soak` once everything is quiet. Pure: it is given both sides.

use std::collections::{BTreeMap, HashMap, HashSet};

use quizrain_shared::ids::AccountId;
use quizrain_shared::wire::Caught;

use super::ledger::{Entry, Grant, Rain};
use super::memory::Promised;

/// So many problems are told one by one.
const SHOWN_PROBLEMS: usize = 50;

/// What was found.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Findings {
    /// Packets that the ledger granted.
    pub(super) claims: u64,
    /// Packets that a player was told of and that the ledger does not have like that.
    pub(super) lost: u64,
    /// Packets that a player was told of, and later that they are void, where that may be.
    pub(super) void: u64,
    /// Grants too many: a packet or an account twice in one rain, or promised twice.
    pub(super) double: u64,
    /// Paid beyond the sealed packets or beyond the pot, in minor units.
    pub(super) overpaid_minor: i64,
    /// Granted packets that the receiver of payouts has as they should be.
    pub(super) paid_out: u64,
    /// Webhooks that the receiver has as they should be.
    pub(super) webhooks: u64,
    /// Everything that is not as it should be.
    pub(super) problem_count: u64,
    /// The first of them, in words.
    pub(super) problems: Vec<String>,
}

impl Findings {
    pub(super) fn problem(&mut self, text: String) {
        self.problem_count += 1;
        if self.problems.len() < SHOWN_PROBLEMS {
            self.problems.push(text);
        }
    }

    /// A player was told one packet and then another one.
    pub(super) fn contradiction(&mut self, account: AccountId, first: &Caught, then: &Caught) {
        self.double += 1;
        self.problem(format!("{account} was told {first:?} and then {then:?}"));
    }

    /// Checks one rain. `may_void`: what Redis has lost in a failover may be void, where the player
    /// was told so, unless they had been told that it is credited.
    pub(super) fn rain(
        &mut self,
        rain: &Rain,
        packets: &[(i64, i64)],
        entries: &[Entry],
        (promised, may_void): (&Promised, bool),
    ) {
        let promised_packets = &promised.packets;
        self.sealed(rain, packets);
        let granted = granted(entries);
        self.claims += granted.len() as u64;
        self.twice(rain, &granted, promised_packets);
        self.fulfilled(rain, &granted, promised_packets);
        self.void(rain, &granted, &promised.void, may_void);
        self.within(rain, packets, &granted);
        self.adds_up(rain, entries, &granted);
    }

    fn sealed(&mut self, rain: &Rain, packets: &[(i64, i64)]) {
        let sum: i128 = packets.iter().map(|(_, amount)| i128::from(*amount)).sum();
        if sum != i128::from(rain.pot) || i64::try_from(packets.len()) != Ok(rain.packets) {
            self.problem(format!("rain {}: the packets are not the pot", rain.id));
        }
    }

    fn twice(&mut self, rain: &Rain, granted: &[&Entry], promised: &HashMap<AccountId, Caught>) {
        let (mut items, mut accounts) = (HashSet::new(), HashSet::new());
        for entry in granted {
            let (new_item, new_account) =
                (items.insert(entry.item), accounts.insert(&entry.account));
            if !(new_item && new_account) {
                self.double += 1;
                self.problem(format!("rain {}: paid twice: {entry:?}", rain.id));
            }
        }
        let mut owners = HashMap::new();
        for (account, caught) in promised {
            if let Some(other) = owners.insert(caught.packet, account) {
                self.double += 1;
                let packet = caught.packet;
                self.problem(format!(
                    "rain {}: {other} and {account} were both told of packet {packet}",
                    rain.id
                ));
            }
        }
    }

    /// Every promise is kept, to the minor unit.
    fn fulfilled(
        &mut self,
        rain: &Rain,
        granted: &[&Entry],
        promised: &HashMap<AccountId, Caught>,
    ) {
        let paid: HashMap<_, _> = granted
            .iter()
            .filter_map(|entry| Some(((entry.account.as_deref()?, entry.item), *entry)))
            .collect();
        for (account, caught) in promised {
            let name = account.to_string();
            let entry = paid.get(&(name.as_str(), i64::from(caught.packet)));
            let fulfilled = entry.is_some_and(|entry| {
                entry.amount == caught.amount.0
                    && entry.currency == rain.currency
                    && is_currency(&entry.currency, caught)
            });
            if !fulfilled {
                self.lost += 1;
                self.problem(format!(
                    "rain {}: {name} was told {caught:?} and has {entry:?}",
                    rain.id
                ));
            }
        }
    }

    /// What was taken back is nobody's, or somebody else's.
    fn void(
        &mut self,
        rain: &Rain,
        granted: &[&Entry],
        void: &[(AccountId, Caught)],
        may_void: bool,
    ) {
        for (account, caught) in void {
            let name = account.to_string();
            let is_theirs = |entry: &&&Entry| {
                entry.account.as_deref() == Some(&name) && entry.item == i64::from(caught.packet)
            };
            if let Some(entry) = granted.iter().find(is_theirs) {
                self.problem(format!(
                    "rain {}: {name} was told that {caught:?} is void and has {entry:?}",
                    rain.id
                ));
            // What is credited is in the ledger, whatever Redis lost.
            } else if may_void && !caught.credited {
                self.void += 1;
            } else {
                self.lost += 1;
                self.problem(format!("rain {}: {name} was told that {caught:?} is void", rain.id));
            }
        }
    }

    /// No packet pays more than was sealed, and all together no more than the pot.
    fn within(&mut self, rain: &Rain, packets: &[(i64, i64)], granted: &[&Entry]) {
        let mut left: BTreeMap<i64, i64> = packets.iter().copied().collect();
        let (mut beyond, mut sum) = (0_i64, 0_i64);
        for entry in granted {
            let sealed = left.entry(entry.item).or_default();
            *sealed = sealed.saturating_sub(entry.amount);
            sum = sum.saturating_add(entry.amount);
        }
        for excess in left.values().filter(|left| **left < 0) {
            beyond = beyond.saturating_sub(*excess);
        }
        let overpaid = beyond.max(sum.saturating_sub(rain.pot)).max(0);
        if overpaid > 0 {
            self.overpaid_minor = self.overpaid_minor.saturating_add(overpaid);
            self.problem(format!("rain {}: {overpaid} minor units too much", rain.id));
        }
    }

    /// What came into the pot went to players or back, and nothing is left.
    fn adds_up(&mut self, rain: &Rain, entries: &[Entry], granted: &[&Entry]) {
        if rain.settled_ms.is_none() {
            return self.problem(format!("rain {} is not settled", rain.id));
        }
        let sum = |kind: &str| -> i128 {
            let of_kind = entries.iter().filter(|entry| entry.kind == kind);
            of_kind.map(|entry| i128::from(entry.amount)).sum()
        };
        let paid: i128 = granted.iter().map(|entry| i128::from(entry.amount)).sum();
        let (fund, expire, pot) = (sum("fund"), sum("expire"), i128::from(rain.pot));
        if fund != pot || paid + expire != pot {
            self.problem(format!(
                "rain {}: pot {pot}, funded {fund}, paid {paid}, expired {expire}",
                rain.id
            ));
        }
        if let Some(odd) = entries.iter().find(|e| e.amount <= 0 || e.currency != rain.currency) {
            self.problem(format!("rain {}: an odd entry: {odd:?}", rain.id));
        }
    }

    /// What a player sees, on a new connection and in the balance, is what the ledger has.
    pub(super) fn view(
        &mut self,
        account: AccountId,
        (seen, newest): (Option<&Caught>, Option<&Rain>),
        balance: &[Grant],
        granted: &[Grant],
    ) {
        if balance != granted {
            self.problem(format!(
                "{account} has the balance {balance:?}, in the ledger {granted:?}"
            ));
        }
        let newest = newest.map(|rain| rain.id.as_str());
        let expected = granted.iter().find(|grant| Some(grant.book.as_str()) == newest);
        let same = match (seen, expected) {
            (Some(seen), Some(grant)) => {
                seen.credited
                    && (i64::from(seen.packet), seen.amount.0) == (grant.item, grant.amount)
                    && seen.rain.to_string() == grant.book
            }
            (seen, expected) => seen.is_none() && expected.is_none(),
        };
        if !same {
            self.problem(format!("{account} sees {seen:?}, the ledger has {expected:?}"));
        }
    }
}

fn is_currency(code: &str, caught: &Caught) -> bool {
    code.parse().is_ok_and(|currency| caught.currency == currency)
}

/// Payments to players that were not taken back.
pub(super) fn granted(entries: &[Entry]) -> Vec<&Entry> {
    let mut back: HashMap<(i64, Option<&str>), u32> = HashMap::new();
    for entry in entries.iter().filter(|entry| entry.debit == "player" && entry.credit == "pot") {
        *back.entry((entry.item, entry.account.as_deref())).or_default() += 1;
    }
    let paid = entries.iter().filter(|entry| entry.debit == "pot" && entry.credit == "player");
    paid.filter(|entry| match back.get_mut(&(entry.item, entry.account.as_deref())) {
        Some(left) if *left > 0 => {
            *left -= 1;
            false
        }
        _ => true,
    })
    .collect()
}
