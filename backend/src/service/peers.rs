//! Whether other nodes play the same games, and whether this one still reaches them through Redis.
//!
//! What a node said counts from the moment at which it was seen to change, by this machine's
//! monotonic clock: clocks that jump neither kill nodes nor wake dead ones.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::{Service, ServiceError};
use crate::store::redis::nodes::{self, Said};

/// A node that has said nothing for so long is not alive.
const ALIVE: Duration = Duration::from_secs(5);

/// For so long after it was alive, its players may come back elsewhere.
const LATELY: Duration = Duration::from_secs(30);

/// After so long it is forgotten.
const FORGOTTEN: Duration = Duration::from_secs(60);

/// A node that has not reached Redis for so long is cut off.
const CUT_OFF: Duration = Duration::from_secs(3);

/// The other nodes, as this one knows them.
#[derive(Debug)]
pub struct Peers {
    node: String,
    /// There can be no other: this node has a Redis of its own.
    alone: bool,
    known: Mutex<Known>,
}

#[derive(Debug)]
struct Known {
    /// What each of the others said last, and since when.
    said: HashMap<String, (String, Instant)>,
    reached: Option<Instant>,
}

impl Peers {
    /// Nobody is known yet.
    #[must_use]
    pub fn new(node: &str, alone: bool) -> Self {
        let known = Known { said: HashMap::new(), reached: None };
        Self { node: node.to_owned(), alone, known: Mutex::new(known) }
    }

    /// Whether there can be no other node.
    #[must_use]
    pub fn alone(&self) -> bool {
        self.alone
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// This node's name.
    #[must_use]
    pub fn node(&self) -> &str {
        &self.node
    }

    /// Takes in what the nodes have said; those that have been silent for long.
    fn note(&self, said: Said, now: Instant) -> Vec<String> {
        let mut known = self.known();
        known.reached = Some(now);
        let mut silent = Vec::new();
        let mut kept = HashMap::new();
        for (node, text) in said.into_iter().filter(|(node, _)| *node != self.node) {
            let since = match known.said.get(&node) {
                Some((before, since)) if *before == text => *since,
                _ => now,
            };
            if now.duration_since(since) > FORGOTTEN {
                silent.push(node);
            } else {
                kept.insert(node, (text, since));
            }
        }
        known.said = kept;
        silent
    }

    /// Whether another one said something so short a time before Redis was reached last.
    fn heard_within(&self, time: Duration) -> bool {
        let known = self.known();
        // Not asked yet: there may be others.
        let Some(reached) = known.reached else { return !self.alone };
        known.said.values().any(|(_, since)| reached.duration_since(*since) <= time)
    }

    /// Whether other nodes were alive when this one looked last. `true` until it has looked.
    #[must_use]
    pub fn alive(&self) -> bool {
        self.heard_within(ALIVE)
    }

    /// Whether other nodes were alive a short time ago, so that their players may be on their way.
    #[must_use]
    pub fn lately(&self) -> bool {
        self.heard_within(LATELY)
    }

    /// Whether other nodes go on without this one, which does not reach Redis.
    #[must_use]
    pub fn cut_off(&self) -> bool {
        let reached = self.known().reached;
        reached.is_some_and(|reached| reached.elapsed() > CUT_OFF) && self.alive()
    }
}

impl Service {
    /// The other nodes.
    #[must_use]
    pub fn peers(&self) -> &Peers {
        &self.peers
    }

    /// Tells the other nodes that this one lives, and looks for them.
    ///
    /// # Errors
    /// Redis failed.
    pub async fn beat(&self) -> Result<(), ServiceError> {
        let con = &mut self.redis.connection();
        let said = nodes::beat(con, self.peers.node(), self.now_ms()).await?;
        let silent = self.peers.note(said, Instant::now());
        let silent: Vec<&str> = silent.iter().map(String::as_str).collect();
        Ok(nodes::forget(con, &silent).await?)
    }

    /// Tells the other nodes that this one ends.
    ///
    /// # Errors
    /// Redis failed; they notice by themselves.
    pub async fn leave(&self) -> Result<(), ServiceError> {
        Ok(nodes::forget(&mut self.redis.connection(), &[self.peers.node()]).await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(texts: &[(&str, &str)]) -> Said {
        texts.iter().map(|(node, text)| ((*node).to_owned(), (*text).to_owned())).collect()
    }

    #[test]
    fn a_node_is_alive_while_what_it_says_changes() {
        let peers = Peers::new("a", false);
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        assert!(peers.alive() && !peers.cut_off(), "nobody knows yet");
        peers.note(said(&[("a", "1")]), at(0));
        assert!(!peers.alive() && !peers.lately());
        peers.note(said(&[("a", "2"), ("b", "1")]), at(1));
        assert!(peers.alive());
        // Its clock was set back: it lives.
        peers.note(said(&[("b", "0")]), at(5));
        peers.note(said(&[("b", "0")]), at(10));
        assert!(peers.alive());
        peers.note(said(&[("b", "0")]), at(11));
        assert!(!peers.alive() && peers.lately());
        peers.note(said(&[("b", "0")]), at(36));
        assert!(!peers.lately());
        assert_eq!(peers.note(said(&[("b", "0")]), at(66)), ["b"]);
    }

    #[test]
    fn a_node_with_a_redis_of_its_own_expects_nobody() {
        let peers = Peers::new("a", true);
        assert!(!peers.alive() && !peers.lately() && !peers.cut_off());
    }
}
