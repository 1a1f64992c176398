//! A rush: many tap at the same time. What follows taps and can wait, waits.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio_util::sync::CancellationToken;

use crate::batch::pause;

/// Taps without a verdict from which on it is a rush.
const MIN_TAPS: usize = 16;

/// How long it is one after so many waited for the last time: verdicts come in batches, and for a moment after one
/// of them few wait.
const LASTS: Duration = Duration::from_millis(250);

/// How often whoever waits for its end looks again.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// The taps that wait for their verdict on this node.
#[derive(Debug)]
pub(crate) struct Rush {
    base: Instant,
    taps: AtomicUsize,
    /// Until when it lasts, in ms since the base.
    until_ms: AtomicU64,
}

/// One that waits, until this is dropped.
#[must_use]
pub(crate) struct WaitingTap<'a>(&'a Rush);

impl Default for Rush {
    fn default() -> Self {
        Self { base: Instant::now(), taps: AtomicUsize::default(), until_ms: AtomicU64::default() }
    }
}

impl Drop for WaitingTap<'_> {
    fn drop(&mut self) {
        self.0.note(self.0.taps.fetch_sub(1, Ordering::Relaxed));
    }
}

impl Rush {
    /// A tap that begins to wait for its verdict.
    pub(crate) fn tap(&self) -> WaitingTap<'_> {
        self.note(self.taps.fetch_add(1, Ordering::Relaxed) + 1);
        WaitingTap(self)
    }

    /// So many wait, or did until now.
    fn note(&self, taps: usize) {
        if taps >= MIN_TAPS {
            self.until_ms.fetch_max(ms(self.base.elapsed() + LASTS), Ordering::Relaxed);
        }
    }

    /// Whether there is one.
    pub(crate) fn is_on(&self) -> bool {
        self.taps.load(Ordering::Relaxed) >= MIN_TAPS
            || ms(self.base.elapsed()) < self.until_ms.load(Ordering::Relaxed)
    }

    /// Waits for its end, or until told to stop, and not longer than `most`.
    pub(crate) async fn over(&self, most: Duration, stop: &CancellationToken) {
        let began = Instant::now();
        while self.is_on() && !stop.is_cancelled() {
            let left = most.saturating_sub(began.elapsed());
            if left.is_zero() {
                return;
            }
            pause(stop, LOOK_EVERY.min(left)).await;
        }
    }
}

fn ms(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn so_many_taps_that_wait_are_a_rush_which_ends_a_little_after_them() {
        let (rush, stop) = (Rush::default(), CancellationToken::new());
        let mut taps: Vec<_> = (1..MIN_TAPS).map(|_| rush.tap()).collect();
        assert!(!rush.is_on());
        let began = Instant::now();
        taps.push(rush.tap());
        assert!(rush.is_on());
        let few = taps.split_off(1);
        drop(few);
        tokio::time::timeout(Duration::from_secs(60), rush.over(Duration::MAX, &stop))
            .await
            .unwrap();
        assert!(began.elapsed() + Duration::from_millis(1) >= LASTS && !rush.is_on());
    }

    #[tokio::test]
    async fn nobody_waits_for_its_end_for_longer_than_they_may_or_when_told_to_stop() {
        let (rush, stop) = (Rush::default(), CancellationToken::new());
        let _taps: Vec<_> = (0..MIN_TAPS).map(|_| rush.tap()).collect();
        let (began, most) = (Instant::now(), Duration::from_millis(150));
        rush.over(most, &stop).await;
        assert!(rush.is_on() && began.elapsed() >= most);
        let told = async {
            tokio::task::yield_now().await;
            stop.cancel();
        };
        let told = async { tokio::join!(rush.over(Duration::MAX, &stop), told) };
        tokio::time::timeout(Duration::from_secs(60), told).await.unwrap();
    }
}
