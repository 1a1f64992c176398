//! The two databases that a ledger may be in. A test of the ledger takes one of them, and exists
//! twice: as `sqlite::name` and as `postgres::name`.

use quizrain::store::sql::Sql;
use tempfile::TempDir;

use super::postgres::Database;
use super::server::sqlite3;

/// Which database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum On {
    Sqlite,
    Postgres,
}

/// Makes tests of functions that take an [`On`]: each once on SQLite and once on PostgreSQL.
macro_rules! on_both {
    ($($name:ident),+ $(,)?) => {
        mod sqlite {
            $(#[tokio::test]
            async fn $name() {
                super::$name(crate::common::on::On::Sqlite).await;
            })+
        }
        mod postgres {
            $(#[tokio::test]
            async fn $name() {
                super::$name(crate::common::on::On::Postgres).await;
            })+
        }
    };
}
pub(crate) use on_both;

/// An empty database without a server; gone when dropped.
pub(crate) enum Place {
    Sqlite(TempDir),
    Postgres(Database),
}

impl Place {
    /// Makes one.
    pub(crate) fn new(on: On) -> Self {
        match on {
            On::Sqlite => Self::Sqlite(tempfile::tempdir().unwrap()),
            On::Postgres => Self::Postgres(Database::create()),
        }
    }

    /// Its address, for `--database-url`.
    pub(crate) fn url(&self) -> url::Url {
        match self {
            Self::Sqlite(dir) => Sql::url_of(&dir.path().join("quizrain.sqlite")).unwrap(),
            Self::Postgres(database) => database.url().parse().unwrap(),
        }
    }

    /// What psql or the sqlite3 program, which know nothing of our code, find there: rows with `|`
    /// between columns.
    pub(crate) fn ask(&self, sql: &str) -> Vec<String> {
        match self {
            Self::Sqlite(dir) => sqlite3(dir.path(), &["-readonly"], sql),
            Self::Postgres(database) => database.psql(sql),
        }
    }

    /// Has psql or the sqlite3 program write there.
    pub(crate) fn write(&self, sql: &str) {
        match self {
            Self::Sqlite(dir) => sqlite3(dir.path(), &["-cmd", ".timeout 10000"], sql),
            Self::Postgres(database) => database.psql(sql),
        };
    }

    /// A copy of it. Nobody may be connected to it now.
    pub(crate) fn copy(&self) -> Self {
        match self {
            Self::Sqlite(dir) => {
                let copy = tempfile::tempdir().unwrap();
                let name = "quizrain.sqlite";
                std::fs::copy(dir.path().join(name), copy.path().join(name)).unwrap();
                Self::Sqlite(copy)
            }
            Self::Postgres(database) => Self::Postgres(database.copy()),
        }
    }

    /// Opens it as the server does.
    pub(crate) async fn open(&self) -> Sql {
        Sql::open_url(&self.url()).await.unwrap()
    }
}
