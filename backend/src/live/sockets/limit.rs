//! How many frames one socket may send.

use std::time::Instant;

use quizrain_shared::wire::limits::{BURST_SECONDS, MAX_FRAMES_TOO_FAST};

use crate::admission::Bucket;

/// What to do with a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    /// Handle it.
    Fine,
    /// Drop it and say so.
    TooFast,
    /// Drop the socket.
    Hopeless,
}

/// What is left, and how often there was nothing.
#[derive(Debug)]
pub(crate) struct Limit {
    bucket: Bucket,
    dropped: u32,
}

impl Limit {
    pub(crate) fn new(now: Instant, frames_per_second: u32) -> Self {
        let rate = f64::from(frames_per_second);
        Self { bucket: Bucket::new(rate * f64::from(BURST_SECONDS), rate, now), dropped: 0 }
    }

    pub(crate) fn take(&mut self, now: Instant) -> Pace {
        if self.bucket.take(now) {
            return Pace::Fine;
        }
        self.dropped += 1;
        if self.dropped > MAX_FRAMES_TOO_FAST { Pace::Hopeless } else { Pace::TooFast }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_burst_passes_and_a_flood_does_not() {
        let start = Instant::now();
        let mut limit = Limit::new(start, 20);
        for _ in 0..40 {
            assert_eq!(limit.take(start), Pace::Fine);
        }
        assert_eq!(limit.take(start), Pace::TooFast);
        assert_eq!(limit.take(start + Duration::from_millis(60)), Pace::Fine);
        for _ in 1..MAX_FRAMES_TOO_FAST {
            assert_eq!(limit.take(start), Pace::TooFast);
        }
        assert_eq!(limit.take(start), Pace::Hopeless);
    }
}
