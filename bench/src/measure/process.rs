//! The servers under test as child processes: started, metered through `/proc`, ended.

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use anyhow::Context;
use quizrain::store::sql::Sql;
use quizrain_shared::api::{HostRight, QuizSummary};
use quizrain_shared::ids::{GameId, Pin, Token};
use quizrain_shared::mode::Mode;
use quizrain_testkit::http::create_game;
use quizrain_testkit::process::{self, Process};
use quizrain_testkit::redis::{Launch, Redis};
use quizrain_testkit::server;
use quizrain_testkit::wait::START_TIMEOUT;
use rustls::ClientConfig;
use tempfile::TempDir;
use url::Url;

use super::Bench;
use super::signer::Signer;
use super::threads::Threads;
use super::tls::{Pair, Relay};

/// Most servers whose time is taken together.
pub(crate) const MOST_SERVERS: usize = 3;

/// A child that says where it listens, and ends in order.
#[derive(Debug)]
struct Listening {
    process: Process,
    address: SocketAddr,
}

impl Listening {
    fn start(command: Command, word: &str, log: &Path) -> anyhow::Result<Self> {
        let (process, address) = server::start(command, word, log, START_TIMEOUT)?;
        Ok(Self { process, address: address.parse()? })
    }

    fn pid(&self) -> u32 {
        self.process.pid()
    }

    fn kill(&mut self) {
        self.process.kill();
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        // Where it does not end, it is killed.
        let _ = self.process.stop(START_TIMEOUT);
    }
}

/// How a product server is started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Settings {
    /// Claims in one call, where it is not the default.
    pub(crate) max_batch: Option<u32>,
    /// What the shim adds to each `fdatasync` of its Redis, in microseconds.
    pub(crate) delay_us: u32,
    /// Whether people sign in who show what a [`Signer`] has signed.
    pub(crate) signs_in: bool,
    /// Whether a socket may send as many frames as it may by default, and not as many as a load client has.
    pub(crate) limits_frames: bool,
    /// Whether it speaks TLS, and nothing else.
    pub(crate) speaks_tls: bool,
}

/// A load client has many players' frames on one socket, or sends them as fast as it can.
const MANY_FRAMES: [&str; 2] = ["--frames-per-second", "100000"];

/// Where servers keep what they know: a Redis and a database, which several may share.
#[derive(Clone, Debug)]
struct Place {
    redis: u32,
    socket: PathBuf,
    database: Url,
    key: String,
}

/// The product, on a data folder of its own.
#[derive(Debug)]
pub(crate) struct Server {
    process: Listening,
    place: Place,
    /// Its certificate where it speaks TLS, and where its API is asked without.
    tls: Option<(Pair, Relay)>,
    dir: TempDir,
}

/// A Redis and a database for several servers. They have to end before it does.
pub(crate) struct Shared {
    place: Place,
    _redis: Redis,
    _dir: TempDir,
}

impl Shared {
    /// Starts the Redis, synced before every reply, and makes an empty ledger.
    pub(crate) fn start(bench: &Bench) -> anyhow::Result<Self> {
        let dir = data_dir(bench)?;
        let launch = Launch::at_socket(dir.path())?.durable();
        let redis = bench.runtime.block_on(Redis::start(launch))?;
        let place = Place {
            redis: redis.pid(),
            socket: redis.socket(),
            database: Sql::url_of(&dir.path().join("quizrain.sqlite"))?,
            key: host_key()?,
        };
        Ok(Self { place, _redis: redis, _dir: dir })
    }
}

/// A game that was just made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hosted {
    pub(crate) game: GameId,
    pub(crate) pin: Pin,
    pub(crate) token: Token,
    pub(crate) questions: usize,
}

impl Server {
    /// With its own Redis, and with the ledger in its data folder.
    pub(crate) fn start(bench: &Bench, settings: Settings) -> anyhow::Result<Self> {
        let dir = data_dir(bench)?;
        let database = Sql::url_of(&dir.path().join("quizrain.sqlite"))?;
        Self::start_alone(bench, settings, dir, database)
    }

