//! Sends webhooks until their receiver has them.

use std::collections::HashMap;
use std::fmt;
use std::time::Duration;

use quizrain_shared::api::PayoutState;
use tokio_util::sync::CancellationToken;

use crate::batch::pause;
use crate::delivery::{Client, Clock, Deliver, Pace, RETRY, deliver, since_sent};
use crate::metrics::METRICS;
use crate::store::StoreError;
use crate::store::sql::Sql;
use crate::webhook::sql::TABLE;
use crate::webhook::{Outcome, TakenWebhook};

/// What a lease has beyond a request, for recording its outcome.
const LEASE_SPARE: Duration = Duration::from_secs(15);

/// Sends webhooks.
#[derive(Clone)]
pub struct Notifier {
    sql: Sql,
    client: Client,
    pace: Pace,
    clock: Clock,
}

impl fmt::Debug for Notifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Notifier").field("client", &self.client).finish_non_exhaustive()
    }
}

impl Notifier {
    /// One that sends what is queued in a database to a receiver.
    #[must_use]
    pub fn new(sql: Sql, client: Client, pace: Pace, clock: Clock) -> Self {
        Self { sql, client, pace, clock }
    }

    /// Sends until it is told to stop; then it waits a little for answers on their way.
    pub async fn run(self, stop: CancellationToken) {
        deliver(self, stop).await;
    }

    async fn send(
        self,
        taken: TakenWebhook,
        since_sent: impl Fn() -> Duration + Send + Sync,
    ) -> (TakenWebhook, Outcome) {
        let body = taken.body.clone().into_bytes();
        let why = match self.client.post(&taken.id, body, (self.clock)()).await {
            // That it arrived is all there is to know: nobody reads on.
            Ok(reply) if (200..300).contains(&reply.status()) => return (taken, Outcome::Arrived),
            Ok(reply) => format!("status {}", reply.status()),
            Err(why) => why,
        };
        let outcome = if since_sent() >= self.pace.patience {
            Outcome::GivenUp(why)
        } else {
            Outcome::Failed(why, self.pace.wait(taken.attempts))
        };
        (taken, outcome)
    }
}

impl Deliver for Notifier {
    const TABLE: &'static str = TABLE;
    type Taken = TakenWebhook;
    type Tried = (TakenWebhook, Outcome);

    fn sql(&self) -> &Sql {
        &self.sql
    }

    fn pace(&self) -> &Pace {
        &self.pace
    }

    async fn take(&self, most: usize) -> Result<Vec<TakenWebhook>, StoreError> {
        self.sql.take_webhooks(most, self.client.timeout() + LEASE_SPARE).await
    }

    fn attempt(&self, taken: TakenWebhook) -> impl Future<Output = Self::Tried> + Send + 'static {
        let since_sent = since_sent(taken.sent_ms, taken.taken_ms);
        self.clone().send(taken, since_sent)
    }

    /// Records outcomes until the database takes them. After their lease they are sent again, which
    /// receivers see by the id.
    async fn record(&self, tried: Vec<Self::Tried>, stop: &CancellationToken) {
        for (webhook, outcome) in tried {
            while let Err(error) = self.sql.record_webhook(&webhook, &outcome).await {
                tracing::warn!(id = webhook.id, %error, "failed to record a webhook, retrying");
                pause(stop, RETRY).await;
                if stop.is_cancelled() {
                    return;
                }
            }
            note(&webhook, &outcome);
        }
    }

    fn count(&self, counts: &HashMap<PayoutState, u64>) {
        for state in PayoutState::UNFINISHED {
            let count = counts.get(&state).copied().unwrap_or(0);
            METRICS.webhooks(state).set(i64::try_from(count).unwrap_or(i64::MAX));
        }
    }
}

/// Counts and logs an outcome.
fn note(TakenWebhook { id, attempts, .. }: &TakenWebhook, outcome: &Outcome) {
    METRICS.webhook_outcome(outcome.state().word());
    match outcome {
        Outcome::Arrived => {}
        Outcome::Failed(why, wait) => {
            let wait_s = wait.as_secs();
            tracing::warn!(id, attempts, why, wait_s, "failed to deliver a webhook, retrying");
        }
        Outcome::GivenUp(why) => {
            tracing::error!(id, why, "a webhook was given up");
        }
    }
}
