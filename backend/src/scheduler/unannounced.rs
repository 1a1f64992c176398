//! Finds live games that this node has not heard of: that a game was made is published once, and
//! may be lost. It is published again then, and every node takes it on that has not.

use std::collections::HashSet;
use std::time::Duration;

use quizrain_shared::ids::GameId;

use crate::batch::backoff::pause;
use crate::scheduler::Context;

/// How often the registry is asked: what a lost word costs at most.
const CHECK_EVERY: Duration = Duration::from_secs(10);

pub(crate) async fn run(context: Context) {
    loop {
        pause(&context.live.stop, CHECK_EVERY).await;
        if context.live.stop.is_cancelled() {
            return;
        }
        let shown = context.live.hub.rooms().into_iter().filter(|room| room.position().is_some());
        let shown: HashSet<GameId> = shown.map(|room| room.game()).collect();
        if let Err(error) = context.live.games.announce_missing(&shown).await {
            tracing::warn!(%error, "failed to list unannounced games, retrying");
        }
    }
}
