//! Whether other nodes play the same games, and whether this one still reaches them through Redis.
//!
//! Which nodes there may be stands in Redis. That one lives the others hear: it counts from the
//! moment at which it was heard, by this machine's monotonic clock, so clocks that jump neither
//! kill nodes nor wake dead ones. A node hears itself as well. Up to its last sign that came back
//! it has heard everybody; from then on it knows nothing, and takes what it knew for true.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::calls::parse_heartbeat;

/// A node that has said nothing for so long is not alive.
const ALIVE: Duration = Duration::from_secs(5);

/// For so long after it was alive, its players may come back elsewhere.
const LATELY: Duration = Duration::from_secs(30);

/// After so long it is forgotten.
const FORGOTTEN: Duration = Duration::from_secs(60);

/// A node that has not reached Redis for so long is cut off.
const CUT_OFF: Duration = Duration::from_secs(3);

/// A node that does not hear itself for so long listens in the wrong place.
const DEAF: Duration = Duration::from_secs(5);

/// The other nodes, as this one knows them.
#[derive(Debug)]
pub struct Peers {
    node: String,
    run: String,
    /// There can be no other: this node has a Redis of its own.
    alone: bool,
    known: Mutex<Known>,
}

#[derive(Debug, Default)]
struct Known {
    /// When each of the others was heard last.
    heard: HashMap<String, Instant>,
    /// This node's last sign of life: its number, and when it was given.
    given: Option<(u64, Instant)>,
    /// When the last one was given that came back.
    listened: Option<Instant>,
    /// When Redis took the last one.
    reached: Option<Instant>,
    /// Since when it listens where it listens now.
    listening: Option<Instant>,
}

impl Known {
    /// For how long a node has been silent, as far as this one has listened.
    fn silent(&self, heard: Instant) -> Duration {
        self.listened.map_or(Duration::ZERO, |listened| listened.saturating_duration_since(heard))
    }
}

impl Peers {
    /// Nobody is known yet. A node has the same name after a restart, and each of its runs another.
    #[must_use]
    pub fn new(node: &str, run: &str, alone: bool) -> Self {
        let (node, run) = (node.to_owned(), format!("{node}:{run}"));
        Self { node, run, alone, known: Mutex::default() }
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

    /// The name of this run of this node, by which the others know it.
    #[must_use]
    pub fn run(&self) -> &str {
        &self.run
    }

    /// It listens from now on. What was said before may have been missed: whoever is known may
    /// have said something just now.
    pub fn listen(&self) {
        self.listen_at(Instant::now());
    }

    fn listen_at(&self, now: Instant) {
        let mut known = self.known();
        known.listening = Some(now);
        known.heard.values_mut().for_each(|heard| *heard = now);
    }

    /// Takes in which nodes there were when that was asked; which of them are to be forgotten.
    pub(crate) fn note(&self, names: Vec<String>, asked: Instant) -> Vec<String> {
        let mut known = self.known();
        // One that was not there yet may have spoken since.
        let spoken = known.heard.iter().filter(|(_, last)| **last >= asked);
        let mut heard: HashMap<_, _> = spoken.map(|(name, last)| (name.clone(), *last)).collect();
        let mut gone = Vec::new();
        for name in names.into_iter().filter(|name| *name != self.run) {
            let ours = node_of(&name) == self.node;
            let last = known.heard.get(&name).copied().unwrap_or(asked);
            // An earlier run of this node: there is one at a time.
            if known.given.is_none() && ours || known.silent(last) > FORGOTTEN {
                gone.push(name);
            } else {
                heard.insert(name, last);
            }
        }
        known.heard = heard;
        gone
    }

    /// The number of a sign of life that is given now.
    pub(crate) fn give(&self, now: Instant) -> u64 {
        let mut known = self.known();
        let number = known.given.map_or(0, |(number, _)| number + 1);
        known.given = Some((number, now));
        number
    }

    /// Redis took a sign of life.
    pub(crate) fn reach(&self, now: Instant) {
        self.known().reached = Some(now);
    }

    /// Takes in a message of the nodes' channel.
    pub fn hear(&self, message: &[u8]) {
        if let Some((run, number)) = parse_heartbeat(message) {
            self.hear_at(run, number, Instant::now());
        }
    }

    fn hear_at(&self, run: &str, number: u64, now: Instant) {
        let mut known = self.known();
        match known.given {
            // What was said before this one was given has been heard by now.
            Some((last, given)) if run == self.run => {
                if last == number {
                    known.listened = Some(given);
                }
            }
            _ if run == self.run => {}
            _ => {
                known.heard.insert(run.to_owned(), now);
            }
        }
    }

    /// Whether it does not hear even itself, although Redis takes what it says: it must listen
    /// anew.
    #[must_use]
    pub fn deaf(&self) -> bool {
        let known = self.known();
        let (Some(listening), Some(reached)) = (known.listening, known.reached) else {
            return false;
        };
        let since = known.listened.map_or(listening, |listened| listened.max(listening));
        reached.saturating_duration_since(since) > DEAF
    }

    /// When another one was heard last; `None`: it is not known.
    #[must_use]
    pub fn heard(&self, run: &str) -> Option<Instant> {
        self.known().heard.get(run).copied()
    }

    /// Up to when everybody who spoke was heard. `None`: nobody has been yet.
    #[must_use]
    pub fn listened(&self) -> Option<Instant> {
        self.known().listened
    }

    /// How many others said something so short a time before this one listened last.
    fn heard_within(&self, time: Duration) -> usize {
        let known = self.known();
        known.heard.values().filter(|heard| known.silent(**heard) <= time).count()
    }

    /// Whether another server has this one's name.
    #[must_use]
    pub fn has_twin(&self) -> bool {
        let known = self.known();
        known
            .heard
            .iter()
            .any(|(run, heard)| node_of(run) == self.node && known.silent(*heard) <= ALIVE)
    }

    /// Not heard anything yet: there may be others.
    fn may_be(&self) -> bool {
        !self.alone && self.known().listened.is_none()
    }

    /// How many others were alive when this one listened last. None until it has listened.
    #[must_use]
    pub fn count(&self) -> usize {
        if self.may_be() { 0 } else { self.heard_within(ALIVE) }
    }

    /// The others that were alive when this one listened last; `None` until it has listened.
    #[must_use]
    pub(crate) fn living(&self) -> Option<HashSet<String>> {
        if self.may_be() {
            return None;
        }
        let known = self.known();
        let living = known.heard.iter().filter(|(_, heard)| known.silent(**heard) <= ALIVE);
        Some(living.map(|(run, _)| run.clone()).collect())
    }

    /// Whether other nodes were alive when this one listened last. `true` until it has listened.
    #[must_use]
    pub fn alive(&self) -> bool {
        self.may_be() || self.heard_within(ALIVE) > 0
    }

    /// Whether other nodes were alive a short time ago, so that their players may be on their way.
    #[must_use]
    pub fn lately(&self) -> bool {
        self.may_be() || self.heard_within(LATELY) > 0
    }

    /// Whether other nodes go on without this one, which does not reach Redis.
    #[must_use]
    pub fn cut_off(&self) -> bool {
        let reached = self.known().reached;
        reached.is_some_and(|reached| reached.elapsed() > CUT_OFF) && self.alive()
    }
}

/// The node of which this is a run.
fn node_of(run: &str) -> &str {
    run.rsplit_once(':').map_or(run, |(node, _)| node)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(ToString::to_string).collect()
    }

