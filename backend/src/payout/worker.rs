//! The payer: tells the host's own balance system of credited packets until it has a final answer.
//!
//! Payouts are taken from the ledger, sent, and what came back is recorded. Any number of nodes may
//! do so: a payout is taken by one at a time, and again only after its lease. Killed anywhere in
//! between, the payout comes up again as one of which nothing is known, and the receiver is asked
//! about it before it is sent a second time, under the same key.

use std::collections::HashMap;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::FutureExt;
use futures_util::stream::{FuturesUnordered, StreamExt};
use quizrain_shared::api::PayoutState;
use quizrain_shared::ids::{GameId, RainId};
use quizrain_shared::wire::{Caught, PacketState, PacketUpdate};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::batch::backoff::pause;
use crate::events::{Push, push};
use crate::metrics::METRICS;
use crate::payout::{Answer, Asked, Client, Outcome, Payout, TakenPayout};
use crate::store::StoreError;
use crate::store::redis::Redis;
use crate::store::sql::Sql;

/// How often what is unfinished is counted.
const COUNT_EVERY: Duration = Duration::from_secs(15);

/// How soon a database that failed is asked again.
const RETRY: Duration = Duration::from_secs(2);

/// How long what is on its way may take once the program ends.
const LAST_ANSWERS: Duration = Duration::from_secs(5);

/// What a lease has beyond two requests, for recording their outcome.
const LEASE_SPARE: Duration = Duration::from_secs(15);

/// When what happens.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    /// Payouts on their way at a time.
    pub in_flight: usize,
    /// How often due ones are looked for.
    pub check_every: Duration,
    /// The longest wait after the first attempt; it doubles with each one.
    pub first_wait: Duration,
    /// The longest wait of all.
    pub longest_wait: Duration,
    /// So long after the first sending, nothing is sent again without an answer to a query: some
    /// receivers forget keys after a day.
    pub blind: Duration,
    /// So long after the first sending, a human is needed.
    pub patience: Duration,
    /// So long after the first sending, nothing is sent at all: receivers keep keys for 30 days.
    pub resend: Duration,
}

impl Default for Schedule {
    fn default() -> Self {
        let hours = |hours: u64| Duration::from_secs(hours * 3600);
        Self {
            in_flight: 32,
            check_every: Duration::from_millis(500),
            first_wait: Duration::from_secs(1),
            longest_wait: hours(1),
            blind: hours(23),
            patience: hours(72),
            resend: hours(29 * 24),
        }
    }
}

impl Schedule {
    /// How long to wait after this many attempts, where `chance` is any number: up to the whole
    /// wait, so that what failed together does not come again together.
    fn wait(&self, attempts: u64, chance: u64) -> Duration {
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

/// Tells the time of entries and signatures, in ms since 1970. When a payout is due is told by the
/// database alone.
pub type Clock = Arc<dyn Fn() -> u64 + Send + Sync>;

/// Pays out.
#[derive(Clone)]
pub struct Payer {
    sql: Sql,
    client: Client,
    schedule: Schedule,
    clock: Clock,
    /// Where players are told, if anywhere.
    redis: Option<Redis>,
}

impl fmt::Debug for Payer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Payer").field("client", &self.client).finish_non_exhaustive()
    }
}

/// Pays out until it is told to stop; begins again after a panic, which would otherwise end all
/// payouts of this node without a word.
pub(crate) async fn run(payer: Payer, stop: CancellationToken) {
    while let Err(error) = tokio::spawn(payer.clone().run(stop.clone())).await {
        METRICS.worker_panics.inc();
        tracing::error!(%error, "the payer panicked; starting it again");
        pause(&stop, RETRY).await;
        if stop.is_cancelled() {
            return;
        }
    }
}

/// A payout on its way.
type Flight = Pin<Box<dyn Future<Output = (TakenPayout, Outcome)> + Send>>;

impl Payer {
    /// A payer from a ledger to a receiver.
    #[must_use]
    pub fn new(sql: Sql, client: Client, schedule: Schedule, clock: Clock) -> Self {
        Self { sql, client, schedule, clock, redis: None }
    }

    /// Tells players of final answers as well.
    #[must_use]
    pub fn notifying(self, redis: Redis) -> Self {
        Self { redis: Some(redis), ..self }
    }

