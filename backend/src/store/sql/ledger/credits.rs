//! What players have.

use quizrain_shared::ids::{AccountId, RainId};
use quizrain_shared::money::{Currency, Minor};
use sqlx::Row;

use crate::store::StoreError;
use crate::store::sql::{Sql, bounded, from_db, parse};

/// A line of a player's balance page.
#[derive(Clone, Debug)]
pub struct Credited {
    /// The rain.
    pub rain: RainId,
    /// The packet.
    pub packet: u32,
    /// How much.
    pub amount: Minor,
    /// In which currency.
    pub currency: Currency,
    /// The quiz's title.
    pub title: String,
    /// When it was credited, in ms since 1970.
    pub credited_ms: u64,
}

impl Sql {
    /// What an account was credited, newest first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn credits(&self, account: AccountId) -> Result<Vec<Credited>, StoreError> {
        bounded(async {
            let rows = sqlx::query(
                "SELECT entries.book, entries.item, entries.amount, entries.currency, games.title,
                     entries.at_ms
                 FROM entries
                 JOIN rains ON rains.rain = entries.book
                 JOIN games ON games.game = rains.game
                 WHERE entries.account = $1 AND entries.kind = 'settle'
                 ORDER BY entries.at_ms DESC, entries.book",
            )
            .bind(account.to_string())
            .fetch_all(&self.pool)
            .await?;
            let credit = |row: &sqlx::any::AnyRow| {
                let packet = u32::try_from(row.try_get::<i64, _>("item")?);
                Ok(Credited {
                    rain: parse(row.try_get("book")?)?,
                    packet: packet.map_err(|e| sqlx::Error::Decode(Box::new(e)))?,
                    amount: Minor(row.try_get("amount")?),
                    currency: parse(row.try_get("currency")?)?,
                    title: row.try_get("title")?,
                    credited_ms: from_db(row.try_get("at_ms")?)?,
                })
            };
            Ok(rows.iter().map(credit).collect::<Result<_, sqlx::Error>>()?)
        })
        .await
    }

    /// Whether a player's packet of a rain is in the ledger.
    ///
    /// # Errors
    /// The database failed.
    pub async fn is_credited(&self, rain: RainId, packet: u32) -> Result<bool, StoreError> {
        bounded(async {
            let row = sqlx::query(
                "SELECT COUNT(*) AS settled FROM entries
                 WHERE book = $1 AND kind = 'settle' AND item = $2",
            )
            .bind(rain.to_string())
            .bind(i64::from(packet))
            .fetch_one(&self.pool)
            .await?;
            Ok(from_db(row.try_get("settled")?)? > 0)
        })
        .await
    }
}
