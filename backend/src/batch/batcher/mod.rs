//! The batcher: requests that many players make at the same time become few calls to a store.
//!
//! Requests that come while calls are in flight wait together and go as the next call. A request
//! that comes alone never waits: it leaves at once. So calls grow with the load and with the time
//! that Redis takes to sync its file, and nobody pays for it when nothing is going on. Where a call is dear,
//! the next begins an interval later at the soonest ([`Operation::INTERVAL`]).
//!
//! A call belongs to the batcher, not to those who asked: a socket that closes loses only the
//! response. Waiting is bounded in number and in time. Who gets no response hears [`Overloaded`]:
//! the outcome is unknown and asking again tells, because every call may be repeated.

#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use futures_util::FutureExt as _;
use tokio::sync::oneshot;
use tokio::time::sleep;

use crate::error::Error;
use crate::metrics::METRICS;
use crate::store::StoreError;
use crate::store::redis::CALL_TIMEOUT;

/// Where every request is a call of its own, so many may be in flight.
const MAX_IN_FLIGHT_OF_ONE: usize = 1024;

/// Requests in one call at first. Full calls that succeed double it up to the most that is allowed;
/// a call that fails halves it.
const FIRST_CAP: usize = 128;

/// The cap does not shrink below this, or below the most that is allowed.
const MIN_CAP: usize = 16;

/// After which calls the next waits for company ([`Operation::LINGER`]), by how many requests they carried: enough
/// to say that many ask just now, and too few to be worth a disk's sync.
const LINGERING: std::ops::Range<usize> = 8..256;

/// So many are company enough; or as many as the call before had, if those were more.
const COMPANY: usize = 64;

/// Nobody else is coming where so many turns of the runtime in succession bring nobody.
const QUIET_TURNS: u32 = 2;

/// So long company is waited for at least: a turn of an idle thread beside others takes no time and reads no socket.
const SHORTEST_LINGER: Duration = Duration::from_micros(100);

/// Requests that may wait in one batcher.
const MAX_WAITING: usize = 16 * 1024;

/// How long a request may wait for its call to leave.
const WAIT_TIMEOUT: Duration = Duration::from_secs(1);

/// The call itself: connections that are being made anew take their time beside the call's own.
const OPERATION_TIMEOUT: Duration = CALL_TIMEOUT.saturating_mul(2);

/// The call that a batcher makes.
pub trait Operation: Send + Sync + 'static {
    /// What one player asks for.
    type Request: Send + Sync + 'static;
    /// What one player hears.
    type Response: Send + 'static;
    /// Its name in metrics and logs.
    const NAME: &'static str;
    /// How long after one call the next begins at the soonest, and one at a time: where a call costs much
    /// however few it carries, and who asks does not mind. Whoever asks after that time leaves at once.
    /// Well below the second that requests may wait.
    const INTERVAL: Duration = Duration::ZERO;
    /// Where many ask, the next call waits so long at most for those who are coming (and for the end of a turn of the
    /// runtime): fewer and larger calls serve all of them sooner.
    const LINGER: Duration = Duration::from_millis(2);

    /// Calls that are in flight at a time, where there is no interval: while the store works on one, the next leaves.
    fn at_once(&self) -> usize {
        2
    }

    /// One call for all of them; the answers in the same order. It may be repeated.
    fn call(
        &self,
        requests: &[Self::Request],
    ) -> impl Future<Output = Result<Vec<Self::Response>, StoreError>> + Send;
}

/// Not answered: Redis is away or too slow. Whether it was done is unknown, asking again tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Redis does not keep up; ask again")]
pub struct Overloaded;

impl From<Overloaded> for Error {
    fn from(_: Overloaded) -> Self {
        quizrain_shared::wire::Refusal::Unavailable.into()
    }
}

/// A cheap handle on a batcher.
pub struct Batcher<O: Operation>(Arc<Inner<O>>);

struct Inner<O: Operation> {
    operation: O,
    /// Requests in one call, at most.
    most: usize,
    state: Mutex<State<O>>,
}

struct State<O: Operation> {
    waiting: VecDeque<Waiting<O>>,
    calls_in_flight: usize,
    cap: usize,
    /// When the last call began.
    called: Option<Instant>,
}

struct Waiting<O: Operation> {
    request: O::Request,
    since: Instant,
    answer: oneshot::Sender<Result<O::Response, Overloaded>>,
}

impl<O: Operation> std::fmt::Debug for Batcher<O> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Batcher").field("name", &O::NAME).finish_non_exhaustive()
    }
}

impl<O: Operation> Batcher<O> {
    /// A batcher whose calls have so many requests at most. With 1, every request is a call of its
    /// own.
    pub fn new(operation: O, most: usize) -> Self {
        let most = most.max(1);
        let state = State {
            waiting: VecDeque::new(),
            calls_in_flight: 0,
            cap: FIRST_CAP.min(most),
            called: None,
        };
        Self(Arc::new(Inner { operation, most, state: Mutex::new(state) }))
    }

