//! Void claims: players were told of them, and they are not theirs. Each is written down, with the
//! reason, before its player hears of it.

use quizrain_shared::ids::{AccountId, RainId};

use crate::ledger::{Claim, book_of};
use crate::store::StoreError;
use crate::store::sql::{Sql, Tx, bounded, to_db, values};

/// Claims in one transaction.
const BATCH: usize = 500;

impl Sql {
    /// Writes down that claims are void. One that is written down already keeps its reason.
    ///
    /// # Errors
    /// The database failed, perhaps after some were written; doing it again is harmless.
    pub async fn put_voids(
        &self,
        rain: RainId,
        claims: &[(AccountId, Claim)],
        reason: &str,
        now_ms: u64,
    ) -> Result<(), StoreError> {
        for part in claims.chunks(BATCH) {
            bounded(async {
                let mut tx = self.write().await?;
                let sql = format!(
                    "INSERT INTO voids (rain, account, claim, reason, at_ms)
                     VALUES {} ON CONFLICT DO NOTHING",
                    values(&tx, part.len(), 5)
                );
                let mut query = sqlx::query(sqlx::AssertSqlSafe(sql)).persistent(false);
                for (account, claim) in part {
                    query = query
                        .bind(rain.to_string())
                        .bind(account.to_string())
                        .bind(claim.to_string())
                        .bind(reason)
                        .bind(to_db(now_ms));
                }
                query.execute(&mut *tx).await?;
                Ok(tx.commit().await?)
            })
            .await?;
        }
        Ok(())
    }
}

/// Forgets void claims that came back and were settled after all.
pub(crate) async fn delete_settled(tx: &mut Tx, rain: RainId) -> Result<(), StoreError> {
    sqlx::query(
        "DELETE FROM voids WHERE rain = $1 AND EXISTS (
             SELECT 1 FROM entries WHERE book = $1 AND kind = 'settle'
                 AND entries.account = voids.account
                 AND voids.claim LIKE item || ':' || amount || ':%')",
    )
    .bind(book_of(rain))
    .execute(&mut **tx)
    .await?;
    Ok(())
}
