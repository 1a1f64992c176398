//! A store that does not answer in time is told in the log: which one, for how long it was waited for, and once a
//! second however many ask.

use std::time::Instant;

use crate::common::durable::DurableRedis;
use crate::common::postgres::{self, Database};
use crate::common::server::{DEADLINE, Server};

const LINE: &str = "failed to ask a store; its clients are told to ask again";

/// The lines that tell of a store.
fn told(server: &Server) -> Vec<String> {
    server.log().lines().filter(|line| line.contains(LINE)).map(str::to_owned).collect()
}

/// How often it says that it was not told before.
fn untold(line: &str) -> u64 {
    let (_, rest) = line.split_once("untold=").unwrap();
    rest.split(' ').next().unwrap().parse().unwrap()
}

fn assert_names(line: &str, store: &str, limit_ms: u64) {
    let (store, limit_ms) = (format!("store=\"{store}\""), format!("limit_ms={limit_ms} "));
    assert!(line.contains(" WARN ") && line.contains(&store) && line.contains(&limit_ms), "{line}");
}

#[tokio::test]
async fn a_redis_that_stands_still_is_told_once_a_second_with_how_many_asked() {
    const MANY: u64 = 40;
    let redis = DurableRedis::start().await;
    let server = Server::start_with(&["--redis-url", &redis.url(), "--lease-ms", "60000"]);
    let hosted = server.create_game("How computers count");
    let path = format!("/api/games/{}", hosted.game);
    let ask = || assert_eq!(server.get(&path, &hosted.token.reveal()).0, 503);
    redis.pause();
    let since = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..MANY {
            scope.spawn(ask);
        }
    });
    let (lines, mut asked) = (told(&server).len(), MANY);
    assert!(lines > 0 && lines as u64 <= since.elapsed().as_secs() + 1, "{:?}", told(&server));
    while told(&server).len() == lines {
        assert!(since.elapsed() < DEADLINE);
        ask();
        asked += 1;
    }
    redis.resume();
    let lines = told(&server);
    assert_eq!(lines.len() as u64 + lines.iter().map(|line| untold(line)).sum::<u64>(), asked);
    lines.iter().for_each(|line| assert_names(line, "redis", 500));
}

#[tokio::test]
async fn a_database_that_stands_still_is_told_with_how_long_it_was_waited_for() {
    let postgres = postgres::private();
    let database = Database::on(&postgres);
    let server = Server::start_with(&["--database-url", &database.url()]);
    postgres.pause();
    let (status, _) = server.get("/api/games/0123456789abcdef", "0123456789abcdef0123456789abcdef");
    postgres.resume();
    assert_eq!(status, 503);
    assert_names(&told(&server)[0], "database", 5000);
}
