//! A PostgreSQL of our own, behind a Unix socket in a short folder under /tmp, with as many
//! databases as are asked for.
//!
//! PostgreSQL refuses to run as root; for root it runs as somebody else.

use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use anyhow::{Context, ensure};
use rustix::process::{Pid, Signal, geteuid, kill_process};
use tempfile::TempDir;

use crate::guard::Guard;
use crate::process::{Process, children};
use crate::wait::{POLL_EVERY, START_TIMEOUT};

/// For as many tests at a time as there are.
pub const MANY_CONNECTIONS: [&str; 2] = ["max_connections=400", "shared_buffers=64MB"];

const PROGRAMS: [&str; 3] = ["initdb", "postgres", "psql"];

/// One of these runs it for root.
const USERS: [&str; 2] = ["postgres", "nobody"];

/// A server; ended when dropped, also one that stands still, and its data with it.
pub struct Postgres {
    postmaster: Mutex<Process>,
    launch: Launch,
    databases: AtomicU32,
    is_shared: bool,
}

/// How it is started, every time.
struct Launch {
    dir: TempDir,
    bin: PathBuf,
    user: Option<(u32, u32)>,
    settings: Vec<String>,
    log: PathBuf,
}

impl Launch {
    /// With an empty folder.
    fn new(settings: Vec<String>, log: Option<&Path>) -> anyhow::Result<Self> {
        let dir = tempfile::Builder::new().prefix("qr-pg").tempdir_in("/tmp")?;
        Guard::get()?.remove(dir.path());
        let user = if geteuid().is_root() { Some(other_user()?) } else { None };
        if let Some((uid, gid)) = user {
            chown(dir.path(), Some(uid), Some(gid))?;
        }
        let log = log.map_or_else(|| dir.path().join("log"), Path::to_owned);
        Ok(Self { dir, bin: programs()?, user, settings, log })
    }

    /// One of PostgreSQL's programs, with no setting of whoever runs us.
    fn program(&self, name: &str) -> Command {
        let mut command = Command::new(self.bin.join(name));
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("PG") {
                command.env_remove(name);
            }
        }
        command.current_dir(self.dir.path());
        if let Some((uid, gid)) = self.user {
            command.uid(uid).gid(gid);
        }
        command
    }

    fn data(&self) -> PathBuf {
        self.dir.path().join("data")
    }

    fn init(&self) -> anyhow::Result<()> {
        let mut initdb = self.program("initdb");
        initdb.arg("-D").arg(self.data());
        initdb.args(["-U", "quizrain", "--auth=trust", "--encoding=UTF8", "--locale=C", "-N"]);
        run(initdb, "initdb")
    }

    /// Copies another one, to follow it.
    fn copy(&self, from: &Self) -> anyhow::Result<()> {
        let mut copy = self.program("pg_basebackup");
        copy.arg("-D").arg(self.data()).arg("-h").arg(from.dir.path()).args(["-U", "quizrain"]);
        copy.args(["--write-recovery-conf", "--checkpoint=fast", "--no-sync"]);
        run(copy, "pg_basebackup")
    }

    /// Starts it, again and again where what was killed is not gone yet.
    fn start(&self) -> anyhow::Result<Process> {
        let since = Instant::now();
        loop {
            let mut postmaster = self.spawn()?;
            while postmaster.ended().is_none() {
                if self.is_ready(postmaster.pid()) {
                    return Ok(postmaster);
                }
                ensure!(since.elapsed() < START_TIMEOUT, "PostgreSQL hangs: {}", postmaster.log());
                std::thread::sleep(POLL_EVERY);
            }
            let late = since.elapsed() > START_TIMEOUT;
            ensure!(!late, "PostgreSQL does not start: {}", postmaster.log());
            std::thread::sleep(10 * POLL_EVERY);
        }
    }

    fn spawn(&self) -> anyhow::Result<Process> {
        let mut postgres = self.program("postgres");
        postgres.arg("-D").arg(self.data()).arg("-k").arg(self.dir.path());
        postgres.args(["-c", "listen_addresses="]);
        self.settings.iter().for_each(|setting| {
            postgres.args(["-c", setting]);
        });
        let postmaster = Process::spawn(postgres, &self.log)?;
        // Killed, it would leave shared memory behind.
        Guard::get()?.quit(postmaster.pid());
        Ok(postmaster)
    }

    /// Whether this very server takes connections: so `pg_ctl` finds it out. A standby is ready to be read.
    fn is_ready(&self, pid: u32) -> bool {
        let file = std::fs::read_to_string(self.data().join("postmaster.pid")).unwrap_or_default();
        let line = |number| file.lines().nth(number).map(str::trim);
        line(0) == Some(&pid.to_string()) && matches!(line(7), Some("ready" | "standby"))
    }
}

