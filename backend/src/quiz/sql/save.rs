//! Writing quizzes: new ones, saved ones, and those of files.

use quizrain_shared::ids::HostId;
use quizrain_shared::quiz::Quiz;
use sqlx::Row;

use super::copies;
use super::owned::is_of;
use crate::quiz::index::{INDEX, Indexed, to_json};
use crate::quiz::media::{MediaUser, Missing, note_uses};
use crate::quiz::search;
use crate::store::StoreError;
use crate::store::sql::{Sql, Tx, bounded, from_db, to_db};

/// What becomes of a quiz of the same source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum There {
    /// It stays.
    Stays,
    /// The new one takes its place, and comes out of the bin.
    IsReplaced,
}

/// What became of a quiz that was to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::quiz) enum Saved {
    /// It is there, as this version.
    Version(u64),
    /// Somebody else has saved it since: it has this version. Nothing changed.
    Stale(u64),
    /// There is none. Nothing changed.
    NotFound,
    /// It is in the bin. Nothing changed.
    InBin,
    /// Another quiz has its id. Nothing changed.
    Taken,
    /// It has a picture or sound that is not here. Nothing changed.
    NoMedia(Missing),
}

/// A new quiz.
pub(in crate::quiz) struct New<'q> {
    pub(in crate::quiz) id: &'q str,
    /// Where it came from; no two have the same.
    pub(in crate::quiz) source: &'q str,
    /// Whose account makes it; `None`: nobody's, it is the team's.
    pub(in crate::quiz) host: Option<HostId>,
    pub(in crate::quiz) quiz: &'q Quiz,
    pub(in crate::quiz) indexed: &'q Indexed,
    pub(in crate::quiz) tags: &'q [String],
}

/// Writes it; `false`: there is one with its id or source.
pub(super) async fn insert(tx: &mut Tx, new: &New<'_>, now: &str) -> Result<bool, sqlx::Error> {
    let it = new.indexed;
    let sql = format!(
        "INSERT INTO quizzes (quiz, source, title, sort_title, language, description, questions, problems, rains,
             tags, tag_keys, version, created_ms, changed_ms, archived, indexed, search, body, host, shared, theme)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 1, {now}, {now}, 0, {INDEX}, $12, $13, $14, $15, $16)
         ON CONFLICT DO NOTHING"
    );
    let done = sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(new.id)
        .bind(new.source)
        .bind(&it.title)
        .bind(&it.sort_title)
        .bind(&it.language)
        .bind(&it.description)
        .bind(it.questions)
        .bind(it.problems)
        .bind(&it.rains)
        .bind(to_json(&new.tags)?)
        .bind(search::tag_keys(new.tags))
        .bind(&it.search)
        .bind(&it.body)
        .bind(new.host.map(|host| host.to_string()))
        .bind(i64::from(new.host.is_none()))
        .bind(&it.theme)
        .execute(&mut **tx)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// Writes another version over one that is as expected; `false`: it is not.
