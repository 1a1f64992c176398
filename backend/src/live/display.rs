//! Where a game stands goes to its room. Called by `subscriber`, for what was published and for
//! what this node did not hear of.
//!
//! What needs the database for one game runs beside, so that no other game waits for it, and is
//! looked at again until it is done.

use std::sync::Arc;
use std::time::{Duration, Instant};

use quizrain_shared::phase::{Kind, Phase};
use quizrain_shared::wire::{Position, Stage, StageAt, Standings};
use tokio::sync::Notify;
use tokio::task::JoinHandle;

use crate::error::Error;
use crate::failing::linger_at;
use crate::game::Game;
use crate::live::Live;
use crate::live::hub::CloseReason;

/// A game that Redis does not know is over after so long, for ever: a Redis that comes back with it
/// does so sooner.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(10);

/// How long what this node showed in an older epoch stays on its screens: whoever drives the game
/// may be about to write again what it showed itself.
const STALE_AFTER: Duration = Duration::from_secs(3);

/// What is amiss with a game.
#[derive(Debug, Default)]
pub(crate) struct Mending {
    /// Tells the driver that Redis lost what this node showed.
    pub(crate) lost: Arc<Notify>,
    /// Since when Redis has been behind what this node shows.
    lost_since: Option<Instant>,
    /// Since when Redis has not known it.
    unknown_since: Option<Instant>,
    /// What is being done about it.
    task: Option<JoinHandle<()>>,
}

impl Mending {
    /// Whether the game must be looked at again, wherever it stands.
    pub(crate) fn is_unknown(&self) -> bool {
        self.unknown_since.is_some()
    }

    /// Does something about it, unless the last is still being done.
    fn start(&mut self, live: &Live, work: impl Future<Output = ()> + Send + 'static) {
        if self.task.as_ref().is_none_or(JoinHandle::is_finished) {
            self.task = Some(live.tasks.spawn(work));
        }
    }
}

/// Reads where a game stands and shows it. Where that fails, the next look does it.
pub(crate) async fn show(live: &Live, game: &Arc<Game>, mending: &mut Mending) {
    match live.play.state(game).await {
        Ok(state) => {
            mending.unknown_since = None;
            let room = live.hub.room(game.id);
            let shown = room.shown().filter(|(shown, _)| state.lost(shown.at));
            let Some((shown, moved_in)) = shown else {
                mending.lost_since = None;
                return on_stage(live, game, state.stage, state.moved_in).await;
            };
            room.note_lost();
            let since = *mending.lost_since.get_or_insert_with(Instant::now);
            let (play, game) = (Arc::clone(&live.play), Arc::clone(game));
            let lost = Arc::clone(&mending.lost);
            mending.start(live, async move {
                linger_at!("events.before_restate");
                let done = if moved_in >= state.moved_in {
                    // Only who drives the game writes it again: this node, or one that hears it.
                    lost.notify_one();
                    play.publish_shown(&game, &shown, moved_in).await
                } else if since.elapsed() >= STALE_AFTER {
                    play.bump_sequence(&game, &state, shown.at).await
                } else {
                    Ok(())
                };
                match done {
                    // Another node may have noticed it as well.
                    Ok(()) | Err(Error::Refused(_)) => {}
                    Err(error) => {
                        tracing::warn!(game = %game.id, %error, "failed to restate what Redis lost, retrying");
                    }
                }
            });
        }
        Err(Error::Refused(_)) => {
            let new = mending.unknown_since.is_none();
            let since = *mending.unknown_since.get_or_insert_with(Instant::now);
            let (own, game) = (live.clone(), Arc::clone(game));
            mending.start(live, async move {
                match own.games.find(game.id).await {
                    Ok(Some(row)) if !row.ended => {
                        if since.elapsed() >= FORGOTTEN_AFTER {
                            tracing::error!(game = %game.id, "Redis lost this game; ending it");
                            leave(&own, &game);
                        } else if new {
                            tracing::warn!(game = %game.id, "Redis does not know this game");
                        }
                    }
                    // Another node has deleted its keys.
                    Ok(_) => leave(&own, &game),
                    Err(error) => {
                        tracing::warn!(game = %game.id, %error, "failed to load a game that Redis lost, retrying");
                    }
                }
            });
        }
        Err(error) => tracing::debug!(game = %game.id, %error, "failed to read a game, retrying"),
    }
}

/// Sends everybody away from a game that is gone. Its driver, and whoever counts rooms, hear that
/// it is over.
fn leave(live: &Live, game: &Game) {
    let room = live.hub.room(game.id);
    if !room.is_ended() {
        let questions = u16::try_from(game.quiz.questions.len()).unwrap_or(u16::MAX);
        let (incarnation, start) = (game.reference().incarnation, Phase::start(questions));
        let (seq, phase) = match room.watch_stage().borrow().as_deref() {
            Some(last) => (last.at.seq + 1, last.phase.clone()),
            None => (0, start),
        };
        let over = StageAt {
            at: Position { incarnation, seq },
            phase: Phase { kind: Kind::Ended, ..phase },
            opens_ms: 0,
            closes_ms: 0,
            stage: Stage::Ended(Standings::default()),
        };
        room.publish(over, 0);
    }
    room.close_all(CloseReason::UnknownGame);
}

/// Shows a stage to which the game moved in this epoch, and each player what a revealed round
/// brought, or the last one once a self-paced game has closed.
pub(crate) async fn on_stage(live: &Live, game: &Game, stage: StageAt, moved_in: u64) {
    if let Stage::Rain(view) = &stage.stage {
        let (rains, rain) = (Arc::clone(&live.rains), view.rain);
        live.tasks.spawn(async move {
            if let Err(error) = rains.expect(rain).await {
                tracing::debug!(%rain, %error, "failed to load a rain ahead; its first tap loads it");
            }
        });
    }
    let room = live.hub.room(game.id);
    let scored = match &stage.stage {
        Stage::Revealed { .. } => stage.phase.round(),
        // All rounds were scored again when the game closed.
        Stage::Board(_) if game.options.mode.self_paced().is_some() => {
            game.last_scored(&stage.phase)
        }
        _ => None,
    };
    if !room.publish(stage.clone(), moved_in) {
        return;
    }
    game.note_shown(&stage);
    let Some(round) = scored else { return room.forget_outcomes() };
    match live.play.outcomes(game, round).await {
        Ok(outcomes) => room.send_outcomes(outcomes),
        Err(error) => tracing::warn!(game = %game.id, %error,
            "failed to read outcomes; pages have them when they connect again"),
    }
}