impl Postgres {
    /// Whether PostgreSQL's programs are there.
    pub fn is_installed() -> bool {
        programs().is_ok()
    }

    /// Starts one with PostgreSQL's own settings but for these, each `name=value`. It writes to the
    /// end of this log, or of one in its folder.
    pub fn start(settings: &[&str], log: Option<&Path>) -> anyhow::Result<Arc<Self>> {
        Self::launch(settings, log, false).map(Arc::new)
    }

    fn launch(settings: &[&str], log: Option<&Path>, is_shared: bool) -> anyhow::Result<Self> {
        let settings = settings.iter().map(ToString::to_string).collect();
        let launch = Launch::new(settings, log)?;
        launch.init()?;
        Self::launched(launch, is_shared)
    }

    fn launched(launch: Launch, is_shared: bool) -> anyhow::Result<Self> {
        let postmaster = Mutex::new(launch.start()?);
        Ok(Self { postmaster, launch, databases: AtomicU32::new(1), is_shared })
    }

    /// A standby, which has whatever this server says is committed from now on: until it is there,
    /// nothing is.
    pub fn standby(&self) -> anyhow::Result<Self> {
        let launch = Launch::new(self.launch.settings.clone(), None)?;
        launch.copy(&self.launch)?;
        let standby = Self::launched(launch, false)?;
        self.psql("postgres", "ALTER SYSTEM SET synchronous_standby_names = '*'")?;
        self.psql("postgres", "SELECT pg_reload_conf()")?;
        let since = Instant::now();
        let states = "SELECT sync_state FROM pg_stat_replication";
        while self.psql("postgres", states)? != ["sync"] {
            ensure!(since.elapsed() < START_TIMEOUT, "nobody follows {}", self.dir().display());
            std::thread::sleep(POLL_EVERY);
        }
        Ok(standby)
    }

    /// Has a standby take over, which waits until it takes what is written.
    pub fn promote(&self) -> anyhow::Result<()> {
        let promoted = self.psql("postgres", "SELECT pg_promote()")?;
        ensure!(promoted == ["t"], "{} does not take over", self.dir().display());
        Ok(())
    }

    /// The server that all tests of a program share. What it writes is not kept for long.
    pub fn shared() -> anyhow::Result<Arc<Self>> {
        static SHARED: Mutex<Option<Arc<Postgres>>> = Mutex::new(None);
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(shared) = &*shared {
            return Ok(Arc::clone(shared));
        }
        let fast = ["fsync=off", "full_page_writes=off", "autovacuum=off"];
        let started = Self::launch(&[&MANY_CONNECTIONS[..], &fast].concat(), None, true)?;
        Ok(Arc::clone(shared.insert(Arc::new(started))))
    }

    /// An empty database.
    pub fn database(self: &Arc<Self>) -> anyhow::Result<Database> {
        self.database_like("template0")
    }

    fn database_like(self: &Arc<Self>, template: &str) -> anyhow::Result<Database> {
        let name = format!("t{}", self.databases.fetch_add(1, Ordering::Relaxed));
        self.psql("postgres", &format!("CREATE DATABASE {name} TEMPLATE {template}"))?;
        Ok(Database { server: Arc::clone(self), name })
    }

