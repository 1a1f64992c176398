//! A real PostgreSQL: one server for the test process, a database of its own for each test.

use std::path::Path;
use std::sync::Arc;

use quizrain_testkit::postgres;
pub(crate) use quizrain_testkit::postgres::Postgres;

/// A server that no other test uses, for tests that do it harm; it writes to the disk as
/// PostgreSQL does by default.
pub(crate) fn private() -> Arc<Postgres> {
    Postgres::start(&postgres::MANY_CONNECTIONS, None).unwrap()
}

/// A database of a test's own.
pub(crate) struct Database(postgres::Database);

impl Database {
    /// An empty database on the server that the tests share.
    pub(crate) fn create() -> Self {
        Self::on(&Postgres::shared().unwrap())
    }

    /// An empty database on this server.
    pub(crate) fn on(server: &Arc<Postgres>) -> Self {
        Self(server.database().unwrap())
    }

    /// A copy of it. Nobody may be connected to it now.
    pub(crate) fn copy(&self) -> Self {
        Self(self.0.copy().unwrap())
    }

    /// A file of all it has, made beside whoever uses it.
    pub(crate) fn dump(&self, file: &Path) {
        self.0.dump(file).unwrap();
    }

    /// A database that has what such a file has.
    pub(crate) fn restored(file: &Path) -> Self {
        let empty = Self::create();
        empty.0.restore(file).unwrap();
        empty
    }

    /// Its address, for `--database-url`.
    pub(crate) fn url(&self) -> String {
        self.0.url()
    }

    /// Its address over a line that begins at this port.
    pub(crate) fn url_over(&self, port: u16) -> String {
        self.0.url_over(port)
    }

    /// What it is called on its server.
    pub(crate) fn name(&self) -> &str {
        self.0.name()
    }

    /// What psql answers: rows with `|` between columns. The statement must succeed.
    pub(crate) fn psql(&self, sql: &str) -> Vec<String> {
        self.0.psql(sql).unwrap()
    }
}
