//! What the sponsor pays in, and the pots that are funded with it before a rain opens.

use quizrain_shared::ids::AccountId;
use quizrain_shared::money::{Currency, Minor};
use sqlx::Row;

use crate::failing::fail_at;
use crate::ledger::post::{lock, post};
use crate::ledger::{Entry, Kind, RainRow, SPONSOR_BOOK, WHOLE_RAIN, book_of};
use crate::store::StoreError;
use crate::store::sql::{Sql, Tx, bounded, bounded_for, to_db, values};

/// How far the sponsor's balance may go below zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Credit {
    /// As far as [`Minor::MAX`]: what is rained is settled otherwise, or is play money.
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

/// What became of a deposit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deposited {
    /// It is noted; what the sponsor has in this currency now.
    Done(Minor),
    /// It was noted earlier under this key. Nothing changed; what the sponsor has now.
    Repeated(Minor),
    /// Another amount or currency was paid in under this key. Nothing changed.
    KeyTaken,
    /// The sponsor would have more than [`Minor::MAX`]. Nothing changed.
    TooMuch,
}

/// Why the sponsor's balance moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Move {
    /// The sponsor pays in.
    In,
    /// A pot is funded.
    Out(Credit),
    /// What was funded comes back: never refused for being much.
    Back,
}

impl Move {
    /// What the balance may be afterwards: least and most.
    fn bounds(self) -> (i64, i64) {
        match self {
            Self::In => (i64::MIN, Minor::MAX.0),
            Self::Out(Credit::Unlimited) => (-Minor::MAX.0, i64::MAX),
            Self::Out(Credit::None) => (0, i64::MAX),
            Self::Back => (i64::MIN, i64::MAX),
        }
    }
}

/// Rows of (rain, packet, amount) in one statement: 3 parameters each, 32,766 at most.
const PACKETS_PER_STATEMENT: usize = 500;

/// Writes a rain's row; `false`: there is one already, and nothing changed.
async fn insert_rain(tx: &mut Tx, rain: &RainRow, now_ms: u64) -> Result<bool, StoreError> {
    let plan = serde_json::to_string(&rain.plan).map_err(|e| sqlx::Error::Encode(Box::new(e)))?;
    let done = sqlx::query(
        "INSERT INTO rains (rain, game, ordinal, incarnation, currency, pot, packets, plan,
             picture_seed, link, commitment, created_ms, payout, shards, receipt_key,
             seen, entropy)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,
             $16, $17)
         ON CONFLICT DO NOTHING",
    )
    .bind(rain.rain.to_string())
    .bind(rain.game.to_string())
    .bind(i64::from(rain.ordinal))
    .bind(rain.incarnation.to_string())
    .bind(rain.plan.currency.code())
    .bind(rain.plan.pot().0)
    .bind(i64::from(rain.plan.bounds.packets))
    .bind(plan)
    .bind(format!("{:016x}", rain.picture_seed))
    .bind(&rain.link)
    .bind(rain.commitment.to_string())
    .bind(to_db(now_ms))
    .bind(i64::from(rain.payout))
    .bind(i64::from(rain.shards))
    .bind(rain.receipt_key.to_hex())
    .bind(rain.seen.map(to_db))
    .bind(rain.entropy.to_string())
    .execute(&mut **tx)
    .await?;
    Ok(done.rows_affected() > 0)
}

/// Writes the sealed list of a rain.
async fn insert_packets(tx: &mut Tx, rain: &str, amounts: &[Minor]) -> Result<(), StoreError> {
    let numbered: Vec<(i64, Minor)> = (0..).zip(amounts.iter().copied()).collect();
    for chunk in numbered.chunks(PACKETS_PER_STATEMENT) {
        let rows = values(tx, chunk.len(), 3);
        let sql = format!("INSERT INTO packets (rain, packet, amount) VALUES {rows}");
        let mut insert = sqlx::query(sqlx::AssertSqlSafe(sql)).persistent(false);
        for (packet, amount) in chunk {
            insert = insert.bind(rain).bind(packet).bind(amount.0);
        }
        insert.execute(&mut **tx).await?;
    }
    Ok(())
}

async fn insert_owners(tx: &mut Tx, rain: &str, owners: &[AccountId]) -> Result<(), StoreError> {
    let numbered: Vec<(i64, String)> = (0..).zip(owners.iter().map(ToString::to_string)).collect();
    for chunk in numbered.chunks(PACKETS_PER_STATEMENT) {
        let rows = values(tx, chunk.len(), 3);
        let sql = format!("INSERT INTO prizes (rain, packet, account) VALUES {rows}");
        let mut insert = sqlx::query(sqlx::AssertSqlSafe(sql)).persistent(false);
        for (packet, account) in chunk {
            insert = insert.bind(rain).bind(packet).bind(account);
        }
        insert.execute(&mut **tx).await?;
    }
    Ok(())
}

