//! The table of webhooks. The states are those of payouts: *confirmed* has arrived, *unknown* comes
//! again by itself, *needs human* was given up.

use std::time::Duration;

use quizrain_shared::api::{GameEvent, PayoutState, Webhook};
use quizrain_shared::ids::{GameId, Pin};
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::store::StoreError;
use crate::store::sql::{Dialect, Sql, Tx, bounded, from_db, ms, one_of, to_db};

/// Their table.
pub(super) const TABLE: &str = "webhooks";

/// Characters that are kept of why one did not arrive.
const LONGEST: usize = 200;

/// A webhook that was taken to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenWebhook {
    /// Its name, for ever.
    pub id: String,
    /// What is sent.
    pub body: String,
    /// How often it was taken, with this time.
    pub attempts: u64,
    /// When it was taken first, in ms by the database's clock.
    pub sent_ms: u64,
    /// When it was taken this time, likewise.
    pub taken_ms: u64,
}

/// What came of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It has arrived.
    Arrived,
    /// It may not have arrived, and why; to be sent again after this time.
    Failed(String, Duration),
    /// The same; not sent again until the operator asks for it.
    GivenUp(String),
}

impl Outcome {
    /// The state after it.
    #[must_use]
    pub fn state(&self) -> PayoutState {
        match self {
            Self::Arrived => PayoutState::Confirmed,
            Self::Failed(..) => PayoutState::Unknown,
            Self::GivenUp(_) => PayoutState::NeedsHuman,
        }
    }
}

