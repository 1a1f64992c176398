//! What players were told about their packets: the promises that the ledger must keep.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use quizrain_shared::ids::{AccountId, RainId};
use quizrain_shared::wire::Caught;

/// What everybody was told, one packet for each account and rain.
#[derive(Debug, Default)]
pub(super) struct Told {
    /// By rain, by account: the first word.
    pub(super) packets: BTreeMap<RainId, HashMap<AccountId, Caught>>,
    /// Words that contradict the first one.
    pub(super) contradictions: Vec<(AccountId, Caught, Caught)>,
    /// The rain of the newest word, and when that was.
    pub(super) newest: Option<(RainId, Instant)>,
    /// How many packets there are.
    pub(super) count: u64,
}

impl Told {
    /// Notes a word; the same one may come any number of times.
    pub(super) fn note(&mut self, account: AccountId, caught: &Caught) {
        let rain = self.packets.entry(caught.rain).or_default();
        match rain.get_mut(&account) {
            None => {
                rain.insert(account, caught.clone());
                self.newest = Some((caught.rain, Instant::now()));
                self.count += 1;
            }
            Some(known) => {
                let same = (known.packet, known.amount, known.currency)
                    == (caught.packet, caught.amount, caught.currency);
                if same {
                    known.credited |= caught.credited;
                } else {
                    self.contradictions.push((account, known.clone(), caught.clone()));
                }
            }
        }
    }

    /// Some packet that somebody was told of.
    pub(super) fn any(&self) -> Option<Caught> {
        self.packets.values().find_map(|rain| rain.values().next().cloned())
    }
}

/// The same for many players at once.
#[derive(Debug, Default)]
pub(super) struct Memory(Mutex<Told>);

impl Memory {
    pub(super) fn told(&self) -> MutexGuard<'_, Told> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use quizrain_shared::money::{Currency, Minor};

    use super::*;

    #[test]
    fn the_first_word_counts_and_another_one_contradicts_it() {
        let word = |packet, credited| Caught {
            rain: RainId([1; 8]),
            packet,
            amount: Minor(5),
            currency: Currency::POINTS,
            credited,
        };
        let (mut told, account) = (Told::default(), AccountId([2; 16]));
        told.note(account, &word(3, false));
        told.note(account, &word(3, true));
        told.note(account, &word(3, false));
        assert_eq!((told.count, told.contradictions.len()), (1, 0));
        assert!(told.packets[&RainId([1; 8])][&account].credited);
        told.note(account, &word(4, false));
        assert_eq!((told.count, told.contradictions.len()), (1, 1));
        told.note(AccountId([3; 16]), &word(4, false));
        assert_eq!((told.count, told.contradictions.len()), (2, 1));
    }
}
