//! The host's library in SQL: quizzes, kept copies, and what is deleted for good.

mod bank;
mod clean;
mod copies;
mod files;
mod list;
mod owned;
mod save;
mod shelf;

use serde::de::DeserializeOwned;
use sqlx::Row;
use sqlx::any::AnyRow;

use super::QuizRow;
use crate::store::StoreError;
use crate::store::sql::{Sql, bounded};

pub(super) use bank::Candidate;
pub(super) use files::{FilePut, FromFile};
pub use save::There;
pub(super) use save::{New, Saved};

fn from_json<T: DeserializeOwned>(row: &AnyRow, column: &str) -> Result<T, sqlx::Error> {
    let text: String = row.try_get(column)?;
    serde_json::from_str(&text).map_err(|e| sqlx::Error::Decode(Box::new(e)))
}

/// A row that takes as long to read as its quiz is long; see [`super::shelf::aside`].
pub(super) struct Stored<T> {
    row: AnyRow,
    read: fn(&AnyRow) -> Result<T, sqlx::Error>,
}

impl<T> Stored<T> {
    /// What is in it.
    ///
    /// # Errors
    /// It is not as the program writes it.
    pub(super) fn read(&self) -> Result<T, StoreError> {
        Ok((self.read)(&self.row)?)
    }
}

fn parse(row: &AnyRow) -> Result<QuizRow, sqlx::Error> {
    Ok(QuizRow { id: row.try_get("quiz")?, quiz: from_json(row, "body")? })
}

impl Sql {
    /// A quiz of the library that is not in the bin.
    ///
    /// # Errors
    /// The database failed.
    pub(super) async fn quiz(&self, id: &str) -> Result<Option<Stored<QuizRow>>, StoreError> {
        bounded(async {
            let row = sqlx::query(
                "SELECT quiz, body FROM quizzes WHERE quiz = $1 AND deleted_ms IS NULL",
            )
            .bind(id)
            .fetch_optional(&self.reader)
            .await?;
            Ok(row.map(|row| Stored { row, read: parse }))
        })
        .await
    }

    /// Notes that a game was made of a quiz.
    ///
    /// # Errors
    /// The database failed.
    pub(super) async fn set_played(&self, id: &str) -> Result<(), StoreError> {
        bounded(async {
            let now = self.dialect.now_ms();
            let sql = format!("UPDATE quizzes SET played_ms = {now} WHERE quiz = $1");
            sqlx::query(sqlx::AssertSqlSafe(sql)).bind(id).execute(&self.writer).await?;
            Ok(())
        })
        .await
    }
}
