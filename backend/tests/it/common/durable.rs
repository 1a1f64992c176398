//! A redis-server of a test's own that keeps what it was told: it is killed, paused, slowed down
//! and started again on the same folder and socket.

use std::ops::{Deref, DerefMut};
use std::time::Duration;

use quizrain_testkit::shim::Shim;

use super::redis::TestRedis;

/// A server that writes to the disk.
pub(crate) struct DurableRedis(TestRedis);

impl DurableRedis {
    /// Starts one that syncs its file before it replies.
    pub(crate) async fn start() -> Self {
        Self(TestRedis::start_with(|launch| launch.durable()).await)
    }

    /// Starts one with this `appendfsync`, for which every sync takes so much longer.
    pub(crate) async fn start_slow(fsync: &'static str, by: Duration) -> Self {
        let redis = TestRedis::start_with(|launch| {
            let (library, count) =
                (Shim::SlowFdatasync.compile(launch.dir()).unwrap(), launch.dir().join("syncs"));
            std::fs::write(&count, [0; 8]).unwrap();
            launch
                .durable()
                .with(["--appendfsync", fsync])
                .with_env("LD_PRELOAD", library)
                .with_env("QUIZRAIN_FDATASYNC_DELAY_US", by.as_micros().to_string())
                .with_env("QUIZRAIN_FDATASYNC_COUNT", count)
        });
        Self(redis.await)
    }

    /// A new start on its file.
    pub(crate) async fn restart(&mut self) {
        self.0.restart().await.unwrap();
    }

    /// How often it synced its file until now, where it was started slow.
    pub(crate) fn syncs(&self) -> u64 {
        let bytes = std::fs::read(self.dir().join("syncs")).unwrap();
        u64::from_ne_bytes(bytes.try_into().unwrap())
    }
}

impl Deref for DurableRedis {
    type Target = TestRedis;

    fn deref(&self) -> &TestRedis {
        &self.0
    }
}

impl DerefMut for DurableRedis {
    fn deref_mut(&mut self) -> &mut TestRedis {
        &mut self.0
    }
}
