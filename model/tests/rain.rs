//! Everything holds with every protection on, and the checker finds what each is there for.
#![expect(clippy::unwrap_used, reason = "that is how a test fails")]

use std::collections::BTreeSet;

use quizrain_model::properties::{NEVER_VOID, VOID_BY_FAILOVER, VOID_FOR_ANOTHER};
use quizrain_model::{Durability, Protection, Rain};
use stateright::{Checker, HasDiscoveries, Model};

/// One fail-over, and as many kills of a node as `QUIZRAIN_TEST_MODEL_KILLS` says: none takes a
/// quarter of a minute, one some minutes.
fn rain(durability: Durability, protection: Protection) -> Rain {
    let kills = std::env::var("QUIZRAIN_TEST_MODEL_KILLS").ok();
    let kills = kills.map_or(0, |kills| kills.parse().unwrap());
    Rain { durability, protection, failovers: 1, kills }
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
