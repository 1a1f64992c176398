//! A redis-server of a test's own, behind a Unix socket in a temporary folder.
//!
//! Called by every test that needs a Redis. Dropping it ends the server and removes the folder.

use std::fs;
use std::io::Write;
use std::ops::{Deref, DerefMut};
use std::path::PathBuf;
use std::sync::atomic::{AtomicI64, Ordering};

use quizrain_testkit::redis::{self as kit, Launch, Redis};
use quizrain_testkit::shim::Shim;
/// How long anything here may take on a busy machine.
pub(crate) use quizrain_testkit::wait::START_TIMEOUT as PATIENCE;
use redis::aio::MultiplexedConnection;
use tempfile::TempDir;

/// A connection that waits as long as it takes.
pub(crate) async fn connect(client: &redis::Client) -> anyhow::Result<MultiplexedConnection> {
    kit::connect(client, PATIENCE).await
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
        let file = fs::OpenOptions::new().create(true).truncate(false).write(true).open(&self.file);
        file.unwrap().write_all(&offset_ms.to_ne_bytes()).unwrap();
    }
}

/// A private server, which keeps nothing on the disk.
pub(crate) struct TestRedis {
    redis: Redis,
    _dir: TempDir,
}

impl TestRedis {
    /// Starts one and waits until it answers.
    pub(crate) async fn start() -> Self {
        Self::start_with(|launch| launch).await
    }

    /// The same, started in another way.
    pub(super) async fn start_with(configure: impl FnOnce(Launch) -> Launch) -> Self {
        let dir = TempDir::new().unwrap();
        let launch = configure(Launch::at_socket(dir.path()).unwrap());
        Self { redis: Redis::start(launch).await.unwrap(), _dir: dir }
    }

    /// Starts one whose clock can be moved.
    pub(crate) async fn start_with_clock() -> (Self, Clock) {
        let mut clock = Clock { file: PathBuf::new(), offset_ms: 0.into() };
        let redis = Self::start_with(|launch| {
            clock.file = launch.dir().join("clock");
            clock.jump(0);
            let library = Shim::Clock.compile(launch.dir()).unwrap();
            launch.with_env("LD_PRELOAD", library).with_env("QUIZRAIN_CLOCK", &clock.file)
        });
        (redis.await, clock)
    }

    /// A connection of its own.
    pub(crate) async fn connection(&self) -> MultiplexedConnection {
        self.redis.connection().await.unwrap()
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

impl Deref for TestRedis {
    type Target = Redis;

    fn deref(&self) -> &Redis {
        &self.redis
    }
}

impl DerefMut for TestRedis {
    fn deref_mut(&mut self) -> &mut Redis {
        &mut self.redis
    }
}
