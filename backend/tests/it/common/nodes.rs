//! Several real programs over one Redis and one database of a test's own: they are killed, stopped,
//! paused and started again one by one.

use std::time::{Duration, Instant};

use quizrain::store::redis::GameKeys;
use quizrain_shared::ids::GameId;
use redis::AsyncCommands;
use redis::aio::MultiplexedConnection;
use rustix::process::Signal;

use super::on::{On, Place};
use super::redis::TestRedis;
use super::server::{DEADLINE, Server};

/// The programs and what they share. They come first, so that they have ended when it goes.
pub(crate) struct Nodes {
    nodes: Vec<Server>,
    redis: Option<TestRedis>,
    redis_url: String,
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

    /// Starts so many nodes with these options and variables.
    pub(crate) async fn start_with_env(
        on: On,
        count: usize,
        args: &[&str],
        env: &[(&str, &str)],
    ) -> Self {
        let mut nodes = Self::over(TestRedis::start().await, on);
        let redis = nodes.redis_url.clone();
        for _ in 0..count {
            nodes.launch(&redis, args, env);
        }
        nodes
    }

    /// No node yet, over this Redis.
    pub(crate) fn over(redis: TestRedis, on: On) -> Self {
        let redis_url = redis.url();
        Self { nodes: Vec::new(), redis: Some(redis), redis_url, place: Place::new(on) }
    }

    /// Starts so many nodes with these options over somebody else's Redis.
    pub(crate) fn start_at(redis_url: &str, on: On, count: usize, args: &[&str]) -> Self {
        Self::start_at_with_env(redis_url, on, count, args, &[])
    }

    /// The same with these variables.
    pub(crate) fn start_at_with_env(
        redis_url: &str,
        on: On,
        count: usize,
        args: &[&str],
        env: &[(&str, &str)],
    ) -> Self {
        let redis_url = redis_url.to_owned();
        let mut nodes = Self {
            nodes: Vec::new(),
            redis: None,
            redis_url: redis_url.clone(),
            place: Place::new(on),
        };
        for _ in 0..count {
            nodes.launch(&redis_url, args, env);
        }
        nodes
    }

    /// The Redis that came with them.
    pub(crate) fn redis(&self) -> &TestRedis {
        self.redis.as_ref().expect("a Redis of their own")
    }

    /// Where their ledger is.
    pub(crate) fn database_url(&self) -> url::Url {
        self.place.url()
    }

    /// Starts one more; its number.
    pub(crate) fn add(&mut self, args: &[&str]) -> usize {
        let redis = self.redis_url.clone();
        self.add_at(&redis, args)
    }

    /// Starts one more that reaches Redis at this address; its number.
    pub(crate) fn add_at(&mut self, redis: &str, args: &[&str]) -> usize {
        self.launch(redis, args, &[])
    }

    /// Starts one more, as a user of Redis who has this name and password; its number.
    pub(crate) fn add_as(&mut self, user: &str, password: &str) -> usize {
        let redis = format!("{}?user={user}&pass={password}", self.redis_url);
        let database = self.place.url();
        let stores = ["--allow-unsafe-redis", "--database-url", database.as_str()];
        self.nodes.push(Server::start_with_env(&stores, &[("QUIZRAIN_REDIS_URL", &redis)]));
        self.nodes.len() - 1
    }

    fn launch(&mut self, redis: &str, args: &[&str], env: &[(&str, &str)]) -> usize {
        let database = self.place.url();
        let stores =
            ["--redis-url", redis, "--allow-unsafe-redis", "--database-url", database.as_str()];
        self.nodes.push(Server::start_with_env(&[&stores[..], args].concat(), env));
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

    /// Asks it to end.
    pub(crate) fn ask_to_end(&self, number: usize) {
        self.nodes[number].signal(Signal::TERM);
    }

    /// Asks it to end, and waits; how it ended.
    pub(crate) fn stop(&mut self, number: usize) -> std::process::ExitStatus {
        self.nodes[number].stop()
    }

    /// Stops it where it stands, as a machine that hangs.
    pub(crate) fn pause(&self, number: usize) {
        self.nodes[number].signal(Signal::STOP);
    }

    /// Lets it go on.
    pub(crate) fn resume(&self, number: usize) {
        self.nodes[number].signal(Signal::CONT);
    }

    /// Starts it again after it ended, on another port.
    pub(crate) fn restart(&mut self, number: usize) {
        self.nodes[number].restart();
    }

    /// A connection of the test's own to Redis.
    pub(crate) async fn connection(&self) -> MultiplexedConnection {
        self.redis().connection().await
    }

    /// Server time, in ms.
    pub(crate) async fn redis_ms(&self) -> u64 {
        let mut con = self.connection().await;
        let (seconds, micros): (u64, u64) = redis::cmd("TIME").query_async(&mut con).await.unwrap();
        seconds * 1000 + micros / 1000
    }

    /// Waits until every node hears all the others.
    pub(crate) async fn until_all_know(&self) {
        for number in 0..self.nodes.len() {
            self.until_heard(number, self.nodes.len() - 1).await;
        }
    }

    /// Waits until a node hears so many others.
    pub(crate) async fn until_heard(&self, number: usize, others: usize) {
        let heard = format!("quizrain_nodes_visible {others}");
        let since = Instant::now();
        while !self.nodes[number].get("/metrics", "").1.lines().any(|line| line == heard) {
            assert!(since.elapsed() < DEADLINE, "node {number} does not hear {others} others");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Waits until a node says that it can play.
    pub(crate) async fn until_ready(&self, number: usize) {
        let since = Instant::now();
        while self.nodes[number].get("/readyz", "") != (200, "redis up\ndatabase up\n".to_owned()) {
            assert!(since.elapsed() < DEADLINE, "it is not ready");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// What psql or the sqlite3 program finds in the ledger: rows with `|` between columns.
    pub(crate) fn ledger(&self, sql: &str) -> Vec<String> {
        self.place.ask(sql)
    }

    /// Has psql or the sqlite3 program write into the ledger behind the servers' backs.
    pub(crate) fn tamper(&self, sql: &str) {
        self.place.write(sql);
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

    /// The newest epoch in which a game was driven.
    pub(crate) async fn epoch(&self, game: GameId) -> u64 {
        let mut con = self.connection().await;
        let newest: Option<u64> = con.hget(GameKeys(game).state(), "epoch").await.unwrap();
        newest.unwrap_or(0)
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
