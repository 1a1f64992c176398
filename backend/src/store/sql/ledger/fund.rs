//! What the sponsor pays in, and the pots that are funded with it before a rain opens.

use quizrain_shared::money::{Currency, Minor};
use sqlx::Row;

use super::post::post;
use super::{Entry, Kind, SPONSOR_BOOK, WHOLE_RAIN, book_of};
use crate::store::StoreError;
use crate::store::sql::{RainRow, ReceiptKey, Sql, Tx, bounded, to_db, values};

/// How far the sponsor's balance may go below zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Credit {
    /// As far as it goes: what is rained is settled otherwise, or is play money.
    Unlimited,
    /// Not at all: a pot is funded with what was paid in before.
    None,
}

/// What became of a rain that was to be sealed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sealed {
    /// It is written, with every packet, and its pot is funded.
    Done,
    /// The game has a rain with this ordinal. Nothing changed.
    Taken,
    /// The sponsor has not enough. Nothing changed.
    Unfunded,
}

/// Rows of (rain, packet, amount) in one statement: 3 parameters each, 32,766 at most.
const PACKETS_PER_STATEMENT: usize = 500;

impl Sql {
    /// Seals a rain: the rain, every packet and the funding of the pot, in one transaction.
    ///
    /// # Errors
    /// The database failed; nothing changed.
    pub async fn put_rain(
        &self,
        rain: &RainRow,
        amounts: &[Minor],
        credit: Credit,
        now_ms: u64,
    ) -> Result<Sealed, StoreError> {
        bounded(async {
            let plan =
                serde_json::to_string(&rain.plan).map_err(|e| sqlx::Error::Encode(Box::new(e)))?;
            let (id, book) = (rain.rain.to_string(), book_of(rain.rain));
            let (currency, pot) = (rain.plan.currency, rain.plan.pot());
            let mut tx = self.write().await?;
            let done = sqlx::query(
                "INSERT INTO rains (rain, game, ordinal, incarnation, currency, pot, packets, plan,
                     picture_seed, nonce, commitment, created_ms, payout, pots, receipt_key)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
                 ON CONFLICT DO NOTHING",
            )
            .bind(&id)
            .bind(rain.game.to_string())
            .bind(i64::from(rain.ordinal))
            .bind(rain.incarnation.to_string())
            .bind(currency.code())
            .bind(pot.0)
            .bind(i64::from(rain.plan.bounds.packets))
            .bind(plan)
            .bind(format!("{:016x}", rain.picture_seed))
            .bind(&rain.nonce)
            .bind(rain.commitment.to_string())
            .bind(to_db(now_ms))
            .bind(i64::from(rain.payout))
            .bind(i64::from(rain.pots))
            .bind(rain.receipt_key.as_ref().map(ReceiptKey::to_hex))
            .execute(&mut *tx)
            .await?;
            if done.rows_affected() == 0 {
                return Ok(Sealed::Taken);
            }
            let numbered: Vec<(i64, Minor)> = (0..).zip(amounts.iter().copied()).collect();
            for chunk in numbered.chunks(PACKETS_PER_STATEMENT) {
                let sql = format!(
                    "INSERT INTO packets (rain, packet, amount) VALUES {}",
                    values(&tx, chunk.len(), 3)
                );
                let mut insert = sqlx::query(sqlx::AssertSqlSafe(sql)).persistent(false);
                for (packet, amount) in chunk {
                    insert = insert.bind(&id).bind(packet).bind(amount.0);
                }
                insert.execute(&mut *tx).await?;
            }
            if !move_balance(&mut tx, currency, -pot.0, credit).await? {
                return Ok(Sealed::Unfunded);
            }
            open_book(&mut tx, &book).await?;
            let fund = Entry {
                kind: Kind::Fund,
                reverses: false,
                item: WHOLE_RAIN,
                account: None,
                amount: pot,
                currency,
                caught_ms: None,
                at_ms: now_ms,
            };
            post(&mut tx, &book, vec![fund], now_ms).await?;
            tx.commit().await?;
            Ok(Sealed::Done)
        })
        .await
    }

    /// Notes that the sponsor paid in, for rains to come; the balance in that currency now.
    ///
    /// # Errors
    /// The database failed; nothing changed.
    pub async fn deposit(
        &self,
        currency: Currency,
        amount: Minor,
        now_ms: u64,
    ) -> Result<Minor, StoreError> {
        bounded(async {
            let mut tx = self.write().await?;
            open_book(&mut tx, SPONSOR_BOOK).await?;
            move_balance(&mut tx, currency, amount.0, Credit::Unlimited).await?;
            // Who moves the balance of this currency waits for us; deposits in others take the
            // number before or after, and the book's lock decides.
            super::post::lock(&mut tx, SPONSOR_BOOK).await?;
            let number: i64 = sqlx::query(
                "SELECT COALESCE(MAX(item), 0) + 1 AS next FROM entries WHERE book = $1",
            )
            .bind(SPONSOR_BOOK)
            .fetch_one(&mut *tx)
            .await?
            .try_get("next")?;
            let entry = Entry {
                kind: Kind::Deposit,
                reverses: false,
                item: number,
                account: None,
                amount,
                currency,
                caught_ms: None,
                at_ms: now_ms,
            };
            post(&mut tx, SPONSOR_BOOK, vec![entry], now_ms).await?;
            let balance = sqlx::query("SELECT balance FROM sponsors WHERE currency = $1")
                .bind(currency.code())
                .fetch_one(&mut *tx)
                .await?;
            let balance = Minor(balance.try_get("balance")?);
            tx.commit().await?;
            Ok(balance)
        })
        .await
    }
}

/// Makes a book where it is missing.
async fn open_book(tx: &mut Tx, book: &str) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO books (book, link, hash) VALUES ($1, 0, '') ON CONFLICT DO NOTHING")
        .bind(book)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Moves the sponsor's balance by an amount. `false`: that would be too far below zero.
pub(super) async fn move_balance(
    tx: &mut Tx,
    currency: Currency,
    by: i64,
    credit: Credit,
) -> Result<bool, StoreError> {
    sqlx::query("INSERT INTO sponsors (currency, balance) VALUES ($1, 0) ON CONFLICT DO NOTHING")
        .bind(currency.code())
        .execute(&mut **tx)
        .await?;
    let enough = match credit {
        Credit::Unlimited => "",
        Credit::None => " AND balance + $2 >= 0",
    };
    let sql = format!("UPDATE sponsors SET balance = balance + $2 WHERE currency = $1{enough}");
    let moved = sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(currency.code())
        .bind(by)
        .execute(&mut **tx)
        .await?;
    Ok(moved.rows_affected() == 1)
}
