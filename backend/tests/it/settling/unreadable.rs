//! Rows that cannot be read hold up none of the others.

use std::time::{Duration, Instant};

use super::books::{Books, POLL};
use super::{Fixture, Ledger};
use crate::common::on::{On, on_both};
use crate::common::plan;
use crate::common::seed::Stores;
use crate::common::server::{DEADLINE, Server, program};

on_both!(rows_that_cannot_be_read_hold_up_no_other);

/// What a server skips of a list.
fn skipped(server: &Server, list: &str) -> Option<u32> {
    let name = format!("quizrain_unreadable_rows{{list=\"{list}\"}} ");
    let (_, text) = server.get("/metrics", "");
    text.lines().find_map(|line| line.strip_prefix(&name)?.parse().ok())
}

/// Waits until a server skips so many rows of a list.
async fn until_skipped(server: &Server, list: &str, expected: u32) {
    let since = Instant::now();
    while skipped(server, list) != Some(expected) {
        assert!(since.elapsed() < DEADLINE, "{list}: {:?}", skipped(server, list));
        tokio::time::sleep(POLL).await;
    }
}

/// What an audit says of what servers skip: table and name.
fn audited(ledger: &Ledger, redis: &str) -> Vec<String> {
    let (dir, url) = (tempfile::tempdir().unwrap(), ledger.url());
    let (dir, redis) = (dir.path().to_str().unwrap(), ["--redis-url", redis]);
    let stores = ["--data-dir", dir, "--database-url", &url, redis[0], redis[1]];
    let output = program().args(["audit", "--json"]).args(stores).output().unwrap();
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let mut rows: Vec<String> = report["violations"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|found| found["invariant"] == "I10")
        .map(|found| found["row"].as_str().unwrap().to_owned())
        .collect();
    rows.sort();
    rows
}

async fn rows_that_cannot_be_read_hold_up_no_other(on: On) {
    let ledger = match on {
        On::Sqlite => Ledger::sqlite(),
        On::Postgres => Ledger::postgres(),
    };
    let mut fixture = Fixture::open(ledger).await;
    let stores: &mut Stores = &mut fixture.stores;
    let bad = stores.catch(&fixture.con, plan("CNY", 1000, 10), 7).await;
    let good = stores.catch(&fixture.con, plan("CNY", 1000, 10), 7).await;
    let mut books = Books::open(&fixture.ledger.url()).await;
    // Of the first rain, and of a game whose quiz nobody can read; and one that ended long ago.
    let (live, over) = (stores.game().await, stores.game().await);
    stores.sql.end_game(over, 1).await.unwrap();
    books.write(&format!("UPDATE games SET body = '{{' WHERE game IN ('{live}', '{over}')")).await;
    let plan =
        books.text(&format!("SELECT plan FROM rains WHERE rain = '{}'", bad.seeded.rain())).await;
    let rain = bad.seeded.rain();
    books.write(&format!("UPDATE rains SET plan = '{{' WHERE rain = '{rain}'")).await;

    let (redis, ledger) = (fixture.redis.url(), &fixture.ledger);
    let server = Server::start_with(&[
        "--redis-url",
        &redis,
        "--allow-unsafe-redis",
        "--database-url",
        &ledger.url(),
    ]);
    fixture.stores.close(&mut fixture.con, &[good.seeded, bad.seeded]).await;
    let settled = format!(
        "SELECT COUNT(*) FROM rains WHERE rain = '{}' AND settled_ms > 0",
        good.seeded.rain()
    );
    books.until(&settled, 1, DEADLINE).await;
    books.check(&good).await;
    // Games are listed, made and played.
    server.create_game("How computers count");
    let mut expected = [format!("games {live}"), format!("games {over}"), format!("rains {rain}")];
    expected.sort();
    assert_eq!(audited(ledger, &redis), expected);
    until_skipped(&server, "unsettled_rains", 1).await;
    assert!(skipped(&server, "live_games") >= Some(1), "{}", server.log());
    assert_eq!(server.log().matches("failed to read a row").count(), 2, "{}", server.log());

    // Once it can be read, it is settled as if nothing had been.
    books.write(&format!("UPDATE rains SET plan = '{plan}' WHERE rain = '{rain}'")).await;
    books.settled().await;
    books.check(&bad).await;
    until_skipped(&server, "unsettled_rains", 0).await;
    let keys = fixture.stores.sql.games_with_keys(Duration::MAX.as_secs()).await.unwrap();
    assert!(keys.iter().all(|ended| ended.game != over), "its keys stay");
}
