//! Redis loses a game, or its last moves: other games go on meanwhile, what was shown is shown again,
//! and what does not come back is over.

use std::time::{Duration, Instant};

use quizrain::store::redis::GameKeys;
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::rain::RainPlan;
use quizrain_shared::wire::Incident;
use redis::AsyncCommands;
use redis::aio::MultiplexedConnection;
use tokio::time::{sleep, timeout};

use super::{QUIZ, game_on_first};
use crate::common::client::Client;
use crate::common::durable::DurableRedis;
use crate::common::nodes::Nodes;
use crate::common::on::On;
use crate::common::plan;
use crate::common::postgres::{self, Database};
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
    let postgres = postgres::private();
    let (redis, database) = (DurableRedis::start().await, Database::on(&postgres));
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
    postgres.pause();
    let () = con.del(GameKeys(lost.game).state()).await.unwrap();
    break_lines(con, &GameKeys(played.game).events()).await;
    host.incidents(&[Incident::DatabaseAway]).await;
    bo.answer(0, 1).await;
    timeout(SOON, bo.stage(Kind::Revealed)).await.expect("the stage of another game");
    // The host who was let in before goes on with it.
    host.stage(Kind::Revealed).await;
    host.make(Move::ShowBoard).await;
    timeout(SOON, bo.stage(Kind::Board)).await.expect("the host's buttons");
    postgres.resume();
    assert_eq!(anna.closed().await, 4004);
    until("the game is not over", async || database.psql(LIVE) == ["1"]).await;
    host.stage(Kind::Board).await;
    host.incidents(&[]).await;
    host.make(Move::Ask).await;
    bo.stage(Kind::Asking).await;
}

#[tokio::test]
async fn a_redis_that_comes_back_with_a_game_goes_on_with_it() {
    let redis = DurableRedis::start().await;
    let server = Server::start_with(&["--redis-url", &redis.url()]);
    let hosted = server.create_game(QUIZ);
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    let mut host = Client::host(&server, &hosted).await;
    let (con, state) = (&mut redis.connection().await, GameKeys(hosted.game).state());
    let dump: Vec<u8> = redis::cmd("DUMP").arg(&state).query_async(con).await.unwrap();
    let () = con.del(&state).await.unwrap();
    until_logged(&server, "Redis does not know this game").await;
    let mut restore = redis::cmd("RESTORE");
    restore.arg(&state).arg(0).arg(dump).exec_async(con).await.unwrap();
    host.make(Move::Ask).await;
    anna.stage(Kind::Asking).await;
    assert_eq!(server.ledger(LIVE), ["1"]);
}

#[tokio::test]
async fn no_game_is_lost_where_another_node_deleted_its_keys() {
    let mut nodes = Nodes::start(On::Sqlite, 1, &["--redis-retention-hours", "0"]).await;
    nodes.add(&[]);
    let hosted = nodes.node(0).create_game(QUIZ);
    let mut anna = Client::seated(nodes.node(1), &hosted, 1, "Anna").await;
    let mut host = Client::host(nodes.node(0), &hosted).await;
    host.make(Move::End).await;
    host.stage(Kind::Ended).await;
    drop(host);
    assert_eq!(anna.closed().await, 4004);
    let log = nodes.node(1).log();
    assert!(!log.contains("Redis lost") && !log.contains("does not know"), "{log}");
}

#[tokio::test]
async fn a_rain_that_redis_forgot_to_show_is_not_closed_by_whoever_drives_next() {
    let slow = [("FAILPOINTS", "events.before_restate=return(4000)")];
    let nodes = Nodes::start_with_env(On::Sqlite, 1, &["--lease-ms", "1000"], &slow).await;
    let (hosted, epoch) = game_on_first(&nodes).await;
    let mut anna = Client::seated(nodes.node(0), &hosted, 1, "Anna").await;
    let mut host = Client::host(nodes.node(0), &hosted).await;
    let (con, keys) = (&mut nodes.connection().await, GameKeys(hosted.game));
    let before: Vec<(String, Vec<u8>)> = con.hgetall(keys.state()).await.unwrap();
    host.open_rain(RainPlan { seconds: 60, ..plan("CNY", 100, 10) }).await;
    let (_, stage) = anna.rain().await;
    anna.until_ms(stage.opens_ms).await;
    // As a replica does that takes over and heard of nothing since the lobby.
    let mut back = redis::pipe();
    back.atomic().del(keys.state()).hset_multiple(keys.state(), &before).del(keys.lease());
    let () = back.query_async(con).await.unwrap();
    nodes.driver_after(hosted.game, epoch).await;
    until("it is not shown again", async || {
        let seq: u64 = con.hget(keys.state(), "seq").await.unwrap();
        seq > stage.at.seq
    })
    .await;
    assert!(anna.tap().await.is_ok());
    let log = nodes.node(0).log();
    assert!(!log.contains("that no screen shows"), "{log}");
}
