//! Lanes: what many players ask for at the same time becomes few calls to Redis.
//!
//! What is asked while calls are on their way waits together and goes as the next call. Whoever
//! asks alone never waits: the first ask leaves at once. So calls grow with the load and with the
//! time that Redis takes to sync its file, and nobody pays for it when nothing is going on.
//!
//! A call belongs to the lane, not to those who asked: a socket that closes loses only the answer.
//! Waiting is bounded in number and in time. Who cannot be answered hears [`Busy`]: the outcome is
//! unknown and asking again tells, because every call may be repeated.

pub(crate) mod absent;
pub mod backoff;
pub mod read_gate;
#[cfg(test)]
mod tests;

pub use read_gate::ReadGate;

use std::collections::HashMap;
use std::collections::VecDeque;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use crate::error::Error;
use crate::metrics::METRICS;
use crate::store::StoreError;
use crate::store::redis::CALL_TIMEOUT;

/// Calls of one lane that are on their way at a time: while Redis syncs what one of them wrote, it
/// runs the next.
const FLIGHTS: usize = 2;

/// Where every ask is a call of its own, so many may be on their way.
const FLIGHTS_OF_ONE: usize = 1024;

/// Asks in one call at first. Full calls that succeed double it up to the most that is allowed; a
/// call that fails halves it.
const FIRST_CAP: usize = 128;

/// The cap does not shrink below this, or below the most that is allowed.
const LEAST_CAP: usize = 16;

/// How long a lane that has just landed a call waits for company, when that call carried enough to
/// say that many ask just now, and too few to be worth a disk's sync: fewer and larger calls serve
/// all of them sooner.
const LINGER: Duration = Duration::from_millis(1);

/// Which calls those are, by how many asks they carried.
const LINGERING: std::ops::Range<usize> = 8..256;

/// Asks that may wait in one lane.
const MOST_WAITING: usize = 16 * 1024;

/// How long an ask may wait for its call to leave.
const PATIENCE: Duration = Duration::from_secs(1);

/// The call itself: connections that are being made anew take their time beside the call's own.
const CALL_PATIENCE: Duration = CALL_TIMEOUT.saturating_mul(2);

/// What a lane does.
pub trait Work: Send + Sync + 'static {
    /// What one player asks for.
    type Ask: Send + Sync + 'static;
    /// What one player hears.
    type Answer: Send + 'static;
    /// Its name in metrics and logs.
    const NAME: &'static str;

    /// One call for all of them; the answers in the same order. It may be repeated.
    fn call(
        &self,
        asks: &[Self::Ask],
    ) -> impl Future<Output = Result<Vec<Self::Answer>, StoreError>> + Send;
}

/// Not answered: Redis is away or too slow. Whether it was done is unknown, asking again tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Redis does not keep up; ask again")]
pub struct Busy;

impl From<Busy> for Error {
    fn from(_: Busy) -> Self {
        quizrain_shared::wire::Refusal::Unavailable.into()
    }
}

/// A cheap handle on a lane.
pub struct Lane<W: Work>(Arc<Inner<W>>);

struct Inner<W: Work> {
    work: W,
    /// Asks in one call, at most.
    most: usize,
    state: Mutex<State<W>>,
}

struct State<W: Work> {
    waiting: VecDeque<Waiting<W>>,
    flights: usize,
    /// Asks in calls that are on their way.
    flying: usize,
    cap: usize,
}

struct Waiting<W: Work> {
    ask: W::Ask,
    since: Instant,
    answer: oneshot::Sender<Result<W::Answer, Busy>>,
}

impl<W: Work> std::fmt::Debug for Lane<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lane").field("name", &W::NAME).finish_non_exhaustive()
    }
}

impl<W: Work> Lane<W> {
    /// A lane whose calls have so many asks at most. With 1, every ask is a call of its own.
    pub fn new(work: W, most: usize) -> Self {
        let most = most.max(1);
        let state =
            State { waiting: VecDeque::new(), flights: 0, flying: 0, cap: FIRST_CAP.min(most) };
        Self(Arc::new(Inner { work, most, state: Mutex::new(state) }))
    }

