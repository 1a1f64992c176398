//! Redis loses a game, or its last moves: other games go on meanwhile, what was shown is shown again,
//! and what does not come back is over.

use std::time::{Duration, Instant};

use quizrain::store::redis::GameKeys;
use quizrain_shared::phase::{Kind, Move};
use redis::AsyncCommands;
use redis::aio::MultiplexedConnection;
use tokio::time::{sleep, timeout};

use super::QUIZ;
use crate::common::client::Client;
use crate::common::durable::DurableRedis;
use crate::common::postgres::Cluster;
use crate::common::server::{DEADLINE, Server};

const LIVE: &str = "SELECT COUNT(*) FROM games WHERE ended_ms IS NULL";

/// Sooner than the ten seconds for which a database that does not answer is waited for.
const SOON: Duration = Duration::from_secs(5);

async fn until(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let since = Instant::now();
    while !is_so().await {
        assert!(since.elapsed() < DEADLINE, "{what}");
        sleep(Duration::from_millis(5)).await;
    }
}

async fn until_logged(server: &Server, words: &str) {
    until(words, async || server.log().contains(words)).await;
}

/// Breaks the lines on which servers listen, and waits until one listens to this channel anew.
async fn break_lines(con: &mut MultiplexedConnection, channel: &str) {
    redis::cmd("CLIENT").arg(&["KILL", "TYPE", "pubsub"]).exec_async(con).await.unwrap();
    until("nobody listens", async || {
        let mut asked = redis::cmd("PUBSUB");
        let asked = asked.arg("SHARDNUMSUB").arg(channel);
        let (_, listeners): (String, u64) = asked.query_async(con).await.unwrap();
        listeners > 0
    })
    .await;
}

#[tokio::test]
async fn other_games_do_not_wait_for_the_ledger_that_a_lost_one_needs() {
    let cluster = Cluster::private();
    let (redis, database) = (DurableRedis::start().await, cluster.database());
    let stores = ["--redis-url", &redis.url(), "--database-url", &database.url()];
    let server = Server::start_with(&stores);
    let (lost, played) = (server.create_game(QUIZ), server.create_game(QUIZ));
    let mut anna = Client::seated(&server, &lost, 1, "Anna").await;
    let mut bo = Client::seated(&server, &played, 2, "Bo").await;
    let mut host = Client::host(&server, &played).await;
    let driven = format!("driving the game game={}", played.game);
    until_logged(&server, &driven).await;
    host.make(Move::Ask).await;
    bo.stage(Kind::Asking).await;

    let con = &mut redis.connection().await;
    cluster.halt();
    let () = con.del(GameKeys(lost.game).state()).await.unwrap();
    break_lines(con, &GameKeys(played.game).events()).await;
    bo.answer(0, 1).await;
    timeout(SOON, bo.stage(Kind::Revealed)).await.expect("the stage of another game");
    cluster.resume();
    assert_eq!(anna.closed().await, 4004);
    until("the game is not over", async || database.psql(LIVE) == ["1"]).await;
    host.make(Move::Ask).await;
    bo.stage(Kind::Asking).await;
}
