//! The connection: every close code, every refusal, every wait.

mod faults;
mod paced;

use crate::ids::Mac;
use crate::money::Minor;
use crate::question::ChoiceSet;
use crate::settings::Settings;
use crate::wire::{CloseReason, HostFrame, PacketState, PacketUpdate, Receipt, Stage, Standings};

use super::samples::*;
use super::timing::*;
use super::*;

const HELLO: &[u8] = b"hello";

fn hello() -> Action {
    Action::Send(HELLO.to_vec())
}

fn fresh() -> Client {
    Client::new(HELLO.to_vec(), Receipts::default(), 0.0)
}

/// A client whose socket opened at 0.
fn open() -> Client {
    let mut client = fresh();
    assert_eq!(client.tick(0.0, 0.5), [Action::Connect]);
    assert_eq!(client.opened(0.0), [hello()]);
    client
}

/// One that is welcome since 0.
fn live() -> Client {
    let mut client = open();
    assert_eq!(client.receive(welcome(asking(4, 1)), 0.0, 0.5), []);
    assert_eq!(*client.status(), Status::Live);
    client
}

/// One that has seen the end.
fn over() -> Client {
    let mut client = open();
    let ended = Stage::Ended(Standings { players: 0, ..Standings::default() });
    client.receive(welcome(stage(9, Kind::Ended, 3, ended)), 0.0, 0.5);
    client
}

fn refusals() -> Vec<Refusal> {
    vec![
        Refusal::UnknownPin,
        Refusal::GameFull,
        Refusal::GameLocked,
        Refusal::GameEnded,
        Refusal::NicknameTaken,
        Refusal::NotSeated,
        Refusal::NotOpen,
        Refusal::TooLate,
        Refusal::NotNow,
        Refusal::NotAllowed,
        Refusal::TooFast,
        Refusal::Malformed,
        Refusal::Unavailable,
    ]
}

#[test]
fn every_close_code_has_its_consequence() {
    use CloseReason::{
        GoingAway, Misbehaved, NotAllowed, Removed, Replaced, Slow, TooLarge, TooManyTries,
        TryLater, UnknownGame,
    };
    let refused = Status::Refused;
    for reason in CloseReason::ALL {
        // Before the first welcome, after it, and once the end of the game was seen; and the wait.
        let (connecting, live_before, ended, wait_ms) = match reason {
            Misbehaved | TooLarge | GoingAway | TryLater | Slow => {
                (Status::Connecting, Status::Lost, Status::Lost, 125.0)
            }
            TooManyTries => (Status::Held, Status::Lost, Status::Lost, HELD_MS),
            Replaced => (Status::Replaced, Status::Replaced, Status::Replaced, f64::INFINITY),
            NotAllowed => {
                let why = refused(Refusal::NotAllowed);
                (why.clone(), why.clone(), why, f64::INFINITY)
            }
            Removed => {
                let why = refused(Refusal::Removed);
                (why.clone(), why.clone(), why, f64::INFINITY)
            }
            UnknownGame => {
                let why = refused(Refusal::UnknownPin);
                (why.clone(), why, Status::Live, f64::INFINITY)
            }
        };
        assert!(!reason.reconnects() || wait_ms.is_finite(), "{reason:?}");
        for (mut client, expected) in [(open(), connecting), (live(), live_before), (over(), ended)]
        {
            assert_eq!(client.closed(reason.code(), 0.0, 0.5), [Action::Close]);
            assert_eq!((client.status(), client.due_at()), (&expected, wait_ms), "{reason:?}");
            // It is told once.
            assert_eq!(client.closed(reason.code(), 1.0, 0.5), []);
            let connects = wait_ms.is_finite().then_some(Action::Connect);
            assert_eq!(client.tick(1e9, 0.5), Vec::from_iter(connects), "{reason:?}");
        }
    }
    for foreign in [1000, 1001, 1005, 1006, 1011, 4999] {
        let mut client = live();
        client.closed(foreign, 0.0, 0.5);
        assert_eq!((client.status(), client.due_at()), (&Status::Lost, 125.0), "{foreign}");
    }
}

