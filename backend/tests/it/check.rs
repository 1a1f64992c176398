//! The socket on which anybody tries a line: it answers pings, needs no game, and costs little whatever is sent.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use futures_util::future::join_all;
use futures_util::{SinkExt, StreamExt};
use quizrain_shared::wire::limits::MAX_FRAMES_TOO_FAST;
use quizrain_shared::wire::{CheckAnswer, CheckFrame, Encoding};
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

use crate::common::client::{Client, Socket, connect, request};
use crate::common::server::{DEADLINE, Server};

const PATH: &str = "/ws/check";

async fn open(server: &Server, encoding: Encoding) -> Socket {
    connect(&request(server, PATH, Some(encoding.subprotocol()), None)).await
}

fn ping(encoding: Encoding, number: u32) -> Message {
    let bytes = encoding.encode(&CheckFrame::Ping { number });
    match encoding {
        Encoding::Postcard => Message::binary(bytes),
        Encoding::Json => Message::text(String::from_utf8(bytes).unwrap()),
    }
}

/// The next answer, or the code with which the server closes.
async fn next(socket: &mut Socket, encoding: Encoding) -> Result<CheckAnswer, u16> {
    loop {
        match timeout(DEADLINE, socket.next()).await.expect("it says something") {
            Some(Ok(Message::Binary(bytes))) => return Ok(encoding.decode(&bytes).unwrap()),
            Some(Ok(Message::Text(text))) => return Ok(encoding.decode(text.as_bytes()).unwrap()),
            Some(Ok(Message::Close(frame))) => {
                return Err(frame.map_or(1005, |frame| frame.code.into()));
            }
            Some(Ok(_)) => {}
            Some(Err(_)) | None => return Err(1006),
        }
    }
}

/// The code with which a socket is closed before it has said anything.
async fn turned_away(server: &Server) -> u16 {
    next(&mut open(server, Encoding::Json).await, Encoding::Json).await.unwrap_err()
}

