//! Rows Q and R: what hosts do in the studio beside a game, and the results of a large one.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::bail;
use quizrain::store::sql::Sql;
use quizrain_shared::ids::GameId;
use quizrain_testkit::postgres::Postgres;
use url::Url;

use super::super::process::{LONG, Server, Settings};
use super::super::result::{Goal, Row};
use super::super::{Bench, players, stop};
use super::beside::{self, Pace, Place, Work, send};
use super::game::{Found, Session};
use super::imports::good_table;
use super::settle::DatabaseKind;

const PLAYERS: usize = 10_000;
/// What the results of any game may take, in MiB.
const MOST: f64 = 256.0;
/// How long the log of a game may take to be finished, and a file to be written.
const TIMEOUT: Duration = Duration::from_secs(300);

/// What is asked for: its letters behind the row's, what it is, what follows the address of the results.
/// Where the results have been read before, that is told.
const ASKED: [(&str, &str, &str, bool); 6] = [
    ("page", "the page", "", false),
    ("list", "200 of the players, results read before", "/players?after=5000&limit=200", true),
    ("one", "a player, results read before", "/players/5000", true),
    ("xlsx", "the workbook", ".xlsx", false),
    ("csv", "all answers as CSV", ".csv", false),
    ("json", "everything as JSON", ".json", false),
];

pub(super) fn rows(bench: &Bench) -> anyhow::Result<Vec<Row>> {
    let mut rows = Vec::new();
    if bench.wants('Q') {
        let table = good_table(10_000).into();
        let picture = host("Qpicture", "uploads of pictures", "/api/media", beside::picture()?);
        let import =
            host("Qimport", "imports of 10,000 questions", "/api/imports?name=good.csv", table);
        for work in [picture, import] {
            rows.push(beside(bench, &work, None));
        }
    }
    let dir = tempfile::tempdir_in(&bench.dir)?;
    let database = Sql::url_of(&dir.path().join("quizrain.sqlite"))?;
    let game = play(bench, &database)?;
    if bench.wants('Q') {
        let path = format!("/api/games/{game}/results.xlsx");
        let download = host("Qresults", "downloads of large results", &path, Vec::new());
        rows.push(beside(bench, &download, Some(&database)));
    }
    if bench.wants('R') {
        rows.extend(ask(bench, "Rs", &database, game)?);
        match Postgres::is_installed() {
            false => rows.push(Row::skip("Rp", "PostgreSQL is not installed")),
            true => rows
                .extend(on_postgresql(bench).unwrap_or_else(|why| vec![Row::failure("Rp", &why)])),
        }
    }
    Ok(rows)
}

/// What a host does in the studio, one request after the other: brings this, or, where it is nothing, fetches.
fn host(id: &'static str, what: &'static str, path: &str, body: Vec<u8>) -> Work {
    let path = path.to_owned();
    let deed = move |place: &Place, _| {
        let request = ureq::http::Request::builder()
            .method(if body.is_empty() { "GET" } else { "POST" })
            .uri(format!("http://{}{path}", place.address))
            .header("Authorization", format!("Bearer {}", place.key));
        match body.is_empty() {
            true => send(request.body(())?),
            false => send(request.body(body.clone())?),
        }
    };
    Work { id, what, hands: 1, pace: Pace::AtOnce, deed: Arc::new(deed) }
}

/// One that fails leaves the others.
fn beside(bench: &Bench, work: &Work, database: Option<&Url>) -> Row {
    beside::row(bench, work, Settings::default(), database)
        .unwrap_or_else(|why| Row::failure(work.id, &why))
}

fn on_postgresql(bench: &Bench) -> anyhow::Result<Vec<Row>> {
    let server = Postgres::start(&[], Some(&bench.dir.join("postgresql.log")))?;
    let Some(database) = DatabaseKind::Postgresql(Arc::clone(&server)).fresh()? else {
        bail!("PostgreSQL gave no database")
    };
    let game = play(bench, &database)?;
    ask(bench, "Rp", &database, game)
}

/// Plays a large game to its end, until its results can be read from the database.
fn play(bench: &Bench, database: &Url) -> anyhow::Result<GameId> {
    let server = Server::start_on(bench, Settings::default(), database)?;
    let hosted = server.host_quiz(LONG)?;
    let mut session = Session::open(players::swarm(server.address())?, hosted, PLAYERS)?;
    for question in 1..=hosted.questions {
        bench.progress.say(&format!("R: question {question} of {}", hosted.questions));
        stop::check()?;
        session.ask()?;
        session.answer(&mut Found::default())?;
        session.until_revealed()?;
    }
    session.end()?;
    let since = Instant::now();
    loop {
        stop::check()?;
        match get(&server, hosted.game, "")? {
            (200, _) => return Ok(hosted.game),
            (status, _) if since.elapsed() > TIMEOUT => {
                bail!("the results of a game are not there: HTTP {status}")
            }
            _ => std::thread::sleep(Duration::from_millis(200)),
        }
    }
}

/// Asks for results; with which status and how many bytes the server answers.
fn get(server: &Server, game: GameId, rest: &str) -> anyhow::Result<(u16, u64)> {
    let config = ureq::Agent::config_builder()
        .timeout_global(Some(TIMEOUT))
        .http_status_as_error(false)
        .build();
    let url = format!("http://{}/api/games/{game}/results{rest}", server.address());
    let mut answer = ureq::Agent::from(config)
        .get(&url)
        .header("Authorization", format!("Bearer {}", server.key()))
        .call()?;
    let status = answer.status().as_u16();
    Ok((status, std::io::copy(&mut answer.body_mut().as_reader(), &mut std::io::sink())?))
}

/// Has a fresh server answer each, some times.
fn ask(bench: &Bench, id: &str, database: &Url, game: GameId) -> anyhow::Result<Vec<Row>> {
    let mut rows = Vec::new();
    for (letters, what, rest, read_before) in ASKED {
        let (mut seconds, mut grown, mut size) = (Vec::new(), Vec::new(), 0);
        for turn in 1..=bench.pick(3, 1) {
            bench.progress.say(&format!("R: {what}, round {turn}"));
            stop::check()?;
            let server = Server::start_on(bench, Settings::default(), database)?;
            if read_before {
                get(&server, game, "")?;
            }
            let (rest_bytes, start) = (server.meter().resident()?, Instant::now());
            let (status, bytes) = get(&server, game, rest)?;
            seconds.push(start.elapsed().as_secs_f64() * 1e3);
            if status != 200 {
                bail!("the server answered with HTTP {status} where {what} was asked for");
            }
            grown.push((server.meter().peak()? - rest_bytes) / 1024.0 / 1024.0);
            size = bytes;
        }
        let name = format!("{id}{letters}");
        let time = (seconds, Vec::new());
        rows.push(Row::new(&name, PLAYERS, what, "ms", time, Goal::None).with("bytes", size));
        let memory = format!("server memory that it takes: {what}");
        let grown = (grown, Vec::new());
        let name = format!("{name}mem");
        rows.push(Row::new(&name, PLAYERS, &memory, "MiB", grown, Goal::Within(MOST)));
    }
    Ok(rows)
}
