//! What each frame changes, and what it must not.

use crate::client::samples::*;
use crate::ids::Incarnation;
use crate::question::{Answer, ChoiceSet};
use crate::wire::Right;

use super::*;

fn known(frames: impl IntoIterator<Item = ServerFrame>) -> GameView {
    let mut known = GameView::default();
    for frame in frames {
        known.apply(frame);
    }
    known
}

#[test]
fn frames_before_the_snapshot_change_nothing() {
    let early = [
        ServerFrame::Stage(asking(4, 1)),
        ServerFrame::Answered { round: 0, answer: ChoiceSet::one(0).into() },
        ServerFrame::Outcome(outcome(0, 10)),
        news(RAIN, PacketState::Crediting),
        ServerFrame::Heartbeat { now_ms: 1, at: at(4) },
    ];
    for frame in early {
        let mut known = GameView::default();
        assert_eq!(known.apply(frame), Effect::None);
        assert_eq!(known, GameView::default());
    }
}

#[test]
fn old_stages_are_ignored_and_gaps_are_healed() {
    let mut known = known([welcome(asking(4, 1))]);
    assert_eq!(known.apply(ServerFrame::Stage(asking(4, 9))), Effect::None);
    assert_eq!(known.apply(ServerFrame::Stage(asking(3, 9))), Effect::None);
    assert_eq!(known.phase().unwrap().round(), Some(0));
    assert_eq!(known.apply(ServerFrame::Stage(asking(5, 2))), Effect::None);
    assert_eq!(known.phase().unwrap().round(), Some(1));
    assert_eq!(known.apply(ServerFrame::Stage(asking(7, 3))), Effect::RequestSnapshot);
    assert_eq!(known.phase().unwrap().round(), Some(2));
}

#[test]
fn another_incarnation_needs_a_snapshot() {
    let mut known = known([welcome(asking(4, 1))]);
    let mut other = asking(1, 2);
    other.at.incarnation = Incarnation([8; 8]);
    let position = other.at;
    assert_eq!(known.apply(ServerFrame::Stage(other.clone())), Effect::RequestSnapshot);
    assert_eq!(known.phase().unwrap().round(), Some(0));
    let beat = ServerFrame::Heartbeat { now_ms: 0, at: position };
    assert_eq!(known.apply(beat.clone()), Effect::RequestSnapshot);
    assert_eq!(known.apply(welcome(other)), Effect::None);
    assert_eq!(known.phase().unwrap().round(), Some(1));
    assert_eq!(known.apply(beat), Effect::None);
}

#[test]
fn heartbeats_tell_what_was_missed() {
    let mut known = known([welcome(asking(4, 1))]);
    for (seq, effect) in [(3, Effect::None), (4, Effect::None), (5, Effect::RequestSnapshot)] {
        let beat = ServerFrame::Heartbeat { now_ms: 0, at: at(seq) };
        assert_eq!(known.apply(beat), effect);
    }
}

#[test]
fn an_overtaken_snapshot_does_not_turn_back() {
    let mut known = known([welcome(asking(4, 1)), ServerFrame::Stage(asking(5, 2))]);
    let before = known.clone();
    assert_eq!(known.apply(welcome(asking(4, 1))), Effect::RequestSnapshot);
    assert_eq!(known, before);
}

#[test]
fn answers_belong_to_their_round() {
    let mut known = known([welcome(asking(4, 1))]);
    let answer = Answer::from(ChoiceSet::one(1));
    known.apply(ServerFrame::Answered { round: 1, answer: answer.clone() });
    assert_eq!(known.answer(), None);
    known.apply(ServerFrame::Answered { round: 0, answer: answer.clone() });
    assert_eq!(known.answer(), Some(&answer));
    known.apply(ServerFrame::Progress { round: 0, answered: 2, players: 5 });
    known.apply(ServerFrame::Progress { round: 0, answered: 1, players: 5 });
    known.apply(ServerFrame::Progress { round: 7, answered: 5, players: 5 });
    assert_eq!((known.answered, known.players()), (2, 5));
    known.apply(ServerFrame::Stage(asking(5, 2)));
    assert_eq!((known.answered, known.answer()), (0, None));
}

#[test]
fn the_newest_outcome_stays() {
    let mut known = known([welcome(asking(4, 2))]);
    known.apply(ServerFrame::Outcome(outcome(1, 20)));
    known.apply(ServerFrame::Outcome(outcome(0, 10)));
    assert_eq!(known.outcome().unwrap().score, 20);
}

