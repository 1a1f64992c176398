//! How long to wait before the next attempt to connect.
//!
//! Used by `net::socket`. Full jitter: ten thousand phones that lose one server at the same moment
//! come back spread over the whole interval, not all at once.

/// Longest wait before the second attempt, in milliseconds.
const BASE_MS: f64 = 250.0;
/// Longest wait there is, in milliseconds.
const CAP_MS: f64 = 8000.0;

/// Counts attempts since the last stable connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Backoff {
    failures: u32,
}

impl Backoff {
    /// The wait before the next attempt; `random` is an even number from 0 to 1.
    pub(crate) fn next_ms(&mut self, random: f64) -> f64 {
        let ceiling = (BASE_MS * 2_f64.powi(self.failures.min(16).cast_signed())).min(CAP_MS);
        self.failures += 1;
        ceiling * random.clamp(0.0, 1.0)
    }

    /// The connection has held, or the network is back: start over.
    pub(crate) fn reset(&mut self) {
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
            assert_eq!(backoff.next_ms(1.0), CAP_MS);
        }
    }

    #[test]
    fn a_wait_is_anywhere_below_its_ceiling() {
        let mut backoff = Backoff { failures: 3 };
        assert_eq!(backoff.next_ms(0.0), 0.0);
        assert_eq!(backoff.next_ms(0.5), 2000.0);
        assert_eq!(backoff.next_ms(7.0), CAP_MS);
    }

    #[test]
    fn a_stable_connection_starts_over() {
        let mut backoff = Backoff { failures: 9 };
        backoff.reset();
        assert_eq!(backoff.next_ms(1.0), BASE_MS);
    }
}
