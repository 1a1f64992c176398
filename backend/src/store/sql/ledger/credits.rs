//! Whether what a player has caught is in the ledger.

use quizrain_shared::ids::{AccountId, RainId};
use quizrain_shared::money::Minor;
use sqlx::Row;

use crate::store::StoreError;
use crate::store::claim::{Claim, Packet};
use crate::store::sql::{Sql, bounded, from_db, parse};

impl Sql {
    /// Who has which packet of a rain.
    ///
    /// # Errors
    /// The database failed.
    pub async fn settled(&self, rain: RainId) -> Result<Vec<(AccountId, Claim)>, StoreError> {
        bounded(async {
            let rows = sqlx::query(
                "SELECT account, item, amount, caught_ms FROM entries
                 WHERE book = $1 AND kind = 'settle' ORDER BY item",
            )
            .bind(rain.to_string())
            .fetch_all(&self.pool)
            .await?;
            let claim = |row: &sqlx::any::AnyRow| {
                let number = u32::try_from(row.try_get::<i64, _>("item")?);
                let number = number.map_err(|e| sqlx::Error::Decode(Box::new(e)))?;
                let packet = Packet { number, amount: Minor(row.try_get("amount")?) };
                let at_ms = from_db(row.try_get("caught_ms")?)?;
                Ok((parse(row.try_get("account")?)?, Claim { packet, at_ms }))
            };
            Ok(rows.iter().map(claim).collect::<Result<_, sqlx::Error>>()?)
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
