//! One rain: its entries, held against its sealed list and against each other.
//!
//! Rows are taken one by one, table after table in the order of the functions here. What is kept
//! is one small record for each packet, so memory grows with the rain that is being read and not
//! with the ledger.

use std::collections::{BTreeMap, HashSet};

use quizrain_shared::ids::AccountId;
use quizrain_shared::rain::RainPlan;

use super::chain::ChainCheck;
use super::line::{ACCOUNTS, Line};
use super::report::{Invariant, Report};
use super::shards_of;
use crate::audit::sql::RainRecord;
use crate::ledger::{Kind, WHOLE_RAIN};

/// How far two readings of Redis time may be apart, in ms: servers follow it, and not to the ms.
const SLACK_MS: i64 = 2000;

/// What is known of a packet, as bits.
pub(super) mod has {
    /// It is in the sealed list.
    pub(crate) const LISTED: u32 = 1;
    /// Some row says whose it is.
    pub(crate) const OWNER: u32 = 1 << 1;
    /// An entry of that kind, in the order of `Kind::ALL` from `settle`.
    pub(crate) const SETTLE: u32 = 1 << 2;
    pub(crate) const EXPIRE: u32 = 1 << 3;
    pub(crate) const RETURN: u32 = 1 << 4;
    pub(crate) const PAY: u32 = 1 << 5;
    pub(crate) const PAID: u32 = 1 << 6;
    pub(crate) const UNPAY: u32 = 1 << 7;
    /// An entry that takes the settlement back.
    pub(crate) const BACK: u32 = 1 << 8;
    /// A row in the outbox.
    pub(crate) const OUTBOX: u32 = 1 << 9;
    /// A claim in Redis.
    pub(crate) const CLAIM: u32 = 1 << 10;
    /// It is somebody's prize.
    pub(crate) const PRIZE: u32 = 1 << 11;
    /// It left the account that had caught it, for an heir's.
    pub(crate) const LEAVE: u32 = 1 << 12;
    pub(crate) const INHERIT: u32 = 1 << 13;
    /// Entries that take those back.
    pub(crate) const BACK_LEAVE: u32 = 1 << 14;
    pub(crate) const BACK_INHERIT: u32 = 1 << 15;
    /// Entries of a payout name the account that had caught it.
    pub(crate) const BY_OWNER: u32 = 1 << 16;
    /// They name its heir.
    pub(crate) const BY_HEIR: u32 = 1 << 17;
}

/// A packet and what was found about it.
#[derive(Clone, Copy, Default)]
pub(super) struct Packet {
    pub(super) account: [u8; 16],
    pub(super) heir: [u8; 16],
    pub(super) amount: i64,
    pub(super) caught_ms: i64,
    pub(super) has: u32,
}

impl Packet {
    pub(super) fn has(&self, bits: u32) -> bool {
        self.has & bits != 0
    }

    /// Whose payout it is, or will be.
    pub(super) fn payee(&self) -> AccountId {
        let heirs = self.has(has::BY_HEIR) || (self.has(has::INHERIT) && !self.has(has::BY_OWNER));
        AccountId(if heirs { self.heir } else { self.account })
    }

    /// Notes whose an entry says it is; who an earlier one says it is, where that is somebody else. An
    /// heir's entry comes before those of payouts.
    fn belongs(&mut self, kind: Kind, account: AccountId) -> Option<AccountId> {
        let paid = matches!(kind, Kind::Pay | Kind::Paid | Kind::Unpay);
        let inherited = self.has(has::INHERIT);
        if kind == Kind::Inherit {
            let other = Some(AccountId(self.heir)).filter(|heir| inherited && *heir != account);
            self.heir = account.0;
            return other;
        }
        if paid && inherited && self.heir == account.0 {
            self.has |= has::BY_HEIR;
            return None;
        }
        let owner = Some(AccountId(self.account));
        let other = owner.filter(|owner| self.has(has::OWNER) && *owner != account);
        self.account = account.0;
        self.has |= has::OWNER | if paid { has::BY_OWNER } else { 0 };
        other
    }
}

/// A rain that is being read.
pub(super) struct Book<'a> {
    pub(super) row: &'a RainRecord,
    pub(super) packets: Vec<Packet>,
    /// Who was credited, by account, once all entries were read.
    pub(super) owners: Vec<(AccountId, u32)>,
    /// Dead letters: account and claim.
    pub(super) letters: HashSet<(String, String)>,
    pub(super) chain: ChainCheck,
    /// Claims that are not in the ledger yet.
    pub(super) pending: u64,
    pub(super) plan: Option<RainPlan>,
    balances: [i128; ACCOUNTS.len()],
    /// Entries that concern the whole rain.
    whole: BTreeMap<String, i64>,
    /// What is taken back: kind, item, amount.
    reversals: Vec<(Kind, i64, i64)>,
    last: (String, i64),
}

