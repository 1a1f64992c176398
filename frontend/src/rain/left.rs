//! Which packets of a rain are its last ones.

use quizrain_shared::allocation::Split;
use quizrain_shared::client::GameView;
use quizrain_shared::ids::RainId;
use quizrain_shared::wire::Stage;

/// So many packets, of so many, are few.
fn few_of(packets: u32) -> u32 {
    (packets / 5).clamp(1, 10)
}

/// Whether each packet waits for the one player who can catch it.
fn gives_prizes(known: &GameView) -> bool {
    known.stage.as_ref().is_some_and(
        |it| matches!(&it.stage, Stage::Rain(view) if matches!(view.split, Split::Prizes(_))),
    )
}

/// How many packets of a rain are left, once they are few. Not before anything was caught: then nobody knows. Nor of
/// prizes, of which nobody has to be in time for the last.
pub(crate) fn few_left(known: &GameView, rain: RainId) -> Option<u32> {
    if gives_prizes(known) {
        return None;
    }
    let progress = known.rain.as_ref().filter(|progress| progress.rain == rain)?;
    let left = progress.packets.saturating_sub(progress.caught);
    (1..=few_of(progress.packets)).contains(&left).then_some(left)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use quizrain_shared::ids::{Commitment, Entropy, Incarnation};
    use quizrain_shared::money::{Currency, Minor};
    use quizrain_shared::phase::{Kind, Phase};
    use quizrain_shared::played::Played;
    use quizrain_shared::prizes::Prizes;
    use quizrain_shared::rain::Eligibility;
    use quizrain_shared::wire::{Position, RainProgress, RainView, StageAt};

    use super::*;

    const RAIN: RainId = RainId([7; 8]);

    /// While packets fall that were cut like this.
    fn raining(split: Split) -> StageAt {
        let view = RainView {
            rain: RAIN,
            number: 1,
            picture_seed: 1,
            currency: Currency::POINTS,
            pot: Minor(3),
            packets: 3,
            min: Minor(1),
            max: Minor(1),
            split,
            shards: 1,
            eligibility: Eligibility::Everyone,
            entropy: Entropy([8; 32]),
            commitment: Commitment([0; 32]),
        };
        let at = Position { incarnation: Incarnation([9; 8]), seq: 1 };
        let phase = Phase { kind: Kind::Rain, played: Played::in_order(0), questions: 3 };
        StageAt { at, phase, opens_ms: 0, closes_ms: 0, stage: Stage::Rain(view) }
    }

    #[test]
    fn prizes_do_not_run_out() {
        let left = |split| {
            let progress = RainProgress { rain: RAIN, caught: 2, packets: 3, newest: Vec::new() };
            let stage = Some(Arc::new(raining(split)));
            few_left(&GameView { rain: Some(progress), stage, ..GameView::default() }, RAIN)
        };
        assert_eq!(left(Split::Equal), Some(1));
        assert_eq!(left(Split::Prizes(Prizes::of(vec![Minor(1); 3]))), None);
    }

    #[test]
    fn the_last_packets_are_a_fifth_and_ten_at_most() {
        let rain = RAIN;
        let left = |caught, packets| {
            let progress = RainProgress { rain, caught, packets, newest: Vec::new() };
            few_left(&GameView { rain: Some(progress), ..GameView::default() }, rain)
        };
        assert_eq!([left(0, 20), left(15, 20), left(16, 20)], [None, None, Some(4)]);
        assert_eq!([left(19, 20), left(20, 20), left(21, 20)], [Some(1), None, None]);
        assert_eq!([left(1, 3), left(2, 3), left(0, 1)], [None, Some(1), Some(1)]);
        assert_eq!([left(989, 1000), left(990, 1000), left(0, 0)], [None, Some(10), None]);
        assert_eq!(few_left(&GameView::default(), rain), None);
    }
}
