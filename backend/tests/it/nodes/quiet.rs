//! Games in which nothing happens cost Redis few writes: signs of life are none, and the leases of
//! a node are renewed together. Redis counts its commands, and a library below it its syncs.

use std::time::{Duration, Instant};

use redis::aio::MultiplexedConnection;

use super::QUIZ;
use crate::common::durable::DurableRedis;
use crate::common::nodes::Nodes;
use crate::common::on::On;
use crate::common::server::DEADLINE;

const GAMES: usize = 50;

/// How many times each lease is renewed while it is counted.
const ROUNDS: usize = 4;

/// How often Redis ran each command since it counts.
async fn calls(con: &mut MultiplexedConnection) -> Vec<(String, usize)> {
    let info: String = redis::cmd("INFO").arg("commandstats").query_async(con).await.unwrap();
    let line = |line: &str| {
        let (name, rest) = line.strip_prefix("cmdstat_")?.split_once(":calls=")?;
        Some((name.to_owned(), rest.split(',').next()?.parse().ok()?))
    };
    info.lines().filter_map(line).collect()
}

fn of(calls: &[(String, usize)], command: &str) -> usize {
    calls.iter().find(|(name, _)| name == command).map_or(0, |(_, count)| *count)
}

#[tokio::test]
async fn games_in_which_nothing_happens_cost_few_writes() {
    // The library counts; nothing is slowed down.
    let redis = DurableRedis::start_slow("always", Duration::ZERO).await;
    let nodes = Nodes::start_at(&redis.url(), On::Postgres, 2, &[]);
    let mut con = redis.connection().await;
    for game in 0..GAMES {
        nodes.node(game % 2).create_game(QUIZ);
    }
    let driven = |nodes: &Nodes| -> usize {
        let count = |number| nodes.node(number).log().matches("driving the game").count();
        count(0) + count(1)
    };
    let since = Instant::now();
    while driven(&nodes) < GAMES {
        assert!(since.elapsed() < DEADLINE, "{} games are driven", driven(&nodes));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    // Leases that were taken one after the other are renewed together from here on.
    let counted = async |con: &mut MultiplexedConnection| {
        let () = redis::cmd("CONFIG").arg("RESETSTAT").query_async(con).await.unwrap();
        let (syncs, since) = (redis.syncs(), Instant::now());
        loop {
            let calls = calls(con).await;
            if of(&calls, "set") >= GAMES * ROUNDS {
                return (calls, redis.syncs() - syncs, since.elapsed());
            }
            assert!(since.elapsed() < DEADLINE, "{calls:?}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let (calls, syncs, took) = counted(&mut con).await;
    println!("{syncs} syncs for {} renewals in {took:?}: {calls:?}", of(&calls, "set"));
    assert_eq!(driven(&nodes), GAMES, "no lease was lost");
    let calls_to_redis = 2 * (ROUNDS + 1);
    // A call is read in a few parts, with a sync for each.
    assert!(usize::try_from(syncs).unwrap() < 4 * calls_to_redis, "{syncs} syncs");
}