fn bit(kind: Kind) -> Option<u32> {
    Some(match kind {
        Kind::Settle => has::SETTLE,
        Kind::Expire => has::EXPIRE,
        Kind::Return => has::RETURN,
        Kind::Pay => has::PAY,
        Kind::Paid => has::PAID,
        Kind::Unpay => has::UNPAY,
        Kind::Leave => has::LEAVE,
        Kind::Inherit => has::INHERIT,
        Kind::Deposit | Kind::Fund => return None,
    })
}

impl<'a> Book<'a> {
    /// Begins to read a rain, and checks its own row.
    pub(super) fn begin(row: &'a RainRecord, report: &mut Report) -> Self {
        let plan = serde_json::from_str::<RainPlan>(&row.plan).ok();
        let book = Self {
            row,
            packets: Vec::with_capacity(
                usize::try_from(row.packets.clamp(0, 1_000_000)).unwrap_or(0),
            ),
            owners: Vec::new(),
            letters: HashSet::new(),
            chain: ChainCheck::default(),
            pending: 0,
            balances: [0; ACCOUNTS.len()],
            whole: BTreeMap::new(),
            reversals: Vec::new(),
            last: (String::new(), 0),
            plan,
        };
        if shards_of(row).is_none() {
            let message = format!("has {} shards in Redis", row.shards);
            book.wrong(report, Invariant::I1, "rains", message);
        }
        match &book.plan {
            None => book.wrong(report, Invariant::I1, "rains", "its plan cannot be read"),
            Some(plan) => {
                let planned = (plan.bounds.pot.0, i64::from(plan.bounds.packets));
                let currency = plan.currency.code();
                if planned != (row.pot, row.packets) || currency != row.currency {
                    let (pot, packets) = planned;
                    book.wrong(
                        report,
                        Invariant::I1,
                        "rains",
                        format!(
                            "has {} {} in {} packets, its plan says {pot} {currency} in {packets}",
                            row.pot, row.currency, row.packets
                        ),
                    );
                }
            }
        }
        for column in &row.unreadable {
            let message = format!("its column {column} holds something of another type");
            book.wrong(report, Invariant::I10, "rains", message);
        }
        let after = |later: Option<i64>, earlier: Option<i64>| {
            later.is_none_or(|later| earlier.is_some_and(|earlier| later >= earlier - SLACK_MS))
        };
        if !after(row.settled_ms, row.closed_ms) {
            book.wrong(report, Invariant::I9, "rains", "is settled and was not closed before");
        }
        if row.opens_ms.is_some() != row.closes_ms.is_some() || row.opens_ms > row.closes_ms {
            let message = format!("its window is {:?} to {:?}", row.opens_ms, row.closes_ms);
            book.wrong(report, Invariant::I9, "rains", message);
        }
        book
    }

