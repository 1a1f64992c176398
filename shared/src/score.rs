//! Scores: how many points an answer earns.
//!
//! A right answer earns from all of its points (at once) down to half of them (at the deadline),
//! the rule that players know from other live quizzes. It is computed in integers, so that every
//! node and every replay agree.

use crate::quiz::{ChoiceSet, Question, QuestionKind};

/// An answer within this many milliseconds counts as instant: nobody reads faster.
pub const INSTANT_MS: u64 = 500;

/// Points for an answer that came `elapsed_ms` after the question opened.
///
/// For multiple choice the points are scaled by (right picked - wrong picked) / right, at least 0.
#[must_use]
pub fn points(question: &Question, answer: ChoiceSet, elapsed_ms: u64) -> u32 {
    let right = answer.common(question.correct).len();
    let wrong = answer.len() - right;
    let (share, whole) = match question.kind {
        QuestionKind::Multiple => (right.saturating_sub(wrong), question.correct.len()),
        QuestionKind::Single | QuestionKind::TrueFalse => {
            (u32::from(answer == question.correct), 1)
        }
    };
    let limit_ms = u64::from(question.seconds) * 1000;
    if share == 0 || whole == 0 || limit_ms == 0 {
        return 0;
    }
    let late_ms = if elapsed_ms < INSTANT_MS { 0 } else { elapsed_ms.min(limit_ms) };
    // points * (1 - late / (2 * limit)) * share / whole, rounded to nearest.
    let numerator = u64::from(question.points) * (2 * limit_ms - late_ms) * u64::from(share);
    let denominator = 2 * limit_ms * u64::from(whole);
    u32::try_from((2 * numerator + denominator) / (2 * denominator)).unwrap_or(u32::MAX)
}

/// Whether an answer is wholly right.
#[must_use]
pub fn is_right(question: &Question, answer: ChoiceSet) -> bool {
    answer == question.correct
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

    fn question(kind: QuestionKind, correct: u8) -> Question {
        Question {
            text: String::new(),
            kind,
            choices: Vec::new(),
            correct: ChoiceSet(correct),
            seconds: 20,
            points: 1000,
            explanation: String::new(),
        }
    }

    #[test]
    fn speed_counts_for_half() {
        let single = question(QuestionKind::Single, 0b10);
        for (elapsed_ms, expected) in
            [(0, 1000), (499, 1000), (500, 988), (10_000, 750), (20_000, 500), (99_000, 500)]
        {
            assert_eq!(points(&single, ChoiceSet(0b10), elapsed_ms), expected, "{elapsed_ms}");
        }
        assert_eq!(points(&single, ChoiceSet(0b01), 0), 0);
        assert_eq!(points(&single, ChoiceSet::EMPTY, 0), 0);
    }

    #[test]
    fn part_of_the_right_choices_earns_part_of_the_points() {
        let multiple = question(QuestionKind::Multiple, 0b0111);
        for (answer, expected) in [
            (0b0111, 1000),
            (0b0011, 667),
            (0b0001, 333),
            (0b1011, 333),
            (0b1001, 0),
            (0b1111, 667),
        ] {
            assert_eq!(points(&multiple, ChoiceSet(answer), 0), expected, "{answer:b}");
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
            correct in 1u8..64, answer in 0u8..64, early in 0u64..30_000, delay in 0u64..30_000,
        ) {
            let question = question(QuestionKind::Multiple, correct);
            let first = points(&question, ChoiceSet(answer), early);
            prop_assert!(first <= 1000);
            prop_assert!(points(&question, ChoiceSet(answer), early + delay) <= first);
        }
    }
}
