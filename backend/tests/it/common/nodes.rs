//! Several real programs over one Redis and one database of a test's own: they are
//! killed one by one.

use std::time::{Duration, Instant};

use quizrain::store::redis::GameKeys;
use quizrain_shared::ids::GameId;
use redis::AsyncCommands;
use redis::aio::MultiplexedConnection;

use super::on::{On, Place};
use super::redis::TestRedis;
use super::server::{DEADLINE, Server};

/// The programs and what they share. They come first, so that they have ended when it goes.
pub(crate) struct Nodes {
    nodes: Vec<Server>,
    pub(crate) redis: TestRedis,
    place: Place,
}

impl Nodes {
    /// Starts so many nodes with these options.
    pub(crate) async fn start(on: On, count: usize, args: &[&str]) -> Self {
        let mut nodes = Self::over(TestRedis::start().await, on);
        for _ in 0..count {
            nodes.add(args);
        }
        nodes
    }

    /// No node yet, over this Redis.
    pub(crate) fn over(redis: TestRedis, on: On) -> Self {
        Self { nodes: Vec::new(), redis, place: Place::new(on) }
    }

    /// Starts one more; its number.
    pub(crate) fn add(&mut self, args: &[&str]) -> usize {
        let redis = self.redis.url();
        self.add_at(&redis, args)
    }

    /// Starts one more that reaches Redis at this address; its number.
    pub(crate) fn add_at(&mut self, redis: &str, args: &[&str]) -> usize {
        let database = self.place.url();
        let stores =
            ["--redis-url", redis, "--allow-unsafe-redis", "--database-url", database.as_str()];
        self.nodes.push(Server::start_with(&[&stores[..], args].concat()));
        self.nodes.len() - 1
    }

    /// One of them.
    pub(crate) fn node(&self, number: usize) -> &Server {
        &self.nodes[number]
    }

    /// `kill -9`.
    pub(crate) fn kill(&mut self, number: usize) {
        self.nodes[number].kill();
    }

    /// Asks it to end, and waits; how it ended.
    pub(crate) fn stop(&mut self, number: usize) -> std::process::ExitStatus {
        self.nodes[number].stop()
    }

    /// Starts it again, on another port.
    pub(crate) fn restart(&mut self, number: usize) {
        self.nodes[number].restart();
    }

    /// A connection of the test's own to Redis.
    pub(crate) async fn connection(&self) -> MultiplexedConnection {
        self.redis.connection().await
    }

    /// What psql or the sqlite3 program finds in the ledger: rows with `|` between columns.
    pub(crate) fn ledger(&self, sql: &str) -> Vec<String> {
        self.place.ask(sql)
    }

    /// Waits until the ledger has this answer.
    pub(crate) async fn ledger_says(&self, sql: &str, expected: &str) {
        let since = Instant::now();
        while self.ledger(sql) != [expected] {
            let found = self.ledger(sql);
            assert!(since.elapsed() < DEADLINE, "{sql}: {found:?} is not {expected}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Waits until one of them drives a game; which one, and in which epoch.
    pub(crate) async fn driver(&self, game: GameId) -> (usize, u64) {
        self.driver_after(game, 0).await
    }

    /// Waits until one of them drives a game in a newer epoch than this one.
    pub(crate) async fn driver_after(&self, game: GameId, epoch: u64) -> (usize, u64) {
        let mut con = self.connection().await;
        let since = Instant::now();
        loop {
            let newest: Option<u64> = con.hget(GameKeys(game).state(), "epoch").await.unwrap();
            let newest = newest.unwrap_or(0);
            let says = |node: &Server| {
                let named = format!("epoch={newest}");
                node.log().lines().any(|line| {
                    line.contains("driving the game")
                        && line.contains(&game.to_string())
                        && line.split_whitespace().any(|word| word == named)
                })
            };
            if let Some(number) = self.nodes.iter().position(says).filter(|_| newest > epoch) {
                return (number, newest);
            }
            assert!(since.elapsed() < DEADLINE, "nobody drives after epoch {epoch}");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}
