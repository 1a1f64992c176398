//! Raw inserts into a ledger table: what the settler of row K is compared with.
//!
//! The same rows into the same table with the same indexes, as many in a transaction as the settler
//! takes, in one statement each, over one connection with the product's own settings. No chain, no
//! look at the sealed list, no Redis, nothing that is told to anybody.

use std::fmt::Write;
use std::time::{Duration, Instant};

use quizrain::store::sql::Sql;
use quizrain_shared::ids::RainId;
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Executor};
use url::Url;

use crate::from_row::from_row;

/// Rows in a transaction: the settler's batch.
const BATCH: usize = 500;

const COLUMNS: [&str; 11] = [
    "book",
    "kind",
    "item",
    "link",
    "debit",
    "credit",
    "account",
    "amount",
    "currency",
    "caught_ms",
    "at_ms",
];

/// As the product sets them: every commit is on the disk before it is answered.
const SQLITE: &str = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
     PRAGMA foreign_keys = ON; PRAGMA wal_autocheckpoint = 16384; PRAGMA temp_store = MEMORY; \
     PRAGMA cache_size = -8192";
const POSTGRES: &str = "SET synchronous_commit = 'on'";

/// A row of the ledger, with all its columns.
#[derive(Clone, Debug)]
pub(crate) struct Settlement {
    book: String,
    kind: String,
    item: i64,
    link: i64,
    debit: String,
    credit: String,
    account: String,
    amount: i64,
    currency: String,
    caught_ms: i64,
    at_ms: i64,
}

from_row!(Settlement {
    book,
    kind,
    item,
    link,
    debit,
    credit,
    account,
    amount,
    currency,
    caught_ms,
    at_ms
});

/// What a ledger has settled of a rain, in the order in which it was caught.
pub(crate) async fn settlements(ledger: &Url, rain: RainId) -> anyhow::Result<Vec<Settlement>> {
    let mut con = AnyConnection::connect(ledger.as_str()).await?;
    let columns = COLUMNS.join(", ");
    let rows = sqlx::query_as(AssertSqlSafe(format!(
        "SELECT {columns} FROM entries WHERE book = $1 AND kind = 'settle' ORDER BY item"
    )));
    let rows = rows.bind(rain.to_string()).fetch_all(&mut con).await?;
    con.close().await?;
    Ok(rows)
}

/// An empty ledger, and the connection that fills it.
pub(crate) struct Table {
    con: AnyConnection,
    numbered: bool,
}

impl Table {
    /// The product makes its own tables in an empty database.
    pub(crate) async fn make(database: &Url) -> anyhow::Result<Self> {
        Sql::open_url(database).await?.close().await;
        let mut con = AnyConnection::connect(database.as_str()).await?;
        // `SQLite` is fast with places that have no number, and PostgreSQL has no other.
        let numbered = database.scheme() != "sqlite";
        con.execute(if numbered { POSTGRES } else { SQLITE }).await?;
        Ok(Self { con, numbered })
    }

    /// Inserts everything; how long that took.
    pub(crate) async fn fill(&mut self, rows: &[Settlement]) -> anyhow::Result<Duration> {
        let start = Instant::now();
        for batch in rows.chunks(BATCH) {
            let mut tx = self.con.begin().await?;
            let sql = insert(batch.len(), self.numbered);
            let mut insert = sqlx::query(AssertSqlSafe(sql));
            for row in batch {
                insert = insert
                    .bind(&row.book)
                    .bind(&row.kind)
                    .bind(row.item)
                    .bind(row.link)
                    .bind(&row.debit)
                    .bind(&row.credit)
                    .bind(&row.account)
                    .bind(row.amount)
                    .bind(&row.currency)
                    .bind(row.caught_ms)
                    .bind(row.at_ms);
            }
            insert.execute(&mut *tx).await?;
            tx.commit().await?;
        }
        let took = start.elapsed();
        let (count,): (i64,) =
            sqlx::query_as("SELECT COUNT(*) FROM entries").fetch_one(&mut self.con).await?;
        anyhow::ensure!(usize::try_from(count) == Ok(rows.len()), "{count} rows were inserted");
        Ok(took)
    }

    pub(crate) async fn close(self) -> anyhow::Result<()> {
        Ok(self.con.close().await?)
    }
}

/// The statement for so many rows.
fn insert(rows: usize, numbered: bool) -> String {
    let mut sql = format!("INSERT INTO entries ({}) VALUES ", COLUMNS.join(", "));
    for row in 0..rows {
        let first = row * COLUMNS.len() + 1;
        sql.push_str(if row == 0 { "(" } else { ",(" });
        for place in first..first + COLUMNS.len() {
            let comma = if place == first { "" } else { "," };
            // Writing to a string cannot fail.
            let _ = if numbered { write!(sql, "{comma}${place}") } else { write!(sql, "{comma}?") };
        }
        sql.push(')');
    }
    sql
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_has_a_place_for_each_column_of_each_row() {
        assert!(insert(2, false).ends_with("(?,?,?,?,?,?,?,?,?,?,?),(?,?,?,?,?,?,?,?,?,?,?)"));
        let sql = insert(2, true);
        assert!(sql.ends_with("$10,$11),($12,$13,$14,$15,$16,$17,$18,$19,$20,$21,$22)"), "{sql}");
    }
}
