//! A primary, a replica that follows it over a slow line, and an address that leads to whichever of
//! them takes writes, as a hosted Redis has it.
//!
//! Called by tests that lose what the replica did not have yet. Dropping it ends all of them.

use std::path::PathBuf;
use std::time::Duration;

use redis::aio::MultiplexedConnection;
use rustix::process::Signal;
use tempfile::TempDir;

use super::cluster::online;
use super::proxy::{Proxy, SlowLine};
use super::redis::{Process, connect};
use super::sentinels::server;
use super::server::DEADLINE;

/// The processes come first, so that they have ended when their folder goes.
pub(crate) struct Replicas {
    primary: Process,
    follower: Process,
    _spare: Process,
    replica: MultiplexedConnection,
    replica_port: u16,
    replica_socket: PathBuf,
    spare: MultiplexedConnection,
    line: Option<SlowLine>,
    address: Proxy,
    _dir: TempDir,
}

impl Replicas {
    /// Starts them; the replica hears of everything so much later.
    pub(crate) async fn start(by: Duration) -> Self {
        let dir = TempDir::new().expect("a temporary folder");
        let socket = |name: &str| dir.path().join(format!("{name}.sock"));
        let (first, second) = (socket("primary"), socket("replica"));
        let at = |socket: &PathBuf| socket.to_str().expect("a plain path").to_owned();
        let (primary, mut con, port) =
            server(&dir, "primary", &["--unixsocket", &at(&first)]).await;
        let line = SlowLine::start(port, by).await;
        let of = line.port.to_string();
        let settings = ["--unixsocket", &at(&second), "--replicaof", "127.0.0.1", &of];
        let (replica, replica_con, replica_port) = server(&dir, "replica", &settings).await;
        let (spare, spare_con, _) = server(&dir, "spare", &[]).await;
        online(&mut con, 1).await;
        Self {
            primary,
            follower: replica,
            _spare: spare,
            replica: replica_con,
            replica_port,
            replica_socket: second,
            spare: spare_con,
            line: Some(line),
            address: Proxy::start(dir.path(), first),
            _dir: dir,
        }
    }

    /// The address for programs.
    pub(crate) fn url(&self) -> String {
        format!("unix://{}", self.address.socket().display())
    }

    /// The replica hears of nothing any more.
    pub(crate) fn hold_line(&self) {
        self.line.as_ref().expect("a primary").hold();
    }

    /// The replica stops where it stands, and its connection stays.
    pub(crate) fn pause_replica(&self) {
        self.follower.signal(Signal::STOP);
    }

    /// It goes on, with all that it has not heard meanwhile.
    pub(crate) fn resume_replica(&self) {
        self.follower.signal(Signal::CONT);
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
        let follow = async |con: &mut MultiplexedConnection, host: &str, port: &str| {
            redis::cmd("REPLICAOF").arg(host).arg(port).exec_async(con).await.expect("a server");
        };
        follow(&mut self.replica, "NO", "ONE").await;
        follow(&mut self.spare, "127.0.0.1", &self.replica_port.to_string()).await;
        online(&mut self.replica, 1).await;
        self.address.turn_to(self.replica_socket.clone());
    }
}
