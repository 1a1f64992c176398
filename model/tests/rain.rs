//! Everything holds with every protection on, and the checker finds what each is there for.
#![expect(clippy::panic, reason = "that is how a test fails")]

use std::collections::BTreeSet;

use quizrain_model::properties::{NEVER_VOID, PRIZE_KEPT, VOID_BY_FAILOVER, VOID_FOR_ANOTHER};
use quizrain_model::{Durability, PLAYERS, Protection, Rain, stuck};
use stateright::{Checker, HasDiscoveries, Model};

/// One failover. `QUIZRAIN_TEST_MODEL` adds what takes minutes: a `kill` of a node, or nodes that a
/// `split` leaves with the old primary.
fn rain(durability: Durability, protection: Protection) -> Rain {
    let more = std::env::var("QUIZRAIN_TEST_MODEL").unwrap_or_default();
    let (kills, split) = match more.as_str() {
        "" => (0, false),
        "kill" => (1, false),
        "split" => (0, true),
        other => panic!("QUIZRAIN_TEST_MODEL={other}: neither kill nor split"),
    };
    let prizes = false;
    Rain {
        durability,
        protection,
        noted: true,
        players: PLAYERS,
        prizes,
        split,
        failovers: 1,
        kills,
    }
}

/// Tries everything: all must hold.
fn holds(rain: Rain) {
    let checker = rain.checker().threads(2).spawn_bfs().join();
    println!("{rain:?}: {} states, depth {}", checker.unique_state_count(), checker.max_depth());
    assert!(checker.is_done());
    checker.assert_properties();
}

/// A property has a counterexample, which is printed step by step.
fn breaks(rain: Rain, property: &'static str) {
    let found = HasDiscoveries::AllOf(BTreeSet::from([property]));
    let checker = rain.checker().threads(2).finish_when(found).spawn_bfs().join();
    let path = checker.discovery(property);
    println!("{rain:?}: {:?}", path.clone().map(stateright::Path::into_actions));
    assert!(path.is_some(), "no way to break: {property}");
}

#[test]
fn what_was_told_is_credited_or_void_for_a_reason() {
    holds(rain(Durability::Local, Protection::FULL));
}

#[test]
fn under_replicated_whatever_was_told_is_credited() {
    holds(rain(Durability::Replicated, Protection::FULL));
}

#[test]
fn a_prize_is_its_players_whatever_fails() {
    for durability in [Durability::Local, Durability::Replicated] {
        holds(Rain { prizes: true, ..rain(durability, Protection::FULL) });
    }
}

#[test]
fn without_the_hold_a_prize_that_was_told_goes_back_to_the_sponsor() {
    let protection = Protection { hold: false, ..Protection::FULL };
    breaks(Rain { prizes: true, ..rain(Durability::Local, protection) }, PRIZE_KEPT);
}

#[test]
fn without_the_fence_a_late_settler_takes_what_others_were_told() {
    let protection = Protection { fence: false, ..Protection::FULL };
    breaks(rain(Durability::Replicated, protection), NEVER_VOID);
    breaks(rain(Durability::Local, protection), VOID_BY_FAILOVER);
}

#[test]
fn without_the_hold_what_players_were_told_goes_back_to_the_sponsor() {
    let protection = Protection { hold: false, ..Protection::FULL };
    breaks(rain(Durability::Local, protection), VOID_FOR_ANOTHER);
}

/// With one player, since whether a rain ends is a matter of its servers; these fail over twice.
fn lonely(durability: Durability, protection: Protection) -> Rain {
    Rain { players: 1, split: true, failovers: 2, ..rain(durability, protection) }
}

/// From wherever it gets to, the rain can be finished.
fn ends(rain: Rain) {
    let (states, way) = stuck(&rain);
    println!("{rain:?}: {states} states");
    assert_eq!(way, None, "after this it can never be finished");
}

/// There is a way to where the rain can never be finished; it is printed.
fn never_ends(rain: Rain) {
    let (states, way) = stuck(&rain);
    println!("{rain:?}: {states} states; {way:?}");
    assert!(way.is_some(), "it can always be finished");
}

#[test]
fn whatever_happens_the_rain_can_be_finished() {
    for durability in [Durability::Local, Durability::Replicated] {
        let noted = lonely(durability, Protection::FULL);
        ends(noted);
        ends(Rain { noted: false, failovers: 1, ..noted });
    }
}

/// While a line is broken, any server may answer what concerns no key. Where lives return, a shard
/// would be lost for a while only.
#[test]
fn a_life_of_another_shard_would_end_this_one_for_good() {
    let protection = Protection { own_replication_id: false, returns: false, ..Protection::FULL };
    never_ends(Rain { split: false, ..lonely(Durability::Local, protection) });
}

/// Who asked before a failover raises after those who asked since. Likewise.
#[test]
fn who_asked_long_ago_would_supersede_the_server_that_took_over() {
    let protection = Protection { seen: false, returns: false, ..Protection::FULL };
    never_ends(Rain { split: false, ..lonely(Durability::Local, protection) });
}

/// Who is cut off with the old primary notes it after the new one.
#[test]
fn a_server_that_was_superseded_must_be_able_to_return() {
    let protection = Protection { returns: false, ..Protection::FULL };
    never_ends(lonely(Durability::Local, protection));
}
