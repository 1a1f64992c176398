//! What players were told about their packets: the promises that the ledger must keep.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use quizrain_shared::ids::{AccountId, RainId};
use quizrain_shared::wire::Caught;

/// What everybody was told.
#[derive(Debug, Default)]
pub(super) struct PromiseLog {
    /// By rain, by account: each packet, in the order of the first words.
    words: BTreeMap<RainId, HashMap<AccountId, Vec<Caught>>>,
    /// Packets of which somebody was told later that they are not theirs after all.
    void: HashSet<(RainId, AccountId, u32)>,
    /// The rain of the newest word, and when that was.
    pub(super) newest: Option<(RainId, Instant)>,
    /// How many packets there are.
    pub(super) count: u64,
}

/// What the ledger must have for it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Promises {
    /// By rain.
    pub(super) rains: BTreeMap<RainId, Promised>,
    /// Words that contradict the first one.
    pub(super) contradictions: Vec<(AccountId, Caught, Caught)>,
}

/// What was promised in one rain.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Promised {
    /// Each account's packet.
    pub(super) packets: HashMap<AccountId, Caught>,
    /// Packets that were promised and taken back.
    pub(super) void: Vec<(AccountId, Caught)>,
}

impl PromiseLog {
    /// Notes a word; the same one may come any number of times.
    pub(super) fn note(&mut self, account: AccountId, caught: &Caught) {
        let words = self.words.entry(caught.rain).or_default().entry(account).or_default();
        let same = |known: &&mut Caught| {
            (known.packet, known.amount, known.currency)
                == (caught.packet, caught.amount, caught.currency)
        };
        match words.iter_mut().find(same) {
            Some(known) => known.credited |= caught.credited,
            None => {
                words.push(caught.clone());
                self.newest = Some((caught.rain, Instant::now()));
                self.count += 1;
            }
        }
    }

    /// Notes that a packet is not an account's after all. Whether it ever was, only words say.
    pub(super) fn note_void(&mut self, account: AccountId, caught: &Caught) {
        self.void.insert((caught.rain, account, caught.packet));
    }

    /// How many rains there are.
    pub(super) fn rains(&self) -> usize {
        self.words.len()
    }

    /// What follows from all words.
    pub(super) fn promises(&self) -> Promises {
        let mut promises = Promises::default();
        for (rain, accounts) in &self.words {
            let promised = promises.rains.entry(*rain).or_default();
            for (account, words) in accounts {
                for word in words {
                    if self.void.contains(&(*rain, *account, word.packet)) {
                        promised.void.push((*account, word.clone()));
                        continue;
                    }
                    let first = promised.packets.entry(*account).or_insert_with(|| word.clone());
                    if first != word {
                        promises.contradictions.push((*account, first.clone(), word.clone()));
                    }
                }
            }
        }
        promises
    }

    /// Some packet that somebody was told of and that is still theirs.
    pub(super) fn any(&self) -> Option<Caught> {
        let rains = self.promises().rains;
        rains.into_values().find_map(|rain| rain.packets.into_values().next())
    }
}

/// The same for many players at once.
#[derive(Debug, Default)]
pub(super) struct Memory(Mutex<PromiseLog>);

impl Memory {
    pub(super) fn log(&self) -> MutexGuard<'_, PromiseLog> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use quizrain_shared::money::{Currency, Minor};

    use super::*;

    const RAIN: RainId = RainId([1; 8]);
    const SOMEBODY: AccountId = AccountId([2; 16]);

    fn word(packet: u32, credited: bool) -> Caught {
        let (amount, currency) = (Minor(5), Currency::POINTS);
        Caught { rain: RAIN, packet, amount, currency, credited }
    }

    #[test]
    fn the_first_word_counts_and_another_one_contradicts_it() {
        let mut log = PromiseLog::default();
        log.note(SOMEBODY, &word(3, false));
        log.note(SOMEBODY, &word(3, true));
        log.note(SOMEBODY, &word(3, false));
        let promises = log.promises();
        assert_eq!((log.count, log.rains(), promises.contradictions.len()), (1, 1, 0));
        assert!(promises.rains[&RAIN].packets[&SOMEBODY].credited);
        log.note(SOMEBODY, &word(4, false));
        let promises = log.promises();
        assert_eq!(promises.contradictions, [(SOMEBODY, word(3, true), word(4, false))]);
        log.note(AccountId([3; 16]), &word(4, false));
        assert_eq!((log.count, log.promises().contradictions.len()), (3, 1));
    }

    #[test]
    fn a_packet_that_was_taken_back_makes_room_for_another_one_whichever_word_came_first() {
        for void_comes_last in [false, true] {
            let mut log = PromiseLog::default();
            log.note(SOMEBODY, &word(3, false));
            if !void_comes_last {
                log.note_void(SOMEBODY, &word(3, false));
            }
            log.note(SOMEBODY, &word(4, false));
            log.note_void(SOMEBODY, &word(3, false));
            // Nobody was told that they have this one.
            log.note_void(SOMEBODY, &word(9, false));
            let promises = log.promises();
            let packets = [(SOMEBODY, word(4, false))].into();
            let void = vec![(SOMEBODY, word(3, false))];
            let rains = [(RAIN, Promised { packets, void })].into();
            assert_eq!(promises, Promises { rains, contradictions: Vec::new() });
            assert_eq!(log.any(), Some(word(4, false)));
        }
    }
}
