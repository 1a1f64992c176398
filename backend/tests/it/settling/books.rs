//! Reads the books with statements of its own, and compares them with what was caught.

use std::time::{Duration, Instant};

use quizrain::ledger::{Chain, FIRST};
use sqlx::{AnyConnection, Connection, Row};

use crate::common::seed::Caught;
use crate::common::server::DEADLINE;

/// From one look to the next.
pub(crate) const POLL: Duration = Duration::from_millis(20);

/// A database, beside the server that uses it.
pub(crate) struct Books(AnyConnection);

impl Books {
    /// Opens a database that has the tables already.
    pub(crate) async fn open(url: &str) -> Self {
        sqlx::any::install_default_drivers();
        let mut con = AnyConnection::connect(url).await.unwrap();
        if url.starts_with("sqlite:") {
            sqlx::query("PRAGMA busy_timeout = 10000").execute(&mut con).await.unwrap();
        }
        Self(con)
    }

    /// A number.
    pub(crate) async fn number(&mut self, sql: &str) -> i64 {
        let row = sqlx::query(sqlx::AssertSqlSafe(sql)).fetch_one(&mut self.0).await;
        row.unwrap_or_else(|error| panic!("{sql}: {error}")).try_get(0).unwrap()
    }

    /// A text.
    pub(crate) async fn text(&mut self, sql: &str) -> String {
        let row = sqlx::query(sqlx::AssertSqlSafe(sql)).fetch_one(&mut self.0).await;
        row.unwrap_or_else(|error| panic!("{sql}: {error}")).try_get(0).unwrap()
    }

