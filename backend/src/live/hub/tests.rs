//! Rooms and outboxes without sockets.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use quizrain_shared::avatar::Avatar;
use quizrain_shared::ids::{AccountId, GameId, Incarnation};
use quizrain_shared::phase::{Kind, Phase};
use quizrain_shared::score::Grade;
use quizrain_shared::settings::Settings;
use quizrain_shared::wire::{
    Encoding, Face, Lobby, Outcome, Position, Reaction, Refusal, Right, ServerFrame, Stage, StageAt,
};

use crate::live::hub::*;

const ANNA: AccountId = AccountId([1; 16]);
const LI: AccountId = AccountId([2; 16]);

fn stage(incarnation: u8, seq: u64) -> StageAt {
    StageAt {
        at: Position { incarnation: Incarnation([incarnation; 8]), seq },
        phase: Phase::start(1),
        opens_ms: 0,
        closes_ms: 0,
        stage: Stage::Lobby,
    }
}

fn room() -> (Hub, Arc<Room>) {
    let hub = Hub::default();
    let room = hub.room(GameId([0; 8]));
    (hub, room)
}

/// The frames that wait in an outbox.
fn waiting(outbox: &mut Outbox, encoding: Encoding) -> Vec<ServerFrame> {
    let next = || outbox.try_next().unwrap();
    std::iter::from_fn(next).map(|bytes| encoding.decode(&bytes).unwrap()).collect()
}

#[test]
fn only_newer_stages_are_shown_and_each_in_its_encoding() {
    let (_hub, room) = room();
    let (link, mut postcard) = Outbox::new(Encoding::Postcard);
    let _anna = room.enter(link, Some((ANNA, 1)));
    let (link, mut json) = Outbox::new(Encoding::Json);
    let _screen = room.enter(link, None);
    assert!(room.publish(stage(1, 2), 1));
    assert!(!room.publish(stage(1, 2), 1));
    assert!(!room.publish(stage(1, 1), 1));
    assert!(room.publish(stage(1, 3), 1));
    // Another incarnation is another history, whatever its numbers.
    assert!(room.publish(stage(2, 1), 1));
    let expected = [stage(1, 2), stage(1, 3), stage(2, 1)].map(ServerFrame::Stage);
    assert_eq!(waiting(&mut postcard, Encoding::Postcard), expected);
    assert_eq!(waiting(&mut json, Encoding::Json), expected);
    assert_eq!(room.position(), Some(stage(2, 1).at));
}

#[test]
fn a_newer_socket_of_a_player_replaces_the_older_one() {
    let (_hub, room) = room();
    let (link, mut old) = Outbox::new(Encoding::Postcard);
    let old_presence = room.enter(link, Some((ANNA, 1)));
    let (link, mut new) = Outbox::new(Encoding::Postcard);
    let _new_presence = room.enter(link, Some((ANNA, 1)));
    assert_eq!(old.try_next(), Err(CloseReason::Replaced));
    assert_eq!(new.try_next(), Ok(None));
    // The older one leaves late, and takes nothing of the newer one with it.
    drop(old_presence);
    let refused = ServerFrame::Refused(Refusal::NotNow);
    room.send_to(&ANNA, &refused);
    assert_eq!(waiting(&mut new, Encoding::Postcard), [refused]);
}

#[test]
fn only_a_socket_with_the_seat_that_was_taken_away_is_closed() {
    let (_hub, room) = room();
    let enter = |number: u64| {
        let (link, outbox) = Outbox::new(Encoding::Postcard);
        (room.enter(link, Some((ANNA, number))), outbox)
    };
    let (presence, mut old) = enter(1);
    presence.set_seat(Some(7));
    room.remove_player(&LI, 7);
    assert_eq!(old.try_next(), Ok(None));
    room.remove_player(&ANNA, 7);
    assert_eq!(old.try_next(), Err(CloseReason::Removed));
    // Its welcome was read just before, and comes afterwards.
    let (presence, mut slow) = enter(2);
    room.remove_player(&ANNA, 7);
    assert_eq!(slow.try_next(), Ok(None));
    presence.set_seat(Some(7));
    assert_eq!(slow.try_next(), Err(CloseReason::Removed));
    // Back before this server heard of it, with another seat.
    let (presence, mut back) = enter(3);
    presence.set_seat(Some(8));
    room.remove_player(&ANNA, 7);
    assert_eq!(back.try_next(), Ok(None));
}

