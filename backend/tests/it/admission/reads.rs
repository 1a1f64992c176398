//! Tokens and ids that somebody makes up have the database read once, and not again.

use std::time::Instant;

use futures_util::future::join_all;
use futures_util::{StreamExt, stream};
use quizrain_shared::ids::{Mac, Pin, RainId};
use quizrain_shared::money::Minor;
use quizrain_shared::wire::{Encoding, HostFrame, PlayerFrame, Receipt, Refusal, ScreenFrame};
use sqlx::{AnyConnection, Connection, Executor};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::{Raw, get_from, local, metric, request};
use crate::common::client::{Client, token};
use crate::common::on::On;
use crate::common::plan;
use crate::common::server::{DEADLINE, Server};

/// How many tokens are made up; `QUIZRAIN_TEST_TOKENS=1000000` for all that were promised.
fn tokens() -> u64 {
    let number = std::env::var("QUIZRAIN_TEST_TOKENS").ok().and_then(|text| text.parse().ok());
    number.unwrap_or(2000)
}

/// Connections that ask one thing after the other.
const ASKING: u64 = 16;

/// Asks for each path with its token, over a few connections; the statuses that came.
async fn ask_all(server: &Server, requests: impl Iterator<Item = (String, String)>) -> Vec<u16> {
    let parts: Vec<Vec<(String, String)>> = {
        let mut parts = vec![Vec::new(); ASKING as usize];
        requests.enumerate().for_each(|(n, it)| parts[n % ASKING as usize].push(it));
        parts
    };
    let asked = stream::iter(parts.into_iter().map(|part| async move {
        let mut stream = TcpStream::connect(&server.address).await.unwrap();
        let mut statuses = Vec::new();
        let mut buffer = vec![0; 16 * 1024];
        for (path, token) in part {
            let text = format!(
                "GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n"
            );
            stream.write_all(text.as_bytes()).await.unwrap();
            // Answers are small and come in one piece.
            let length = stream.read(&mut buffer).await.unwrap();
            let answer = String::from_utf8_lossy(&buffer[..length]);
            statuses.push(answer.split(' ').nth(1).unwrap().parse().unwrap());
        }
        statuses
    }));
    asked.buffer_unordered(ASKING as usize).concat().await
}

#[tokio::test]
async fn tokens_that_somebody_makes_up_are_looked_for_once() {
    let server = Server::start_with(&["--reads-per-second", "1000000"]);
    let hosted = server.create_game("How computers count");
    let number = tokens();
    let reads = |what: &str| {
        metric(&server, &format!("quizrain_unauthenticated_reads_total{{what=\"{what}\"}}"))
    };
    let made_up = |n: u64| token(1_000_000 + n).reveal();
    for round in 1..=2 {
        let balances = (0..number).map(|n| ("/api/balance".to_owned(), made_up(n)));
        let answers = ask_all(&server, balances).await;
        assert!(answers.iter().all(|status| *status == 200), "round {round}: {answers:?}");
        let statement = format!("/api/games/{}/statement", hosted.game);
        let statements = (0..number).map(|n| (statement.clone(), made_up(n)));
        let answers = ask_all(&server, statements).await;
        assert!(answers.iter().all(|status| *status == 403), "round {round}: {answers:?}");
        let sealed = (0..number).map(|n| (format!("/api/rains/{:016x}/sealed", n), made_up(n)));
        let answers = ask_all(&server, sealed).await;
        assert!(answers.iter().all(|status| *status == 404), "round {round}: {answers:?}");
        let receipts = "/api/games/00000000000000ff/receipt".to_owned();
        let receipts = (0..number).map(|n| (receipts.clone(), made_up(n)));
        let answers = ask_all(&server, receipts).await;
        assert!(answers.iter().all(|status| *status == 404), "round {round}: {answers:?}");
        // The last one looks for what the first look did not find, the second round for nothing.
        for what in ["holdings", "host", "sealed", "receipt"] {
            assert_eq!(reads(what), number as f64, "round {round}: {what}");
        }
    }
    // A game that is not there is looked for once, whatever the token.
    let unknown =
        (0..100).map(|n| ("/api/games/00000000000000ff/statement".to_owned(), made_up(n)));
    assert!(ask_all(&server, unknown).await.iter().all(|status| *status == 403));
    assert!(reads("host") <= (number + ASKING) as f64, "{}", reads("host"));
    // Whoever has the right token is let in.
    let path = format!("/api/games/{}/statement", hosted.game);
    assert_eq!(server.get(&path, &hosted.token.reveal()).0, 200);
}