impl Sql {
    /// Seals a rain: the rain, every packet, whose the first of them are where they are prizes, the list of
    /// contributions that it was drawn from and the funding of the pot, in one transaction.
    ///
    /// # Errors
    /// The database failed; nothing changed.
    pub async fn put_rain(
        &self,
        rain: &RainRow,
        amounts: &[Minor],
        owners: &[AccountId],
        contributions: &str,
        credit: Credit,
        now_ms: u64,
    ) -> Result<Sealed, StoreError> {
        bounded_for(amounts.len(), async {
            let (id, book) = (rain.rain.to_string(), book_of(rain.rain));
            let (currency, pot) = (rain.plan.currency, rain.plan.pot());
            if Minor::checked_sum(amounts.iter().copied()) != Some(pot) {
                let what = format!("the packets of rain {id} are not its pot of {pot}");
                return Err(StoreError::Sum(what));
            }
            let mut tx = self.write().await?;
            if !insert_rain(&mut tx, rain, now_ms).await? {
                return Ok(Sealed::Taken);
            }
            sqlx::query("INSERT INTO contributions (rain, list) VALUES ($1, $2)")
                .bind(&id)
                .bind(contributions)
                .execute(&mut *tx)
                .await?;
            insert_packets(&mut tx, &id, amounts).await?;
            insert_owners(&mut tx, &id, owners).await?;
            if move_balance(&mut tx, currency, pot, Move::Out(credit)).await?.is_none() {
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

    /// Notes that the sponsor paid in, for rains to come. A deposit is known by its key: repeating
    /// it changes nothing.
    ///
    /// # Errors
    /// The database failed; doing it again with the same key is harmless.
    pub async fn deposit(
        &self,
        key: &str,
        currency: Currency,
        amount: Minor,
        now_ms: u64,
    ) -> Result<Deposited, StoreError> {
        let done = bounded(async {
            let mut tx = self.write().await?;
            open_book(&mut tx, SPONSOR_BOOK).await?;
            // Deposits go one by one, so the next number is ours and so is the key.
            lock(&mut tx, SPONSOR_BOOK).await?;
            if let Some(earlier) = deposit_of(&mut tx, key).await? {
                if earlier != (currency.code().to_owned(), amount.0) {
                    return Ok(Deposited::KeyTaken);
                }
                let balance = sqlx::query("SELECT balance FROM sponsors WHERE currency = $1")
                    .bind(currency.code())
                    .fetch_one(&mut *tx)
                    .await?;
                return Ok(Deposited::Repeated(Minor(balance.try_get("balance")?)));
            }
            let Some(balance) = move_balance(&mut tx, currency, amount, Move::In).await? else {
                return Ok(Deposited::TooMuch);
            };
            let item: i64 = sqlx::query(
                "SELECT COALESCE(MAX(item), 0) + 1 AS next FROM entries WHERE book = $1",
            )
            .bind(SPONSOR_BOOK)
            .fetch_one(&mut *tx)
            .await?
            .try_get("next")?;
            sqlx::query("INSERT INTO deposits (key, item) VALUES ($1, $2)")
                .bind(key)
                .bind(item)
                .execute(&mut *tx)
                .await?;
            let entry = Entry {
                kind: Kind::Deposit,
                reverses: false,
                item,
                account: None,
                amount,
                currency,
                caught_ms: None,
                at_ms: now_ms,
            };
            post(&mut tx, SPONSOR_BOOK, vec![entry], now_ms).await?;
            tx.commit().await?;
            Ok(Deposited::Done(balance))
        })
        .await;
        fail_at!("deposit.after_commit");
        done
    }
}

/// What was paid in under a key: currency and amount.
async fn deposit_of(tx: &mut Tx, key: &str) -> Result<Option<(String, i64)>, StoreError> {
    let row = sqlx::query_as(
        "SELECT entries.currency, entries.amount FROM deposits
         JOIN entries ON entries.book = $2 AND entries.kind = 'deposit'
             AND entries.item = deposits.item
         WHERE deposits.key = $1",
    )
    .bind(key)
    .bind(SPONSOR_BOOK)
    .fetch_optional(&mut **tx)
    .await?;
    Ok(row)
}

/// Makes a book where it is missing.
async fn open_book(tx: &mut Tx, book: &str) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO books (book, link, hash) VALUES ($1, 0, '') ON CONFLICT DO NOTHING")
        .bind(book)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Moves the sponsor's balance by an amount; what it is then. `None`: it may not go so far, nothing
/// changed.
pub(crate) async fn move_balance(
    tx: &mut Tx,
    currency: Currency,
    amount: Minor,
    why: Move,
) -> Result<Option<Minor>, StoreError> {
    sqlx::query("INSERT INTO sponsors (currency, balance) VALUES ($1, 0) ON CONFLICT DO NOTHING")
        .bind(currency.code())
        .execute(&mut **tx)
        .await?;
    let by = if matches!(why, Move::Out(_)) { amount.0.checked_neg() } else { Some(amount.0) };
    let no_room = || StoreError::Sum(format!("the sponsor's balance cannot move by {amount}"));
    let by = by.ok_or_else(no_room)?;
    // What it may be before, so that the database computes nothing that does not fit: SQLite would
    // make a float of it.
    let (least, most) = why.bounds();
    let moved = sqlx::query(
        "UPDATE sponsors SET balance = balance + $2
         WHERE currency = $1 AND balance BETWEEN $3 AND $4 RETURNING balance",
    )
    .bind(currency.code())
    .bind(by)
    .bind(least.saturating_sub(by))
    .bind(most.saturating_sub(by))
    .fetch_optional(&mut **tx)
    .await?;
    match moved {
        Some(row) => Ok(Some(Minor(row.try_get("balance")?))),
        None if why == Move::Back => Err(no_room()),
        None => Ok(None),
    }
}
