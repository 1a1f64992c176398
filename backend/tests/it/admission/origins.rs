//! Which pages of other sites may ask the API.

use super::{Answer, Raw, request};
use crate::common::server::{Server, run};

const APP: &str = "https://app.example.org";

/// What a browser asks before it sends what a page of that origin wants to send.
fn preflight(server: &Server, path: &str, origin: &str, host: &str) -> Answer {
    let headers = [
        ("Host", host),
        ("Origin", origin),
        ("Access-Control-Request-Method", "PUT"),
        ("Access-Control-Request-Headers", "authorization,content-type"),
    ];
    Raw::open(server).ask(&request("OPTIONS", path, &headers, ""))
}

fn get(server: &Server, path: &str, origin: &str) -> Answer {
    let headers = [("Host", "localhost"), ("Origin", origin)];
    Raw::open(server).ask(&request("GET", path, &headers, ""))
}

/// The headers by which a browser lets a page see something.
fn lets(answer: &Answer) -> Vec<&str> {
    let names = answer.headers.iter().map(|(name, _)| name.as_str());
    names.filter(|name| name.starts_with("access-control-")).collect()
}

#[test]
fn no_other_page_may_ask_unless_it_is_named() {
    let server = Server::start();
    let asked = preflight(&server, "/api/quizzes", APP, "localhost");
    assert_eq!(asked.status, 405, "{asked:?}");
    for answer in [asked, get(&server, "/api/info", APP), get(&server, "/api/quizzes", APP)] {
        assert!(lets(&answer).is_empty(), "{answer:?}");
    }
}

#[test]
fn pages_that_are_named_may_ask_the_api_and_nothing_else() {
    let origins = format!("{APP},http://localhost:3000");
    let server = Server::start_with(&["--allowed-origins", &origins]);
    for origin in [APP, "http://localhost:3000"] {
        let asked = preflight(&server, "/api/quizzes/00000000000000ff", origin, "localhost");
        assert_eq!(asked.status, 200, "{asked:?}");
        assert_eq!(asked.header("access-control-allow-origin"), Some(origin));
        let methods = asked.header("access-control-allow-methods").unwrap();
        assert!(["PUT", "DELETE"].iter().all(|it| methods.contains(it)), "{methods}");
        let headers = asked.header("access-control-allow-headers").unwrap();
        assert!(["authorization", "content-type"].iter().all(|it| headers.contains(it)));
        // A refusal is read as well, or nobody knows what is wrong.
        for (path, status) in [("/api/info", 200), ("/api/quizzes", 401), ("/api/no/such", 404)] {
            let answer = get(&server, path, origin);
            assert_eq!(answer.status, status, "{answer:?}");
            assert_eq!(answer.header("access-control-allow-origin"), Some(origin), "{path}");
            let told = answer.header("access-control-expose-headers").unwrap();
            assert!(["etag", "location", "retry-after"].iter().all(|it| told.contains(it)));
            assert!(answer.header("vary").unwrap().contains("origin"));
            assert_eq!(answer.header("access-control-allow-credentials"), None);
        }
        for path in ["/", "/studio", "/metrics"] {
            let answer = get(&server, path, origin);
            assert!(lets(&answer).is_empty(), "{path}: {answer:?}");
        }
    }
    for origin in [
        "https://evil.example",
        "http://app.example.org",
        "https://app.example.org:8443",
        "https://app.example.org.evil.example",
        "null",
    ] {
        for answer in [
            preflight(&server, "/api/quizzes", origin, "localhost"),
            get(&server, "/api/info", origin),
        ] {
            assert_eq!(answer.header("access-control-allow-origin"), None, "{answer:?}");
        }
    }
}

#[test]
fn a_page_that_may_ask_opens_no_socket_and_no_foreign_name() {
    let server = Server::start_with(&["--allowed-origins", APP]);
    let asked = preflight(&server, "/api/quizzes", APP, "evil.example:8080");
    assert_eq!(asked.status, 421, "{asked:?}");
    assert!(lets(&asked).is_empty(), "{asked:?}");
    for path in ["/ws/player", "/ws/host"] {
        let headers = [
            ("Host", "localhost"),
            ("Origin", APP),
            ("Upgrade", "websocket"),
            ("Sec-WebSocket-Version", "13"),
            ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
        ];
        let text = request("GET", path, &headers, "").replace("close", "upgrade");
        assert_eq!(Raw::open(&server).ask(&text).status, 403, "{path}");
    }
}

#[test]
fn any_page_may_ask_only_where_that_is_said() {
    let server = Server::start_with(&["--allowed-origins", "*"]);
    let answer = get(&server, "/api/info", "https://anything.example");
    assert_eq!(answer.header("access-control-allow-origin"), Some("*"));
    assert_eq!(answer.header("access-control-allow-credentials"), None);
}

#[test]
fn what_is_no_origin_is_refused_at_the_start() {
    let dir = tempfile::tempdir().unwrap();
    for (given, says) in [
        ("app.example.org", "expected an origin"),
        ("null", "expected an origin"),
        ("https://*.example.org", "expected an origin"),
        ("file:///tmp", "expected an origin"),
        ("https://app.example.org/", "https://app.example.org"),
        ("https://app.example.org:443", "browsers call that origin https://app.example.org"),
        ("https://user@app.example.org/page", "browsers call that origin"),
        ("https://a.example,,https://b.example", "expected an origin"),
        ("*,https://a.example", "name it alone"),
    ] {
        let output = run(dir.path(), &["--allowed-origins", given, "--listen", "127.0.0.1:0"]);
        assert!(!output.status.success(), "{given}");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(text.contains(says), "{given}: {text}");
    }
}
