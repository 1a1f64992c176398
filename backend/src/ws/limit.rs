//! A token bucket for the frames of one socket.

use std::time::Instant;

/// Frames that a socket may send at once, as seconds of its rate.
const BURST_SECONDS: f64 = 2.0;

/// Frames beyond the limit after which the socket is closed.
const PATIENCE: u32 = 400;

/// What to do with a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pace {
    /// Handle it.
    Fine,
    /// Drop it and say so.
    TooFast,
    /// Drop the socket.
    Hopeless,
}

/// The bucket.
#[derive(Debug)]
pub(super) struct Limit {
    /// Frames a second that the socket may send for long.
    rate: f64,
    tokens: f64,
    filled: Instant,
    dropped: u32,
}

impl Limit {
    pub(super) fn new(now: Instant, frames_per_second: u32) -> Self {
        let rate = f64::from(frames_per_second);
        Self { rate, tokens: rate * BURST_SECONDS, filled: now, dropped: 0 }
    }

    pub(super) fn take(&mut self, now: Instant) -> Pace {
        let elapsed = now.saturating_duration_since(self.filled).as_secs_f64();
        self.tokens = (self.tokens + elapsed * self.rate).min(self.rate * BURST_SECONDS);
        self.filled = now;
        if self.tokens >= 1.0 {
            self.tokens -= 1.0;
            return Pace::Fine;
        }
        self.dropped += 1;
        if self.dropped > PATIENCE { Pace::Hopeless } else { Pace::TooFast }
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
        for _ in 1..PATIENCE {
            assert_eq!(limit.take(start), Pace::TooFast);
        }
        assert_eq!(limit.take(start), Pace::Hopeless);
    }
}
