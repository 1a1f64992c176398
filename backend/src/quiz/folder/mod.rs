//! A folder of quiz files that hosts keep as they like, with an editor or in git: what is saved there is
//! in the library a moment later. Read once at the start, then watched by the worker.
//!
//! It is looked at every second and not waited for: folders of other machines tell nobody of changes, and
//! one check-out writes hundreds of files. A file is read once two looks in a row have found it the same,
//! so that one that is being written is left alone, and again when it, or a picture that it names, is
//! another. Folders in it are not looked into but for pictures, and no link leads out of it.

mod look;
mod read;
mod worker;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};

use anyhow::Context;
use quizrain_shared::api::{
    FileAway, FolderAway, MAX_LISTED_FILES, MAX_LISTED_PROBLEMS, QuizFile, QuizFiles,
};

use super::LibraryError;
use super::exchange::{Exchange, told};
use super::formats::{At, Problem, listing, one_line};
use super::sql::FilePut;
use crate::store::StoreError;
use look::Mark;
use read::{Reading, shown};

pub(crate) use worker::run;

/// Most files of a folder.
const MAX_FILES: usize = 5000;

/// What is wrong in the folder, for hosts.
#[derive(Clone, Debug, Default)]
pub struct FolderNews(Arc<RwLock<QuizFiles>>);

