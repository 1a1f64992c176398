//! The ledger's database under faults: an `SQLite` file that somebody else locks, or a PostgreSQL
//! server of our own whose processes stand still.
//!
//! Called by `soak`.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use quizrain_testkit::postgres::Postgres;
use sqlx::AnyPool;
use sqlx::any::AnyPoolOptions;

/// How long our own queries wait for a connection.
const ACQUIRE: Duration = Duration::from_secs(30);

/// Which database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Which {
    /// The file in the data folder.
    Sqlite,
    /// A server of our own.
    Postgresql,
}

impl Which {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Sqlite => "sqlite",
            Self::Postgresql => "postgresql",
        }
    }
}

/// The database.
pub(super) enum Database {
    Sqlite(PathBuf),
    Postgresql(Arc<Postgres>),
}

impl Database {
    /// Makes one; that of `SQLite` is made by the back end in its data folder.
    pub(super) fn start(which: Which, data: &Path, logs: &Path) -> anyhow::Result<Self> {
        sqlx::any::install_default_drivers();
        match which {
            Which::Sqlite => Ok(Self::Sqlite(data.join("quizrain.sqlite"))),
            Which::Postgresql => {
                Ok(Self::Postgresql(Postgres::start(&[], Some(&logs.join("postgresql.log")))?))
            }
        }
    }

    /// Where it is.
    pub(super) fn url(&self) -> String {
        match self {
            Self::Sqlite(path) => format!("sqlite://{}?mode=rw", path.display()),
            Self::Postgresql(server) => server.url("postgres"),
        }
    }

    pub(super) fn is_sqlite(&self) -> bool {
        matches!(self, Self::Sqlite(_))
    }

    /// What the back end is told; nothing where it finds the database by itself: one that shares
    /// no file with others.
    pub(super) fn server_url(&self, shared: bool) -> Option<String> {
        match self {
            Self::Sqlite(path) => shared.then(|| format!("sqlite://{}", path.display())),
            Self::Postgresql(server) => Some(server.url("postgres")),
        }
    }

    /// A connection of our own.
    pub(super) async fn pool(&self) -> anyhow::Result<AnyPool> {
        let options = AnyPoolOptions::new().max_connections(1).acquire_timeout(ACQUIRE);
        options.connect(&self.url()).await.context("cannot open the ledger's database")
    }

    /// Nobody can write for so long.
    pub(super) async fn stand_still(&self, lasts: Duration) -> anyhow::Result<()> {
        match self {
            Self::Sqlite(_) => {
                let pool = self.pool().await?;
                let mut connection = pool.acquire().await?;
                sqlx::query("BEGIN EXCLUSIVE").execute(&mut *connection).await?;
                tokio::time::sleep(lasts).await;
                sqlx::query("ROLLBACK").execute(&mut *connection).await?;
                drop(connection);
                pool.close().await;
            }
            Self::Postgresql(server) => {
                server.pause();
                tokio::time::sleep(lasts).await;
                server.resume();
            }
        }
        Ok(())
    }

    /// Whatever stood still goes on.
    pub(super) fn go_on(&self) {
        if let Self::Postgresql(server) = self {
            server.resume();
        }
    }
}
