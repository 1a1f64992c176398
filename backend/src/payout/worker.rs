//! The payer: tells the host's own balance system of credited packets until it has a final answer.
//!
//! Payouts are taken from the ledger, sent, and what came back is recorded. Any number of nodes may
//! do so: a payout is taken by one at a time, and again only after its lease. Killed anywhere in
//! between, the payout comes up again as one of which nothing is known, and the receiver is asked
//! about it before it is sent a second time, under the same key.

use std::collections::HashMap;
use std::fmt;
use std::time::Duration;

use quizrain_shared::api::PayoutState;
use quizrain_shared::ids::{GameId, RainId};
use quizrain_shared::wire::{Caught, PacketState, PacketUpdate};
use tokio_util::sync::CancellationToken;

use crate::batch::pause;
use crate::delivery::{Clock, Deliver, Pace, RETRY, deliver, since_sent};
use crate::events::{Push, push};
use crate::metrics::METRICS;
use crate::payout::sql::TABLE;
use crate::payout::{Answer, Asked, Client, Outcome, Payout, TakenPayout};
use crate::store::StoreError;
use crate::store::redis::Redis;
use crate::store::sql::Sql;

/// What a lease has beyond two requests, for recording their outcome.
const LEASE_SPARE: Duration = Duration::from_secs(15);

/// When what happens.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    /// How much at a time, and when it is tried again.
    pub pace: Pace,
    /// So long after the first sending, nothing is sent again without an answer to a query: some
    /// receivers forget keys after a day.
    pub blind: Duration,
    /// So long after the first sending, nothing is sent at all: receivers keep keys for 30 days.
    pub resend: Duration,
}

impl Default for Schedule {
    fn default() -> Self {
        let hours = |hours: u64| Duration::from_secs(hours * 3600);
        Self { pace: Pace::default(), blind: hours(23), resend: hours(29 * 24) }
    }
}

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
        deliver(self, stop).await;
    }

    /// Asks and sends, as far as it is needed and allowed.
    async fn settle(
        self,
        taken: TakenPayout,
        since_sent: impl Fn() -> Duration + Send + Sync,
    ) -> (TakenPayout, Outcome) {
        let outcome = match self.ask_and_send(&taken, &since_sent).await {
            Answer::Confirmed => Outcome::Confirmed,
            Answer::Refused(why) => Outcome::Refused(why),
            Answer::Unknown(why) if since_sent() >= self.schedule.pace.patience => {
                Outcome::NeedsHuman(why)
            }
            Answer::Unknown(why) => Outcome::Unknown(why, self.schedule.pace.wait(taken.attempts)),
        };
        (taken, outcome)
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
            identity: taken.identity.clone(),
            field: taken.field.clone(),
        };
        self.client.send(&payout, (self.clock)()).await
    }

    /// Records results until the database takes them. After their lease others would ask the
    /// receiver again, which does no harm.
    async fn record_rain(
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
}

impl Deliver for Payer {
    const TABLE: &'static str = TABLE;
    type Taken = TakenPayout;
    type Tried = (TakenPayout, Outcome);

    fn sql(&self) -> &Sql {
        &self.sql
    }

    fn pace(&self) -> &Pace {
        &self.schedule.pace
    }

    /// Takes payouts that are due, of one rain.
    async fn take(&self, most: usize) -> Result<Vec<TakenPayout>, StoreError> {
        let Some(rain) = self.sql.rain_with_payouts_due().await? else {
            return Ok(Vec::new());
        };
        let lease = self.client.timeout() * 2 + LEASE_SPARE;
        self.sql.take_payouts(rain, most, lease, (self.clock)()).await
    }

    fn attempt(&self, taken: TakenPayout) -> impl Future<Output = Self::Tried> + Send + 'static {
        let since_sent = since_sent(taken.sent_ms, taken.taken_ms);
        self.clone().settle(taken, since_sent)
    }

    async fn record(&self, tried: Vec<Self::Tried>, stop: &CancellationToken) {
        let mut rains: HashMap<RainId, Vec<Self::Tried>> = HashMap::new();
        for tried in tried {
            rains.entry(tried.0.rain).or_default().push(tried);
        }
        for (rain, results) in rains {
            self.record_rain(rain, &results, stop).await;
        }
    }

    fn count(&self, counts: &HashMap<PayoutState, u64>) {
        for state in PayoutState::UNFINISHED {
            let count = counts.get(&state).copied().unwrap_or(0);
            METRICS.payouts(state).set(i64::try_from(count).unwrap_or(i64::MAX));
        }
    }
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
