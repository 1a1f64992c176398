//! One redis-server on a Unix socket.

use std::path::PathBuf;

use anyhow::Context;
use quizrain_testkit::redis::Launch;

use super::{Around, Server};

/// The server.
pub(crate) struct One {
    pub(super) server: Server,
    launch: Launch,
}

impl One {
    pub(super) fn start(around: &Around<'_>) -> anyhow::Result<Self> {
        let dir = around.logs.join("redis");
        std::fs::create_dir_all(&dir).with_context(|| format!("cannot make {}", dir.display()))?;
        let log = around.logs.join("redis.log");
        let launch = Launch::at_socket(&dir)?.durable().with_log(&log);
        Ok(Self { server: Server::start("Redis", &launch, around)?, launch })
    }

    pub(super) fn url(&self) -> String {
        self.launch.url()
    }

    /// Its Unix socket.
    pub(crate) fn socket(&self) -> PathBuf {
        self.launch.socket()
    }
}
