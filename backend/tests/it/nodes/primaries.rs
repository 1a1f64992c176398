//! The primary that holds a falling rain is killed, under a crowd spread over two nodes: what
//! players were told is in the ledger, or they were told that it is lost; where a replica must have
//! it before they are told, nothing is lost.

use quizrain::people::account_of;
use quizrain::store::redis::ShardKeys;
use quizrain::store::shard::Shard;
use quizrain_shared::ids::RainId;
use quizrain_shared::phase::Kind;
use quizrain_shared::rain::RainPlan;
use quizrain_testkit::sentinel::Sentinel;

use super::QUIZ;
use super::crowds::{check_with_losses, long_rain, settled};
use crate::common::client::{Client, token};
use crate::common::cluster::TestCluster;
use crate::common::crowd::{Crowd, Story};
use crate::common::nodes::Nodes;
use crate::common::on::On;
use crate::common::server::HostRight;

const PLAYERS: usize = 300;
const PACKETS: u32 = 200;

/// In how many shards on a cluster.
const SHARDS: u16 = 4;

struct Scene {
    nodes: Nodes,
    hosted: HostRight,
    crowd: Crowd,
}

impl Scene {
    /// Two nodes over this Redis, and a rain of which a part was caught.
    async fn in_mid_rain(redis: &str, args: &[&str]) -> Self {
        let nodes = Nodes::start_at(redis, On::Postgres, 2, args);
        let hosted = nodes.node(0).create_game(QUIZ);
        let mut host = Client::host(nodes.node(0), &hosted).await;
        let addresses = [nodes.node(0).as_ref(), nodes.node(1).as_ref()];
        let crowd = Crowd::gather(&addresses, hosted, PLAYERS);
        crowd.connected(PLAYERS).await;
        host.open_rain(RainPlan { seconds: 20, ..long_rain(PACKETS) }).await;
        for address in addresses {
            crowd.until_acknowledged_at(address, PLAYERS / 8).await;
        }
        Self { nodes, hosted, crowd }
    }

    /// Everybody has what they get and was told so; their stories, and how many packets were void.
    async fn end(self, what: &str) -> (Vec<Story>, usize) {
        // Nodes send everybody away where Redis is gone for too long.
        let paid = settled(&self.nodes, &self.hosted).await.len();
        Client::screen(self.nodes.node(1), &self.hosted).await.stage(Kind::RainDone).await;
        self.crowd.credited(paid).await;
        let stories = self.crowd.home().await;
        let (void, left) = check_with_losses(&self.nodes, &self.hosted, &stories, PACKETS).await;
        println!("{what}: of {PACKETS} packets {void} void, {left} returned");
        (stories, void)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_crowd_goes_on_at_another_primary() {
    let mut redis = Sentinel::start(1).await.unwrap();
    let scene = Scene::in_mid_rain(&redis.url(), &[]).await;
    redis.kill_primary();
    scene.end("local").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_void_where_a_replica_has_what_was_told() {
    // The one that takes over needs another one.
    let mut redis = Sentinel::start(2).await.unwrap();
    let scene = Scene::in_mid_rain(&redis.url(), &["--durability", "replicated"]).await;
    redis.kill_primary();
    let (_, void) = scene.end("replicated").await;
    assert_eq!(void, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rain_in_four_shards_outlives_a_primary_of_its_cluster() {
    let mut redis = TestCluster::start_with_replicas().await;
    let scene = Scene::in_mid_rain(&redis.url(), &["--shards", &SHARDS.to_string()]).await;
    let rain = scene.nodes.ledger("SELECT rain FROM rains").pop().unwrap();
    let mut holders = Vec::new();
    for shard in ShardKeys::of(rain.parse::<RainId>().unwrap(), SHARDS) {
        holders.push(redis.holder(&shard.meta()).await);
    }
    redis.kill(holders[0]);
    println!("shards on {holders:?}, of which {} is killed", holders[0]);
    let (stories, _) = scene.end("four shards").await;
    for story in stories {
        let shard = Shard::of_account(account_of(&token(story.number)), SHARDS);
        let own = |(packet, _): &(u32, i64)| Shard::of_packet(*packet, SHARDS) == shard;
        assert!(story.acknowledged.iter().chain(&story.void).all(own), "{story:?}");
    }
}