impl FolderNews {
    /// What is wrong now.
    #[must_use]
    pub fn now(&self) -> QuizFiles {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// What is known of a file.
#[derive(Default)]
struct Known {
    /// As it was when it was looked at last.
    seen: Mark,
    /// As it was when it was read last.
    read: Option<Mark>,
    /// Whether the last look found none of its name.
    missing: bool,
    /// What is wrong with it, and whether the rest is used.
    problems: Vec<Problem>,
    used: bool,
}

/// A folder whose files are quizzes of the library.
pub(crate) struct Folder {
    path: PathBuf,
    exchange: Exchange,
    files: BTreeMap<OsString, Known>,
    problem: Option<FolderAway>,
    changes: u64,
    news: FolderNews,
}

impl Folder {
    /// Reads all that is in a folder. What cannot be used is told.
    ///
    /// # Errors
    /// The folder cannot be read, or the database failed.
    pub(crate) async fn open(path: PathBuf, exchange: Exchange) -> anyhow::Result<Self> {
        let mut folder = Self {
            path,
            exchange,
            files: BTreeMap::new(),
            problem: None,
            changes: 0,
            news: FolderNews::default(),
        };
        if !folder.look().await? {
            anyhow::bail!(folder.problem.map(|why| why.to_string()).unwrap_or_default());
        }
        // Nobody writes at this moment, as far as anybody knows; what is cut short is read again.
        folder.read_what(|_| true).await?;
        let there =
            folder.files.keys().filter_map(|name| Some(name.to_str()?.to_owned())).collect();
        let gone = folder.exchange.sql.keep_files(&there).await.context("the library")?;
        if gone > 0 {
            tracing::info!(gone, "files of quizzes are gone from the folder; their quizzes stay");
        }
        folder.tell();
        Ok(folder)
    }

    /// What is wrong with it, then and later.
    pub(crate) fn news(&self) -> FolderNews {
        self.news.clone()
    }

    /// Looks at the folder and reads what has changed since the last look and is not being written.
    ///
    /// # Errors
    /// The database is away; what was not done is done the next time.
    async fn pass(&mut self) -> Result<(), StoreError> {
        let before: BTreeMap<OsString, Mark> =
            self.files.iter().map(|(name, known)| (name.clone(), known.seen.clone())).collect();
        let changes = self.changes;
        let problem = self.problem.clone();
        let rests = |(name, known): (&OsString, &Known)| before.get(name) == Some(&known.seen);
        let done = match self.look().await? {
            true => self.read_what(rests).await,
            false => Ok(()),
        };
        if self.changes != changes || self.problem != problem {
            self.tell();
        }
        done
    }

    /// Notes what is in the folder, and what has gone since the look before the last. Whether it can be
    /// read at all; where not, nothing changes.
    async fn look(&mut self) -> Result<bool, StoreError> {
        let known: Vec<(OsString, Mark)> = self
            .files
            .iter()
            .map(|(name, known)| (name.clone(), known.read.clone().unwrap_or_default()))
            .collect();
        let folder = self.path.clone();
        let looked = tokio::task::spawn_blocking(move || {
            let known: BTreeMap<_, _> = known.into_iter().collect();
            let names = look::names(&folder)?;
            let count = names.len();
            let mark = |name: OsString| {
                let path = folder.join(&name);
                let mark = known.get(&name).cloned().unwrap_or_default().renewed(&path);
                (name, mark)
            };
            let found: BTreeMap<_, _> = names.into_iter().take(MAX_FILES).map(mark).collect();
            Ok::<_, std::io::Error>((found, count))
        });
        let looked = looked.await.unwrap_or_else(|why| Err(std::io::Error::other(why)));
        let (found, count) = match looked {
            Ok(found) => found,
            Err(why) => {
                let path = one_line(&self.path.display().to_string());
                let why = one_line(&why.to_string());
                self.has_problem(Some(FolderAway::Unreadable(path, why)));
                return Ok(false);
            }
        };
        let many = FolderAway::ManyFiles(count, MAX_FILES);
        self.has_problem((count > MAX_FILES).then_some(many));
        let names: Vec<OsString> = self.files.keys().cloned().collect();
        for name in names.into_iter().filter(|name| !found.contains_key(name)) {
            self.miss(&name).await?;
        }
        for (name, mark) in found {
            let known = self.files.entry(name).or_default();
            (known.seen, known.missing) = (mark, false);
        }
        Ok(true)
    }

    /// Notes that there is no file of a name. Editors take one away before they put another there.
    async fn miss(&mut self, name: &OsString) -> Result<(), StoreError> {
        let Some(known) = self.files.get_mut(name) else { return Ok(()) };
        if !std::mem::replace(&mut known.missing, true) {
            known.seen = Mark::default();
            return Ok(());
        }
        if let Some(source) = name.to_str() {
            self.exchange.sql.set_file_gone(source).await?;
        }
        self.files.remove(name);
        self.changes += 1;
        tracing::info!(file = shown(name.as_ref()), "a quiz file is gone; its quiz stays");
        Ok(())
    }

    /// Reads the files that are others than when they were read, as far as they are ready.
    async fn read_what(
        &mut self,
        ready: impl Fn((&OsString, &Known)) -> bool,
    ) -> Result<(), StoreError> {
        let due = |(name, known): (&OsString, &Known)| {
            let due = known.read.as_ref() != Some(&known.seen) && !known.missing;
            (due && ready((name, known))).then(|| name.clone())
        };
        let due: Vec<OsString> = self.files.iter().filter_map(due).collect();
        for name in due {
            self.read(&name).await?;
        }
        Ok(())
    }

    async fn read(&mut self, name: &OsString) -> Result<(), StoreError> {
        let path = self.path.join(name);
        let folder = self.path.clone();
        let reading = self.exchange.aside(move || read::read(&folder, &path)).await;
        let Some(known) = self.files.get_mut(name) else { return Ok(()) };
        let Reading { mark, quiz, mut problems } = reading.unwrap_or_else(|_| Reading {
            mark: known.seen.clone(),
            quiz: None,
            problems: vec![Problem::known(At::File, FileAway::Unread)],
        });
        let mut put = None;
        if let Some((ready, digest)) = &quiz {
            let source = name.to_string_lossy();
            match self.exchange.put_file(&source, digest, ready).await {
                Ok(FilePut::Again) => return Ok(()),
                Ok(done) => put = Some(done),
                Err(LibraryError::Store(error)) if error.is_away() => return Err(error),
                Err(error) => {
                    tracing::warn!(file = %source, %error, "failed to put a quiz file into the library; it is tried again when it is saved");
                    problems = vec![Problem::known(At::File, FileAway::NotTaken)];
                }
            }
        }
        // What was saved while it was read is another file by the next look.
        known.seen = mark.clone();
        known.read = Some(mark);
        known.used = put.is_some();
        known.problems = problems;
        self.changes += 1;
        let file = shown(name.as_ref());
        if !known.problems.is_empty() {
            tracing::warn!("a quiz file has mistakes: {}", listing(&file, &known.problems));
        }
        if put == Some(FilePut::Changed) {
            tracing::info!(file, "put a quiz file into the library");
        }
        Ok(())
    }

    fn has_problem(&mut self, problem: Option<FolderAway>) {
        if self.problem != problem {
            match &problem {
                Some(why) => tracing::warn!("{why}; it is looked at again every second"),
                None => tracing::info!("the folder of quizzes is read again"),
            }
            self.problem = problem;
        }
    }

    /// Shows hosts what is wrong.
    fn tell(&self) {
        let wrong = || self.files.iter().filter(|(_, known)| !known.problems.is_empty());
        let more =
            |all: usize, most: usize| u32::try_from(all.saturating_sub(most)).unwrap_or(u32::MAX);
        let file = |(name, known): (&OsString, &Known)| QuizFile {
            name: shown(name.as_ref()),
            used: known.used,
            problems: known.problems.iter().take(MAX_LISTED_PROBLEMS).map(told).collect(),
            more: more(known.problems.len(), MAX_LISTED_PROBLEMS),
        };
        let news = QuizFiles {
            watched: true,
            changes: self.changes,
            problem: self.problem.as_ref().map(ToString::to_string),
            why: self.problem.clone(),
            files: wrong().take(MAX_LISTED_FILES).map(file).collect(),
            more: more(wrong().count(), MAX_LISTED_FILES),
        };
        *self.news.0.write().unwrap_or_else(PoisonError::into_inner) = news;
    }
}
