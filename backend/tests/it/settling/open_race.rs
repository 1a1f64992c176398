//! A rain that is opened at the moment in which it is given up: what was caught in it is settled.

use quizrain::ledger::{Credit, Sealed};
use sqlx::{AnyConnection, Connection};

use super::books::Books;
use super::{Fixture, Ledger};
use crate::common::plan;
use crate::common::seed::now_ms;
use crate::common::server::DEADLINE;

/// The database holds the settler up between its look at the rain and its next word: only
/// PostgreSQL can, SQLite has one writer at a time and the statement is the same.
#[tokio::test]
async fn a_rain_that_opens_while_it_is_given_up_loses_nothing() {
    let mut fixture = Fixture::open(Ledger::postgres()).await;
    let url = fixture.ledger.url();
    let mut books = Books::open(&url).await;
    let (row, sealed) = fixture.stores.seal(&plan("CNY", 1000, 20), Credit::Unlimited).await;
    assert_eq!(sealed, Sealed::Done);
    let mut opener = AnyConnection::connect(&url).await.unwrap();
    let mut opening = opener.begin().await.unwrap();
    let held = format!("SELECT pot FROM rains WHERE rain = '{}' FOR UPDATE", row.rain);
    sqlx::query(sqlx::AssertSqlSafe(held)).execute(&mut *opening).await.unwrap();
    let (caught, (opens_ms, closes_ms)) = fixture.stores.catch_early(&fixture.con, &row, 10).await;

    // Only now: it may end a game by itself of which Redis knows nothing.
    let _server = fixture.start("");
    fixture.stores.sql.end_game(row.game, now_ms()).await.unwrap();
    let held_up = "SELECT COUNT(*) FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'";
    books.until(held_up, 1, DEADLINE).await;
    let window = format!(
        "UPDATE rains SET opens_ms = {opens_ms}, closes_ms = {closes_ms} WHERE rain = '{}'",
        row.rain
    );
    sqlx::query(sqlx::AssertSqlSafe(window)).execute(&mut *opening).await.unwrap();
    opening.commit().await.unwrap();

    fixture.stores.close(&mut fixture.con, &[caught.seeded]).await;
    books.settled().await;
    books.check(&caught).await;
}
