//! Lines to Redis, on one server and on a cluster: channels are heard, keys of every slot are
//! read, and a line that fell silent says so.

use futures_util::future::join_all;
use quizrain::audit::ClaimReader;
use quizrain::events::{self, Event};
use quizrain::game::calls::{self as game, GameRef};
use quizrain::rain::calls::{ShardRef, replication_id_of};
use quizrain::redis_url::RedisUrl;
use quizrain::store::StoreError;
use quizrain::store::redis::{
    Connection, GAMES_CHANNEL, GameKeys, Redis, ReplicationId, ShardKeys, Subscriber,
};
use quizrain::store::shard::Shard;
use quizrain_shared::ids::{GameId, Incarnation, RainId};
use redis::RedisResult;
use redis::aio::MultiplexedConnection;

use crate::common::cluster::TestCluster;
use crate::common::durable::DurableRedis;
use crate::common::locked;
use crate::common::redis::{START_TIMEOUT, TestRedis};
use quizrain_shared::settings::Settings;

const GAMES: u8 = 12;

fn reference(number: u8) -> GameRef {
    GameRef { game: GameId([number; 8]), incarnation: Incarnation([number; 8]) }
}

async fn connect(url: &str) -> Redis {
    Redis::connect(url.parse::<RedisUrl>().unwrap()).await.unwrap()
}

/// A rain that nobody has opened.
fn rain(number: u8) -> ShardRef {
    ShardRef {
        rain: RainId([number; 8]),
        incarnation: Incarnation([number; 8]),
        shard: Shard::WHOLE,
    }
}

async fn replication_id(redis: &Redis, number: u8) -> Result<ReplicationId, StoreError> {
    replication_id_of(&mut redis.connection(), rain(number)).await
}

async fn hear(line: &mut Subscriber) -> (String, Vec<u8>) {
    let said = tokio::time::timeout(START_TIMEOUT, line.next()).await.expect("a message");
    let said = said.expect("an unbroken line");
    (said.channel, said.payload)
}

/// Every channel is heard and every game read, whatever its slot.
async fn games_are_heard_and_read(url: &str) {
    let redis = connect(url).await;
    let con = &mut redis.connection();
    let mut line = redis.subscriber().await.unwrap();
    line.subscribe(GAMES_CHANNEL).await.unwrap();
    for number in 0..GAMES {
        let game = reference(number);
        line.subscribe(&GameKeys(game.game).events()).await.unwrap();
        game::create(con, game, 1, 3, &Settings::default()).await.unwrap();
        game::configure(con, game, &locked(true)).await.unwrap();
        let (channel, payload) = hear(&mut line).await;
        assert_eq!(channel, GameKeys(game.game).events());
        assert_eq!(Event::parse(&payload), Some(Event::Lobby));
        events::publish_game(con, game.game).await.unwrap();
        let expected = (GAMES_CHANNEL.to_owned(), game.game.to_string().into_bytes());
        assert_eq!(hear(&mut line).await, expected);
    }
    // A channel that was left is not heard, and leaving it is no sign of trouble.
    line.unsubscribe(&GameKeys(reference(0).game).events()).await.unwrap();
    game::configure(con, reference(0), &locked(false)).await.unwrap();
    game::configure(con, reference(1), &locked(false)).await.unwrap();
    assert_eq!(hear(&mut line).await.0, GameKeys(reference(1).game).events());

    let ids: Vec<GameId> = (0..=GAMES + 1).map(|number| GameId([number; 8])).collect();
    // What is no state of a game fails alone.
    let broken = GameKeys(GameId([GAMES + 1; 8])).state();
    let () = redis::cmd("SET").arg(broken).arg("no state").query_async(con).await.unwrap();
    let positions = game::positions(con, &ids).await;
    let known = |number: u8| {
        positions[usize::from(number)].as_ref().map(|at| at.map(|at| (at.incarnation, at.seq)))
    };
    for number in 0..GAMES {
        assert_eq!(known(number).unwrap(), Some((Incarnation([number; 8]), 1)));
    }
    assert_eq!(known(GAMES).unwrap(), None);
    known(GAMES + 1).unwrap_err();

    let mut reader = ClaimReader::connect(url.parse::<RedisUrl>().unwrap()).await.unwrap();
    let shards: Vec<ShardKeys> = ShardKeys::of(RainId([1; 8]), u16::from(GAMES)).collect();
    assert_eq!(reader.incarnations(&shards).await.unwrap(), vec![None; usize::from(GAMES)]);
    assert!(reader.time_ms().await.unwrap().abs_diff(redis.time_ms().await.unwrap()) < 10_000);
}

