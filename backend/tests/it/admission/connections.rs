//! Connections that say nothing, say it slowly, or are too many; and those that never read.

use std::fs;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures_util::SinkExt;
use quizrain_shared::wire::{Encoding, PlayerFrame, Refusal, ServerFrame};
use tokio::net::TcpSocket;
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;

use super::{Raw, get_from, local, metric, request};
use crate::common::client::{self, Client, token};
use crate::common::server::{DEADLINE, Server};
use crate::common::{contribution, plan, raise_open_files};

/// What a test waits for that takes a second, on a machine that is busy with other tests.
const SOON: Duration = Duration::from_secs(15);

#[test]
fn who_says_half_a_request_or_nothing_is_let_go() {
    let server = Server::start_with(&["--idle-seconds", "1", "--request-seconds", "1"]);
    let key = server.host_key();
    let asked = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let half = format!(
        "POST /api/games HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\n\
         Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{{"
    );
    for (what, said, answered) in [
        ("nothing", "", ""),
        ("half a line", "GET / HT", ""),
        ("half the headers", "GET / HTTP/1.1\r\nHost: localhost\r\n", ""),
        ("a request and then nothing", asked, "HTTP/1.1 200"),
        ("half a body", &half, "HTTP/1.1 408"),
    ] {
        let mut raw = Raw::open(&server);
        raw.say(said);
        let (text, took) = raw.rest();
        println!("{what}: closed after {took:?}");
        assert!(text.starts_with(answered), "{what}: {text}");
        // Whatever goes wrong is said in JSON.
        let is_json = text.ends_with(r#"{"error":"this took too long","why":"too_slow"}"#);
        assert_eq!(is_json, answered.ends_with("408"), "{what}: {text}");
        assert!(took < SOON, "{what}: closed after {took:?}");
    }
    assert_eq!(server.get("/healthz", "").0, 200);
}

#[test]
fn who_drips_a_header_is_let_go_all_the_same() {
    let server = Server::start_with(&["--idle-seconds", "1"]);
    let mut raw = Raw::open(&server);
    let since = Instant::now();
    raw.say("GET / HTTP/1.1\r\n");
    // Until a write fails, because the server has closed.
    while std::io::Write::write_all(&mut raw.0, b"x: y\r\n").is_ok() {
        assert!(since.elapsed() < SOON, "it takes them all");
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[tokio::test]
async fn two_thousand_who_say_half_a_request_hold_nobody_up() {
    raise_open_files(2_000);
    let server = Server::start_with(&["--idle-seconds", "5"]);
    let hosted = server.create_game("How computers count");
    let open = |number: u8| {
        let mut raw = Raw::from(local(1 + number % 20), &server);
        raw.say("GET / HTTP/1.1\r\nHost: localhost\r\n");
        raw
    };
    let half: Vec<Raw> = (0..100).flat_map(|_| (0..20).map(open)).collect();
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    assert!(half.last().unwrap().0.set_nonblocking(true).is_ok());
    let last = half.last().unwrap().0.peek(&mut [0]);
    assert_eq!(last.map_err(|error| error.kind()), Err(std::io::ErrorKind::WouldBlock));
    assert_eq!(server.get("/readyz", "").0, 200);
    anna.join("Anna").await;
    for mut raw in half {
        raw.0.set_nonblocking(false).unwrap();
        assert_eq!(raw.rest().0, "");
    }
}

#[test]
fn half_a_request_does_not_hold_up_the_end() {
    let mut server = Server::start_with(&["--idle-seconds", "3600"]);
    let mut raw = Raw::open(&server);
    raw.say("GET / HTTP/1.1\r\nHost: localhost\r\n");
    assert_eq!(server.get("/healthz", "").0, 200);
    assert!(server.stop().success());
    assert!(!server.log().contains("not everything ended in time"), "{}", server.log());
}

#[test]
fn a_server_says_at_its_start_who_cannot_get_in() {
    let server = Server::start_with(&["--max-connections", "1000", "--max-players", "400"]);
    let log = server.log();
    let said = log.lines().find(|line| line.contains("WARN") && line.contains("750 connections"));
    let said = said.unwrap_or_else(|| panic!("{log}"));
    assert!(said.contains("400 players") && said.contains("to 800"), "{said}");
    let server = Server::start_with(&["--max-connections", "1000", "--max-players", "375"]);
    assert!(!server.log().contains("too few"), "{}", server.log());
}

#[test]
fn one_address_has_so_many_connections_and_others_have_theirs() {
    let server = Server::start_with(&["--connections-per-address", "3"]);
    let held: Vec<Raw> = (0..3).map(|_| Raw::from(local(2), &server)).collect();
    let since = Instant::now();
    // The one that was accepted last may still be on its way.
    let refused = loop {
        let answer = get_from(local(2), &server, "/healthz");
        if answer.status != 200 {
            break answer;
        }
        assert!(since.elapsed() < DEADLINE, "a fourth connection is served");
    };
    assert_eq!((refused.status, refused.header("retry-after")), (429, Some("5")));
    assert_eq!(refused.header("content-type"), Some("application/json"));
    assert_eq!(refused.body, r#"{"error":"too many connections from this address"}"#);
    assert_eq!(get_from(local(3), &server, "/healthz").status, 200);
    assert!(metric(&server, "quizrain_rejected_total{kind=\"connections\"}") >= 1.0);
    drop(held);
    while get_from(local(2), &server, "/healthz").status != 200 {
        assert!(since.elapsed() < DEADLINE, "places are not free again");
    }
}

#[test]
fn a_server_has_so_many_connections() {
    let server = Server::start_with(&["--max-connections", "4", "--connections-per-address", "4"]);
    let _held: Vec<Raw> = (2..6).map(|last| Raw::from(local(last), &server)).collect();
    let since = Instant::now();
    let refused = loop {
        let answer = get_from(local(9), &server, "/healthz");
        if answer.status != 200 {
            break answer;
        }
        assert!(since.elapsed() < DEADLINE, "a fifth connection is served");
    };
    assert_eq!((refused.status, refused.header("retry-after")), (503, Some("5")));
    assert_eq!(refused.body, r#"{"error":"this server has no room"}"#);
}

#[tokio::test]
async fn a_socket_keeps_its_place_among_the_connections() {
    let server = Server::start_with(&["--connections-per-address", "2"]);
    let from_here = || get_from(local(1), &server, "/healthz").status;
    let anna = Client::open(&server, "/ws/player", Encoding::Postcard).await;
    let li = Client::open(&server, "/ws/player", Encoding::Postcard).await;
    assert_eq!(from_here(), 429);
    drop((anna, li));
    let since = Instant::now();
    while from_here() != 200 {
        assert!(since.elapsed() < DEADLINE, "places are not free again");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[test]
fn a_proxy_that_nobody_named_is_noticed() {
    let server = Server::start();
    let headers = [("Host", "localhost"), ("X-Forwarded-For", "192.0.2.1")];
    for _ in 0..3 {
        assert_eq!(Raw::open(&server).ask(&request("GET", "/healthz", &headers, "")).status, 200);
    }
    let since = Instant::now();
    while !server.log().contains("name it with --trusted-proxies") {
        assert!(since.elapsed() < DEADLINE, "{}", server.log());
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(server.log().matches("--trusted-proxies").count(), 1, "{}", server.log());
}

#[tokio::test]
async fn behind_a_trusted_proxy_it_is_clients_that_are_counted() {
    let args = ["--trusted-proxies", "127.0.0.1,10.0.0.0/8", "--connections-per-address", "1"];
    let server = Server::start_with(&args);
    let ask = |client: &str, path: &str, more: &str| {
        let headers = [("Host", "localhost"), ("X-Forwarded-For", client)];
        let mut text = request("GET", path, &headers, "");
        text.insert_str(text.len() - 2, more);
        Raw::open(&server).ask(&text).status
    };
    // The proxy itself may have as many as it likes.
    let _idle: Vec<Raw> = (0..5).map(|_| Raw::open(&server)).collect();
    assert_eq!(ask("192.0.2.1", "/healthz", ""), 200);
    let forwarded = |client: &str| {
        let postcard = Some(Encoding::Postcard.subprotocol());
        let mut request = client::request(&server, "/ws/player", postcard, None);
        request.headers_mut().insert("x-forwarded-for", client.parse().unwrap());
        tokio_tungstenite::connect_async(request)
    };
    let _anna = forwarded("192.0.2.1").await.unwrap();
    for written in ["192.0.2.1", "203.0.113.9, 192.0.2.1", "192.0.2.1, 10.1.2.3"] {
        match forwarded(written).await {
            Err(tokio_tungstenite::tungstenite::Error::Http(answer)) => {
                assert_eq!(answer.status().as_u16(), 429, "{written}");
                assert_eq!(answer.headers()["retry-after"], "5");
            }
            other => panic!("{written}: {other:?}"),
        }
    }
    let _li = forwarded("192.0.2.2").await.unwrap();
}

/// What the kernel holds for the other end of a connection to this port, in bytes.
fn kernel_holds(server_port: u16, client_port: u16) -> Option<u64> {
    let table = fs::read_to_string("/proc/net/tcp").unwrap();
    table.lines().find_map(|line| {
        let columns: Vec<&str> = line.split_whitespace().collect();
        let port = |address: &str| u16::from_str_radix(address.split(':').nth(1)?, 16).ok();
        let ours = port(columns.get(1)?)? == server_port && port(columns.get(2)?)? == client_port;
        ours.then(|| u64::from_str_radix(columns[4].split(':').next()?, 16).ok())?
    })
}

#[tokio::test]
async fn who_never_reads_holds_little_and_not_for_long() {
    let server = Server::start_with(&["--frames-per-second", "1000000"]);
    let hosted = server.create_game("How computers count");
    let address: SocketAddr = server.address.parse().unwrap();
    // What its own end takes in is not the server's.
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let stream = socket.connect(address).await.unwrap();
    stream.set_nodelay(true).unwrap();
    let port = stream.local_addr().unwrap().port();
    let protocol = Some(Encoding::Postcard.subprotocol());
    let upgrade = client::request(&server, "/ws/player", protocol, None);
    let (mut deaf, _) = client_async(upgrade, stream).await.unwrap();
    let hello = PlayerFrame::Hello { pin: hosted.pin, token: token(1) };
    let hello = Message::binary(Encoding::Postcard.encode(&hello));
    let (mut most, mut taken) = (0, Instant::now());
    let asking = async {
        // Asks and asks and hears nothing, until the server lets go.
        while deaf.send(hello.clone()).await.is_ok() {
            taken = Instant::now();
            most = most.max(kernel_holds(address.port(), port).unwrap_or(0));
        }
    };
    tokio::time::timeout(DEADLINE, asking).await.expect("the server lets go");
    let waited = taken.elapsed();
    println!("the kernel held {most} bytes at most, for {waited:?}");
    // The kernel by itself would let go after 30 seconds.
    assert!(waited < SOON, "let go after {waited:?}");
    assert!(most > 0 && most < 256 * 1024, "the kernel held {most} bytes");
}

#[tokio::test]
async fn a_game_is_played_over_ipv6_and_a_network_of_it_is_one_address() {
    if std::net::TcpListener::bind("[::1]:0").is_err() {
        println!("this machine has no IPv6: nothing was tested");
        return;
    }
    let args = ["--listen", "[::1]:0", "--trusted-proxies", "::1", "--joins-per-minute", "2"];
    let server = Server::start_with(&args);
    assert!(server.address.starts_with("[::1]:"), "{}", server.address);
    assert_eq!(server.get("/", "").0, 200);
    let hosted = server.create_game("How computers count");
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::player_from(&server, &hosted, 1, "2001:db8::1").await;
    anna.join("Anna").await;
    Client::player_from(&server, &hosted, 2, "2001:db8::ffff:2").await.join("Ben").await;
    let ask = PlayerFrame::Join {
        avatar: None,
        field: None,
        nickname: "Cleo".to_owned(),
        entropy: contribution("Cleo"),
        team: None,
    };
    let mut cleo = Client::player_from(&server, &hosted, 3, "2001:db8::3").await;
    cleo.send(&ask).await;
    let told = cleo.refusal().await;
    assert!(matches!(told, Refusal::TooManyJoins { .. }), "{told:?}");
    let mut elsewhere = Client::player_from(&server, &hosted, 3, "2001:db8:0:1::3").await;
    elsewhere.send(&ask).await;
    let is_seated = |frame| match frame {
        ServerFrame::Welcome(welcome) => welcome.you.map(|you| you.seat.number),
        _ => None,
    };
    assert_eq!(elsewhere.until(is_seated).await, 3);
    host.open_rain(plan("points", 10, 1)).await;
    anna.tap().await.unwrap();
    anna.credited().await;
}
