//! Many who ask for the same: few calls for all of them ([`Batcher`]), few reads at a time for
//! those who have proved nothing ([`ReadGate`]), and pauses that grow ([`backoff`]).

pub(crate) mod absent;
pub mod backoff;
mod batcher;
pub mod read_gate;

use std::collections::HashMap;
use std::hash::Hash;

pub use batcher::{Batcher, Operation, Overloaded};
pub use read_gate::ReadGate;

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
