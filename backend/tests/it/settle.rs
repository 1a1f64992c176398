//! From the stream into the ledger, also when the stream does not have it.

use quizrain_shared::phase::Kind;
use quizrain_shared::rain::RainPlan;
use sqlx::{Connection, Executor};

use crate::common::client::Client;
use crate::common::on::{On, on_both};
use crate::common::plan;
use crate::common::redis::TestRedis;
use crate::common::server::Server;

on_both!(
    what_the_stream_lost_is_settled_from_the_claims,
    a_claim_that_contradicts_the_sealed_list_is_not_credited,
    a_ledger_that_is_busy_until_after_the_rain_loses_nothing,
);

async fn what_the_stream_lost_is_settled_from_the_claims(on: On) {
    let redis = TestRedis::start().await;
    let server = Server::start_on(on, &["--redis-url", &redis.url(), "--allow-unsafe-redis"]);
    let hosted = server.create_game("How computers count");
    let mut host = Client::host(&server, &hosted).await;
    let mut players = Client::many(&server, &hosted, 0..5).await;
    host.open_rain(RainPlan { seconds: 10, ..plan("CNY", 500, 50) }).await;
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
    server.ledger_says("SELECT COUNT(*), SUM(amount) FROM settlements", "5|50").await;
    server.ledger_says("SELECT COUNT(*) FROM rains WHERE settled_ms IS NOT NULL", "1").await;
    for player in &mut players {
        assert!(player.credited().await.credited);
    }
}

async fn a_claim_that_contradicts_the_sealed_list_is_not_credited(on: On) {
    let redis = TestRedis::start().await;
    let server = Server::start_on(on, &["--redis-url", &redis.url(), "--allow-unsafe-redis"]);
    let hosted = server.create_game("How computers count");
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    host.open_rain(RainPlan { seconds: 30, ..plan("CNY", 500, 50) }).await;
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
    server.ledger_says("SELECT COUNT(*), SUM(amount) FROM settlements", &row).await;
    server.ledger_says("SELECT COUNT(*) FROM entries WHERE kind = 'settle'", "1").await;
}

async fn a_ledger_that_is_busy_until_after_the_rain_loses_nothing(on: On) {
    let server = Server::start_on(on, &[]);
    let hosted = server.create_game("How computers count");
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    let mut li = Client::seated(&server, &hosted, 2, "Li").await;
    host.open_rain(RainPlan { seconds: 5, ..plan("CNY", 500, 50) }).await;
    let (_, stage) = anna.rain().await;
    // Somebody else holds the only write lock from before the first catch until after the end.
    sqlx::any::install_default_drivers();
    let url = server.database_url();
    let mut lock = sqlx::AnyConnection::connect(url.as_str()).await.unwrap();
    let held = match on {
        On::Sqlite => "BEGIN IMMEDIATE",
        On::Postgres => "BEGIN; LOCK TABLE entries IN EXCLUSIVE MODE",
    };
    lock.execute(held).await.unwrap();
    anna.tap().await.unwrap();
    li.tap().await.unwrap();
    anna.until_ms(stage.closes_ms + 1000).await;
    lock.execute("ROLLBACK").await.unwrap();
    assert!(anna.credited().await.credited && li.credited().await.credited);
    server.ledger_says("SELECT COUNT(*), SUM(amount) FROM settlements", "2|20").await;
    server.ledger_says("SELECT COUNT(*) FROM rains WHERE settled_ms IS NOT NULL", "1").await;
}
