//! Whether what a player has caught is in the ledger.

use quizrain_shared::ids::RainId;
use sqlx::Row;

use crate::store::StoreError;
use crate::store::sql::{Sql, bounded, from_db};

impl Sql {
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
