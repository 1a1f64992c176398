//! What is known not to be there, so that nobody has the database look for it twice.
//!
//! Whoever makes up tokens and ids makes up a new one each time, and may say each as often as they
//! like. What was looked for in vain is remembered here as 64 bits of a hash with a secret of this
//! process: two times 900,000 of them, some 20 MB at most, in two generations of which the older
//! one goes when the newer one is full or old.

use std::collections::HashSet;
use std::hash::{BuildHasher, Hash, RandomState};
use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What one generation holds: seven eighths of 2^20, as many as a table of that size takes.
const GENERATION: usize = 917_504;

/// Kinds of what can come to be, by hash: what one of them was at its last change.
const STAMPS: usize = 256;

/// What is not there.
#[derive(Debug)]
pub(crate) struct Absent {
    hasher: RandomState,
    lasts: Duration,
    generations: Mutex<Generations>,
}

#[derive(Debug)]
struct Generations {
    newer: HashSet<u64>,
    older: HashSet<u64>,
    since: Instant,
    stamps: [u32; STAMPS],
}

/// Something that may be absent, and when it was looked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sought {
    key: u64,
    stamp: u32,
}

impl Absent {
    /// Remembers for so long at least, and twice that at most.
    pub(crate) fn new(lasts: Duration) -> Self {
        let generations = Generations {
            newer: HashSet::new(),
            older: HashSet::new(),
            since: Instant::now(),
            stamps: [0; STAMPS],
        };
        Self { hasher: RandomState::new(), lasts, generations: Mutex::new(generations) }
    }

    fn generations(&self) -> MutexGuard<'_, Generations> {
        self.generations.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What to look for; `None`: it is not there.
    pub(crate) fn seek(&self, what: impl Hash) -> Option<Sought> {
        let key = self.hasher.hash_one(what);
        let mut generations = self.generations();
        if generations.since.elapsed() > self.lasts {
            generations.turn();
        }
        let absent = generations.newer.contains(&key) || generations.older.contains(&key);
        (!absent).then(|| Sought { key, stamp: generations.stamps[stamp_of(key)] })
    }

    /// It was looked for and is not there; unless it came to be meanwhile.
    pub(crate) fn note(&self, sought: Sought) {
        let mut generations = self.generations();
        if generations.stamps[stamp_of(sought.key)] != sought.stamp {
            return;
        }
        if generations.newer.len() >= GENERATION {
            generations.turn();
        }
        generations.newer.insert(sought.key);
    }

    /// It is there from now on.
    pub(crate) fn appeared(&self, what: impl Hash) {
        let key = self.hasher.hash_one(what);
        let mut generations = self.generations();
        let stamp = &mut generations.stamps[stamp_of(key)];
        *stamp = stamp.wrapping_add(1);
        generations.newer.remove(&key);
        generations.older.remove(&key);
    }

    /// Anything may be there from now on.
    pub(crate) fn forget(&self) {
        let mut generations = self.generations();
        generations.turn();
        generations.turn();
        for stamp in &mut generations.stamps {
            *stamp = stamp.wrapping_add(1);
        }
    }
}

impl Generations {
    fn turn(&mut self) {
        self.older = mem::take(&mut self.newer);
        self.since = Instant::now();
    }
}

/// The lowest bits choose the place in a table; these are others.
fn stamp_of(key: u64) -> usize {
    (key >> 48) as usize % STAMPS
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_secs(3600);

    #[test]
    fn a_million_wrong_tokens_are_looked_for_once() {
        let absent = Absent::new(HOUR);
        let mut lookups = 0;
        for _ in 0..2 {
            for token in 0..1_000_000_u128 {
                if let Some(sought) = absent.seek(token.to_le_bytes()) {
                    lookups += 1;
                    absent.note(sought);
                }
            }
        }
        assert_eq!(lookups, 1_000_000);
    }

    #[test]
    fn what_is_remembered_is_bounded() {
        let absent = Absent::new(HOUR);
        for token in 0..3 * GENERATION {
            absent.note(absent.seek(token).unwrap());
        }
        let generations = absent.generations();
        assert!(generations.newer.len() + generations.older.len() <= 2 * GENERATION);
        assert!(generations.newer.capacity() <= GENERATION);
    }

    #[test]
    fn what_comes_to_be_is_found() {
        let absent = Absent::new(HOUR);
        absent.note(absent.seek("anna").unwrap());
        assert!(absent.seek("anna").is_none());
        absent.appeared("anna");
        // It appears after it was looked for, and before that is noted.
        let sought = absent.seek("anna").unwrap();
        absent.appeared("anna");
        absent.note(sought);
        let sought = absent.seek("anna").unwrap();
        absent.forget();
        absent.note(sought);
        let sought = absent.seek("anna").unwrap();
        absent.note(sought);
        assert!(absent.seek("anna").is_none());
        absent.forget();
        assert!(absent.seek("anna").is_some());
        assert!(absent.seek("bob").is_some());
    }

    #[test]
    fn what_is_old_is_looked_for_again() {
        let absent = Absent::new(Duration::ZERO);
        absent.note(absent.seek("anna").unwrap());
        // One generation later it is still known, two later it is not.
        let lookups = (0..3).filter(|_| absent.seek("anna").is_some()).count();
        assert!(lookups >= 1);
    }
}
