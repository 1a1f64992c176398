//! A redis-server of a test's own, behind a Unix socket in a temporary folder.
//!
//! Called by every test that needs a Redis. Dropping it ends the server and removes the folder.

use std::fs;
use std::io::Write;
use std::ops::{Deref, DerefMut};
use std::path::PathBuf;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use quizrain_testkit::redis::{self as kit, Launch, Redis};
use quizrain_testkit::shim::Shim;
/// How long anything here may take on a busy machine.
pub(crate) use quizrain_testkit::wait::START_TIMEOUT;
use redis::aio::MultiplexedConnection;
use tempfile::TempDir;

/// A connection that waits as long as it takes.
pub(crate) async fn connect(client: &redis::Client) -> anyhow::Result<MultiplexedConnection> {
    kit::connect(client, START_TIMEOUT).await
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

/// A private server; whether it writes what it is told to the disk.
pub(crate) struct Private<const DURABLE: bool> {
    redis: Redis,
    _dir: TempDir,
}

/// A private server that keeps nothing on the disk.
pub(crate) type TestRedis = Private<false>;

/// A private server that is killed, paused, slowed down and started again on what it was told.
pub(crate) type DurableRedis = Private<true>;

impl<const DURABLE: bool> Private<DURABLE> {
    /// Starts one and waits until it answers. One that keeps what it is told syncs its file before
    /// it replies.
    pub(crate) async fn start() -> Self {
        Self::start_with(|launch| launch).await
    }

    async fn start_with(configure: impl FnOnce(Launch) -> Launch) -> Self {
        let dir = TempDir::new().unwrap();
        let mut launch = Launch::at_socket(dir.path()).unwrap();
        if DURABLE {
            launch = launch.durable();
        }
        Self { redis: Redis::start(configure(launch)).await.unwrap(), _dir: dir }
    }

    /// A connection of its own.
    pub(crate) async fn connection(&self) -> MultiplexedConnection {
        self.redis.connection().await.unwrap()
    }
}

impl<const DURABLE: bool> Deref for Private<DURABLE> {
    type Target = Redis;

    fn deref(&self) -> &Redis {
        &self.redis
    }
}

impl<const DURABLE: bool> DerefMut for Private<DURABLE> {
    fn deref_mut(&mut self) -> &mut Redis {
        &mut self.redis
    }
}

impl TestRedis {
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

    /// A connection of its own as a user who has these rights, in the words of `ACL SETUSER`,
    /// and no others.
    pub(crate) async fn connection_with(&self, rights: &[String]) -> MultiplexedConnection {
        let mut con = self.connection().await;
        let user = ["SETUSER", "somebody", "reset", "on", "nopass"];
        let acl = redis::cmd("ACL").arg(&user).arg(rights).to_owned();
        acl.exec_async(&mut con).await.expect("rights that Redis understands");
        let auth = redis::cmd("AUTH").arg(&["somebody", ""]).to_owned();
        auth.exec_async(&mut con).await.expect("a user without a password");
        con
    }
}

impl DurableRedis {
    /// Starts one with this `appendfsync`, for which every sync takes so much longer.
    pub(crate) async fn start_slow(fsync: &'static str, by: Duration) -> Self {
        let redis = Self::start_with(|launch| {
            let library = Shim::SlowFdatasync.compile(launch.dir()).unwrap();
            let count = launch.dir().join("syncs");
            fs::write(&count, [0; 8]).unwrap();
            launch
                .with(["--appendfsync", fsync])
                .with_env("LD_PRELOAD", library)
                .with_env("QUIZRAIN_FDATASYNC_DELAY_US", by.as_micros().to_string())
                .with_env("QUIZRAIN_FDATASYNC_COUNT", count)
        });
        redis.await
    }

    /// A new start on its file.
    pub(crate) async fn restart(&mut self) {
        self.redis.restart().await.unwrap();
    }

    /// How often it synced its file until now, where it was started slow.
    pub(crate) fn syncs(&self) -> u64 {
        let bytes = fs::read(self.dir().join("syncs")).unwrap();
        u64::from_ne_bytes(bytes.try_into().unwrap())
    }
}
