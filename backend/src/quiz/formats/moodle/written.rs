//! What both of Moodle's formats say of keys.

use quizrain_shared::decimal;
use quizrain_shared::question::{ChoiceSet, Number, QuestionKind};

use super::number::Near;

/// A number as it is read again: its field is the usual one.
pub(super) fn usual_number(number: &Number, unit: String) -> QuestionKind {
    let Number { correct, tolerance, .. } = *number;
    Near { decimals: number.field.decimals, correct, tolerance }.kind(unit)
}

/// What each choice is worth in percent, where several are right: together all, and a wrong one takes
/// as much back.
pub(super) fn shares(choices: usize, correct: ChoiceSet) -> Vec<String> {
    let right = i64::from(correct.len().max(1));
    // Five decimals, as Moodle has them.
    let part = 10_000_000 / right;
    let share = |i| if correct.contains(i) { part } else { -part };
    let shown =
        |share| decimal::format(share, 5).trim_end_matches('0').trim_end_matches('.').to_owned();
    (0..choices).map(|i| shown(share(i))).collect()
}