    /// What the psql program, which knows nothing of our code, answers: rows with `|` between
    /// columns.
    pub fn psql(&self, database: &str, sql: &str) -> anyhow::Result<Vec<String>> {
        let mut psql = self.launch.program("psql");
        psql.args(["-XAtq", "-v", "ON_ERROR_STOP=1", "-U", "quizrain", "-d", database, "-h"]);
        let output = psql.arg(self.dir()).args(["-c", sql]).output().context("cannot run psql")?;
        let said = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "{sql}: {}", said.trim());
        Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
    }

    /// Where a database of it is.
    pub fn url(&self, database: &str) -> String {
        format!("postgres:///{database}?host={}&user=quizrain", self.dir().display())
    }

    /// The socket that it listens on.
    pub fn socket(&self) -> PathBuf {
        self.dir().join(".s.PGSQL.5432")
    }

    /// Its folder, which holds the socket.
    pub fn dir(&self) -> &Path {
        self.launch.dir.path()
    }

    /// Stops every process of the server where it stands, as a machine that hangs.
    pub fn pause(&self) {
        self.signal(Signal::STOP);
    }

    /// Lets a paused server go on.
    pub fn resume(&self) {
        self.signal(Signal::CONT);
    }

    /// `kill -9`, all of it.
    pub fn kill(&self) {
        self.signal(Signal::KILL);
        self.postmaster().kill();
    }

    /// Starts it again after a kill.
    pub fn restart(&self) -> anyhow::Result<()> {
        *self.postmaster() = self.launch.start()?;
        Ok(())
    }

    fn postmaster(&self) -> MutexGuard<'_, Process> {
        self.postmaster.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn signal(&self, signal: Signal) {
        let postmaster = self.postmaster();
        // It starts nothing new meanwhile.
        postmaster.pause();
        for (pid, _) in children(postmaster.pid()) {
            if let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) {
                // It may be gone already.
                let _ = kill_process(pid, signal);
            }
        }
        postmaster.signal(signal);
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.resume();
        let mut postmaster = self.postmaster();
        // An immediate shutdown: it ends its children.
        postmaster.signal(Signal::QUIT);
        let since = Instant::now();
        while postmaster.ended().is_none() && since.elapsed() < START_TIMEOUT {
            std::thread::sleep(POLL_EVERY);
        }
    }
}

/// A database; that of the shared server is removed when dropped.
pub struct Database {
    server: Arc<Postgres>,
    name: String,
}

impl Database {
    /// A copy of it. Nobody may be connected to it now.
    pub fn copy(&self) -> anyhow::Result<Self> {
        self.server.database_like(&self.name)
    }

    /// Writes it into a file beside whoever uses it, as docs/CLUSTER.md has it backed up.
    pub fn dump(&self, file: &Path) -> anyhow::Result<()> {
        let mut dump = self.server.launch.program("pg_dump");
        dump.args(["-Fc", "-d", &self.url()]);
        let output = dump.stdin(Stdio::null()).output().context("cannot run pg_dump")?;
        let said = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "pg_dump failed: {}", said.trim());
        Ok(std::fs::write(file, output.stdout)?)
    }

    /// Reads such a file into this database, which is empty.
    pub fn restore(&self, file: &Path) -> anyhow::Result<()> {
        let mut restore = self.server.launch.program("pg_restore");
        restore.args(["--exit-on-error", "-d", &self.url()]).stdin(std::fs::File::open(file)?);
        let output = restore.output().context("cannot run pg_restore")?;
        let said = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "pg_restore failed: {}", said.trim());
        Ok(())
    }

    /// Its address, for `--database-url`.
    pub fn url(&self) -> String {
        self.server.url(&self.name)
    }

    /// Its address over a line that begins at this port.
    pub fn url_over(&self, port: u16) -> String {
        format!("postgres://quizrain@127.0.0.1:{port}/{}", self.name)
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// As [`Postgres::psql`].
    pub fn psql(&self, sql: &str) -> anyhow::Result<Vec<String>> {
        self.server.psql(&self.name, sql)
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        // A server of somebody's own goes with all it has, and may be in no state to answer.
        if self.server.is_shared {
            let drop = format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name);
            let _ = self.server.psql("postgres", &drop);
        }
    }
}

/// Runs one of PostgreSQL's programs to its end.
fn run(mut program: Command, name: &str) -> anyhow::Result<()> {
    let done =
        program.stdin(Stdio::null()).output().with_context(|| format!("cannot run {name}"))?;
    let said = String::from_utf8_lossy(&done.stderr);
    ensure!(done.status.success(), "{name} failed: {}", said.trim());
    Ok(())
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

/// Where PostgreSQL's programs are: scripts/setup looks at the same places.
fn programs() -> anyhow::Result<PathBuf> {
    let asked = Command::new("pg_config").arg("--bindir").output().ok();
    let asked = asked.map(|output| String::from_utf8_lossy(&output.stdout).trim().into());
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut places: Vec<PathBuf> = asked.into_iter().chain(std::env::split_paths(&path)).collect();
    for (folder, within) in
        [("/usr/lib/postgresql", "bin"), ("/opt/homebrew/opt", "bin"), ("/usr/local/opt", "bin")]
    {
        let versions = std::fs::read_dir(folder).into_iter().flatten().map_while(Result::ok);
        let mut versions: Vec<_> = versions.map(|entry| entry.path().join(within)).collect();
        versions.sort();
        places.extend(versions.into_iter().rev());
    }
    let complete = |place: &PathBuf| PROGRAMS.iter().all(|program| place.join(program).is_file());
    let found = places.into_iter().find(complete);
    found.context("PostgreSQL is not installed: see scripts/setup")
}
