//! How long each question took answers, as screens of this node were shown. Noted by whoever shows
//! stages; asked where Redis went back to an open question and took answers that come too late.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use quizrain_shared::phase::Kind;
use quizrain_shared::wire::StageAt;

/// When a question opened and when it took no answer any more, in ms of Redis time.
#[derive(Clone, Copy, Debug)]
struct Window {
    opened_ms: u64,
    /// When it was to close by itself, as it was shown last.
    deadline_ms: u64,
    closed_ms: u64,
}

/// The questions of one game, by round.
#[derive(Debug, Default)]
pub(crate) struct AnswerTimes(Mutex<HashMap<u16, Window>>);

impl AnswerTimes {
    /// Notes a stage that is newer than those before it.
    pub(crate) fn note(&self, shown: &StageAt) {
        let Some(round) = shown.phase.round() else { return };
        let mut windows = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // What came before is closed, also where this node missed how.
        for window in windows.iter_mut().filter(|(of, _)| **of < round).map(|(_, window)| window) {
            window.closed_ms = window.closed_ms.min(shown.opens_ms);
        }
        if shown.phase.kind == Kind::Asking {
            // 0: it has no end of its own.
            let deadline_ms = if shown.closes_ms == 0 { u64::MAX } else { shown.closes_ms };
            let window = Window { opened_ms: shown.opens_ms, deadline_ms, closed_ms: deadline_ms };
            let known = windows.entry(round).or_insert(window);
            // It goes on after a pause, or has got more time.
            if (known.opened_ms, known.deadline_ms) != (window.opened_ms, deadline_ms) {
                *known = window;
            }
        } else if let Some(window) = windows.get_mut(&round) {
            // The first stage after it opened when it closed.
            window.closed_ms = window.closed_ms.min(shown.opens_ms);
        }
    }

    /// How long after its opening answers to a question count, in ms; `None`: this node did not see
    /// it open.
    pub(crate) fn of(&self, round: u16) -> Option<u64> {
        let windows = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        windows.get(&round).map(|window| window.closed_ms.saturating_sub(window.opened_ms))
    }
}

#[cfg(test)]
mod tests {
    use quizrain_shared::ids::Incarnation;
    use quizrain_shared::phase::Phase;
    use quizrain_shared::played::Played;
    use quizrain_shared::wire::{Position, Stage};

    use super::*;

    fn stage(kind: Kind, asked: u16, opens_ms: u64, closes_ms: u64) -> StageAt {
        StageAt {
            at: Position { incarnation: Incarnation([0; 8]), seq: 0 },
            phase: Phase { kind, played: Played::in_order(asked), questions: 2 },
            opens_ms,
            closes_ms,
            stage: Stage::Lobby,
        }
    }

    #[test]
    fn a_question_takes_answers_until_the_first_stage_that_says_otherwise() {
        let times = AnswerTimes::default();
        let show = |kind, asked, opens_ms, closes_ms| {
            times.note(&stage(kind, asked, opens_ms, closes_ms));
        };
        show(Kind::Lobby, 0, 5, 0);
        show(Kind::Revealed, 1, 10, 0);
        assert_eq!(times.of(0), None, "it was not seen open");
        show(Kind::Asking, 2, 1000, 21_000);
        assert_eq!(times.of(1), Some(20_000));
        show(Kind::Closing, 2, 6000, 0);
        show(Kind::Revealed, 2, 6100, 0);
        assert_eq!(times.of(1), Some(5000));
        // Redis went back, and it is shown again as it was; then it is asked anew.
        show(Kind::Asking, 2, 1000, 21_000);
        assert_eq!(times.of(1), Some(5000));
        show(Kind::Asking, 2, 9000, 29_000);
        assert_eq!(times.of(1), Some(20_000));
        show(Kind::Closing, 2, 29_001, 0);
        assert_eq!(times.of(1), Some(20_000));
    }

    #[test]
    fn a_pause_and_more_time_move_the_end() {
        let times = AnswerTimes::default();
        let show = |kind, opens_ms, closes_ms| times.note(&stage(kind, 1, opens_ms, closes_ms));
        show(Kind::Asking, 1000, 21_000);
        show(Kind::Asking, 1000, 31_000);
        assert_eq!(times.of(0), Some(30_000));
        show(Kind::Paused, 6000, 0);
        assert_eq!(times.of(0), Some(5000));
        show(Kind::Asking, 95_000, 125_000);
        assert_eq!(times.of(0), Some(30_000));
        show(Kind::Closing, 96_000, 0);
        assert_eq!(times.of(0), Some(1000));
    }
}
