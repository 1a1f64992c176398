//! SQL: the library, the registry of games and rains, and the ledger.
//!
//! SQLite in WAL mode with full synchronisation, or PostgreSQL: a committed transaction survives a
//! power cut. Every statement is written once, in what both databases share: `$1` parameters,
//! but for long lists ([`values`]), BIGINT and TEXT, `ON CONFLICT DO NOTHING` and then compare.

pub(crate) mod migrations;
pub(crate) mod skipped;

use std::fmt::{Display, Write};
use std::io;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use quizrain_shared::api::UnknownWord;
use sqlx::any::{AnyConnectOptions, AnyPoolOptions, AnyRow, install_default_drivers};
use sqlx::migrate::Migrator;
use sqlx::{AnyConnection, AnyPool, ConnectOptions, Connection, Database, Executor, Row, Sqlite};
use url::Url;

use super::StoreError;
use crate::metrics::METRICS;

pub use migrations::migrations;
use skipped::Skipped;

/// Connections to SQLite that read, beside the one that writes.
const SQLITE_READERS: u32 = 3;

/// Connections to PostgreSQL, where several write.
const POSTGRES_CONNECTIONS: u32 = 10;

/// How long a call waits for a database that hangs or is locked; then it is as good as away.
pub(crate) const CALL_TIMEOUT: Duration = Duration::from_secs(10);

/// How much longer a call may take for each of the many rows that it writes.
const TIMEOUT_PER_ROW: Duration = Duration::from_micros(50);

/// How long a connection to a server that only reads is kept before the next one is tried.
const READ_ONLY_PAUSE: Duration = Duration::from_secs(1);

/// A connection that nobody has used for so long is asked whether it lives.
const IDLE: Duration = Duration::from_secs(1);

/// Settings of the connection to SQLite that writes. A committed transaction is on disk. SQLite moves its log
/// into its file by itself at 64 MiB only: moving syncs the file, which holds up Redis on the same
/// disk, so it is done between rains where possible. What a statement of many rows would have to undo,
/// should it fail, is in memory: by itself SQLite writes each page that the statement changes into a
/// temporary file as well. The pages of a batch of claims fit into 8 MiB, and not into the 2 MiB that it
/// has by itself: what does not fit goes into the log early, whose checksums are written again then.
const SQLITE: &str = "PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; \
     PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA wal_autocheckpoint = 16384; \
     PRAGMA temp_store = MEMORY; PRAGMA cache_size = -8192";

/// Settings of a connection to SQLite that only reads.
const SQLITE_READER: &str = "PRAGMA busy_timeout = 10000; PRAGMA query_only = ON";

/// Settings of every PostgreSQL connection: an answer that comes late is of no use, and a
/// transaction that we left must not hold its locks. A commit waits for the disk, whatever the
/// server's own default is.
const POSTGRES: &str = "SET statement_timeout = '10s'; \
     SET idle_in_transaction_session_timeout = '20s'; SET synchronous_commit = 'on'";

/// A transaction.
pub(crate) type Tx = sqlx::Transaction<'static, sqlx::Any>;

/// Which database it is. Statements are the same; how to begin is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    Sqlite,
    Postgres,
}

impl Dialect {
    /// The order in which texts are compared byte by byte, whatever the database's language is.
    pub(crate) fn bytewise(self) -> &'static str {
        match self {
            Self::Sqlite => "COLLATE BINARY",
            Self::Postgres => "COLLATE \"C\"",
        }
    }

    /// That of a connection.
    pub(crate) fn of(con: &AnyConnection) -> Self {
        if con.backend_name() == Sqlite::NAME { Self::Sqlite } else { Self::Postgres }
    }

    /// What the database's own clock says as a statement begins, in ms since 1970. All servers have
    /// the same, whatever becomes of theirs and of Redis'.
    pub(crate) fn now_ms(self) -> &'static str {
        match self {
            Self::Sqlite => "CAST(unixepoch('subsec') * 1000 AS BIGINT)",
            Self::Postgres => "CAST(EXTRACT(EPOCH FROM statement_timestamp()) * 1000 AS BIGINT)",
        }
    }
}

