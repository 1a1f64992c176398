//! Looks every second whether Redis lost what this node told its players. A task of its own:
//! putting back what was lost may take a while, and nobody waits for it.

use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::batch::pause;
use crate::rain::Recovery;

/// How often servers of Redis are asked for their replication ids.
const CHECK_EVERY: Duration = Duration::from_secs(1);

/// Checks until told to stop.
pub(crate) async fn run(recovery: Arc<Recovery>, stop: CancellationToken) {
    while !stop.is_cancelled() {
        if let Err(error) = recovery.restore_rolled_back(recovery.clock.now_ms()).await {
            tracing::warn!(%error, "failed to check whether Redis lost claims, retrying");
        }
        pause(&stop, CHECK_EVERY).await;
    }
}
