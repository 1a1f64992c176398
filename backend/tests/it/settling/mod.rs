//! Proofs of the settler and the ledger: whatever fails, every claim is settled exactly once.
//!
//! Real servers and a real Redis, on SQLite and on PostgreSQL. Rains are put straight into the
//! stores, and the books are read by statements of the tests' own.

mod books;
mod databases;
mod deposits;
mod disk_full;
mod failpoints;
mod fence;
mod kills;
mod migration;
mod money;
mod open_race;
mod outage;
mod poison;
mod rush;
mod stream_loss;
mod sums;
mod takeover;
mod unreadable;

use std::path::PathBuf;

use redis::aio::MultiplexedConnection;
use tempfile::TempDir;

use crate::common::postgres::Database;
use crate::common::redis::TestRedis;
use crate::common::seed::Stores;
use crate::common::server::Server;

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

/// Stores of a test's own, for one server or several.
struct Fixture {
    redis: TestRedis,
    con: MultiplexedConnection,
    ledger: Ledger,
    stores: Stores,
}

impl Fixture {
    async fn open(ledger: Ledger) -> Self {
        let redis = TestRedis::start().await;
        let con = redis.connection().await;
        let stores = match ledger.file() {
            Some(file) => Stores::open_file(&file).await,
            None => Stores::open_url(&ledger.url()).await,
        };
        Self { redis, con, ledger, stores }
    }

    /// Starts a server on these stores, with fail points that may end it at once.
    fn start(&self, points: &str) -> Server {
        let (redis, ledger) = (self.redis.url(), self.ledger.url());
        let args = ["--redis-url", &redis, "--allow-unsafe-redis", "--database-url", &ledger];
        Server::start_failing(&args, points)
    }
}

/// How often a test does what it does: once, or as often as `QUIZRAIN_TEST_ROUNDS` says.
fn rounds() -> usize {
    let rounds = std::env::var("QUIZRAIN_TEST_ROUNDS").ok();
    rounds.map_or(1, |rounds| rounds.parse().unwrap())
}
