//! Spanish.

pub(super) mod account;
pub(super) mod check;
pub(super) mod desk;
pub(super) mod devices;
pub(super) mod editor;
pub(super) mod guests;
pub(super) mod hosts;
pub(super) mod keys;
pub(super) mod ledger;
pub(super) mod library;
pub(super) mod new_game;
pub(super) mod outcome;
pub(super) mod player;
pub(super) mod privacy;
pub(super) mod problems;
pub(super) mod results;
pub(super) mod stage;
pub(super) mod theme;
pub(super) mod why;
pub(super) mod words;

/// So many of something.
fn many(n: u64, one: &str, more: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { more })
}
