//! How long to wait before the next attempt to connect.
//!
//! Full jitter: ten thousand phones that lose one server at the same moment come back spread over
//! the whole interval, not all at once.

/// Attempts since the last good connection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Backoff {
    base_ms: f64,
    cap_ms: f64,
    failures: u32,
}

impl Default for Backoff {
    fn default() -> Self {
        Self::between(250.0, 8000.0)
    }
}

impl Backoff {
    /// Waits below `base_ms` first, and never more than `cap_ms`.
    #[must_use]
    pub fn between(base_ms: f64, cap_ms: f64) -> Self {
        Self { base_ms, cap_ms, failures: 0 }
    }

    /// The wait before the next attempt.
    pub fn next_ms(&mut self, jitter: f64) -> f64 {
        let doubled = self.base_ms * f64::from(1_u32 << self.failures.min(16));
        self.failures = self.failures.saturating_add(1);
        doubled.min(self.cap_ms) * jitter.clamp(0.0, 1.0)
    }

    /// The connection has held, or the network is back: start over.
    pub fn reset(&mut self) {
        self.failures = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_the_cap_and_never_end() {
        let mut backoff = Backoff::default();
        let waits: Vec<f64> = (0..8).map(|_| backoff.next_ms(1.0)).collect();
        assert_eq!(waits, [250.0, 500.0, 1000.0, 2000.0, 4000.0, 8000.0, 8000.0, 8000.0]);
        for _ in 0..100_000 {
            assert_eq!(backoff.next_ms(1.0), 8000.0);
        }
    }

    #[test]
    fn a_wait_is_anywhere_below_its_ceiling() {
        let after = |jitter| Backoff { failures: 3, ..Backoff::default() }.next_ms(jitter);
        assert_eq!([0.0, 0.5, 7.0].map(after), [0.0, 1000.0, 2000.0]);
    }

    #[test]
    fn a_stable_connection_starts_over() {
        let mut backoff = Backoff { failures: 9, ..Backoff::between(3.0, 40.0) };
        assert_eq!(backoff.next_ms(1.0), 40.0);
        backoff.reset();
        assert_eq!(backoff.next_ms(1.0), 3.0);
    }
}
