//! How long rounds took answers, as the steps of a log say.

use std::collections::HashMap;

use quizrain_shared::ids::Incarnation;
use quizrain_shared::phase::{Kind, Phase};
use quizrain_shared::wire::{Position, Stage, StageAt};

use crate::game::AnswerTimes;
use crate::history::rows::Moved;

/// The times of all rounds.
#[derive(Default)]
pub(super) struct Times {
    shown: AnswerTimes,
    /// Whether Redis went back, and may have taken answers that came too late.
    went_back: bool,
    /// How long after its opening answers to a round count, where Redis took later ones.
    counts_ms: HashMap<u16, u64>,
}

impl Times {
    /// The game moved to a phase.
    pub(super) fn note(&mut self, moved: &Moved, went_back: bool, phase: &Phase) {
        self.went_back |= went_back;
        self.shown.note(&StageAt {
            at: Position { incarnation: Incarnation([0; 8]), seq: moved.seq },
            phase: phase.clone(),
            opens_ms: moved.opens_ms,
            closes_ms: moved.closes_ms,
            // Times are the same whatever is shown.
            stage: Stage::Lobby,
        });
        if let (Kind::Closing, Some(round)) = (phase.kind, moved.round()) {
            self.counts_ms.remove(&round);
            if moved.counts_ms > 0 {
                self.counts_ms.insert(round, moved.counts_ms);
            }
        }
    }

    /// How long after its opening answers to a round count, in ms; `None`: as long as they were
    /// taken.
    pub(super) fn of(&self, round: u16) -> Option<u64> {
        let late = || self.went_back.then(|| self.shown.of(round)).flatten();
        self.counts_ms.get(&round).copied().or_else(late)
    }
}