    /// A node says that it lives and hears it.
    fn beat(peers: &Peers, now: Instant) {
        let number = peers.give(now);
        peers.reach(now);
        peers.hear_at(peers.run(), number, now);
    }

    #[test]
    fn a_node_is_alive_while_it_is_heard() {
        let peers = Peers::new("a", "1", false);
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        assert!(peers.alive() && peers.lately() && !peers.cut_off(), "nobody knows yet");
        peers.listen_at(at(0));
        // An earlier run of its own is nobody.
        assert_eq!(peers.note(names(&["a:0", "a:1"]), at(0)), ["a:0"]);
        assert!(peers.alive(), "it has heard nothing yet");
        beat(&peers, at(0));
        assert!(!peers.alive() && !peers.lately());
        // One that it has not heard yet may have spoken just before.
        assert!(peers.note(names(&["a:1", "b:1"]), at(1)).is_empty());
        beat(&peers, at(1));
        assert_eq!(peers.count(), 1);
        // One that entered while the names were on their way.
        peers.hear_at("c:1", 0, at(2));
        assert!(peers.note(names(&["a:1", "b:1"]), at(2)).is_empty());
        assert_eq!(peers.count(), 2);
        assert!(peers.note(names(&["a:1", "b:1"]), at(3)).is_empty());
        assert_eq!(peers.count(), 1);
        peers.hear_at("b:1", 7, at(5));
        beat(&peers, at(10));
        assert!(peers.alive());
        beat(&peers, at(11));
        assert!(!peers.alive() && peers.lately());
        beat(&peers, at(36));
        assert!(!peers.lately());
        assert!(peers.note(names(&["b:1"]), at(60)).is_empty());
        beat(&peers, at(66));
        assert_eq!(peers.note(names(&["b:1"]), at(66)), ["b:1"]);
        // It is back, and ends.
        peers.hear_at("b:1", 8, at(66));
        assert!(peers.alive());
        peers.note(names(&["a:1"]), at(67));
        assert!(!peers.alive());
    }

    #[test]
    fn a_node_that_hears_nothing_takes_what_it_knew_for_true() {
        let peers = Peers::new("a", "1", false);
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        peers.listen_at(at(0));
        peers.note(names(&["a:1", "b:1"]), at(0));
        beat(&peers, at(0));
        for second in 1..=60 {
            // Redis takes what it says, and it does not come back.
            peers.give(at(second));
            peers.reach(at(second));
            assert!(peers.note(names(&["a:1", "b:1"]), at(second)).is_empty());
            assert!(peers.alive());
            assert_eq!(peers.deaf(), second > DEAF.as_secs());
        }
        // It listens elsewhere: the other one may have said something meanwhile.
        peers.listen_at(at(61));
        assert!(!peers.deaf());
        beat(&peers, at(61));
        assert!(peers.alive());
        beat(&peers, at(67));
        assert!(!peers.alive());
        // What comes late says nothing of what was said since.
        peers.give(at(100));
        peers.hear_at("a:1", 0, at(100));
        assert!(peers.lately());
    }

    #[test]
    fn a_copy_of_a_node_is_noticed_while_it_lives() {
        let peers = Peers::new("a", "2", false);
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        peers.listen_at(at(0));
        peers.note(names(&["a:1", "a:2", "ab:1"]), at(0));
        beat(&peers, at(0));
        assert!(!peers.has_twin(), "an earlier run and another node");
        peers.note(names(&["a:2", "a:3"]), at(1));
        peers.hear_at("a:3", 0, at(1));
        beat(&peers, at(2));
        assert!(peers.has_twin());
        beat(&peers, at(8));
        assert!(!peers.has_twin());
    }

    #[test]
    fn a_node_with_a_redis_of_its_own_expects_nobody() {
        let peers = Peers::new("a", "1", true);
        assert!(!peers.alive() && !peers.lately() && !peers.cut_off());
    }
}
