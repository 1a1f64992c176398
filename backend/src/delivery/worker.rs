//! The loop that delivers: takes what is due, has it sent, and records what came back. Any number of
//! nodes may do so, and be killed anywhere in between.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::FutureExt;
use futures_util::stream::{FuturesUnordered, StreamExt};
use quizrain_shared::api::PayoutState;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::batch::pause;
use crate::delivery::{recall, unfinished};
use crate::metrics::METRICS;
use crate::store::StoreError;
use crate::store::sql::Sql;

/// How often what is unfinished is counted.
const COUNT_EVERY: Duration = Duration::from_secs(15);

/// How soon a database that failed is asked again.
pub(crate) const RETRY: Duration = Duration::from_secs(2);

/// How long what is on its way may take once the program ends.
const LAST_ANSWERS: Duration = Duration::from_secs(5);

/// Tells the time of entries and signatures, in ms since 1970. When something is due is told by the
/// database alone.
pub type Clock = Arc<dyn Fn() -> u64 + Send + Sync>;

/// How much is delivered at a time, and when it is tried again.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// Deliveries on their way at a time.
    pub in_flight: usize,
    /// How often due ones are looked for.
    pub check_every: Duration,
    /// The longest wait after the first attempt; it doubles with each one.
    pub first_wait: Duration,
    /// The longest wait of all.
    pub longest_wait: Duration,
    /// So long after the first sending, a human is needed.
    pub patience: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        let hours = |hours: u64| Duration::from_secs(hours * 3600);
        Self {
            in_flight: 32,
            check_every: Duration::from_millis(500),
            first_wait: Duration::from_secs(1),
            longest_wait: hours(1),
            patience: hours(72),
        }
    }
}

impl Pace {
    /// How long to wait after this many attempts: by chance up to the whole wait, so that what failed
    /// together does not come again together.
    pub(crate) fn wait(&self, attempts: u64) -> Duration {
        // Without chance all come again together, which is rude and no more.
        self.wait_by(attempts, getrandom::u64().unwrap_or(u64::MAX))
    }

    /// The same where `chance` is any number.
    fn wait_by(&self, attempts: u64, chance: u64) -> Duration {
        let doubled = 1_u64.checked_shl(u32::try_from(attempts.saturating_sub(1)).unwrap_or(64));
        let longest = ms(self.first_wait)
            .saturating_mul(doubled.unwrap_or(u64::MAX))
            .min(ms(self.longest_wait));
        Duration::from_millis(chance % longest.saturating_add(1))
    }
}

fn ms(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Tells how long ago something was first sent, from the moment in which it was taken: by the
/// database's clock until then, by the monotonic one since.
pub(crate) fn since_sent(sent_ms: u64, taken_ms: u64) -> impl Fn() -> Duration + Send + Sync {
    let before = Duration::from_millis(taken_ms.saturating_sub(sent_ms));
    let taken_at = Instant::now();
    move || before.saturating_add(taken_at.elapsed())
}

/// Something that is delivered: a table and what an answer means.
pub(crate) trait Deliver: Clone + Send + Sync + 'static {
    /// The table, which is also what logs call its rows.
    const TABLE: &'static str;
    /// One that was taken from the table.
    type Taken: Send;
    /// One that was tried, with what came of it.
    type Tried: Send + 'static;

    fn sql(&self) -> &Sql;

    fn pace(&self) -> &Pace;

    /// Takes some that are due, `most` at most; nobody else gets them before their lease is over.
    fn take(
        &self,
        most: usize,
    ) -> impl Future<Output = Result<Vec<Self::Taken>, StoreError>> + Send;

    /// Sends one.
    fn attempt(&self, taken: Self::Taken) -> impl Future<Output = Self::Tried> + Send + 'static;

    /// Records what came of some; whoever cannot leaves them to whoever takes them after the lease.
    fn record(
        &self,
        tried: Vec<Self::Tried>,
        stop: &CancellationToken,
    ) -> impl Future<Output = ()> + Send;

    /// Notes how many are not finished.
    fn count(&self, counts: &HashMap<PayoutState, u64>);
}

