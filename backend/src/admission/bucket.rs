//! A token bucket. Unlike those of the usual crates it can be asked without being emptied, and what
//! was taken can be given back: an attempt costs only where it fails.

use std::time::Instant;

/// Holds so many at most, and so many more each second.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    most: f64,
    per_second: f64,
    level: f64,
    filled: Instant,
}

impl Bucket {
    /// A full bucket.
    #[must_use]
    pub fn new(most: f64, per_second: f64, now: Instant) -> Self {
        Self { most, per_second, level: most, filled: now }
    }

    /// Takes one; `false`: there is none.
    pub fn take(&mut self, now: Instant) -> bool {
        self.take_many(1, now)
    }

    /// Takes so many, or all that it can hold where that is less; `false`: there are not so many.
    pub fn take_many(&mut self, count: u32, now: Instant) -> bool {
        let count = f64::from(count).min(self.most).max(1.0);
        let elapsed = now.saturating_duration_since(self.filled).as_secs_f64();
        self.level = (self.level + elapsed * self.per_second).min(self.most);
        self.filled = now;
        let there = self.level >= count;
        if there {
            self.level -= count;
        }
        there
    }

    /// How long until there is one to take, in seconds.
    pub fn wait(&self) -> f64 {
        ((1.0 - self.level) / self.per_second).max(0.0)
    }

    /// Gives one back that was taken for nothing.
    pub fn give_back(&mut self) {
        self.level = (self.level + 1.0).min(self.most);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_bucket_empties_fills_and_takes_back() {
        let start = Instant::now();
        let mut bucket = Bucket::new(2.0, 0.5, start);
        assert!(bucket.take(start) && bucket.take(start) && !bucket.take(start));
        bucket.give_back();
        assert!(bucket.take(start) && !bucket.take(start));
        assert!(!bucket.take(start + Duration::from_secs(1)));
        assert!((bucket.wait() - 1.0).abs() < 1e-9);
        assert!(bucket.take(start + Duration::from_secs(2)));
        // It never holds more than it can.
        let later = start + Duration::from_secs(1000);
        assert!(bucket.take(later) && bucket.take(later) && !bucket.take(later));
        // A clock that stands still gives nothing.
        assert!(!bucket.take(start));
    }
}
