//! Server time: what Redis says, carried on by the monotonic clock between questions to it.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Server time in milliseconds since 1970.
#[derive(Debug)]
pub struct Clock {
    base: Instant,
    offset_ms: AtomicI64,
}

impl Default for Clock {
    /// Until Redis is asked, this machine's own time.
    fn default() -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let offset_ms = i64::try_from(now.as_millis()).unwrap_or(i64::MAX);
        Self { base: Instant::now(), offset_ms: AtomicI64::new(offset_ms) }
    }
}

impl Clock {
    fn elapsed_ms(&self) -> i64 {
        i64::try_from(self.base.elapsed().as_millis()).unwrap_or(i64::MAX)
    }

    /// Sets the clock by what Redis said, given how long the question took.
    pub fn set(&self, redis_ms: u64, round_trip: Duration) {
        let half_ms = i64::try_from(round_trip.as_millis() / 2).unwrap_or(0);
        let redis_ms = i64::try_from(redis_ms).unwrap_or(i64::MAX);
        let offset_ms = redis_ms.saturating_add(half_ms).saturating_sub(self.elapsed_ms());
        self.offset_ms.store(offset_ms, Ordering::Relaxed);
    }

    /// Server time.
    #[must_use]
    pub fn now_ms(&self) -> u64 {
        let now = self.offset_ms.load(Ordering::Relaxed).saturating_add(self.elapsed_ms());
        u64::try_from(now).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_follows_redis_even_backwards() {
        let clock = Clock::default();
        clock.set(5_000_000, Duration::from_millis(10));
        assert!((5_000_005..5_001_000).contains(&clock.now_ms()));
        clock.set(1_000, Duration::ZERO);
        assert!((1_000..2_000).contains(&clock.now_ms()));
    }
}
