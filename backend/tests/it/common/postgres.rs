//! A real PostgreSQL: one cluster for the test process, a database of its own for each test.
//!
//! The first test that needs it starts it. It is reached by a Unix socket alone, in a folder under
//! /tmp (a socket's path must be short, and every user can reach it). A shell script keeps it: when
//! the test process ends, however it ends, the script reads the end of its input, ends the server
//! and removes the folder. PostgreSQL refuses to run as root, so for root it runs as somebody else.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, LazyLock, Mutex};

/// `$1` the folder, `$2` where the programs are, `$3` settings. Takes a command a line, and answers
/// each with a line; the end of its input ends everything.
const KEEPER: &str = r#"
trap '' INT TERM HUP PIPE
dir=$1 bin=$2
cd "$dir" || exit 1
# Everything that the server started; on Linux also where there is no ps.
family() {
  echo "$1"
  if [ -r /proc/self/stat ]; then
    for stat in /proc/[0-9]*/stat; do
      { read -r pid name state parent rest <"$stat"; } 2>/dev/null && [ "$parent" = "$1" ] && echo "$pid"
    done
  else
    ps -A -o pid= -o ppid= | awk -v parent="$1" '$2 == parent { print $1 }'
  fi
}
# The server itself first, so that it starts nothing new meanwhile.
signal() {
  read -r server <data/postmaster.pid || return
  kill "-$1" "$server"
  kill "-$1" $(family "$server") 2>/dev/null
}
start() { "$bin/pg_ctl" -D "$dir/data" -l log -w -t 60 start >>start.log 2>&1; }
# What was killed may take a moment to be gone, and its shared memory with it.
start_again() {
  tries=100
  until start; do
    tries=$((tries - 1))
    [ $tries -gt 0 ] || exit 1
    sleep 0.1
  done
}
"$bin/initdb" -D "$dir/data" --no-sync --auth=trust --username=quizrain --encoding=UTF8 --locale=C >start.log 2>&1 &&
  printf '%s\n' "$3" >>data/postgresql.conf && start || exit 1
echo done
while read -r command; do
  case $command in
    halt) signal STOP ;;
    resume) signal CONT ;;
    kill) signal KILL ;;
    start) start_again ;;
  esac
  echo done
done
signal CONT
"$bin/pg_ctl" -D "$dir/data" -m immediate -w -t 10 stop >/dev/null 2>&1
cd / && rm -rf "$dir"
"#;

/// One for the whole test process: what it writes is not kept for long.
static SHARED: LazyLock<Arc<Cluster>> = LazyLock::new(|| {
    Arc::new(Cluster::start("fsync = off\nfull_page_writes = off\nautovacuum = off\n"))
});

/// Numbers the databases.
static DATABASES: AtomicU32 = AtomicU32::new(1);

/// A PostgreSQL server with its folder; ended when dropped.
pub(crate) struct Cluster {
    dir: PathBuf,
    bin: PathBuf,
    keeper: Mutex<Keeper>,
}

/// The script above.
struct Keeper {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

/// A database of a test's own; removed when dropped.
pub(crate) struct Database {
    cluster: Arc<Cluster>,
    name: String,
}

/// Where PostgreSQL's programs are: scripts/setup looks at the same places.
fn programs() -> PathBuf {
    let asked = Command::new("pg_config").arg("--bindir").output().ok();
    let asked = asked.map(|output| String::from_utf8_lossy(&output.stdout).trim().into());
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut places: Vec<PathBuf> = asked.into_iter().chain(std::env::split_paths(&path)).collect();
    for (folder, within) in
        [("/usr/lib/postgresql", "bin"), ("/opt/homebrew/opt", "bin"), ("/usr/local/opt", "bin")]
    {
        let mut versions: Vec<PathBuf> = std::fs::read_dir(folder)
            .into_iter()
            .flatten()
            .map_while(Result::ok)
            .map(|entry| entry.path().join(within))
            .collect();
        versions.sort();
        places.extend(versions.into_iter().rev());
    }
    let complete = |place: &PathBuf| {
        ["initdb", "pg_ctl", "postgres", "psql"].iter().all(|name| place.join(name).is_file())
    };
    places.into_iter().find(complete).expect("PostgreSQL is installed: see scripts/setup")
}

/// Who runs the server where we are root: the user and the group of `postgres`, or of nobody.
fn servant() -> (u32, u32) {
    let users = std::fs::read_to_string("/etc/passwd").unwrap_or_default();
    let found = users.lines().find_map(|line| {
        let mut fields = line.split(':');
        (fields.next() == Some("postgres")).then_some(())?;
        Some((fields.nth(1)?.parse().ok()?, fields.next()?.parse().ok()?))
    });
    found.unwrap_or((65534, 65534))
}

impl Cluster {
    /// A server that no other test uses, for tests that do it harm; it writes to the disk as
    /// PostgreSQL does by default.
    pub(crate) fn private() -> Arc<Self> {
        Arc::new(Self::start(""))
    }

