//! The real program in a folder and on a port of its own.

use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use quizrain::store::sql::Sql;
use quizrain_shared::ids::{GameId, Pin, Token};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use tempfile::TempDir;
use ureq::http::HeaderMap;

use super::on::On;
use super::postgres::Database;

/// How long anything may take on a busy machine before it counts as hanging.
pub(crate) const DEADLINE: Duration = Duration::from_secs(60);

/// A running program; ends when dropped, its data with it.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: String,
    dir: TempDir,
    args: Vec<String>,
    env: Env,
    database: Option<Database>,
    log: Log,
}

/// Variables of a program.
type Env = Vec<(String, OsString)>;

fn env(pairs: &[(&str, &str)]) -> Env {
    pairs.iter().map(|(name, value)| ((*name).to_owned(), value.into())).collect()
}

/// What the program writes to its standard error, line by line, while it runs.
type Log = Arc<Mutex<String>>;

/// What a host holds of a game.
#[derive(Clone, Copy)]
pub(crate) struct Hosted {
    pub(crate) game: GameId,
    pub(crate) pin: Pin,
    pub(crate) token: Token,
}

/// The program with no option of the user's environment, and neither the port nor the data folder
/// of a Quizrain that plays beside the tests: whoever names no port gets a free one, and whoever
/// names no folder gets an error.
pub(crate) fn program() -> Command {
    let mut command = quizrain_testkit::process::program(env!("CARGO_BIN_EXE_quizrain"));
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

/// Takes any answer for an answer.
fn agent() -> ureq::Agent {
    ureq::Agent::config_builder().http_status_as_error(false).build().into()
}

/// The status with which an address answers a request for a page.
pub(crate) fn get_at(address: &str, path: &str) -> u16 {
    agent().get(format!("http://{address}{path}")).call().unwrap().status().as_u16()
}

/// Asks again where a server is busy, as it says itself; the answer must be good.
fn unless_busy(ask: impl Fn() -> (u16, String)) -> Value {
    let since = Instant::now();
    loop {
        let (status, text) = ask();
        if status == 503 && since.elapsed() < DEADLINE {
            std::thread::sleep(Duration::from_millis(100));
            continue;
        }
        assert_eq!(status, 200, "{text}");
        return serde_json::from_str(&text).unwrap();
    }
}

/// Starts the program; where its address will be told.
fn spawn(dir: &Path, args: &[String], env: &Env) -> (Child, Receiver<String>, Log) {
    let mut child = program()
        // Whoever tests it asks for it.
        .env("QUIZRAIN_FAILOVER_GRACE_SECONDS", "0")
        .envs(env.iter().map(|(name, value)| (name, value)))
        .arg("--data-dir")
        .arg(dir)
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (found, address) = mpsc::channel();
    let stdout = BufReader::new(child.stdout.take().unwrap());
    std::thread::spawn(move || {
        for line in stdout.lines().map_while(Result::ok) {
            // What players are shown may be another address.
            if let Some(url) = line.trim().strip_prefix("Host ") {
                let url = url.trim().trim_start_matches("http://");
                let _ = found.send(url.split('/').next().unwrap().to_owned());
            }
        }
    });
    let log = Log::default();
    let (mut stderr, kept) = (BufReader::new(child.stderr.take().unwrap()), Arc::clone(&log));
    std::thread::spawn(move || {
        let mut line = Vec::new();
        while stderr.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
            kept.lock().unwrap().push_str(&String::from_utf8_lossy(&line));
            line.clear();
        }
    });
    (child, address, log)
}

