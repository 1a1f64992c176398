//! News of packets that was published while a node did not listen: told from the ledger once it
//! listens again.

use quizrain::ledger::Claim;
use quizrain::store::redis::GameKeys;
use quizrain_shared::ids::{AccountId, RainId};
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::wire::{PacketState, ServerFrame};
use redis::AsyncCommands;
use redis::aio::MultiplexedConnection;

use super::nodes::account;
use crate::common::client::Client;
use crate::common::durable::DurableRedis;
use crate::common::plan;
use crate::common::seed::{Stores, now_ms, settle_now};
use crate::common::server::{HostRight, Server};

const SETTLED: &str = "SELECT COUNT(*) FROM settlements";

/// Redis takes this news for told.
async fn miss(con: &mut MultiplexedConnection, hosted: &HostRight, news: String) {
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

#[tokio::test]
async fn a_packet_that_the_ledger_refuted_is_told_as_void() {
    let redis = DurableRedis::start().await;
    let server = Server::start_with(&["--redis-url", &redis.url()]);
    let hosted = server.create_game("How computers count");
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    let mut ben = Client::seated(&server, &hosted, 2, "Ben").await;
    let (con, mut stores) = (&mut redis.connection().await, Stores::open(&server).await);
    let rain = stores.seed(con, &hosted, plan("CNY", 20, 2)).await;
    let first = ben.insist_on(rain.rain(), || rain.drop_now()).await.unwrap();
    // Somebody else has the other one, of which this life of Redis has not heard.
    let packets = stores.sql.packets(rain.rain()).await.unwrap();
    let packet = *packets.iter().find(|packet| packet.number != first.packet).unwrap();
    let claim = (AccountId([9; 16]), Claim { packet, at_ms: now_ms() });
    settle_now(&stores.sql, rain.rain(), &[claim]).await;
    let void = format!("void:{}:{}:{}", rain.rain(), packet.number, account(1));
    miss(con, &hosted, void).await;
    let caught = anna.insist_on(rain.rain(), || rain.drop_now()).await.unwrap();
    assert_eq!(caught.packet, packet.number);
    let refuted = "SELECT COUNT(*) FROM dead_letters WHERE state = 'refuted'";
    server.ledger_says(refuted, "1").await;
    break_lines(con).await;
    let update = anna.until(|frame| match frame {
        ServerFrame::Packet(news) if news.state == PacketState::Void => Some(news.caught.packet),
        _ => None,
    });
    assert_eq!(update.await, packet.number);
}
