//! The outbox of a rain, held against its entries: each settlement of a rain that is paid out has
//! one row, and the entries say the same of it as its state.

use quizrain_shared::api::PayoutState;

use super::book::{Book, Packet, has};
use super::report::{Invariant, Report};
use super::sql::RainRecord;
use super::statement::Statement;

/// Until when the receiver's final answer must have come, in ms after the first sending: 72 hours,
/// and one for the payer to note it.
const ANSWER_MS: i64 = 73 * 3_600_000;

/// How far the clocks of Redis and database may be apart, in ms.
const AHEAD_MS: i64 = 3_600_000;

/// A row of the outbox.
struct Payout<'a> {
    packet: i64,
    key: &'a str,
    account: &'a str,
    amount: i64,
    currency: &'a str,
    state: &'a str,
    sent_ms: Option<i64>,
}

impl<'a> Payout<'a> {
    fn parse(text: &'a str) -> Option<Self> {
        let mut columns = text.split(' ');
        let payout = Self {
            packet: columns.next()?.parse().ok()?,
            key: columns.next()?,
            account: columns.next()?,
            amount: columns.next()?.parse().ok()?,
            currency: columns.next()?,
            state: columns.next()?,
            sent_ms: match columns.next()? {
                "-" => None,
                text => Some(text.parse().ok()?),
            },
        };
        let _changed_ms: i64 = columns.next()?.parse().ok()?;
        columns.next().is_none().then_some(payout)
    }

    /// Kinds of entries that are not there as its state wants them, and whether they should be.
    fn other_entries(
        &self,
        packet: Packet,
        state: Option<PayoutState>,
    ) -> impl Iterator<Item = (&'static str, bool)> {
        let entries = [
            ("pay", has::PAY, self.sent_ms.is_some()),
            ("paid", has::PAID, state == Some(PayoutState::Confirmed)),
            // Of one that the host refused nothing was ever sent.
            ("unpay", has::UNPAY, self.sent_ms.is_some() && state == Some(PayoutState::Refused)),
        ];
        let other = entries.into_iter().filter(move |(_, bit, wanted)| packet.has(*bit) != *wanted);
        other.map(|(kind, _, wanted)| (kind, wanted))
    }

    /// What is not as its packet and its rain say.
    fn differences(&self, packet: Packet, rain: &RainRecord, now_ms: i64) -> Vec<String> {
        let mut found = Vec::new();
        if rain.payout != 1 {
            found.push("this rain is not paid out".to_owned());
        }
        let owner = packet.payee();
        if packet.has(has::OWNER) && self.account.parse() != Ok(owner) {
            found.push(format!("is for {}, the packet was settled for {owner}", self.account));
        }
        let currency = rain.currency.as_str();
        if (self.amount, self.currency) != (packet.amount, currency) {
            let pays = format!("pays {} {}", self.amount, self.currency);
            found.push(format!("{pays}, the packet has {} {currency}", packet.amount));
        }
        let state = self.state.parse().ok();
        for (kind, expected) in self.other_entries(packet, state) {
            let there = if expected { "no entry" } else { "an entry" };
            found.push(format!("is {}, and there is {there} {kind} {}", self.state, self.packet));
        }
        found.extend(self.stuck(state, now_ms));
        if packet.has(has::BACK) && state != Some(PayoutState::Refused) {
            found.push("its settlement was taken back".to_owned());
        }
        found
    }

    /// What is wrong with its state.
    fn stuck(&self, state: Option<PayoutState>, now_ms: i64) -> Option<String> {
        let Some(state) = state else {
            return Some(format!("is {}, which is no state", self.state));
        };
        let needs_answer = match state {
            PayoutState::Held if self.sent_ms.is_some() => {
                return Some("is held, and was sent before".to_owned());
            }
            PayoutState::Pending | PayoutState::Held => return None,
            PayoutState::Refused if self.sent_ms.is_none() => return None,
            PayoutState::NeedsHuman => {
                return Some("nobody knows whether it was paid: it needs a human".to_owned());
            }
            PayoutState::Confirmed | PayoutState::Refused => false,
            PayoutState::Sent | PayoutState::Unknown => true,
        };
        let Some(sent_ms) = self.sent_ms else {
            return Some(format!("is {state} and was never sent"));
        };
        let since = now_ms.saturating_sub(sent_ms);
        let hours = since.unsigned_abs() / 3_600_000;
        if needs_answer && since < -AHEAD_MS {
            Some(format!("is {state} and was sent {hours} hours from now: overdue"))
        } else if needs_answer && since > ANSWER_MS {
            Some(format!("is {state} for {hours} hours, 72 at most"))
        } else {
            None
        }
    }
}

impl Book<'_> {
    /// Takes the next row of the outbox:
    /// `packet key account amount currency state sent changed`.
    pub(super) fn payout(
        &mut self,
        text: &str,
        now_ms: i64,
        statement: Option<&mut Statement>,
        report: &mut Report,
    ) {
        let Some(payout) = Payout::parse(text) else {
            let row = format!("payouts {}", text.split(' ').nth(1).unwrap_or_default());
            self.wrong(report, Invariant::I6, row, format!("cannot be read: {text}"));
            return;
        };
        let row = format!("payouts {}", payout.key);
        let expected = format!("qr1-{}-{}", self.id(), payout.packet);
        if payout.key != expected {
            let message = format!("its key is not {expected}");
            self.wrong(report, Invariant::I6, row.clone(), message);
        }
        let found = self.packet(payout.packet).filter(|packet| packet.has(has::SETTLE));
        let Some(packet) = found else {
            let message = format!("packet {} was not settled", payout.packet);
            self.wrong(report, Invariant::I6, row, message);
            return;
        };
        if packet.has(has::OUTBOX) {
            self.wrong(report, Invariant::I6, row, "the packet has two payouts");
            return;
        }
        packet.has |= has::OUTBOX;
        let packet = *packet;
        let mut found = payout.differences(packet, self.row, now_ms);
        if let Some(statement) = statement {
            found.extend(statement.compare(payout.key, payout.amount, payout.state));
        }
        for message in found {
            self.wrong(report, Invariant::I6, row.clone(), message);
        }
    }

    /// Says what the outbox lacks, after its last row.
    pub(super) fn payouts_all(&self, report: &mut Report) {
        let paid_out = self.row.payout == 1;
        for (number, packet) in (0..).zip(&self.packets) {
            if packet.has(has::OUTBOX) {
                continue;
            }
            let row = format!("payouts qr1-{}-{number}", self.id());
            if packet.has(has::PAY | has::PAID | has::UNPAY) {
                self.wrong(
                    report,
                    Invariant::I6,
                    row,
                    "missing, and the packet has entries of one",
                );
            } else if paid_out && packet.has(has::SETTLE) {
                self.wrong(report, Invariant::I6, row, "missing: the packet is settled");
            }
        }
    }
}
