//! SQL: the library, the registry of games and rains, and the ledger.
//!
//! SQLite in WAL mode with full synchronisation: a committed transaction survives a power cut.
//! Statements keep to what SQLite and PostgreSQL share.

mod games;
mod ledger;
mod quizzes;
mod rains;
mod retention;

use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};

use url::Url;

pub use games::GameRow;
pub use ledger::{Credited, Settled};
pub use quizzes::QuizRow;
pub use rains::RainRow;
pub use retention::EndedGame;

/// Connections to the database: one writes, the others read beside it.
const CONNECTIONS: u32 = 4;

/// Pages of SQLite's log before it moves them into its file by itself: 64 MiB. Moving syncs the
/// file, which holds up Redis on the same disk, so it is done between rains where possible.
const LOG_PAGES: &str = "16384";

/// A cheap handle on the database.
#[derive(Clone, Debug)]
pub struct Sql {
    pool: SqlitePool,
}

/// The database cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// A scheme that this version does not have.
    #[error("--database-url: {0}: is not supported by this version; use sqlite:")]
    Scheme(String),
    /// Not reached, or not readable.
    #[error("cannot open the ledger: {0}")]
    Open(#[from] sqlx::Error),
    /// The schema could not be brought up to date.
    #[error("cannot bring the ledger's tables up to date: {0}")]
    Migrate(#[from] sqlx::migrate::MigrateError),
}

impl Sql {
    /// Opens the database that a URL names and brings its tables up to date.
    ///
    /// # Errors
    /// Another scheme than `sqlite:`, no access, or tables of a newer version.
    pub async fn open_url(url: &Url) -> Result<Self, OpenError> {
        if url.scheme() != "sqlite" {
            return Err(OpenError::Scheme(url.scheme().to_owned()));
        }
        Self::open(SqliteConnectOptions::from_str(url.as_str())?).await
    }

    /// Opens the database in a file, makes it where it is missing, and brings its tables up to
    /// date.
    ///
    /// # Errors
    /// No access, or tables of a newer version.
    pub async fn open_file(path: &Path) -> Result<Self, OpenError> {
        Self::open(SqliteConnectOptions::new().filename(path)).await
    }

    async fn open(options: SqliteConnectOptions) -> Result<Self, OpenError> {
        let options = options
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .pragma("wal_autocheckpoint", LOG_PAGES)
            .busy_timeout(Duration::from_secs(10));
        let pool = SqlitePoolOptions::new()
            // Open from the start: later, sockets may have taken every file handle there is.
            .min_connections(CONNECTIONS)
            .max_connections(CONNECTIONS)
            .connect_with(options)
            .await?;
        sqlx::migrate!().run(&pool).await?;
        Ok(Self { pool })
    }

    /// Whether the database answers.
    ///
    /// # Errors
    /// It does not.
    pub async fn ping(&self) -> Result<(), sqlx::Error> {
        sqlx::query("SELECT 1").execute(&self.pool).await.map(|_| ())
    }

    /// Moves what is committed from SQLite's log into its file, for a moment when nobody taps.
    ///
    /// # Errors
    /// The database failed; the log is moved later, nothing is lost.
    pub async fn tidy(&self) -> Result<(), sqlx::Error> {
        sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(&self.pool).await.map(|_| ())
    }

    /// Waits for open transactions and closes the files.
    pub async fn close(&self) {
        self.pool.close().await;
    }

    /// A transaction that writes: it takes SQLite's only write lock at once, so that it cannot
    /// fail half-way for lack of it.
    async fn write(&self) -> Result<sqlx::Transaction<'static, sqlx::Sqlite>, sqlx::Error> {
        self.pool.begin_with("BEGIN IMMEDIATE").await
    }
}

/// Text of the database that should be one of our ids.
fn parse<T: FromStr>(text: &str) -> Result<T, sqlx::Error>
where
    T::Err: std::error::Error + Send + Sync + 'static,
{
    text.parse().map_err(|error| sqlx::Error::Decode(Box::new(error)))
}

/// SQL has no unsigned numbers.
fn from_db(number: i64) -> Result<u64, sqlx::Error> {
    u64::try_from(number).map_err(|error| sqlx::Error::Decode(Box::new(error)))
}

/// Milliseconds since 1970 fit for 292 million years.
fn to_db(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
