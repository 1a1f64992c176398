//! Logs that people are taken out of, in SQL.

use quizrain_shared::ids::GameId;
use sqlx::Row as _;
use sqlx::any::AnyRow;

use crate::failing::fail_at;
use crate::history::rows::{FINISHED, Row};
use crate::history::sql::insert;
use crate::store::StoreError;
use crate::store::sql::{Sql, bounded, bounded_for, parse, to_db};

/// A row that has another text from now on.
pub(super) struct Change {
    pub(super) number: u64,
    pub(super) before: String,
    pub(super) body: String,
}

fn ids(rows: &[AnyRow]) -> Result<Vec<GameId>, sqlx::Error> {
    rows.iter().map(|row| parse(row.try_get("game")?)).collect()
}

impl Sql {
    /// Games that go on, or whose log is not finished.
    pub(super) async fn unfinished_games(&self) -> Result<Vec<GameId>, StoreError> {
        bounded(async {
            let sql = format!(
                "SELECT game FROM games WHERE keys_deleted_ms IS NULL
                 AND NOT EXISTS (SELECT 1 FROM game_log
                     WHERE game_log.game = games.game AND what = '{FINISHED}')"
            );
            let rows = sqlx::query(sqlx::AssertSqlSafe(sql)).fetch_all(&self.reader).await?;
            Ok(ids(&rows)?)
        })
        .await
    }

    /// Changes rows of a log and adds the one that says so, all or nothing.
    ///
    /// # Errors
    /// One of them is not as it was read, or the database failed; nothing changed.
    pub(super) async fn change_log(
        &self,
        game: GameId,
        changes: &[Change],
        note: &Row,
    ) -> Result<(), StoreError> {
        fail_at!("erase.before_log");
        bounded_for(changes.len() * 10, async {
            let id = game.to_string();
            let mut tx = self.write().await?;
            for change in changes {
                let changed = sqlx::query(
                    "UPDATE game_log SET body = $1 WHERE game = $2 AND number = $3 AND body = $4",
                )
                .bind(&change.body)
                .bind(&id)
                .bind(to_db(change.number))
                .bind(&change.before)
                .execute(&mut *tx)
                .await?;
                if changed.rows_affected() != 1 {
                    return Err(StoreError::LogTaken);
                }
            }
            let (last,): (i64,) =
                sqlx::query_as("SELECT COALESCE(MAX(number), 0) FROM game_log WHERE game = $1")
                    .bind(&id)
                    .fetch_one(&mut *tx)
                    .await?;
            if insert(&mut tx, game, last, &[note]).await? != 1 {
                return Err(StoreError::LogTaken);
            }
            fail_at!("erase.before_log_commit");
            tx.commit().await?;
            Ok(())
        })
        .await?;
        fail_at!("erase.after_log");
        Ok(())
    }
}
