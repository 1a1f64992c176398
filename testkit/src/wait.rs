//! Waiting for something to become so.

use std::time::{Duration, Instant};

/// How long a server may take to start, to answer or to end on a busy machine.
pub const START_TIMEOUT: Duration = Duration::from_secs(30);

/// How often it is looked whether something has become so.
pub const POLL_EVERY: Duration = Duration::from_millis(10);

/// Tries again and again.
pub async fn until<T, F: Future<Output = anyhow::Result<T>>>(
    timeout: Duration,
    attempt: impl Fn() -> F,
) -> anyhow::Result<T> {
    let since = Instant::now();
    loop {
        match attempt().await {
            Err(why) if since.elapsed() > timeout => return Err(why),
            Err(_) => tokio::time::sleep(POLL_EVERY).await,
            done => return done,
        }
    }
}
