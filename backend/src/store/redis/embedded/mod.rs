//! A private redis-server as a child process, for those who have no Redis.
//!
//! It listens on a Unix socket only, keeps an append-only file that is synced before every reply,
//! and never evicts. Redis does not lock its append-only file, so this module takes care that two
//! servers never write to the same one: the caller holds the data folder's lock, and a server
//! that an earlier quizrain left behind is ended before a new one starts.

use std::fs;
use std::io;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use redis::ConnectionAddr;
use rustix::process::{Pid, Signal, kill_process};
use sha2::{Digest, Sha256};
use tokio::sync::oneshot;

use super::OLDEST_MAJOR;

mod orphan;

use orphan::{end_orphans, who_answers};

/// Unix socket addresses hold 108 bytes at most.
const LONGEST_SOCKET_PATH: usize = 100;

/// How long a server may take to start (it reads its whole file) or to end.
const START_TIMEOUT: Duration = Duration::from_secs(60);

/// Names under which the program is known, the usual one first.
const PROGRAMS: [&str; 2] = ["redis-server", "valkey-server"];

/// The private server cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum EmbeddedError {
    /// No program.
    #[error(
        "redis-server is not installed: install redis-server (or valkey-server) {OLDEST_MAJOR}.0 \
         or newer, or name a Redis with --redis-url"
    )]
    Missing,
    /// Program too old.
    #[error(
        "{program} {found} is too old: install {OLDEST_MAJOR}.0 or newer, or name another Redis \
         with --redis-url"
    )]
    TooOld {
        /// Which program.
        program: &'static str,
        /// Its version.
        found: String,
    },
    /// A server of an earlier run does not end.
    #[error(
        "an earlier redis-server (process {0}) still writes to the data folder and does not end; end it by hand"
    )]
    Orphan(i32),
    /// The server ended or does not answer.
    #[error("redis-server does not start; its last words are in {0}")]
    DoesNotStart(PathBuf),
    /// The folder cannot be used.
    #[error("cannot use {path}: {source}")]
    Folder {
        /// Which folder or file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

/// A running private server. Dropping it ends the server.
#[derive(Debug)]
pub struct Embedded {
    pid: Pid,
    socket: PathBuf,
    /// A folder made for the socket alone, where the data folder's path is too long for one.
    short_dir: Option<PathBuf>,
    ended: Option<oneshot::Receiver<()>>,
}

/// Where the server keeps and listens.
struct Places {
    dir: PathBuf,
    socket: PathBuf,
    short_dir: Option<PathBuf>,
    log: PathBuf,
}

impl Places {
    /// Where they are for a data folder, whether or not they exist.
    fn of(data_dir: &Path) -> Self {
        let dir = data_dir.join("redis");
        let mut socket = dir.join("redis.sock");
        let mut short_dir = None;
        if socket.as_os_str().len() >= LONGEST_SOCKET_PATH {
            let name = hex::encode(&Sha256::digest(dir.as_os_str().as_encoded_bytes())[..8]);
            let short = std::env::temp_dir().join(format!("quizrain-{name}"));
            socket = short.join("redis.sock");
            short_dir = Some(short);
        }
        Self { log: dir.join("redis.log"), dir, socket, short_dir }
    }

    fn new(data_dir: &Path) -> Result<Self, EmbeddedError> {
        let places = Self::of(data_dir);
        make_private(&places.dir)?;
        if let Some(short) = &places.short_dir {
            make_private(short)?;
        }
        Ok(places)
    }

    fn address(&self) -> ConnectionAddr {
        ConnectionAddr::Unix(self.socket.clone())
    }
}

fn folder_error(path: &Path) -> impl FnOnce(io::Error) -> EmbeddedError {
    let path = path.to_owned();
    |source| EmbeddedError::Folder { path, source }
}

/// Makes a folder that only this user can enter, and insists that it is so.
fn make_private(dir: &Path) -> Result<(), EmbeddedError> {
    fs::DirBuilder::new().recursive(true).mode(0o700).create(dir).map_err(folder_error(dir))?;
    fs::set_permissions(dir, fs::Permissions::from_mode(0o700)).map_err(folder_error(dir))
}

/// Finds the program and checks its version.
fn find_program() -> Result<&'static str, EmbeddedError> {
    for program in PROGRAMS {
        let Ok(output) = Command::new(program).arg("--version").stdin(Stdio::null()).output()
        else {
            continue;
        };
        let text = String::from_utf8_lossy(&output.stdout);
        let found = text.split_whitespace().find_map(|word| word.strip_prefix("v="));
        let found = found.unwrap_or("of unknown version");
        let major = found.split('.').next().and_then(|major| major.parse::<u32>().ok());
        return match major {
            Some(major) if major >= OLDEST_MAJOR => Ok(program),
            _ => Err(EmbeddedError::TooOld { program, found: found.to_owned() }),
        };
    }
    Err(EmbeddedError::Missing)
}

