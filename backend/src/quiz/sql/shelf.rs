//! One quiz as it is opened, filed, put into the bin and taken out.

use quizrain_shared::api::{QuizDocument, Shelf};
use sqlx::Row;
use sqlx::any::AnyRow;

use super::files::FILE;
use super::{Stored, from_json};
use crate::quiz::index::to_json;
use crate::quiz::search;
use crate::store::StoreError;
use crate::store::sql::{Sql, bounded, from_db};

fn document(row: &AnyRow) -> Result<QuizDocument, sqlx::Error> {
    let deleted_ms: Option<i64> = row.try_get("deleted_ms")?;
    Ok(QuizDocument {
        id: row.try_get("quiz")?,
        version: from_db(row.try_get("version")?)?,
        quiz: from_json(row, "body")?,
        tags: from_json(row, "tags")?,
        archived: row.try_get::<i64, _>("archived")? != 0,
        changed_ms: from_db(row.try_get("changed_ms")?)?,
        deleted_ms: deleted_ms.map(from_db).transpose()?,
        file: row.try_get("file")?,
    })
}

impl Sql {
    /// A quiz as it is written, wherever it is.
    ///
    /// # Errors
    /// The database failed.
    pub(in crate::quiz) async fn quiz_document(
        &self,
        id: &str,
    ) -> Result<Option<Stored<QuizDocument>>, StoreError> {
        bounded(async {
            let sql = format!(
                "SELECT quiz, version, tags, archived, changed_ms, deleted_ms, {FILE}, body
                 FROM quizzes WHERE quiz = $1"
            );
            let row =
                sqlx::query(sqlx::AssertSqlSafe(sql)).bind(id).fetch_optional(&self.reader).await?;
            Ok(row.map(|row| Stored { row, read: document }))
        })
        .await
    }

    /// Files a quiz.
    ///
    /// # Errors
    /// The database failed.
    pub(in crate::quiz) async fn set_shelf(
        &self,
        id: &str,
        shelf: &Shelf,
    ) -> Result<(), StoreError> {
        bounded(async {
            sqlx::query(
                "UPDATE quizzes SET tags = $2, tag_keys = $3, archived = $4 WHERE quiz = $1",
            )
            .bind(id)
            .bind(to_json(&shelf.tags)?)
            .bind(search::tag_keys(&shelf.tags))
            .bind(i64::from(shelf.archived))
            .execute(&self.writer)
            .await?;
            Ok(())
        })
        .await
    }

    /// Puts a quiz into the bin, where it stays since it was put there first, or takes it out.
    ///
    /// # Errors
    /// The database failed.
    pub(in crate::quiz) async fn set_deleted(
        &self,
        id: &str,
        deleted: bool,
    ) -> Result<(), StoreError> {
        bounded(async {
            let when = match deleted {
                true => format!("COALESCE(deleted_ms, {})", self.dialect.now_ms()),
                false => "NULL".to_owned(),
            };
            let sql = format!("UPDATE quizzes SET deleted_ms = {when} WHERE quiz = $1");
            sqlx::query(sqlx::AssertSqlSafe(sql)).bind(id).execute(&self.writer).await?;
            Ok(())
        })
        .await
    }
}
