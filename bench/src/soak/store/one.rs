//! One redis-server on a Unix socket.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::{Around, Server};
use crate::children;
use crate::soak::keeper::Keeper;

/// A longer address does not fit into a Unix socket's.
const LONGEST: usize = 100;

/// The server.
pub(crate) struct One {
    pub(super) server: Server,
    socket: PathBuf,
}

impl One {
    pub(super) fn start(around: &Around<'_>) -> anyhow::Result<Self> {
        let (dir, log) = (around.logs.join("redis"), around.logs.join("redis.log"));
        std::fs::create_dir_all(&dir).with_context(|| format!("cannot make {}", dir.display()))?;
        let socket = dir.join("redis.sock");
        if socket.as_os_str().len() > LONGEST {
            bail!("{} is too long for a Unix socket; choose a shorter --dir", socket.display());
        }
        let listen = socket.clone();
        let keeper = Keeper::start("Redis", around.journal, move |_| {
            children::redis(&dir, &log, |command| {
                command.args(["--port", "0", "--unixsocket"]).arg(&listen);
            })
        })?;
        tokio::spawn(std::sync::Arc::clone(&keeper).keep(around.curtain.clone()));
        let client = redis::Client::open(format!("unix://{}", socket.display()))?;
        Ok(Self { server: Server { keeper, client }, socket })
    }

    pub(super) fn url(&self) -> String {
        format!("unix://{}", self.socket.display())
    }

    /// Its Unix socket.
    pub(crate) fn socket(&self) -> &Path {
        &self.socket
    }
}