#[tokio::test]
async fn an_account_that_had_nothing_is_shown_what_it_catches() {
    let server = Server::start();
    let hosted = server.create_game("How computers count");
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    let balance = || server.get("/api/balance", &token(1).reveal()).1;
    assert_eq!(balance(), r#"{"balances":[],"packets":[],"complete":true}"#);
    host.open_rain(plan("CNY", 100, 1)).await;
    let caught = anna.tap().await.unwrap();
    assert!(balance().contains(&format!("\"amount\":\"{}\"", caught.amount)), "{}", balance());
    anna.credited().await;
    assert!(balance().contains("\"state\":\"credited\""), "{}", balance());
}

#[tokio::test]
async fn one_address_reads_so_often_and_others_read_on() {
    let server = Server::start_with(&["--reads-per-second", "1"]);
    let ask = |last: u8, path: &str| {
        let key = format!("Bearer {}", token(7).reveal());
        let headers = [("Host", "localhost"), ("Authorization", key.as_str())];
        Raw::from(local(last), &server).ask(&request("GET", path, &headers, ""))
    };
    // Twenty at once, and a few that come back while these are asked.
    let answers: Vec<_> = (0..60).map(|_| ask(2, "/api/balance")).collect();
    let refused: Vec<_> = answers.iter().filter(|answer| answer.status != 200).collect();
    assert!(answers[..20].iter().all(|answer| answer.status == 200));
    assert!(!refused.is_empty());
    for answer in refused {
        assert_eq!((answer.status, answer.header("retry-after")), (429, Some("2")));
        assert!(answer.body.starts_with(r#"{"error":"#), "{answer:?}");
    }
    assert_eq!(ask(3, "/api/balance").status, 200);
    // What costs no read is not counted.
    assert_eq!(ask(2, "/api/info").status, 200);
}

#[tokio::test]
async fn what_is_wanted_of_all_games_counts_as_many_reads() {
    let server = Server::start_with(&["--reads-per-second", "5"]);
    let ask = |last: u8, method: &str| {
        let key = format!("Bearer {}", token(7).reveal());
        let headers = [("Host", "localhost"), ("Authorization", key.as_str())];
        Raw::from(local(last), &server).ask(&request(method, "/api/me", &headers, "")).status
    };
    // A hundred reads at once, each of these is fifty.
    assert_eq!([ask(2, "GET"), ask(2, "DELETE")], [200, 200]);
    assert_eq!([ask(2, "GET"), ask(2, "DELETE")], [429, 429]);
    assert_eq!(ask(3, "GET"), 200);
}

/// Whoever wants something of all games, with accounts that are made up, waits for each other and for nobody else, and
/// nobody for them.
#[tokio::test]
async fn whoever_wants_something_of_all_games_holds_up_nobody_else() {
    let server = Server::start_on(On::Postgres, &[]);
    let hosted = server.create_game("How computers count");
    let made_up = |n: u64| token(1_000_000 + n).reveal();
    sqlx::any::install_default_drivers();
    let mut con = AnyConnection::connect(server.database_url().as_str()).await.unwrap();
    // The read takes as long as this holds the table.
    let mut held = con.begin().await.unwrap();
    held.execute("LOCK TABLE seats IN ACCESS EXCLUSIVE MODE").await.unwrap();
    let files = ask_all(&server, (0..ASKING).map(|n| ("/api/me".to_owned(), made_up(n))));
    let others = async {
        let since = Instant::now();
        let reads = "quizrain_unauthenticated_reads_total{what=\"games_of\"}";
        while metric(&server, reads) < 1.0 {
            assert!(since.elapsed() < DEADLINE);
            tokio::task::yield_now().await;
        }
        let path = format!("/api/games/{}/statement", hosted.game);
        let statements = (0..10).map(|n| (path.clone(), made_up(100 + n)));
        let answers = ask_all(&server, statements).await;
        assert_eq!(answers, [403; 10], "looked for, and not there");
        assert_eq!(metric(&server, reads), 1.0, "one at a time");
        held.rollback().await.unwrap();
    };
    let (answers, ()) = tokio::join!(files, others);
    assert_eq!(answers, [200; ASKING as usize]);
}

#[tokio::test]
async fn whoever_makes_up_host_tokens_is_told_to_wait_and_the_host_key_is_not() {
    let server = Server::start_with(&["--reads-per-second", "1"]);
    let hosted = server.create_game("How computers count");
    let ask = |last: u8, what: &str, token: &str| {
        let path = format!("/api/games/{}/{what}", hosted.game);
        let key = format!("Bearer {token}");
        let headers = [("Host", "localhost"), ("Authorization", key.as_str())];
        Raw::from(local(last), &server).ask(&request("GET", &path, &headers, "")).status
    };
    for (last, what) in [(2, "proposal"), (3, "statement")] {
        let made_up = |n: u64| ask(last, what, &token(1_000_000 + n).reveal());
        let answers: Vec<_> = (0..60).map(made_up).collect();
        assert!(answers[..20].iter().all(|status| *status == 403), "{what}: {answers:?}");
        assert!(answers.contains(&429), "{what}: {answers:?}");
        // Its neighbours read on, with one limit for hosts and one for the rest.
        assert_eq!(ask(last + 10, what, &hosted.token.reveal()), 200, "{what}");
        assert_eq!(get_from(local(last), &server, "/api/qr/123456").status, 200, "{what}");
        for _ in 0..30 {
            assert_eq!(ask(last, what, &server.host_key()), 200, "{what}");
        }
    }
    // The same for whoever makes up codes of links.
    let path = format!("/api/games/{}/crew/join", hosted.game);
    let join = |n: u64| {
        let [code, token] = [n, n + 1].map(|n| token(1_000_000 + n).reveal());
        let body = format!(r#"{{"code":"{code}","token":"{token}"}}"#);
        let length = body.len().to_string();
        let headers = [
            ("Host", "localhost"),
            ("Content-Type", "application/json"),
            ("Content-Length", length.as_str()),
        ];
        Raw::from(local(4), &server).ask(&request("POST", &path, &headers, &body)).status
    };
    let answers: Vec<_> = (0..60).map(join).collect();
    assert!(answers[..20].iter().all(|status| *status == 410), "{answers:?}");
    assert!(answers.contains(&429), "{answers:?}");
    // A host comes while somebody reads balances without end.
    let balance = |_| {
        let key = format!("Bearer {}", token(7).reveal());
        let headers = [("Host", "localhost"), ("Authorization", key.as_str())];
        Raw::open(&server).ask(&request("GET", "/api/balance", &headers, "")).status
    };
    assert!((0..60).map(balance).any(|status| status == 429));
    Client::host(&server, &hosted).await;
}

#[tokio::test]
async fn a_host_who_makes_up_tokens_is_looked_for_once() {
    let server = Server::start();
    let hosted = server.create_game("How computers count");
    for _ in 0..3 {
        let mut host = Client::open(&server, "/ws/host", Encoding::Postcard).await;
        host.send(&HostFrame::Hello { game: hosted.game, token: token(9) }).await;
        assert_eq!(host.refusal().await, Refusal::NotAllowed);
        assert_eq!(host.closed().await, 4003);
    }
    assert_eq!(metric(&server, "quizrain_unauthenticated_reads_total{what=\"host\"}"), 1.0);
    Client::host(&server, &hosted).await;
}

/// How often something may have been looked for since a moment, where it is known for a while.
fn most(since: Instant, a_second: f64) -> f64 {
    (since.elapsed().as_secs_f64() * a_second).ceil() + 1.0
}

#[tokio::test]
async fn rains_that_a_player_makes_up_are_not_looked_for() {
    let server = Server::start_with(&["--frames-per-second", "100000"]);
    let hosted = server.create_game("How computers count");
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    let since = Instant::now();
    for number in 1..=500_u64 {
        let rain = RainId(number.to_le_bytes());
        anna.send(&PlayerFrame::Tap { rain, drop: 0 }).await;
        assert_eq!(anna.verdict().await.unwrap_err(), Refusal::NoSuchRain);
        let (amount, mac) = (Minor(1), Mac([7; 32]));
        let receipt = Receipt { rain, packet: 0, amount, at_ms: 1, mac };
        anna.send(&PlayerFrame::ShowReceipt { receipt }).await;
        assert_eq!(anna.verdict().await.unwrap_err(), Refusal::NoSuchRain);
    }
    let reads = metric(&server, "quizrain_unauthenticated_reads_total{what=\"rains\"}");
    assert!(reads <= most(since, 10.0), "{reads} in {:?}", since.elapsed());
    assert_eq!(metric(&server, "quizrain_batch_size_sum{batch=\"packet_state\"}"), 0.0);
}

#[tokio::test]
async fn many_who_ask_for_the_same_pin_are_one() {
    let server = Server::start();
    let hosted = server.create_game("How computers count");
    let pin = Pin::new(if hosted.pin.number() == 100_000 { 100_001 } else { 100_000 }).unwrap();
    let mut clients = Vec::new();
    for _ in 0..50 {
        clients.push(Client::open(&server, "/ws/player", Encoding::Json).await);
    }
    let since = Instant::now();
    join_all(clients.iter_mut().map(async |client| {
        client.send(&PlayerFrame::Hello { pin, token: token(1) }).await;
        assert_eq!(client.refusal().await, Refusal::UnknownPin);
    }))
    .await;
    let reads = metric(&server, "quizrain_unauthenticated_reads_total{what=\"pin\"}");
    assert!(reads >= 1.0 && reads <= most(since, 1.0), "{reads} in {:?}", since.elapsed());
}

#[tokio::test]
async fn screens_and_hosts_who_come_again_and_again_are_one_read() {
    let server = Server::start();
    let hosted = server.create_game("How computers count");
    for _ in 0..20 {
        let mut screen = Client::screen(&server, &hosted).await;
        // Again on the same socket.
        screen.send(&ScreenFrame::Hello { pin: hosted.pin }).await;
        screen.welcome().await;
        let mut host = Client::host(&server, &hosted).await;
        host.send(&HostFrame::Hello { game: hosted.game, token: hosted.token }).await;
        host.welcome().await;
    }
    // Until the room has been told a stage, each reads for itself.
    let reads = metric(&server, "quizrain_unauthenticated_reads_total{what=\"snapshot\"}");
    assert!((1.0..=5.0).contains(&reads), "{reads}");
}
