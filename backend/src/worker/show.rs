//! Where a game stands goes to its room. Called by `events`, for what was published and for what
//! this node did not hear of.

use std::sync::Arc;

use quizrain_shared::phase::Kind;
use quizrain_shared::wire::{ServerFrame, Stage, StageAt};

use super::Context;
use crate::hub::Closed;
use crate::service::{Game, ServiceError};

/// Reads where a game stands and shows it.
pub(super) async fn show(context: &Context, game: &Game) -> Result<(), ServiceError> {
    match context.service.state(game).await {
        Ok(state) => {
            let shown = context.hub.room(game.id).watch_stage().borrow().clone();
            let went_back = |shown: &Arc<StageAt>| {
                let (shown, known) = (shown.at, state.stage.at);
                shown.incarnation == known.incarnation && shown.seq > known.seq
            };
            if let Some(shown) = shown.filter(went_back) {
                return match context.service.reassert(game, &state, &shown).await {
                    // Another node noticed it as well.
                    Err(ServiceError::Refused(_)) => Ok(()),
                    other => other,
                };
            }
            on_stage(context, game, state.stage).await;
            Ok(())
        }
        Err(ServiceError::Refused(_)) => {
            tracing::error!(game = %game.id, "Redis lost this game; ending it");
            let room = context.hub.room(game.id);
            // Its driver, and whoever counts rooms, must hear that it is over.
            let known = room.watch_stage().borrow().clone();
            if let Some(mut last) = known.as_deref().cloned() {
                last.at.seq += 1;
                last.phase.kind = Kind::Ended;
                last.stage = Stage::Ended;
                room.publish(last);
            }
            room.close_all(Closed::UnknownGame);
            Ok(context.service.end_game(game.id).await?)
        }
        Err(error) => Err(error),
    }
}

/// Shows a stage, and each player what a revealed round brought.
pub(super) async fn on_stage(context: &Context, game: &Game, stage: StageAt) {
    if let Stage::Rain(view) = &stage.stage {
        let (service, rain) = (context.service.clone(), view.rain);
        context.tasks.spawn(async move {
            if let Err(error) = service.expect_rain(rain).await {
                tracing::debug!(%rain, %error, "a rain is looked up by its first tap");
            }
        });
    }
    let room = context.hub.room(game.id);
    let round = stage.phase.round().unwrap_or(0);
    let revealed = matches!(stage.stage, Stage::Revealed { .. });
    if room.publish(stage) && revealed {
        match context.service.outcomes(game, round).await {
            Ok(outcomes) => {
                room.send_each(|account| outcomes.get(account).cloned().map(ServerFrame::Outcome));
            }
            Err(error) => tracing::warn!(game = %game.id, %error, "outcomes were not shown"),
        }
    }
}
