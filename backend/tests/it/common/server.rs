//! The real program in a folder and on a port of its own.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use quizrain::store::sql::Sql;
pub(crate) use quizrain_shared::api::HostRight;
use quizrain_shared::api::{QuizPage, QuizSummary};
use quizrain_shared::mode::Mode;
use quizrain_testkit::http::{self, HeaderMap, Response};
use quizrain_testkit::process::{self, Process};
use quizrain_testkit::server;
use rustix::process::Signal;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tempfile::TempDir;

use super::on::On;
use super::postgres::Database;

/// How long anything may take on a busy machine before it counts as hanging.
pub(crate) const DEADLINE: Duration = Duration::from_secs(60);

/// A running program; ends when dropped, its data with it.
pub(crate) struct Server {
    process: Process,
    pub(crate) address: String,
    dir: TempDir,
    args: Vec<String>,
    env: Env,
    database: Option<Database>,
}

/// Variables of a program; an empty one is taken from it.
type Env = Vec<(String, OsString)>;

fn env(pairs: &[(&str, &str)]) -> Env {
    pairs.iter().map(|(name, value)| ((*name).to_owned(), value.into())).collect()
}

/// Its quizzes.
const QUIZZES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/quizzes");

/// What the program writes to its standard error, in its data folder.
const LOG: &str = "errors.log";

/// The program with no option of the user's environment, and neither the port nor the data folder
/// of a Quizrain that plays beside the tests: whoever names no port gets a free one, and whoever
/// names no folder gets an error.
pub(crate) fn program() -> Command {
    let mut command = process::program(env!("CARGO_BIN_EXE_quizrain"));
    command.env("QUIZRAIN_LISTEN", "127.0.0.1:0").env("QUIZRAIN_DATA_DIR", "/dev/null/none");
    command
}

/// Runs the program to its end.
pub(crate) fn run(dir: &Path, args: &[&str]) -> Output {
    run_with_env(dir, args, &[])
}

/// The same with variables.
pub(crate) fn run_with_env(dir: &Path, args: &[&str], pairs: &[(&str, &str)]) -> Output {
    let pairs = pairs.iter().copied();
    program().envs(pairs).arg("--data-dir").arg(dir).args(args).output().unwrap()
}

/// The status with which an address answers a request for a page.
pub(crate) fn get_at(address: &str, path: &str) -> u16 {
    http::send("GET", address, path, "", None).unwrap().status
}

/// Starts the program, and does not wait for it.
fn spawn(dir: &Path, args: &[String], env: &Env) -> Process {
    server::spawn(serving(dir, args, env), &dir.join(LOG)).unwrap()
}

/// Starts the program, and waits for its address.
fn launch(dir: &Path, args: &[String], env: &Env) -> (Process, String) {
    // What players are shown may be another address than the host's.
    server::start(serving(dir, args, env), "Host ", &dir.join(LOG), DEADLINE).unwrap()
}

fn serving(dir: &Path, args: &[String], env: &Env) -> Command {
    let mut command = program();
    // Quizzes that tests know by heart, and not those that ship.
    command.env("QUIZRAIN_QUIZZES", QUIZZES);
    // Whoever tests it asks for it.
    command.env("QUIZRAIN_FAILOVER_GRACE_SECONDS", "0");
    for (name, value) in env {
        match value.is_empty() {
            true => command.env_remove(name),
            false => command.env(name, value),
        };
    }
    command.arg("--data-dir").arg(dir).args(args);
    command
}

/// Where it listens, for clients: they may as well be told the address of a proxy.
impl AsRef<str> for Server {
    fn as_ref(&self) -> &str {
        &self.address
    }
}

impl Server {
    /// Starts a server with defaults.
    pub(crate) fn start() -> Self {
        Self::start_with(&[])
    }

    /// Starts a server with more options.
    pub(crate) fn start_with(args: &[&str]) -> Self {
        Self::start_on(On::Sqlite, args)
    }

    /// Starts a server with its ledger in that database, and with more options.
    pub(crate) fn start_on(on: On, args: &[&str]) -> Self {
        Self::start_on_with_env(on, args, &[])
    }

    /// Starts a server with more options and variables.
    pub(crate) fn start_with_env(args: &[&str], pairs: &[(&str, &str)]) -> Self {
        Self::start_on_with_env(On::Sqlite, args, pairs)
    }

