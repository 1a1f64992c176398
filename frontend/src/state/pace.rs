//! How often a page asks again for what is still changing.
//!
//! Pages that show the ledger tick; this says at which ticks they ask. Soon at first, seldom where
//! nothing has changed for long, never where nothing can.

use std::time::Duration;

use leptos::prelude::*;

use crate::net::device;

/// How often the server is asked at most.
const TICK: Duration = Duration::from_secs(2);

/// Answers without anything new before the next question waits a tick longer.
const UNCHANGED_BEFORE_SLOWER: u32 = 5;
/// Ticks between two questions at most.
const SELDOM: u32 = 15;

/// The rhythm of one page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pace {
    /// Whether an answer is awaited.
    asking: bool,
    /// Ticks since the last answer.
    ticks: u32,
    /// Answers without anything new, failures among them.
    dull: u32,
    /// Whether there is nothing to wait for.
    done: bool,
    /// Whether something has happened that the answer on its way may not tell of.
    hurried: bool,
}

impl Pace {
    /// A tick; whether to ask now.
    pub(crate) fn tick(&mut self) -> bool {
        if self.asking || self.done {
            return false;
        }
        self.ticks = self.ticks.saturating_add(1);
        self.ticks > (self.dull / UNCHANGED_BEFORE_SLOWER).min(SELDOM - 1) && self.ask()
    }

    /// Asks out of turn; `false` while an answer is awaited.
    pub(crate) fn ask(&mut self) -> bool {
        let free = !std::mem::replace(&mut self.asking, true);
        self.hurried &= !free;
        free
    }

    /// An answer, or none, has come: whether it said anything new, and whether more is awaited.
    pub(crate) fn answered(&mut self, new: bool, more: bool) {
        let dull = if new { 0 } else { self.dull.saturating_add(1) };
        *self = Self { dull, done: !more && !self.hurried, ..Self::default() };
    }

    /// Something has happened that an answer will tell of soon.
    pub(crate) fn hurry(&mut self) {
        (self.dull, self.done, self.hurried) = (0, false, true);
    }
}

/// Asks at the ticks of a pace, while the page is looked at and the reactive owner of the caller lives.
pub(crate) fn follow(pace: StoredValue<Pace>, ask: impl Fn() + 'static) {
    let tick = move || {
        if device::visible() && pace.try_update_value(Pace::tick) == Some(true) {
            ask();
        }
    };
    if let Ok(interval) = set_interval_with_handle(tick, TICK) {
        on_cleanup(move || interval.clear());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_question_at_a_time() {
        let mut pace = Pace::default();
        assert!(pace.ask());
        assert!(!pace.ask() && !pace.tick());
        pace.answered(true, true);
        assert!(pace.tick());
        assert!(!pace.tick());
    }

    #[test]
    fn what_does_not_change_is_asked_for_less_and_less() {
        let mut pace = Pace::default();
        let mut asked = Vec::new();
        for tick in 0..1000_u32 {
            if pace.tick() {
                asked.push(tick);
                pace.answered(false, true);
            }
        }
        assert_eq!(asked[..5], [0, 1, 2, 3, 4]);
        let last: Vec<u32> = asked.windows(2).map(|two| two[1] - two[0]).collect();
        assert_eq!(last.last(), Some(&SELDOM));
        assert!(last.is_sorted());
        pace.answered(true, true);
        assert!(pace.tick());
    }

    #[test]
    fn what_is_done_rests_until_something_happens() {
        let mut pace = Pace::default();
        pace.answered(true, false);
        assert!((0..100).all(|_| !pace.tick()));
        pace.hurry();
        assert!(pace.tick());
        // The answer on its way may be older than what has happened.
        pace.hurry();
        assert!(!pace.ask());
        pace.answered(true, false);
        assert!(pace.tick());
        pace.answered(true, false);
        assert!(!pace.tick());
    }
}
