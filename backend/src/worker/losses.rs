//! Looks every second whether Redis lost what this node told its players. A task of its own: putting
//! back what was lost may take a while, and nobody waits for it.

use std::time::Duration;

use crate::batch::backoff::pause;
use crate::worker::Context;

/// How often servers of Redis are asked whether they live another life.
const LOOK_EVERY: Duration = Duration::from_secs(1);

pub(super) async fn run(context: Context) {
    while !context.stop.is_cancelled() {
        if let Err(error) = context.service.look_for_losses().await {
            tracing::warn!(%error, "what Redis may have lost is looked for again");
        }
        pause(&context.stop, LOOK_EVERY).await;
    }
}
