//! Hundreds who come back with packets at the same time ask the stores in few calls.

use std::time::Instant;

use futures_util::future::join_all;
use quizrain_shared::rain::RainPlan;
use redis::aio::MultiplexedConnection;

use crate::common::client::Client;
use crate::common::durable::DurableRedis;
use crate::common::plan;
use crate::common::server::Server;

const PLAYERS: u64 = 200;

/// How many commands of these names Redis has run.
async fn commands(con: &mut MultiplexedConnection, names: &[&str]) -> u64 {
    let info: String = redis::cmd("INFO").arg("commandstats").query_async(con).await.unwrap();
    let calls = |name: &&str| {
        let line =
            info.lines().find_map(|line| line.strip_prefix(&format!("cmdstat_{name}:calls=")));
        line.map_or(0, |rest| rest.split(',').next().unwrap().parse::<u64>().unwrap())
    };
    names.iter().map(calls).sum()
}

/// How many calls a batcher has made.
fn calls(server: &Server, batch: &str) -> f64 {
    let (_, text) = server.get("/metrics", "");
    let name = format!("quizrain_batch_size_count{{batch=\"{batch}\"}} ");
    text.lines().find_map(|line| line.strip_prefix(&name)?.parse().ok()).unwrap_or(0.0)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_hundred_who_come_back_with_packets_cost_few_calls() {
    let redis = DurableRedis::start().await;
    let server = Server::start_with(&["--redis-url", &redis.url()]);
    let hosted = server.create_game("How computers count");
    let mut host = Client::host(&server, &hosted).await;
    let seated = (0..PLAYERS)
        .map(async |number| Client::seated(&server, &hosted, number, &format!("p{number}")).await);
    let mut players = join_all(seated).await;
    host.open_rain(RainPlan { seconds: 30, ..plan("CNY", 2000, 200) }).await;
    let caught =
        join_all(players.iter_mut().map(async |player| player.grab().await.unwrap().packet)).await;
    join_all(players.iter_mut().map(Client::credited)).await;

    let con = &mut redis.connection().await;
    let names = ["hmget", "hget", "hgetall", "evalsha", "eval"];
    let (before, ledger_calls_before) =
        (commands(con, &names).await, calls(&server, "packet_state"));
    let since = Instant::now();
    let back = (0..PLAYERS).map(async |number| {
        let mut player = Client::player(&server, &hosted, number).await;
        let shown = player.welcome().await.you.unwrap().caught.unwrap();
        (player, shown)
    });
    let back = join_all(back).await;
    let redis_calls = commands(con, &names).await - before;
    let ledger_calls = calls(&server, "packet_state") - ledger_calls_before;
    // What the server asks by itself, however many players there are.
    let idle = 20 * (since.elapsed().as_secs() + 1);
    let shown: Vec<_> = back.iter().map(|(_, caught)| caught.packet).collect();
    assert_eq!(shown, caught);
    join_all(back.into_iter().map(async |(mut player, shown)| player.shown_credited(shown).await))
        .await;
    println!("{PLAYERS} players: {redis_calls} calls of Redis, {ledger_calls} of the ledger");
    assert!(redis_calls <= PLAYERS + idle, "{redis_calls}");
    // Where the machine is slow to open sockets, many come alone.
    assert!(ledger_calls < PLAYERS as f64, "{ledger_calls}");
}
