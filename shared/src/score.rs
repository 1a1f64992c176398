//! Scores: how many points an answer earns, by how good it is and how long it took.
//!
//! All in integers, so that every node and every replay agree. What part of an answer is right says
//! its question; here stands what a quiz may choose: how time counts, what a wrong answer costs, and
//! whether right answers in a row bring more.

use serde::{Deserialize, Serialize};

/// An answer within this many milliseconds counts as instant: nobody reads faster.
pub const INSTANT_MS: u64 = 500;
/// Most milliseconds that a slow line gives back.
pub const MAX_LINE_MS: u16 = 150;
/// The bonus for the second right answer in a row; each further one brings as much more.
const STREAK_STEP: u32 = 100;
/// The largest bonus, from the sixth right answer in a row.
const STREAK_MOST: u32 = 500;

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

/// How good an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Grade {
    /// Wholly right.
    Right,
    /// It earns a part of the points.
    Partly,
    /// It earns nothing, or there is none.
    Wrong,
    /// The question has no right answer.
    Ungraded,
}

impl Grade {
    /// That of a share; `None`: nothing is right or wrong.
    #[must_use]
    pub fn of(share: Option<Share>) -> Self {
        match share {
            None => Self::Ungraded,
            Some(share) if share.is_whole() => Self::Right,
            Some(Share { earned: 0, .. }) => Self::Wrong,
            Some(_) => Self::Partly,
        }
    }
}

/// How the time that an answer took counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Curve {
    /// All of the points at once, down to half of them at the deadline: the rule that players know
    /// from Kahoot ("How points work", its help pages), whose first half second counts as none.
    #[default]
    Speed,
    /// All at once, down to nothing at the deadline.
    Linear,
    /// Not at all.
    Accuracy,
}

/// How a quiz scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Scoring {
    /// How time counts.
    pub curve: Curve,
    /// What an answer that is wholly wrong costs, in percent of the question's points; no answer
    /// costs nothing.
    pub wrong_percent: u8,
    /// Whether right answers in a row bring a bonus: 100 for the second, up to 500.
    pub streak_bonus: bool,
}

/// What is wrong with how a quiz scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[error("a wrong answer costs {0} % of the points; expected 0 to 100")]
pub struct InvalidScoring(pub u8);

/// An answer to be scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scored {
    /// The part of the points that it earns.
    pub share: Share,
    /// How long it took, in ms; see [`credited_ms`].
    pub elapsed_ms: u64,
}

impl Scoring {
    /// Checks every rule that it must keep.
    ///
    /// # Errors
    /// The rule that is broken.
    pub fn check(&self) -> Result<(), InvalidScoring> {
        if self.wrong_percent > 100 { Err(InvalidScoring(self.wrong_percent)) } else { Ok(()) }
    }

    /// Points for an answer to a question that is worth so many and open for so many seconds; 0
    /// seconds: without end, where time does not count.
    #[must_use]
    pub fn points(&self, scored: Scored, worth: u16, seconds: u16) -> i32 {
        let Scored { share, elapsed_ms } = scored;
        if share.earned == 0 {
            let costs = (u32::from(worth) * u32::from(self.wrong_percent) + 50) / 100;
            return i32::try_from(costs).map_or(0, |costs| -costs);
        }
        let limit_ms = u64::from(seconds) * 1000;
        let late_ms = if elapsed_ms < INSTANT_MS { 0 } else { elapsed_ms.min(limit_ms) };
        // worth * (what the time leaves / of how much) * earned / whole, rounded to nearest.
        let (left, of) = match self.curve {
            Curve::Speed if limit_ms > 0 => (2 * limit_ms - late_ms, 2 * limit_ms),
            Curve::Linear if limit_ms > 0 => (limit_ms - late_ms, limit_ms),
            _ => (1, 1),
        };
        let numerator = u64::from(worth) * left * u64::from(share.earned);
        let denominator = of * u64::from(share.whole);
        i32::try_from((2 * numerator + denominator) / (2 * denominator)).unwrap_or(i32::MAX)
    }

    /// The bonus for a right answer that is the n-th in a row.
    #[must_use]
    pub fn bonus(&self, streak: u16) -> u32 {
        let steps = u32::from(streak).saturating_sub(1);
        if self.streak_bonus { (steps * STREAK_STEP).min(STREAK_MOST) } else { 0 }
    }
}

/// The time that an answer took, less what the player's line took of it: both ways, as the server's
/// own pings measure it, [`MAX_LINE_MS`] at most.
#[must_use]
pub fn credited_ms(elapsed_ms: u64, line_ms: u16) -> u64 {
    elapsed_ms.saturating_sub(u64::from(line_ms.min(MAX_LINE_MS)))
}

