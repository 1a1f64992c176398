//! Many who ask for the same: few calls for all of them ([`Batcher`]), few reads at a time for
//! those who have proved nothing ([`ReadGate`]), pauses that grow ([`backoff`]), and long work that gives
//! way to all of them ([`aside()`], [`idle()`]).

mod absent;
mod aside;
mod backoff;
mod batcher;
mod read_gate;

use std::collections::HashMap;
use std::hash::Hash;

pub(crate) use absent::Absent;
pub use aside::stand_back;
pub(crate) use aside::{aside, idle};
pub(crate) use backoff::{Backoff, pause, restarted, share};
pub use batcher::{Batcher, Operation, Overloaded};
pub use read_gate::ReadGate;
pub(crate) use read_gate::shared;

/// Where the requests with the same key stand.
pub(crate) fn grouped<Q, K: Eq + Hash>(
    requests: &[Q],
    key: impl Fn(&Q) -> K,
) -> HashMap<K, Vec<usize>> {
    let mut groups: HashMap<K, Vec<usize>> = HashMap::new();
    for (place, request) in requests.iter().enumerate() {
        groups.entry(key(request)).or_default().push(place);
    }
    groups
}