#[test]
fn every_refusal_in_the_place_of_a_welcome_has_its_consequence() {
    for why in refusals() {
        let mut client = open();
        let actions = client.receive(ServerFrame::Refused(why.clone()), 10.0, 0.5);
        if why.is_transient() {
            assert_eq!((actions, client.status()), (vec![], &Status::Connecting));
            assert_eq!(client.tick(WELCOME_MS, 0.5), [hello()]);
            continue;
        }
        assert_eq!(actions, [Action::Close]);
        assert_eq!((client.status(), client.due_at()), (&Status::Refused(why), f64::INFINITY));
        // The close that follows says less; waking up changes nothing; asking again does.
        assert_eq!(client.closed(CloseReason::UnknownGame.code(), 11.0, 0.5), []);
        assert_eq!(client.wake(12.0), []);
        assert_eq!(client.restart(13.0), [Action::Connect]);
        assert_eq!(*client.status(), Status::Connecting);
    }
}

#[test]
fn a_refusal_after_the_welcome_ends_nothing_unless_somebody_else_took_over() {
    for why in refusals() {
        let mut client = live();
        let actions = client.receive(ServerFrame::Refused(why.clone()), 10.0, 0.5);
        if why == Refusal::NotAllowed {
            assert_eq!(actions, [Action::Close]);
            assert_eq!(*client.status(), Status::Refused(why));
        } else {
            assert_eq!((actions, client.status()), (vec![], &Status::Live), "{why}");
            // Of a face, nobody need read it.
            let is_told = !why.is_transient() && why != Refusal::NotNow;
            assert_eq!(client.view.refused.is_some(), is_told, "{why}");
        }
    }
}

#[test]
fn who_has_seen_the_end_keeps_it() {
    for why in [Refusal::GameEnded, Refusal::UnknownPin, Refusal::NotAllowed] {
        let mut client = over();
        client.closed(1006, 0.0, 0.0);
        client.tick(1.0, 0.5);
        client.opened(2.0);
        assert_eq!(client.receive(ServerFrame::Refused(why.clone()), 3.0, 0.5), [Action::Close]);
        let stays = why != Refusal::NotAllowed;
        assert_eq!(*client.status(), if stays { Status::Live } else { Status::Refused(why) });
    }
}

#[test]
fn what_does_not_open_or_falls_silent_is_tried_again() {
    let mut client = fresh();
    client.tick(0.0, 0.5);
    assert_eq!(client.due_at(), OPENING_MS);
    assert_eq!(client.tick(OPENING_MS, 1.0), [Action::Close]);
    assert_eq!((client.status(), client.due_at()), (&Status::Connecting, OPENING_MS + 250.0));
    let mut client = live();
    client.alive(1000.0);
    assert_eq!(client.due_at(), 1000.0 + SILENCE_MS);
    assert_eq!(client.tick(1000.0 + SILENCE_MS, 0.5), [Action::Close]);
    assert_eq!(*client.status(), Status::Lost);
    // Late events of the old socket that slip through change nothing.
    assert_eq!(client.opened(20_000.0), []);
}

#[test]
fn only_a_connection_that_held_starts_the_back_off_over() {
    for (held_ms, wait_ms) in [(STABLE_MS, 2000.0), (STABLE_MS + 1.0, 250.0)] {
        let mut client = fresh();
        for _ in 0..3 {
            let now = client.due_at();
            client.tick(now, 1.0);
            client.closed(1006, now, 1.0);
        }
        let opened = client.due_at();
        client.tick(opened, 1.0);
        client.opened(opened);
        let now = opened + held_ms;
        client.closed(CloseReason::GoingAway.code(), now, 1.0);
        assert_eq!(client.due_at(), now + wait_ms);
    }
}

#[test]
fn a_server_that_stops_leaves_no_old_back_off_behind() {
    let mut client = fresh();
    for _ in 0..3 {
        let now = client.due_at();
        client.tick(now, 1.0);
        client.closed(1006, now, 1.0);
    }
    let opened = client.due_at();
    client.tick(opened, 1.0);
    client.opened(opened);
    let left = opened + STABLE_MS + 1.0;
    client.receive(ServerFrame::Reconnect { within_ms: 0 }, left, 0.5);
    client.tick(left, 0.5);
    client.closed(1006, left, 1.0);
    assert_eq!(client.due_at(), left + 250.0);
}