    fn start(settings: &str) -> Self {
        let bin = programs();
        let dir = tempfile::Builder::new().prefix("qr-pg").tempdir_in("/tmp").unwrap().keep();
        let settings = format!(
            "listen_addresses = ''\nunix_socket_directories = '{}'\nmax_connections = 400\n\
             shared_buffers = 64MB\n{settings}",
            dir.display()
        );
        let mut command = Command::new("sh");
        for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("PG")) {
            command.env_remove(name);
        }
        if rustix::process::geteuid().is_root() {
            let (user, group) = servant();
            std::os::unix::fs::chown(&dir, Some(user), Some(group)).unwrap();
            command.uid(user).gid(group);
        }
        let mut child = command
            .args(["-c", KEEPER, "keeper"])
            .args([dir.as_os_str(), bin.as_os_str()])
            .arg(settings)
            .current_dir(&dir)
            // Ctrl-C means the tests: the script has its own end.
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        let cluster = Self { dir, bin, keeper: Mutex::new(Keeper { child, input, output }) };
        cluster.tell("");
        cluster
    }

    /// Gives the keeper a command (nothing: waits for its first word).
    fn tell(&self, command: &str) {
        let mut keeper = self.keeper.lock().unwrap();
        if !command.is_empty() {
            writeln!(keeper.input.as_mut().unwrap(), "{command}").unwrap();
        }
        let mut answer = String::new();
        keeper.output.read_line(&mut answer).unwrap();
        let log = |name| std::fs::read_to_string(self.dir.join(name)).unwrap_or_default();
        assert_eq!(answer, "done\n", "{}{}", log("start.log"), log("log"));
    }

    /// Stops every process of the server where it stands, as a machine that hangs.
    pub(crate) fn halt(&self) {
        self.tell("halt");
    }

    /// Lets a halted server go on.
    pub(crate) fn resume(&self) {
        self.tell("resume");
    }

    /// `kill -9`, all of it.
    pub(crate) fn kill(&self) {
        self.tell("kill");
    }

    /// Starts it again after a kill.
    pub(crate) fn restart(&self) {
        self.tell("start");
    }

    /// Its folder, which holds the socket.
    pub(crate) fn dir(&self) -> &Path {
        &self.dir
    }

    /// An empty database.
    pub(crate) fn database(self: &Arc<Self>) -> Database {
        self.database_like("template0")
    }

    fn database_like(self: &Arc<Self>, template: &str) -> Database {
        let name = format!("t{}", DATABASES.fetch_add(1, Ordering::Relaxed));
        self.ask("postgres", &format!("CREATE DATABASE {name} TEMPLATE {template}")).unwrap();
        Database { cluster: Arc::clone(self), name }
    }

    /// Asks the psql program, which knows nothing of our code: rows with `|` between columns, or
    /// what went wrong.
    fn ask(&self, database: &str, sql: &str) -> Result<Vec<String>, String> {
        let output = Command::new(self.bin.join("psql"))
            .args(["-XAtq", "-v", "ON_ERROR_STOP=1", "-U", "quizrain", "-d", database, "-h"])
            .arg(&self.dir)
            .args(["-c", sql])
            .output()
            .unwrap();
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
        Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if let Ok(keeper) = self.keeper.get_mut() {
            keeper.input = None;
            let _ = keeper.child.wait();
        }
    }
}

impl Database {
    /// An empty database on the server that the tests share.
    pub(crate) fn create() -> Self {
        SHARED.database()
    }

    /// A copy of it. Nobody may be connected to it now.
    pub(crate) fn copy(&self) -> Self {
        self.cluster.database_like(&self.name)
    }

    /// Its address, for `--database-url`.
    pub(crate) fn url(&self) -> String {
        format!("postgres:///{}?host={}&user=quizrain", self.name, self.cluster.dir.display())
    }

    /// What psql answers: rows with `|` between columns. The statement must succeed.
    pub(crate) fn psql(&self, sql: &str) -> Vec<String> {
        self.cluster.ask(&self.name, sql).unwrap_or_else(|why| panic!("{sql}: {why}"))
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        // A private server goes with all it has, and may be in no state to answer.
        if Arc::ptr_eq(&self.cluster, &SHARED) {
            let drop = format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name);
            let _ = self.cluster.ask("postgres", &drop);
        }
    }
}