pub(super) async fn update(
    tx: &mut Tx,
    id: &str,
    version: u64,
    it: &Indexed,
    now: &str,
) -> Result<bool, sqlx::Error> {
    let sql = format!(
        "UPDATE quizzes SET title = $3, sort_title = $4, language = $5, description = $6, questions = $7,
             problems = $8, rains = $9, search = $10, body = $11, theme = $12, version = version + 1, changed_ms = {now},
             indexed = {INDEX}
         WHERE quiz = $1 AND version = $2 AND deleted_ms IS NULL AND body <> $11"
    );
    let done = sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(id)
        .bind(to_db(version))
        .bind(&it.title)
        .bind(&it.sort_title)
        .bind(&it.language)
        .bind(&it.description)
        .bind(it.questions)
        .bind(it.problems)
        .bind(&it.rains)
        .bind(&it.search)
        .bind(&it.body)
        .bind(&it.theme)
        .execute(&mut **tx)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// Why a quiz with this id was not written, in a transaction that changed nothing.
async fn instead(tx: &mut Tx, id: &str, body: &str) -> Result<Saved, sqlx::Error> {
    let row = sqlx::query("SELECT version, deleted_ms, body FROM quizzes WHERE quiz = $1")
        .bind(id)
        .fetch_optional(&mut **tx)
        .await?;
    let Some(row) = row else { return Ok(Saved::NotFound) };
    let version = from_db(row.try_get("version")?)?;
    Ok(match row.try_get::<Option<i64>, _>("deleted_ms")? {
        Some(_) => Saved::InBin,
        // It was saved already, by this request or another.
        None if row.try_get::<&str, _>("body")? == body => Saved::Version(version),
        None => Saved::Stale(version),
    })
}

impl Sql {
    /// Puts a new quiz into the library. Twice the same is one.
    ///
    /// # Errors
    /// The database failed.
    pub(in crate::quiz) async fn create_quiz(&self, new: &New<'_>) -> Result<Saved, StoreError> {
        bounded(async {
            let mut tx = self.write().await?;
            if !insert(&mut tx, new, self.dialect.now_ms()).await? {
                let there = instead(&mut tx, new.id, &new.indexed.body).await?;
                // Of another's, not even that it is the same is told.
                return Ok(match there {
                    Saved::Version(_) if is_of(&mut tx, new.id, new.host).await? => there,
                    _ => Saved::Taken,
                });
            }
            if let Some(gone) = note_uses(&mut tx, MediaUser::Quiz(new.id), new.quiz).await? {
                return Ok(Saved::NoMedia(gone));
            }
            tx.commit().await?;
            Ok(Saved::Version(1))
        })
        .await
    }

    /// Saves a quiz that was made from a version of it. `keep`: what is replaced is kept as a copy,
    /// whenever the last one was.
    ///
    /// # Errors
    /// The database failed.
    pub(in crate::quiz) async fn save_quiz(
        &self,
        (id, version): (&str, u64),
        (quiz, indexed): (&Quiz, &Indexed),
        keep: bool,
    ) -> Result<Saved, StoreError> {
        bounded(async {
            let now = self.dialect.now_ms();
            let mut tx = self.write().await?;
            // Before it is replaced; taken back where it is not.
            copies::keep(&mut tx, (id, version), keep, now).await?;
            if !update(&mut tx, id, version, indexed, now).await? {
                return Ok(instead(&mut tx, id, &indexed.body).await?);
            }
            copies::trim(&mut tx, id).await?;
            if let Some(gone) = note_uses(&mut tx, MediaUser::Quiz(id), quiz).await? {
                return Ok(Saved::NoMedia(gone));
            }
            tx.commit().await?;
            Ok(Saved::Version(version + 1))
        })
        .await
    }

    /// Puts the quiz of a file into the library. One from the same source stays as it is, or is replaced
    /// and keeps its id, its tags and a copy. `id` is the id of a new one.
    ///
    /// # Errors
    /// The database failed.
    pub(in crate::quiz) async fn put_quiz(
        &self,
        id: &str,
        source: &str,
        quiz: &Quiz,
        there: There,
    ) -> Result<(), StoreError> {
        let indexed = Indexed::of(quiz)?;
        loop {
            let new = New { id, source, host: None, quiz, indexed: &indexed, tags: &[] };
            let Saved::Taken = self.create_quiz(&new).await? else { return Ok(()) };
            if there == There::Stays {
                return Ok(());
            }
            let Some((id, version)) = self.take_out_of_bin(source).await? else { continue };
            let wish = (id.as_str(), version);
            match self.save_quiz(wish, (quiz, &indexed), true).await? {
                // Somebody saved it in the studio at this moment.
                Saved::Stale(_) | Saved::InBin | Saved::NotFound => {}
                _ => return Ok(()),
            }
        }
    }

    /// The quiz of a source and its version, which is not in the bin any more.
    async fn take_out_of_bin(&self, source: &str) -> Result<Option<(String, u64)>, StoreError> {
        bounded(async {
            sqlx::query(
                "UPDATE quizzes SET deleted_ms = NULL WHERE source = $1 AND deleted_ms IS NOT NULL",
            )
            .bind(source)
            .execute(&self.writer)
            .await?;
            let row = sqlx::query("SELECT quiz, version FROM quizzes WHERE source = $1")
                .bind(source)
                .fetch_optional(&self.reader)
                .await?;
            let read = |row: sqlx::any::AnyRow| {
                Ok::<_, sqlx::Error>((row.try_get("quiz")?, from_db(row.try_get("version")?)?))
            };
            Ok(row.map(read).transpose()?)
        })
        .await
    }
}
