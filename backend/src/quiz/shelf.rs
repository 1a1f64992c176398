//! The library: what hosts write, find, file and throw away.
//!
//! What takes longer the longer a quiz is (reading it, checking it, folding its texts) is done beside the
//! threads that carry games, one at a time.

use std::sync::Arc;

use quizrain_shared::api::{
    ListQuizzes, MAX_PAGE_LIMIT, MAX_SEARCH_CHARS, MAX_TAG_CHARS, MAX_TAGS, NewQuiz, PAGE_LIMIT,
    QuizCopy, QuizDocument, QuizPage, QuizSummary, QuizVersion, SaveQuiz, SavedQuiz, Shelf,
    TagCount,
};
use quizrain_shared::ids::HostId;
use quizrain_shared::question::tidy;
use quizrain_shared::quiz::Quiz;
use serde::de::DeserializeOwned;
use tokio::sync::Semaphore;

use super::cursor::Cursor;
use super::index::Indexed;
use super::library::is_shipped;
use super::media::Missing;
use super::search;
use super::sql::{New, Saved, Stored};
use super::{LibraryError, QuizRow, is_id, new_id};
use crate::batch;
use crate::hosts::Sees;
use crate::store::StoreError;
use crate::store::sql::Sql;

/// The quizzes that hosts write and play.
#[derive(Clone)]
pub struct Library {
    pub(super) sql: Sql,
    pub(super) turn: Arc<Semaphore>,
    /// The right to look through questions.
    pub(super) searching: Arc<Semaphore>,
}

/// Does long work beside the threads that carry games, when it is its turn.
pub(super) async fn aside<T: Send + 'static>(
    turn: &Arc<Semaphore>,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, StoreError> {
    let turn = Arc::clone(turn).acquire_owned().await.map_err(|_| stopped())?;
    Ok(in_turn(turn, work).await?.0)
}

