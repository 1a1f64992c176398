//! Pages of the library.

use quizrain_shared::api::{ListQuizzes, QuizSort, QuizSummary, TagCount};
use sqlx::Row;
use sqlx::any::AnyRow;

use super::files::FILE;
use super::from_json;
use crate::hosts::Sees;
use crate::quiz::cursor::Cursor;
use crate::quiz::owned::seen;
use crate::quiz::search::{self, Terms};
use crate::store::StoreError;
use crate::store::sql::{Sql, bounded, from_db, parse};

const COLUMNS: &str = "quiz, title, sort_title, language, description, questions, problems, rains, theme, tags, version, \
     created_ms, changed_ms, played_ms, archived, deleted_ms, host, shared";

/// A row of a list, and what it is sorted by.
pub(in crate::quiz) type Listed = (QuizSummary, String);

fn summary(row: &AnyRow) -> Result<QuizSummary, sqlx::Error> {
    let time = |column: &str| {
        let time: Option<i64> = row.try_get(column)?;
        time.map(from_db).transpose()
    };
    let count = |column: &str| {
        let count: i64 = row.try_get(column)?;
        Ok::<_, sqlx::Error>(u32::try_from(count).unwrap_or(u32::MAX))
    };
    let theme: Option<&str> = row.try_get("theme")?;
    Ok(QuizSummary {
        id: row.try_get("quiz")?,
        version: from_db(row.try_get("version")?)?,
        title: row.try_get("title")?,
        language: row.try_get("language")?,
        description: row.try_get("description")?,
        questions: count("questions")?,
        rains: from_json(row, "rains")?,
        theme: theme.map(|_| from_json(row, "theme")).transpose()?,
        tags: from_json(row, "tags")?,
        problems: count("problems")?,
        created_ms: from_db(row.try_get("created_ms")?)?,
        changed_ms: from_db(row.try_get("changed_ms")?)?,
        last_played_ms: time("played_ms")?,
        archived: row.try_get::<i64, _>("archived")? != 0,
        deleted_ms: time("deleted_ms")?,
        file: row.try_get("file")?,
        host: row.try_get::<Option<&str>, _>("host")?.map(parse).transpose()?,
        shared: row.try_get::<i64, _>("shared")? != 0,
    })
}

fn listed(row: &AnyRow, sort: QuizSort) -> Result<Listed, sqlx::Error> {
    let summary = summary(row)?;
    let key = match sort {
        QuizSort::Title => row.try_get("sort_title")?,
        QuizSort::Changed => summary.changed_ms.to_string(),
        QuizSort::Created => summary.created_ms.to_string(),
        QuizSort::Played => summary.last_played_ms.unwrap_or(0).to_string(),
    };
    Ok((summary, key))
}

/// A value of a statement.
enum Value {
    Text(String),
    Number(i64),
}

/// Conditions of a statement and the values that they name.
#[derive(Default)]
struct Conditions {
    sql: String,
    values: Vec<Value>,
}

impl Conditions {
    fn and(&mut self, condition: &str) {
        self.sql.push_str(if self.sql.is_empty() { " WHERE " } else { " AND " });
        self.sql.push_str(condition);
    }

    /// The place of a value.
    fn value(&mut self, value: Value) -> String {
        self.values.push(value);
        format!("${}", self.values.len())
    }

    fn of(wish: &ListQuizzes, sees: Sees) -> Self {
        let mut all = Self::default();
        if let Some(seen) = seen(sees) {
            all.and(&seen);
        }
        match (wish.deleted, wish.archived) {
            (true, _) => all.and("deleted_ms IS NOT NULL"),
            (false, true) => all.and("deleted_ms IS NULL AND archived = 1"),
            (false, false) => all.and("deleted_ms IS NULL AND archived = 0"),
        }
        if let Some(tag) = &wish.tag {
            let at = all.value(Value::Text(search::tag_pattern(tag)));
            all.and(&format!("tag_keys LIKE {at} ESCAPE '\\'"));
        }
        for pattern in Terms::of(&wish.search).patterns() {
            let at = all.value(Value::Text(pattern));
            all.and(&format!("(search LIKE {at} ESCAPE '\\' OR tag_keys LIKE {at} ESCAPE '\\')"));
        }
        all
    }
}

