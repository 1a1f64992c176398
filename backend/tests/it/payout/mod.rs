//! Payouts, from the ledger to the receiver's own ledger and back.

mod clocks;
mod crash;
mod faults;
mod heirs;
mod holds;
mod play;
mod reach;
mod receiver;
mod states;
#[cfg(target_os = "linux")]
mod tls;

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use quizrain::delivery::{self, Pace, Secret, Target};
use quizrain::game::{GameOptions, GameRow, Registered};
use quizrain::ledger::{Claim, Credit, Sealed, Settled};
use quizrain::payout::{Client, Payer, Schedule};
use quizrain::store::sql::Sql;
use quizrain_shared::ids::{AccountId, GameId, Incarnation, Pin, RainId};
use quizrain_shared::quiz::Quiz;
use quizrain_shared::score::Scoring;
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

use crate::common::postgres::Database;
use crate::common::receiver::{Receiving, SECRET};
use crate::common::seed::generation_of;
use crate::common::server::DEADLINE;
use crate::common::{self, nobody, plan, sealed};

fn now_ms() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    u64::try_from(now.as_millis()).unwrap()
}

/// Asks the sqlite3 program, which knows nothing of our code.
pub(crate) fn sqlite3(path: &Path, sql: &str) -> Vec<String> {
    let output =
        Command::new("sqlite3").args(["-cmd", ".timeout 20000"]).arg(path).arg(sql).output();
    let output = output.expect("the sqlite3 program is installed");
    assert!(output.status.success(), "{sql}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// A database of a test's own, and our handle on it.
struct Books {
    sql: Sql,
    file: Store,
}

enum Store {
    Sqlite(TempDir),
    Postgres(Database),
}

impl Books {
    async fn sqlite() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let sql = Sql::open_file(&dir.path().join("books.sqlite")).await.unwrap();
        Self { sql, file: Store::Sqlite(dir) }
    }

    async fn postgres() -> Self {
        let database = Database::create();
        let sql = Sql::open_url(&database.url().parse().unwrap()).await.unwrap();
        Self { sql, file: Store::Postgres(database) }
    }

    /// Asks or changes the database without our code: rows with `|` between columns. This waits for
    /// whoever writes, so a payer must have a thread of its own.
    fn ask(&self, sql: &str) -> Vec<String> {
        match &self.file {
            Store::Sqlite(dir) => sqlite3(&dir.path().join("books.sqlite"), sql),
            Store::Postgres(database) => database.psql(sql),
        }
    }

    /// Payouts by state, such as `confirmed|3`.
    fn states(&self) -> Vec<String> {
        self.ask("SELECT state, COUNT(*) FROM payouts GROUP BY state ORDER BY state")
    }

    async fn game(&self) -> GameId {
        let game = GameId([7; 8]);
        let row = GameRow {
            game,
            pin: Pin::new(123_456).unwrap(),
            quiz: empty_quiz(),
            options: GameOptions::default(),
            incarnation: Incarnation([1; 8]),
            epoch: 1,
            host_hash: String::new(),
            host: None,
            secret: common::SECRET,
            ended: false,
        };
        let put = self.sql.put_game(&row, &[], false, now_ms()).await.unwrap();
        assert_eq!(put, Registered::Done);
        game
    }
}

fn empty_quiz() -> Quiz {
    Quiz {
        title: "Payouts".into(),
        language: "en".into(),
        description: String::new(),
        scoring: Scoring::default(),
        questions: Vec::new(),
        rains: Vec::new(),
        theme: None,
    }
}

/// Puts a rain into a ledger whose packets hold 1, 2, 3 … and were all caught: payouts are due.
async fn settled_rain(sql: &Sql, game: GameId, ordinal: u32, packets: u32) -> RainId {
    settled_rain_at(sql, game, ordinal, packets, now_ms()).await
}

/// The same at a time by Redis.
async fn settled_rain_at(
    sql: &Sql,
    game: GameId,
    ordinal: u32,
    packets: u32,
    now_ms: u64,
) -> RainId {
    let (mut row, mut amounts) = sealed(game, ordinal, plan("CNY", packets.into(), packets));
    row.payout = true;
    for (number, amount) in (1..).zip(&mut amounts) {
        amount.0 = number;
    }
    let pot = i64::from(packets) * (i64::from(packets) + 1) / 2;
    row.plan.bounds.pot.0 = pot;
    let put = sql
        .put_rain(&row, &amounts, &[], &nobody(row.game), Credit::Unlimited, now_ms)
        .await
        .unwrap();
    assert_eq!(put, Sealed::Done);
    let claims: Vec<(AccountId, Claim)> = sql
        .packets(row.rain)
        .await
        .unwrap()
        .into_iter()
        .map(|packet| {
            let mut account = [0; 16];
            account[..4].copy_from_slice(&packet.number.to_be_bytes());
            (AccountId(account), Claim { packet, at_ms: now_ms })
        })
        .collect();
    for claims in claims.chunks(500) {
        let generation = generation_of(sql, row.rain).await;
        let settled = sql.settle(&generation, row.plan.currency, claims, now_ms).await.unwrap();
        assert!(settled.iter().all(|settled| *settled == Settled::Credited));
    }
    row.rain
}

/// A client of a receiver on this machine.
fn client(url: &str, timeout: Duration) -> Client {
    let target = Target::new(&url.parse().unwrap(), true).unwrap();
    let secret = Secret::new(SECRET).unwrap();
    Client::new(delivery::Client::new(target, secret, timeout).unwrap())
}

/// Waits short enough for a test.
fn quick() -> Schedule {
    let pace = Pace {
        check_every: Duration::from_millis(20),
        first_wait: Duration::from_millis(20),
        longest_wait: Duration::from_millis(500),
        ..Pace::default()
    };
    Schedule { pace, ..Schedule::default() }
}

/// A payer at work; stops when dropped.
struct Paying {
    stop: CancellationToken,
    task: Option<tokio::task::JoinHandle<()>>,
}

impl Paying {
    fn start(books: &Books, receiving: &Receiving, timeout: Duration, schedule: Schedule) -> Self {
        Self::start_at(books, receiving, timeout, schedule, now_ms)
    }

    /// The same with a clock of its own.
    fn start_at(
        books: &Books,
        receiving: &Receiving,
        timeout: Duration,
        schedule: Schedule,
        clock: fn() -> u64,
    ) -> Self {
        let stop = CancellationToken::new();
        let client = client(&receiving.url, timeout);
        let payer = Payer::new(books.sql.clone(), client, schedule, Arc::new(clock));
        let task = Some(tokio::spawn(payer.run(stop.clone())));
        Self { stop, task }
    }

    async fn stop(mut self) {
        self.stop.cancel();
        self.task.take().unwrap().await.unwrap();
    }
}

impl Drop for Paying {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

/// Waits until payouts are in these states.
async fn until(books: &Books, deadline: Duration, expected: &[&str]) {
    let since = Instant::now();
    loop {
        let states = books.states();
        if states == expected {
            return;
        }
        assert!(since.elapsed() < deadline, "{states:?} are not {expected:?}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// The ledger adds up: what was paid is what was confirmed, what was refused is the players' again,
/// and the clearing account holds what is in between.
fn assert_books_add_up(books: &Books) {
    let sum = |condition: &str| {
        let sql = format!("SELECT COUNT(*), COALESCE(SUM(amount), 0) FROM {condition}");
        books.ask(&sql).remove(0)
    };
    let entries = |kind| sum(&format!("entries WHERE kind = '{kind}'"));
    let payouts = |states| sum(&format!("payouts WHERE state IN ({states})"));
    assert_eq!(entries("paid"), payouts("'confirmed'"));
    // Of those that a host refused nothing was sent.
    assert_eq!(entries("unpay"), sum("payouts WHERE state = 'refused' AND sent_ms IS NOT NULL"));
    assert_eq!(sum("payouts WHERE state = 'held' AND sent_ms IS NOT NULL"), "0|0");
    assert_eq!(entries("pay"), sum("payouts WHERE sent_ms IS NOT NULL"));
    assert_eq!(entries("settle"), sum("payouts"));
    for (problem, sql) in [
        (
            "more than one end of a payout",
            "SELECT book, item FROM entries WHERE kind IN ('paid', 'unpay')
             GROUP BY book, item HAVING COUNT(*) > 1",
        ),
        (
            "an end without a beginning, or another amount",
            "SELECT ends.book, ends.item FROM entries ends LEFT JOIN entries begins
                 ON begins.book = ends.book AND begins.item = ends.item AND begins.kind = 'pay'
                 AND begins.amount = ends.amount AND begins.account = ends.account
             WHERE ends.kind IN ('paid', 'unpay') AND begins.book IS NULL",
        ),
        (
            "a chain with gaps",
            "SELECT books.book FROM books WHERE link <>
                 (SELECT COUNT(*) FROM links WHERE links.book = books.book)",
        ),
        (
            "a link that counts wrong",
            "SELECT links.book, links.link FROM links LEFT JOIN
                 (SELECT book, link, COUNT(*) AS there FROM entries GROUP BY book, link) counted
                 ON counted.book = links.book AND counted.link = links.link
             WHERE COALESCE(there, 0) <> links.entries",
        ),
    ] {
        assert_eq!(books.ask(sql), [""; 0], "{problem}");
    }
}

/// A long time, for what takes one.
fn long(payouts: u32) -> Duration {
    DEADLINE + Duration::from_millis(u64::from(payouts) * 20)
}
