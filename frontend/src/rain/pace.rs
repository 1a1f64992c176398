//! Whether frames come as fast as they should. Called by `draw` at each frame that shows something; knows no clock.

/// Fewer frames than this in a second are too few. A phone that saves power has thirty.
const LEAST: u32 = 24;
/// A page that was hidden for a while had none at all, which says nothing.
const LONG_MS: f64 = 2000.0;

/// Counts frames of about a second.
pub(super) struct Pace {
    since: f64,
    frames: u32,
}

impl Pace {
    /// From the first frame on, whenever that is: whoever comes late has not missed any.
    pub(super) fn new() -> Self {
        Self { since: f64::NEG_INFINITY, frames: 0 }
    }

    /// A frame at this time, in milliseconds: whether too few have come in the second that ends with it.
    pub(super) fn is_slow(&mut self, at_ms: f64) -> bool {
        let passed = at_ms - self.since;
        if (0.0..1000.0).contains(&passed) {
            self.frames += 1;
            return false;
        }
        let frames = std::mem::take(&mut self.frames);
        self.since = at_ms;
        (0.0..LONG_MS).contains(&passed) && frames < LEAST
    }
}

#[cfg(test)]
mod tests {
    use super::Pace;

    /// Whether frames that come so often from some time on are ever too few.
    fn is_slow(from: f64, every_ms: f64) -> bool {
        let mut pace = Pace::new();
        (0..200).any(|frame| pace.is_slow(from + f64::from(frame) * every_ms))
    }

    #[test]
    fn fewer_than_a_second_should_have_are_too_few() {
        assert!(is_slow(0.0, 50.0) && is_slow(3000.0, 90.0) && is_slow(-500.0, 1200.0));
        assert!(!is_slow(0.0, 16.7) && !is_slow(-3000.0, 33.4) && !is_slow(9000.0, 8.3));
    }

    #[test]
    fn whoever_comes_late_is_not_slow() {
        for from in (0..3000).step_by(50).map(f64::from) {
            assert!(!is_slow(from, 16.7), "from {from}");
        }
    }

    #[test]
    fn a_page_that_was_hidden_is_not_slow() {
        let mut pace = Pace::new();
        for at_ms in [10.0, 26.0, 42.0, 9000.0, 9016.0, 4000.0] {
            assert!(!pace.is_slow(at_ms), "at {at_ms}");
        }
    }
}
