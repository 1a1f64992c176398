//! When a stage is another one for whoever looks at it: only then is its view made anew, and what
//! somebody types or drags must stay until then. Used by `session`.

use std::sync::Arc;

use quizrain_shared::wire::{Stage, StageAt};

/// A stage without what may change while it is shown: its number, where a server writes it again,
/// and the window of a question or of a game at one's own pace, which
/// gets more time or goes on after a pause.
#[derive(Clone, Debug)]
pub(crate) struct Shown(pub(crate) Arc<StageAt>);

impl PartialEq for Shown {
    fn eq(&self, other: &Self) -> bool {
        let (one, other) = (&*self.0, &*other.0);
        let may_move =
            matches!(one.stage, Stage::Asking { .. } | Stage::Reading { .. } | Stage::Paced);
        let window = |it: &StageAt| (it.opens_ms, it.closes_ms);
        (one.at.incarnation, &one.phase) == (other.at.incarnation, &other.phase)
            && one.stage == other.stage
            && (may_move || window(one) == window(other))
    }
}

impl Shown {
    /// The open question that stays on the page, though out of sight, while `now` is shown: it is
    /// paused.
    pub(crate) fn behind(self, now: &Self) -> Option<Self> {
        let paused = matches!(now.0.stage, Stage::Paused { .. });
        let is_open = matches!(self.0.stage, Stage::Asking { .. });
        let same = self.0.phase.round() == now.0.phase.round()
            && self.0.at.incarnation == now.0.at.incarnation;
        (paused && is_open && same).then_some(self)
    }
}

#[cfg(test)]
mod tests {
    use quizrain_shared::ids::Incarnation;
    use quizrain_shared::phase::{Kind, Phase};
    use quizrain_shared::played::Played;
    use quizrain_shared::question::{KindView, QuestionView};
    use quizrain_shared::wire::Position;

    use super::*;

    fn stage(seq: u64, rounds: u16, kind: Kind, stage: Stage) -> StageAt {
        StageAt {
            at: Position { incarnation: Incarnation([1; 8]), seq },
            phase: Phase { kind, played: Played::in_order(rounds), questions: 9 },
            opens_ms: 1000,
            closes_ms: 21_000,
            stage,
        }
    }

    fn asking(seq: u64, rounds: u16) -> StageAt {
        let question = QuestionView {
            text: "Which river?".into(),
            picture: None,
            sound: None,
            kind: KindView::Typed,
            seconds: 20,
            points: 1000,
        };
        stage(seq, rounds, Kind::Asking, Stage::Asking { question })
    }

    fn paused(seq: u64, rounds: u16) -> StageAt {
        let stage_of = Stage::Paused { text: String::new(), elapsed_ms: 5, left_ms: 15 };
        stage(seq, rounds, Kind::Paused, stage_of)
    }

    fn shown(stage: StageAt) -> Shown {
        Shown(Arc::new(stage))
    }

    #[test]
    fn more_time_shows_nothing_else() {
        let longer = StageAt { opens_ms: 2000, closes_ms: 31_000, ..asking(8, 1) };
        assert_eq!(shown(asking(7, 1)), shown(longer));
        assert_ne!(shown(asking(7, 1)), shown(asking(9, 2)), "another round");
        let resumed = StageAt { closes_ms: 4000, ..paused(8, 1) };
        assert_ne!(shown(paused(7, 1)), shown(resumed), "it is told that it goes on");
        let mut again = asking(7, 1);
        again.at.incarnation = Incarnation([2; 8]);
        assert_ne!(shown(asking(7, 1)), shown(again));
    }

    #[test]
    fn a_question_stays_behind_its_own_pause() {
        let question = shown(asking(7, 1));
        assert_eq!(question.clone().behind(&shown(paused(8, 1))), Some(question.clone()));
        assert_eq!(question.clone().behind(&shown(paused(8, 2))), None);
        assert_eq!(question.clone().behind(&shown(asking(8, 1))), None);
        assert_eq!(shown(paused(8, 1)).behind(&shown(paused(9, 1))), None);
    }
}
