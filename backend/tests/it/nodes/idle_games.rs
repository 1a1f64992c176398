//! Games in which nothing happens cost Redis few writes: signs of life are none, the leases of a
//! node are renewed together, and how players stand is said when it changes. Redis counts its
//! commands, and a library below it its syncs.

use std::time::{Duration, Instant};

use quizrain::store::redis::GameKeys;
use quizrain_shared::phase::{Kind, Move};
use redis::AsyncCommands;
use redis::aio::MultiplexedConnection;

use super::QUIZ;
use crate::common::client::Client;
use crate::common::cluster::TestCluster;
use crate::common::durable::DurableRedis;
use crate::common::nodes::Nodes;
use crate::common::on::On;
use crate::common::server::DEADLINE;

/// How many games: 50, or another number for whoever wants to know.
fn many() -> usize {
    std::env::var("QUIZRAIN_TEST_GAMES").map_or(50, |games| games.parse().unwrap())
}

const FEW: usize = 10;

/// How many times each lease is renewed while it is counted: for longer than a node that says
/// nothing is taken for alive.
const ROUNDS: usize = 3;

/// Renewed every three seconds, and not lost where the machine stands still for a while.
const LEASE: [&str; 2] = ["--lease-ms", "9000"];

/// The servers of a Redis, and how often they ran a command since they were asked to count.
struct Counted(Vec<MultiplexedConnection>);

impl Counted {
    async fn since_now(mut servers: Vec<MultiplexedConnection>) -> Self {
        for server in &mut servers {
            redis::cmd("CONFIG").arg("RESETSTAT").exec_async(server).await.unwrap();
        }
        Self(servers)
    }

    async fn calls(&mut self, command: &str) -> usize {
        let mut calls = 0;
        for server in &mut self.0 {
            let mut info = redis::cmd("INFO");
            let info: String = info.arg("commandstats").query_async(server).await.unwrap();
            let count = |line: &str| {
                let (name, rest) = line.strip_prefix("cmdstat_")?.split_once(":calls=")?;
                (name == command).then(|| rest.split(',').next()?.parse::<usize>().ok())?
            };
            calls += info.lines().find_map(count).unwrap_or(0);
        }
        calls
    }

    /// Waits until a command was run so many times.
    async fn until(&mut self, command: &str, calls: usize) {
        let since = Instant::now();
        while self.calls(command).await < calls {
            assert!(since.elapsed() < DEADLINE, "{command} is not called any more");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

/// Makes so many games and waits until each is driven.
async fn games(nodes: &Nodes, count: usize) {
    for game in 0..count {
        nodes.node(game % 2).create_game(QUIZ);
    }
    let since = Instant::now();
    while driven(nodes) < count {
        assert!(since.elapsed() < DEADLINE, "only {} games are driven", driven(nodes));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// How often a node began to drive a game.
fn driven(nodes: &Nodes) -> usize {
    let begun = |number| nodes.node(number).log().matches("driving the game").count();
    begun(0) + begun(1)
}

#[tokio::test]
async fn games_in_which_nothing_happens_cost_few_writes() {
    // The library counts; nothing is slowed down.
    let redis = DurableRedis::start_slow("always", Duration::ZERO).await;
    let nodes = Nodes::start_at(&redis.url(), On::Postgres, 2, &LEASE);
    nodes.until_all_know().await;
    let many = many();
    games(&nodes, many).await;
    let mut counted = Counted::since_now(vec![redis.connection().await]).await;
    let (syncs, since) = (redis.syncs(), Instant::now());
    counted.until("set", many * ROUNDS).await;
    let syncs = redis.syncs() - syncs;
    println!("{many} games: {syncs} syncs for {ROUNDS} renewals of each in {:?}", since.elapsed());
    // Redis reads a call in a few parts, with a sync for each.
    let most = 2 * 4 * ROUNDS + many * ROUNDS / 16;
    assert!(usize::try_from(syncs).unwrap() < most, "{syncs} syncs");
    assert_eq!(counted.calls("hset").await, 0, "something was written that did not change");
    assert!(counted.calls("spublish").await >= ROUNDS);
    assert_eq!(driven(&nodes), many, "a lease was lost");
    nodes.until_all_know().await;
}

#[tokio::test]
async fn nodes_hear_each_other_over_a_cluster() {
    let cluster = TestCluster::start().await;
    let mut nodes = Nodes::start_at(&cluster.url(), On::Postgres, 2, &LEASE);
    nodes.until_all_know().await;
    games(&nodes, FEW).await;
    let mut counted = Counted::since_now(cluster.nodes().collect()).await;
    counted.until("set", FEW * ROUNDS).await;
    assert_eq!(counted.calls("hset").await, 0);
    assert_eq!(driven(&nodes), FEW, "a lease was lost");
    nodes.until_all_know().await;
    nodes.kill(1);
    nodes.until_heard(0, 0).await;
}

#[tokio::test]
async fn how_players_stand_is_said_when_it_changes() {
    let nodes = Nodes::start(On::Postgres, 2, &[]).await;
    nodes.until_all_know().await;
    let hosted = nodes.node(0).create_game(QUIZ);
    let mut host = Client::host(nodes.node(0), &hosted).await;
    let mut anna = Client::seated(nodes.node(0), &hosted, 1, "Anna").await;
    let mut li = Client::seated(nodes.node(1), &hosted, 2, "Li").await;
    host.make(Move::Ask).await;
    host.stage(Kind::Asking).await;
    let (mut con, key) = (nodes.connection().await, GameKeys(hosted.game).present());
    let both = async |con: &mut MultiplexedConnection| {
        let since = Instant::now();
        while con.hlen::<_, usize>(&key).await.unwrap() < 2 {
            assert!(since.elapsed() < DEADLINE, "not both nodes have said who is there");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    both(&mut con).await;
    let mut counted = Counted::since_now(vec![nodes.connection().await]).await;
    // The driver looks four times a second, and the other one once.
    counted.until("hgetall", 12).await;
    assert_eq!(counted.calls("hset").await, 0, "something was said that did not change");
    // What Redis has lost is said again.
    let () = con.del(&key).await.unwrap();
    both(&mut con).await;
    anna.stage(Kind::Asking).await;
    anna.answer(0, 1).await;
    li.stage(Kind::Asking).await;
    li.answer(0, 1).await;
    host.stage(Kind::Revealed).await;
}