    /// With its own Redis, and with the ledger somewhere else.
    pub(crate) fn start_on(
        bench: &Bench,
        settings: Settings,
        database: &Url,
    ) -> anyhow::Result<Self> {
        Self::start_alone(bench, settings, data_dir(bench)?, database.clone())
    }

    /// One of several over the same Redis and the same ledger.
    pub(crate) fn start_beside(bench: &Bench, shared: &Shared) -> anyhow::Result<Self> {
        let (dir, place) = (data_dir(bench)?, shared.place.clone());
        let mut command = serving(bench, dir.path(), &place.database, &place.key)?;
        command.args(MANY_FRAMES);
        let socket = place.socket.to_str().context("the path of --dir is not UTF-8")?;
        command.args(["--redis-url", &format!("unix://{socket}"), "--drain-seconds", "0"]);
        let process = Listening::start(command, "Players", &dir.path().join("server.log"))?;
        Ok(Self { process, place, tls: None, dir })
    }

    fn start_alone(
        bench: &Bench,
        settings: Settings,
        dir: TempDir,
        database: Url,
    ) -> anyhow::Result<Self> {
        let key = host_key()?;
        let mut command = serving(bench, dir.path(), &database, &key)?;
        if let Some(max) = settings.max_batch {
            command.args(["--max-batch", &max.to_string()]);
        }
        if settings.delay_us > 0 {
            command.env("LD_PRELOAD", bench.shim()?);
            command.env("QUIZRAIN_FDATASYNC_DELAY_US", settings.delay_us.to_string());
        }
        if !settings.limits_frames {
            command.args(MANY_FRAMES);
        }
        if settings.signs_in {
            let file = dir.path().join("signer.pem");
            fs::write(&file, Signer::new()?.pem())?;
            command.env("QUIZRAIN_IDENTITY_KEY", file).envs(Signer::variables());
        }
        let pair = settings.speaks_tls.then(|| Pair::write(dir.path())).transpose()?;
        if let Some(Pair { certificate, key, .. }) = &pair {
            command.arg("--tls-cert").arg(certificate).arg("--tls-key").arg(key);
        }
        let process = Listening::start(command, "Players", &dir.path().join("server.log"))?;
        let tls = match pair {
            Some(pair) => {
                let relay = Relay::start(&bench.runtime, process.address, pair.client(true)?)?;
                Some((pair, relay))
            }
            None => None,
        };
        let redis = child_named(process.pid(), &["redis-server", "valkey-server"])
            .context("the server's own redis-server was not found in /proc")?;
        let socket = dir.path().join("redis/redis.sock");
        Ok(Self { process, place: Place { redis, socket, database, key }, tls, dir })
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.process.address
    }

    /// What clients are that trust its certificate, where it speaks TLS: those that take up earlier sessions,
    /// or never do.
    pub(crate) fn client(&self, resumes: bool) -> anyhow::Result<Option<Arc<ClientConfig>>> {
        self.tls.as_ref().map(|(pair, _)| pair.client(resumes)).transpose()
    }

    /// `kill -9`, which ends all its connections at once.
    pub(crate) fn kill(&mut self) {
        self.process.kill();
    }

    /// The key of its host.
    pub(crate) fn key(&self) -> &str {
        &self.place.key
    }

    pub(crate) fn database(&self) -> &Url {
        &self.place.database
    }

