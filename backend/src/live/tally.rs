//! What was answered so far, for hosts and screens, where nothing is right or wrong about it. The node
//! that drives the game counts, and every node hears of it.
//!
//! Counting reads every answer, so it is done beside the tick, only where something changed, one at a
//! time, and the more seldom the more answers there are.

use std::sync::Arc;
use std::time::{Duration, Instant};

use quizrain_shared::wire::{LiveTally, Position, StageAt};
use tokio::task::JoinHandle;

use crate::error::Error;
use crate::game::Game;
use crate::live::Live;

/// From one count to the next at least.
const PAUSE: Duration = Duration::from_secs(1);

/// How much of that pause each answer takes: ten thousand are read every 2.5 s.
const PAUSE_FOR_EACH: Duration = Duration::from_micros(250);

/// How often what has not changed is told again: a node may have missed it.
const TOLD_AGAIN: Duration = Duration::from_secs(5);

/// The stage and how many had answered when answers were counted.
type Counted = (Position, u32);

/// The counts of one game.
#[derive(Default)]
pub(crate) struct LiveTallies {
    counted: Option<Counted>,
    told: Option<(LiveTally, Instant)>,
    next: Option<Instant>,
    task: Option<JoinHandle<Result<Option<LiveTally>, Error>>>,
}

impl LiveTallies {
    /// Counts again, if it is time, at a stage whose question so many have answered; `None`: as far as
    /// this node knows, as many as before.
    pub(crate) async fn refresh(
        &mut self,
        live: &Live,
        game: &Arc<Game>,
        stage: &StageAt,
        answered: Option<u32>,
    ) {
        if !self.take_finished(game, stage.at).await {
            return;
        }
        let now = Instant::now();
        // What a host hides vanishes at once.
        let is_marked = self.counted.is_some_and(|(at, _)| at != stage.at);
        if !is_marked && self.next.is_some_and(|next| now < next) {
            return;
        }
        let is_known = |(at, count)| at == stage.at && answered.is_none_or(|it| it == count);
        let again = if self.counted.is_some_and(is_known) {
            let due = |(_, at): &(LiveTally, Instant)| now.duration_since(*at) >= TOLD_AGAIN;
            let Some((told, _)) = self.told.take_if(|told| due(told)) else { return };
            Some(told)
        } else {
            None
        };
        let count = answered.or(self.counted.map(|(_, count)| count)).unwrap_or(0);
        self.counted = Some((stage.at, count));
        self.next = Some(now + PAUSE.max(PAUSE_FOR_EACH.saturating_mul(count)));
        let (live, game) = (live.clone(), Arc::clone(game));
        self.task = Some(live.tasks.clone().spawn(async move {
            let tally = match again {
                Some(told) => Some(told),
                None => live.play.live_tally(&game).await?,
            };
            if let Some(tally) = &tally {
                live.play.publish_tally(&game, tally).await?;
            }
            Ok(tally)
        }));
    }

    /// Takes what was counted; whether nothing is being counted now.
    async fn take_finished(&mut self, game: &Game, at: Position) -> bool {
        let Some(task) = self.task.take_if(|task| task.is_finished()) else {
            return self.task.is_none();
        };
        match task.await {
            Ok(Ok(Some(tally))) => {
                // More may have come since somebody looked how many there are.
                self.counted =
                    self.counted.filter(|(of, _)| *of == at).map(|_| (at, tally.answered));
                if self.counted.is_none() {
                    // A host has marked something meanwhile.
                    self.next = None;
                }
                self.told = Some((tally, Instant::now()));
            }
            // It is not shown now; it may be at the next look.
            Ok(Ok(None)) => self.counted = None,
            Ok(Err(error)) => {
                tracing::debug!(game = %game.id, %error, "failed to count answers so far, retrying");
                self.counted = None;
            }
            Err(_) => self.counted = None,
        }
        true
    }
}
