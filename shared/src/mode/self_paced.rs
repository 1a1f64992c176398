//! Self-paced: the game is open for a while, and each player takes its questions one after the
//! other at their own pace, and learns at once what was right.
//!
//! Whoever is slower could be told by whoever is faster: it is for practice.

use serde::{Deserialize, Serialize};

/// Shortest and longest time for which a game is open, in minutes.
pub const OPEN_MINUTES: std::ops::RangeInclusive<u16> = 1..=10_080;

/// For how long a game is open whose host says nothing of it, in minutes.
const DEFAULT_MINUTES: u16 = 30;

/// How a self-paced game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SelfPaced {
    /// For how long it is open, in minutes, from when its host starts it.
    pub minutes: u16,
}

impl Default for SelfPaced {
    fn default() -> Self {
        Self { minutes: DEFAULT_MINUTES }
    }
}

/// What is wrong with how long a game is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0} minutes; a self-paced game is open for {lo} to {hi}",
    lo = OPEN_MINUTES.start(), hi = OPEN_MINUTES.end()
)]
pub struct InvalidMinutes(pub u16);

impl SelfPaced {
    /// Checks every rule that it must keep.
    ///
    /// # Errors
    /// The rule that is broken.
    pub fn check(self) -> Result<(), InvalidMinutes> {
        if OPEN_MINUTES.contains(&self.minutes) {
            Ok(())
        } else {
            Err(InvalidMinutes(self.minutes))
        }
    }

    /// For how long it is open, in ms.
    #[must_use]
    pub fn open_ms(self) -> u64 {
        u64::from(self.minutes) * 60_000
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_open_for_a_minute_to_a_week() {
        let check = |minutes| SelfPaced { minutes }.check();
        assert_eq!((check(1), check(30), check(7 * 24 * 60)), (Ok(()), Ok(()), Ok(())));
        assert_eq!(check(0), Err(InvalidMinutes(0)));
        assert_eq!(check(7 * 24 * 60 + 1), Err(InvalidMinutes(10_081)));
        assert_eq!(SelfPaced::default().open_ms(), 1_800_000);
    }
}