    /// Its name.
    pub(super) fn id(&self) -> &'a str {
        &self.row.rain
    }

    /// Notes something that must not be.
    pub(super) fn wrong(
        &self,
        report: &mut Report,
        invariant: Invariant,
        row: impl Into<String>,
        message: impl Into<String>,
    ) {
        report.violation(invariant, Some(self.id()), row, message);
    }

    /// A packet of the sealed list.
    pub(super) fn packet(&mut self, number: i64) -> Option<&mut Packet> {
        let packet = self.packets.get_mut(usize::try_from(number).ok()?)?;
        packet.has(has::LISTED).then_some(packet)
    }

    /// Takes the next entry. `None`: it cannot be read.
    pub(super) fn entry<'l>(&mut self, text: &'l str, report: &mut Report) -> Option<Line<'l>> {
        let (link, line) = text.split_once(' ').unwrap_or((text, ""));
        let chained =
            link.parse().is_ok_and(|link| self.chain.entry(&self.row.rain, link, line, report));
        let Some(entry) = Line::parse(line) else {
            let row = format!("entries {}", line.split(' ').take(2).collect::<Vec<_>>().join(" "));
            self.wrong(report, Invariant::I8, row, format!("cannot be read: {line}"));
            return None;
        };
        if !chained {
            let message = format!("belongs to link {link}, which is not there");
            self.wrong(report, Invariant::I8, entry.row(), message);
        }
        let (debit, credit) = entry.sides();
        for (side, sign) in [(debit, -1), (credit, 1)] {
            if let Some(side) = side {
                self.balances[side] += sign * i128::from(entry.amount);
            }
        }
        if (entry.word, entry.item) == (self.last.0.as_str(), self.last.1) {
            let invariant =
                if entry.word == Kind::Settle.word() { Invariant::I3 } else { Invariant::I8 };
            self.wrong(report, invariant, entry.row(), "is there twice");
            return Some(entry);
        }
        if entry.word != self.last.0 {
            entry.word.clone_into(&mut self.last.0);
        }
        self.last.1 = entry.item;
        if let Some((kind, reverses)) =
            entry.check(&self.row.rain, Some(&self.row.currency), report)
        {
            self.place(&entry, kind, reverses, report);
            self.times(&entry, kind, reverses, report);
        }
        Some(entry)
    }

    /// Puts an entry to what it is about, and compares.
    fn place(&mut self, entry: &Line<'_>, kind: Kind, reverses: bool, report: &mut Report) {
        if reverses {
            self.reversals.push((kind, entry.item, entry.amount));
        }
        let Some(bit) = bit(kind).filter(|_| entry.item != WHOLE_RAIN) else {
            let fits = matches!(kind, Kind::Fund | Kind::Expire | Kind::Return);
            if !fits || entry.item != WHOLE_RAIN {
                self.wrong(report, Invariant::I4, entry.row(), "is about no packet of this rain");
            } else if !reverses {
                self.whole.insert(entry.word.to_owned(), entry.amount);
            }
            return;
        };
        let account = entry.account.and_then(|account| account.parse::<AccountId>().ok());
        let caught_ms = entry.caught_ms;
        let Some(packet) = self.packet(entry.item) else {
            self.wrong(report, Invariant::I4, entry.row(), "is about no packet of this rain");
            return;
        };
        let amount = packet.amount;
        let owner = account.and_then(|account| packet.belongs(kind, account));
        match (reverses, kind) {
            (false, _) => packet.has |= bit,
            (true, Kind::Settle) => packet.has |= has::BACK,
            (true, Kind::Leave) => packet.has |= has::BACK_LEAVE,
            (true, Kind::Inherit) => packet.has |= has::BACK_INHERIT,
            // Counted by its reversal alone.
            (true, _) => {}
        }
        if kind == Kind::Settle && !reverses {
            packet.caught_ms = caught_ms.unwrap_or_default();
        }
        if entry.amount != amount {
            let message = format!("moves {}, the packet has {amount}", entry.amount);
            self.wrong(report, Invariant::I4, entry.row(), message);
        }
        if let (Some(owner), Some(account)) = (owner, account) {
            let message =
                format!("is about {account}, another entry of the packet is about {owner}");
            self.wrong(report, Invariant::I3, entry.row(), message);
        }
    }

    fn times(&self, entry: &Line<'_>, kind: Kind, reverses: bool, report: &mut Report) {
        let mut wrong = |message| self.wrong(report, Invariant::I9, entry.row(), message);
        let at_ms = entry.at_ms;
        if kind == Kind::Settle && !reverses {
            let Some(caught_ms) = entry.caught_ms else {
                wrong("does not say when it was caught".to_owned());
                return;
            };
            let window = self.row.opens_ms.zip(self.row.closes_ms);
            let in_window = window.is_some_and(|(opens, closes)| {
                (opens.saturating_sub(SLACK_MS)..=closes.saturating_add(SLACK_MS))
                    .contains(&caught_ms)
            });
            if !in_window {
                let window = window.map_or("was never opened".to_owned(), |(opens, closes)| {
                    format!("was open from {opens} to {closes}")
                });
                wrong(format!("was caught at {caught_ms}, the rain {window}"));
            }
            if at_ms < caught_ms.saturating_sub(SLACK_MS) {
                wrong(format!("was settled at {at_ms}, before it was caught at {caught_ms}"));
            }
        }
        let later =
            matches!(kind, Kind::Pay | Kind::Paid | Kind::Unpay | Kind::Leave | Kind::Inherit)
                || reverses
                || (matches!(kind, Kind::Expire | Kind::Return) && entry.item != WHOLE_RAIN);
        let settled = self.row.settled_ms.filter(|_| !later);
        if let Some(settled) = settled.filter(|ms| at_ms > ms.saturating_add(SLACK_MS)) {
            wrong(format!("was written at {at_ms}, the rain was settled at {settled}"));
        }
    }

    /// Says what the entries are as a whole, after the last of them.
    pub(super) fn entries_all(&mut self, report: &mut Report) {
        self.chain.finish(&self.row.rain, report);
        self.owners = (0_u32..)
            .zip(&self.packets)
            .filter(|(_, packet)| packet.has(has::SETTLE) && packet.has(has::OWNER))
            .map(|(number, packet)| (AccountId(packet.account), number))
            .collect();
        self.owners.sort_unstable();
        for pair in self.owners.windows(2) {
            if let [(one, first), (other, second)] = pair
                && one == other
            {
                let message = format!("is for {one}, who has packet {first} of this rain already");
                self.wrong(report, Invariant::I3, format!("entries settle {second}"), message);
            }
        }
        let reversals = std::mem::take(&mut self.reversals);
        for (kind, item, amount) in reversals {
            let original = match bit(kind).filter(|_| item != WHOLE_RAIN) {
                Some(bit) => self.packet(item).filter(|packet| packet.has(bit)).map(|p| p.amount),
                None => self.whole.get(kind.word()).copied(),
            };
            let row = format!("entries reverse.{} {item}", kind.word());
            match original {
                None => self.wrong(report, Invariant::I8, row, "takes back what is not there"),
                Some(original) if original != amount => {
                    let message = format!("takes back {amount} of {original}");
                    self.wrong(report, Invariant::I8, row, message);
                }
                Some(_) => {}
            }
        }
        self.sums(report);
    }

    /// What went in, and where it is.
    fn sums(&self, report: &mut Report) {
        let whole = |kind: Kind| self.whole.get(kind.word()).map(|amount| i128::from(*amount));
        let pot = i128::from(self.row.pot);
        if whole(Kind::Fund) != Some(pot) {
            let found = whole(Kind::Fund).map_or("nothing".to_owned(), |amount| amount.to_string());
            let message = format!("the pot of {pot} was funded with {found}");
            self.wrong(report, Invariant::I4, "entries fund -1", message);
        }
        let sum = |caught| {
            let packets = self.packets.iter().filter(|packet| packet.has(has::SETTLE) == caught);
            packets.map(|packet| i128::from(packet.amount)).sum::<i128>()
        };
        let (caught, left) = (sum(true), sum(false));
        let count = self.packets.iter().filter(|packet| packet.has(has::LISTED)).count();
        if caught + left != pot || i64::try_from(count) != Ok(self.row.packets) {
            let message = format!(
                "{caught} caught and {left} left in {count} packets are not the pot of {pot} in {}",
                self.row.packets
            );
            self.wrong(report, Invariant::I2, "rains", message);
        }
        let settled = self.row.settled_ms.is_some();
        let back = Some(left).filter(|left| settled && *left > 0);
        for kind in [Kind::Expire, Kind::Return] {
            if whole(kind) != back {
                let text =
                    |amount: Option<i128>| amount.map_or("nothing".to_owned(), |a| a.to_string());
                let (found, expected) = (text(whole(kind)), text(back));
                let row = format!("entries {} -1", kind.word());
                let message = format!("moves {found}, expected {expected}: {left} was left");
                self.wrong(report, Invariant::I2, row, message);
            }
        }
        for (number, packet) in (0..).zip(&self.packets) {
            let back = packet.has(has::BACK);
            if packet.has(has::EXPIRE) != packet.has(has::RETURN)
                || (packet.has(has::EXPIRE) && !back)
            {
                let row = format!("entries expire {number}");
                let message =
                    "a packet goes back to the sponsor only where its settlement is taken back";
                self.wrong(report, Invariant::I2, row, message);
            }
        }
        for (name, balance) in ACCOUNTS.iter().zip(self.balances) {
            let row = format!("account {name}");
            if settled && matches!(*name, "pot" | "refund") && balance != 0 {
                let message = format!("has {balance}, expected 0: the rain is settled");
                self.wrong(report, Invariant::I7, row, message);
            } else if *name == "moved" && balance != 0 {
                self.wrong(report, Invariant::I4, row, format!("has {balance}, expected 0"));
            } else if balance < 0 && !matches!(*name, "bank" | "sponsor") {
                self.wrong(report, Invariant::I4, row, format!("has {balance}, below 0"));
            }
        }
    }

    /// How many claims are settled.
    pub(super) fn settled(&self) -> u64 {
        self.packets.iter().filter(|packet| packet.has(has::SETTLE)).count() as u64
    }
}
