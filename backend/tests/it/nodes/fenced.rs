//! A settler and a primary that is lost: what only that primary had is not settled after its
//! replica granted the same packet to somebody who was told, and nothing is settled that no replica
//! has.

use std::time::{Duration, Instant};

use quizrain::store::redis::ShardKeys;
use quizrain_shared::rain::RainPlan;
use quizrain_shared::wire::{PacketState, ServerFrame};
use redis::aio::MultiplexedConnection;

use super::QUIZ;
use crate::common::client::Client;
use crate::common::nodes::Nodes;
use crate::common::on::On;
use crate::common::plan;
use crate::common::replicas::Replicas;
use crate::common::server::{DEADLINE, Server};

const SETTLED: &str = "SELECT COUNT(*) FROM settlements";

/// How late the replica is.
const LAG: Duration = Duration::from_millis(20);

/// How long a settler sits on what it has read.
const HOLDS: &str = "settler.holds=return(4000)";

fn one_packet() -> RainPlan {
    RainPlan { seconds: 60, ..plan("CNY", 100, 1) }
}

/// How many entries a settler has read and not acknowledged.
async fn read(con: &mut MultiplexedConnection, nodes: &Nodes) -> u64 {
    let rain = nodes.ledger("SELECT rain FROM rains").pop().expect("a rain");
    let [keys] = ShardKeys::of(rain.parse().unwrap(), 1).collect::<Vec<_>>()[..] else {
        panic!("one shard");
    };
    let mut pending = redis::cmd("XPENDING");
    let said: redis::RedisResult<(u64, redis::Value, redis::Value, redis::Value)> =
        pending.arg(keys.stream()).arg("settler").query_async(con).await;
    said.map_or(0, |said| said.0)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_lost_primary_said_is_not_settled_over_somebody_who_was_told() {
    let mut redis = Replicas::start(LAG).await;
    let args = ["--durability", "replicated"];
    let env = [("FAILPOINTS", HOLDS)];
    let nodes = Nodes::start_at_with_env(&redis.url(), On::Sqlite, 1, &args, &env);
    let hosted = nodes.node(0).create_game(QUIZ);
    let mut host = Client::host(nodes.node(0), &hosted).await;
    let mut anna = Client::seated(nodes.node(0), &hosted, 1, "Anna").await;
    let mut ben = Client::seated(nodes.node(0), &hosted, 2, "Ben").await;
    host.open_rain(one_packet()).await;
    let rain = anna.first_drop().await;
    redis.caught_up().await;

    // Her claim is on the primary alone, and read from there; she hears nothing of it.
    redis.hold_line();
    let mut con = redis.connection().await;
    // Once: what waits in her socket would be for the server that takes over.
    anna.say_tap(&rain).await;
    let since = Instant::now();
    while read(&mut con, &nodes).await == 0 {
        assert!(since.elapsed() < DEADLINE, "nobody reads: {}", nodes.node(0).log());
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    drop(anna);
    redis.lose_primary();
    redis.promote().await;
    let caught = ben.grab().await.unwrap();
    let update = ben.until(|frame| match frame {
        ServerFrame::Packet(news) if news.state != PacketState::Crediting => Some(news),
        _ => None,
    });
    let news = update.await;
    assert_eq!((news.state, news.caught.packet), (PacketState::Credited, caught.packet));
    assert_eq!(nodes.ledger("SELECT COUNT(*) FROM dead_letters"), ["0"]);
}

/// How often a settler has tried again.
fn tries(node: &Server) -> u64 {
    let (_, text) = node.get("/metrics", "");
    let line =
        text.lines().find_map(|line| line.strip_prefix("quizrain_settlement_retries_total "));
    line.expect("a count").parse().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_settled_that_no_replica_has() {
    let redis = Replicas::start(LAG).await;
    let nodes = Nodes::start_at(&redis.url(), On::Sqlite, 1, &["--durability", "replicated"]);
    let hosted = nodes.node(0).create_game(QUIZ);
    let mut host = Client::host(nodes.node(0), &hosted).await;
    let mut anna = Client::seated(nodes.node(0), &hosted, 1, "Anna").await;
    host.open_rain(one_packet()).await;
    let rain = anna.first_drop().await;
    redis.caught_up().await;
    redis.pause_replica();
    anna.say_tap(&rain).await;
    let since = Instant::now();
    while tries(nodes.node(0)) < 2 {
        assert_eq!(nodes.ledger(SETTLED), ["0"], "settled, and only one server has it");
        assert!(since.elapsed() < DEADLINE, "nobody tries: {}", nodes.node(0).log());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    redis.resume_replica();
    nodes.ledger_says(SETTLED, "1").await;
}