    /// What `quizrain audit` has to say against the books, while the server runs.
    pub(crate) fn audit(&self, bench: &Bench) -> anyhow::Result<Option<String>> {
        let mut command = program(bench, self.dir.path(), &self.place.database);
        let output = command.args(["audit", "--json"]).output().context("cannot run the audit")?;
        let [said, errors] =
            [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
        let fault = || format!("the audit says {} {}", said.trim(), errors.trim());
        Ok((!output.status.success()).then(fault))
    }

    pub(crate) fn redis_socket(&self) -> PathBuf {
        self.place.socket.clone()
    }

    pub(crate) fn meter(&self) -> Meter {
        Meter::of([self.process.pid()], Some(self.place.redis))
    }

    /// Makes a game of a quiz of choices.
    pub(crate) fn host(&self) -> anyhow::Result<Hosted> {
        self.host_quiz(CHOICES)
    }

    /// Makes a game of the quiz with this title.
    pub(crate) fn host_quiz(&self, title: &str) -> anyhow::Result<Hosted> {
        self.host_mode(title, Mode::Classic)
    }

    /// The same, played for something.
    pub(crate) fn host_mode(&self, title: &str, mode: Mode) -> anyhow::Result<Hosted> {
        let called =
            |quizzes: Vec<QuizSummary>| quizzes.into_iter().find(|quiz| quiz.title == title);
        let api = self.tls.as_ref().map_or(self.address(), |(_, relay)| relay.address);
        let (HostRight { game, pin, token }, quiz) =
            create_game(&api.to_string(), &self.place.key, mode, called)?;
        Ok(Hosted { game, pin, token, questions: usize::try_from(quiz.questions)? })
    }
}

fn data_dir(bench: &Bench) -> anyhow::Result<TempDir> {
    Ok(tempfile::Builder::new().prefix("qr-").tempdir_in(&bench.dir)?)
}

fn host_key() -> anyhow::Result<String> {
    Ok(Token(super::random()?).reveal())
}

/// What is played: a quiz of questions that all take the first choice as an answer, and one of
/// questions to which each player types a word.
pub(crate) const CHOICES: &str = "Choices";
pub(crate) const WORDS: &str = "Words";
/// How many questions each has.
const QUESTIONS: usize = 10;
/// The questions of choices, many times over.
pub(crate) const LONG: &str = "Long";
const LONG_QUESTIONS: usize = 50;

fn write_quizzes(folder: &Path) -> anyhow::Result<()> {
    let text = "In which of these cities does the oldest library that is still open stand?";
    let choices = r#"choices = ["Fez", "Alexandria", "Bologna", "Baghdad"]
correct = [1]"#;
    fs::create_dir_all(folder)?;
    let words = r#"kind = "word_cloud""#;
    let quizzes =
        [(CHOICES, choices, QUESTIONS), (WORDS, words, QUESTIONS), (LONG, choices, LONG_QUESTIONS)];
    for (title, own, questions) in quizzes {
        let question = format!("[[question]]\ntext = \"{text}\"\nseconds = 60\n{own}\n");
        let quiz = format!("title = \"{title}\"\n{}", question.repeat(questions));
        fs::write(folder.join(format!("{title}.toml")), quiz)?;
    }
    Ok(())
}

/// The product, as it serves everybody.
fn serving(bench: &Bench, data: &Path, database: &Url, key: &str) -> anyhow::Result<Command> {
    let quizzes = data.join("quizzes");
    write_quizzes(&quizzes).context("cannot write the quizzes that are played")?;
    let mut command = program(bench, data, database);
    command.arg("--quizzes").arg(quizzes);
    command.env("QUIZRAIN_HOST_KEY", key);
    command.args(["--listen", "127.0.0.1:0", "--max-players", "20000", "--log", "warn"]);
    command.args(["--joins-per-minute", "1000000", "--connections-per-address", "1000000"]);
    Ok(command)
}

/// The product, told nothing but where its data is.
fn program(bench: &Bench, data: &Path, database: &Url) -> Command {
    let mut command = process::program(&bench.program);
    command.arg("--data-dir").arg(data).args(["--database-url", database.as_str()]);
    command
}

/// The bare counterpart.
#[derive(Debug)]
pub(crate) struct Bare {
    process: Listening,
    _dir: TempDir,
}

impl Bare {
    pub(crate) fn start(bench: &Bench) -> anyhow::Result<Self> {
        let dir = data_dir(bench)?;
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["bare", "--listen", "127.0.0.1:0"]);
        let process = Listening::start(command, "listening", &dir.path().join("bare.log"))?;
        Ok(Self { process, _dir: dir })
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.process.address
    }

