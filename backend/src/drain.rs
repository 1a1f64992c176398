//! A server that leaves moves its players to the others, some at a time. Called by `app` at the
//! end.
//!
//! Thousands who are closed at once come back at once; in batches the servers that stay take them
//! without anybody waiting. What a player had asked for just before is asked again by the client
//! at the next server, and gives the same answer.

use std::time::Duration;

use quizrain_shared::wire::ServerFrame;
use tokio::time::{MissedTickBehavior, interval};

use crate::live::{CloseReason, Frame, Hub};

/// From one batch to the next.
const STEP: Duration = Duration::from_millis(250);

/// Closes every socket within about so long. Clients that can be told leave by themselves, each at
/// a moment of its own in two thirds of that time; who is left then is closed in batches of the
/// same size.
pub async fn move_away(hub: &Hub, within: Duration) {
    let links = hub.links();
    if links.is_empty() {
        return;
    }
    tracing::info!(
        sockets = links.len(),
        within_seconds = within.as_secs_f64(),
        "moving players to other servers"
    );
    let leaving = within * 2 / 3;
    let within_ms = u32::try_from(leaving.as_millis()).unwrap_or(u32::MAX);
    let reconnect = ServerFrame::Reconnect { within_ms };
    let reconnect = Frame::new(&reconnect);
    links.iter().for_each(|link| link.send(&reconnect));
    tokio::time::sleep(leaving).await;
    let links = hub.links();
    if links.is_empty() {
        return;
    }
    let closing = within - leaving;
    let steps = usize::try_from(closing.as_millis() / STEP.as_millis()).unwrap_or(usize::MAX);
    let mut every = interval(STEP);
    every.set_missed_tick_behavior(MissedTickBehavior::Delay);
    for batch in links.chunks(links.len().div_ceil(steps.max(1))) {
        every.tick().await;
        batch.iter().for_each(|link| link.close(CloseReason::GoingAway));
    }
}
