//! The rows, by the letters of `--rows`. Each group measures what belongs together, so that
//! nothing is measured twice.

mod beside;
mod build;
mod claims;
mod crowd;
mod encrypted;
mod game;
mod halls;
mod imports;
mod nodes;
mod pace;
mod paced;
mod pool;
mod results;
mod reveal;
mod rush;
mod settle;
mod shards;
mod storm;
mod taps;
mod words;

use super::Bench;
use super::result::Row;

/// Measures a group.
type Group = fn(&Bench) -> anyhow::Result<Vec<Row>>;

/// Every group, in the order in which they run.
pub(super) const ALL: [(&str, Group); 21] = [
    ("A", claims::rows),
    ("BC", taps::rows),
    ("D", pace::latency),
    ("J", pace::burst),
    ("EH", game::rows),
    ("FG", crowd::rows),
    ("I", pool::rows),
    ("K", settle::rows),
    ("L", shards::rows),
    ("M", words::rows),
    ("N", nodes::rows),
    ("O", paced::rows),
    ("P", imports::rows),
    ("QR", results::rows),
    ("S", rush::beside_sign_ins),
    ("T", rush::beside_harm),
    ("U", reveal::rows),
    ("V", halls::rows),
    ("W", encrypted::rows),
    ("X", storm::rows),
    ("Y", build::rows),
];
