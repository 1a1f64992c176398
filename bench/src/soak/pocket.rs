//! A player's receipts: for each packet that is not credited yet, the server's word that it was
//! caught. Called by `player`; the rules are the page's own.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use quizrain_shared::client::receipts::Receipts;
use quizrain_shared::wire::{PlayerFrame, ServerFrame};
use tokio::time::Instant;

use crate::bots::random::Random;

/// The receipts of one player, whichever connection they came over.
#[derive(Clone, Debug)]
pub(super) struct Pocket {
    since: Instant,
    inside: Arc<Mutex<(Receipts, Random)>>,
}

impl Pocket {
    /// An empty one; the source is for the moments at which it asks again.
    pub(super) fn new(random: Random) -> Self {
        let inside = Arc::new(Mutex::new((Receipts::default(), random)));
        Self { since: Instant::now(), inside }
    }

    fn inside(&self) -> MutexGuard<'_, (Receipts, Random)> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now_ms(&self) -> f64 {
        self.since.elapsed().as_secs_f64() * 1000.0
    }

    /// Takes a frame in.
    pub(super) fn heed(&self, frame: &ServerFrame) {
        let now_ms = self.now_ms();
        self.inside().0.receive(frame, now_ms);
    }

    /// What to say now, one at a time.
    pub(super) fn act(&self) -> Option<PlayerFrame> {
        let now_ms = self.now_ms();
        let (receipts, random) = &mut *self.inside();
        let receipt = receipts.due(now_ms, random.unit())?;
        Some(PlayerFrame::ShowReceipt { receipt })
    }

    /// When there is something to say; `None` where no answer is waited for.
    pub(super) fn due(&self) -> Option<Instant> {
        let at_ms = self.inside().0.due_at()?;
        Some(self.since + Duration::from_secs_f64(at_ms / 1000.0))
    }
}
