//! The receiver's own ledger: each key once, and the same answer for ever.
//!
//! The key is the primary key, and the row is written in the transaction that moves the money. Here
//! the row is the money.

use std::fmt::Write;
use std::path::Path;

use quizrain::payout::Payout;
use quizrain_shared::ids::GameId;
use serde::Deserialize;
use serde_json::{Value, json};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions};

/// What the ledger says of a key.
#[derive(Debug)]
pub(crate) enum Recorded {
    /// Paid.
    Confirmed,
    /// It will not be paid, and why.
    Refused(String),
    /// The key is there with other content. Nothing was changed.
    Conflict,
}

/// What is read of a webhook, whatever it tells: later versions may tell of more.
#[derive(Deserialize)]
pub(crate) struct Webhook {
    pub(crate) id: String,
    pub(crate) game: GameId,
    pub(crate) number: u64,
}

/// An SQLite file.
pub(crate) struct Ledger {
    pool: SqlitePool,
    refuse_above: Option<i64>,
}

const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS payouts (
        key      TEXT NOT NULL PRIMARY KEY,
        body     TEXT NOT NULL,      -- what was asked, to be compared with what comes again
        account  TEXT NOT NULL,
        issuer   TEXT,               -- who vouches for the person behind it; NULL: nobody does
        field    TEXT,               -- what the player has filled in, where the game asked for something
        subject  TEXT,               -- whom to pay, as the issuer calls them
        amount   BIGINT NOT NULL,
        currency TEXT NOT NULL,
        refused  TEXT,               -- NULL: paid
        asked    BIGINT NOT NULL     -- how often
    );
    CREATE TABLE IF NOT EXISTS webhooks (
        place    INTEGER PRIMARY KEY AUTOINCREMENT, -- in the order in which they first came
        id       TEXT NOT NULL UNIQUE,
        game     TEXT NOT NULL,
        number   BIGINT NOT NULL,
        body     TEXT NOT NULL
    );
    CREATE TABLE IF NOT EXISTS conflicts (key TEXT NOT NULL, body TEXT NOT NULL);";

impl Ledger {
    pub(crate) async fn open(path: &Path, refuse_above: Option<i64>) -> Result<Self, sqlx::Error> {
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal);
        let pool = SqlitePoolOptions::new().connect_with(options).await?;
        sqlx::raw_sql(TABLES).execute(&pool).await?;
        Ok(Self { pool, refuse_above })
    }

    /// Pays, unless it has paid or refused this key before.
    pub(crate) async fn pay(&self, payout: &Payout) -> Result<Recorded, sqlx::Error> {
        let body = serde_json::to_string(payout).map_err(|e| sqlx::Error::Encode(Box::new(e)))?;
        let limit = self.refuse_above.filter(|limit| payout.amount_minor.0 > *limit);
        let refused = limit.map(|limit| format!("more than {limit}"));
        let mut tx = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        sqlx::query(
            "INSERT INTO payouts (key, body, account, issuer, subject, amount, currency, refused, field, asked)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0) ON CONFLICT DO NOTHING",
        )
        .bind(&payout.key)
        .bind(&body)
        .bind(payout.account.to_string())
        .bind(payout.identity.as_ref().map(|payee| &payee.issuer))
        .bind(payout.identity.as_ref().map(|payee| &payee.subject))
        .bind(payout.amount_minor.0)
        .bind(payout.currency.code())
        .bind(refused)
        .bind(payout.field.as_deref())
        .execute(&mut *tx)
        .await?;
        let (there, refused): (String, Option<String>) = sqlx::query_as(
            "UPDATE payouts SET asked = asked + 1 WHERE key = $1 RETURNING body, refused",
        )
        .bind(&payout.key)
        .fetch_one(&mut *tx)
        .await?;
        if there != body {
            tx.rollback().await?;
            sqlx::query("INSERT INTO conflicts (key, body) VALUES ($1, $2)")
                .bind(&payout.key)
                .bind(&body)
                .execute(&self.pool)
                .await?;
            return Ok(Recorded::Conflict);
        }
        // Answer only after the commit.
        tx.commit().await?;
        Ok(refused.map_or(Recorded::Confirmed, Recorded::Refused))
    }

    /// Notes a webhook, unless it is there; one that came with another content is a conflict.
    pub(crate) async fn note(&self, webhook: &Webhook, body: &[u8]) -> Result<(), sqlx::Error> {
        let body = String::from_utf8_lossy(body);
        let mut tx = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        sqlx::query(
            "INSERT INTO webhooks (id, game, number, body) VALUES ($1, $2, $3, $4)
             ON CONFLICT DO NOTHING",
        )
        .bind(&webhook.id)
        .bind(webhook.game.to_string())
        .bind(i64::try_from(webhook.number).unwrap_or(i64::MAX))
        .bind(&*body)
        .execute(&mut *tx)
        .await?;
        sqlx::query(
            "INSERT INTO conflicts (key, body) SELECT id, $2 FROM webhooks
             WHERE id = $1 AND body <> $2",
        )
        .bind(&webhook.id)
        .bind(&*body)
        .execute(&mut *tx)
        .await?;
        tx.commit().await
    }

    /// What was answered to a key.
    pub(crate) async fn find(&self, key: &str) -> Result<Option<Recorded>, sqlx::Error> {
        let row: Option<(Option<String>,)> =
            sqlx::query_as("SELECT refused FROM payouts WHERE key = $1")
                .bind(key)
                .fetch_optional(&self.pool)
                .await?;
        Ok(row.map(|(refused,)| refused.map_or(Recorded::Confirmed, Recorded::Refused)))
    }

    /// Counts and sums.
    pub(crate) async fn total(&self) -> Result<Value, sqlx::Error> {
        let (paid, refused, repeats, conflicts): (i64, i64, i64, i64) = sqlx::query_as(
            "SELECT COUNT(*) FILTER (WHERE refused IS NULL), COUNT(refused),
                 COALESCE(SUM(asked - 1), 0), (SELECT COUNT(*) FROM conflicts) FROM payouts",
        )
        .fetch_one(&self.pool)
        .await?;
        let sums: Vec<(String, i64)> = sqlx::query_as(
            "SELECT currency, SUM(amount) FROM payouts WHERE refused IS NULL GROUP BY currency",
        )
        .fetch_all(&self.pool)
        .await?;
        let amounts: serde_json::Map<String, Value> =
            sums.into_iter().map(|(currency, sum)| (currency, sum.to_string().into())).collect();
        Ok(json!({
            "paid": paid, "refused": refused, "repeats": repeats, "conflicts": conflicts,
            "amounts": amounts,
        }))
    }

    /// Everything, for a comparison key by key.
    pub(crate) async fn statement(&self) -> Result<String, sqlx::Error> {
        let rows: Vec<(String, String, i64, String)> = sqlx::query_as(
            "SELECT key, CASE WHEN refused IS NULL THEN 'confirmed' ELSE 'refused' END,
                 amount, currency FROM payouts ORDER BY key",
        )
        .fetch_all(&self.pool)
        .await?;
        let mut text = "key,state,amount_minor,currency\r\n".to_owned();
        for (key, state, amount, currency) in rows {
            // Writing to a string does not fail.
            let _ = write!(text, "{key},{state},{amount},{currency}\r\n");
        }
        Ok(text)
    }
}