#[test]
fn snapshots_that_are_too_old_are_asked_for_ever_more_seldom() {
    let mut client = live();
    let mut asked = Vec::new();
    let mut now = 0.0;
    for _ in 0..6 {
        client.receive(welcome(asking(3, 1)), now, 0.5);
        client.alive(now);
        let since = now;
        while client.tick(now, 0.5) != [hello()] {
            client.alive(now);
            now += 100.0;
        }
        asked.push(now - since);
    }
    assert!(asked.is_sorted() && asked[0] >= 1000.0 && asked[5] >= 16_000.0, "{asked:?}");
    // One that is new enough starts over.
    client.receive(welcome(asking(5, 1)), now, 0.5);
    client.receive(welcome(asking(4, 1)), now, 0.5);
    assert!(client.due_at() <= now + 2000.0);
}

#[test]
fn a_server_that_stops_is_left_at_a_moment_of_ones_own_and_nobody_is_told() {
    let mut client = live();
    assert_eq!(client.receive(ServerFrame::Reconnect { within_ms: 4000 }, 100.0, 0.25), []);
    assert_eq!(client.due_at(), 1100.0);
    assert_eq!(client.tick(1100.0, 0.5), [Action::Connect]);
    assert_eq!((client.status(), client.due_at()), (&Status::Live, 1100.0 + OPENING_MS));
    // What is asked meanwhile waits for the welcome.
    let answer = Request::Answer(0, ChoiceSet::one(1).into());
    assert_eq!(client.submit(answer.clone(), 1200.0, 9e9), []);
    assert_eq!(client.opened(1300.0), [hello()]);
    let asked = client.receive(welcome(asking(4, 1)), 1310.0, 0.5);
    assert_eq!(asked, [Action::Send(answer.encode())]);
}

#[test]
fn a_device_that_wakes_up_asks_and_does_not_wait_long() {
    let mut client = live();
    assert_eq!(client.wake(1000.0), [hello()]);
    assert_eq!(client.due_at(), 1000.0 + WAKE_MS);
    client.closed(1006, 1000.0, 1.0);
    assert_eq!(client.wake(1001.0), [Action::Connect]);
    assert_eq!(client.wake(1001.0 + STUCK_OPENING_MS), []);
    assert_eq!(client.wake(1002.0 + STUCK_OPENING_MS), [Action::Connect]);
}

#[test]
fn a_socket_that_is_silent_after_a_sleep_is_replaced_at_once() {
    let mut client = live();
    for _ in 0..8 {
        client.closed(1006, 0.0, 0.0);
        client.tick(0.0, 0.0);
        client.opened(0.0);
    }
    client.receive(welcome(asking(4, 1)), 0.0, 0.5);
    assert_eq!(client.wake(1000.0), [hello()]);
    assert_eq!(client.tick(1000.0 + WAKE_MS, 1.0), [Action::Close]);
    // No back-off of before the sleep is waited for.
    assert_eq!(client.due_at(), 1250.0 + WAKE_MS);
    assert_eq!(client.tick(1250.0 + WAKE_MS, 1.0), [Action::Connect]);
}

#[test]
fn a_device_without_a_network_says_so_at_once_and_may_be_wrong() {
    let mut client = live();
    assert_eq!(client.offline(1000.0), [hello()]);
    assert_eq!((client.status(), client.due_at()), (&Status::Lost, 1000.0 + WAKE_MS));
    let beat = ServerFrame::Heartbeat { now_ms: 0, at: asking(4, 1).at };
    client.receive(beat, 1100.0, 0.5);
    assert_eq!(client.status(), &Status::Live);

    assert_eq!(client.offline(2000.0), [hello()]);
    assert_eq!(client.tick(2000.0 + WAKE_MS, 1.0), [Action::Close]);
    assert_eq!(client.offline(2001.0 + WAKE_MS), []);
    assert_eq!(client.wake(2002.0 + WAKE_MS), [Action::Connect]);
    assert_eq!(client.offline(2003.0 + WAKE_MS), []);
    assert_eq!(client.opened(2100.0 + WAKE_MS), [hello()]);
    client.alive(2100.0 + WAKE_MS);
    assert_eq!(client.status(), &Status::Lost);
    client.receive(welcome(asking(4, 1)), 2110.0 + WAKE_MS, 0.5);
    assert_eq!(client.status(), &Status::Live);

    // Who is not to come back has nothing to lose.
    let mut client = over();
    client.receive(ServerFrame::Refused(Refusal::NotAllowed), 10.0, 0.5);
    let status = client.status().clone();
    assert_eq!(client.offline(20.0), []);
    assert_eq!(*client.status(), status);
}

