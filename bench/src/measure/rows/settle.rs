//! Row K: claims settled a second, from the stream in Redis into the ledger, on `SQLite` and on
//! PostgreSQL, against raw inserts of the same rows into a table of its own.
//!
//! The claims are caught before the server's settler hears of the rain, so that it finds all of
//! them waiting, as after a rush. Its time runs from when it turns to the rain until it has
//! acknowledged the last claim: it has read, checked, chained, committed and told them by then.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use futures_util::{StreamExt, TryStreamExt, stream};
use quizrain::rain::calls::{self as rain, Verdict};
use quizrain::rain::stream::lag;
use quizrain::store::sql::Sql;
use quizrain_testkit::postgres::Postgres;
use url::Url;

use super::super::process::{Server, Settings};
use super::super::result::{Goal, Row, round};
use super::super::seed::{Rain, Stores, account};
use super::super::stats::median;
use super::super::{Bench, raw, stop};

/// How long the settler may take to turn to a rain, and to settle it.
const SETTLE_TIMEOUT: Duration = Duration::from_secs(120);

/// Calls under way while the claims are caught.
const CALLS: usize = 200;

/// Taps in one call, so claims in one entry of the stream: as in a rush, and as when it trickles.
const SIZES: [usize; 2] = [50, 1];

#[derive(Default)]
struct Found {
    ours: Vec<f64>,
    raw: Vec<f64>,
    client: Vec<f64>,
    server_us: Vec<f64>,
    redis_us: Vec<f64>,
    faults: Vec<String>,
}

/// Where the databases of a row come from.
pub(super) enum DatabaseKind {
    Sqlite,
    Postgresql(Arc<Postgres>),
}

pub(super) fn rows(bench: &Bench) -> anyhow::Result<Vec<Row>> {
    let mut rows = rows_on(bench, "Ks", "SQLite", &DatabaseKind::Sqlite)
        .unwrap_or_else(|why| vec![Row::failure("Ks", &why)]);
    if !Postgres::is_installed() {
        rows.push(Row::skip("Kp", "PostgreSQL is not installed"));
        return Ok(rows);
    }
    let found = Postgres::start(&[], Some(&bench.dir.join("postgresql.log")))
        .and_then(|server| rows_on(bench, "Kp", "PostgreSQL", &DatabaseKind::Postgresql(server)));
    match found {
        Ok(found) => rows.extend(found),
        Err(why) => rows.push(Row::failure("Kp", &why)),
    }
    Ok(rows)
}

/// The rows of one kind of database.
fn rows_on(bench: &Bench, id: &str, name: &str, kind: &DatabaseKind) -> anyhow::Result<Vec<Row>> {
    let claims = bench.pick(20_000, 10_000);
    let rounds = bench.pick(5, 2);
    let mut rows = Vec::new();
    for size in SIZES {
        let mut found = Found::default();
        for turn in 1..=rounds {
            bench.progress.say(&format!("K: {name}, calls of {size}, round {turn} of {rounds}"));
            run(bench, kind, claims, size, &mut found)?;
        }
        let (mark, goal) = if size == 1 { ("1", Goal::None) } else { ("", Goal::AtLeast(0.6)) };
        let what =
            format!("claims of calls of {size} settled on {name}, end to end, against raw inserts");
        let rates = (found.ours.clone(), found.raw.clone());
        let row = Row::new(&format!("{id}{mark}"), claims, &what, "claims/s", rates, goal);
        rows.push(
            row.client(&found.client)
                .void_if(&found.faults)
                .with("server_us_per_claim", median(&found.server_us).map(round))
                .with("redis_us_per_claim", median(&found.redis_us).map(round)),
        );
    }
    Ok(rows)
}

