//! From the stream into the ledger, also when the stream does not have it.

use std::time::Instant;

use quizrain_shared::phase::Kind;
use quizrain_shared::rain::RainPlan;
use sqlx::Connection;

use crate::common::client::Client;
use crate::common::plan;
use crate::common::redis::TestRedis;
use crate::common::server::{DEADLINE, Server};

/// Waits until the ledger has this answer.
async fn ledger(server: &Server, sql: &str, expected: &str) {
    let since = Instant::now();
    while server.sqlite(sql) != [expected] {
        assert!(since.elapsed() < DEADLINE, "{:?} is not {expected}", server.sqlite(sql));
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn what_the_stream_lost_is_settled_from_the_claims() {
    let redis = TestRedis::start().await;
    let server = Server::start_with(&["--redis-url", &redis.url(), "--allow-unsafe-redis"]);
    let hosted = server.create_game("How computers count");
    let mut host = Client::host(&server, &hosted).await;
    let mut players = Vec::new();
    for number in 0..5 {
        players.push(Client::seated(&server, &hosted, number, &format!("p{number}")).await);
    }
    host.open_rain(RainPlan { seconds: 5, ..plan("CNY", 500, 50) }).await;
    let (view, _) = players[0].rain().await;
    // The stream is deleted before everything in it was read, twice.
    let stream = format!("{{r:{}}}:stream", view.rain);
    let con = &mut redis.connection().await;
    for player in &mut players[..3] {
        player.tap().await.unwrap();
    }
    let _: () = redis::cmd("DEL").arg(&stream).query_async(con).await.unwrap();
    for player in &mut players[3..] {
        player.tap().await.unwrap();
    }
    let _: () = redis::cmd("DEL").arg(&stream).query_async(con).await.unwrap();
    players[0].stage(Kind::RainDone).await;
    ledger(&server, "SELECT COUNT(*), SUM(amount) FROM settlements", "5|50").await;
    ledger(&server, "SELECT COUNT(*) FROM rains WHERE settled_ms IS NOT NULL", "1").await;
    for player in &mut players {
        assert!(player.credited().await.credited);
    }
}

#[tokio::test]
async fn a_claim_that_contradicts_the_sealed_list_is_not_credited() {
    let redis = TestRedis::start().await;
    let server = Server::start_with(&["--redis-url", &redis.url(), "--allow-unsafe-redis"]);
    let hosted = server.create_game("How computers count");
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    host.open_rain(RainPlan { seconds: 5, ..plan("CNY", 500, 50) }).await;
    let (view, _) = anna.rain().await;
    let con = &mut redis.connection().await;
    let forged = [("99".repeat(16), "3:999999:1"), ("88".repeat(16), "77:10:1")];
    for (account, claim) in &forged {
        let _: () = redis::cmd("XADD")
            .arg(format!("{{r:{}}}:stream", view.rain))
            .arg("*")
            .arg(account)
            .arg(claim)
            .query_async(con)
            .await
            .unwrap();
    }
    let caught = anna.tap().await.unwrap();
    anna.credited().await;
    let row = format!("1|{}", caught.amount);
    ledger(&server, "SELECT COUNT(*), SUM(amount) FROM settlements", &row).await;
    ledger(&server, "SELECT COUNT(*) FROM entries WHERE kind = 'settle'", "1").await;
}

#[tokio::test]
async fn a_ledger_that_is_busy_until_after_the_rain_loses_nothing() {
    let server = Server::start();
    let hosted = server.create_game("How computers count");
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    let mut li = Client::seated(&server, &hosted, 2, "Li").await;
    host.open_rain(RainPlan { seconds: 5, ..plan("CNY", 500, 50) }).await;
    let (_, stage) = anna.rain().await;
    // Somebody else holds the only write lock from before the first catch until after the end.
    let file =
        sqlx::sqlite::SqliteConnectOptions::new().filename(server.dir().join("quizrain.sqlite"));
    let mut lock = sqlx::SqliteConnection::connect_with(&file).await.unwrap();
    sqlx::query("BEGIN IMMEDIATE").execute(&mut lock).await.unwrap();
    anna.tap().await.unwrap();
    li.tap().await.unwrap();
    anna.until_ms(stage.closes_ms + 1000).await;
    sqlx::query("ROLLBACK").execute(&mut lock).await.unwrap();
    assert!(anna.credited().await.credited && li.credited().await.credited);
    ledger(&server, "SELECT COUNT(*), SUM(amount) FROM settlements", "2|20").await;
    ledger(&server, "SELECT COUNT(*) FROM rains WHERE settled_ms IS NOT NULL", "1").await;
}
