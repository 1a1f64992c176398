//! How a stage is written inside Redis: in a game's state, and in what is published of it.

use quizrain_shared::phase::{Kind, Phase};
use quizrain_shared::wire::{Encoding, Position, StageAt};

/// Stages inside Redis are postcard; a new `v` field would announce another encoding.
pub(crate) const STORED: Encoding = Encoding::Postcard;

/// Builds a stage from its texts and what was encoded.
pub(crate) fn parse_stage(fields: &[String], stage: &[u8]) -> Option<StageAt> {
    let [incarnation, seq, kind, played, questions, opens_ms, closes_ms] = fields else {
        return None;
    };
    Some(StageAt {
        at: Position { incarnation: incarnation.parse().ok()?, seq: seq.parse().ok()? },
        phase: Phase {
            kind: Kind::from_word(kind)?,
            played: played.parse().ok()?,
            questions: questions.parse().ok()?,
        },
        opens_ms: opens_ms.parse().ok()?,
        closes_ms: closes_ms.parse().ok()?,
        stage: STORED.decode(stage).ok()?,
    })
}
