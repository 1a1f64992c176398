//! Asking again: after the pause that our own page makes, not at once. An answer of "busy, ask
//! again" that is repeated in a tight loop would measure the loop.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use quizrain_shared::client::timing::TAP_RETRY_MS;

const PAUSE: Duration = Duration::from_millis(TAP_RETRY_MS as u64);

/// Sockets that will ask again, in the order in which they do.
#[derive(Debug, Default)]
pub(crate) struct Later {
    queue: VecDeque<(Instant, usize)>,
    /// How many there have been.
    pub(crate) count: u64,
}

impl Later {
    /// This socket asks again after the pause.
    pub(crate) fn push(&mut self, index: usize) {
        self.queue.push_back((Instant::now() + PAUSE, index));
        self.count += 1;
    }

    /// The next socket whose pause is over.
    pub(crate) fn pop(&mut self) -> Option<usize> {
        let (due, _) = self.queue.front()?;
        if *due > Instant::now() {
            return None;
        }
        self.queue.pop_front().map(|(_, index)| index)
    }

    /// How long to wait for events while somebody waits here.
    pub(crate) fn wait(&self) -> Duration {
        Duration::from_millis(if self.queue.is_empty() { 100 } else { 5 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_asks_again_at_once() {
        let mut later = Later::default();
        later.push(3);
        assert_eq!((later.pop(), later.count), (None, 1));
        later.queue[0].0 = Instant::now();
        assert_eq!(later.pop(), Some(3));
        assert_eq!(later.pop(), None);
    }
}