#[tokio::test]
async fn on_one_server() {
    let server = TestRedis::start().await;
    games_are_heard_and_read(&server.url()).await;
    let redis = connect(&server.url()).await;
    let replication_ids =
        (replication_id(&redis, 1).await.unwrap(), replication_id(&redis, 2).await.unwrap());
    assert_eq!(replication_ids.0, replication_ids.1);
    assert_eq!(replication_ids.0.to_string().len(), 40, "{}", replication_ids.0);
}

#[tokio::test]
async fn on_a_cluster() {
    let cluster = TestCluster::start().await;
    games_are_heard_and_read(&cluster.url()).await;
    let redis = connect(&cluster.url()).await;
    let mut replication_ids = Vec::new();
    for number in 0..GAMES {
        replication_ids.push(replication_id(&redis, number).await.unwrap());
    }
    replication_ids.sort();
    replication_ids.dedup();
    assert_eq!(replication_ids.len(), 3, "a life for each primary: {replication_ids:?}");
}

/// While a line to a server breaks, no other server answers in its place.
#[tokio::test]
async fn the_life_of_a_server_is_never_another_ones() {
    let cluster = TestCluster::start().await;
    let redis = connect(&cluster.url()).await;
    let mut own = Vec::new();
    for number in 0..GAMES {
        own.push(replication_id(&redis, number).await.unwrap());
    }
    let mut nodes: Vec<_> = cluster.nodes().collect();
    for round in 0..60 {
        let mut kill = ::redis::cmd("CLIENT");
        kill.arg("KILL").arg("TYPE").arg("normal");
        let () = kill.query_async(&mut nodes[round % 3]).await.unwrap();
        let asked = (0..GAMES).map(|number| replication_id(&redis, number));
        for (number, found) in join_all(asked).await.into_iter().enumerate() {
            match found {
                Ok(found) => assert_eq!(found, own[number], "round {round}"),
                Err(error) => assert!(error.is_away(), "round {round}: {error}"),
            }
        }
    }
}

/// Connections that a server has had.
async fn connections(con: &mut MultiplexedConnection) -> u64 {
    let stats: String = ::redis::cmd("INFO").arg("stats").query_async(con).await.unwrap();
    let count = |line: &str| line.strip_prefix("total_connections_received:")?.parse().ok();
    stats.lines().find_map(count).unwrap()
}

async fn ping(con: &mut Connection) -> RedisResult<String> {
    ::redis::cmd("PING").query_async(con).await
}

#[tokio::test]
async fn work_with_long_replies_shares_a_few_lines_until_the_shared_line_has_another_wire() {
    let server = TestRedis::start().await;
    let redis = connect(&server.url()).await;
    let con = &mut server.connection().await;
    let before = connections(con).await;
    for _ in 0..20 {
        ping(&mut redis.slow().await.unwrap()).await.unwrap();
    }
    assert_eq!(connections(con).await - before, 1);
    let mut lines = Vec::new();
    for _ in 0..20 {
        lines.push(redis.slow().await.unwrap());
    }
    for line in &mut lines {
        ping(line).await.unwrap();
    }
    assert_eq!(connections(con).await - before, 8);
    drop(lines);

    let kill = &["KILL", "TYPE", "normal", "SKIPME", "yes"];
    let () = ::redis::cmd("CLIENT").arg(kill).query_async(con).await.unwrap();
    let back = async { while ping(&mut redis.connection()).await.is_err() {} };
    tokio::time::timeout(START_TIMEOUT, back).await.unwrap();
    ping(&mut redis.slow().await.unwrap()).await.unwrap();
}

#[tokio::test]
async fn a_line_that_breaks_or_falls_silent_ends() {
    let mut server = DurableRedis::start().await;
    let redis = connect(&server.url()).await;
    let mut frozen = redis.subscriber().await.unwrap();
    frozen.subscribe("somewhere").await.unwrap();
    server.pause();
    let end = tokio::time::timeout(START_TIMEOUT, frozen.next()).await.expect("an end");
    assert_eq!(end, None);
    server.resume();
    let mut killed = redis.subscriber().await.unwrap();
    killed.subscribe("somewhere").await.unwrap();
    let before = replication_id(&redis, 1).await.unwrap();
    server.kill();
    let end = tokio::time::timeout(START_TIMEOUT, killed.next()).await.expect("an end");
    assert_eq!(end, None);
    server.restart().await;
    let since = std::time::Instant::now();
    let after = loop {
        match replication_id(&redis, 1).await {
            Ok(replication_id) => break replication_id,
            Err(error) => assert!(since.elapsed() < START_TIMEOUT, "{error}"),
        }
    };
    assert_ne!(before, after);
}
