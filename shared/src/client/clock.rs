//! Server time on a device whose own clock may be wrong.
//!
//! Fed with every server time that arrives, and asked for "now". It knows only a monotonic clock: a
//! phone that is an hour off still shows the right timer.

/// How many samples are remembered.
const SAMPLES: usize = 12;

/// The offset between server time and a device's monotonic clock.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ServerClock {
    offsets: Vec<f64>,
}

impl ServerClock {
    /// A server time that arrived at a local time, both in milliseconds.
    pub fn observe(&mut self, server_ms: u64, local_ms: f64) {
        if self.offsets.len() == SAMPLES {
            self.offsets.remove(0);
        }
        self.offsets.push(server_ms as f64 - local_ms);
    }

    /// Server time at a local time, in milliseconds. A frame arrives late, never early, so the largest recent
    /// offset is the one with the smallest delay.
    #[must_use]
    pub fn server_ms(&self, local_ms: f64) -> f64 {
        let offset = self.offsets.iter().copied().reduce(f64::max).unwrap_or(0.0);
        local_ms + offset
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fastest_frame_sets_the_clock() {
        let mut clock = ServerClock::default();
        for (sent, delay) in [(10_000, 300.0), (15_000, 20.0), (20_000, 900.0)] {
            clock.observe(sent, sent as f64 - 9000.0 + delay);
        }
        assert_eq!(clock.server_ms(21_000.0), 29_980.0);
    }

    #[test]
    fn a_device_that_slept_catches_up_at_once() {
        let mut clock = ServerClock::default();
        clock.observe(10_000, 1000.0);
        // The monotonic clock stood still for a minute.
        clock.observe(75_000, 6000.0);
        assert_eq!(clock.server_ms(6000.0), 75_000.0);
    }

    #[test]
    fn old_samples_are_forgotten() {
        let mut clock = ServerClock::default();
        clock.observe(99_000, 0.0);
        for i in 0..SAMPLES {
            clock.observe(1000, i as f64);
        }
        assert_eq!(clock.server_ms(0.0), 1000.0);
    }
}