/// The command line. `setpriv` makes the kernel end the server when quizrain dies, whatever
/// kills it; without it the next start does.
fn command(program: &str, places: &Places) -> Command {
    let has_setpriv = Command::new("setpriv")
        .args(["--pdeathsig", "TERM", "true"])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    let mut command = if has_setpriv {
        let mut command = Command::new("setpriv");
        command.args(["--pdeathsig", "TERM", program]);
        command
    } else {
        Command::new(program)
    };
    command
        .args(["--port", "0", "--unixsocketperm", "700", "--daemonize", "no", "--save", ""])
        .args([
            "--appendonly",
            "yes",
            "--appendfsync",
            "always",
            "--maxmemory-policy",
            "noeviction",
            // While the file is written anew syncs stand still, and verdicts wait. Retention has it done once keys
            // were deleted and nobody is in a game.
            "--auto-aof-rewrite-min-size",
            "256mb",
        ])
        // A process group of its own keeps Ctrl-C in the terminal from ending it before us.
        .arg("--unixsocket")
        .arg(&places.socket)
        .arg("--dir")
        .arg(&places.dir)
        .arg("--logfile")
        .arg(&places.log)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command
}

/// Starts the child from a thread that lives as long as the child: the kernel's parent-death
/// signal watches the thread that started it, not the process.
fn spawn(mut command: Command) -> io::Result<(Pid, oneshot::Receiver<()>)> {
    let (started, child) = std::sync::mpsc::channel();
    let (ending, ended) = oneshot::channel();
    std::thread::Builder::new().name("redis-server".into()).spawn(move || {
        let spawned: io::Result<Child> = command.spawn();
        match spawned {
            Ok(mut child) => {
                if started.send(Ok(child.id())).is_ok() {
                    let _ = child.wait();
                    let _ = ending.send(());
                }
            }
            Err(error) => {
                let _ = started.send(Err(error));
            }
        }
    })?;
    let pid = child.recv().map_err(io::Error::other)??;
    let pid = i32::try_from(pid).ok().and_then(Pid::from_raw);
    Ok((pid.ok_or_else(|| io::Error::other("no process id"))?, ended))
}

/// Where the private server of a data folder listens, if it runs. The folder's path is canonical.
#[must_use]
pub fn address_in(data_dir: &Path) -> ConnectionAddr {
    Places::of(data_dir).address()
}

impl Embedded {
    /// Starts a private server in a data folder whose lock the caller holds.
    ///
    /// # Errors
    /// The program is missing or too old, an earlier server does not end, or this one does not
    /// start.
    pub async fn start(data_dir: &Path) -> Result<Self, EmbeddedError> {
        let program = find_program()?;
        let places = Places::new(data_dir)?;
        end_orphans(&places).await?;
        let does_not_start = || EmbeddedError::DoesNotStart(places.log.clone());
        // A socket file of a dead server would only confuse.
        let _ = fs::remove_file(&places.socket);
        let (pid, mut ended) =
            spawn(command(program, &places)).map_err(folder_error(Path::new(program)))?;
        let started = Instant::now();
        while who_answers(places.address()).await.is_none() {
            if ended.try_recv().is_ok() || started.elapsed() > START_TIMEOUT {
                let _ = kill_process(pid, Signal::KILL);
                return Err(does_not_start());
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let pid_number = pid.as_raw_nonzero().get();
        tracing::info!(pid = pid_number, "private redis-server runs in {}", places.dir.display());
        Ok(Self { pid, socket: places.socket, short_dir: places.short_dir, ended: Some(ended) })
    }

    /// How to reach it.
    #[must_use]
    pub fn address(&self) -> ConnectionAddr {
        ConnectionAddr::Unix(self.socket.clone())
    }

    /// Waits until it ends by itself, which it should not.
    pub async fn ended(&mut self) {
        if let Some(ended) = &mut self.ended {
            let _ = ended.await;
        }
        self.ended = None;
    }

    /// Ends it and waits until its file is written.
    pub async fn stop(mut self) {
        let _ = kill_process(self.pid, Signal::TERM);
        if tokio::time::timeout(START_TIMEOUT / 6, self.ended()).await.is_err() {
            tracing::warn!("redis-server does not end; killing it");
        }
        if let Some(short) = &self.short_dir {
            // Empty by now; were it not, the next start uses it again.
            let _ = fs::remove_dir(short);
        }
    }
}

impl Drop for Embedded {
    fn drop(&mut self) {
        // Nothing to wait for: every reply was synced to disk before it was given.
        if self.ended.is_some() {
            let _ = kill_process(self.pid, Signal::KILL);
        }
    }
}