impl Sql {
    /// At most so many quizzes of a list that somebody sees, those after a cursor, and whether there are more.
    ///
    /// # Errors
    /// The database failed.
    pub(in crate::quiz) async fn list_quizzes(
        &self,
        (wish, sees): (&ListQuizzes, Sees),
        after: Option<&Cursor>,
        limit: usize,
    ) -> Result<(Vec<Listed>, bool), StoreError> {
        bounded(async {
            let bytewise = self.dialect.bytewise();
            let (key, further, order) = match wish.sort {
                QuizSort::Title => (format!("sort_title {bytewise}"), ">", "ASC"),
                QuizSort::Changed => ("changed_ms".to_owned(), "<", "DESC"),
                QuizSort::Created => ("created_ms".to_owned(), "<", "DESC"),
                QuizSort::Played => ("COALESCE(played_ms, 0)".to_owned(), "<", "DESC"),
            };
            let mut all = Conditions::of(wish, sees);
            if let Some(after) = after {
                let value = match wish.sort {
                    QuizSort::Title => Value::Text(after.key.clone()),
                    _ => Value::Number(after.key.parse().unwrap_or(0)),
                };
                let (at, id) = (all.value(value), all.value(Value::Text(after.quiz.clone())));
                all.and(&format!(
                    "({key} {further} {at} OR ({key} = {at} AND quiz {bytewise} > {id}))"
                ));
            }
            let sql = format!(
                "SELECT {COLUMNS}, {FILE} FROM quizzes{} ORDER BY {key} {order}, quiz {bytewise} LIMIT {}",
                all.sql,
                limit + 1
            );
            let mut query = sqlx::query(sqlx::AssertSqlSafe(sql));
            for value in all.values {
                query = match value {
                    Value::Text(text) => query.bind(text),
                    Value::Number(number) => query.bind(number),
                };
            }
            let rows = query.fetch_all(&self.reader).await?;
            let (rows, more) = (rows.get(..limit).unwrap_or(&rows), rows.len() > limit);
            Ok((self.skipped.read("quizzes", rows, |row| listed(row, wish.sort)), more))
        })
        .await
    }

    /// A quiz without its questions, wherever it is.
    ///
    /// # Errors
    /// The database failed.
    pub(in crate::quiz) async fn quiz_summary(
        &self,
        id: &str,
    ) -> Result<Option<QuizSummary>, StoreError> {
        bounded(async {
            let sql = format!("SELECT {COLUMNS}, {FILE} FROM quizzes WHERE quiz = $1");
            let row = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(id).fetch_optional(&self.reader);
            Ok(row.await?.as_ref().map(summary).transpose()?)
        })
        .await
    }

    /// The tags of quizzes that somebody sees and that are not in the bin, in order.
    ///
    /// # Errors
    /// The database failed.
    pub(in crate::quiz) async fn tags(&self, sees: Sees) -> Result<Vec<TagCount>, StoreError> {
        bounded(async {
            let mut sql = "SELECT tags, COUNT(*) AS quizzes FROM quizzes
                 WHERE deleted_ms IS NULL AND tags <> '[]'"
                .to_owned();
            if let Some(seen) = seen(sees) {
                sql.push_str(&format!(" AND {seen}"));
            }
            sql.push_str(" GROUP BY tags");
            let rows = sqlx::query(sqlx::AssertSqlSafe(sql)).fetch_all(&self.reader).await?;
            // The same tag in another spelling is the same.
            let mut counts = std::collections::BTreeMap::<String, TagCount>::new();
            for row in &rows {
                let tags: Vec<String> = from_json(row, "tags")?;
                let quizzes: i64 = row.try_get("quizzes")?;
                for tag in tags {
                    let key = search::key(&tag);
                    let count = counts.entry(key).or_insert(TagCount { tag, quizzes: 0 });
                    count.quizzes += u32::try_from(quizzes).unwrap_or(u32::MAX);
                }
            }
            Ok(counts.into_values().collect())
        })
        .await
    }
}