#[test]
fn players_hear_what_a_round_brought_where_that_is_something_new() {
    let (_hub, room) = room();
    let (link, mut anna) = Outbox::new(Encoding::Postcard);
    let _anna = room.enter(link, Some((ANNA, 1)));
    let (link, mut li) = Outbox::new(Encoding::Postcard);
    let _li = room.enter(link, Some((LI, 1)));
    let of = |score| Outcome {
        round: 0,
        answer: None,
        grade: Grade::Wrong,
        points: 0,
        bonus: 0,
        corrected: 0,
        streak: 0,
        score,
        rank: 1,
        players: 2,
        life: None,
        line_ms: 0,
        elapsed_ms: 0,
    };
    let brought = |anna, li| HashMap::from([(ANNA, of(anna)), (LI, of(li))]);
    let mut told = |expected: [&[i64]; 2]| {
        for (outbox, expected) in [&mut anna, &mut li].into_iter().zip(expected) {
            let frames: Vec<_> = expected.iter().map(|it| ServerFrame::Outcome(of(*it))).collect();
            assert_eq!(waiting(outbox, Encoding::Postcard), frames);
        }
    };
    room.send_outcomes(brought(10, 20));
    told([&[10], &[20]]);
    room.send_outcomes(brought(10, 20));
    told([&[], &[]]);
    room.send_outcomes(brought(10, 30));
    told([&[], &[30]]);
    room.forget_outcomes();
    room.send_outcomes(brought(10, 30));
    told([&[10], &[30]]);
}

#[test]
fn of_two_servers_the_one_with_the_older_socket_closes_it() {
    let (_hub, room) = room();
    let (link, mut outbox) = Outbox::new(Encoding::Postcard);
    let presence = room.enter(link, Some((ANNA, 5)));
    assert_eq!(room.take_arrivals(), [(ANNA, 5)]);
    // The other server tells late of an older one, and has not heard of this one.
    for (theirs_ms, theirs_first) in [(4, true), (4, false), (5, true)] {
        room.replace_elsewhere(&[(LI, 9), (ANNA, theirs_ms)], theirs_first);
        assert_eq!(outbox.try_next(), Ok(None));
        assert_eq!(room.take_arrivals(), [(ANNA, 5)]);
    }
    room.replace_elsewhere(&[(ANNA, 5)], false);
    assert_eq!(outbox.try_next(), Err(CloseReason::Replaced));
    // Whoever has left is not told of.
    room.put_back_arrivals(vec![(ANNA, 5)]);
    drop(presence);
    assert_eq!(room.take_arrivals(), []);
}

#[test]
fn a_socket_that_reads_too_slowly_loses_progress_first_and_is_closed_then() {
    let (_hub, room) = room();
    let (link, mut outbox) = Outbox::new(Encoding::Postcard);
    let _anna = room.enter(link, Some((ANNA, 1)));
    let lobby = Lobby { players: 1, newest: Vec::new(), settings: Settings::default() };
    for _ in 0..1000 {
        room.broadcast(&ServerFrame::Lobby(lobby.clone()));
    }
    let (waiting, deepest) = room.depth();
    assert_eq!((waiting, deepest), (64, 64));
    room.publish(stage(1, 1), 1);
    assert_eq!(outbox.try_next(), Err(CloseReason::Slow));
}

