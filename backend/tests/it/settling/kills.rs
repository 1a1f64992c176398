//! `kill -9` of the server and of Redis, at random moments while claims are settled: none is lost,
//! none is doubled, and the audit has nothing to say.

use std::time::Duration;

use super::Ledger;
use super::books::Books;
use crate::common::durable::DurableRedis;
use crate::common::plan;
use crate::common::property::{draw, seed};
use crate::common::seed::Stores;
use crate::common::server::{Server, run};

/// Claims that are caught before each kill.
const CLAIMS: u32 = 1000;

/// How often each test kills: ten times, or as often as `QUIZRAIN_TEST_KILLS` says.
fn kills() -> u32 {
    std::env::var("QUIZRAIN_TEST_KILLS").map_or(10, |kills| kills.parse().unwrap())
}

async fn kill_at_random(ledger: Ledger) {
    let mut chance = seed();
    let mut redis = DurableRedis::start().await;
    let mut stores = Stores::open_url(&ledger.url()).await;
    let url = ledger.url();
    let args = ["--redis-url", &redis.url(), "--database-url", &url];
    let mut server = Server::start_with(&args);
    let mut rains = Vec::new();
    let mut killed = [0, 0];
    for _ in 0..kills() {
        let con = redis.connection().await;
        let plan = plan("CNY", i64::from(CLAIMS) * 10, CLAIMS);
        let caught = stores.catch(&con, plan, CLAIMS as usize).await;
        // Some are closed before the kill, some after it.
        if draw(&mut chance, 2) == 0 {
            stores.close(&mut con.clone(), &[caught.seeded]).await;
        }
        rains.push(caught);
        tokio::time::sleep(Duration::from_millis(draw(&mut chance, 600))).await;
        let who = usize::from(draw(&mut chance, 3) == 0);
        killed[who] += 1;
        if who == 0 {
            server.kill();
            server.restart();
        } else {
            redis.kill();
            redis.restart().await;
        }
    }
    println!("killed the server {} times, Redis {} times", killed[0], killed[1]);
    let seeded: Vec<_> = rains.iter().map(|caught| caught.seeded).collect();
    stores.close(&mut redis.connection().await, &seeded).await;
    let mut books = Books::open(&url).await;
    books.settled().await;
    for caught in &rains {
        books.check(caught).await;
    }
    let audit = run(server.dir(), &[&args[..], &["audit"]].concat());
    assert!(audit.status.success(), "{}", String::from_utf8_lossy(&audit.stdout));
}

#[tokio::test]
async fn killed_at_random_nothing_is_lost_or_doubled_on_sqlite() {
    kill_at_random(Ledger::sqlite()).await;
}

#[tokio::test]
async fn killed_at_random_nothing_is_lost_or_doubled_on_postgres() {
    kill_at_random(Ledger::postgres()).await;
}