    /// Asks, and waits for the answer. Giving up waiting does not undo what was asked.
    ///
    /// # Errors
    /// [`Overloaded`].
    pub async fn submit(&self, request: O::Request) -> Result<O::Response, Overloaded> {
        let (sender, answer) = oneshot::channel();
        {
            let mut state = self.0.state();
            if state.waiting.len() >= MAX_WAITING {
                METRICS.rejected_requests(O::NAME, 1);
                return Err(Overloaded);
            }
            state.waiting.push_back(Waiting { request, since: Instant::now(), answer: sender });
            if state.calls_in_flight < self.0.most_in_flight() {
                state.calls_in_flight += 1;
                tokio::spawn(run(Arc::clone(&self.0)));
            }
        }
        answer.await.unwrap_or(Err(Overloaded))
    }
}

impl<O: Operation> Inner<O> {
    /// Calls that are in flight at a time.
    fn most_in_flight(&self) -> usize {
        match self.most {
            _ if !O::INTERVAL.is_zero() => 1,
            1 => MAX_IN_FLIGHT_OF_ONE,
            _ => self.operation.at_once(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State<O>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whoever goes with the next call. Those who gave up stay behind, and those who waited too
    /// long hear so. Empty: this run is over.
    fn next_batch(&self) -> Vec<Waiting<O>> {
        let mut state = self.state();
        let mut batch = Vec::new();
        while batch.len() < state.cap
            && let Some(waiting) = state.waiting.pop_front()
        {
            if waiting.since.elapsed() > WAIT_TIMEOUT {
                METRICS.rejected_requests(O::NAME, 1);
                let _ = waiting.answer.send(Err(Overloaded));
            } else if !waiting.answer.is_closed() {
                batch.push(waiting);
            }
        }
        if batch.is_empty() {
            state.calls_in_flight -= 1;
        } else {
            state.called = Some(Instant::now());
        }
        batch
    }

    /// Lets others ask, after a call that carried so many: whoever is about to, whose socket has something
    /// to read. Where there are none, this takes no time.
    async fn gather(&self, carried: usize) {
        let (began, mut waiting, mut quiet) = (Instant::now(), 0, 0);
        loop {
            tokio::task::yield_now().await;
            let (now, cap) = {
                let state = self.state();
                (state.waiting.len(), state.cap)
            };
            quiet = if now == waiting { quiet + 1 } else { 0 };
            waiting = now;
            let enough = !LINGERING.contains(&carried) || now >= carried.max(COMPANY).min(cap);
            let waited = began.elapsed();
            if enough || waited >= O::LINGER || (quiet >= QUIET_TURNS && waited >= SHORTEST_LINGER)
            {
                return;
            }
        }
    }

    /// How much of the interval after the last call began is left.
    fn pause(&self) -> Duration {
        let called = self.state().called;
        called.map_or(Duration::ZERO, |called| O::INTERVAL.saturating_sub(called.elapsed()))
    }

    /// Learns from a call. After one that failed nobody is kept waiting for the same to happen to
    /// them.
    fn complete(&self, size: usize, done: bool) {
        let mut state = self.state();
        if done {
            if size == state.cap {
                state.cap = (state.cap * 2).min(self.most);
            }
        } else {
            state.cap = (state.cap / 2).max(MIN_CAP.min(self.most));
            let left = std::mem::take(&mut state.waiting);
            drop(state);
            METRICS.rejected_requests(O::NAME, left.len());
            left.into_iter().for_each(|waiting| drop(waiting.answer.send(Err(Overloaded))));
        }
    }
}

/// Makes calls until nobody waits.
async fn run<O: Operation>(batcher: Arc<Inner<O>>) {
    let mut carried = 0;
    loop {
        let pause = batcher.pause();
        if !pause.is_zero() {
            sleep(pause).await;
        } else {
            batcher.gather(carried).await;
        }
        let batch = batcher.next_batch();
        if batch.is_empty() {
            return;
        }
        let (requests, answers): (Vec<_>, Vec<_>) =
            batch.into_iter().map(|waiting| (waiting.request, waiting.answer)).unzip();
        carried = requests.len();
        let started = Instant::now();
        // One that panics must not take the batcher with it.
        let call = AssertUnwindSafe(batcher.operation.call(&requests)).catch_unwind();
        let call = tokio::time::timeout(OPERATION_TIMEOUT, call).await;
        METRICS.batch_took(O::NAME, requests.len(), started.elapsed());
        let said = match call {
            Ok(Ok(Ok(said))) if said.len() == requests.len() => Ok(said),
            Ok(Ok(Ok(_))) => Err("answers are missing".to_owned()),
            Ok(Ok(Err(error))) => Err(error.to_string()),
            Ok(Err(_)) => {
                METRICS.worker_panics.inc();
                Err("it panicked".to_owned())
            }
            Err(late) => Err(late.to_string()),
        };
        batcher.complete(requests.len(), said.is_ok());
        match said {
            Ok(said) => {
                for (answer, said) in answers.into_iter().zip(said) {
                    // Whoever is gone by now asks again after coming back.
                    let _ = answer.send(Ok(said));
                }
            }
            Err(error) => {
                let (name, requests) = (O::NAME, requests.len());
                tracing::warn!(
                    batch = name,
                    requests,
                    error,
                    "failed to call the store; its players ask again"
                );
                METRICS.rejected_requests(O::NAME, requests);
                answers.into_iter().for_each(|answer| drop(answer.send(Err(Overloaded))));
            }
        }
    }
}
