//! A redis-server, or a valkey-server where there is none.

use std::ffi::OsString;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{bail, ensure};
use redis::aio::MultiplexedConnection;
use redis::{AsyncConnectionConfig, Cmd, FromRedisValue, cmd};

use crate::ports::free_address;
use crate::process::{Process, program};
use crate::wait::{POLL_EVERY, START_TIMEOUT};

const PROGRAMS: [&str; 2] = ["redis-server", "valkey-server"];

/// A longer path does not fit into a Unix socket's address.
const MAX_SOCKET_PATH: usize = 100;

/// How much of a log says why something failed.
const LAST_LINES: usize = 20;

/// Starts a program of Redis with these arguments.
pub(crate) fn spawn(
    args: &[OsString],
    env: &[(String, OsString)],
    log: &Path,
) -> anyhow::Result<Process> {
    let command = |name: &str| {
        let mut command: Command = program(name);
        command.args(args).envs(env.iter().map(|(name, value)| (name, value)));
        Process::spawn(command, log)
    };
    command(PROGRAMS[0]).or_else(|_| command(PROGRAMS[1]))
}

/// How a server is started, every time.
#[derive(Clone, Debug)]
pub struct Launch {
    dir: PathBuf,
    /// 0: only behind its Unix socket.
    port: u16,
    log: PathBuf,
    args: Vec<OsString>,
    env: Vec<(String, OsString)>,
}

impl Launch {
    /// Behind a Unix socket in its folder, `redis.sock`. It keeps nothing on the disk.
    pub fn at_socket(dir: &Path) -> anyhow::Result<Self> {
        let socket = dir.join("redis.sock");
        let fits = socket.as_os_str().len() <= MAX_SOCKET_PATH;
        ensure!(
            fits,
            "{} is too long for a Unix socket; choose a shorter folder",
            socket.display()
        );
        Ok(Self::at(dir, 0).with([OsString::from("--unixsocket"), socket.into()]))
    }

    /// On a port of this machine. It keeps nothing on the disk.
    #[must_use]
    pub fn at_port(dir: &Path, port: u16) -> Self {
        Self::at(dir, port).with(["--bind", "127.0.0.1"])
    }

    fn at(dir: &Path, port: u16) -> Self {
        let (dir, log) = (dir.to_owned(), dir.join("redis.log"));
        let launch = Self { dir: dir.clone(), port, log, args: Vec::new(), env: Vec::new() };
        // Debugging: for another replication ID without another start.
        launch
            .with(["--save", "", "--appendonly", "no", "--daemonize", "no"])
            .with(["--enable-debug-command", "local", "--port", &port.to_string()])
            .with([OsString::from("--dir"), dir.into()])
    }

    /// It loses nothing that it has answered for.
    #[must_use]
    pub fn durable(self) -> Self {
        self.with(["--appendonly", "yes", "--appendfsync", "always"])
            .with(["--maxmemory-policy", "noeviction"])
    }

    /// With more arguments.
    #[must_use]
    pub fn with<T: Into<OsString>>(mut self, args: impl IntoIterator<Item = T>) -> Self {
        self.args.extend(args.into_iter().map(Into::into));
        self
    }

    /// With a variable.
    #[must_use]
    pub fn with_env(mut self, name: &str, value: impl Into<OsString>) -> Self {
        self.env.push((name.to_owned(), value.into()));
        self
    }

    /// With its log at the end of this file.
    #[must_use]
    pub fn with_log(mut self, log: &Path) -> Self {
        log.clone_into(&mut self.log);
        self
    }

    /// Starts it, and does not wait for it.
    pub fn spawn(&self) -> anyhow::Result<Process> {
        spawn(&self.args, &self.env, &self.log)
    }

    /// Its folder.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Its Unix socket.
    pub fn socket(&self) -> PathBuf {
        self.dir.join("redis.sock")
    }

    /// Its address.
    pub fn url(&self) -> String {
        match self.port {
            0 => format!("unix://{}", self.socket().display()),
            port => format!("redis://127.0.0.1:{port}"),
        }
    }

