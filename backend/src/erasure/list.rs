//! The list of who was erased, in a file: a line for each, `<account> <ms since 1970>`. It is only ever added to.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;

use quizrain_shared::ids::AccountId;

use super::sql::Erasure;
use crate::store::StoreError;

/// The name of the file, in the data folder.
pub(crate) const FILE: &str = "erasures.log";

/// The list cannot be used, or the database that it is compared with.
#[derive(Debug, thiserror::Error)]
pub enum BadList {
    /// The file.
    #[error("cannot use the list of erasures {}: {error}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The list.
#[derive(Clone, Debug)]
pub struct List {
    path: PathBuf,
}

impl List {
    /// The one in this file, or in the data folder.
    #[must_use]
    pub fn new(file: Option<PathBuf>, data_dir: &std::path::Path) -> Self {
        Self { path: file.unwrap_or_else(|| data_dir.join(FILE)) }
    }

    /// Who is in it, each once, with the last time.
    ///
    /// # Errors
    /// The file cannot be read.
    pub async fn read(&self) -> Result<Vec<Erasure>, BadList> {
        self.aside(|path| {
            let text = match std::fs::read_to_string(path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
                read => read?,
            };
            let newest = newest(&text);
            Ok(newest
                .into_iter()
                .map(|(account, asked_ms)| Erasure { account, asked_ms })
                .collect())
        })
        .await
    }

    /// Adds those that it does not have, and returns once the disk has them.
    ///
    /// # Errors
    /// The file cannot be written.
    pub async fn add(&self, erasures: Vec<Erasure>) -> Result<(), BadList> {
        self.aside(move |path| {
            if erasures.is_empty() {
                return Ok(());
            }
            let mut file =
                OpenOptions::new().create(true).read(true).append(true).mode(0o600).open(path)?;
            let mut text = String::new();
            file.seek(SeekFrom::Start(0))?;
            file.read_to_string(&mut text)?;
            let known = newest(&text);
            let is_new = |it: &&Erasure| known.get(&it.account).is_none_or(|ms| *ms < it.asked_ms);
            let lines: String = erasures
                .iter()
                .filter(is_new)
                .map(|Erasure { account, asked_ms }| format!("{account} {asked_ms}\n"))
                .collect();
            if lines.is_empty() {
                return Ok(());
            }
            // A line that was cut short stays by itself.
            let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
            file.write_all(format!("{end}{lines}").as_bytes())?;
            file.sync_all()?;
            match path.parent() {
                Some(folder) if !folder.as_os_str().is_empty() => File::open(folder)?.sync_all(),
                _ => Ok(()),
            }
        })
        .await
    }

    async fn aside<T: Send + 'static>(
        &self,
        act: impl FnOnce(&std::path::Path) -> io::Result<T> + Send + 'static,
    ) -> Result<T, BadList> {
        let path = self.path.clone();
        let done = tokio::task::spawn_blocking(move || act(&path)).await;
        let done = done.unwrap_or_else(|error| Err(io::Error::other(error)));
        done.map_err(|error| BadList::File { path: self.path.clone(), error })
    }
}

/// Whom a list has, with the last time of each. Lines that say something else were cut short, or are somebody's notes.
fn newest(text: &str) -> HashMap<AccountId, u64> {
    let mut newest = HashMap::new();
    for line in text.lines() {
        let parsed = line.trim().split_once(' ').and_then(|(account, ms)| {
            Some((account.parse::<AccountId>().ok()?, ms.trim().parse::<u64>().ok()?))
        });
        if let Some((account, asked_ms)) = parsed {
            let ms = newest.entry(account).or_insert(asked_ms);
            *ms = asked_ms.max(*ms);
        }
    }
    newest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn erasure(account: u8, asked_ms: u64) -> Erasure {
        Erasure { account: AccountId([account; 16]), asked_ms }
    }

    #[tokio::test]
    async fn what_is_added_is_read_each_once_and_a_torn_line_spoils_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let list = List::new(None, dir.path());
        assert_eq!(list.read().await.unwrap(), []);
        list.add(vec![erasure(1, 10)]).await.unwrap();
        let path = dir.path().join(FILE);
        let whole = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, format!("{whole}{}", &whole[..20])).unwrap();
        list.add(vec![erasure(1, 10), erasure(2, 7), erasure(1, 12), erasure(2, 6)]).await.unwrap();
        let mut read = list.read().await.unwrap();
        read.sort_unstable_by_key(|it| it.account);
        assert_eq!(read, [erasure(1, 12), erasure(2, 7)]);
        let before = std::fs::read(&path).unwrap();
        list.add(read).await.unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), before);
    }

    #[tokio::test]
    async fn a_list_that_cannot_be_read_or_written_is_an_error() {
        let dir = tempfile::tempdir().unwrap();
        let list = List::new(Some(dir.path().to_owned()), dir.path());
        assert!(list.read().await.is_err());
        let said = list.add(vec![erasure(1, 1)]).await.unwrap_err().to_string();
        assert!(said.starts_with("cannot use the list of erasures"), "{said}");
    }
}