#[test]
fn who_came_last_is_for_big_screens_alone() {
    let (_hub, room) = room();
    let (link, mut anna_outbox) = Outbox::new(Encoding::Postcard);
    let _anna = room.enter(link, Some((ANNA, 1)));
    let (link, mut screen_outbox) = Outbox::new(Encoding::Postcard);
    let _screen = room.enter(link, None);
    let face = Face { nickname: "Li".to_owned(), avatar: Avatar::of_name("Li") };
    let lobby = Lobby { players: 1, newest: vec![face], settings: Settings::default() };
    room.broadcast(&ServerFrame::Lobby(lobby.clone()));
    let without = Lobby { newest: Vec::new(), ..lobby.clone() };
    assert_eq!(waiting(&mut anna_outbox, Encoding::Postcard), [ServerFrame::Lobby(without)]);
    assert_eq!(waiting(&mut screen_outbox, Encoding::Postcard), [ServerFrame::Lobby(lobby)]);
}

#[test]
fn reactions_are_counted_where_the_game_takes_them() {
    let (_hub, room) = room();
    let tell = |reactions| {
        let settings = Settings { reactions, ..Settings::default() };
        room.note(&ServerFrame::Lobby(Lobby { players: 1, newest: Vec::new(), settings }));
    };
    let show = |kind, seq| {
        let phase = Phase { kind, ..Phase::start(1) };
        assert!(room.publish(StageAt { phase, ..stage(1, seq) }, 1));
    };
    let react = || {
        for reaction in [Reaction::Clap, Reaction::Party, Reaction::Clap] {
            room.note_reaction(reaction);
        }
    };
    tell(true);
    react();
    show(Kind::Lobby, 1);
    assert_eq!(room.take_reactions(), [[0; 5]; 2], "nobody knows yet where the game stands");
    react();
    room.note_reactions_elsewhere([u16::MAX; 5]);
    room.note_reactions_elsewhere([u16::MAX; 5]);
    assert_eq!(room.take_reactions(), [[2, 0, 0, 0, 1], [u16::MAX; 5]]);
    tell(false);
    react();
    tell(true);
    show(Kind::Asking, 2);
    react();
    assert_eq!(room.take_reactions(), [[0; 5]; 2]);
    show(Kind::Podium, 3);
    react();
    assert_eq!(room.take_reactions(), [[2, 0, 0, 0, 1], [0; 5]]);
}

#[test]
fn everybody_has_answered_when_every_seated_player_here_has() {
    let (_hub, room) = room();
    assert!(!room.all_answered(0, Duration::ZERO));
    let (link, _anna_outbox) = Outbox::new(Encoding::Postcard);
    let anna = room.enter(link, Some((ANNA, 1)));
    let (link, _li_outbox) = Outbox::new(Encoding::Postcard);
    let li = room.enter(link, Some((LI, 1)));
    assert!(!room.all_answered(0, Duration::ZERO), "nobody has a seat yet");
    anna.set_seat(Some(1));
    room.note_answer(&ANNA, 0);
    assert!(room.take_answers() && !room.take_answers());
    assert!(room.all_answered(0, Duration::ZERO), "who is still choosing a name is not waited for");
    li.set_seat(Some(2));
    assert!(!room.all_answered(0, Duration::ZERO));
    drop(li);
    assert!(room.take_answers(), "a player who leaves may have been the last one waited for");
    assert!(room.all_answered(0, Duration::ZERO));
    assert!(!room.all_answered(0, Duration::from_secs(60)), "whoever left may come back");
    assert!(!room.all_answered(1, Duration::ZERO), "another round, another answer");
}

#[tokio::test]
async fn the_last_answer_ends_the_wait_for_it_once_it_is_told_how_many_play() {
    let (_hub, room) = room();
    let enter = |account| {
        let (link, outbox) = Outbox::new(Encoding::Postcard);
        (room.enter(link, Some((account, 1))), outbox)
    };
    let complete = || room.answers_complete().now_or_never().is_some();
    let (_first_socket, li) = (enter(ANNA), enter(LI));
    room.note_answer(&ANNA, 1);
    assert!(!complete(), "nobody was told how many play");
    let lobby = Lobby { players: 2, newest: Vec::new(), settings: Settings::default() };
    room.broadcast(&ServerFrame::Lobby(lobby));
    room.note_answer(&ANNA, 1);
    let _second_socket = enter(ANNA);
    room.note_answer(&ANNA, 1);
    assert!(!complete(), "it is the same answer");
    room.note_answer(&LI, 0);
    assert!(!complete(), "that round is over");
    room.note_answer(&LI, 1);
    assert!(complete() && !complete(), "it is told once");
    room.note_answer(&ANNA, 2);
    drop(li);
    room.note_answer(&LI, 2);
    assert!(!complete(), "whoever has left is not counted here");
    let _li_again = enter(LI);
    room.note_answer(&LI, 2);
    assert!(complete(), "and is when they come back");
}