#[test]
fn who_was_replaced_stays_away_until_told_otherwise() {
    let mut client = live();
    client.closed(1006, 10.0, 1.0);
    assert_eq!(client.replaced(), [Action::Close]);
    assert_eq!((client.status(), client.due_at()), (&Status::Replaced, f64::INFINITY));
    assert_eq!(client.wake(20.0), []);
    assert_eq!(client.offline(30.0), []);
    assert_eq!(client.wake(40.0), []);
    assert_eq!(client.status(), &Status::Replaced);
    assert_eq!(client.restart(50.0), [Action::Connect]);
}

#[test]
fn a_snapshot_is_asked_for_at_most_once_a_second() {
    let mut client = live();
    let gap = |seq| ServerFrame::Stage(asking(seq, 1));
    assert_eq!(client.receive(gap(6), 10.0, 0.5), []);
    assert_eq!(client.due_at(), SNAPSHOT_EVERY_MS);
    assert_eq!(client.tick(SNAPSHOT_EVERY_MS, 0.5), [hello()]);
    assert_eq!(client.receive(gap(8), SNAPSHOT_EVERY_MS + 1.0, 0.5), []);
    assert_eq!(client.receive(gap(10), 2.0 * SNAPSHOT_EVERY_MS, 0.5), [hello()]);
}

#[test]
fn what_goes_unanswered_makes_the_connection_suspect() {
    let mut client = live();
    client.submit(
        Request::Host(HostFrame::Configure { settings: Settings::default() }),
        0.0,
        CLICK_MS,
    );
    assert_eq!(client.due_at(), STUCK_MS);
    assert_eq!(client.tick(STUCK_MS, 0.5), []);
    assert_eq!(client.due_at(), STUCK_MS + SUSPECT_MS);
    client.alive(3000.0);
    assert_eq!(client.due_at(), CLICK_MS + 1.0);
}

#[test]
fn receipts_are_stored_and_shown_on_the_next_connection() {
    let mut client = live();
    let receipt = Receipt { rain: RAIN, packet: 0, amount: Minor(5), at_ms: 1, mac: Mac([2; 32]) };
    let caught = packet(RAIN, false);
    let state = PacketState::Crediting;
    let update = PacketUpdate { caught, state, receipt: Some(receipt.clone()) };
    let update = client.receive(ServerFrame::Packet(update), 10.0, 0.5);
    assert_eq!(update, [Action::StoreReceipts]);
    client.closed(1006, 20.0, 0.0);
    client.tick(20.0, 0.5);
    assert_eq!(client.opened(30.0), [hello()]);
    let frame = PlayerFrame::ShowReceipt { receipt };
    let shown = client.receive(welcome(raining(5, RAIN)), 40.0, 0.5);
    assert_eq!(shown, [Action::Send(Encoding::Postcard.encode(&frame))]);
    assert_eq!(
        client.receive(news(RAIN, PacketState::Credited), 50.0, 0.5),
        [Action::StoreReceipts]
    );
}

#[test]
fn a_reaction_is_said_once_and_by_whoever_is_welcome() {
    let frame = PlayerFrame::React { reaction: Reaction::Heart };
    assert_eq!(open().react(Reaction::Heart), []);
    let mut client = live();
    let said = [Action::Send(Encoding::Postcard.encode(&frame))];
    assert_eq!(client.react(Reaction::Heart), said);
    assert_eq!(client.pending.waiting(), None);
    client.closed(1006, 10.0, 0.5);
    assert_eq!(client.react(Reaction::Heart), []);
}
