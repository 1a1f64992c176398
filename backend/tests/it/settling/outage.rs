//! The database is away while thousands of claims wait: players go on to catch, nothing is lost,
//! nothing piles up, and once it is back everything is credited.

use std::sync::Arc;
use std::time::{Duration, Instant};

use quizrain::rain::calls::close;
use quizrain::store::StoreError;
use quizrain_shared::ids::RainId;
use quizrain_shared::rain::{DROP_EVERY_MS, RainPlan};
use sqlx::Connection;

use super::books::Books;
use super::{Fixture, Ledger};
use crate::common::client::Client;
use crate::common::durable::DurableRedis;
use crate::common::plan;
use crate::common::postgres::{self, Database};
use crate::common::seed::{Seeded, now_ms};
use crate::common::server::{DEADLINE, Server, run};

/// `/readyz` must not wait for the database: a balancer takes out who does not answer.
const READY: Duration = Duration::from_secs(5);

/// A verdict must not wait for the database.
const SOON: Duration = Duration::from_secs(6);

/// Players who tap while the database is away.
const PLAYERS: u64 = 5;

/// More than a server may grow while claims wait, in KiB: they wait in Redis.
const GROWTH_KIB: u64 = 64 * 1024;

/// What is asked for, such as `QUIZRAIN_TEST_CLAIMS`, or a size for every day.
fn size(variable: &str, usual: u64) -> u64 {
    std::env::var(variable).ok().map_or(usual, |text| text.parse().unwrap())
}

async fn ready(server: &Arc<Server>) -> (u16, String, Duration) {
    let server = Arc::clone(server);
    let asked = Instant::now();
    let (status, text) =
        tokio::task::spawn_blocking(move || server.get("/readyz", "")).await.unwrap();
    (status, text, asked.elapsed())
}

