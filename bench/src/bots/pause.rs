//! Waits between attempts: full jitter, doubling up to a cap, as the protocol asks of every client.

use std::time::Duration;

use super::random::Random;

/// Counts attempts since the last good one.
#[derive(Debug)]
pub(crate) struct Pause {
    base: Duration,
    cap: Duration,
    failures: u32,
    random: Random,
}

impl Pause {
    /// A player's: below 250 ms first, 8 s at most.
    pub(crate) fn of_player(random: Random) -> Self {
        Self::new(Duration::from_millis(250), Duration::from_secs(8), random)
    }

    /// Waits below `base` first, and never more than `cap`.
    pub(crate) fn new(base: Duration, cap: Duration, random: Random) -> Self {
        Self { base, cap, failures: 0, random }
    }

    /// The wait before the next attempt.
    pub(crate) fn next(&mut self) -> Duration {
        let ceiling = self.base.saturating_mul(1 << self.failures.min(16)).min(self.cap);
        self.failures = self.failures.saturating_add(1);
        ceiling.mul_f64(self.random.unit())
    }

    /// The wait where the server asks for one: ten seconds, give or take half.
    pub(crate) fn held(&mut self) -> Duration {
        Duration::from_secs(10).mul_f64(0.5 + self.random.unit())
    }

    /// It went well: start over.
    pub(crate) fn reset(&mut self) {
        self.failures = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_to_the_cap_and_start_over() {
        let mut pause = Pause::of_player(Random::of(1, 1, 1));
        for _ in 0..100_000 {
            assert!(pause.next() < Duration::from_secs(8));
        }
        pause.reset();
        assert!(pause.next() < Duration::from_millis(250));
    }
}