/// Delivers until it is told to stop; begins again after a panic, which would otherwise end all
/// deliveries of this node without a word.
pub(crate) async fn run<D: Deliver>(of: D, stop: CancellationToken) {
    while let Err(error) = tokio::spawn(deliver(of.clone(), stop.clone())).await {
        METRICS.worker_panics.inc();
        tracing::error!(%error, what = D::TABLE, "a delivery panicked; starting again");
        pause(&stop, RETRY).await;
        if stop.is_cancelled() {
            return;
        }
    }
}

/// One on its way.
type Flight<D> = Pin<Box<dyn Future<Output = <D as Deliver>::Tried> + Send>>;

/// Delivers until it is told to stop; then it waits a little for answers on their way.
pub(crate) async fn deliver<D: Deliver>(of: D, stop: CancellationToken) {
    let mut flights: FuturesUnordered<Flight<D>> = FuturesUnordered::new();
    let (mut check_at, mut count_at) = (Instant::now(), Instant::now());
    let in_flight = of.pace().in_flight;
    while !stop.is_cancelled() {
        if count_at <= Instant::now() {
            count_at = Instant::now() + COUNT_EVERY;
            recall_and_count(&of).await;
        }
        let room = in_flight.saturating_sub(flights.len());
        // Not one by one: each time is a transaction.
        let wait = room * 2 >= in_flight;
        if check_at <= Instant::now() && wait {
            match of.take(room).await {
                Ok(taken) => {
                    if taken.is_empty() {
                        check_at = Instant::now() + of.pace().check_every;
                    }
                    for taken in taken {
                        flights.push(Box::pin(of.attempt(taken)));
                    }
                    continue;
                }
                Err(error) => {
                    tracing::warn!(%error, what = D::TABLE, "failed to take deliveries, retrying");
                    check_at = Instant::now() + RETRY;
                }
            }
        }
        let wake = check_at.max(Instant::now() + Duration::from_millis(1)).min(count_at);
        tokio::select! {
            () = stop.cancelled() => {}
            Some(done) = flights.next() => landed(&of, done, &mut flights, &stop).await,
            () = tokio::time::sleep_until(wake), if wait || flights.is_empty() => {}
        }
    }
    let deadline = Instant::now() + LAST_ANSWERS;
    while let Ok(Some(done)) = tokio::time::timeout_at(deadline, flights.next()).await {
        landed(&of, done, &mut flights, &stop).await;
    }
}

/// Records one that came back, with all others that are back by now.
async fn landed<D: Deliver>(
    of: &D,
    first: D::Tried,
    flights: &mut FuturesUnordered<Flight<D>>,
    stop: &CancellationToken,
) {
    let mut tried = vec![first];
    while let Some(Some(done)) = flights.next().now_or_never() {
        tried.push(done);
    }
    of.record(tried, stop).await;
}

/// Makes due what the database's clock noted before it went back, and counts what is unfinished.
/// Where the database does not tell, the last numbers stay.
async fn recall_and_count<D: Deliver>(of: &D) {
    match recall(of.sql(), D::TABLE).await {
        Ok(0) => {}
        Ok(count) => {
            tracing::warn!(
                what = D::TABLE,
                count,
                "the database's clock went back; deliveries are due at once"
            );
        }
        Err(error) => tracing::warn!(%error, what = D::TABLE,
            "failed to recall deliveries of the future, retrying"),
    }
    if let Ok(counts) = unfinished(of.sql(), D::TABLE).await {
        of.count(&counts);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_an_hour_and_begin_anywhere() {
        let pace = Pace::default();
        for (attempts, longest) in
            [(0, 1000), (1, 1000), (2, 2000), (3, 4000), (12, 2_048_000), (13, 3_600_000)]
        {
            let wait = |chance| pace.wait_by(attempts, chance);
            assert_eq!(wait(longest), Duration::from_millis(longest), "{attempts}");
            assert_eq!(wait(longest + 1), Duration::ZERO, "{attempts}");
        }
        for attempts in [63, 64, 65, 1000, u64::MAX] {
            assert!(pace.wait_by(attempts, u64::MAX) <= pace.longest_wait);
            assert_eq!(pace.wait_by(attempts, 3_600_000), pace.longest_wait);
        }
    }
}