/// Waits until the server says that of its database. Nothing of it makes the server unready.
async fn until_ready_says(server: &Arc<Server>, database: &str) {
    let since = Instant::now();
    loop {
        let (status, text, took) = ready(server).await;
        assert!(status == 200 && took < READY, "{status} after {took:?}: {text}");
        if text == format!("redis up\ndatabase {database}\n") {
            break;
        }
        assert!(since.elapsed() < DEADLINE, "{text}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let (_, metrics) = server.get("/metrics", "");
    let gauge = format!("quizrain_database_up {}", u8::from(database == "up"));
    assert!(metrics.lines().any(|line| line == gauge), "{metrics}");
}

/// Players catch while the database is away, as the server says, and are told without it.
async fn catch_soon(server: &Arc<Server>, players: &mut [Client], rain: &Seeded) {
    let asking = tokio::spawn({
        let server = Arc::clone(server);
        async move { until_ready_says(&server, "down").await }
    });
    for player in players {
        let asked = Instant::now();
        let caught = player.insist_on(rain.rain(), || rain.drop_now()).await.unwrap();
        assert!(!caught.credited && asked.elapsed() < SOON, "{caught:?}");
    }
    asking.await.unwrap();
}

/// Takes the database away with `halt`, and gives it back with `resume`.
async fn outage<H, R>(ledger: Ledger, halt: impl AsyncFnOnce(&Fixture) -> H, resume: R)
where
    R: AsyncFnOnce(H),
{
    let claims = usize::try_from(size("QUIZRAIN_TEST_CLAIMS", 5_000)).unwrap();
    let lasts = Duration::from_secs(size("QUIZRAIN_TEST_OUTAGE", 4));
    let mut fixture = Fixture::open(ledger).await;
    let packets = u32::try_from(claims).unwrap() + 100;
    let many = RainPlan { ..plan("CNY", i64::from(packets) * 10, packets) };
    // The crowd catches in one rain; in another, real sockets do.
    let mut crowd = fixture.stores.catch(&fixture.con, many, 1).await;
    let mut server = fixture.start("");
    server.kill();
    server.restart();
    let hosted = server.create_game("How computers count");
    let mut players = Client::many(&server, &hosted, 0..PLAYERS).await;
    let server = Arc::new(server);
    let rain = fixture.stores.seed(&fixture.con, &hosted, plan("CNY", 1000, 10)).await;
    let mut books = Books::open(&fixture.ledger.url()).await;
    books.until("SELECT COUNT(*) FROM settlements", 1, DEADLINE).await;
    // The server knows the rain from the first tap on.
    players[0].insist_on(rain.rain(), || rain.drop_now()).await.unwrap();
    players[0].credited().await;

    let before_kib = server.resident_kib();
    let halted = halt(&fixture).await;
    let since = Instant::now();
    crowd.more(&fixture.con, claims - 1).await;
    catch_soon(&server, &mut players[1..], &rain).await;
    tokio::time::sleep(lasts.saturating_sub(since.elapsed())).await;
    let away_kib = server.resident_kib();
    let lasted = since.elapsed();
    resume(halted).await;

    let back = Instant::now();
    for player in &mut players[1..] {
        assert!(player.credited().await.credited);
    }
    let all = i64::try_from(claims).unwrap() + i64::try_from(PLAYERS).unwrap();
    books.until("SELECT COUNT(*) FROM settlements", all, DEADLINE).await;
    let after_kib = server.resident_kib();
    println!(
        "{claims} claims, away for {lasted:?}, credited {:?} after the return; \
         resident {before_kib}, {away_kib}, {after_kib} KiB",
        back.elapsed()
    );
    assert!(away_kib.max(after_kib) < before_kib + GROWTH_KIB);
    until_ready_says(&server, "up").await;
    fixture.stores.close(&mut fixture.con, &[crowd.seeded]).await;
    let (caught, _) = close(&mut fixture.con, rain.reference).await.unwrap().unwrap();
    assert_eq!(u64::from(caught), PLAYERS);
    fixture.stores.close(&mut fixture.con, &[rain]).await;
    books.settled().await;
    books.check(&crowd).await;
    books.check_chain(&rain.rain().to_string()).await;
    everybody_has_what_they_were_told(&mut players, &mut books, rain.rain()).await;
}

/// Whoever was told of a packet has it.
async fn everybody_has_what_they_were_told(
    players: &mut [Client],
    books: &mut Books,
    rain: RainId,
) {
    for player in players {
        let caught = player.credited().await;
        let amount = format!(
            "SELECT amount FROM settlements WHERE rain = '{rain}' AND packet = {}",
            caught.packet
        );
        assert_eq!(books.number(&amount).await, caught.amount.0);
    }
}

#[tokio::test]
async fn a_locked_sqlite_loses_nothing() {
    let halt = async |fixture: &Fixture| {
        let file =
            sqlx::sqlite::SqliteConnectOptions::new().filename(fixture.ledger.file().unwrap());
        let mut lock = sqlx::SqliteConnection::connect_with(&file).await.unwrap();
        sqlx::query("BEGIN EXCLUSIVE").execute(&mut lock).await.unwrap();
        lock
    };
    outage(Ledger::sqlite(), halt, async |mut lock| {
        sqlx::query("ROLLBACK").execute(&mut lock).await.unwrap();
        lock.close().await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn a_postgres_that_stands_still_loses_nothing() {
    let postgres = postgres::private();
    let (halted, resumed) = (Arc::clone(&postgres), Arc::clone(&postgres));
    let halt = async move |_: &Fixture| halted.pause();
    outage(Ledger::Postgres(Database::on(&postgres)), halt, async move |()| resumed.resume()).await;
}

/// A server that only reads, as a replica that its name leads to for a while, or one whose disk is
/// nearly full: what is connected and what connects anew is of no use, and nothing is put aside.
#[tokio::test]
async fn a_postgres_that_only_reads_loses_nothing() {
    let postgres = postgres::private();
    let (redis, database) = (DurableRedis::start().await, Database::on(&postgres));
    let args = ["--redis-url", &redis.url(), "--database-url", &database.url()];
    let server = Arc::new(Server::start_with(&args));
    let hosted = server.create_game("How computers count");
    let mut host = Client::host(&*server, &hosted).await;
    let mut player = Client::seated(&*server, &hosted, 0, "p").await;
    host.open_rain(RainPlan { seconds: 60, ..plan("CNY", 1000, 10) }).await;
    let (view, stage) = player.rain().await;
    // The server knows the rain from the first tap on.
    let mut first = Client::seated(&*server, &hosted, 1, "first").await;
    first.tap().await.unwrap();
    first.credited().await;

    database.psql("ALTER SYSTEM SET default_transaction_read_only = on");
    database.psql("SELECT pg_reload_conf()");
    until_ready_says(&server, "down").await;
    let drop = || u32::try_from((now_ms() - stage.opens_ms) / DROP_EVERY_MS).unwrap();
    assert!(!player.insist_on(view.rain, drop).await.unwrap().credited);
    until_ready_says(&server, "down").await;
    let dir = tempfile::tempdir().unwrap();
    let started = run(dir.path(), &["--listen", "127.0.0.1:0", args[2], args[3]]);
    let text = String::from_utf8_lossy(&started.stderr);
    assert!(!started.status.success() && text.contains("the database only reads"), "{text}");

    database.psql("ALTER SYSTEM RESET default_transaction_read_only");
    database.psql("SELECT pg_reload_conf()");
    assert!(player.credited().await.credited);
    until_ready_says(&server, "up").await;
    assert_eq!(database.psql("SELECT COUNT(*) FROM dead_letters"), ["0"]);
}

/// What a statement hears that was on its way.
#[tokio::test]
async fn a_database_that_only_reads_is_away() {
    let database = Database::create();
    sqlx::any::install_default_drivers();
    let mut con = sqlx::AnyConnection::connect(&database.url()).await.unwrap();
    for (settings, away) in [("BEGIN READ ONLY", true), ("ROLLBACK", false)] {
        sqlx::query(settings).execute(&mut con).await.unwrap();
        let refused = sqlx::query(if away { "CREATE TABLE t (n BIGINT)" } else { "SELECT 1 / 0" });
        let error = StoreError::from(refused.execute(&mut con).await.unwrap_err());
        assert_eq!(error.is_away(), away, "{error}");
    }
}

/// A snapshot needs no ledger: what it cannot say is said once the ledger answers.
#[tokio::test]
async fn whoever_comes_back_while_the_ledger_stands_still_has_what_they_caught() {
    let postgres = postgres::private();
    let (redis, ledger) = (DurableRedis::start().await, Database::on(&postgres).url());
    let args = ["--redis-url", &redis.url(), "--database-url", &ledger];
    let server = Server::start_with(&args);
    // Here nobody has tapped before.
    let other = Server::start_with(&args);
    let hosted = server.create_game("How computers count");
    let mut host = Client::host(&server, &hosted).await;
    let mut early = Client::seated(&server, &hosted, 0, "early").await;
    let mut late = Client::seated(&other, &hosted, 1, "late").await;
    host.open_rain(RainPlan { seconds: 60, ..plan("CNY", 1000, 10) }).await;
    let credited = early.tap().await.unwrap();
    early.credited().await;

    postgres.pause();
    let open = late.tap().await.unwrap();
    for (number, known) in [(0, &credited), (1, &open)] {
        let mut back = Client::player(&other, &hosted, number).await;
        let shown = back.welcome().await.you.unwrap().caught.unwrap();
        assert_eq!((shown.packet, shown.credited), (known.packet, false));
        if number == 0 {
            early = back;
        } else {
            late = back;
        }
    }
    postgres.resume();
    for (player, known) in [(&mut early, credited), (&mut late, open)] {
        let update = player.credited().await;
        assert_eq!((update.packet, update.credited), (known.packet, true));
    }
}
