//! The real program while the primary that holds a rain is lost, hands over, or gives the rain's
//! slot away: players get one packet each, and the ledger says the same.

use std::time::{Duration, Instant};

use quizrain::rain::calls::{self as rain, ShardRef};
use quizrain::redis_url::RedisUrl;
use quizrain::store::redis::{Connection, Redis};
use quizrain::store::shard::Shard;
use quizrain_shared::rain::RainPlan;
use quizrain_shared::wire::{
    PacketState, PacketUpdate, PlayerFrame, RainView, Refusal, ServerFrame, StageAt,
};
use quizrain_testkit::sentinel::Sentinel;

use quizrain::people::account_of;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection as _, SqliteConnection};

use crate::common::client::{Client, token};
use crate::common::cluster::TestCluster;
use crate::common::plan;
use crate::common::seed::Stores;
use crate::common::server::{DEADLINE, Server};

const HALF: usize = 5;

/// A rain of ten packets and ten players. Screens show it: whoever drives the game next, where the
/// lease was lost with the primary, lets it go on.
struct Scene {
    server: Server,
    con: Connection,
    _host: Client,
    players: Vec<Client>,
    rain: (RainView, StageAt),
    shard: ShardRef,
    caught: Vec<(u32, i64)>,
}

impl Scene {
    async fn open(url: &str, options: &[&str]) -> Self {
        let server = Server::start_with(&[&["--redis-url", url], options].concat());
        let hosted = server.create_game("How computers count");
        let mut players = Vec::new();
        for number in 0..2 * HALF as u64 {
            players.push(Client::seated(&server, &hosted, number, &format!("p{number}")).await);
        }
        let mut host = Client::host(&server, &hosted).await;
        // Longer than any primary takes to be replaced.
        host.open_rain(RainPlan { seconds: 60, ..plan("CNY", 100, 10) }).await;
        let rain = players[0].first_drop().await;
        let row = Stores::open(&server).await.sql.rain(rain.0.rain).await.unwrap().unwrap();
        let shard = ShardRef { rain: row.rain, incarnation: row.incarnation, shard: Shard::WHOLE };
        let con = Redis::connect(url.parse::<RedisUrl>().unwrap()).await.unwrap().connection();
        let caught = Vec::new();
        Self { server, con, _host: host, players, rain, shard, caught }
    }

    fn key(&self) -> String {
        self.shard.keys().meta()
    }

    async fn catch(&mut self, who: std::ops::Range<usize>) {
        for number in who {
            let caught = self.players[number].insist_on_rain(&self.rain).await.unwrap();
            self.caught.push((caught.packet, caught.amount.0));
        }
    }

    /// The other half catches what is left; whoever has a packet keeps it, and the ledger has it.
    async fn go_on(mut self, what: &str) {
        let since = Instant::now();
        self.catch(HALF..HALF + 1).await;
        println!("{what}: a claim is granted again after {} ms", since.elapsed().as_millis());
        self.catch(HALF + 1..2 * HALF).await;
        let mut packets: Vec<u32> = self.caught.iter().map(|(packet, _)| *packet).collect();
        packets.sort_unstable();
        assert_eq!(packets, (0..10).collect::<Vec<u32>>());
        let before = std::mem::take(&mut self.caught);
        self.catch(0..2 * HALF).await;
        assert_eq!(self.caught, before);
        let since = Instant::now();
        while self.server.sqlite("SELECT COUNT(*) FROM rains WHERE settled_ms IS NULL") != ["0"] {
            assert!(since.elapsed() < DEADLINE, "the rain is not settled");
            tokio::task::yield_now().await;
        }
        let sums = "SELECT COUNT(*), COUNT(DISTINCT account), SUM(amount) FROM settlements";
        assert_eq!(self.server.sqlite(sums), ["10|10|100"]);
        assert_eq!(self.server.sqlite("SELECT COUNT(*) FROM dead_letters"), ["0"]);
    }
}

#[tokio::test]
async fn sentinels_name_another_primary() {
    let mut redis = Sentinel::start(1).await.unwrap();
    let mut scene = Scene::open(&redis.url(), &[]).await;
    scene.catch(0..HALF).await;
    redis.kill_primary();
    scene.go_on("sentinels, kill -9").await;
}