#[test]
fn credited_is_never_taken_back() {
    let mut known = known([welcome(raining(4, RAIN))]);
    known.apply(news(RAIN, PacketState::Credited));
    known.apply(news(RAIN, PacketState::Crediting));
    assert!(known.caught_in(RAIN).unwrap().credited);
}

#[test]
fn news_of_a_packet_never_goes_back() {
    use PacketState::{Credited, Crediting, Held, Paid, Paying, Void};
    for (updates, last) in [
        (vec![Crediting, Credited, Credited, Crediting, Void], Credited),
        (vec![Paid, Paying, Credited, Held], Paid),
        (vec![Void, Crediting], Void),
        (vec![Void, Credited], Credited),
    ] {
        let mut known = known([welcome(raining(4, RAIN))]);
        for state in updates {
            known.apply(news(RAIN, state));
        }
        assert_eq!(known.packet, Some((RAIN, 0, last)));
        assert_eq!(known.caught_in(RAIN).is_some(), last != Void);
        assert_eq!(known.lost_in(RAIN).is_some(), last == Void);
        // A snapshot that is older, or of a Redis that forgot, changes nothing.
        for _ in 0..2 {
            known.apply(welcome(raining(4, RAIN)));
            assert_eq!(known.lost_in(RAIN).is_some(), last == Void);
            assert_eq!(known.caught_in(RAIN).is_some(), last != Void);
            known.apply(news(RAIN, last));
        }
    }
}

#[test]
fn a_snapshot_takes_no_packet_back() {
    use PacketState::{Credited, Crediting};
    let other = Caught { packet: 9, ..packet(RAIN, false) };
    let credited = Caught { credited: true, ..other.clone() };
    for (state, shown, expected) in [
        (Credited, None, 0),
        (Crediting, None, 0),
        (Credited, Some(packet(RAIN, false)), 0),
        (Credited, Some(other.clone()), 0),
        (Crediting, Some(other), 9),
        (Credited, Some(credited), 9),
    ] {
        let mut known = known([welcome(raining(4, RAIN)), news(RAIN, state)]);
        known.apply(welcome_with(raining(4, RAIN), Some(progress(RAIN, 1)), shown.clone()));
        let caught = known.caught_in(RAIN).map(|it| (it.packet, it.credited));
        let is_credited = state == Credited || shown.is_some_and(|it| it.credited);
        assert_eq!(caught, Some((expected, is_credited)));
    }
    // There was another rain meanwhile.
    let next = Some(progress(RainId([2; 8]), 0));
    let mut known = known([welcome(raining(4, RAIN)), news(RAIN, Credited)]);
    known.apply(welcome_with(asking(9, 1), next, None));
    assert_eq!(known.you.unwrap().caught, None);
}

#[test]
fn a_packet_without_a_seat_is_heard_of_again() {
    let mut known = known([welcome(raining(4, RAIN)), news(RAIN, PacketState::Credited)]);
    known.you = None;
    known.apply(welcome(raining(4, RAIN)));
    known.apply(news(RAIN, PacketState::Credited));
    assert!(known.caught_in(RAIN).is_some());
}

#[test]
fn a_credited_packet_stands_against_another_one_and_void_is_told() {
    use PacketState::{Credited, Crediting, Paying, Void};
    for states in [vec![Crediting, Void], vec![Void, Crediting], vec![Void]] {
        let mut known = known([welcome(raining(4, RAIN)), news(RAIN, Credited)]);
        let updates = states.into_iter().map(|state| news_of(RAIN, 9, state));
        for frame in updates.chain([news(RAIN, Credited), news(RAIN, Paying)]) {
            known.apply(frame);
            assert_eq!(known.caught_in(RAIN), Some(&packet(RAIN, true)));
        }
        assert_eq!(known.lost_in(RAIN).map(|lost| lost.packet), Some(9));
    }
    // Another one in the place of a lost one: that was on the screen.
    let frames = [Crediting, Void].map(|state| news_of(RAIN, 9, state));
    let mut known = known([welcome(raining(4, RAIN))].into_iter().chain(frames));
    known.apply(news(RAIN, Crediting));
    assert_eq!((known.caught_in(RAIN), known.lost_in(RAIN)), (Some(&packet(RAIN, false)), None));
}

#[test]
fn what_was_missed_before_a_packet_was_void_says_nothing_any_more() {
    let sold_out = ServerFrame::Missed { rain: RAIN, why: Refusal::SoldOut };
    let lost =
        [news(RAIN, PacketState::Crediting), sold_out.clone(), news(RAIN, PacketState::Void)];
    let mut known = known([welcome(raining(4, RAIN))].into_iter().chain(lost));
    assert_eq!((known.lost_in(RAIN).is_some(), known.missed_in(RAIN)), (true, None));
    // Every other one is gone by now.
    known.apply(sold_out);
    assert_eq!(known.missed_in(RAIN), Some(&Refusal::SoldOut));
    assert!(known.lost_in(RAIN).is_some());
}