#[test]
fn rooms_of_games_that_are_over_are_forgotten_once_empty() {
    let (hub, room) = room();
    let (link, _outbox) = Outbox::new(Encoding::Postcard);
    let presence = room.enter(link, None);
    let mut over = stage(1, 9);
    over.phase.kind = Kind::Ended;
    room.publish(over, 1);
    hub.sweep();
    assert_eq!(hub.rooms().len(), 1);
    drop(presence);
    hub.sweep();
    assert!(hub.rooms().is_empty());
}

/// A host's place, and what it hears.
fn host(room: &Arc<Room>, right: &str) -> (Presence, Outbox) {
    let (link, mut outbox) = Outbox::new(Encoding::Postcard);
    let presence = room.enter_as_host(link, Right::Owner, right.to_owned());
    for hears in ["what it may", "what is amiss", "what was picked"] {
        assert!(matches!(outbox.try_next(), Ok(Some(_))), "a host hears {hears}");
    }
    (presence, outbox)
}

#[test]
fn only_hosts_who_showed_the_newest_right_stay() {
    let (_hub, room) = room();
    assert!(room.host_rights().is_empty());
    let [(old_presence, mut old), (_new_presence, mut new)] =
        ["old", "new"].map(|right| host(&room, right));
    let (link, mut screen) = Outbox::new(Encoding::Postcard);
    let _screen = room.enter(link, None);
    room.close_other_hosts("new");
    assert_eq!(old.try_next(), Err(CloseReason::NotAllowed));
    assert_eq!((new.try_next(), screen.try_next()), (Ok(None), Ok(None)));
    drop(old_presence);
    assert_eq!((room.host_rights(), room.len()), (vec!["new".to_owned()], 2));
    let (_presence, mut crew) = host(&room, "crew");
    room.close_hosts(&["crew".to_owned(), "nobody".to_owned()]);
    assert_eq!(crew.try_next(), Err(CloseReason::NotAllowed));
    assert_eq!(new.try_next(), Ok(None));
}

#[test]
fn what_was_picked_is_told_to_hosts_until_the_next_round() {
    let (_hub, room) = room();
    let (_presence, mut first) = host(&room, "first");
    let heard = |outbox: &mut Outbox| waiting(outbox, Encoding::Postcard);
    room.announce_picked(Some(3), None);
    assert_eq!(heard(&mut first), [], "nobody knows yet where the game stands");
    room.publish(stage(1, 1), 1);
    heard(&mut first);
    room.announce_picked(Some(3), None);
    assert_eq!(heard(&mut first), [ServerFrame::Picked(Some(3))]);
    let (link, mut second) = Outbox::new(Encoding::Postcard);
    let _presence = room.enter_as_host(link, Right::Host, "second".to_owned());
    assert_eq!(heard(&mut second).last(), Some(&ServerFrame::Picked(Some(3))));
    room.announce_picked(Some(4), Some(7));
    assert_eq!(heard(&mut first), [], "another round");
    room.announce_picked(None, None);
    assert_eq!(heard(&mut second), [ServerFrame::Picked(None)]);
    let (link, mut third) = Outbox::new(Encoding::Postcard);
    let _presence = room.enter_as_host(link, Right::Host, "third".to_owned());
    assert_eq!(heard(&mut third).last(), Some(&ServerFrame::Picked(None)));
}