/// One round: the product on a fresh server and database, then raw on another fresh database.
fn run(
    bench: &Bench,
    kind: &DatabaseKind,
    claims: usize,
    size: usize,
    found: &mut Found,
) -> anyhow::Result<()> {
    let ours = kind.fresh()?;
    let server = match &ours {
        Some(database) => Server::start_on(bench, Settings::default(), database)?,
        None => Server::start(bench, Settings::default())?,
    };
    let game = server.host()?.game;
    let rows = bench.runtime.block_on(async {
        let mut stores = Stores::open(&server).await?;
        let rain = stores.seed(game, 1, claims, false).await?.pop().context("no rain")?;
        catch(&stores, &rain, claims, size).await?;
        kind.calm()?;
        stores.announce(&rain).await?;
        until(&mut stores, &rain, |waiting| waiting > 0).await?;
        let (start, before) = (Instant::now(), server.meter().read()?);
        until(&mut stores, &rain, |waiting| waiting == 0).await?;
        let (seconds, cpu) = (start.elapsed().as_secs_f64(), server.meter().read()? - before);
        stores.close(&[rain]).await?;
        stores.until_settled(&[rain]).await?;
        found.faults.extend(stores.books(&[rain], claims as u64).await?.fault());
        found.ours.push(claims as f64 / seconds);
        found.client.push(cpu.client / seconds);
        found.server_us.push(cpu.server * 1e6 / claims as f64);
        found.redis_us.push(cpu.redis * 1e6 / claims as f64);
        raw::settlements(server.database(), rain.reference.rain).await
    })?;
    found.faults.extend(server.audit(bench)?);
    drop(server);
    let dir = tempfile::tempdir_in(&bench.dir)?;
    let database = match kind.fresh()? {
        Some(database) => database,
        None => Sql::url_of(&dir.path().join("raw.sqlite"))?,
    };
    bench.runtime.block_on(async {
        let mut table = raw::Table::make(&database).await?;
        kind.calm()?;
        stop::check()?;
        let took = table.fill(&rows).await?;
        found.raw.push(rows.len() as f64 / took.as_secs_f64());
        table.close().await
    })
}

/// Catches every packet of a rain, so many accounts in a call.
async fn catch(stores: &Stores, rain: &Rain, claims: usize, size: usize) -> anyhow::Result<()> {
    let accounts: Vec<_> = (0..claims).map(account).collect();
    let calls = accounts.chunks(size).map(|part| {
        let mut con = stores.con.clone();
        async move { rain::claim_at_any_replication_id(&mut con, rain.reference, part).await }
    });
    let verdicts: Vec<_> = stream::iter(calls).buffered(CALLS).try_collect().await?;
    let caught = |verdict: &&Verdict| matches!(verdict, Verdict::Caught { new: true, .. });
    let granted = verdicts.iter().flatten().filter(caught).count();
    if granted != claims {
        bail!("{granted} of {claims} packets were caught");
    }
    Ok(())
}

/// Waits until the settlers' group is like that: 0 entries before it is made, and again when it
/// has acknowledged all.
async fn until(
    stores: &mut Stores,
    rain: &Rain,
    is_so: impl Fn(i64) -> bool,
) -> anyhow::Result<()> {
    let start = Instant::now();
    loop {
        stop::check()?;
        let waiting = lag(&mut stores.con, rain.reference.keys()).await?;
        if is_so(waiting) {
            return Ok(());
        }
        if start.elapsed() > SETTLE_TIMEOUT {
            bail!("{waiting} entries of the stream wait after {SETTLE_TIMEOUT:?}");
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

impl DatabaseKind {
    /// A database that nobody has used; none where it is a file of whoever opens it.
    pub(super) fn fresh(&self) -> anyhow::Result<Option<Url>> {
        match self {
            Self::Sqlite => Ok(None),
            Self::Postgresql(server) => Ok(Some(server.database()?.url().parse()?)),
        }
    }

    /// Has what was written before on the disk, so that nobody pays for it later.
    fn calm(&self) -> anyhow::Result<()> {
        match self {
            Self::Sqlite => Ok(()),
            Self::Postgresql(server) => server.psql("postgres", "CHECKPOINT").map(drop),
        }
    }
}
