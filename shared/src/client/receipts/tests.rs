//! A receipt from the verdict to the last word.

use crate::client::samples::{self, RAIN};
use crate::ids::Mac;
use crate::money::{Currency, Minor};
use crate::phase::Kind;
use crate::wire::{Caught, PacketUpdate};

use super::*;

fn caught(packet: u32, credited: bool) -> Caught {
    Caught { rain: RAIN, packet, amount: Minor(5), currency: Currency::POINTS, credited }
}

fn receipt(rain: RainId, packet: u32) -> Receipt {
    Receipt { rain, packet, amount: Minor(5), at_ms: 1, mac: Mac([2; 32]) }
}

fn news(packet: u32, state: PacketState) -> ServerFrame {
    let crediting = state == PacketState::Crediting;
    let receipt = crediting.then(|| receipt(RAIN, packet));
    ServerFrame::Packet(PacketUpdate { caught: caught(packet, !crediting), state, receipt })
}

fn missed(why: Refusal) -> ServerFrame {
    ServerFrame::Missed { rain: RAIN, why }
}

fn raining() -> ServerFrame {
    ServerFrame::Stage(samples::raining(1, RAIN))
}

fn welcome(caught: Option<Caught>) -> ServerFrame {
    samples::welcome_with(samples::stage(1, Kind::Lobby, 0, Stage::Lobby), None, caught)
}

/// Packets of this rain, for which receipts are kept.
fn with(packets: impl IntoIterator<Item = u32>) -> Receipts {
    let mut receipts = Receipts::default();
    for packet in packets {
        assert!(receipts.receive(&news(packet, PacketState::Crediting), 0.0));
        assert!(!receipts.receive(&news(packet, PacketState::Crediting), 0.0));
    }
    receipts
}

fn shown(receipts: &mut Receipts, now_ms: f64) -> Vec<u32> {
    std::iter::from_fn(|| receipts.due(now_ms, 0.5)).map(|receipt| receipt.packet).collect()
}

#[test]
fn a_receipt_is_shown_to_a_server_that_does_not_know_the_packet() {
    for (snapshot, expected) in [
        (welcome(None), vec![7]),
        (welcome(Some(caught(8, false))), vec![7]),
        (welcome(Some(caught(8, true))), vec![7]),
        (welcome(Some(caught(7, false))), vec![]),
    ] {
        let mut receipts = with([7]);
        assert_eq!((receipts.due_at(), shown(&mut receipts, 9e9)), (None, vec![]));
        assert!(!receipts.receive(&snapshot, 100.0));
        assert_eq!(shown(&mut receipts, 99.0), Vec::<u32>::new());
        assert_eq!(shown(&mut receipts, 100.0), expected);
    }
    let mut receipts = with([7]);
    assert!(receipts.receive(&welcome(Some(caught(7, true))), 0.0));
    assert_eq!(receipts, Receipts::default());
}

#[test]
fn it_is_shown_again_until_it_is_answered() {
    let mut receipts = with([7, 8]);
    receipts.receive(&welcome(None), 0.0);
    let busy = ServerFrame::Refused(Refusal::Unavailable);
    let mut now_ms = 0.0;
    for wait_ms in [2000.0, 4000.0, 8000.0, 16_000.0, 30_000.0, 30_000.0] {
        assert_eq!(shown(&mut receipts, now_ms), [7, 8]);
        assert!(!receipts.receive(&busy, now_ms));
        assert_eq!(shown(&mut receipts, now_ms + wait_ms - 1.0), Vec::<u32>::new());
        now_ms += wait_ms;
        assert_eq!(receipts.due_at(), Some(now_ms));
    }
    // A new connection: the answer went down with the one before.
    receipts.receive(&welcome(None), now_ms - 9000.0);
    assert_eq!(shown(&mut receipts, now_ms - 9000.0), [7, 8]);
    // The server has found it; or somebody says that it is there.
    receipts.receive(&news(7, PacketState::Crediting), now_ms);
    receipts.receive(&welcome(Some(caught(8, false))), now_ms);
    assert_eq!(shown(&mut receipts, now_ms), [7]);
    receipts.receive(&news(7, PacketState::Crediting), now_ms);
    assert_eq!((receipts.due_at(), receipts.iter().count()), (None, 2));
}

#[test]
fn no_two_clients_ask_again_at_the_same_moment() {
    let again = |jitter| {
        let mut receipts = with([7]);
        receipts.receive(&welcome(None), 0.0);
        receipts.due(0.0, jitter);
        receipts.due_at().unwrap()
    };
    assert_eq!((again(0.0), again(1.0)), (1000.0, 3000.0));
}

#[test]
fn a_receipt_goes_with_the_last_word() {
    use PacketState::{Credited, Held, Paid, Paying, Refused, Void};
    for state in [Credited, Paying, Held, Refused, Paid, Void] {
        let mut receipts = with([7, 8]);
        assert!(receipts.receive(&news(7, state), 0.0), "{state:?}");
        receipts.receive(&welcome(None), 0.0);
        assert_eq!(shown(&mut receipts, 0.0), [8]);
    }
}

#[test]
fn what_is_no_receipt_goes_and_what_taps_hear_means_nothing() {
    for why in [Refusal::NotAllowed, Refusal::NoSuchRain] {
        let mut receipts = with([7]);
        assert!(!receipts.receive(&missed(why.clone()), 0.0), "it was not shown");
        receipts.receive(&welcome(None), 0.0);
        let other = ServerFrame::Missed { rain: RainId([2; 8]), why: why.clone() };
        assert!(!receipts.receive(&other, 0.0));
        assert!(receipts.receive(&missed(why), 0.0));
    }
    let mut receipts = with([7]);
    receipts.receive(&welcome(None), 0.0);
    assert!(!receipts.receive(&missed(Refusal::SoldOut), 0.0));
    // Redis has forgotten the rain in which people tap.
    receipts.receive(&raining(), 0.0);
    assert!(!receipts.receive(&missed(Refusal::NoSuchRain), 0.0));
    assert_eq!(shown(&mut receipts, 0.0), [7]);
    assert!(receipts.receive(&missed(Refusal::NotAllowed), 0.0));
}

#[test]
fn the_newest_are_kept() {
    let receipts = Receipts::new((0..20).map(|packet| receipt(RAIN, packet)));
    assert_eq!(receipts.iter().map(|it| it.packet).collect::<Vec<_>>(), Vec::from_iter(4..20));
    let mut receipts = with([7]);
    let newer = Receipt { at_ms: 2, ..receipt(RAIN, 7) };
    let again = PacketUpdate {
        caught: caught(7, false),
        state: PacketState::Crediting,
        receipt: Some(newer.clone()),
    };
    assert!(receipts.receive(&ServerFrame::Packet(again), 0.0));
    assert_eq!(receipts.iter().collect::<Vec<_>>(), [&newer]);
}