/// A cheap handle on the database.
#[derive(Clone, Debug)]
pub struct Sql {
    /// What reads; of PostgreSQL what writes as well.
    pub(crate) reader: AnyPool,
    /// What writes. SQLite takes one writer at a time, so that there is one connection for it: those
    /// who wait do it here, in the order in which they came, and keep no reader out. SQLite itself has
    /// a writer ask again ever more rarely, and leaves the file idle meanwhile.
    pub(crate) writer: AnyPool,
    pub(crate) dialect: Dialect,
    pub(crate) skipped: Skipped,
}

/// The database cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Not one of ours.
    #[error("--database-url: {0}: is not supported; use sqlite: or postgres:")]
    Scheme(String),
    /// A path that is no text.
    #[error("cannot open the ledger: {0} is not a path that can be written as a URL")]
    Path(String),
    /// Not reached, or not readable.
    #[error("cannot open the ledger")]
    Open(#[from] sqlx::Error),
    /// The schema could not be brought up to date.
    #[error("cannot bring the ledger's tables up to date")]
    Migrate(#[from] sqlx::migrate::MigrateError),
}

impl Sql {
    /// Opens the database that a URL names and brings its tables up to date.
    ///
    /// # Errors
    /// Another scheme than `sqlite:` or `postgres:`, no access, or tables of a newer version.
    pub async fn open_url(url: &Url) -> Result<Self, OpenError> {
        let sql = Self::connect(url).await?;
        sql.migrate().await?;
        METRICS.database_up.set(1);
        Ok(sql)
    }

    /// Opens the database in a file, makes it where it is missing, and brings its tables up to
    /// date.
    ///
    /// # Errors
    /// No access, or tables of a newer version.
    pub async fn open_file(path: &Path) -> Result<Self, OpenError> {
        Self::open_url(&Self::url_of(path)?).await
    }

    /// The URL of a database in a file.
    ///
    /// # Errors
    /// The path is not absolute.
    pub fn url_of(path: &Path) -> Result<Url, OpenError> {
        let file = Url::from_file_path(path);
        let file = file.map_err(|()| OpenError::Path(path.display().to_string()))?;
        // The path is escaped as in any URL; a host, even an empty one, is not part of it.
        Url::parse(&format!("sqlite://{}?mode=rwc", file.path()))
            .map_err(|_| OpenError::Path(path.display().to_string()))
    }

    async fn connect(url: &Url) -> Result<Self, OpenError> {
        let dialect = match url.scheme() {
            "sqlite" => Dialect::Sqlite,
            "postgres" | "postgresql" => Dialect::Postgres,
            other => return Err(OpenError::Scheme(other.to_owned())),
        };
        let mut url = url.clone();
        if dialect == Dialect::Sqlite && !url.query_pairs().any(|(name, _)| name == "mode") {
            url.query_pairs_mut().append_pair("mode", "rwc");
        }
        let (reader, writer) = match dialect {
            Dialect::Sqlite => {
                let writer = open_pool(&url, SQLITE, 1, false).await?;
                (open_pool(&url, SQLITE_READER, SQLITE_READERS, false).await?, writer)
            }
            Dialect::Postgres => {
                let pool = open_pool(&url, POSTGRES, POSTGRES_CONNECTIONS, true).await?;
                (pool.clone(), pool)
            }
        };
        Ok(Self { reader, writer, dialect, skipped: Skipped::default() })
    }

    /// Brings the tables up to date, and waits for another server that does: an index over
    /// millions of entries takes longer than any other statement may, and is sorted on the disk.
    async fn migrate(&self) -> Result<(), OpenError> {
        let (before, after) = match self.dialect {
            Dialect::Sqlite => ("PRAGMA temp_store = FILE", SQLITE),
            Dialect::Postgres => ("SET statement_timeout = 0", POSTGRES),
        };
        let mut con = self.writer.acquire().await?;
        con.execute(before).await?;
        Migrator::with_migrations(migrations()).run(&mut *con).await?;
        con.execute(after).await?;
        Ok(())
    }

    /// Whether the database takes transactions that write. Noted in the metrics.
    ///
    /// # Errors
    /// It does not: it is away, hangs, or somebody else keeps it locked.
    pub async fn ping(&self) -> Result<(), StoreError> {
        let pong = bounded(async {
            let mut tx = self.write().await?;
            sqlx::query("SELECT 1").execute(&mut *tx).await?;
            Ok(tx.rollback().await?)
        })
        .await;
        METRICS.database_up.set(i64::from(pong.is_ok()));
        pong
    }

    /// Moves what is committed from SQLite's log into its file, for a moment when nobody taps.
    ///
    /// # Errors
    /// The database failed; the log is moved later, nothing is lost.
    pub async fn tidy(&self) -> Result<(), StoreError> {
        if self.dialect == Dialect::Sqlite {
            // By one that reads, so that nobody waits for it who writes.
            sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(&self.reader).await?;
        }
        Ok(())
    }

    /// Waits for open transactions and closes the files.
    pub async fn close(&self) {
        self.writer.close().await;
        self.reader.close().await;
    }

    /// A transaction that writes. It takes SQLite's only write lock at once, so that it cannot
    /// fail half-way for lack of it.
    pub(crate) async fn write(&self) -> Result<Tx, sqlx::Error> {
        self.writer
            .begin_with(match self.dialect {
                Dialect::Sqlite => "BEGIN IMMEDIATE",
                Dialect::Postgres => "BEGIN",
            })
            .await
    }

    /// A transaction that reads everything as it was at one moment.
    ///
    /// # Errors
    /// The database failed.
    pub async fn snapshot(&self) -> Result<Tx, StoreError> {
        let begin = match self.dialect {
            Dialect::Sqlite => "BEGIN",
            Dialect::Postgres => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        };
        Ok(self.reader.begin_with(begin).await?)
    }
}

/// Opens connections with these settings, all of them from the start: later, sockets may have taken
/// every file handle there is. With `writes`, connections to a PostgreSQL that only reads are not
/// used: a name that leads to a new primary may lead to a replica for a while, and whoever got
/// there would stay.
pub(crate) async fn open_pool(
    url: &Url,
    settings: &'static str,
    connections: u32,
    writes: bool,
) -> Result<AnyPool, sqlx::Error> {
    install_default_drivers();
    let options = AnyConnectOptions::from_str(url.as_str())?;
    // Once by itself: a pool only says that it waited for too long, not why.
    let first = async {
        let mut con = options.connect().await?;
        prepare(&mut con, settings, writes).await?;
        con.close().await
    };
    tokio::time::timeout(CALL_TIMEOUT, first).await.map_err(|_| sqlx::Error::PoolTimedOut)??;
    let mut pool = AnyPoolOptions::new()
        .min_connections(connections)
        .max_connections(connections)
        .acquire_timeout(CALL_TIMEOUT)
        // Whether a connection lives is asked when it is given back, and below when it is taken. The task that
        // would close old ones counts them as usize::MAX, and never ends, where one is taken while it is being given back
        // (sqlx-core 0.9.0, PoolInner::release: it is counted after it can be taken).
        .idle_timeout(None)
        .max_lifetime(None)
        .after_connect(move |con, _| Box::pin(prepare(con, settings, writes)))
        .test_before_acquire(false);
    pool = match writes {
        true => pool.before_acquire(|con, _| Box::pin(takes_writes(con))),
        false => pool.before_acquire(|con, used| {
            Box::pin(async move {
                // One that was in use just now was asked when it was given back.
                if used.idle_for >= IDLE {
                    con.ping().await?;
                }
                Ok(true)
            })
        }),
    };
    pool.connect_with(options).await
}

/// Makes a new connection ours, or refuses it.
async fn prepare(
    con: &mut AnyConnection,
    settings: &'static str,
    writes: bool,
) -> Result<(), sqlx::Error> {
    con.execute(settings).await?;
    if writes && !takes_writes(con).await? {
        // Whoever wants a connection connects again at once.
        tokio::time::sleep(READ_ONLY_PAUSE).await;
        let why = io::Error::new(io::ErrorKind::ReadOnlyFilesystem, "the database only reads");
        return Err(why.into());
    }
    Ok(())
}

/// Whether this connection to PostgreSQL can write: not on a replica, and not where the server was
/// told to only read, as providers do before a disk is full.
async fn takes_writes(con: &mut AnyConnection) -> Result<bool, sqlx::Error> {
    sqlx::query("SELECT current_setting('transaction_read_only') = 'off' AS writes")
        .fetch_one(con)
        .await?
        .try_get("writes")
}

/// Does something with the database, or gives up when it hangs. What was sent may still happen:
/// the outcome is unknown then, and everything that is called so can be called again.
pub(crate) async fn bounded<T>(
    call: impl Future<Output = Result<T, StoreError>>,
) -> Result<T, StoreError> {
    tokio::time::timeout(CALL_TIMEOUT, call).await.unwrap_or(Err(StoreError::Slow(CALL_TIMEOUT)))
}

/// The same for what takes longer the more rows it writes.
pub(crate) async fn bounded_for<T>(
    rows: usize,
    call: impl Future<Output = Result<T, StoreError>>,
) -> Result<T, StoreError> {
    let rows = u32::try_from(rows).unwrap_or(u32::MAX);
    let timeout = CALL_TIMEOUT + TIMEOUT_PER_ROW.saturating_mul(rows);
    tokio::time::timeout(timeout, call).await.unwrap_or(Err(StoreError::Slow(timeout)))
}

/// Rows in one statement, the largest first: a whole batch of the settler's. Few sizes, so that the
/// database has every statement prepared.
const SIZES: [usize; 6] = [500, 256, 64, 16, 4, 1];

/// Cuts a batch into parts of few sizes.
pub(crate) fn parts<T>(mut batch: &[T]) -> impl Iterator<Item = &[T]> {
    std::iter::from_fn(move || {
        let size = SIZES.into_iter().find(|size| *size <= batch.len())?;
        let (part, rest) = batch.split_at(size);
        batch = rest;
        Some(part)
    })
}

/// The places of `rows` rows of `columns` parameters, the first of a statement.
///
/// They have numbers for PostgreSQL alone. `SQLite` takes a number for a name, and goes through the
/// names from the start for each one that it reads or binds: thousands would take seconds.
pub(crate) fn values(tx: &Tx, rows: usize, columns: usize) -> String {
    places(rows, columns, (Dialect::of(tx) == Dialect::Postgres).then_some(1))
}

/// The places of `rows` rows of `columns` parameters: from a number on, such as `($1,$2),($3,$4)`,
/// or without, `(?,?),(?,?)`.
pub(crate) fn places(rows: usize, columns: usize, first: Option<usize>) -> String {
    let mut text = String::with_capacity(rows * (columns * 7 + 3));
    for row in 0..rows {
        text.push_str(if row == 0 { "(" } else { ",(" });
        for column in 0..columns {
            let comma = if column == 0 { "" } else { "," };
            // Writing to a string cannot fail.
            let _ = match first {
                Some(first) => write!(text, "{comma}${}", first + row * columns + column),
                None => write!(text, "{comma}?"),
            };
        }
        text.push(')');
    }
    text
}

/// Text of the database that should be one of our ids.
pub(crate) fn parse<T: FromStr>(text: &str) -> Result<T, sqlx::Error>
where
    T::Err: std::error::Error + Send + Sync + 'static,
{
    text.parse().map_err(|error| sqlx::Error::Decode(Box::new(error)))
}

/// Reads a column that holds one of our words.
///
/// # Errors
/// A word that this version does not know; the error names table, column and word.
pub(crate) fn read_word<T: FromStr<Err = UnknownWord>>(
    row: &AnyRow,
    table: &str,
    column: &str,
) -> Result<T, sqlx::Error> {
    word_of(row.try_get(column)?, table, column)
}

fn word_of<T: FromStr<Err = UnknownWord>>(
    word: &str,
    table: &str,
    column: &str,
) -> Result<T, sqlx::Error> {
    word.parse().map_err(|error| sqlx::Error::Decode(format!("{table}.{column}: {error}").into()))
}

/// `column IN ('…', …)`: a condition that names words of ours. Written out, because no partial
/// index is used for parameters.
pub(crate) fn one_of<T: Display>(column: &str, words: &[T]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    format!("{column} IN ({})", words.join(", "))
}

/// SQL has no unsigned numbers.
pub(crate) fn from_db(number: i64) -> Result<u64, sqlx::Error> {
    u64::try_from(number).map_err(|error| sqlx::Error::Decode(Box::new(error)))
}

/// A time as milliseconds.
pub(crate) fn ms(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

/// Milliseconds since 1970 fit for 292 million years.
pub(crate) fn to_db(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// A text in a pattern of `LIKE … ESCAPE '\'` that stands for nothing but itself.
pub(crate) fn literally(text: &str) -> String {
    let mut pattern = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern
}

#[cfg(test)]
mod tests {
    use quizrain_shared::api::{DeadLetterState, PayoutState};

    use super::*;

    #[test]
    fn parts_have_few_sizes_and_leave_nothing_out() {
        for length in [0, 1, 3, 4, 255, 256, 500, 1000] {
            let batch: Vec<usize> = (0..length).collect();
            let cut: Vec<&[usize]> = parts(&batch).collect();
            assert!(cut.iter().all(|part| SIZES.contains(&part.len())));
            assert_eq!(cut.concat(), batch);
        }
    }

    #[tokio::test]
    async fn whoever_waits_to_write_to_sqlite_keeps_no_reader_out() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("ledger");
        let sql = Sql::open_file(&path).await.unwrap();
        let other = Sql::open_file(&path).await.unwrap();
        let held = other.write().await.unwrap();
        let mut writers = tokio::task::JoinSet::new();
        for _ in 0..2 * SQLITE_READERS {
            let sql = sql.clone();
            writers.spawn(async move { sql.write().await.map(drop) });
        }
        // Each of the writers has its turn at a connection, or waits for one.
        while sql.writer.num_idle() > 0 {
            tokio::task::yield_now().await;
        }
        tokio::select! {
            read = sqlx::query("SELECT 1").execute(&sql.reader) => { read.unwrap(); }
            Some(early) = writers.join_next() => panic!("a writer did not wait: {early:?}"),
        }
        held.rollback().await.unwrap();
        while let Some(written) = writers.join_next().await {
            written.unwrap().unwrap();
        }
        let wrong = sqlx::query("CREATE TABLE wrong (x)").execute(&sql.reader).await;
        assert!(wrong.is_err(), "what reads does not write");
    }

    #[tokio::test]
    async fn what_a_statement_would_undo_is_in_memory_once_tables_are_up_to_date() {
        let dir = tempfile::tempdir().unwrap();
        let sql = Sql::open_file(&dir.path().join("ledger")).await.unwrap();
        let (store,): (i64,) =
            sqlx::query_as("PRAGMA temp_store").fetch_one(&sql.writer).await.unwrap();
        assert_eq!(store, 2, "MEMORY");
        let (sync,): (i64,) =
            sqlx::query_as("PRAGMA synchronous").fetch_one(&sql.writer).await.unwrap();
        assert_eq!(sync, 2, "FULL");
    }

    #[test]
    fn places_have_the_numbers_of_their_parameters_or_none() {
        assert_eq!(places(2, 2, Some(1)), "($1,$2),($3,$4)");
        assert_eq!(places(1, 3, Some(2)), "($2,$3,$4)");
        assert_eq!(places(2, 2, None), "(?,?),(?,?)");
    }

    #[test]
    fn a_word_of_another_version_is_named_with_its_place() {
        let error = word_of::<PayoutState>("lost", "payouts", "state").unwrap_err();
        assert!(error.to_string().ends_with("payouts.state: \"lost\" is no state of a payout"));
    }

    #[test]
    fn partial_indices_and_statements_name_the_same_words() {
        let payouts = include_str!("../../../migrations/0004_payouts.sql");
        for states in [&PayoutState::OPEN[..], &PayoutState::UNFINISHED] {
            let filter = format!("WHERE {};", one_of("state", states));
            assert!(payouts.contains(&filter), "no index has {filter}");
        }
        assert_eq!(payouts.matches(" IN (").count(), 2);
        let webhooks = include_str!("../../../migrations/0012_webhooks.sql");
        for states in [&PayoutState::OPEN[..], &PayoutState::UNFINISHED] {
            assert!(webhooks.contains(&format!("WHERE {};", one_of("state", states))));
        }
        let letters = include_str!("../../../migrations/0002_rains.sql");
        let named = |sql: &str, word: &str| sql.contains(&format!(" {word}"));
        let held = include_str!("../../../migrations/0024_payout_holds.sql");
        let is_named = |state: &PayoutState| {
            named(payouts, state.word()) || held.contains(&format!("'{state}'"))
        };
        assert!(PayoutState::ALL.iter().all(is_named));
        assert!(DeadLetterState::ALL.iter().all(|state| named(letters, state.word())));
    }
}