    /// Changes something.
    pub(crate) async fn write(&mut self, sql: &str) {
        let done = sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&mut self.0).await;
        done.unwrap_or_else(|error| panic!("{sql}: {error}"));
    }

    /// Waits until a number is there; how long it took.
    pub(crate) async fn until(&mut self, sql: &str, expected: i64, patience: Duration) -> Duration {
        let since = Instant::now();
        loop {
            let found = self.number(sql).await;
            if found == expected {
                return since.elapsed();
            }
            assert!(since.elapsed() < patience, "{sql}: {found} instead of {expected}");
            tokio::time::sleep(POLL).await;
        }
    }

    /// Waits until every rain is finished; gives up where none has been for a while, however many
    /// there are.
    pub(crate) async fn settled(&mut self) {
        let (mut left, mut since) = (i64::MAX, Instant::now());
        loop {
            let found = self.number("SELECT COUNT(*) FROM rains WHERE settled_ms IS NULL").await;
            if found == 0 {
                return;
            }
            if found < left {
                (left, since) = (found, Instant::now());
            }
            assert!(since.elapsed() < DEADLINE, "{found} rains are not settled");
            tokio::time::sleep(POLL).await;
        }
    }

    /// Every claim of a finished rain is settled exactly once, the rest went back, nothing was put
    /// aside, and the chain is whole.
    pub(crate) async fn check(&mut self, rain: &Caught) {
        self.check_settled(rain).await;
        let id = rain.seeded.rain();
        let dead_letters = format!("SELECT COUNT(*) FROM dead_letters WHERE rain = '{id}'");
        assert_eq!(self.number(&dead_letters).await, 0, "rain {id}");
        let open = format!("SELECT COUNT(*) FROM rains WHERE rain = '{id}' AND settled_ms IS NULL");
        assert_eq!(self.number(&open).await, 0, "rain {id}");
        let caught: i64 = rain.claims.iter().map(|(_, claim)| claim.packet.amount.0).sum();
        let moved = |kind: &str| {
            format!(
                "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM entries
                 WHERE book = '{id}' AND kind = '{kind}'"
            )
        };
        let sums =
            [("fund", rain.pot), ("expire", rain.pot - caught), ("return", rain.pot - caught)];
        for (kind, expected) in sums {
            assert_eq!(self.number(&moved(kind)).await, expected, "rain {id}: {kind}");
        }
        let returned = i64::from(rain.pot > caught);
        let expected = 1 + i64::try_from(rain.claims.len()).unwrap() + 2 * returned;
        let entries = format!("SELECT COUNT(*) FROM entries WHERE book = '{id}'");
        assert_eq!(self.number(&entries).await, expected, "rain {id}");
    }

    /// The settlements of a rain are these claims and no others, and the chain is whole.
    pub(crate) async fn check_settled(&mut self, rain: &Caught) {
        let id = rain.seeded.rain();
        let rows = sqlx::query(
            "SELECT packet, account, amount, currency, caught_ms FROM settlements WHERE rain = $1",
        )
        .bind(id.to_string())
        .fetch_all(&mut self.0)
        .await
        .unwrap();
        let mut found: Vec<(i64, String, i64, String, i64)> = rows
            .iter()
            .map(|row| (row.get(0), row.get(1), row.get(2), row.get(3), row.get(4)))
            .collect();
        let mut expected: Vec<_> = rain
            .claims
            .iter()
            .map(|(account, claim)| {
                let (packet, at_ms) = (i64::from(claim.packet.number), claim.at_ms);
                let at_ms = i64::try_from(at_ms).unwrap();
                (packet, account.to_string(), claim.packet.amount.0, "CNY".to_owned(), at_ms)
            })
            .collect();
        found.sort();
        expected.sort();
        assert!(found == expected, "rain {id}: {found:?}\ninstead of\n{expected:?}");
        self.check_chain(&id.to_string()).await;
    }

    /// Every entry of a book is in its chain, and every hash is that of the documented text.
    pub(crate) async fn check_chain(&mut self, book: &str) {
        let links: Vec<(i64, String, i64)> =
            sqlx::query_as("SELECT link, hash, entries FROM links WHERE book = $1 ORDER BY link")
                .bind(book)
                .fetch_all(&mut self.0)
                .await
                .unwrap();
        let rows = sqlx::query(
            "SELECT link, kind, item, debit, credit, account, amount, currency, caught_ms, at_ms
             FROM entries WHERE book = $1",
        )
        .bind(book)
        .fetch_all(&mut self.0)
        .await
        .unwrap();
        let mut rows: Vec<_> = rows
            .iter()
            .map(|row| (row.get::<i64, _>(0), row.get::<String, _>(1), row.get::<i64, _>(2), row))
            .collect();
        rows.sort_by(|a, b| (a.0, &a.1, a.2).cmp(&(b.0, &b.1, b.2)));
        let mut before = FIRST.to_owned();
        for (number, (link, hash, entries)) in (1..).zip(&links) {
            assert_eq!(*link, number, "book {book}");
            let mut chain = Chain::begin(book, number, &before);
            let mut counted = 0;
            for (_, kind, item, row) in rows.iter().filter(|row| row.0 == number) {
                let sides: (String, String) = (row.get(3), row.get(4));
                let account: Option<String> = row.get(5);
                let account = account.unwrap_or("-".to_owned());
                let (amount, currency): (i64, String) = (row.get(6), row.get(7));
                let caught_ms =
                    row.get::<Option<i64>, _>(8).map_or("-".to_owned(), |ms| ms.to_string());
                let at_ms: i64 = row.get(9);
                chain.add_line(&format!(
                    "{kind} {item} {} {} {account} {amount} {currency} {caught_ms} {at_ms}",
                    sides.0, sides.1
                ));
                counted += 1;
            }
            before = chain.end();
            assert_eq!((&before, counted), (hash, *entries), "book {book}, link {link}");
        }
        let linked: i64 = links.iter().map(|link| link.2).sum();
        assert_eq!(linked, i64::try_from(rows.len()).unwrap(), "book {book}");
        let head: (i64, String) = sqlx::query_as("SELECT link, hash FROM books WHERE book = $1")
            .bind(book)
            .fetch_one(&mut self.0)
            .await
            .unwrap();
        assert_eq!(head, (i64::try_from(links.len()).unwrap(), before), "book {book}");
    }
}
