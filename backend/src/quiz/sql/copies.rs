//! Kept copies: what a quiz was before it was saved again.

use quizrain_shared::api::{MAX_COPIES, QuizCopy, QuizVersion};
use sqlx::Row;
use sqlx::any::AnyRow;

use super::{Stored, from_json};
use crate::store::StoreError;
use crate::store::sql::{Sql, Tx, bounded, from_db, to_db};

/// How long after a copy the next one is kept, in milliseconds: a quiz is saved every few seconds while
/// it is written.
const EVERY_MS: u64 = 10 * 60 * 1000;

/// Keeps a version of a quiz and its media, where the last copy is old or `always`.
pub(super) async fn keep(
    tx: &mut Tx,
    (quiz, version): (&str, u64),
    always: bool,
    now: &str,
) -> Result<(), sqlx::Error> {
    let sql = format!(
        "INSERT INTO quiz_copies (quiz, version, title, questions, problems, changed_ms, kept_ms, body)
         SELECT quiz, version, title, questions, problems, changed_ms, {now}, body FROM quizzes
         WHERE quiz = $1 AND version = $2 AND ($3 = 1 OR NOT EXISTS
             (SELECT 1 FROM quiz_copies WHERE quiz = $1 AND kept_ms > {now} - {EVERY_MS}))
         ON CONFLICT DO NOTHING"
    );
    let kept = sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(quiz)
        .bind(to_db(version))
        .bind(i64::from(always))
        .execute(&mut **tx)
        .await?;
    if kept.rows_affected() == 1 {
        sqlx::query(
            "INSERT INTO media_uses (used_by, media) SELECT $1, media FROM media_uses WHERE used_by = $2
             ON CONFLICT DO NOTHING",
        )
        .bind(format!("copy {quiz}/{version}"))
        .bind(format!("quiz {quiz}"))
        .execute(&mut **tx)
        .await?;
    }
    Ok(())
}

/// Lets the oldest copies of a quiz go, where it has too many.
pub(super) async fn trim(tx: &mut Tx, quiz: &str) -> Result<(), sqlx::Error> {
    let old = format!(
        "SELECT version FROM quiz_copies WHERE quiz = $1 ORDER BY version DESC
         LIMIT 1000 OFFSET {MAX_COPIES}"
    );
    for row in sqlx::query(sqlx::AssertSqlSafe(old)).bind(quiz).fetch_all(&mut **tx).await? {
        let version: i64 = row.try_get("version")?;
        sqlx::query("DELETE FROM quiz_copies WHERE quiz = $1 AND version = $2")
            .bind(quiz)
            .bind(version)
            .execute(&mut **tx)
            .await?;
        sqlx::query("DELETE FROM media_uses WHERE used_by = $1")
            .bind(format!("copy {quiz}/{version}"))
            .execute(&mut **tx)
            .await?;
    }
    Ok(())
}

fn copy(row: &AnyRow) -> Result<QuizCopy, sqlx::Error> {
    let count = |column: &str| {
        let count: i64 = row.try_get(column)?;
        Ok::<_, sqlx::Error>(u32::try_from(count).unwrap_or(u32::MAX))
    };
    Ok(QuizCopy {
        version: from_db(row.try_get("version")?)?,
        changed_ms: from_db(row.try_get("changed_ms")?)?,
        title: row.try_get("title")?,
        questions: count("questions")?,
        problems: count("problems")?,
    })
}

fn old(row: &AnyRow) -> Result<QuizVersion, sqlx::Error> {
    Ok(QuizVersion {
        version: from_db(row.try_get("version")?)?,
        changed_ms: from_db(row.try_get("changed_ms")?)?,
        quiz: from_json(row, "body")?,
    })
}

impl Sql {
    /// The kept copies of a quiz, the newest first.
    ///
    /// # Errors
    /// The database failed.
    pub(in crate::quiz) async fn quiz_copies(&self, id: &str) -> Result<Vec<QuizCopy>, StoreError> {
        bounded(async {
            let rows = sqlx::query(
                "SELECT version, title, questions, problems, changed_ms FROM quiz_copies
                 WHERE quiz = $1 ORDER BY version DESC",
            )
            .bind(id)
            .fetch_all(&self.reader)
            .await?;
            Ok(rows.iter().map(copy).collect::<Result<_, _>>()?)
        })
        .await
    }

    /// A kept copy.
    ///
    /// # Errors
    /// The database failed.
    pub(in crate::quiz) async fn quiz_copy(
        &self,
        id: &str,
        version: u64,
    ) -> Result<Option<Stored<QuizVersion>>, StoreError> {
        bounded(async {
            let row = sqlx::query(
                "SELECT version, changed_ms, body FROM quiz_copies WHERE quiz = $1 AND version = $2",
            )
            .bind(id)
            .bind(to_db(version))
            .fetch_optional(&self.reader)
            .await?;
            Ok(row.map(|row| Stored { row, read: old }))
        })
        .await
    }
}
