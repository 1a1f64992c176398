//! A real cluster: each game and each rain lives in one slot, wherever that is.

use redis::AsyncCommands;

use super::story;
use crate::common::cluster::TestCluster;

#[tokio::test]
async fn games_and_rains_are_played_on_every_node_of_a_cluster() {
    let cluster = TestCluster::start().await;
    let mut con = cluster.connection().await;
    for number in 1..=6 {
        story::play(&mut con, number).await;
    }
    for mut node in cluster.nodes() {
        let keys: Vec<String> = node.keys("*").await.unwrap();
        for tag in ["{g:", "{r:"] {
            let here = keys.iter().filter(|key| key.starts_with(tag)).count();
            assert!(here > 0, "no {tag} key on a node: {keys:?}");
        }
    }
}