#[tokio::test]
async fn a_primary_of_a_cluster_is_killed() {
    let mut redis = TestCluster::start_with_replicas().await;
    let mut scene = Scene::open(&redis.url(), &[]).await;
    scene.catch(0..HALF).await;
    let holder = redis.holder(&scene.key()).await;
    redis.kill(holder);
    scene.go_on("cluster, kill -9").await;
}

#[tokio::test]
async fn a_primary_of_a_cluster_hands_over_and_is_a_replica_then() {
    let redis = TestCluster::start_with_replicas().await;
    let mut scene = Scene::open(&redis.url(), &["--durability", "replicated"]).await;
    scene.catch(0..HALF).await;
    let holder = redis.holder(&scene.key()).await;
    redis.fail_over(holder).await;
    scene.go_on("cluster, handed over").await;
}

#[tokio::test]
async fn a_slot_moves_while_packets_are_caught() {
    let redis = TestCluster::start().await;
    let mut scene = Scene::open(&redis.url(), &[]).await;
    scene.catch(0..HALF).await;
    let (key, from) = (scene.key(), redis.holder(&scene.key()).await);
    let to = (from + 1) % 3;
    let asked = redis.said(from, "ASK").await;
    redis.move_keys(&key, from, to).await;
    // The server is sent on for one call at a time before it learns where the slot is now.
    let give = async {
        let since = Instant::now();
        while redis.said(from, "ASK").await == asked {
            assert!(since.elapsed() < DEADLINE, "nobody asked where the keys were");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let moved = redis.said(from, "MOVED").await;
        redis.give_slot(&key, from, to).await;
        moved
    };
    let ((), moved) = tokio::join!(scene.go_on("cluster, a slot moves"), give);
    assert!(redis.said(from, "MOVED").await > moved);
}

/// What only one Redis server has is not told, unless the ledger has it too.
#[tokio::test]
async fn without_its_replica_nobody_is_told_of_a_packet() {
    let redis = Sentinel::start(1).await.unwrap();
    let mut scene = Scene::open(&redis.primary_url(), &["--durability", "replicated"]).await;
    scene.catch(0..HALF).await;
    redis.pause_replicas();
    let rain = scene.rain.0.rain;
    let player = &mut scene.players[HALF];
    player.say_tap(&scene.rain).await;
    let refused = player
        .until(|frame| match frame {
            ServerFrame::Refused(why) => Some(why),
            ServerFrame::Packet(PacketUpdate { state: PacketState::Credited, .. }) => None,
            ServerFrame::Packet(_) => panic!("told: {frame:?}"),
            _ => None,
        })
        .await;
    assert_eq!(refused, Refusal::Unavailable);
    // Nor by a late tap, nor on the balance page, while the ledger does not have it.
    let file = SqliteConnectOptions::new().filename(scene.server.dir().join("quizrain.sqlite"));
    let mut lock = SqliteConnection::connect_with(&file).await.unwrap();
    sqlx::query("BEGIN IMMEDIATE").execute(&mut lock).await.unwrap();
    let player = &mut scene.players[HALF + 1];
    let drop = player.newest_drop(&scene.rain.1);
    for drop in [drop, u32::MAX, u32::MAX] {
        player.send(&PlayerFrame::Tap { rain, drop }).await;
        player
            .until(|frame| match frame {
                ServerFrame::Refused(Refusal::Unavailable) => Some(()),
                ServerFrame::Packet(_) | ServerFrame::Missed { .. } | ServerFrame::Refused(_) => {
                    panic!("told: {frame:?}")
                }
                _ => None,
            })
            .await;
    }
    let claims = &mut scene.con.clone();
    let account = account_of(&token(HALF as u64 + 1));
    assert!(rain::claims_of(claims, scene.shard.keys(), &[account]).await.unwrap()[0].is_some());
    let (_, balance) = scene.server.get("/api/balance", &token(HALF as u64 + 1).reveal());
    assert!(balance.contains("\"packets\":[]"), "{balance}");
    sqlx::query("ROLLBACK").execute(&mut lock).await.unwrap();
    redis.resume_replicas();
    scene.go_on("a replica comes back").await;
}
