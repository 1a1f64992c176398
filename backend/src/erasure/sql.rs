//! The table of who was erased.

use quizrain_shared::ids::AccountId;
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::store::StoreError;
use crate::store::sql::{Sql, bounded, bounded_for, from_db, parse, to_db};

/// Rows that one transaction writes, or one statement reads.
const ROWS: usize = 500;

/// Somebody who is to be erased.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Erasure {
    /// Whose person.
    pub account: AccountId,
    /// When that was asked for, in ms of Redis time.
    pub asked_ms: u64,
}

fn erasure(row: &AnyRow) -> Result<Erasure, sqlx::Error> {
    let (account, asked_ms) = (row.try_get("account")?, row.try_get("asked_ms")?);
    Ok(Erasure { account: parse(account)?, asked_ms: from_db(asked_ms)? })
}

impl Sql {
    /// Notes that these are to be erased, unless that is known.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub(super) async fn note_erasures(&self, erasures: &[Erasure]) -> Result<(), StoreError> {
        for part in erasures.chunks(ROWS) {
            bounded_for(part.len(), async {
                let mut tx = self.write().await?;
                for Erasure { account, asked_ms } in part {
                    sqlx::query(
                        "INSERT INTO erasures (account, asked_ms) VALUES ($1, $2)
                         ON CONFLICT (account) DO UPDATE SET asked_ms = excluded.asked_ms, done_ms = NULL
                         WHERE erasures.asked_ms < excluded.asked_ms",
                    )
                    .bind(account.to_string())
                    .bind(to_db(*asked_ms))
                    .execute(&mut *tx)
                    .await?;
                }
                tx.commit().await?;
                Ok(())
            })
            .await?;
        }
        Ok(())
    }

    /// Everybody who was erased or is to be.
    ///
    /// # Errors
    /// The database failed.
    pub(super) async fn erasures(&self) -> Result<Vec<Erasure>, StoreError> {
        self.read_erasures("SELECT account, asked_ms FROM erasures").await
    }

    /// Those of whom something is left.
    ///
    /// # Errors
    /// The database failed.
    pub(super) async fn open_erasures(&self) -> Result<Vec<Erasure>, StoreError> {
        let sql = "SELECT account, asked_ms FROM erasures WHERE done_ms IS NULL ORDER BY asked_ms";
        self.read_erasures(sql).await
    }

    async fn read_erasures(&self, sql: &'static str) -> Result<Vec<Erasure>, StoreError> {
        bounded(async {
            let rows = sqlx::query(sql).fetch_all(&self.reader).await?;
            Ok(self.skipped.read("erasures", &rows, erasure))
        })
        .await
    }

    /// Notes that nothing is left of somebody, unless it was asked for again.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub(super) async fn erasure_is_done(
        &self,
        erasure: &Erasure,
        now_ms: u64,
    ) -> Result<(), StoreError> {
        bounded(async {
            sqlx::query(
                "UPDATE erasures SET done_ms = $3 WHERE account = $1 AND asked_ms = $2 AND done_ms IS NULL",
            )
            .bind(erasure.account.to_string())
            .bind(to_db(erasure.asked_ms))
            .bind(to_db(now_ms))
            .execute(&self.writer)
            .await?;
            Ok(())
        })
        .await
    }
}
