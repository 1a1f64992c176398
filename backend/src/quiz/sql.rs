//! The host's library.

use quizrain_shared::quiz::Quiz;
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::store::StoreError;
use crate::store::sql::{Sql, bounded, to_db};

/// A quiz in the library.
#[derive(Clone, Debug)]
pub struct QuizRow {
    /// Its id in the library.
    pub id: String,
    /// The quiz.
    pub quiz: Quiz,
}

/// What becomes of a quiz of the same source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum There {
    /// It stays.
    Stays,
    /// The new one takes its place.
    IsReplaced,
}

fn parse(row: &AnyRow) -> Result<QuizRow, sqlx::Error> {
    let body: String = row.try_get("body")?;
    let quiz = serde_json::from_str(&body).map_err(|e| sqlx::Error::Decode(Box::new(e)))?;
    Ok(QuizRow { id: row.try_get("quiz")?, quiz })
}

impl Sql {
    /// Puts a quiz into the library. One from the same source stays as it is, or is replaced and
    /// keeps its id. `id` is the id of a new one.
    ///
    /// # Errors
    /// The database failed.
    pub async fn put_quiz(
        &self,
        id: &str,
        source: &str,
        quiz: &Quiz,
        there: There,
        now_ms: u64,
    ) -> Result<(), StoreError> {
        bounded(async {
            let body = serde_json::to_string(quiz).map_err(|e| sqlx::Error::Encode(Box::new(e)))?;
            let then = match there {
                There::Stays => "NOTHING",
                There::IsReplaced => {
                    "UPDATE SET title = excluded.title, language = excluded.language,
                         description = excluded.description, questions = excluded.questions,
                         body = excluded.body"
                }
            };
            sqlx::query(sqlx::AssertSqlSafe(format!(
                "INSERT INTO quizzes
                     (quiz, source, title, language, description, questions, body, created_ms)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
                 ON CONFLICT (source) DO {then}"
            )))
            .bind(id)
            .bind(source)
            .bind(&quiz.title)
            .bind(&quiz.language)
            .bind(&quiz.description)
            .bind(i64::try_from(quiz.questions.len()).unwrap_or(i64::MAX))
            .bind(body)
            .bind(to_db(now_ms))
            .execute(&self.pool)
            .await?;
            Ok(())
        })
        .await
    }

    /// The library, by title; what of it can be read.
    ///
    /// # Errors
    /// The database failed.
    pub async fn quizzes(&self) -> Result<Vec<QuizRow>, StoreError> {
        bounded(async {
            let rows = sqlx::query("SELECT quiz, body FROM quizzes ORDER BY title, quiz")
                .fetch_all(&self.pool)
                .await?;
            Ok(self.skipped.read("quizzes", &rows, parse))
        })
        .await
    }

    /// A quiz of the library.
    ///
    /// # Errors
    /// The database failed.
    pub async fn quiz(&self, id: &str) -> Result<Option<QuizRow>, StoreError> {
        bounded(async {
            let row = sqlx::query("SELECT quiz, body FROM quizzes WHERE quiz = $1")
                .bind(id)
                .fetch_optional(&self.pool)
                .await?;
            Ok(row.as_ref().map(parse).transpose()?)
        })
        .await
    }
}
