//! A redis-server of a test's own, behind a Unix socket in a temporary folder.
//!
//! Called by every test that needs a Redis. Dropping it ends the server and removes the folder.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use quizrain_testkit::shim::Shim;
use redis::AsyncConnectionConfig;
use redis::aio::MultiplexedConnection;
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

/// How long anything here may take on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// A server process; ended when dropped.
pub(crate) struct Process {
    child: Child,
    log: PathBuf,
}

impl Process {
    /// Starts a server that keeps nothing on disk, with more settings.
    pub(crate) fn spawn(dir: &Path, name: &str, settings: &[&str]) -> Self {
        Self::spawn_with(dir, name, settings, &[])
    }

    /// The same, with more in its environment.
    pub(crate) fn spawn_with(
        dir: &Path,
        name: &str,
        settings: &[&str],
        environment: &[(&str, &OsStr)],
    ) -> Self {
        let log = dir.join(format!("{name}.log"));
        let started = ["redis-server", "valkey-server"].into_iter().find_map(|program| {
            Command::new(program)
                .args(["--save", "", "--appendonly", "no", "--daemonize", "no"])
                // For another life without another start.
                .args(["--enable-debug-command", "local"])
                .arg("--dir")
                .arg(dir)
                .arg("--logfile")
                .arg(&log)
                .args(settings)
                .envs(environment.iter().copied())
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .ok()
        });
        Self { child: started.expect("redis-server is installed"), log }
    }

    /// Starts a sentinel with these lines of its own in a file, which it writes to.
    pub(crate) fn spawn_sentinel(dir: &Path, name: &str, lines: &str) -> Self {
        let (file, log) = (dir.join(format!("{name}.conf")), dir.join(format!("{name}.log")));
        fs::write(&file, lines).expect("a folder to write to");
        let started = ["redis-server", "valkey-server"].into_iter().find_map(|program| {
            Command::new(program)
                .arg(&file)
                .arg("--sentinel")
                .arg("--logfile")
                .arg(&log)
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .ok()
        });
        Self { child: started.expect("redis-server is installed"), log }
    }

    /// Waits until the server answers. `None`: it ended instead.
    pub(crate) async fn answer(&mut self, client: &redis::Client) -> Option<MultiplexedConnection> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Ok(mut con) = connect(client).await
                && redis::cmd("PING").exec_async(&mut con).await.is_ok()
            {
                return Some(con);
            }
            if self.child.try_wait().expect("its own child").is_some() {
                return None;
            }
            assert!(Instant::now() < deadline, "no answer: {}", self.last_words());
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Sends it a signal.
    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).expect("its own child");
    }

    /// `kill -9`, without a word to anybody.
    pub(crate) fn kill(&mut self) {
        self.child.kill().expect("its own child");
        self.child.wait().expect("its own child");
    }

    /// What it wrote to its log.
    pub(crate) fn last_words(&self) -> String {
        fs::read_to_string(&self.log).unwrap_or_default()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A connection that waits as long as it takes.
pub(crate) async fn connect(client: &redis::Client) -> redis::RedisResult<MultiplexedConnection> {
    let config = AsyncConnectionConfig::new()
        .set_connection_timeout(Some(PATIENCE))
        .set_response_timeout(Some(PATIENCE));
    client.get_multiplexed_async_connection_with_config(&config).await
}

/// A clock of a server's own.
pub(crate) struct Clock {
    file: PathBuf,
    offset_ms: AtomicI64,
}

impl Clock {
    /// Moves it by so many milliseconds.
    pub(crate) fn jump(&self, by_ms: i64) {
        let offset_ms = self.offset_ms.fetch_add(by_ms, Ordering::Relaxed) + by_ms;
        // In place: the server has the file mapped.
        let mut file =
            fs::OpenOptions::new().create(true).truncate(false).write(true).open(&self.file);
        let file = file.as_mut().expect("its own file");
        file.write_all(&offset_ms.to_ne_bytes()).expect("its own file");
    }
}

/// A private server. The process comes first, so that it has ended when its folder goes.
pub(crate) struct TestRedis {
    _process: Process,
    client: redis::Client,
    dir: TempDir,
}

impl TestRedis {
    /// Starts one and waits until it answers.
    pub(crate) async fn start() -> Self {
        Self::start_in(TempDir::new().expect("a temporary folder"), &[]).await
    }

    /// Starts one whose clock can be moved.
    pub(crate) async fn start_with_clock() -> (Self, Clock) {
        let dir = TempDir::new().expect("a temporary folder");
        let offset = dir.path().join("clock");
        let library = Shim::Clock.compile(dir.path()).unwrap();
        let clock = Clock { file: offset.clone(), offset_ms: 0.into() };
        clock.jump(0);
        let environment =
            [("LD_PRELOAD", library.as_os_str()), ("QUIZRAIN_CLOCK", offset.as_os_str())];
        (Self::start_in(dir, &environment).await, clock)
    }

    async fn start_in(dir: TempDir, environment: &[(&str, &OsStr)]) -> Self {
        let socket = dir.path().join("redis.sock");
        let socket = socket.to_str().expect("a plain path");
        let client = redis::Client::open(format!("unix://{socket}")).expect("a good address");
        let settings = ["--port", "0", "--unixsocket", socket];
        let mut process = Process::spawn_with(dir.path(), "redis", &settings, environment);
        if process.answer(&client).await.is_none() {
            panic!("redis-server ended: {}", process.last_words());
        }
        Self { _process: process, client, dir }
    }

    /// Its socket.
    pub(crate) fn socket(&self) -> PathBuf {
        self.dir.path().join("redis.sock")
    }

    /// Its address, for a program that is told where Redis is.
    pub(crate) fn url(&self) -> String {
        format!("unix://{}", self.socket().display())
    }

    /// How to reach it in other ways than by [`TestRedis::connection`].
    pub(crate) fn client(&self) -> &redis::Client {
        &self.client
    }

    /// A connection of its own.
    pub(crate) async fn connection(&self) -> MultiplexedConnection {
        connect(&self.client).await.expect("a connection")
    }

    /// A connection of its own as a user who has these rights, in the words of `ACL SETUSER`,
    /// and no others.
    pub(crate) async fn connection_with(&self, rights: &[String]) -> MultiplexedConnection {
        let mut con = self.connection().await;
        redis::cmd("ACL")
            .arg("SETUSER")
            .arg("somebody")
            .arg(&["reset", "on", "nopass"])
            .arg(rights)
            .exec_async(&mut con)
            .await
            .expect("rights that Redis understands");
        redis::cmd("AUTH")
            .arg("somebody")
            .arg("")
            .exec_async(&mut con)
            .await
            .expect("a user without a password");
        con
    }
}
