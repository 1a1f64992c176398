//! Packets that moved from a browser's account to its heir's, held against the list of heirs: what a browser
//! with an heir would have, the heir has, and nobody else anything.

use std::collections::HashMap;

use quizrain_shared::ids::AccountId;

use super::book::{Book, Packet, has};
use super::report::{Invariant, Report};

/// Who has inherited from which browser.
pub(super) type Heirs = HashMap<AccountId, AccountId>;

/// What is not as it must be with a packet whose browser has this heir.
fn differences(packet: &Packet, heir: Option<AccountId>) -> Vec<(Invariant, String)> {
    let mut found = Vec::new();
    let moved = packet.has(has::INHERIT);
    if moved != packet.has(has::LEAVE) {
        found.push((Invariant::I4, "moves from one account or to one alone".to_owned()));
    }
    if moved && !packet.has(has::SETTLE) {
        found.push((Invariant::I4, "moves a packet that was not settled".to_owned()));
    }
    let person = AccountId(packet.heir);
    if moved && heir != Some(person) {
        let heir = heir.map_or("nobody".to_owned(), |heir| heir.to_string());
        let message =
            format!("is for {person}, the heir of {} is {heir}", AccountId(packet.account));
        found.push((Invariant::I3, message));
    }
    let back = moved && packet.has(has::BACK);
    if packet.has(has::BACK_INHERIT) != back || packet.has(has::BACK_LEAVE) != back {
        let message = "is taken back by half of what it takes".to_owned();
        found.push((Invariant::I8, message));
    }
    if packet.has(has::BY_OWNER) && packet.has(has::BY_HEIR) {
        found.push((Invariant::I6, "is paid out for two accounts".to_owned()));
    }
    let out = packet.has(has::PAY) && !packet.has(has::UNPAY);
    if moved && packet.has(has::BY_OWNER) && out {
        found.push((Invariant::I6, "is for an heir, and was paid out for its browser".to_owned()));
    }
    let theirs = packet.has(has::SETTLE) && !packet.has(has::BACK) && !out;
    if let Some(heir) = heir.filter(|_| theirs && !moved) {
        found.push((Invariant::I3, format!("is missing: its account's heir is {heir}")));
    }
    found
}

impl Book<'_> {
    /// Says what has moved and must not have, or has not and must have; after the last entry.
    pub(super) fn heirs_all(&self, heirs: &Heirs, report: &mut Report) {
        for (number, packet) in (0_u32..).zip(&self.packets) {
            let heir =
                packet.has(has::OWNER).then(|| heirs.get(&AccountId(packet.account)).copied());
            for (invariant, message) in differences(packet, heir.flatten()) {
                self.wrong(report, invariant, format!("entries inherit {number}"), message);
            }
        }
    }
}