    /// Asks, and waits for the answer. Giving up waiting does not undo what was asked.
    ///
    /// # Errors
    /// [`Busy`].
    pub async fn ask(&self, ask: W::Ask) -> Result<W::Answer, Busy> {
        let (sender, answer) = oneshot::channel();
        {
            let mut state = self.0.state();
            if state.waiting.len() >= MOST_WAITING {
                METRICS.busy(W::NAME, 1);
                return Err(Busy);
            }
            state.waiting.push_back(Waiting { ask, since: Instant::now(), answer: sender });
            if state.flights < if self.0.most == 1 { FLIGHTS_OF_ONE } else { FLIGHTS } {
                state.flights += 1;
                tokio::spawn(fly(Arc::clone(&self.0)));
            }
        }
        answer.await.unwrap_or(Err(Busy))
    }

    /// How many asks have no answer yet.
    #[must_use]
    pub fn load(&self) -> usize {
        let state = self.0.state();
        state.waiting.len() + state.flying
    }
}

impl<W: Work> Inner<W> {
    fn state(&self) -> MutexGuard<'_, State<W>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whoever goes with the next call. Those who gave up stay behind, and those who waited too
    /// long hear so. Empty: the flight is over.
    fn board(&self) -> Vec<Waiting<W>> {
        let mut state = self.state();
        let mut batch = Vec::new();
        while batch.len() < state.cap
            && let Some(waiting) = state.waiting.pop_front()
        {
            if waiting.since.elapsed() > PATIENCE {
                METRICS.busy(W::NAME, 1);
                let _ = waiting.answer.send(Err(Busy));
            } else if !waiting.answer.is_closed() {
                batch.push(waiting);
            }
        }
        if batch.is_empty() {
            state.flights -= 1;
        }
        state.flying += batch.len();
        batch
    }

    /// Learns from a call. After one that failed nobody is kept waiting for the same to happen to
    /// them.
    fn land(&self, size: usize, done: bool) {
        let mut state = self.state();
        state.flying -= size;
        if done {
            if size == state.cap {
                state.cap = (state.cap * 2).min(self.most);
            }
        } else {
            state.cap = (state.cap / 2).max(LEAST_CAP.min(self.most));
            let left = std::mem::take(&mut state.waiting);
            drop(state);
            METRICS.busy(W::NAME, left.len());
            left.into_iter().for_each(|waiting| drop(waiting.answer.send(Err(Busy))));
        }
    }
}

/// Where the asks with the same key stand.
pub(crate) fn grouped<Q, K: Eq + Hash>(
    asks: &[Q],
    key: impl Fn(&Q) -> K,
) -> HashMap<K, Vec<usize>> {
    let mut groups: HashMap<K, Vec<usize>> = HashMap::new();
    for (place, ask) in asks.iter().enumerate() {
        groups.entry(key(ask)).or_default().push(place);
    }
    groups
}

/// Makes calls until nobody waits.
async fn fly<W: Work>(lane: Arc<Inner<W>>) {
    let mut carried = 0;
    loop {
        if LINGERING.contains(&carried) {
            tokio::time::sleep(LINGER).await;
        } else {
            // Whoever is about to ask, asks first: sockets that have something to read. Where
            // there are none, this takes no time.
            tokio::task::yield_now().await;
        }
        let batch = lane.board();
        if batch.is_empty() {
            return;
        }
        let (asks, answers): (Vec<_>, Vec<_>) =
            batch.into_iter().map(|waiting| (waiting.ask, waiting.answer)).unzip();
        carried = asks.len();
        let started = Instant::now();
        let call = tokio::time::timeout(CALL_PATIENCE, lane.work.call(&asks)).await;
        METRICS.called(W::NAME, asks.len(), started.elapsed());
        let said = match call {
            Ok(Ok(said)) if said.len() == asks.len() => Ok(said),
            Ok(Ok(_)) => Err("answers are missing".to_owned()),
            Ok(Err(error)) => Err(error.to_string()),
            Err(late) => Err(late.to_string()),
        };
        lane.land(asks.len(), said.is_ok());
        match said {
            Ok(said) => {
                for (answer, said) in answers.into_iter().zip(said) {
                    // Whoever is gone by now asks again after coming back.
                    let _ = answer.send(Ok(said));
                }
            }
            Err(error) => {
                let (lane_name, asks) = (W::NAME, asks.len());
                tracing::warn!(
                    lane = lane_name,
                    asks,
                    error,
                    "a call failed; its players ask again"
                );
                METRICS.busy(W::NAME, asks);
                answers.into_iter().for_each(|answer| drop(answer.send(Err(Busy))));
            }
        }
    }
}
