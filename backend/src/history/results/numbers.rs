//! What rounds were to everybody, added up: one round after the other, so that no more than one is in
//! memory. Pure.

use std::collections::HashMap;

use quizrain_shared::api::QuestionResult;
use quizrain_shared::ids::AccountId;
use quizrain_shared::mode::Life;
use quizrain_shared::score::{Grade, credited_ms};

use crate::game::CountedAnswer;
use crate::history::rows::OutcomeRow;

/// What a round has of everybody: the answers that count, and what it brought.
#[derive(Debug, Default)]
pub(super) struct RoundRows {
    pub(super) answers: HashMap<AccountId, CountedAnswer>,
    pub(super) outcomes: Vec<OutcomeRow>,
}

/// How long an answer took, in ms, without what the line took of it.
pub(super) fn taken_ms(answer: &CountedAnswer) -> u64 {
    credited_ms(answer.elapsed_ms, answer.line_ms)
}

/// So many in a thousand of so many; `None`: of none.
pub(super) fn permille(part: u64, whole: u64) -> Option<u16> {
    let permille = (part * 1000 + whole / 2).checked_div(whole)?;
    u16::try_from(permille).ok()
}

/// What the rounds so far were to one player.
#[derive(Clone, Debug, Default)]
pub(super) struct Sums {
    pub(super) questions: u32,
    pub(super) answered: u32,
    pub(super) full: u32,
    taken_ms: u64,
    pub(super) corrected: i64,
    pub(super) last_round: Option<u16>,
    /// Score, rank and life after the last round that was scored for them.
    pub(super) stands: Option<(i64, u32, Option<Life>)>,
}

impl Sums {
    pub(super) fn mean_ms(&self) -> Option<u32> {
        let mean = self.taken_ms.checked_div(u64::from(self.answered))?;
        u32::try_from(mean).ok()
    }
}

/// Fills in how a question fared, and what it was to each player.
pub(super) fn add_up(
    result: &mut QuestionResult,
    rows: &RoundRows,
    players: &mut HashMap<AccountId, Sums>,
) {
    let count = |grade| rows.outcomes.iter().filter(|row| row.1 == grade).count();
    let [full, partly] = [Grade::Right, Grade::Partly].map(|grade| to_u32(count(grade)));
    result.players = to_u32(rows.outcomes.len());
    (result.full, result.partly) = (full, partly);
    let graded = result.key.is_some();
    let share = graded.then(|| permille(full.into(), result.players.into()));
    result.right_permille = share.flatten();
    result.median_ms = median_ms(rows);
    for (account, grade, _, _, corrected, _, score, rank, life) in &rows.outcomes {
        let sums = players.entry(*account).or_default();
        sums.questions += 1;
        sums.full += u32::from(*grade == Grade::Right);
        sums.corrected += i64::from(*corrected);
        sums.stands = Some((*score, *rank, *life));
        if let Some(answer) = rows.answers.get(account) {
            sums.answered += 1;
            sums.taken_ms += taken_ms(answer);
            sums.last_round = Some(result.round);
        }
    }
}

fn median_ms(rows: &RoundRows) -> Option<u32> {
    let mut times: Vec<u64> = rows.answers.values().map(taken_ms).collect();
    let middle = times.len().checked_sub(1)? / 2;
    let (_, median, _) = times.select_nth_unstable(middle);
    u32::try_from(*median).ok()
}

pub(super) fn to_u32(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_rounded_and_nothing_has_none() {
        assert_eq!(permille(1, 3), Some(333));
        assert_eq!(permille(2, 3), Some(667));
        assert_eq!(permille(5, 5), Some(1000));
        assert_eq!(permille(0, 0), None);
    }

    #[test]
    fn the_median_is_when_half_of_the_answers_were_there() {
        let rows = |times: &[u64]| RoundRows {
            answers: (0..)
                .zip(times)
                .map(|(n, elapsed_ms)| {
                    let answer = quizrain_shared::question::ChoiceSet(1).into();
                    let counted = CountedAnswer { answer, elapsed_ms: *elapsed_ms, line_ms: 0 };
                    (AccountId([n; 16]), counted)
                })
                .collect(),
            outcomes: Vec::new(),
        };
        assert_eq!(median_ms(&rows(&[])), None);
        assert_eq!(median_ms(&rows(&[7])), Some(7));
        assert_eq!(median_ms(&rows(&[9, 1, 5, 7])), Some(5));
    }
}
