//! The loop that writes logs: of games in which something happened, and of those that are over.

use std::sync::Arc;
use std::time::Duration;

use quizrain_shared::ids::GameId;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use crate::batch::{Backoff, pause};
use crate::history::History;

/// How long it waits before it writes, so that what follows each other is one transaction.
const TOGETHER: Duration = Duration::from_secs(1);

/// How long it leaves the database to those who tap, at most.
const LONGEST_RUSH: Duration = Duration::from_secs(30);

/// How often it looks for games that are over and whose log is not finished.
const SCAN_EVERY: Duration = Duration::from_secs(5);

/// Runs until told to stop.
pub(crate) async fn run(history: Arc<History>, stop: CancellationToken) {
    let mut backoff = Backoff::default();
    let mut next_scan = Instant::now();
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            () = history.woken.notified() => {}
            () = sleep_until(next_scan) => {}
        }
        pause(&stop, TOGETHER).await;
        history.rains.rush.over(LONGEST_RUSH, &stop).await;
        if stop.is_cancelled() {
            return;
        }
        let mut failed = write_due(&history).await;
        if Instant::now() >= next_scan {
            failed |= finish_ended(&history).await;
            next_scan = Instant::now() + SCAN_EVERY;
        }
        if failed {
            backoff.pause(&stop).await;
        } else {
            backoff.reset();
        }
    }
}

/// Writes what happened since the last time; whether something failed, which is tried again.
async fn write_due(history: &History) -> bool {
    let mut failed = false;
    for game in history.take_due() {
        if let Err(error) = history.write(game).await {
            warn(game, &error);
            history.wake(game);
            failed = true;
        }
    }
    failed
}

/// Finishes the logs of games that are over; whether something failed.
async fn finish_ended(history: &History) -> bool {
    let ended = match history.sql.unfinished_logs().await {
        Ok(ended) => ended,
        Err(error) => {
            tracing::warn!(%error, "failed to list unfinished logs, retrying");
            return true;
        }
    };
    let mut failed = false;
    for game in ended {
        if let Err(error) = history.finish(game).await {
            warn(game, &error);
            failed = true;
        }
    }
    failed
}

fn warn(game: GameId, error: &crate::error::Error) {
    tracing::warn!(%game, %error, "failed to write the log of a game, retrying");
}