    /// Its port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The last lines of its log.
    pub fn last_words(&self) -> String {
        let log = std::fs::read(&self.log).unwrap_or_default();
        let log = String::from_utf8_lossy(&log);
        let lines: Vec<&str> = log.lines().collect();
        lines[lines.len().saturating_sub(LAST_LINES)..].join("\n")
    }

    /// How to reach it.
    pub fn client(&self) -> anyhow::Result<redis::Client> {
        Ok(redis::Client::open(self.url())?)
    }
}

/// A running server; killed when dropped.
pub struct Redis {
    process: Process,
    launch: Launch,
    client: redis::Client,
}

impl Redis {
    /// Starts one and waits until it answers.
    pub async fn start(launch: Launch) -> anyhow::Result<Self> {
        let mut redis = Self { process: launch.spawn()?, client: launch.client()?, launch };
        redis.until_up().await?;
        Ok(redis)
    }

    /// Starts one on a free port, in a folder of its own within `dir`.
    pub async fn start_at_port(
        dir: &Path,
        configure: impl FnOnce(Launch) -> Launch,
    ) -> anyhow::Result<Self> {
        let dir = tempfile::tempdir_in(dir)?.keep();
        Self::start(configure(Launch::at_port(&dir, free_address()?.port()))).await
    }

    async fn until_up(&mut self) -> anyhow::Result<()> {
        answer(&mut self.process, &self.client).await.map(drop)
    }

    /// `kill -9`, in the middle of whatever it does.
    pub fn kill(&mut self) {
        self.process.kill();
    }

    /// A new start, on what it has kept.
    pub async fn restart(&mut self) -> anyhow::Result<()> {
        self.process = self.launch.spawn()?;
        self.until_up().await
    }

    /// Stops it where it is: it takes connections and bytes, and answers nothing.
    pub fn pause(&self) {
        self.process.pause();
    }

    /// Lets it go on.
    pub fn resume(&self) {
        self.process.resume();
    }

    /// The number of its process.
    pub fn pid(&self) -> u32 {
        self.process.pid()
    }

    /// How to reach it in other ways than by [`Redis::connection`].
    pub fn client(&self) -> &redis::Client {
        &self.client
    }

    /// A connection of its own.
    pub async fn connection(&self) -> anyhow::Result<MultiplexedConnection> {
        connect(&self.client, START_TIMEOUT).await
    }
}

/// Where it is.
impl Deref for Redis {
    type Target = Launch;

    fn deref(&self) -> &Launch {
        &self.launch
    }
}

/// Waits until a server answers.
pub async fn answer(
    process: &mut Process,
    client: &redis::Client,
) -> anyhow::Result<MultiplexedConnection> {
    let since = Instant::now();
    loop {
        // One whose port somebody else has ends, and the other one answers.
        let ended = process.ended().is_some();
        let con = connect(client, START_TIMEOUT).await;
        if ended || since.elapsed() > START_TIMEOUT {
            bail!("Redis ended or does not answer; it said: {}", process.log().trim());
        }
        if let Ok(mut con) = con
            && cmd("PING").exec_async(&mut con).await.is_ok()
        {
            return Ok(con);
        }
        tokio::time::sleep(POLL_EVERY).await;
    }
}

/// A connection to a server that may be away, or stand still: neither it nor an answer takes longer.
pub async fn connect(
    client: &redis::Client,
    timeout: Duration,
) -> anyhow::Result<MultiplexedConnection> {
    let config = AsyncConnectionConfig::new()
        .set_connection_timeout(Some(timeout))
        .set_response_timeout(Some(timeout));
    Ok(client.get_multiplexed_async_connection_with_config(&config).await?)
}

/// The answer to a command, over a connection of its own.
pub async fn ask<T: FromRedisValue>(
    client: &redis::Client,
    timeout: Duration,
    command: &Cmd,
) -> anyhow::Result<T> {
    Ok(command.query_async(&mut connect(client, timeout).await?).await?)
}