fn launch(dir: &Path, args: &[String], env: &Env) -> (Child, String, Log) {
    let (mut child, address, log) = spawn(dir, args, env);
    match address.recv_timeout(DEADLINE) {
        Ok(address) => (child, address, log),
        Err(_) => {
            let _ = child.kill();
            panic!("the server did not start: {}", log.lock().unwrap());
        }
    }
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
        let (child, address, log) = launch(dir.path(), &args, &env);
        Self { child, address, dir, args, env, database, log }
    }

    /// Starts a server with fail points, this time, which may end it before it has said where it
    /// listens.
    pub(crate) fn start_failing(args: &[&str], points: &str) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let args: Vec<String> = args.iter().map(ToString::to_string).collect();
        let (child, _, log) = spawn(dir.path(), &args, &env(&[("FAILPOINTS", points)]));
        Self { child, address: String::new(), dir, args, env: Env::new(), database: None, log }
    }

    /// Starts a server in a folder whose name starts like this.
    pub(crate) fn start_in_folder(name: &str) -> Self {
        let dir = tempfile::Builder::new().prefix(name).tempdir().unwrap();
        let (child, address, log) = launch(dir.path(), &[], &Env::new());
        Self { child, address, dir, args: Vec::new(), env: Env::new(), database: None, log }
    }

    /// Starts a server that finds programs in this folder alone.
    pub(crate) fn start_in_path(path: &Path) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let env = vec![("PATH".to_owned(), path.into())];
        let (child, address, log) = launch(dir.path(), &[], &env);
        Self { child, address, dir, args: Vec::new(), env, database: None, log }
    }

    /// The data folder.
    pub(crate) fn dir(&self) -> &Path {
        self.dir.path()
    }

    /// `kill -9`, without a word to anybody.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Starts it again on the same data, on another port.
    pub(crate) fn restart(&mut self) {
        (self.child, self.address, self.log) = launch(self.dir.path(), &self.args, &self.env);
    }

    /// Starts it again on the same data with these variables.
    pub(crate) fn restart_with_env(&mut self, pairs: &[(&str, &str)]) {
        self.env = env(pairs);
        self.restart();
    }

    /// Starts it again with fail points, this time.
    pub(crate) fn restart_with(&mut self, points: &str) {
        let env = env(&[("FAILPOINTS", points)]);
        (self.child, self.address, self.log) = launch(self.dir.path(), &self.args, &env);
    }

    /// The same, where they may end it before it has said where it listens: its address is not
    /// known afterwards.
    pub(crate) fn restart_failing(&mut self, points: &str) {
        let env = env(&[("FAILPOINTS", points)]);
        (self.child, _, self.log) = spawn(self.dir.path(), &self.args, &env);
    }

    /// Waits until it has ended by itself; the signal that ended it.
    pub(crate) async fn ended(&mut self) -> Option<i32> {
        let since = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return std::os::unix::process::ExitStatusExt::signal(&status);
            }
            assert!(since.elapsed() < DEADLINE, "it goes on: {}", self.log());
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Whether it ended, by itself or otherwise.
    pub(crate) fn has_ended(&mut self) -> bool {
        self.child.try_wait().unwrap().is_some()
    }

    /// What it has written to its log since its last start.
    pub(crate) fn log(&self) -> String {
        self.log.lock().unwrap().clone()
    }

    /// Sends it a signal.
    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Its memory, in KiB.
    pub(crate) fn resident_kib(&self) -> u64 {
        let path = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(path).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse().unwrap()
    }

    /// Asks politely to end; how it ended.
    pub(crate) fn stop(&mut self) -> std::process::ExitStatus {
        Command::new("kill").arg(self.child.id().to_string()).status().unwrap();
        self.child.wait().unwrap()
    }

    /// The key that makes games.
    pub(crate) fn host_key(&self) -> String {
        std::fs::read_to_string(self.dir().join("host-key")).unwrap().trim().to_owned()
    }

    /// The status and the text of the answer to a GET, whatever it is.
    pub(crate) fn get(&self, path: &str, token: &str) -> (u16, String) {
        let (status, _, text) = self.get_all(path, token);
        (status, text)
    }

    /// The status, the headers and the text of the answer to a GET, whatever it is.
    pub(crate) fn get_all(&self, path: &str, token: &str) -> (u16, HeaderMap, String) {
        let request = agent().get(format!("http://{}{path}", self.address));
        let mut answer = request.header("Authorization", format!("Bearer {token}")).call().unwrap();
        let text = answer.body_mut().read_to_string().unwrap();
        (answer.status().as_u16(), answer.headers().clone(), text)
    }

    /// The status and the text of the answer to a POST, whatever it is.
    pub(crate) fn post(&self, path: &str, token: &str, body: &Value) -> (u16, String) {
        let request = agent().post(format!("http://{}{path}", self.address));
        let right = format!("Bearer {token}");
        let mut answer = request.header("Authorization", right).send_json(body).unwrap();
        (answer.status().as_u16(), answer.body_mut().read_to_string().unwrap())
    }

    /// The status and the text of the answer to a PUT, whatever it is.
    pub(crate) fn put(&self, path: &str, token: &str, body: &Value) -> (u16, String) {
        let request = agent().put(format!("http://{}{path}", self.address));
        let right = format!("Bearer {token}");
        let mut answer = request.header("Authorization", right).send_json(body).unwrap();
        (answer.status().as_u16(), answer.body_mut().read_to_string().unwrap())
    }

    /// The answer to a GET that must succeed, perhaps not at once.
    pub(crate) fn get_json(&self, path: &str, token: &str) -> Value {
        unless_busy(|| self.get(path, token))
    }

    /// The answer to a POST with the host key that must succeed, perhaps not at once.
    pub(crate) fn post_json(&self, path: &str, body: &Value) -> Value {
        unless_busy(|| self.post(path, &self.host_key(), body))
    }

    /// Makes a game of the quiz with a title.
    pub(crate) fn create_game(&self, title: &str) -> Hosted {
        let quizzes = self.get_json("/api/quizzes", &self.host_key());
        let quiz = quizzes.as_array().unwrap().iter().find(|quiz| quiz["title"] == title);
        let quiz = quiz.unwrap_or_else(|| panic!("no quiz {title} in {quizzes}"));
        let made = self.post_json("/api/games", &json!({ "quiz": quiz["id"] }));
        Hosted {
            game: made["game"].as_str().unwrap().parse().unwrap(),
            pin: Pin::new(u32::try_from(made["pin"].as_u64().unwrap()).unwrap()).unwrap(),
            token: made["token"].as_str().unwrap().parse().unwrap(),
        }
    }

    /// The address of its ledger.
    pub(crate) fn database_url(&self) -> url::Url {
        match &self.database {
            Some(database) => database.url().parse().unwrap(),
            None => Sql::url_of(&self.dir().join("quizrain.sqlite")).unwrap(),
        }
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
        let _ = self.child.kill();
        let _ = self.child.wait();
        if std::thread::panicking() {
            eprintln!("the server's log:\n{}", self.log());
        }
    }
}
