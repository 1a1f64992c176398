//! Quizzes that may have a question which is looked for.

use quizrain_shared::quiz::Quiz;
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::hosts::Sees;
use crate::quiz::cursor::Cursor;
use crate::quiz::owned::seen;
use crate::quiz::search::Terms;
use crate::store::StoreError;
use crate::store::sql::{Sql, bounded};

/// A quiz whose questions are looked through.
pub(in crate::quiz) struct Candidate {
    pub(in crate::quiz) sort_title: String,
    pub(in crate::quiz) id: String,
    /// The quiz as JSON.
    body: String,
}

impl Candidate {
    /// How long it is, in bytes.
    pub(in crate::quiz) fn len(&self) -> usize {
        self.body.len()
    }

    pub(in crate::quiz) fn read(&self) -> Result<Quiz, serde_json::Error> {
        serde_json::from_str(&self.body)
    }
}

fn candidate(row: &AnyRow) -> Result<Candidate, sqlx::Error> {
    Ok(Candidate {
        id: row.try_get("quiz")?,
        sort_title: row.try_get("sort_title")?,
        body: row.try_get("body")?,
    })
}

impl Sql {
    /// The next quizzes by title that somebody sees and that have all terms somewhere, from the one at the
    /// cursor on.
    ///
    /// # Errors
    /// The database failed.
    pub(in crate::quiz) async fn candidates(
        &self,
        (terms, sees): (&Terms, Sees),
        from: Option<&Cursor>,
        limit: usize,
    ) -> Result<Vec<Candidate>, StoreError> {
        bounded(async {
            let bytewise = self.dialect.bytewise();
            let mut sql =
                "SELECT quiz, sort_title, body FROM quizzes WHERE deleted_ms IS NULL".to_owned();
            if let Some(seen) = seen(sees) {
                sql.push_str(&format!(" AND {seen}"));
            }
            let mut values: Vec<String> = terms.patterns().collect();
            for at in 1..=values.len() {
                sql.push_str(&format!(" AND search LIKE ${at} ESCAPE '\\'"));
            }
            if let Some(Cursor { key, quiz, .. }) = from {
                let (key_at, id_at) = (values.len() + 1, values.len() + 2);
                values.extend([key.clone(), quiz.clone()]);
                sql.push_str(&format!(
                    " AND (sort_title {bytewise} > ${key_at}
                         OR (sort_title = ${key_at} AND quiz {bytewise} >= ${id_at}))"
                ));
            }
            sql.push_str(&format!(
                " ORDER BY sort_title {bytewise}, quiz {bytewise} LIMIT {limit}"
            ));
            let mut query = sqlx::query(sqlx::AssertSqlSafe(sql));
            for value in values {
                query = query.bind(value);
            }
            let rows = query.fetch_all(&self.reader).await?;
            // Row by row: a quiz can have megabytes, and is in memory twice until its row is gone.
            Ok(rows.into_iter().map(|row| candidate(&row)).collect::<Result<_, _>>()?)
        })
        .await
    }
}
