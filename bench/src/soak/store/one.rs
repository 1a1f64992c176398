//! One redis-server on a Unix socket.

use std::path::{Path, PathBuf};

use anyhow::Context;
use quizrain_testkit::redis::Launch;

use super::{Around, Server};

/// The server.
pub(crate) struct One {
    pub(super) server: Server,
    socket: PathBuf,
}

impl One {
    pub(super) fn start(around: &Around<'_>) -> anyhow::Result<Self> {
        let dir = around.logs.join("redis");
        std::fs::create_dir_all(&dir).with_context(|| format!("cannot make {}", dir.display()))?;
        let log = around.logs.join("redis.log");
        let launch = Launch::at_socket(&dir)?.durable().with_log(&log);
        Ok(Self { server: Server::start("Redis", &launch, around)?, socket: launch.socket() })
    }

    pub(super) fn url(&self) -> String {
        format!("unix://{}", self.socket.display())
    }

    /// Its Unix socket.
    pub(crate) fn socket(&self) -> &Path {
        &self.socket
    }
}
