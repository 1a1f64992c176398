//! Two servers settle the same rains, and one is killed in the middle: the other finishes.

use std::time::{Duration, Instant};

use super::books::Books;
use super::{Fixture, Ledger};
use crate::common::plan;
use crate::common::server::DEADLINE;

/// Rains at the same time.
const RAINS: usize = 4;

/// Stream entries that were read and not acknowledged.
async fn pending(fixture: &mut Fixture, stream: &str) -> u64 {
    let mut command = redis::cmd("XPENDING");
    let said: redis::RedisResult<(u64, redis::Value, redis::Value, redis::Value)> =
        command.arg(stream).arg("settler").query_async(&mut fixture.con).await;
    // No group yet: nothing was read.
    said.map_or(0, |said| said.0)
}

#[tokio::test]
async fn what_a_killed_server_had_read_is_settled_by_another() {
    let mut fixture = Fixture::open(Ledger::postgres()).await;
    let mut rains = Vec::new();
    for _ in 0..RAINS {
        rains.push(fixture.stores.catch(&fixture.con, plan("CNY", 2000, 200), 120).await);
    }
    // One has read everything, holds the books, and does not come to an end.
    let mut slow = fixture.start("settle.before_commit=sleep(600000)");
    let since = Instant::now();
    for rain in &rains {
        let stream = format!("{{r:{}}}:stream", rain.seeded.rain());
        while pending(&mut fixture, &stream).await == 0 {
            assert!(since.elapsed() < DEADLINE, "{}", slow.log());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    let _other = fixture.start("");
    for rain in &mut rains {
        rain.more(&fixture.con, 30).await;
        fixture.stores.close(&mut fixture.con, &[rain.seeded]).await;
    }
    let mut books = Books::open(&fixture.ledger.url()).await;
    assert_eq!(books.number("SELECT COUNT(*) FROM settlements WHERE packet < 120").await, 0);
    slow.kill();
    let killed = Instant::now();
    books.settled().await;
    println!("settled {:?} after the kill", killed.elapsed());
    for rain in &rains {
        books.check(rain).await;
    }
}
