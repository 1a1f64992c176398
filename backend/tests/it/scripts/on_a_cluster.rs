//! A real cluster: each game and each rain lives in one slot, wherever that is.

use std::collections::BTreeSet;

use quizrain::ledger::Packet;
use quizrain::rain::calls::{self as rain, Loaded, Opened, ShardRef, Verdict};
use quizrain::store::redis::forget::forget_rain;
use quizrain::store::shard::Shard;
use redis::AsyncCommands;

use super::scene::{HOUR_MS, RAIN, account, claim_one, packets};
use super::whole_game;
use crate::common::cluster::TestCluster;

#[tokio::test]
async fn games_and_rains_are_played_on_every_node_of_a_cluster() {
    let cluster = TestCluster::start().await;
    let mut con = cluster.connection().await;
    for number in 1..=6 {
        whole_game::play(&mut con, number).await;
    }
    for mut node in cluster.nodes() {
        let keys: Vec<String> = node.keys("*").await.unwrap();
        for tag in ["{g:", "{r:"] {
            let here = keys.iter().filter(|key| key.starts_with(tag)).count();
            assert!(here > 0, "no {tag} key on a node: {keys:?}");
        }
    }
}

#[tokio::test]
async fn the_pots_of_one_rain_lie_on_every_node_and_go_with_it() {
    const SHARDS: u16 = 16;
    const PACKETS: u32 = 100;
    let cluster = TestCluster::start().await;
    let mut con = cluster.connection().await;
    let shards = Shard::all(SHARDS).map(|shard| ShardRef { shard, ..RAIN });
    let mut window = None;
    for shard in shards.clone() {
        let mut its: Vec<Packet> = packets(0, PACKETS);
        its.retain(|packet| Shard::of_packet(packet.number, SHARDS) == shard.shard);
        let loaded = rain::load(&con, shard, rain::OpenTo::Everyone, &its).await.unwrap();
        assert_eq!(loaded, Loaded::Length(its.len()));
        let share = shard.shard.share_of(PACKETS);
        let opened = match window {
            None => rain::open(&mut con, shard, share, 0, HOUR_MS).await,
            Some(window) => rain::open_like(&mut con, shard, share, window).await,
        };
        let Opened::Open { opens_ms, closes_ms } = opened.unwrap() else {
            panic!("{shard:?} does not open");
        };
        assert_eq!(*window.get_or_insert((opens_ms, closes_ms)), (opens_ms, closes_ms));
    }
    let mut caught = BTreeSet::new();
    for number in 0..300 {
        let shard = Shard::of_account(account(number), SHARDS);
        match claim_one(&mut con, ShardRef { shard, ..RAIN }, account(number)).await.unwrap() {
            Verdict::Caught { claim, new: true } => {
                assert_eq!(Shard::of_packet(claim.packet.number, SHARDS), shard);
                assert!(caught.insert(claim.packet.number));
            }
            other => assert_eq!(other, Verdict::SoldOut),
        }
    }
    let mut closed = (0, 0);
    for shard in shards {
        let (caught, left) = rain::close(&mut con, shard).await.unwrap().unwrap();
        assert_eq!(caught + left, shard.shard.share_of(PACKETS));
        closed = (closed.0 + caught, closed.1 + left);
    }
    assert_eq!(closed, (u32::try_from(caught.len()).unwrap(), PACKETS - closed.0));
    for mut node in cluster.nodes() {
        let keys: Vec<String> = node.keys("{r:*").await.unwrap();
        assert!(keys.iter().any(|key| key.ends_with(":meta")), "{keys:?}");
    }
    forget_rain(&mut con, RAIN.rain, SHARDS).await.unwrap();
    for mut node in cluster.nodes() {
        let keys: Vec<String> = node.keys("*").await.unwrap();
        assert_eq!(keys, Vec::<String>::new());
    }
}
