//! A redis-server of a test's own that keeps what it was told: it is killed, frozen, slowed down
//! and started again on the same folder and socket.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use quizrain_testkit::shim::Shim;
use redis::aio::MultiplexedConnection;
use rustix::process::Signal;
use tempfile::TempDir;

use super::redis::{Process, connect};

/// The process comes first, so that it has ended when its folder goes.
pub(crate) struct DurableRedis {
    process: Process,
    client: redis::Client,
    dir: TempDir,
    launch: Launch,
}

/// How it is started, every time.
struct Launch {
    /// Redis's `appendfsync`.
    fsync: &'static str,
    /// How much longer each sync of its file takes, and the library that makes it so.
    slow: Option<(Duration, PathBuf)>,
}

impl Launch {
    fn spawn(&self, dir: &Path) -> Process {
        let socket = socket(dir);
        let settings = [
            "--port",
            "0",
            "--unixsocket",
            socket.to_str().expect("a plain path"),
            "--appendonly",
            "yes",
            "--appendfsync",
            self.fsync,
            "--maxmemory-policy",
            "noeviction",
        ];
        match &self.slow {
            None => Process::spawn(dir, "redis", &settings),
            Some((by, library)) => {
                let micros = by.as_micros().to_string();
                let count = count(dir);
                let environment = [
                    ("LD_PRELOAD", library.as_os_str()),
                    ("QUIZRAIN_FDATASYNC_DELAY_US", OsStr::new(&micros)),
                    ("QUIZRAIN_FDATASYNC_COUNT", count.as_os_str()),
                ];
                Process::spawn_with(dir, "redis", &settings, &environment)
            }
        }
    }
}

fn socket(dir: &Path) -> PathBuf {
    dir.join("redis.sock")
}

/// Where the library counts.
fn count(dir: &Path) -> PathBuf {
    dir.join("syncs")
}

impl DurableRedis {
    /// Starts one that syncs its file before it replies.
    pub(crate) async fn start() -> Self {
        Self::launch("always", None).await
    }

    /// Starts one with this `appendfsync`, for which every sync takes so much longer.
    pub(crate) async fn start_slow(fsync: &'static str, by: Duration) -> Self {
        Self::launch(fsync, Some(by)).await
    }

    async fn launch(fsync: &'static str, slow: Option<Duration>) -> Self {
        let dir = TempDir::new().expect("a temporary folder");
        std::fs::write(count(dir.path()), [0; 8]).expect("its own folder");
        let launch = Launch {
            fsync,
            slow: slow.map(|by| (by, Shim::SlowFdatasync.compile(dir.path()).unwrap())),
        };
        let url = format!("unix://{}", socket(dir.path()).display());
        let client = redis::Client::open(url).expect("a good address");
        let process = launch.spawn(dir.path());
        let mut redis = Self { process, client, dir, launch };
        redis.until_up().await;
        redis
    }

    async fn until_up(&mut self) {
        if self.process.answer(&self.client).await.is_none() {
            panic!("redis-server ended: {}", self.process.last_words());
        }
    }

    /// `kill -9` in the middle of whatever it does.
    pub(crate) fn kill(&mut self) {
        self.process.kill();
    }

    /// A new start on its file.
    pub(crate) async fn restart(&mut self) {
        self.process = self.launch.spawn(self.dir.path());
        self.until_up().await;
    }

    /// Stops it where it is: it takes connections and bytes, and answers nothing.
    pub(crate) fn freeze(&self) {
        self.process.signal(Signal::STOP);
    }

    /// Lets it go on.
    pub(crate) fn thaw(&self) {
        self.process.signal(Signal::CONT);
    }

    /// How often it synced its file until now, where it was started slow.
    pub(crate) fn syncs(&self) -> u64 {
        let bytes = std::fs::read(count(self.dir.path())).expect("its own file");
        u64::from_ne_bytes(bytes.try_into().expect("eight bytes"))
    }

    /// Its folder.
    pub(crate) fn dir(&self) -> &Path {
        self.dir.path()
    }

    /// Its socket.
    pub(crate) fn socket(&self) -> PathBuf {
        socket(self.dir.path())
    }

    /// Its address, for a program that is told where Redis is.
    pub(crate) fn url(&self) -> String {
        format!("unix://{}", self.socket().display())
    }

    /// How to reach it.
    pub(crate) fn client(&self) -> &redis::Client {
        &self.client
    }

    /// A connection of its own.
    pub(crate) async fn connection(&self) -> MultiplexedConnection {
        connect(&self.client).await.expect("a connection")
    }
}
