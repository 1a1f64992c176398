//! Server time: what Redis says, carried on by the monotonic clock between questions to it.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use super::StoreError;
use super::redis::Redis;

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

    /// Sets the clock by what Redis said, given how long the question took: it is as late now as
    /// Redis said, and later by what the question took at most. A clock that says so stays as it
    /// is, because where on the way a slow answer was held up nobody knows.
    pub fn set(&self, redis_ms: u64, round_trip: Duration) {
        let round_trip_ms = u64::try_from(round_trip.as_millis()).unwrap_or(u64::MAX);
        let now_ms = self.now_ms().clamp(redis_ms, redis_ms.saturating_add(round_trip_ms));
        let now_ms = i64::try_from(now_ms).unwrap_or(i64::MAX);
        self.offset_ms.store(now_ms.saturating_sub(self.elapsed_ms()), Ordering::Relaxed);
    }

    /// Asks Redis for the time and sets the clock by it.
    ///
    /// # Errors
    /// Redis failed; the clock runs on.
    pub async fn sync(&self, redis: &Redis) -> Result<(), StoreError> {
        let asked = Instant::now();
        let redis_ms = redis.time_ms().await?;
        self.set(redis_ms, asked.elapsed());
        Ok(())
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
        assert!((5_000_000..5_001_000).contains(&clock.now_ms()));
        clock.set(1_000, Duration::ZERO);
        assert!((1_000..2_000).contains(&clock.now_ms()));
    }

    #[test]
    fn an_answer_that_was_held_up_does_not_move_it() {
        let clock = Clock::default();
        clock.set(5_000_000, Duration::ZERO);
        // Asked at once and answered late, or asked late: it may be any time in between.
        clock.set(4_999_500, Duration::from_secs(30));
        assert!((5_000_000..5_001_000).contains(&clock.now_ms()));
        clock.set(5_020_000, Duration::from_secs(1));
        assert!((5_020_000..5_021_000).contains(&clock.now_ms()));
    }
}
