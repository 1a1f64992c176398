//! Quizzes of files in a folder that is watched.

use std::collections::BTreeSet;

use quizrain_shared::quiz::Quiz;
use sqlx::Row;

use super::copies;
use super::save::{New, insert, update};
use crate::quiz::index::Indexed;
use crate::quiz::media::{MediaUser, note_uses};
use crate::store::StoreError;
use crate::store::sql::{Sql, Tx, bounded, from_db, to_db};

/// A column: the name of a quiz's file, where that is there.
pub(super) const FILE: &str = "CASE WHEN EXISTS (SELECT 1 FROM quiz_files
    WHERE quiz_files.quiz = quizzes.quiz AND there = 1) THEN source END AS file";

/// The quiz of a file.
pub(in crate::quiz) struct FromFile<'f> {
    /// The id of a new one.
    pub(in crate::quiz) id: &'f str,
    /// The file's name: the quiz's source.
    pub(in crate::quiz) source: &'f str,
    /// Of all that was read.
    pub(in crate::quiz) digest: &'f str,
    pub(in crate::quiz) quiz: &'f Quiz,
    pub(in crate::quiz) indexed: &'f Indexed,
}

/// What became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::quiz) enum FilePut {
    /// The library has another quiz of the file now.
    Changed,
    /// It has what it had.
    Same,
    /// The quiz was changed at this moment, or a picture that it shows was deleted. Nothing changed.
    Again,
}

/// The quiz of a source.
struct There {
    quiz: String,
    version: u64,
    deleted: bool,
    body: String,
    /// What was last read of its file, and the version that this made.
    read: Option<(String, u64)>,
    /// Whether the file is noted to be there.
    noted: bool,
}

async fn find(tx: &mut Tx, source: &str) -> Result<Option<There>, sqlx::Error> {
    let row = sqlx::query(
        "SELECT quizzes.quiz, quizzes.version, deleted_ms, body, digest, there, quiz_files.version AS read_version
         FROM quizzes LEFT JOIN quiz_files ON quiz_files.quiz = quizzes.quiz WHERE source = $1",
    )
    .bind(source)
    .fetch_optional(&mut **tx)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let digest: Option<String> = row.try_get("digest")?;
    let version: Option<i64> = row.try_get("read_version")?;
    Ok(Some(There {
        quiz: row.try_get("quiz")?,
        version: from_db(row.try_get("version")?)?,
        deleted: row.try_get::<Option<i64>, _>("deleted_ms")?.is_some(),
        body: row.try_get("body")?,
        read: digest.zip(version.map(from_db).transpose()?),
        noted: row.try_get::<Option<i64>, _>("there")? == Some(1),
    }))
}

/// Notes what was read of a quiz's file, which is there.
async fn note(tx: &mut Tx, quiz: &str, digest: &str, version: u64) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO quiz_files (quiz, digest, version, there) VALUES ($1, $2, $3, 1)
         ON CONFLICT (quiz) DO UPDATE SET digest = excluded.digest, version = excluded.version, there = 1",
    )
    .bind(quiz)
    .bind(digest)
    .bind(to_db(version))
    .execute(&mut **tx)
    .await?;
    Ok(())
}

impl Sql {
    /// Puts the quiz of a file into the library, or in place of what came of the file before, which
    /// keeps its id and its tags. Once the file is another, it replaces whatever the library has, which
    /// is kept as a copy where it was written in the studio, and comes out of the bin; as long as it is
    /// the same, what was written there stays.
    ///
    /// # Errors
    /// The database failed.
    pub(in crate::quiz) async fn put_file(
        &self,
        file: &FromFile<'_>,
    ) -> Result<FilePut, StoreError> {
        bounded(async {
            let now = self.dialect.now_ms();
            let mut tx = self.write().await?;
            let Some(there) = find(&mut tx, file.source).await? else {
                let FromFile { id, source, quiz, indexed, .. } = *file;
                let new = New { id, source, host: None, quiz, indexed, tags: &[] };
                if !insert(&mut tx, &new, now).await? {
                    return Ok(FilePut::Again);
                }
                return Ok(finish(tx, file, id, 1).await?);
            };
            let saved = there.read.as_ref().is_none_or(|(digest, _)| digest != file.digest);
            let written = there.read.as_ref().is_none_or(|(_, version)| *version != there.version);
            if !saved && (written || there.deleted) {
                let version = there.read.map_or(0, |(_, version)| version);
                if !there.noted {
                    note(&mut tx, &there.quiz, file.digest, version).await?;
                    tx.commit().await?;
                }
                return Ok(FilePut::Same);
            }
            let same = there.body == file.indexed.body;
            if same && !saved && there.noted {
                return Ok(FilePut::Same);
            }
            if there.deleted {
                sqlx::query("UPDATE quizzes SET deleted_ms = NULL WHERE quiz = $1")
                    .bind(&there.quiz)
                    .execute(&mut *tx)
                    .await?;
            }
            if same {
                note(&mut tx, &there.quiz, file.digest, there.version).await?;
                tx.commit().await?;
                return Ok(if there.deleted { FilePut::Changed } else { FilePut::Same });
            }
            copies::keep(&mut tx, (&there.quiz, there.version), written, now).await?;
            if !update(&mut tx, &there.quiz, there.version, file.indexed, now).await? {
                return Ok(FilePut::Again);
            }
            copies::trim(&mut tx, &there.quiz).await?;
            Ok(finish(tx, file, &there.quiz, there.version + 1).await?)
        })
        .await
    }

    /// Notes that files are not there any more, all but these; how many. Their quizzes stay.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub(in crate::quiz) async fn keep_files(
        &self,
        there: &BTreeSet<String>,
    ) -> Result<u64, StoreError> {
        let sources = bounded(async {
            let rows = sqlx::query(
                "SELECT source FROM quizzes WHERE quiz IN (SELECT quiz FROM quiz_files WHERE there = 1)",
            )
            .fetch_all(&self.reader)
            .await?;
            let read = |row: &sqlx::any::AnyRow| row.try_get::<String, _>("source");
            Ok(rows.iter().map(read).collect::<Result<Vec<_>, _>>()?)
        })
        .await?;
        let mut gone = 0;
        for source in sources.iter().filter(|source| !there.contains(*source)) {
            self.set_file_gone(source).await?;
            gone += 1;
        }
        Ok(gone)
    }

    /// Notes that a file is not there any more. Its quiz stays.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub(in crate::quiz) async fn set_file_gone(&self, source: &str) -> Result<(), StoreError> {
        bounded(async {
            sqlx::query(
                "UPDATE quiz_files SET there = 0 WHERE quiz IN (SELECT quiz FROM quizzes WHERE source = $1)",
            )
            .bind(source)
            .execute(&self.writer)
            .await?;
            Ok(())
        })
        .await
    }
}

/// Notes what a quiz that was written shows and which file it came from.
async fn finish(
    mut tx: Tx,
    file: &FromFile<'_>,
    quiz: &str,
    version: u64,
) -> Result<FilePut, sqlx::Error> {
    if note_uses(&mut tx, MediaUser::Quiz(quiz), file.quiz).await?.is_some() {
        return Ok(FilePut::Again);
    }
    note(&mut tx, quiz, file.digest, version).await?;
    tx.commit().await?;
    Ok(FilePut::Changed)
}