    /// Pays out until it is told to stop; then it waits a little for answers on their way.
    pub async fn run(self, stop: CancellationToken) {
        let mut flights: FuturesUnordered<Flight> = FuturesUnordered::new();
        let (mut check_at, mut count_at) = (Instant::now(), Instant::now());
        while !stop.is_cancelled() {
            if count_at <= Instant::now() {
                count_at = Instant::now() + COUNT_EVERY;
                self.recall().await;
                self.count().await;
            }
            let room = self.schedule.in_flight.saturating_sub(flights.len());
            // Not one by one: each time is a transaction.
            if check_at <= Instant::now() && room * 2 >= self.schedule.in_flight {
                match self.take(room).await {
                    Ok(taken) => {
                        if taken.is_empty() {
                            check_at = Instant::now() + self.schedule.check_every;
                        }
                        flights.extend(taken.into_iter().map(|payout| self.attempt(payout)));
                        continue;
                    }
                    Err(error) => {
                        tracing::warn!(%error, "failed to take payouts, retrying");
                        check_at = Instant::now() + RETRY;
                    }
                }
            }
            let wake = check_at.max(Instant::now() + Duration::from_millis(1)).min(count_at);
            let wait = room * 2 >= self.schedule.in_flight;
            tokio::select! {
                () = stop.cancelled() => {}
                Some(done) = flights.next() => self.landed(done, &mut flights, &stop).await,
                () = tokio::time::sleep_until(wake), if wait || flights.is_empty() => {}
            }
        }
        let deadline = Instant::now() + LAST_ANSWERS;
        while let Ok(Some(done)) = tokio::time::timeout_at(deadline, flights.next()).await {
            self.landed(done, &mut flights, &stop).await;
        }
    }

    /// Takes payouts that are due, of one rain.
    async fn take(&self, most: usize) -> Result<Vec<TakenPayout>, StoreError> {
        let Some(rain) = self.sql.rain_with_payouts_due().await? else {
            return Ok(Vec::new());
        };
        let lease = self.client.timeout() * 2 + LEASE_SPARE;
        self.sql.take_payouts(rain, most, lease, (self.clock)()).await
    }

    /// Asks and sends, as far as it is needed and allowed.
    fn attempt(&self, taken: TakenPayout) -> Flight {
        let payer = self.clone();
        let since_sent = since_sent(&taken, Instant::now());
        Box::pin(async move {
            let answer = payer.ask_and_send(&taken, &since_sent).await;
            let outcome = match answer {
                Answer::Confirmed => Outcome::Confirmed,
                Answer::Refused(why) => Outcome::Refused(why),
                Answer::Unknown(why) if since_sent() >= payer.schedule.patience => {
                    Outcome::NeedsHuman(why)
                }
                Answer::Unknown(why) => {
                    // Without chance all come again together, which is rude and no more.
                    let chance = getrandom::u64().unwrap_or(u64::MAX);
                    Outcome::Unknown(why, payer.schedule.wait(taken.attempts, chance))
                }
            };
            (taken, outcome)
        })
    }

    async fn ask_and_send(
        &self,
        taken: &TakenPayout,
        since_sent: &(impl Fn() -> Duration + Sync),
    ) -> Answer {
        if taken.attempts > 1 {
            match self.client.query(&taken.key, (self.clock)()).await {
                Asked::Answered(answer) => return answer,
                Asked::NotOffered if since_sent() >= self.schedule.blind => {
                    return Answer::Unknown("the receiver takes no queries".to_owned());
                }
                Asked::NotFound if since_sent() >= self.schedule.resend => {
                    return Answer::Unknown("not sent again: the key may be forgotten".to_owned());
                }
                Asked::NotFound | Asked::NotOffered => {}
            }
        }
        let payout = Payout {
            key: taken.key.clone(),
            rain: taken.rain,
            game: taken.game,
            packet: taken.packet,
            account: taken.account,
            amount_minor: taken.amount,
            currency: taken.currency,
            caught_ms: taken.caught_ms,
            credited_ms: taken.credited_ms,
        };
        self.client.send(&payout, (self.clock)()).await
    }

    /// Records a payout that came back, with all others that are back by now.
    async fn landed(
        &self,
        first: (TakenPayout, Outcome),
        flights: &mut FuturesUnordered<Flight>,
        stop: &CancellationToken,
    ) {
        let mut rains: HashMap<RainId, Vec<(TakenPayout, Outcome)>> = HashMap::new();
        rains.entry(first.0.rain).or_default().push(first);
        while let Some(Some(done)) = flights.next().now_or_never() {
            rains.entry(done.0.rain).or_default().push(done);
        }
        for (rain, results) in rains {
            self.record(rain, &results, stop).await;
        }
    }

