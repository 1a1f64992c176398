//! The loop that looks at the folder.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::Folder;
use crate::batch::{Backoff, pause};

/// How often it is looked at.
const EVERY: Duration = Duration::from_secs(1);

/// Has the library follow a folder until told to stop.
pub(crate) async fn run(mut folder: Folder, stop: CancellationToken) {
    let mut backoff = Backoff::default();
    while !stop.is_cancelled() {
        pause(&stop, EVERY).await;
        let passed = tokio::select! {
            // What is not done is done at the next start.
            () = stop.cancelled() => return,
            passed = folder.pass() => passed,
        };
        match passed {
            Ok(()) => backoff.reset(),
            Err(error) => {
                tracing::warn!(%error, "failed to put quiz files into the library, retrying");
                backoff.pause(&stop).await;
            }
        }
    }
}
