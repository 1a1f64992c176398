//! Scores: how many points an answer earns in the time that it took.
//!
//! A right answer earns from all of its points (at once) down to half of them (at the deadline),
//! the rule that players know from other live quizzes. It is computed in integers, so that every
//! node and every replay agree. What part of an answer is right says its question.

/// An answer within this many milliseconds counts as instant: nobody reads faster.
pub const INSTANT_MS: u64 = 500;

/// The part of a question's points that an answer earns: `earned / whole`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// How much of it.
    pub earned: u32,
    /// How much there is.
    pub whole: u32,
}

impl Share {
    /// Nothing.
    pub const NONE: Self = Self { earned: 0, whole: 1 };

    /// All for a right answer, and nothing for another.
    #[must_use]
    pub fn all_if(right: bool) -> Self {
        Self { earned: u32::from(right), whole: 1 }
    }

    /// Whether the answer is wholly right.
    #[must_use]
    pub fn is_whole(self) -> bool {
        self.earned == self.whole
    }
}

/// Points for an answer that came `elapsed_ms` after its question opened, which is worth so many
/// points and may be answered for so many seconds.
#[must_use]
pub fn points(share: Share, worth: u16, seconds: u16, elapsed_ms: u64) -> u32 {
    let limit_ms = u64::from(seconds) * 1000;
    if share.earned == 0 || share.whole == 0 || limit_ms == 0 {
        return 0;
    }
    let late_ms = if elapsed_ms < INSTANT_MS { 0 } else { elapsed_ms.min(limit_ms) };
    // worth * (1 - late / (2 * limit)) * earned / whole, rounded to nearest.
    let numerator = u64::from(worth) * (2 * limit_ms - late_ms) * u64::from(share.earned);
    let denominator = 2 * limit_ms * u64::from(share.whole);
    u32::try_from((2 * numerator + denominator) / (2 * denominator)).unwrap_or(u32::MAX)
}

/// Ranks by score, best first: equal scores share a rank, and the next rank is skipped.
///
/// `scores` must be sorted from best to worst; the result has the rank (from 1) of each.
#[must_use]
pub fn ranks(scores: &[u64]) -> Vec<u32> {
    let mut rank = 0;
    scores
        .iter()
        .zip(1..)
        .enumerate()
        .map(|(i, (score, position))| {
            if i == 0 || scores[i - 1] != *score {
                rank = position;
            }
            rank
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn speed_counts_for_half() {
        for (elapsed_ms, expected) in
            [(0, 1000), (499, 1000), (500, 988), (10_000, 750), (20_000, 500), (99_000, 500)]
        {
            let all = Share::all_if(true);
            assert_eq!(points(all, 1000, 20, elapsed_ms), expected, "{elapsed_ms}");
        }
        assert_eq!(points(Share::NONE, 1000, 20, 0), 0);
    }

    #[test]
    fn a_share_earns_its_part_of_the_points() {
        for (earned, expected) in [(3, 1000), (2, 667), (1, 333), (0, 0)] {
            assert_eq!(points(Share { earned, whole: 3 }, 1000, 20, 0), expected, "{earned}");
        }
    }

    #[test]
    fn equal_scores_share_a_rank() {
        assert_eq!(ranks(&[900, 700, 700, 10]), [1, 2, 2, 4]);
        assert_eq!(ranks(&[]), [0; 0]);
    }

    proptest! {
        #[test]
        fn points_never_grow_with_time_nor_beyond_the_question(
            whole in 1u32..=6, some in 0u32..=6, early in 0u64..30_000, delay in 0u64..30_000,
        ) {
            let share = Share { earned: some.min(whole), whole };
            let first = points(share, 1000, 20, early);
            prop_assert!(first <= 1000);
            prop_assert!(points(share, 1000, 20, early + delay) <= first);
        }
    }
}