/// Waits until the server counts so many sockets of this kind.
async fn counted(server: &Server, sockets: u32) {
    let since = Instant::now();
    let line = format!("quizrain_sockets{{role=\"check\"}} {sockets}");
    while !server.get("/metrics", "").1.lines().any(|it| it == line) {
        assert!(since.elapsed() < DEADLINE, "never {line}");
        sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn every_ping_is_answered_with_the_time_of_the_server() {
    let server = Server::start();
    for encoding in Encoding::ALL {
        let mut socket = open(&server, encoding).await;
        for number in [0, 7, 7, u32::MAX] {
            socket.send(ping(encoding, number)).await.unwrap();
            let here = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
            let CheckAnswer::Pong { number: answered, now_ms } =
                next(&mut socket, encoding).await.unwrap();
            assert_eq!(answered, number);
            // Its Redis runs on this machine.
            let apart = u64::try_from(here.as_millis()).unwrap().abs_diff(now_ms);
            assert!(apart < 60_000, "{apart} ms");
        }
        counted(&server, 1).await;
        socket.send(Message::Close(None)).await.unwrap();
        assert_eq!(next(&mut socket, encoding).await, Err(1005));
        drop(socket);
        counted(&server, 0).await;
    }
}

#[tokio::test]
async fn what_is_no_ping_ends_the_socket_and_so_does_silence() {
    let server = Server::start();
    let silent = async {
        let mut socket = open(&server, Encoding::Json).await;
        assert_eq!(next(&mut socket, Encoding::Json).await, Err(1008));
    };
    let senseless = async {
        for (message, code) in [
            (Message::text("{}"), 1008),
            (Message::text(r#"{"Hello":{"pin":123456}}"#), 1008),
            (Message::text(r#"{"Ping":{"number":-1}}"#), 1008),
            (Message::binary(Encoding::Postcard.encode(&CheckFrame::Ping { number: 1 })), 1008),
            (Message::text("x".repeat(65)), 1009),
            (Message::text("x".repeat(100_000)), 1009),
        ] {
            let mut socket = open(&server, Encoding::Json).await;
            // It is open: one ping is answered before.
            socket.send(ping(Encoding::Json, 1)).await.unwrap();
            assert!(next(&mut socket, Encoding::Json).await.is_ok());
            let _ = socket.send(message.clone()).await;
            let closed = next(&mut socket, Encoding::Json).await;
            // With much unread the kernel may reset before the code is seen.
            let reset = message.len() > 1000 && closed == Err(1006);
            assert!(reset || closed == Err(code), "{closed:?}");
        }
    };
    tokio::join!(silent, senseless);
    counted(&server, 0).await;
}

#[tokio::test]
async fn a_flood_is_not_answered_and_then_ended_and_others_go_on() {
    let server = Server::start();
    let hosted = server.create_game("How computers count");
    let mut flood = open(&server, Encoding::Postcard).await;
    let message = ping(Encoding::Postcard, 1);
    // Nothing of what comes back is read.
    let flooding = async { while flood.send(message.clone()).await.is_ok() {} };
    timeout(DEADLINE, flooding).await.expect("the server lets go");
    let mut answered = 0;
    let code = loop {
        match next(&mut flood, Encoding::Postcard).await {
            Ok(_) => answered += 1,
            Err(code) => break code,
        }
    };
    assert!(matches!(code, 1008 | 1006), "{code}");
    assert!(answered < MAX_FRAMES_TOO_FAST, "{answered}");
    let mut calm = open(&server, Encoding::Json).await;
    calm.send(ping(Encoding::Json, 2)).await.unwrap();
    assert!(next(&mut calm, Encoding::Json).await.is_ok());
    assert!(Client::seated(&server, &hosted, 1, "Anna").await.stage.is_some());
    drop(calm);
    counted(&server, 0).await;
}

#[tokio::test]
async fn so_is_a_flood_of_the_protocols_own_pings() {
    let server = Server::start();
    let mut flood = open(&server, Encoding::Json).await;
    let flooding = async { while flood.send(Message::Ping("x".into())).await.is_ok() {} };
    timeout(DEADLINE, flooding).await.expect("the server lets go");
    let code = next(&mut flood, Encoding::Json).await.unwrap_err();
    assert!(matches!(code, 1008 | 1006), "{code}");
    counted(&server, 0).await;
}

#[tokio::test]
async fn an_address_has_so_many_and_a_game_has_room_beside_them() {
    let args = ["--max-connections", "1000", "--connections-per-address", "500"];
    let server = Server::start_with(&args);
    let hosted = server.create_game("How computers count");
    // At the same time: who is silent for ten seconds makes room for another.
    let mut sockets = join_all((0..200).map(|_| open(&server, Encoding::Json))).await;
    assert_eq!(turned_away(&server).await, 1013);
    Client::seated(&server, &hosted, 1, "Anna").await;
    let (_, metrics) = server.get("/metrics", "");
    assert!(metrics.contains("quizrain_rejected_total{kind=\"checks\"} 1\n"), "{metrics}");
    sockets.clear();
    counted(&server, 0).await;
    open(&server, Encoding::Json).await;
}

#[tokio::test]
async fn a_quarter_of_all_connections_may_try_a_line() {
    let server = Server::start_with(&["--max-connections", "40"]);
    let mut sockets = Vec::new();
    for _ in 0..10 {
        sockets.push(open(&server, Encoding::Json).await);
    }
    assert_eq!(turned_away(&server).await, 1013);
}

#[tokio::test]
async fn a_server_that_ends_says_so() {
    let mut server = Server::start();
    let mut socket = open(&server, Encoding::Json).await;
    socket.send(ping(Encoding::Json, 1)).await.unwrap();
    assert!(next(&mut socket, Encoding::Json).await.is_ok());
    assert!(server.stop().success());
    assert_eq!(next(&mut socket, Encoding::Json).await, Err(1012));
}
