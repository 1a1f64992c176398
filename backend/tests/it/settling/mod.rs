//! Proofs of the settler and the ledger: whatever fails, every claim is settled exactly once.
//!
//! Real servers and a real Redis, on SQLite and on PostgreSQL. Rains are put straight into the
//! stores, and the books are read by statements of the tests' own.

mod books;
mod failpoints;

use std::path::PathBuf;

use tempfile::TempDir;

use crate::common::postgres::Database;

/// A database of a test's own.
pub(crate) enum Ledger {
    Sqlite(TempDir),
    Postgres(Database),
}

impl Ledger {
    /// An empty SQLite file.
    pub(crate) fn sqlite() -> Self {
        Self::Sqlite(tempfile::tempdir().unwrap())
    }

    /// An empty database of the PostgreSQL that the tests share.
    pub(crate) fn postgres() -> Self {
        Self::Postgres(Database::create())
    }

    /// The file, where it is one.
    fn file(&self) -> Option<PathBuf> {
        match self {
            Self::Sqlite(dir) => Some(dir.path().join("ledger.sqlite")),
            Self::Postgres(_) => None,
        }
    }

    /// For `--database-url`.
    pub(crate) fn url(&self) -> String {
        match self {
            Self::Sqlite(dir) => format!("sqlite://{}/ledger.sqlite", dir.path().display()),
            Self::Postgres(database) => database.url(),
        }
    }
}

/// How often a test does what it does: once, or as often as `QUIZRAIN_TEST_ROUNDS` says.
fn rounds() -> usize {
    let rounds = std::env::var("QUIZRAIN_TEST_ROUNDS").ok();
    rounds.map_or(1, |rounds| rounds.parse().unwrap())
}
