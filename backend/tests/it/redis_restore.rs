//! A Redis that comes back without its last writes, as a replica that took over does: what the
//! ledger knows and what players were told is put back before anybody grabs again.

use std::path::Path;
use std::process::Command;

use quizrain::rain::calls::replication_id_of;
use quizrain::redis_url::RedisUrl;
use quizrain::store::redis::Redis;
use quizrain_shared::phase::{Kind, Move};
use quizrain_shared::wire::ServerFrame;
use sqlx::Connection;

use crate::common::client::Client;
use crate::common::durable::DurableRedis;
use crate::common::plan;
use crate::common::seed::{Seeded, Stores, raise};
use crate::common::server::{DEADLINE, Server};

const HALF: u64 = 5;

fn copy(from: &Path, to: &Path) {
    let _ = std::fs::remove_dir_all(to);
    assert!(Command::new("cp").arg("-r").args([from, to]).status().unwrap().success());
}

/// A server whose players catch all packets of a rain; `HALF` of them before Redis loses it.
struct Scene {
    redis: DurableRedis,
    server: Server,
    stores: Stores,
    players: Vec<Client>,
    rain: Seeded,
    caught: Vec<(u32, i64)>,
}

impl Scene {
    /// Everybody sits; the rain is open, and Redis's file is kept as it is now.
    async fn open() -> Self {
        let redis = DurableRedis::start().await;
        let server = Server::start_with(&["--redis-url", &redis.url()]);
        let hosted = server.create_game("How computers count");
        let mut players = Vec::new();
        for number in 0..2 * HALF {
            players.push(Client::seated(&server, &hosted, number, &format!("p{number}")).await);
        }
        let mut stores = Stores::open(&server).await;
        let plan = plan("CNY", 100, 10);
        let rain = stores.seed(&redis.connection().await, &hosted, plan).await;
        // As the server does that opens a rain.
        let node = Redis::connect(redis.url().parse::<RedisUrl>().unwrap()).await.unwrap();
        let replication_id =
            replication_id_of(&mut node.connection(), rain.reference).await.unwrap();
        assert_eq!(raise(&stores.sql, rain.rain(), &replication_id).await.unwrap().number, 1);
        copy(&redis.dir().join("appendonlydir"), &redis.dir().join("kept"));
        Self { redis, server, stores, players, rain, caught: Vec::new() }
    }

    /// Some of the players catch a packet each.
    async fn catch(&mut self, who: std::ops::Range<u64>) {
        for number in who {
            let player = &mut self.players[usize::try_from(number).unwrap()];
            let caught = player.insist_on(self.rain.rain(), || self.rain.drop_now()).await.unwrap();
            self.caught.push((caught.packet, caught.amount.0));
        }
    }

    /// Redis dies, and comes back as it was before anybody caught anything.
    async fn lose(&mut self) {
        self.redis.kill();
        copy(&self.redis.dir().join("kept"), &self.redis.dir().join("appendonlydir"));
        self.redis.restart().await;
    }

    /// All packets are caught, each by one player; the ledger says the same in the end.
    async fn check(mut self) {
        let mut packets: Vec<u32> = self.caught.iter().map(|(packet, _)| *packet).collect();
        packets.sort_unstable();
        assert_eq!(packets, (0..10).collect::<Vec<u32>>());
        // Whoever has one keeps it.
        let before = std::mem::take(&mut self.caught);
        self.catch(0..2 * HALF).await;
        assert_eq!(self.caught, before);
        let con = &mut self.redis.connection().await;
        self.stores.settle(&self.server, con, &[self.rain]).await;
        let sums = "SELECT COUNT(*), COUNT(DISTINCT account), SUM(amount) FROM settlements";
        assert_eq!(self.server.sqlite(sums), ["10|10|100"]);
        assert_eq!(self.server.sqlite("SELECT COUNT(*) FROM dead_letters"), ["0"]);
    }
}

#[tokio::test]
async fn what_was_credited_is_not_granted_again() {
    let mut scene = Scene::open().await;
    scene.catch(0..HALF).await;
    for player in &mut scene.players[..usize::try_from(HALF).unwrap()] {
        player.credited().await;
    }
    scene.lose().await;
    scene.catch(HALF..2 * HALF).await;
    scene.check().await;
}

#[tokio::test]
async fn what_was_told_and_not_credited_yet_is_not_granted_again() {
    let mut scene = Scene::open().await;
    // The ledger is busy: nothing is credited.
    let file = scene.server.dir().join("quizrain.sqlite");
    let file = sqlx::sqlite::SqliteConnectOptions::new().filename(file);
    let mut lock = sqlx::SqliteConnection::connect_with(&file).await.unwrap();
    sqlx::query("BEGIN IMMEDIATE").execute(&mut lock).await.unwrap();
    scene.catch(0..HALF).await;
    scene.lose().await;
    // Whoever brings a server up to date that took over writes it down first.
    sqlx::query("ROLLBACK").execute(&mut lock).await.unwrap();
    scene.catch(HALF..2 * HALF).await;
    let since = std::time::Instant::now();
    while scene.server.sqlite("SELECT COUNT(*) FROM settlements") != ["10"] {
        assert!(since.elapsed() < DEADLINE, "the reconciler finds what the stream has not");
        tokio::task::yield_now().await;
    }
    scene.check().await;
}

#[tokio::test]
async fn scores_that_a_redis_lost_with_their_reveal_are_made_again() {
    let mut redis = DurableRedis::start().await;
    let server = Server::start_with(&["--redis-url", &redis.url()]);
    let hosted = server.create_game("How computers count");
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    // Somebody who does not answer, so that the question stays open.
    let _ben = Client::seated(&server, &hosted, 2, "Ben").await;
    host.make(Move::Ask).await;
    anna.stage(Kind::Asking).await;
    anna.answer(0, 0b0100).await;
    anna.until(|frame| matches!(frame, ServerFrame::Answered { .. }).then_some(())).await;
    let (file, copied) = (redis.dir().join("appendonlydir"), redis.dir().join("kept"));
    copy(&file, &copied);
    host.make(Move::Close).await;
    let outcome = anna.outcome().await;
    assert!(outcome.points > 0, "{outcome:?}");
    host.stage(Kind::Revealed).await;

    redis.kill();
    copy(&copied, &file);
    redis.restart().await;
    // The server shows what it has shown, also before it has told Redis.
    let since = std::time::Instant::now();
    let again = loop {
        let welcome = Client::player(&server, &hosted, 1).await.welcome().await;
        assert_eq!(welcome.stage.phase.kind, Kind::Revealed);
        if let Some(again) = welcome.you.unwrap().outcome {
            break again;
        }
        assert!(since.elapsed() < DEADLINE, "the scores are gone");
        tokio::task::yield_now().await;
    };
    assert_eq!(again, outcome);
}
