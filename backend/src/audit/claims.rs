//! Claims in Redis and dead letters, held against the ledger.
//!
//! The ledger was read first, so a claim that Redis has and the ledger does not is on its way,
//! unless nothing can come any more; and what the ledger has, Redis must have had before.

use quizrain_shared::api::DeadLetterState;
use quizrain_shared::ids::AccountId;

use super::book::{Book, has};
use super::report::{Invariant, Report};
use crate::audit::sql::{LetterRecord, VoidRecord};
use crate::ledger::Claim;
use crate::store::shard::Shard;

/// How long a claim may be on its way, in ms. A database that was away is back by then.
pub(super) const OVERDUE_MS: i64 = 600_000;

/// Characters that a dead letter keeps of a text.
const MAX_CHARS: usize = 200;

fn cut(text: &str) -> String {
    text.chars().take(MAX_CHARS).map(|c| if c == '\0' { '\u{fffd}' } else { c }).collect()
}

impl Book<'_> {
    /// Takes a dead letter.
    pub(super) fn letter(&mut self, letter: &LetterRecord, now_ms: i64, report: &mut Report) {
        let row = format!("dead_letters {} {}", letter.account, letter.claim);
        let overdue = now_ms.saturating_sub(letter.at_ms) > OVERDUE_MS;
        let state = letter.state.parse().ok();
        // A quarantined claim is being tried, and a redrive is about to be: also when that works,
        // the row stays for a moment.
        let moving = matches!(state, Some(DeadLetterState::Quarantined | DeadLetterState::Redrive))
            && !overdue;
        let refuted = state == Some(DeadLetterState::Refuted);
        let claim = Claim::parse(&letter.claim);
        let account = letter.account.parse::<AccountId>().ok();
        let settled = claim.zip(account).is_some_and(|(claim, account)| {
            self.packet(i64::from(claim.packet.number)).is_some_and(|packet| {
                packet.has(has::SETTLE)
                    && packet.account == account.0
                    && packet.amount == claim.packet.amount.0
            })
        });
        self.letters.insert((letter.account.clone(), letter.claim.clone()));
        report.refuted += u64::from(refuted);
        if refuted && let Some((claim, account)) = claim.zip(account) {
            self.free(&row, account, &claim, &letter.reason, report);
        }
        if moving || (refuted && !settled) {
            return;
        }
        let message = match (state, settled) {
            (_, true) => "is settled as well".to_owned(),
            (Some(state), false) => {
                format!("a claim is {state} and not settled: {}", letter.reason)
            }
            (None, false) => format!("its state is {}, which is none", letter.state),
        };
        self.wrong(report, Invariant::I5, row, message);
    }

    /// Takes a claim that its player was told is void.
    pub(super) fn void(&mut self, void: &VoidRecord, report: &mut Report) {
        let row = format!("voids {} {}", void.account, void.claim);
        report.voids += 1;
        let claim = Claim::parse(&void.claim).zip(void.account.parse::<AccountId>().ok());
        let Some((claim, account)) = claim else {
            self.wrong(report, Invariant::I5, row, "cannot be read");
            return;
        };
        let owns = self
            .packet(i64::from(claim.packet.number))
            .is_some_and(|packet| packet.has(has::SETTLE) && packet.account == account.0);
        // Until the rain is finished it may come back.
        if owns && self.row.settled_ms.is_some() {
            self.wrong(report, Invariant::I5, row, "is settled as well");
        } else {
            self.free(&row, account, &claim, &void.reason, report);
        }
    }

    /// Says so where nobody has the packet that a player lost, nor the player another one, and the
    /// rain is finished: it was theirs, and went back to the sponsor.
    fn free(
        &mut self,
        row: &str,
        account: AccountId,
        claim: &Claim,
        reason: &str,
        report: &mut Report,
    ) {
        let owned = self.owners.binary_search_by_key(&account, |(owner, _)| *owner).is_ok();
        let free = self.packet(i64::from(claim.packet.number)).is_some_and(|packet| {
            packet.amount == claim.packet.amount.0 && !packet.has(has::SETTLE)
        });
        if self.row.settled_ms.is_some() && free && !owned {
            let message = format!(
                "packet {} and its account are free, so it was theirs: {reason}",
                claim.packet.number
            );
            self.wrong(report, Invariant::I5, row, message);
        }
    }

    /// Takes a claim that Redis has in a shard: account, and `<packet>:<amount>:<at ms>`.
    pub(super) fn claim(
        &mut self,
        shard: Shard,
        account: &str,
        text: &str,
        now_ms: i64,
        report: &mut Report,
    ) {
        let is_dead_letter =
            !self.letters.is_empty() && self.letters.contains(&(cut(account), cut(text)));
        match self.compare(shard, account, text, is_dead_letter, now_ms) {
            Finding::Pending if !is_dead_letter => self.pending += 1,
            // What was put aside was reported as that.
            Finding::Wrong(invariant, message) if !is_dead_letter => {
                self.wrong(report, invariant, format!("Redis claims {account}"), message);
            }
            _ => {}
        }
    }

    /// Holds a claim against the ledger: the first check that fails says what is wrong.
    fn compare(
        &mut self,
        shard: Shard,
        account: &str,
        text: &str,
        is_dead_letter: bool,
        now_ms: i64,
    ) -> Finding {
        let (Some(claim), Ok(account)) = (Claim::parse(text), account.parse::<AccountId>()) else {
            return Finding::Wrong(Invariant::I5, format!("cannot be read: {text}"));
        };
        let (number, amount) = (claim.packet.number, claim.packet.amount.0);
        let owned = self.owners.binary_search_by_key(&account, |(owner, _)| *owner);
        let owned = owned.ok().and_then(|place| self.owners.get(place)).map(|(_, packet)| *packet);
        let settled_rain = self.row.settled_ms.is_some();
        let at_ms = i64::try_from(claim.at_ms).unwrap_or(i64::MAX);
        let Some(packet) = self.packet(i64::from(number)) else {
            return Finding::Wrong(Invariant::I5, format!("has {text}, there is no such packet"));
        };
        if packet.amount != amount {
            let message = format!("has {text}, packet {number} has {}", packet.amount);
            return Finding::Wrong(Invariant::I5, message);
        }
        if let Some(message) = misplaced(shard, account, number, text) {
            return Finding::Wrong(Invariant::I5, message);
        }
        let mine = packet.account == account.0;
        if packet.has(has::OWNER) && !mine {
            let message =
                format!("has {text}, packet {number} is for {}", AccountId(packet.account));
            return Finding::Wrong(Invariant::I3, message);
        }
        if let Some(owned) = owned.filter(|owned| *owned != number) {
            let message = format!("has {text}, the ledger has packet {owned} for that account");
            return Finding::Wrong(Invariant::I3, message);
        }
        if is_dead_letter && !packet.has(has::SETTLE) {
            // It holds no packet.
            return Finding::Known;
        }
        // A scan may tell the same claim twice.
        let again = packet.has(has::CLAIM);
        packet.has |= has::CLAIM | has::OWNER;
        packet.account = account.0;
        if packet.has(has::SETTLE) {
            if packet.caught_ms != at_ms {
                let message = format!("has {text}, the ledger says {}", packet.caught_ms);
                return Finding::Wrong(Invariant::I9, message);
            }
            return Finding::Known;
        }
        if again {
            return Finding::Known;
        }
        if settled_rain {
            let message = format!("has {text}, and the rain was settled without it");
            return Finding::Wrong(Invariant::I5, message);
        }
        on_its_way(text, now_ms.saturating_sub(at_ms))
    }

    /// Says what Redis lacks, after the last claim of a shard in the same incarnation of the rain.
    pub(super) fn claims_all(&self, shard: Shard, report: &mut Report) {
        for (number, packet) in (0_u32..).zip(&self.packets) {
            let its = Shard::of_packet(number, shard.of) == shard;
            if its && packet.has(has::SETTLE) && !packet.has(has::CLAIM) {
                let message = "Redis has the rain, and nobody caught this packet there";
                self.wrong(report, Invariant::I5, format!("entries settle {number}"), message);
            }
        }
    }
}

/// What is wrong where a claim is not in the shard that its account and its packet belong to.
fn misplaced(shard: Shard, account: AccountId, packet: u32, text: &str) -> Option<String> {
    let (theirs, its) = (Shard::of_account(account, shard.of), Shard::of_packet(packet, shard.of));
    (theirs != shard || its != shard).then(|| {
        format!(
            "has {text} in shard {}, the account belongs to shard {} and the packet to shard {}",
            shard.number, theirs.number, its.number
        )
    })
}

/// A claim that the ledger does not have yet, for so long.
fn on_its_way(text: &str, waits_ms: i64) -> Finding {
    if waits_ms <= OVERDUE_MS {
        return Finding::Pending;
    }
    let message = format!("has {text}, which waits for the ledger for {} s", waits_ms / 1000);
    Finding::Wrong(Invariant::I5, message)
}

/// What is to be said of a claim.
enum Finding {
    /// Nothing: the ledger has it, or it was told before.
    Known,
    /// It is on its way.
    Pending,
    /// It must not be.
    Wrong(Invariant, String),
}
