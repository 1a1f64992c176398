//! The real program in a folder and on a port of its own.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use quizrain::store::sql::Sql;
use quizrain_shared::ids::{GameId, Pin, Token};
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
}

/// Variables of a program.
type Env = Vec<(String, OsString)>;

fn env(pairs: &[(&str, &str)]) -> Env {
    pairs.iter().map(|(name, value)| ((*name).to_owned(), value.into())).collect()
}

/// What a host holds of a game.
#[derive(Clone, Copy)]
pub(crate) struct Hosted {
    pub(crate) game: GameId,
    pub(crate) pin: Pin,
    pub(crate) token: Token,
}

/// The program with no option in its environment.
pub(crate) fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quizrain"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("QUIZRAIN_")) {
        command.env_remove(name);
    }
    command
}

/// Runs the program to its end.
pub(crate) fn run(dir: &Path, args: &[&str]) -> Output {
    program().arg("--data-dir").arg(dir).args(args).output().unwrap()
}

/// Takes any answer for an answer.
fn agent() -> ureq::Agent {
    ureq::Agent::config_builder().http_status_as_error(false).build().into()
}

fn launch(dir: &Path, args: &[String], env: &Env) -> (Child, String) {
    let mut child = program()
        .envs(env.iter().map(|(name, value)| (name, value)))
        .arg("--data-dir")
        .arg(dir)
        .args(["--listen", "127.0.0.1:0"])
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (found, address) = mpsc::channel();
    let stdout = BufReader::new(child.stdout.take().unwrap());
    std::thread::spawn(move || {
        for line in stdout.lines().map_while(Result::ok) {
            if let Some(url) = line.trim().strip_prefix("Players") {
                let _ = found.send(url.trim().trim_start_matches("http://").to_owned());
            }
        }
    });
    let mut stderr = child.stderr.take().unwrap();
    let log = std::thread::spawn(move || {
        let mut text = String::new();
        let _ = stderr.read_to_string(&mut text);
        text
    });
    match address.recv_timeout(DEADLINE) {
        Ok(address) => (child, address),
        Err(_) => {
            let _ = child.kill();
            panic!("the server did not start: {}", log.join().unwrap());
        }
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
        let (child, address) = launch(dir.path(), &args, &env);
        Self { child, address, dir, args, env, database }
    }

    /// Starts a server in a folder whose name starts like this.
    pub(crate) fn start_in_folder(name: &str) -> Self {
        let dir = tempfile::Builder::new().prefix(name).tempdir().unwrap();
        let (child, address) = launch(dir.path(), &[], &Env::new());
        Self { child, address, dir, args: Vec::new(), env: Env::new(), database: None }
    }

    /// Starts a server that finds programs in this folder alone.
    pub(crate) fn start_in_path(path: &Path) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let env = vec![("PATH".to_owned(), path.into())];
        let (child, address) = launch(dir.path(), &[], &env);
        Self { child, address, dir, args: Vec::new(), env, database: None }
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
        (self.child, self.address) = launch(self.dir.path(), &self.args, &self.env);
    }

    /// Starts it again on the same data with these variables.
    pub(crate) fn restart_with_env(&mut self, pairs: &[(&str, &str)]) {
        self.env = env(pairs);
        self.restart();
    }

    /// Whether it ended, by itself or otherwise.
    pub(crate) fn has_ended(&mut self) -> bool {
        self.child.try_wait().unwrap().is_some()
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

    /// The answer to a GET that must succeed.
    pub(crate) fn get_json(&self, path: &str, token: &str) -> Value {
        let (status, text) = self.get(path, token);
        assert_eq!(status, 200, "{text}");
        serde_json::from_str(&text).unwrap()
    }

    /// The answer to a POST with the host key that must succeed.
    pub(crate) fn post_json(&self, path: &str, body: &Value) -> Value {
        let url = format!("http://{}{path}", self.address);
        let key = format!("Bearer {}", self.host_key());
        let mut answer = ureq::post(url).header("Authorization", key).send_json(body).unwrap();
        answer.body_mut().read_json().unwrap()
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

fn sqlite3(dir: &Path, options: &[&str], sql: &str) -> Vec<String> {
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
    }
}