    /// `kill -9`, which ends all its connections at once.
    pub(crate) fn kill(&mut self) {
        self.process.kill();
    }

    pub(crate) fn meter(&self) -> Meter {
        Meter::of([self.process.pid()], None)
    }
}

/// The processes whose time is taken.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meter {
    servers: [Option<u32>; MOST_SERVERS],
    redis: Option<u32>,
}

/// CPU seconds since the processes began, or between two readings; or a share of them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Cpu {
    /// Of all servers.
    pub(crate) server: f64,
    /// Of each server.
    pub(crate) each: [f64; MOST_SERVERS],
    pub(crate) redis: f64,
    pub(crate) client: f64,
}

impl std::ops::Sub for Cpu {
    type Output = Self;
    fn sub(self, from: Self) -> Self {
        Self {
            server: self.server - from.server,
            each: std::array::from_fn(|of| self.each[of] - from.each[of]),
            redis: self.redis - from.redis,
            client: self.client - from.client,
        }
    }
}

impl std::ops::AddAssign for Cpu {
    fn add_assign(&mut self, more: Self) {
        self.server += more.server;
        self.each = std::array::from_fn(|of| self.each[of] + more.each[of]);
        self.redis += more.redis;
        self.client += more.client;
    }
}

impl Cpu {
    /// In millionths, for each of so many.
    pub(crate) fn us_each(self, many: f64) -> Self {
        let us = |seconds: f64| seconds * 1e6 / many;
        Self {
            server: us(self.server),
            each: self.each.map(us),
            redis: us(self.redis),
            client: us(self.client),
        }
    }
}

impl Meter {
    fn of(servers: impl IntoIterator<Item = u32>, redis: Option<u32>) -> Self {
        let mut all = [None; MOST_SERVERS];
        all.iter_mut().zip(servers).for_each(|(place, pid)| *place = Some(pid));
        Self { servers: all, redis }
    }

    /// The meter of servers over one Redis, at most [`MOST_SERVERS`].
    pub(crate) fn over(servers: &[Server]) -> Self {
        let redis = servers.first().map(|server| server.place.redis);
        Self::of(servers.iter().map(|server| server.process.pid()), redis)
    }

    pub(crate) fn read(self) -> anyhow::Result<Cpu> {
        let seconds = |pid: Option<u32>| pid.map_or(Ok(0.0), |pid| cpu_seconds(&pid.to_string()));
        let mut cpu = Cpu { redis: seconds(self.redis)?, ..Cpu::default() };
        for (each, pid) in cpu.each.iter_mut().zip(self.servers) {
            *each = seconds(pid)?;
            cpu.server += *each;
        }
        cpu.client = own_cpu_seconds();
        Ok(cpu)
    }

    /// A reading for a span that is too short for the ticks of [`Self::read`].
    pub(crate) fn read_fine(self) -> anyhow::Result<Fine> {
        let of = |pid: Option<u32>| pid.map_or(Ok(Threads::default()), Threads::read);
        let mut servers: [Threads; MOST_SERVERS] = Default::default();
        for (threads, pid) in servers.iter_mut().zip(self.servers) {
            *threads = of(pid)?;
        }
        Ok(Fine { meter: self, servers, redis: of(self.redis)?, client: own_cpu_seconds() })
    }

    /// Resident memory of the server processes, in bytes.
    pub(crate) fn resident(self) -> anyhow::Result<f64> {
        self.servers.into_iter().flatten().map(resident).sum()
    }

