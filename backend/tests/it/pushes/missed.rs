//! News of packets that was published while a node did not listen: told from the ledger once it
//! listens again.

use quizrain::store::redis::GameKeys;
use quizrain_shared::ids::RainId;
use quizrain_shared::phase::{Kind, Move};
use redis::AsyncCommands;
use redis::aio::MultiplexedConnection;

use crate::common::client::Client;
use crate::common::durable::DurableRedis;
use crate::common::plan;
use crate::common::seed::Stores;
use crate::common::server::{Hosted, Server};

const SETTLED: &str = "SELECT COUNT(*) FROM settlements";

/// Redis takes this news for told.
async fn miss(con: &mut MultiplexedConnection, hosted: &Hosted, news: String) {
    let () = con.sadd(GameKeys(hosted.game).pushed(), news).await.unwrap();
}

async fn break_lines(con: &mut MultiplexedConnection) {
    redis::cmd("CLIENT").arg(&["KILL", "TYPE", "pubsub"]).exec_async(con).await.unwrap();
}

fn credited(rain: RainId, packet: u32) -> String {
    format!("credited:{rain}:{packet}")
}

#[tokio::test]
async fn a_credit_is_told_also_where_the_game_is_over() {
    let redis = DurableRedis::start().await;
    let server = Server::start_with(&["--redis-url", &redis.url()]);
    let hosted = server.create_game("How computers count");
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    let mut host = Client::host(&server, &hosted).await;
    let (con, mut stores) = (&mut redis.connection().await, Stores::open(&server).await);
    let rain = stores.seed(con, &hosted, plan("CNY", 10, 1)).await;
    miss(con, &hosted, credited(rain.rain(), 0)).await;
    let caught = anna.insist_on(rain.rain(), || rain.drop_now()).await.unwrap();
    server.ledger_says(SETTLED, "1").await;
    host.make(Move::End).await;
    anna.stage(Kind::Ended).await;
    server.ledger_says("SELECT COUNT(*) FROM games WHERE ended_ms IS NULL", "0").await;
    break_lines(con).await;
    assert_eq!(anna.credited().await.packet, caught.packet);
}