    /// Records results until the database takes them. After their lease others would ask the
    /// receiver again, which does no harm.
    async fn record(
        &self,
        rain: RainId,
        results: &[(TakenPayout, Outcome)],
        stop: &CancellationToken,
    ) {
        loop {
            match self.sql.record_payouts(rain, results, (self.clock)()).await {
                Ok(contradictions) => {
                    for (payout, outcome) in results {
                        note(payout, outcome);
                    }
                    let stands = |(taken, _): &&(TakenPayout, Outcome)| {
                        contradictions.iter().all(|other| other.key != taken.key)
                    };
                    self.notify(results.iter().filter(stands)).await;
                    for contradiction in contradictions {
                        METRICS.payout_outcome("contradiction");
                        tracing::error!(
                            key = contradiction.key,
                            stands = contradiction.stands.map_or("gone", PayoutState::word),
                            said = contradiction.said.word(),
                            "the receiver of payouts contradicts itself"
                        );
                    }
                    return;
                }
                Err(error) => {
                    tracing::warn!(%rain, %error, "failed to record payouts, retrying");
                    pause(stop, RETRY).await;
                    if stop.is_cancelled() {
                        return;
                    }
                }
            }
        }
    }

    /// Tells players of final answers. Should the news be lost, every snapshot has it.
    async fn notify(&self, results: impl Iterator<Item = &(TakenPayout, Outcome)>) {
        let Some(redis) = &self.redis else { return };
        let mut games: HashMap<GameId, Vec<Push>> = HashMap::new();
        for (taken, outcome) in results {
            let state = match outcome {
                Outcome::Confirmed => PacketState::Paid,
                Outcome::Refused(_) => PacketState::Refused,
                Outcome::NeedsHuman(_) => PacketState::Held,
                Outcome::Unknown(..) => continue,
            };
            let caught = Caught {
                rain: taken.rain,
                packet: taken.packet,
                amount: taken.amount,
                currency: taken.currency,
                credited: true,
            };
            let news = PacketUpdate { caught, state, receipt: None };
            games.entry(taken.game).or_default().push(Push { account: taken.account, news });
        }
        for (game, pushes) in games {
            if let Err(error) = push(&mut redis.connection(), game, &pushes).await {
                tracing::warn!(%game, %error,
                    "failed to send players their payouts; pages have them after reconnecting");
            }
        }
    }

    /// Makes due what the database's clock noted before it went back. Where the database does not
    /// do it now, it does so next time.
    async fn recall(&self) {
        match self.sql.recall_payouts().await {
            Ok(0) => {}
            Ok(payouts) => {
                tracing::warn!(payouts, "the database's clock went back; payouts are due at once");
            }
            Err(error) => tracing::warn!(%error,
                "failed to recall payouts of the future, retrying"),
        }
    }

    /// Counts what is unfinished. Where the database does not tell, the last numbers stay.
    async fn count(&self) {
        if let Ok(counts) = self.sql.unfinished_payouts().await {
            for state in PayoutState::UNFINISHED {
                let count = counts.get(&state).copied().unwrap_or(0);
                METRICS.payouts(state).set(i64::try_from(count).unwrap_or(i64::MAX));
            }
        }
    }
}

/// Tells how long ago a payout was first sent, from the moment in which it was taken: by the
/// database's clock until then, by the monotonic one since.
fn since_sent(
    taken: &TakenPayout,
    taken_at: Instant,
) -> impl Fn() -> Duration + Send + Sync + use<> {
    let before = Duration::from_millis(taken.taken_ms.saturating_sub(taken.sent_ms));
    move || before.saturating_add(taken_at.elapsed())
}

/// Counts and logs an outcome.
fn note(payout: &TakenPayout, outcome: &Outcome) {
    METRICS.payout_outcome(outcome.state().word());
    match outcome {
        Outcome::Confirmed => {}
        Outcome::Refused(why) => {
            tracing::warn!(
                key = payout.key,
                why,
                "the receiver refused a payout; it stays with the sponsor"
            );
        }
        Outcome::Unknown(why, _) => {
            tracing::debug!(
                key = payout.key,
                attempts = payout.attempts,
                why,
                "a payout is unknown"
            );
        }
        Outcome::NeedsHuman(why) => {
            tracing::error!(key = payout.key, why, "a payout needs a human");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_an_hour_and_begin_anywhere() {
        let schedule = Schedule::default();
        for (attempts, longest) in
            [(0, 1000), (1, 1000), (2, 2000), (3, 4000), (12, 2_048_000), (13, 3_600_000)]
        {
            let wait = |chance| schedule.wait(attempts, chance);
            assert_eq!(wait(longest), Duration::from_millis(longest), "{attempts}");
            assert_eq!(wait(longest + 1), Duration::ZERO, "{attempts}");
        }
        for attempts in [63, 64, 65, 1000, u64::MAX] {
            assert!(schedule.wait(attempts, u64::MAX) <= schedule.longest_wait);
            assert_eq!(schedule.wait(attempts, 3_600_000), schedule.longest_wait);
        }
    }
}
