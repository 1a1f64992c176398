//! Who may grab in a rain.

use std::collections::HashMap;

use quizrain_shared::ids::AccountId;
use quizrain_shared::rain::Eligibility;
use quizrain_shared::wire::Outcome;

/// Whether everybody may grab, at whatever time that is asked.
pub(crate) fn is_for_everybody(eligibility: Eligibility) -> bool {
    matches!(
        eligibility,
        Eligibility::Everyone | Eligibility::ScoreAtLeast(0) | Eligibility::TopShare(100)
    )
}

/// Who may grab, given what the last round brought; `None`: everybody.
pub(crate) fn eligible(
    eligibility: Eligibility,
    scored: Option<&HashMap<AccountId, Outcome>>,
) -> Option<Vec<AccountId>> {
    let among = |may: &dyn Fn(&Outcome) -> bool| {
        let scored = scored.into_iter().flatten();
        scored.filter(|(_, outcome)| may(outcome)).map(|(account, _)| *account).collect()
    };
    match eligibility {
        everybody if is_for_everybody(everybody) => None,
        Eligibility::Everyone => None,
        Eligibility::ScoreAtLeast(least) => {
            Some(among(&|outcome| outcome.score >= 0 && outcome.score.unsigned_abs() >= least))
        }
        Eligibility::TopShare(percent) => {
            let players = u32::try_from(scored?.len()).unwrap_or(u32::MAX);
            let last = Eligibility::last_rank(percent, players);
            Some(among(&|outcome| outcome.rank <= last))
        }
        // What is not graded leaves the streak as it is.
        Eligibility::LastRight => scored.map(|_| among(&|outcome| outcome.streak > 0)),
    }
}

#[cfg(test)]
mod tests {
    use quizrain_shared::score::Grade;

    use super::*;

    #[test]
    fn the_best_may_with_whoever_is_as_good_at_the_edge() {
        let outcome = |rank: u32| Outcome {
            round: 0,
            answer: None,
            grade: Grade::Wrong,
            elapsed_ms: 0,
            line_ms: 0,
            points: 0,
            bonus: 0,
            streak: u16::from(rank == 2),
            score: i64::from(100 - rank),
            rank,
            players: 5,
        };
        let ranks = [1, 2, 2, 4, 5];
        let scored: HashMap<_, _> =
            (0..).zip(ranks).map(|(n, rank)| (AccountId([n; 16]), outcome(rank))).collect();
        let may = |eligibility| {
            eligible(eligibility, Some(&scored)).map(|mut accounts| {
                accounts.sort_unstable();
                accounts.iter().map(|account| account.0[0]).collect::<Vec<_>>()
            })
        };
        assert_eq!(may(Eligibility::TopShare(1)), Some(vec![0]));
        // 40 % of five are two, and two share the second rank.
        assert_eq!(may(Eligibility::TopShare(40)), Some(vec![0, 1, 2]));
        assert_eq!(may(Eligibility::TopShare(80)), Some(vec![0, 1, 2, 3]));
        assert_eq!(may(Eligibility::TopShare(100)), None);
        assert_eq!(may(Eligibility::ScoreAtLeast(96)), Some(vec![0, 1, 2, 3]));
        assert_eq!(may(Eligibility::Everyone), None);
        assert_eq!(may(Eligibility::LastRight), Some(vec![1, 2]));
        for best in [Eligibility::TopShare(10), Eligibility::LastRight] {
            assert_eq!(eligible(best, None), None, "no round was scored yet");
        }
        assert_eq!(eligible(Eligibility::ScoreAtLeast(1), None), Some(Vec::new()));
    }
}