    /// The most that the server processes have had resident so far, in bytes.
    pub(crate) fn peak(self) -> anyhow::Result<f64> {
        self.servers.into_iter().flatten().map(|pid| memory(pid, "VmHWM")).sum()
    }

    /// Resident memory of their Redis, in bytes.
    pub(crate) fn redis_resident(self) -> anyhow::Result<f64> {
        self.redis.map_or(Ok(0.0), resident)
    }
}

/// A fine reading.
#[derive(Debug)]
pub(crate) struct Fine {
    meter: Meter,
    servers: [Threads; MOST_SERVERS],
    redis: Threads,
    client: f64,
}

impl Fine {
    /// CPU seconds from this reading until now.
    pub(crate) fn until_now(&self) -> anyhow::Result<Cpu> {
        let now = self.meter.read_fine()?;
        let each = std::array::from_fn(|of| now.servers[of].since(&self.servers[of]));
        Ok(Cpu {
            server: each.iter().sum(),
            each,
            redis: now.redis.since(&self.redis),
            client: now.client - self.client,
        })
    }
}

fn resident(pid: u32) -> anyhow::Result<f64> {
    memory(pid, "VmRSS")
}

/// What the system says of a process' memory under this name (`proc_pid_status(5)`), in bytes.
fn memory(pid: u32, name: &str) -> anyhow::Result<f64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status"))?;
    let value = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
    let kib: f64 = value
        .and_then(|rest| rest.split_whitespace().next()?.parse().ok())
        .with_context(|| format!("no {name} in /proc"))?;
    Ok(kib * 1024.0)
}

/// CPU seconds that a process has used.
pub(crate) fn cpu_seconds(pid: &str) -> anyhow::Result<f64> {
    let (_, fields) = process::stat(pid)?;
    let ticks: u64 = fields
        .get(11..13)
        .into_iter()
        .flatten()
        .filter_map(|field| field.parse::<u64>().ok())
        .sum();
    Ok(ticks as f64 / rustix::param::clock_ticks_per_second() as f64)
}

/// What this process has used, to the microsecond.
pub(crate) fn own_cpu_seconds() -> f64 {
    let used = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    used.tv_sec as f64 + used.tv_nsec as f64 / 1e9
}

fn child_named(parent: u32, names: &[&str]) -> Option<u32> {
    let named = |(_, name): &(u32, String)| names.contains(&name.as_str());
    process::children(parent).into_iter().find(named).map(|(pid, _)| pid)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_has_used_time_and_memory() {
        assert!((cpu_seconds("self").unwrap() - own_cpu_seconds()).abs() < 1.0);
        let now = resident(std::process::id()).unwrap();
        assert!(now > 100_000.0);
        assert!(Meter::of([std::process::id()], None).peak().unwrap() >= now);
        assert_eq!(child_named(std::process::id(), &["no such program"]), None);
    }

    #[test]
    fn a_meter_tells_each_server_and_all_of_them() {
        let own = std::process::id();
        let meter = Meter::of([own, own], None);
        let fine = meter.read_fine().unwrap();
        let start = own_cpu_seconds();
        while own_cpu_seconds() < start + 0.03 {
            std::hint::black_box(0);
        }
        let cpu = fine.until_now().unwrap();
        assert!(cpu.each[0] > 0.01 && cpu.each[1] > 0.01 && cpu.each[2] == 0.0, "{cpu:?}");
        assert!((cpu.server - cpu.each[0] - cpu.each[1]).abs() < 1e-9 && cpu.redis == 0.0);
        let mut read = meter.read().unwrap();
        assert!(read.each[0] > 0.0 && read.each[2] == 0.0, "{read:?}");
        read += read;
        assert!(((read - cpu).server - (read.server - cpu.server)).abs() < 1e-9);
        let each = Cpu { server: 3.0, each: [1.0, 2.0, 0.0], redis: 0.5, client: 4.0 };
        assert_eq!(each.us_each(1e6), each);
    }
}