/// Ranks by score or standing, best first: equal ones share a rank, and the next rank is skipped.
///
/// `scores` must be sorted from best to worst; the result has the rank (from 1) of each.
#[must_use]
pub fn ranks<T: PartialEq>(scores: &[T]) -> Vec<u32> {
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

    fn points(scoring: Scoring, share: Share, elapsed_ms: u64) -> i32 {
        scoring.points(Scored { share, elapsed_ms }, 1000, 20)
    }

    #[test]
    fn speed_counts_for_half() {
        let scoring = Scoring::default();
        for (elapsed_ms, expected) in
            [(0, 1000), (499, 1000), (500, 988), (10_000, 750), (20_000, 500), (99_000, 500)]
        {
            assert_eq!(points(scoring, Share::all_if(true), elapsed_ms), expected, "{elapsed_ms}");
        }
        assert_eq!(points(scoring, Share::NONE, 0), 0);
    }

    #[test]
    fn time_may_count_for_all_or_for_nothing() {
        for (curve, at) in [
            (Curve::Linear, [(0, 1000), (5000, 750), (10_000, 500), (20_000, 0), (99_000, 0)]),
            (
                Curve::Accuracy,
                [(0, 1000), (5000, 1000), (10_000, 1000), (20_000, 1000), (99_000, 1000)],
            ),
        ] {
            let scoring = Scoring { curve, ..Scoring::default() };
            for (elapsed_ms, expected) in at {
                assert_eq!(points(scoring, Share::all_if(true), elapsed_ms), expected, "{curve:?}");
            }
            let untimed = Scored { share: Share::all_if(true), elapsed_ms: 3_600_000 };
            assert_eq!(scoring.points(untimed, 1000, 0), 1000);
        }
    }

    #[test]
    fn a_share_earns_its_part_of_the_points() {
        for (earned, expected) in [(3, 1000), (2, 667), (1, 333), (0, 0)] {
            let share = Share { earned, whole: 3 };
            assert_eq!(points(Scoring::default(), share, 0), expected, "{earned}");
        }
    }

    #[test]
    fn a_wrong_answer_costs_what_the_quiz_says() {
        for (wrong_percent, expected) in [(0, 0), (25, -250), (100, -1000)] {
            let scoring = Scoring { wrong_percent, ..Scoring::default() };
            assert_eq!(points(scoring, Share::NONE, 20_000), expected);
            assert_eq!(points(scoring, Share { earned: 1, whole: 4 }, 0), 250);
            assert_eq!(scoring.check(), Ok(()));
        }
        assert!(Scoring { wrong_percent: 101, ..Scoring::default() }.check().is_err());
    }

    #[test]
    fn right_answers_in_a_row_bring_more_where_the_quiz_says_so() {
        let scoring = Scoring { streak_bonus: true, ..Scoring::default() };
        let bonus: Vec<u32> = (0..8).map(|streak| scoring.bonus(streak)).collect();
        assert_eq!(bonus, [0, 0, 100, 200, 300, 400, 500, 500]);
        assert_eq!(Scoring::default().bonus(6), 0);
    }

    #[test]
    fn a_line_gives_back_its_time_and_no_more() {
        for (elapsed_ms, line_ms, counted) in
            [(3214, 40, 3174), (3214, 150, 3064), (3214, 9000, 3064), (30, 40, 0), (0, 0, 0)]
        {
            assert_eq!(credited_ms(elapsed_ms, line_ms), counted);
        }
    }

    #[test]
    fn equal_scores_share_a_rank() {
        assert_eq!(ranks(&[900, 700, 700, -10]), [1, 2, 2, 4]);
        assert_eq!(ranks::<i64>(&[]), [0; 0]);
    }

    proptest! {
        #[test]
        fn points_keep_their_bounds_and_never_grow_with_time(
            whole in 1u32..=1000, some in 0u32..=1000, worth in 0u16..=u16::MAX,
            seconds in 0u16..=240, early in 0u64..300_000, delay in 0u64..300_000,
            curve in 0usize..3, wrong_percent in 0u8..=100,
        ) {
            let curve = [Curve::Speed, Curve::Linear, Curve::Accuracy][curve];
            let scoring = Scoring { curve, wrong_percent, streak_bonus: false };
            let share = Share { earned: some.min(whole), whole };
            let at = |elapsed_ms| scoring.points(Scored { share, elapsed_ms }, worth, seconds);
            prop_assert!(at(early) <= i32::from(worth));
            prop_assert!(at(early + delay) <= at(early));
            if share.earned > 0 || wrong_percent == 0 {
                prop_assert!(at(early) >= 0);
            } else {
                prop_assert!(at(early) >= -i32::from(worth));
            }
        }
    }
}