/// Queues what happened in a game, once, unless nobody is told of that game. A game that cannot be
/// told of holds up nothing else.
///
/// # Errors
/// The database failed.
pub(crate) async fn queue(
    tx: &mut Tx,
    game: GameId,
    at_ms: u64,
    event: GameEvent,
) -> Result<(), StoreError> {
    let id = event.id(game);
    // Whoever else queues for this game waits here, so that numbers are given in the order in which
    // transactions end.
    let row = sqlx::query(
        "UPDATE games SET events = events + 1
         WHERE game = $1 AND events IS NOT NULL
             AND NOT EXISTS (SELECT 1 FROM webhooks WHERE id = $2)
         RETURNING events, pin, title",
    )
    .bind(game.to_string())
    .bind(&id)
    .fetch_optional(&mut **tx)
    .await?;
    let Some(row) = row else { return Ok(()) };
    let (number, body) = match body(&row, id.clone(), game, at_ms, event) {
        Ok(read) => read,
        Err(error) => {
            tracing::error!(%game, %error, "failed to read a game; its webhook is not sent");
            return Ok(());
        }
    };
    let now = Dialect::of(tx).now_ms();
    let sql = format!(
        "INSERT INTO webhooks (id, game, number, body, state, attempts, due_ms, changed_ms, detail)
         VALUES ($1, $2, $3, $4, $5, 0, {now}, {now}, '') ON CONFLICT (id) DO NOTHING"
    );
    sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(id)
        .bind(game.to_string())
        .bind(to_db(number))
        .bind(body)
        .bind(PayoutState::Pending.word())
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Number and body of a webhook.
fn body(
    row: &AnyRow,
    id: String,
    game: GameId,
    at_ms: u64,
    event: GameEvent,
) -> Result<(u64, String), sqlx::Error> {
    let number = from_db(row.try_get("events")?)?;
    let pin = u32::try_from(row.try_get::<i64, _>("pin")?).ok().and_then(Pin::new);
    let pin = pin.ok_or_else(|| sqlx::Error::Decode("not a pin".into()))?;
    let webhook = Webhook { id, number, at_ms, game, pin, title: row.try_get("title")?, event };
    let body = serde_json::to_string(&webhook).map_err(|e| sqlx::Error::Encode(Box::new(e)))?;
    Ok((number, body))
}

impl Sql {
    /// Takes webhooks that are due, `most` at most, of each game the first that has not arrived and
    /// was not given up: nobody else gets them, or later ones of their games, before the lease is
    /// over.
    ///
    /// # Errors
    /// The database failed. What was taken all the same is due again after the lease.
    pub async fn take_webhooks(
        &self,
        most: usize,
        lease: Duration,
    ) -> Result<Vec<TakenWebhook>, StoreError> {
        bounded(async {
            let (now, open) = (self.dialect.now_ms(), one_of("state", &PayoutState::OPEN));
            let earlier = one_of("earlier.state", &PayoutState::OPEN);
            let due = format!(
                "FROM webhooks AS later WHERE {open} AND due_ms <= {now} AND NOT EXISTS
                     (SELECT 1 FROM webhooks AS earlier WHERE earlier.game = later.game
                          AND earlier.number < later.number AND {earlier})"
            );
            // Read first: there are none as a rule, and who writes keeps others from writing.
            let sql = format!("SELECT 1 {due} LIMIT 1");
            let any = sqlx::query(sqlx::AssertSqlSafe(sql)).fetch_optional(&self.reader).await?;
            if any.is_none() {
                return Ok(Vec::new());
            }
            // The outer conditions are looked at again after waiting for another node's lock.
            let sql = format!(
                "UPDATE webhooks SET state = $3, attempts = attempts + 1, due_ms = {now} + $2,
                     sent_ms = COALESCE(sent_ms, {now}), changed_ms = {now}
                 WHERE id IN (SELECT id {due} ORDER BY due_ms LIMIT $1)
                     AND {open} AND due_ms <= {now}
                 RETURNING id, body, attempts, sent_ms, changed_ms AS taken_ms"
            );
            let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
                .bind(i64::try_from(most).unwrap_or(i64::MAX))
                .bind(ms(lease))
                .bind(PayoutState::Sent.word())
                .fetch_all(&self.writer)
                .await?;
            let taken = |row: &AnyRow| {
                Ok(TakenWebhook {
                    id: row.try_get("id")?,
                    body: row.try_get("body")?,
                    attempts: from_db(row.try_get("attempts")?)?,
                    sent_ms: from_db(row.try_get("sent_ms")?)?,
                    taken_ms: from_db(row.try_get("taken_ms")?)?,
                })
            };
            Ok(rows.iter().map(taken).collect::<Result<_, sqlx::Error>>()?)
        })
        .await
    }

    /// Records what came of a webhook. That it arrived is for ever; anything else is recorded only if
    /// nobody took it again since.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn record_webhook(
        &self,
        webhook: &TakenWebhook,
        outcome: &Outcome,
    ) -> Result<(), StoreError> {
        bounded(async {
            let (wait, why) = match outcome {
                Outcome::Arrived => (Duration::ZERO, ""),
                Outcome::Failed(why, wait) => (*wait, why.as_str()),
                Outcome::GivenUp(why) => (Duration::ZERO, why.as_str()),
            };
            let still = match outcome {
                Outcome::Arrived => "attempts >= $5".to_owned(),
                _ => format!("attempts = $5 AND state = '{}'", PayoutState::Sent),
            };
            let now = self.dialect.now_ms();
            let sql = format!(
                "UPDATE webhooks SET state = $2, due_ms = {now} + $3, changed_ms = {now}, detail = $4
                 WHERE id = $1 AND {still}"
            );
            // PostgreSQL has no texts with NUL in them.
            let why: String = why.chars().filter(|c| *c != '\0').take(LONGEST).collect();
            sqlx::query(sqlx::AssertSqlSafe(sql))
                .bind(&webhook.id)
                .bind(outcome.state().word())
                .bind(ms(wait))
                .bind(why)
                .bind(to_db(webhook.attempts))
                .execute(&self.writer)
                .await?;
            Ok(())
        })
        .await
    }

    /// Has webhooks sent again that were given up, with as much time as the first time; how many.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn redrive_webhooks(&self) -> Result<u64, StoreError> {
        bounded(async {
            let now = self.dialect.now_ms();
            let sql = format!(
                "UPDATE webhooks SET state = $1, due_ms = {now}, changed_ms = {now}, sent_ms = NULL
                 WHERE state = $2"
            );
            let done = sqlx::query(sqlx::AssertSqlSafe(sql))
                .bind(PayoutState::Unknown.word())
                .bind(PayoutState::NeedsHuman.word())
                .execute(&self.writer)
                .await?;
            Ok(done.rows_affected())
        })
        .await
    }
}
