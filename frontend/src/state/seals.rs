//! The commitments of rains that this browser was shown, and what a list that a server shows later
//! is worth beside them. Called by `state::session`, which notes them, and by pages, which check.

use quizrain_shared::ids::{Commitment, RainId};
use quizrain_shared::sealed::{Proof, prove};
use quizrain_shared::wire::{RainView, ServerFrame, Stage};
use serde::{Deserialize, Serialize};

use crate::net::ledger::Packet;

/// More rains are not remembered.
const MOST: usize = 64;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Seen {
    rain: RainId,
    commitment: Commitment,
}

/// What became of a wish to check a packet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Checked {
    /// What the list says of it.
    Proof(Proof),
    /// The rain is not settled yet.
    NotYet,
    /// No answer.
    Unreachable,
}

fn list(text: Option<&str>) -> Vec<Seen> {
    text.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
}

/// The rain that a frame shows, as long as packets may still be caught in it: what is shown later
/// promises nothing.
pub(crate) fn shown(frame: &ServerFrame) -> Option<&RainView> {
    let stage = match frame {
        ServerFrame::Stage(stage) => &stage.stage,
        ServerFrame::Welcome(welcome) => &welcome.stage.stage,
        _ => return None,
    };
    match stage {
        Stage::Rain(view) => Some(view),
        _ => None,
    }
}

/// The text to store in the place of another one once a rain was shown; `None` where it is known.
/// What was shown first counts.
pub(crate) fn note(text: Option<&str>, view: &RainView) -> Option<String> {
    let mut all = list(text);
    if all.iter().any(|seen| seen.rain == view.rain) {
        return None;
    }
    all.push(Seen { rain: view.rain, commitment: view.commitment });
    let newest = all.get(all.len().saturating_sub(MOST)..).unwrap_or_default();
    serde_json::to_string(newest).ok()
}

/// Holds a packet against the list that a server shows.
pub(crate) fn check(text: Option<&str>, list_text: &str, packet: &Packet) -> Checked {
    let seen = list(text).into_iter().find(|seen| seen.rain == packet.rain);
    let promised = seen.map(|seen| seen.commitment);
    Checked::Proof(prove(list_text, promised, packet.rain, packet.packet, packet.amount))
}

/// The first 64 bits of a commitment, to compare by eye.
pub(crate) fn short(commitment: &Commitment) -> String {
    let hex = commitment.to_string();
    let parts = (0..4).filter_map(|part| hex.get(part * 4..part * 4 + 4));
    parts.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use quizrain_shared::allocation::{Bounds, Split};
    use quizrain_shared::money::{Currency, Minor};
    use quizrain_shared::rain::{Eligibility, RainPlan};
    use quizrain_shared::sealed;

    use super::*;
    use crate::net::ledger::PacketState;

    fn rain(number: u8) -> RainId {
        RainId([number; 8])
    }

    fn list_of(number: u8) -> String {
        let bounds = Bounds { pot: Minor(300), packets: 2, min: Minor(1), max: Minor(299) };
        let plan = RainPlan {
            currency: Currency::POINTS,
            bounds,
            split: Split::DoubleMean,
            seconds: 10,
            eligibility: Eligibility::Everyone,
        };
        sealed::write(rain(number), "00", &plan, &[Minor(100), Minor(200)])
    }

    fn view(number: u8, commitment: Commitment) -> RainView {
        RainView {
            rain: rain(number),
            picture_seed: 1,
            currency: Currency::POINTS,
            pot: Minor(300),
            packets: 2,
            eligibility: Eligibility::Everyone,
            commitment,
        }
    }

    fn packet(number: u8) -> Packet {
        Packet {
            rain: rain(number),
            packet: 1,
            amount: Minor(200),
            currency: Currency::POINTS,
            title: String::new(),
            state: PacketState::Credited,
            changed_at_ms: 0,
        }
    }

    #[test]
    fn what_was_shown_first_is_what_a_list_is_held_against() {
        let promised = sealed::commitment_of(&list_of(1));
        let stored = note(None, &view(1, promised)).unwrap();
        let other = view(1, Commitment([9; 32]));
        assert_eq!(note(Some(&stored), &other), None);
        let said = check(Some(&stored), &list_of(1), &packet(1));
        assert_eq!(said, Checked::Proof(Proof::Kept { packets: 2 }));
        let stored = note(None, &other).unwrap();
        assert_eq!(check(Some(&stored), &list_of(1), &packet(1)), Checked::Proof(Proof::Broken));
        let unseen = Checked::Proof(Proof::Unseen { packets: 2, commitment: promised });
        assert_eq!(check(None, &list_of(1), &packet(1)), unseen);
    }

    #[test]
    fn what_is_stored_may_be_anything_and_does_not_grow() {
        for odd in [None, Some(""), Some("{"), Some("[{}]")] {
            assert!(note(odd, &view(1, Commitment([1; 32]))).is_some());
        }
        let mut stored = String::new();
        for number in 0..100 {
            stored = note(Some(&stored), &view(number, Commitment([number; 32]))).unwrap();
        }
        assert_eq!(list(Some(&stored)).len(), MOST);
        assert_eq!(list(Some(&stored)).last().map(|seen| seen.rain), Some(rain(99)));
    }

    #[test]
    fn a_commitment_is_short_enough_to_read_out() {
        assert_eq!(short(&Commitment([0xab; 32])), "abab abab abab abab");
    }
}