    /// Starts a server with its ledger in that database, and with more options and variables.
    pub(crate) fn start_on_with_env(on: On, args: &[&str], pairs: &[(&str, &str)]) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let database = (on == On::Postgres).then(Database::create);
        let mut args: Vec<String> = args.iter().map(ToString::to_string).collect();
        if let Some(database) = &database {
            args.extend(["--database-url".to_owned(), database.url()]);
        }
        let env = env(pairs);
        let (process, address) = launch(dir.path(), &args, &env);
        Self { process, address, dir, args, env, database }
    }

    /// Starts a server with fail points, this time, which may end it before it has said where it
    /// listens.
    pub(crate) fn start_failing(args: &[&str], points: &str) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let args: Vec<String> = args.iter().map(ToString::to_string).collect();
        let process = spawn(dir.path(), &args, &env(&[("FAILPOINTS", points)]));
        Self { process, address: String::new(), dir, args, env: Env::new(), database: None }
    }

    /// Starts a server in a folder whose name starts like this.
    pub(crate) fn start_in_folder(name: &str) -> Self {
        let dir = tempfile::Builder::new().prefix(name).tempdir().unwrap();
        let (process, address) = launch(dir.path(), &[], &Env::new());
        Self { process, address, dir, args: Vec::new(), env: Env::new(), database: None }
    }

    /// Starts a server that finds programs in this folder alone.
    pub(crate) fn start_in_path(path: &Path) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let env = vec![("PATH".to_owned(), path.into())];
        let (process, address) = launch(dir.path(), &[], &env);
        Self { process, address, dir, args: Vec::new(), env, database: None }
    }

    /// The data folder.
    pub(crate) fn dir(&self) -> &Path {
        self.dir.path()
    }

    /// `kill -9`, without a word to anybody.
    pub(crate) fn kill(&mut self) {
        self.process.kill();
    }

    /// Starts it again on the same data, on another port.
    pub(crate) fn restart(&mut self) {
        (self.process, self.address) = launch(self.dir.path(), &self.args, &self.env);
    }

    /// Starts it again on the same data with these variables.
    pub(crate) fn restart_with_env(&mut self, pairs: &[(&str, &str)]) {
        self.env = env(pairs);
        self.restart();
    }

    /// Starts it again with fail points, this time.
    pub(crate) fn restart_with(&mut self, points: &str) {
        let env = env(&[("FAILPOINTS", points)]);
        (self.process, self.address) = launch(self.dir.path(), &self.args, &env);
    }

    /// The same, where they may end it before it has said where it listens: its address is not
    /// known afterwards.
    pub(crate) fn restart_failing(&mut self, points: &str) {
        let env = env(&[("FAILPOINTS", points)]);
        self.process = spawn(self.dir.path(), &self.args, &env);
    }

    /// Waits until it has ended by itself; the signal that ended it.
    pub(crate) async fn ended(&mut self) -> Option<i32> {
        let since = Instant::now();
        loop {
            if let Some(status) = self.process.ended() {
                return std::os::unix::process::ExitStatusExt::signal(&status);
            }
            assert!(since.elapsed() < DEADLINE, "it goes on: {}", self.log());
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Whether it ended, by itself or otherwise.
    pub(crate) fn has_ended(&mut self) -> bool {
        self.process.ended().is_some()
    }

    /// What it has written to its log since its last start.
    pub(crate) fn log(&self) -> String {
        self.process.log()
    }

    /// Sends it a signal.
    pub(crate) fn signal(&self, signal: Signal) {
        self.process.signal(signal);
    }

    /// Its memory, in KiB.
    pub(crate) fn resident_kib(&self) -> u64 {
        let path = format!("/proc/{}/status", self.process.pid());
        let status = std::fs::read_to_string(path).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse().unwrap()
    }

    /// Asks politely to end; how it ended.
    pub(crate) fn stop(&mut self) -> std::process::ExitStatus {
        self.process.stop(DEADLINE).unwrap()
    }

    /// The key that makes games.
    pub(crate) fn host_key(&self) -> String {
        std::fs::read_to_string(self.dir().join("host-key")).unwrap().trim().to_owned()
    }

    fn send(&self, method: &str, path: &str, token: &str, body: Option<&Value>) -> Response {
        http::send(method, &self.address, path, token, body).unwrap()
    }

    /// The status and the text of the answer to a GET, whatever it is.
    pub(crate) fn get(&self, path: &str, token: &str) -> (u16, String) {
        let answer = self.send("GET", path, token, None);
        (answer.status, answer.text)
    }

    /// The status, the headers and the text of the answer to a GET, whatever it is.
    pub(crate) fn get_all(&self, path: &str, token: &str) -> (u16, HeaderMap, String) {
        let answer = self.send("GET", path, token, None);
        (answer.status, answer.headers, answer.text)
    }

    /// The status and the text of the answer to a POST, whatever it is.
    pub(crate) fn post(&self, path: &str, token: &str, body: &Value) -> (u16, String) {
        let answer = self.send("POST", path, token, Some(body));
        (answer.status, answer.text)
    }

    /// The status and the text of the answer to a PUT, whatever it is.
    pub(crate) fn put(&self, path: &str, token: &str, body: &Value) -> (u16, String) {
        let answer = self.send("PUT", path, token, Some(body));
        (answer.status, answer.text)
    }

    /// The status and the text of the answer to a DELETE, whatever it is.
    pub(crate) fn delete(&self, path: &str, token: &str) -> (u16, String) {
        let answer = self.send("DELETE", path, token, None);
        (answer.status, answer.text)
    }

    /// The answer to a GET that must succeed, perhaps not at once.
    pub(crate) fn get_json<T: DeserializeOwned>(&self, path: &str, token: &str) -> T {
        http::call("GET", &self.address, path, token, None).unwrap()
    }

    /// The answer to a POST with the host key that must succeed, perhaps not at once.
    pub(crate) fn post_json<T: DeserializeOwned>(&self, path: &str, body: &impl Serialize) -> T {
        let body = &serde_json::to_value(body).unwrap();
        http::call("POST", &self.address, path, &self.host_key(), Some(body)).unwrap()
    }

    /// The library, by title; tests have few quizzes.
    pub(crate) fn quizzes(&self) -> Vec<QuizSummary> {
        let page: QuizPage = self.get_json("/api/quizzes", &self.host_key());
        page.quizzes
    }

    /// Makes a game of the quiz with a title.
    pub(crate) fn create_game(&self, title: &str) -> HostRight {
        let named =
            |quizzes: Vec<QuizSummary>| quizzes.into_iter().find(|quiz| quiz.title == title);
        http::create_game(&self.address, &self.host_key(), Mode::Classic, named).unwrap().0
    }

    /// The address of its ledger.
    pub(crate) fn database_url(&self) -> url::Url {
        match &self.database {
            Some(database) => database.url().parse().unwrap(),
            None => Sql::url_of(&self.dir().join("quizrain.sqlite")).unwrap(),
        }
    }

    /// Writes a copy of the ledger into a file, beside the server, as the documents say to make one.
    pub(crate) fn back_up(&self, to: &Path) {
        match &self.database {
            Some(database) => database.dump(to),
            None => self.tamper(&format!(".backup '{}'", to.display())),
        }
    }

    /// Puts such a copy in the place of the ledger, with a Redis that knows nothing. It has ended.
    pub(crate) fn restore(&mut self, from: &Path) {
        let dir = self.dir().to_owned();
        std::fs::remove_dir_all(dir.join("redis")).unwrap();
        if let Some(database) = &mut self.database {
            let restored = Database::restored(from);
            let url = self.args.iter_mut().find(|arg| **arg == database.url()).unwrap();
            *url = restored.url();
            *database = restored;
            return;
        }
        for ending in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(dir.join(format!("quizrain.sqlite{ending}")));
        }
        std::fs::copy(from, dir.join("quizrain.sqlite")).unwrap();
    }

    /// Asks psql or the sqlite3 program, which know nothing of our code: rows with `|` between
    /// columns.
    pub(crate) fn ledger(&self, sql: &str) -> Vec<String> {
        match &self.database {
            Some(database) => database.psql(sql),
            None => sqlite3(self.dir(), &["-readonly"], sql),
        }
    }

    /// Has psql or the sqlite3 program write into the ledger behind the server's back.
    pub(crate) fn tamper(&self, sql: &str) {
        match &self.database {
            Some(database) => database.psql(sql),
            None => sqlite3(self.dir(), &["-cmd", ".timeout 10000"], sql),
        };
    }

    /// Waits until the ledger has this answer.
    pub(crate) async fn ledger_says(&self, sql: &str, expected: &str) {
        let since = Instant::now();
        while self.ledger(sql) != [expected] {
            let found = self.ledger(sql);
            assert!(since.elapsed() < DEADLINE, "{sql}: {found:?} is not {expected}");
            tokio::task::yield_now().await;
        }
    }

    /// As [`Server::ledger`], for a server whose ledger is in SQLite.
    pub(crate) fn sqlite(&self, sql: &str) -> Vec<String> {
        assert!(self.database.is_none(), "the ledger is in PostgreSQL");
        self.ledger(sql)
    }
}

/// What the sqlite3 program says to a statement about the ledger in a folder.
pub(super) fn sqlite3(dir: &Path, options: &[&str], sql: &str) -> Vec<String> {
    let output = Command::new("sqlite3")
        .args(options)
        .arg(dir.join("quizrain.sqlite"))
        .arg(sql)
        .output()
        .expect("the sqlite3 program is installed");
    assert!(output.status.success(), "{sql}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

impl Drop for Server {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the server's log:\n{}", self.log());
        }
    }
}
