//! A primary, a replica that follows it over a slow line, and an address that leads to whichever of
//! them takes writes, as a hosted Redis has it.
//!
//! Called by tests that lose what the replica did not have yet. Dropping it ends all of them.

use std::time::Duration;

use quizrain_testkit::proxy::{End, Line, Proxy};
use quizrain_testkit::redis::Redis;
use quizrain_testkit::role::until_replicas;
use redis::aio::MultiplexedConnection;
use tempfile::TempDir;

use super::redis::connect;
use super::server::DEADLINE;

/// The servers come first, so that they have ended when their folder goes.
pub(crate) struct Replicas {
    primary: Redis,
    replica: Redis,
    spare: Redis,
    line: Option<Proxy>,
    address: Proxy,
    _dir: TempDir,
}

/// Starts a server that keeps what it is told, and is a replica of whoever listens on a port.
async fn server(dir: &TempDir, of: Option<u16>) -> Redis {
    Redis::start_at_port(dir.path(), |launch| {
        let launch = launch.durable().with(["--repl-diskless-sync", "no"]);
        match of {
            Some(port) => launch.with(["--replicaof", "127.0.0.1", &port.to_string()]),
            None => launch,
        }
    })
    .await
    .unwrap()
}

impl Replicas {
    /// Starts them; the replica hears of everything so much later.
    pub(crate) async fn start(by: Duration) -> Self {
        let dir = TempDir::new().unwrap();
        let primary = server(&dir, None).await;
        let line = Proxy::start(End::Port(primary.port()), by).unwrap();
        let replica = server(&dir, Some(line.port())).await;
        let spare = server(&dir, None).await;
        until_replicas(primary.client(), 1).await.unwrap();
        let address = Proxy::start(End::Port(primary.port()), Duration::ZERO).unwrap();
        Self { primary, replica, spare, line: Some(line), address, _dir: dir }
    }

    /// The address for programs.
    pub(crate) fn url(&self) -> String {
        self.address.url()
    }

    /// The replica hears of nothing any more.
    pub(crate) fn hold_line(&self) {
        self.line.as_ref().expect("a primary").set(Line::Stalled);
    }

    /// The replica stops where it stands, and its connection stays.
    pub(crate) fn pause_replica(&self) {
        self.replica.pause();
    }

    /// It goes on, with all that it has not heard meanwhile.
    pub(crate) fn resume_replica(&self) {
        self.replica.resume();
    }

    /// Waits until the replica has what was written before.
    pub(crate) async fn caught_up(&self) {
        let mut con = self.connection().await;
        // It waits for what was written on this connection.
        redis::cmd("SET").arg("a mark").arg(1).exec_async(&mut con).await.expect("a primary");
        let within = DEADLINE.as_millis().to_string();
        let wait = redis::cmd("WAIT").arg(1).arg(within).query_async(&mut con).await;
        assert_eq!(wait.ok(), Some(1), "the replica has not caught up");
    }

    /// A connection to whichever takes writes.
    pub(crate) async fn connection(&self) -> MultiplexedConnection {
        let client = redis::Client::open(self.url()).expect("a good address");
        connect(&client).await.expect("a connection")
    }

    /// `kill -9` of the primary, with what was on its way.
    pub(crate) fn lose_primary(&mut self) {
        self.primary.kill();
        self.line = None;
    }

    /// The replica takes over, has a replica of its own, and is what the address leads to.
    pub(crate) async fn promote(&mut self) {
        let follow = async |redis: &Redis, host: &str, port: &str| {
            let mut con = redis.connection().await.unwrap();
            redis::cmd("REPLICAOF").arg(host).arg(port).exec_async(&mut con).await.unwrap();
        };
        follow(&self.replica, "NO", "ONE").await;
        follow(&self.spare, "127.0.0.1", &self.replica.port().to_string()).await;
        until_replicas(self.replica.client(), 1).await.unwrap();
        self.address.turn_to(End::Port(self.replica.port()));
    }
}
