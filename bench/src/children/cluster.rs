//! A PostgreSQL of our own. Dropping it ends it, also one that stands still.

use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use rustix::process::{Pid, Signal, geteuid, kill_process};
use sqlx::any::AnyPoolOptions;
use sqlx::{AnyConnection, AssertSqlSafe, Connection};
use tempfile::TempDir;
use url::Url;

use quizrain_testkit::process::{self, Process};

/// How long a database may take to start or to end.
const PATIENCE: Duration = Duration::from_secs(30);
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// PostgreSQL refuses to run as root; one of these runs it then.
const USERS: [&str; 2] = ["postgres", "nobody"];

/// A PostgreSQL cluster in a temporary folder, behind a Unix socket.
pub(crate) struct Cluster {
    postmaster: Process,
    dir: TempDir,
    databases: AtomicU32,
}

impl Cluster {
    /// Whether PostgreSQL's programs are there.
    pub(crate) fn is_installed() -> bool {
        Command::new(programs().join("initdb")).arg("--version").output().is_ok()
    }

    /// Makes one with PostgreSQL's own settings, but for the socket.
    ///
    /// # Errors
    /// PostgreSQL is not installed or does not start; the log in `logs` says why.
    pub(crate) async fn start(logs: &Path) -> anyhow::Result<Self> {
        let log = logs.join("postgresql.log");
        let dir = tempfile::Builder::new().prefix("qs-").tempdir()?;
        let user = if geteuid().is_root() { Some(other_user()?) } else { None };
        if let Some((uid, gid)) = user {
            chown(dir.path(), Some(uid), Some(gid))?;
        }
        let program = |name: &str| {
            let mut command = Command::new(programs().join(name));
            command.current_dir(dir.path()).arg("-D").arg(dir.path().join("data"));
            if let Some((uid, gid)) = user {
                command.uid(uid).gid(gid);
            }
            command
        };
        let mut initdb = program("initdb");
        initdb.args(["-U", "quizrain", "--auth=trust", "--encoding=UTF8", "--locale=C", "-N"]);
        let made = initdb.stdin(Stdio::null()).output().context("cannot run initdb")?;
        if !made.status.success() {
            bail!("initdb failed: {}", String::from_utf8_lossy(&made.stderr).trim());
        }
        let mut postgres = program("postgres");
        postgres.arg("-k").arg(dir.path()).args(["-c", "listen_addresses="]);
        let postmaster = Process::spawn(postgres, &log)?;
        let cluster = Self { postmaster, dir, databases: AtomicU32::new(0) };
        let start = Instant::now();
        while AnyPoolOptions::new().connect(&cluster.url()).await.is_err() {
            if start.elapsed() > PATIENCE {
                bail!("PostgreSQL does not start; see {}", log.display());
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
        Ok(cluster)
    }

    /// Its own database.
    pub(crate) fn url(&self) -> String {
        self.url_of("postgres")
    }

    fn url_of(&self, database: &str) -> String {
        format!("postgres://quizrain@localhost/{database}?host={}", self.dir.path().display())
    }

    /// Makes an empty database; its address.
    ///
    /// # Errors
    /// The cluster failed.
    pub(crate) async fn create(&self) -> anyhow::Result<Url> {
        let name = format!("own{}", self.databases.fetch_add(1, Ordering::Relaxed));
        self.command(format!("CREATE DATABASE {name}")).await?;
        Ok(self.url_of(&name).parse()?)
    }

    /// Writes everything that was committed into the tables' files.
    ///
    /// # Errors
    /// The cluster failed.
    pub(crate) async fn checkpoint(&self) -> anyhow::Result<()> {
        self.command("CHECKPOINT".to_owned()).await
    }

    async fn command(&self, sql: String) -> anyhow::Result<()> {
        let mut con = AnyConnection::connect(&self.url()).await?;
        sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut con).await?;
        Ok(con.close().await?)
    }

    /// Sends every process of the cluster a signal. The parent comes first, so that one that was
    /// stopped starts no other.
    pub(crate) fn signal(&self, signal: Signal) {
        self.postmaster.signal(signal);
        for (pid, _) in process::children(self.postmaster.pid()) {
            if let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) {
                // It may be gone already.
                let _ = kill_process(pid, signal);
            }
        }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.signal(Signal::CONT);
        // An immediate shutdown: the parent ends its children.
        self.postmaster.signal(Signal::QUIT);
        let start = Instant::now();
        while self.postmaster.ended().is_none() && start.elapsed() < PATIENCE {
            std::thread::sleep(LOOK_EVERY);
        }
    }
}

/// The user and group of somebody who is not root.
fn other_user() -> anyhow::Result<(u32, u32)> {
    let passwd = std::fs::read_to_string("/etc/passwd").context("cannot read /etc/passwd")?;
    let of = |user: &&str| {
        let mut fields =
            passwd.lines().find(|line| line.split(':').next() == Some(*user))?.split(':');
        Some((fields.nth(2)?.parse().ok()?, fields.next()?.parse().ok()?))
    };
    USERS.iter().find_map(of).context("PostgreSQL does not run as root, and there is nobody else")
}

/// The folder of PostgreSQL's programs: the newest of those that Debian installs, else they are
/// in PATH.
fn programs() -> PathBuf {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let newest = versions
        .filter_map(|entry| Some((entry.file_name().to_str()?.parse::<u32>().ok()?, entry.path())))
        .max();
    newest.map(|(_, path)| path.join("bin")).unwrap_or_default()
}
