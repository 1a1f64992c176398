//! The API: what it says of itself, and that everything it says is JSON.

use std::io::{Read, Write};
use std::net::TcpStream;

use quizrain_shared::wire::Encoding;
use serde_json::{Value, json};

use crate::common::client::token;
use crate::common::server::{DEADLINE, Server};

/// Says something as it stands; status line, headers and body of the answer.
fn raw(server: &Server, request: &str) -> (u16, String, String) {
    let mut line = TcpStream::connect(&server.address).unwrap();
    line.set_read_timeout(Some(DEADLINE)).unwrap();
    line.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    line.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    (status, head.to_ascii_lowercase(), body.to_owned())
}

fn is_json_error(head: &str, body: &str) -> bool {
    let body: Result<Value, _> = serde_json::from_str(body);
    head.contains("\r\ncontent-type: application/json")
        && body.is_ok_and(|body| body["error"].as_str().is_some_and(|text| !text.is_empty()))
}

#[tokio::test]
async fn every_refusal_is_json() {
    let server = Server::start();
    let host = &server.address;
    let socket = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
        Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==";
    let protocol = format!("Sec-WebSocket-Protocol: {}", Encoding::Json.subprotocol());
    for (method, path, headers, status) in [
        ("DELETE", "/api/info", String::new(), 405),
        ("DELETE", "/api/games", String::new(), 405),
        ("GET", "/api/games/0000000000000000/redrive", String::new(), 405),
        ("PATCH", "/api/balance.csv", String::new(), 405),
        ("POST", "/api/nothing", String::new(), 404),
        ("DELETE", "/api/nothing", String::new(), 404),
        ("GET", "/api/qr/1", String::new(), 404),
        ("GET", "/api/quizzes", String::new(), 401),
        ("GET", "/ws/player", String::new(), 400),
        ("POST", "/ws/player", String::new(), 405),
        ("GET", "/ws/host", format!("{socket}\r\n"), 400),
        ("GET", "/ws/screen", format!("{socket}\r\n{protocol}\r\nOrigin: null\r\n"), 403),
        ("GET", "/ws/screen", format!("{}\r\n", socket.replace("13", "12")), 400),
    ] {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\n{headers}Content-Length: 0\r\n\
             Connection: close\r\n\r\n"
        );
        let (found, head, body) = raw(&server, &request);
        assert_eq!(found, status, "{method} {path}: {body}");
        assert!(is_json_error(&head, &body), "{method} {path}: {head}\n{body}");
        assert_eq!(head.contains("\r\nallow: "), status == 405, "{method} {path}: {head}");
    }
}

#[tokio::test]
async fn a_game_of_no_questions_is_refused() {
    let server = Server::start();
    let quizzes = server.quizzes();
    let make = |questions: Value| {
        let body = json!({ "quiz": quizzes[0].id, "questions": questions });
        server.post("/api/games", &server.host_key(), &body)
    };
    for nonsense in [json!(0), json!(-1), json!("2"), json!(65_536)] {
        let (status, text) = make(nonsense.clone());
        assert_eq!(status, 400, "{nonsense}: {text}");
        assert!(text.contains("\"error\""), "{text}");
    }
    for fine in [json!(1), json!(65_535), json!(null)] {
        let (status, text) = make(fine.clone());
        assert_eq!(status, 200, "{fine}: {text}");
    }
}

#[tokio::test]
async fn what_a_client_should_know_beforehand_is_told() {
    let server = Server::start_with(&["--frames-per-second", "33", "--max-players", "77"]);
    let info: Value = server.get_json("/api/info", "");
    assert_eq!(
        info,
        json!({
            "join_url": format!("http://{}", server.address),
            "version": env!("CARGO_PKG_VERSION"),
            "protocols": ["quizrain.v1.postcard", "quizrain.v1.json"],
            "limits": {
                "players": 77,
                "frame_bytes": 8192,
                "frames_per_second": 33,
                "frames_at_once": 66,
                "frames_too_fast": 400,
                "frames_malformed": 10,
                "frames_waiting": 64,
                "hello_ms": 10_000,
                "ping_every_ms": 20_000,
                "pings_unanswered": 3,
                "heartbeat_every_ms": 5000,
                "nickname_characters": 20,
                "nickname_bytes": 80,
                "rain_packets": 1_000_000,
                "rain_seconds": [5, 60],
                "tap_slack_ms": 2000,
            },
        })
    );
    assert_eq!(server.get("/api/balance", &token(1).reveal()).0, 200);
}
