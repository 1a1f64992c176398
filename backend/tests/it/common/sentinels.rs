//! A primary with replicas, and three sentinels that watch over them, on free ports.
//!
//! Called by tests that lose the primary. Dropping it ends all of them.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use redis::aio::MultiplexedConnection;
use rustix::process::Signal;
use tempfile::TempDir;

use super::cluster::{free_ports, online};
use super::redis::{PATIENCE, Process};

/// The processes come first, so that they have ended when their folder goes.
pub(crate) struct Sentinels {
    primary: Process,
    replicas: Vec<Process>,
    _sentinels: Vec<Process>,
    primary_port: u16,
    sentinel_ports: Vec<u16>,
    _dir: TempDir,
}

/// A server that keeps what it is told, and where it listens.
pub(super) async fn server(
    dir: &TempDir,
    name: &str,
    more: &[&str],
) -> (Process, MultiplexedConnection, u16) {
    for attempt in 0..5 {
        let (port, _) = free_ports();
        let (number, name) = (port.to_string(), format!("{name}-{attempt}"));
        let file = format!("{name}.rdb");
        let mut settings = vec!["--bind", "127.0.0.1", "--port", &number, "--appendonly", "yes"];
        settings.extend(["--appendfsync", "always", "--appenddirname", &name]);
        settings.extend(["--dbfilename", &file, "--repl-diskless-sync", "no"]);
        settings.extend(more);
        let mut process = Process::spawn(dir.path(), &name, &settings);
        let client = redis::Client::open(format!("redis://127.0.0.1:{port}")).expect("an address");
        if let Some(con) = process.answer(&client).await {
            return (process, con, port);
        }
    }
    panic!("no free port for a server")
}

impl Sentinels {
    /// Starts all of them, with one replica, and waits until they know each other.
    pub(crate) async fn start() -> Self {
        Self::start_with(1).await
    }

    /// The same with so many replicas.
    pub(crate) async fn start_with(count: usize) -> Self {
        let dir = TempDir::new().expect("a temporary folder");
        let (primary, mut con, primary_port) = server(&dir, "primary", &[]).await;
        let of = primary_port.to_string();
        let mut replicas = Vec::new();
        for number in 0..count {
            let name = format!("replica-{number}");
            let (replica, ..) = server(&dir, &name, &["--replicaof", "127.0.0.1", &of]).await;
            replicas.push(replica);
        }
        online(&mut con, count).await;
        let (mut sentinels, mut sentinel_ports) = (Vec::new(), Vec::new());
        for number in 0..3 {
            let (port, _) = free_ports();
            let lines = format!(
                "port {port}\nbind 127.0.0.1\ndir {}\nsentinel monitor rain 127.0.0.1 {of} 2\n\
                 sentinel down-after-milliseconds rain 1000\nsentinel failover-timeout rain 3000\n",
                dir.path().display()
            );
            let name = format!("sentinel-{number}");
            sentinels.push(Process::spawn_sentinel(dir.path(), &name, &lines));
            sentinel_ports.push(port);
        }
        for (process, port) in sentinels.iter_mut().zip(&sentinel_ports) {
            let client = redis::Client::open(format!("redis://127.0.0.1:{port}"));
            let con = process.answer(&client.expect("an address")).await;
            until_known(&mut con.expect("a sentinel"), count).await;
        }
        Self { primary, replicas, _sentinels: sentinels, primary_port, sentinel_ports, _dir: dir }
    }

    /// The address of the sentinels.
    pub(crate) fn url(&self) -> String {
        let ports = self.sentinel_ports.iter().map(|port| format!("127.0.0.1:{port}"));
        format!("redis+sentinel://{}/rain", ports.collect::<Vec<_>>().join(","))
    }

    /// The address of the first primary alone.
    pub(crate) fn primary_url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.primary_port)
    }

    /// `kill -9` of the first primary.
    pub(crate) fn kill_primary(&mut self) {
        self.primary.kill();
    }

    /// Stops the replicas where they are.
    pub(crate) fn freeze_replicas(&self) {
        self.replicas.iter().for_each(|replica| replica.signal(Signal::STOP));
    }

    /// Lets them go on.
    pub(crate) fn thaw_replicas(&self) {
        self.replicas.iter().for_each(|replica| replica.signal(Signal::CONT));
    }
}

/// Waits until a sentinel knows the others and so many replicas.
async fn until_known(con: &mut MultiplexedConnection, replicas: usize) {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let known: redis::RedisResult<HashMap<String, String>> =
            redis::cmd("SENTINEL").arg("MASTER").arg("rain").query_async(con).await;
        let is = |name: &str, wanted: &str| {
            known.as_ref().is_ok_and(|known| known.get(name).is_some_and(|value| value == wanted))
        };
        let replicas = replicas.to_string();
        if is("num-other-sentinels", "2") && is("num-slaves", &replicas) && is("flags", "master") {
            return;
        }
        assert!(Instant::now() < deadline, "they do not meet: {known:?}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
