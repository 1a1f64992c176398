//! What the library keeps no longer, and what is made anew by a newer program.

use quizrain_shared::api::BIN_MS;
use sqlx::Row;

use super::parse;
use crate::quiz::index::{INDEX, Indexed};
use crate::store::StoreError;
use crate::store::sql::{Sql, bounded, from_db, to_db};

/// How long a picture or a sound is kept that no quiz has, in milliseconds.
const UNUSED_MS: u64 = 24 * 60 * 60 * 1000;
/// Quizzes that one call makes anew.
const BATCH: i64 = 20;

impl Sql {
    /// Deletes quizzes for good that have been in the bin for long, but for those whose file is there or
    /// whose source is to stay; how many.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub(in crate::quiz) async fn purge_quizzes(
        &self,
        stays: impl Fn(&str) -> bool,
    ) -> Result<u64, StoreError> {
        bounded(async {
            let due = format!(
                "deleted_ms <= {} - {BIN_MS} AND NOT EXISTS (SELECT 1 FROM quiz_files
                     WHERE quiz_files.quiz = quizzes.quiz AND there = 1)",
                self.dialect.now_ms()
            );
            let sql = format!("SELECT quiz, source FROM quizzes WHERE {due} LIMIT 200");
            let mut purged = 0;
            for row in sqlx::query(sqlx::AssertSqlSafe(sql)).fetch_all(&self.reader).await? {
                let (quiz, source): (String, String) =
                    (row.try_get("quiz")?, row.try_get("source")?);
                if stays(&source) {
                    continue;
                }
                let mut tx = self.write().await?;
                // Its host may take it out of the bin at this moment.
                let sql = format!("DELETE FROM quizzes WHERE quiz = $1 AND {due}");
                let gone =
                    sqlx::query(sqlx::AssertSqlSafe(sql)).bind(&quiz).execute(&mut *tx).await?;
                if gone.rows_affected() == 0 {
                    continue;
                }
                for belonging in [
                    "DELETE FROM quiz_copies WHERE quiz = $1",
                    "DELETE FROM quiz_files WHERE quiz = $1",
                ] {
                    sqlx::query(belonging).bind(&quiz).execute(&mut *tx).await?;
                }
                // Ids are hex, and stand for nothing else in a pattern.
                sqlx::query("DELETE FROM media_uses WHERE used_by = $1 OR used_by LIKE $2")
                    .bind(format!("quiz {quiz}"))
                    .bind(format!("copy {quiz}/%"))
                    .execute(&mut *tx)
                    .await?;
                tx.commit().await?;
                purged += 1;
            }
            Ok(purged)
        })
        .await
    }

    /// Deletes pictures and sounds that no quiz has had for a day; how many.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub(in crate::quiz) async fn purge_media(&self) -> Result<u64, StoreError> {
        bounded(async {
            let sql = format!(
                "DELETE FROM media WHERE created_ms <= {} - {UNUSED_MS}
                     AND NOT EXISTS (SELECT 1 FROM media_uses WHERE media_uses.media = media.media)",
                self.dialect.now_ms()
            );
            let gone = sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&self.writer).await?;
            Ok(gone.rows_affected())
        })
        .await
    }

    /// Makes anew what another version of the program made of quizzes; whether there may be more.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub(in crate::quiz) async fn index_quizzes(&self) -> Result<bool, StoreError> {
        bounded(async {
            let sql = format!(
                "SELECT quiz, version, body FROM quizzes WHERE indexed <> {INDEX} LIMIT {BATCH}"
            );
            let rows = sqlx::query(sqlx::AssertSqlSafe(sql)).fetch_all(&self.reader).await?;
            for row in &rows {
                let (id, version): (String, u64) =
                    (row.try_get("quiz")?, from_db(row.try_get("version")?)?);
                let sql = format!(
                    "UPDATE quizzes SET sort_title = $3, questions = $4, problems = $5, rains = $6, search = $7,
                         theme = $8, indexed = {INDEX}
                     WHERE quiz = $1 AND version = $2"
                );
                let it = match parse(row) {
                    Ok(row) => Indexed::of(&row.quiz)?,
                    Err(error) => {
                        tracing::error!(quiz = id, %error, "failed to read a quiz; it stays as it is listed");
                        let sql = format!("UPDATE quizzes SET indexed = {INDEX} WHERE quiz = $1");
                        sqlx::query(sqlx::AssertSqlSafe(sql)).bind(id).execute(&self.writer).await?;
                        continue;
                    }
                };
                sqlx::query(sqlx::AssertSqlSafe(sql))
                    .bind(id)
                    .bind(to_db(version))
                    .bind(it.sort_title)
                    .bind(it.questions)
                    .bind(it.problems)
                    .bind(it.rains)
                    .bind(it.search)
                    .bind(it.theme)
                    .execute(&self.writer)
                    .await?;
            }
            Ok(!rows.is_empty())
        })
        .await
    }
}
