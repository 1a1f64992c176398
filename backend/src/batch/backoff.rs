//! Waiting before something is tried again: longer each time, and by chance, so that many who wait
//! for the same database do not come back at the same moment.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::metrics::METRICS;

/// The first pause, at most.
const FIRST: Duration = Duration::from_millis(250);

/// Every later one, at most.
const LONGEST: Duration = Duration::from_secs(5);

/// How often something failed in a row.
#[derive(Debug, Default)]
pub(crate) struct Backoff(u32);

impl Backoff {
    /// It succeeded.
    pub(crate) fn reset(&mut self) {
        self.0 = 0;
    }

    /// Waits for the next try, or until told to stop.
    pub(crate) async fn pause(&mut self, stop: &CancellationToken) {
        let longest = self.longest();
        self.0 = self.0.saturating_add(1);
        pause(stop, longest.mul_f64(share())).await;
    }

    fn longest(&self) -> Duration {
        FIRST.saturating_mul(1 << self.0.min(10)).min(LONGEST)
    }
}

/// Waits, or until told to stop.
pub(crate) async fn pause(stop: &CancellationToken, time: Duration) {
    tokio::select! {
        () = stop.cancelled() => {}
        () = tokio::time::sleep(time) => {}
    }
}

/// From a half to one, by chance. Without chance it is one: the pause is longer then, not wrong.
pub(crate) fn share() -> f64 {
    let mut byte = [u8::MAX];
    let _ = getrandom::fill(&mut byte);
    0.5 + f64::from(byte[0]) / 510.0
}

/// Runs a worker until it ends by itself. One that panics is started again after a while: what
/// made it panic must not stop everybody else's game or money.
pub(crate) async fn restarted<F, W>(stop: CancellationToken, worker: F)
where
    F: Fn() -> W,
    W: Future<Output = ()> + Send + 'static,
{
    let mut backoff = Backoff::default();
    while let Err(error) = tokio::spawn(worker()).await {
        METRICS.worker_panics.inc();
        tracing::error!(%error, "a worker panicked, restarting it");
        backoff.pause(&stop).await;
        if stop.is_cancelled() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_to_a_limit_and_begin_anew() {
        let mut backoff = Backoff::default();
        let mut longest = Vec::new();
        for _ in 0..40 {
            longest.push(backoff.longest());
            backoff.0 += 1;
        }
        assert_eq!(longest[..3], [FIRST, FIRST * 2, FIRST * 4]);
        assert!(longest.is_sorted() && longest[39] == LONGEST);
        backoff.reset();
        assert_eq!(backoff.longest(), FIRST);
        assert!((0..1000).map(|_| share()).all(|share| (0.5..=1.0).contains(&share)));
    }
}
