//! When a quiz that is written is saved, and what its author is told about that.

/// A pause in typing after which it is saved, in milliseconds.
const PAUSE_MS: f64 = 1_200.0;
/// How long what is typed without a pause waits at most.
const MAX_WAIT_MS: f64 = 8_000.0;
/// The first wait after a failure; it doubles.
const RETRY_MS: f64 = 2_000.0;
/// The longest one.
const MAX_RETRY_MS: f64 = 30_000.0;

/// What the author sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// The server has everything.
    Saved,
    /// Something is not there yet.
    Unsaved,
    /// The server was not reached; this browser has everything, and tries again.
    Offline,
    /// Somebody else has saved the quiz since.
    Conflict,
    /// The server will not have it, in its own words.
    Refused(String),
}

/// Where saving stands. Times are of any clock that never goes back, in milliseconds.
#[derive(Clone, Debug)]
pub(crate) struct Saving {
    /// The version that the next one is made from.
    version: u64,
    /// Counts changes.
    changes: u64,
    /// How many of them the server has.
    saved: u64,
    /// Those that it is told just now.
    sending: Option<u64>,
    /// When the first and the last change came that it does not have.
    since: Option<(f64, f64)>,
    failures: u32,
    retry_at: f64,
    stopped: Option<State>,
}

impl Saving {
    /// Of a quiz as the server has it.
    pub(crate) fn new(version: u64) -> Self {
        Self {
            version,
            changes: 0,
            saved: 0,
            sending: None,
            since: None,
            failures: 0,
            retry_at: 0.0,
            stopped: None,
        }
    }

    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    /// Something was written.
    pub(crate) fn changed(&mut self, now: f64) {
        self.changes += 1;
        let first = self.since.map_or(now, |(first, _)| first);
        self.since = Some((first, now));
        // It may be what was wrong with it.
        if matches!(self.stopped, Some(State::Refused(_))) {
            self.stopped = None;
        }
    }

    /// Whether it is time to save; the caller sends what there is, and says what became of it. `at_once`:
    /// without waiting for a pause.
    pub(crate) fn begin(&mut self, now: f64, at_once: bool) -> bool {
        let Some((first, last)) = self.since else { return false };
        let due = at_once
            || (now >= self.retry_at && (now - last >= PAUSE_MS || now - first >= MAX_WAIT_MS));
        if !due || self.sending.is_some() || self.stopped.is_some() {
            return false;
        }
        self.sending = Some(self.changes);
        true
    }

    /// The server has what was sent, as this version.
    pub(crate) fn saved(&mut self, version: u64, now: f64) {
        self.version = version;
        self.failures = 0;
        self.retry_at = now;
        if let Some(sent) = self.sending.take() {
            self.saved = sent;
        }
        self.since = (self.saved < self.changes).then_some((now, now));
    }

    /// The server was not reached.
    pub(crate) fn failed(&mut self, now: f64) {
        self.sending = None;
        let wait = RETRY_MS * f64::from(1_u32 << self.failures.min(8));
        self.retry_at = now + wait.min(MAX_RETRY_MS);
        self.failures += 1;
    }

    /// It goes no further without the author.
    pub(crate) fn stop(&mut self, why: State) {
        self.sending = None;
        self.stopped = Some(why);
    }

    /// What there is goes on from this version, which was brought together with it or is to be replaced.
    pub(crate) fn resume(&mut self, version: u64, now: f64) {
        self.version = version;
        self.sending = None;
        self.stopped = None;
        self.changed(now);
    }

    /// The author has taken what the server has.
    pub(crate) fn start_over(&mut self, version: u64) {
        *self = Self::new(version);
    }

    /// Whether leaving now would lose something.
    pub(crate) fn is_dirty(&self) -> bool {
        self.saved < self.changes
    }

    pub(crate) fn state(&self) -> State {
        match &self.stopped {
            Some(why) => why.clone(),
            None if !self.is_dirty() => State::Saved,
            None if self.failures > 0 => State::Offline,
            None => State::Unsaved,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_saved_after_a_pause_or_after_a_while() {
        let mut it = Saving::new(3);
        assert!(!it.begin(0.0, true) && it.state() == State::Saved);
        it.changed(0.0);
        assert_eq!(it.state(), State::Unsaved);
        assert!(!it.begin(PAUSE_MS - 1.0, false) && it.begin(PAUSE_MS, false));
        assert!(!it.begin(PAUSE_MS, true), "one at a time");
        it.saved(4, PAUSE_MS);
        assert_eq!((it.state(), it.version()), (State::Saved, 4));
        let mut now = 10_000.0;
        let begun = now;
        while !it.begin(now, false) {
            it.changed(now);
            now += 100.0;
        }
        assert!((now - begun - MAX_WAIT_MS).abs() < 200.0, "{now}");
    }

    #[test]
    fn what_is_typed_meanwhile_is_saved_next() {
        let mut it = Saving::new(1);
        it.changed(0.0);
        assert!(it.begin(0.0, true));
        it.changed(10.0);
        it.saved(2, 20.0);
        assert!(it.is_dirty() && it.state() == State::Unsaved);
        assert!(it.begin(20.0 + PAUSE_MS, false));
        it.saved(3, 20.0);
        assert!(!it.is_dirty());
    }

    #[test]
    fn without_the_server_it_tries_again_later_and_later() {
        let mut it = Saving::new(1);
        it.changed(0.0);
        let mut now = PAUSE_MS;
        let mut waits = Vec::new();
        for _ in 0..8 {
            assert!(it.begin(now, false));
            it.failed(now);
            assert_eq!(it.state(), State::Offline);
            let mut wait = 0.0;
            while !it.clone().begin(now + wait, false) {
                wait += 500.0;
            }
            now += wait;
            waits.push(wait);
        }
        assert!(waits.is_sorted() && waits.last() == Some(&MAX_RETRY_MS), "{waits:?}");
        assert!(it.begin(now, true));
        it.saved(2, now);
        assert_eq!(it.state(), State::Saved);
    }

    #[test]
    fn a_conflict_waits_for_the_author() {
        let mut it = Saving::new(1);
        it.changed(0.0);
        assert!(it.begin(0.0, true));
        it.stop(State::Conflict);
        it.changed(1.0);
        assert!(!it.begin(1e9, true) && it.state() == State::Conflict);
        it.resume(7, 2.0);
        assert!(it.begin(3.0, true) && it.version() == 7);
        it.stop(State::Conflict);
        it.start_over(9);
        assert!(!it.is_dirty() && it.state() == State::Saved && it.version() == 9);
    }

    #[test]
    fn what_was_merged_is_saved_again() {
        let mut it = Saving::new(1);
        it.changed(0.0);
        assert!(it.begin(0.0, true));
        it.resume(2, 1.0);
        assert!(it.is_dirty() && it.begin(1.0 + PAUSE_MS, false));
        it.saved(3, 1.0);
        assert_eq!((it.state(), it.version()), (State::Saved, 3));
    }

    #[test]
    fn what_was_refused_is_tried_again_once_it_is_another() {
        let mut it = Saving::new(1);
        it.changed(0.0);
        assert!(it.begin(0.0, true));
        it.stop(State::Refused("too long".to_owned()));
        assert!(!it.begin(1e9, true));
        it.changed(1.0);
        assert!(it.begin(1.0, true));
    }
}