#[test]
fn what_no_server_has_given_is_not_shown() {
    for (state, is_left) in [(PacketState::Crediting, false), (PacketState::Credited, true)] {
        let mut known = known([welcome(raining(4, RAIN)), news(RAIN, state)]);
        known.apply(ServerFrame::Missed { rain: RAIN, why: Refusal::NotAllowed });
        assert_eq!((known.caught_in(RAIN).is_some(), known.missed_in(RAIN)), (is_left, None));
    }
}

#[test]
fn one_rain_knows_nothing_of_another() {
    let next = RainId([2; 8]);
    let sold_out = |rain| ServerFrame::Missed { rain, why: Refusal::SoldOut };
    let mut known = known([welcome(raining(4, RAIN)), sold_out(RAIN)]);
    known.apply(news(RAIN, PacketState::Crediting));
    known.apply(ServerFrame::RainProgress(progress(RAIN, 2)));
    known.apply(ServerFrame::Stage(raining(5, next)));
    assert_eq!((known.caught_in(next), known.missed_in(next)), (None, None));
    assert_eq!(known.rain, None);
    known.apply(ServerFrame::RainProgress(progress(RAIN, 3)));
    assert_eq!(known.rain, None);
    known.apply(news(next, PacketState::Crediting));
    known.apply(news(RAIN, PacketState::Credited));
    assert_eq!(known.caught_in(next), Some(&packet(next, false)));
}

#[test]
fn only_a_final_refusal_ends_the_grab() {
    let mut known = known([welcome(raining(4, RAIN))]);
    for why in [Refusal::Unavailable, Refusal::TooFast, Refusal::NoSuchDrop, Refusal::TooEarly] {
        known.apply(ServerFrame::Missed { rain: RAIN, why });
        assert_eq!(known.missed_in(RAIN), None);
    }
    known.apply(ServerFrame::Missed { rain: RAIN, why: Refusal::NotEligible });
    assert_eq!(known.missed_in(RAIN), Some(&Refusal::NotEligible));
}

#[test]
fn every_refusal_is_noticed_once() {
    let mut known = known([welcome(asking(4, 1))]);
    known.apply(ServerFrame::Refused(Refusal::Unavailable));
    assert_eq!(known.refused, None);
    known.apply(ServerFrame::Refused(Refusal::Stale));
    known.apply(ServerFrame::Refused(Refusal::Stale));
    assert_eq!(known.refused, Some((2, Refusal::Stale)));
    // Of another face, nobody need read it; a host asks for other things.
    known.apply(ServerFrame::Refused(Refusal::NotNow));
    assert_eq!(known.refused, Some((2, Refusal::Stale)));
    known.you = None;
    known.apply(ServerFrame::Refused(Refusal::NotNow));
    assert_eq!(known.refused, Some((3, Refusal::NotNow)));
}

#[test]
fn each_wish_to_hear_a_sound_again_is_noticed() {
    let mut known = known([welcome(asking(4, 1))]);
    known.apply(ServerFrame::Sound { round: 0, play: true });
    known.apply(ServerFrame::Sound { round: 0, play: true });
    assert_eq!(known.sound, Some((2, 0, true)));
    known.apply(ServerFrame::Sound { round: 0, play: false });
    assert_eq!(known.sound, Some((3, 0, false)));
}

#[test]
fn reactions_add_up() {
    let mut known = known([welcome(asking(4, 1))]);
    known.reacted = [0, 0, 0, 0, u32::MAX];
    known.apply(ServerFrame::Reacted { counts: [1, 0, 0, 0, 2] });
    known.apply(ServerFrame::Reacted { counts: [1, 0, u16::MAX, 0, 2] });
    assert_eq!(known.reacted, [2, 0, 65535, 0, 3]);
}

#[test]
fn what_a_host_has_picked_stands_until_the_next_round() {
    let mut known = known([welcome(asking(4, 1))]);
    known.apply(ServerFrame::Right(Right::Viewer));
    known.apply(ServerFrame::Picked(Some(5)));
    known.apply(welcome(asking(5, 1)));
    assert_eq!((known.right, known.picked), (Some(Right::Viewer), Some(5)));
    known.apply(ServerFrame::Stage(asking(6, 2)));
    assert_eq!((known.right, known.picked), (Some(Right::Viewer), None));
    known.apply(ServerFrame::Picked(Some(7)));
    known.apply(welcome(asking(7, 3)));
    assert_eq!(known.picked, None);
}