/// Does long work there for whoever has a turn, which lasts until it is done, also where nobody waits for
/// it any more.
pub(super) async fn in_turn<P: Send + 'static, T: Send + 'static>(
    turn: P,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<(T, P), StoreError> {
    batch::idle(move || (work(), turn)).await.ok_or_else(stopped)
}

fn stopped() -> StoreError {
    StoreError::Sql(sqlx::Error::WorkerCrashed)
}

/// Reads a request with a quiz, and makes what is written of it.
fn prepare<T: DeserializeOwned>(
    body: &[u8],
    quiz: impl Fn(&T) -> &Quiz,
) -> Result<(T, Indexed), LibraryError> {
    let wish: T = serde_json::from_slice(body).map_err(LibraryError::NoQuiz)?;
    if let Some(problem) = quiz(&wish).too_large() {
        return Err(LibraryError::TooLarge(problem));
    }
    let indexed = Indexed::of(quiz(&wish))?;
    Ok((wish, indexed))
}

pub(super) fn saved(id: String, saved: Saved) -> Result<SavedQuiz, LibraryError> {
    match saved {
        Saved::Version(version) => Ok(SavedQuiz { id, version }),
        Saved::Stale(version) => Err(LibraryError::Stale(version)),
        Saved::NotFound => Err(LibraryError::NotFound),
        Saved::InBin => Err(LibraryError::InBin),
        Saved::Taken => Err(LibraryError::Taken),
        Saved::NoMedia(Missing::Question(question)) => Err(LibraryError::NoMedia(question)),
        Saved::NoMedia(Missing::Look) => Err(LibraryError::NoLook),
    }
}

/// Tags as they are kept: each once, without characters that nobody sees.
fn tags(raw: Vec<String>) -> Result<Vec<String>, LibraryError> {
    let mut kept: Vec<String> = Vec::new();
    let mut keys: Vec<String> = Vec::new();
    for tag in raw {
        let tag = tidy(&tag, MAX_TAG_CHARS + 1);
        let key = search::key(&tag);
        if key.is_empty() || tag.chars().count() > MAX_TAG_CHARS {
            return Err(LibraryError::Tags);
        }
        if !keys.contains(&key) {
            keys.push(key);
            kept.push(tag);
        }
        if kept.len() > MAX_TAGS {
            return Err(LibraryError::Tags);
        }
    }
    Ok(kept)
}

pub(super) fn check_search(text: &str) -> Result<(), LibraryError> {
    if text.chars().count() > MAX_SEARCH_CHARS { Err(LibraryError::Search) } else { Ok(()) }
}

/// How many a page has.
pub(super) fn page_limit(wish: Option<u16>) -> usize {
    wish.unwrap_or(PAGE_LIMIT).clamp(1, MAX_PAGE_LIMIT).into()
}

impl Library {
    /// The library in this database.
    #[must_use]
    pub fn new(sql: Sql) -> Self {
        let one = || Arc::new(Semaphore::new(1));
        Self { sql, turn: one(), searching: one() }
    }

    /// A quiz to be played.
    ///
    /// # Errors
    /// The database failed.
    pub async fn quiz(&self, id: &str) -> Result<Option<QuizRow>, StoreError> {
        if is_id(id) { self.read(self.sql.quiz(id).await?).await } else { Ok(None) }
    }

    /// Notes that a game was made of a quiz.
    ///
    /// # Errors
    /// The database failed.
    pub async fn set_played(&self, id: &str) -> Result<(), StoreError> {
        self.sql.set_played(id).await
    }

    /// A page of what somebody sees of the library.
    ///
    /// # Errors
    /// The wish is none, or the database failed.
    pub async fn list(&self, wish: &ListQuizzes, sees: Sees) -> Result<QuizPage, LibraryError> {
        check_search(&wish.search)?;
        if let Some(tag) = &wish.tag {
            check_search(tag)?;
        }
        let list = wish.sort.word();
        let after = wish.after.as_deref().map(|after| Cursor::read(after, list)).transpose()?;
        let limit = page_limit(wish.limit);
        let (listed, more) = self.sql.list_quizzes((wish, sees), after.as_ref(), limit).await?;
        let next = listed.last().filter(|_| more).map(|(last, key)| {
            Cursor { key: key.clone(), quiz: last.id.clone(), position: 0 }.write(list)
        });
        Ok(QuizPage { quizzes: listed.into_iter().map(|(quiz, _)| quiz).collect(), next })
    }

    /// Every tag, and how many quizzes that somebody sees have it.
    ///
    /// # Errors
    /// The database failed.
    pub async fn tags(&self, sees: Sees) -> Result<Vec<TagCount>, LibraryError> {
        Ok(self.sql.tags(sees).await?)
    }

    /// Puts a quiz into the library, for an account where whoever asks is signed in: the JSON of a [`NewQuiz`].
    ///
    /// # Errors
    /// It is none or too large, or the database failed.
    pub async fn create(
        &self,
        body: bytes::Bytes,
        host: Option<HostId>,
    ) -> Result<SavedQuiz, LibraryError> {
        let work = move || prepare(&body, |wish: &NewQuiz| &wish.quiz);
        let (NewQuiz { quiz, tags: raw, id }, indexed) = aside(&self.turn, work).await??;
        let tags = tags(raw)?;
        let id = match id {
            Some(id) if is_id(&id) => id,
            Some(_) => return Err(LibraryError::Id),
            None => new_id()?,
        };
        let source = format!("studio {id}");
        let (source, indexed, tags) = (&*source, &indexed, &*tags);
        let new = New { id: &id, source, host, quiz: &quiz, indexed, tags };
        let done = self.sql.create_quiz(&new).await?;
        saved(id, done)
    }

    /// A quiz as it is written.
    ///
    /// # Errors
    /// There is none, or the database failed.
    pub async fn open(&self, id: &str) -> Result<QuizDocument, LibraryError> {
        self.known(id)?;
        self.read(self.sql.quiz_document(id).await?).await?.ok_or(LibraryError::NotFound)
    }

    /// Saves a quiz: the JSON of a [`SaveQuiz`].
    ///
    /// # Errors
    /// It is none or too large, somebody else was faster, or the database failed.
    pub async fn save(&self, id: &str, body: bytes::Bytes) -> Result<SavedQuiz, LibraryError> {
        self.known(id)?;
        let work = move || prepare(&body, |wish: &SaveQuiz| &wish.quiz);
        let (SaveQuiz { version, quiz, keep }, indexed) = aside(&self.turn, work).await??;
        let done = self.sql.save_quiz((id, version), (&quiz, &indexed), keep).await?;
        saved(id.to_owned(), done)
    }

    /// Files a quiz.
    ///
    /// # Errors
    /// There is none, the tags are none, or the database failed.
    pub async fn file(&self, id: &str, shelf: Shelf) -> Result<QuizSummary, LibraryError> {
        self.known(id)?;
        let shelf = Shelf { tags: tags(shelf.tags)?, ..shelf };
        self.sql.set_shelf(id, &shelf).await?;
        self.summary(id).await
    }

    /// Puts a quiz into the bin, or takes it out.
    ///
    /// # Errors
    /// There is none, or the database failed.
    pub async fn set_deleted(&self, id: &str, deleted: bool) -> Result<QuizSummary, LibraryError> {
        self.known(id)?;
        self.sql.set_deleted(id, deleted).await?;
        self.summary(id).await
    }

    /// The kept copies of a quiz, the newest first.
    ///
    /// # Errors
    /// There is no such quiz, or the database failed.
    pub async fn copies(&self, id: &str) -> Result<Vec<QuizCopy>, LibraryError> {
        self.known(id)?;
        self.summary(id).await?;
        Ok(self.sql.quiz_copies(id).await?)
    }

    /// A kept copy.
    ///
    /// # Errors
    /// There is none, or the database failed.
    pub async fn copy(&self, id: &str, version: u64) -> Result<QuizVersion, LibraryError> {
        self.known(id)?;
        self.read(self.sql.quiz_copy(id, version).await?).await?.ok_or(LibraryError::NotFound)
    }

    /// Deletes what is kept no longer: quizzes that were in the bin for long, and pictures and sounds
    /// that none has.
    ///
    /// # Errors
    /// The database failed; doing it again is harmless.
    pub async fn clean(&self) -> Result<(), StoreError> {
        // Those that ship or whose files are there would come again at the next start.
        let quizzes = self.sql.purge_quizzes(is_shipped).await?;
        let media = self.sql.purge_media().await?;
        if quizzes + media > 0 {
            tracing::info!(
                quizzes,
                media,
                "deleted quizzes from the bin, unused pictures and sounds"
            );
        }
        Ok(())
    }

    /// An id that may be one: no database is asked for others.
    pub(super) fn known(&self, id: &str) -> Result<(), LibraryError> {
        if is_id(id) { Ok(()) } else { Err(LibraryError::NotFound) }
    }

    async fn read<T: Send + 'static>(
        &self,
        stored: Option<Stored<T>>,
    ) -> Result<Option<T>, StoreError> {
        let Some(stored) = stored else { return Ok(None) };
        aside(&self.turn, move || stored.read()).await?.map(Some)
    }

    pub(super) async fn summary(&self, id: &str) -> Result<QuizSummary, LibraryError> {
        self.sql.quiz_summary(id).await?.ok_or(LibraryError::NotFound)
    }
}
