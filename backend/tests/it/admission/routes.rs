//! What every route answers to every method: which are allowed, how much they take, and the headers
//! that each answer carries.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use quizrain_shared::api::{MAX_GUESTS_BYTES, MAX_IMPORT_BYTES, MAX_QUIZ_BYTES, MAX_UPLOAD_BYTES};
use quizrain_shared::pages::Route;

use super::{Raw, request};
use crate::arrows::rust_files;
use crate::common::server::Server;

/// Where the answers are written down. `QUIZRAIN_TEST_UPDATE=1` writes what they are now.
const SNAPSHOT: &str = "tests/it/admission/headers.txt";

/// Headers that differ each time.
const CHANGING: [&str; 3] = ["date", "content-length", "connection"];

const METHODS: [&str; 5] = ["GET", "HEAD", "POST", "PUT", "DELETE"];

/// Every page, and every path that stands in the sources of the routers.
pub(crate) fn routes() -> Vec<String> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut routes: Vec<String> = Route::ALL.map(|route| route.pattern().to_owned()).into();
    for folder in ["http", "live/sockets"] {
        for file in rust_files(&src.join(folder)) {
            let text = fs::read_to_string(file).unwrap();
            routes.extend(text.split('"').filter(|it| is_route(it)).map(str::to_owned));
        }
    }
    routes.sort();
    routes.dedup();
    assert!(routes.len() > 15, "{routes:?}");
    routes
}

fn is_route(text: &str) -> bool {
    let is_file = text.starts_with("/api/") && text.contains('.');
    text.starts_with('/') && !text.contains([' ', '\n', '<']) && (is_file || !text.contains('.'))
}

/// A path with something in the place of its parameters.
pub(crate) fn filled(route: &str) -> String {
    let known = [
        ("{game}", "00000000000000ff"),
        ("{rain}", "00000000000000ff"),
        ("{pin}", "123456"),
        ("{place}", "1"),
        ("{list}", "00000000000000ff"),
        ("{number}", "1"),
        ("{media}", "000000000000000000000000000000ff"),
        ("{quiz}", "00000000000000ff"),
        ("{version}", "1"),
        ("{key}", "qrk_000000000000"),
        ("{act}", "move"),
        ("{host}", "00000000000000ff"),
        ("{session}", "00000000000000ff"),
    ];
    let path = known.iter().fold(route.to_owned(), |path, (name, id)| path.replace(name, id));
    path.replace("{*rest}", "nothing/here")
}

/// How many bytes a route takes.
fn most(route: &str) -> usize {
    match route {
        "/api/imports" => MAX_IMPORT_BYTES,
        "/api/media" | "/api/sounds" => MAX_UPLOAD_BYTES,
        "/api/quizzes" | "/api/quizzes/{quiz}" => MAX_QUIZ_BYTES,
        "/api/guest-lists" => MAX_GUESTS_BYTES,
        _ => 64 * 1024,
    }
}

/// A file of the front end.
fn file_of_the_page(server: &Server) -> String {
    let (status, page) = server.get("/", "");
    assert_eq!(status, 200, "the front end must be built: {page}");
    let script = page.split(['"', '\'']).find(|text| text.ends_with(".js"));
    script.expect("a script").to_owned()
}

/// Without what differs each time.
fn steady(name: &str, value: &str) -> String {
    match (name, value.split_once("'nonce-")) {
        ("content-security-policy", Some((before, after))) => {
            let (_, after) = after.split_once('\'').unwrap();
            format!("{before}'nonce-…'{after}")
        }
        // Made of what is answered.
        ("etag", _) => "\"…\"".to_owned(),
        _ => value.to_owned(),
    }
}

#[test]
fn every_route_answers_with_the_headers_that_are_written_down() {
    let server = Server::start_with(&["--public-url", "https://quiz.example.org"]);
    let key = format!("Bearer {}", server.host_key());
    let file = file_of_the_page(&server);
    let mut paths: Vec<(String, String)> =
        routes().into_iter().map(|route| (route.clone(), filled(&route))).collect();
    paths.push(("(a file of the page)".to_owned(), file));
    paths.push(("(no such page)".to_owned(), "/no/such/page".to_owned()));
    for file in ["/apple-touch-icon.png", "/manifest.webmanifest", "/sw.js"] {
        paths.push((file.to_owned(), file.to_owned()));
    }
    let mut found = String::new();
    for (route, path) in paths {
        for method in METHODS {
            let headers = [
                ("Host", "quiz.example.org"),
                ("Authorization", key.as_str()),
                ("Content-Type", "application/json"),
                ("Accept-Encoding", "br"),
                ("Content-Length", if method == "GET" || method == "HEAD" { "0" } else { "2" }),
            ];
            let body = if method == "GET" || method == "HEAD" { "" } else { "{}" };
            let answer = Raw::open(&server).ask(&request(method, &path, &headers, body));
            writeln!(found, "{method} {route}: {}", answer.status).unwrap();
            let mut headers = answer.headers;
            headers.retain(|(name, _)| !CHANGING.contains(&name.as_str()));
            headers.sort();
            for (name, value) in headers {
                writeln!(found, "    {name}: {}", steady(&name, &value)).unwrap();
            }
        }
    }
    let snapshot = Path::new(env!("CARGO_MANIFEST_DIR")).join(SNAPSHOT);
    if std::env::var_os("QUIZRAIN_TEST_UPDATE").is_some() {
        fs::write(&snapshot, &found).unwrap();
    }
    let written = fs::read_to_string(&snapshot).unwrap_or_default();
    let differs = found.lines().zip(written.lines()).find(|(found, written)| found != written);
    assert!(
        found == written,
        "headers are not as in {SNAPSHOT}: {differs:?}; QUIZRAIN_TEST_UPDATE=1 writes them anew"
    );
}

#[test]
fn what_is_too_large_is_refused_before_it_is_read() {
    let server = Server::start();
    let key = format!("Bearer {}", server.host_key());
    for (route, path) in routes().into_iter().map(|route| (route.clone(), filled(&route))) {
        for method in ["POST", "PUT", "GET"] {
            let length = (most(&route) + 1).to_string();
            let headers = [
                ("Host", "localhost"),
                ("Authorization", key.as_str()),
                ("Content-Type", "application/json"),
                ("Content-Length", length.as_str()),
            ];
            // Not a byte of it is sent: whoever waited for it would wait for ever.
            let answer = Raw::open(&server).ask(&request(method, &path, &headers, ""));
            assert_eq!(answer.status, 413, "{method} {route}: {answer:?}");
            assert!(answer.body.starts_with(r#"{"error":"#), "{method} {route}: {answer:?}");
        }
    }
    // So is a head with too much in it, or with too many lines.
    let long = "x".repeat(200 * 1024);
    for headers in [vec![("X-Long", long.as_str())], vec![("X-Short", "x"); 65]] {
        let headers = [vec![("Host", "localhost")], headers].concat();
        let answer = Raw::open(&server).ask(&request("GET", "/", &headers, ""));
        assert_eq!(answer.status, 431, "{answer:?}");
    }
    // In chunks it is not known before; it is read so far and no further.
    let hosted = server.create_game("How computers count");
    let chunk = format!("2000\r\n{}\r\n", "x".repeat(0x2000));
    for (method, path) in [
        ("POST", "/api/games".to_owned()),
        ("PUT", "/api/booth".to_owned()),
        ("POST", format!("/api/games/{}/redrive", hosted.game)),
        ("PUT", "/api/quizzes/00000000000000ff/shelf".to_owned()),
        ("PUT", "/api/quizzes/{quiz}".to_owned()),
        ("POST", "/api/quizzes".to_owned()),
        ("POST", "/api/media".to_owned()),
        ("POST", "/api/guest-lists".to_owned()),
    ] {
        let headers = [
            ("Host", "localhost"),
            ("Authorization", key.as_str()),
            ("Content-Type", "application/json"),
            ("Transfer-Encoding", "chunked"),
        ];
        let chunks = chunk.repeat(most(&path) / 0x2000 + 1);
        // Nothing ends it: an answer comes once there is too much.
        let answer = Raw::open(&server).ask(&request(method, &filled(&path), &headers, &chunks));
        assert_eq!(answer.status, 413, "{method} {path}: {answer:?}");
        let said = format!("; {} KiB is all", most(&path) / 1024);
        assert!(answer.body.contains(&said), "{method} {path}: {answer:?}");
    }
}

#[test]
fn other_methods_are_not_allowed() {
    let server = Server::start();
    let file = file_of_the_page(&server);
    let ask = |method: &str, path: &str| {
        let headers = [("Host", "localhost"), ("Content-Length", "0")];
        Raw::open(&server).ask(&request(method, path, &headers, ""))
    };
    for route in routes() {
        let answer = ask("PATCH", &filled(&route));
        if route == "/api/{*rest}" {
            assert_eq!(answer.status, 404);
            continue;
        }
        assert_eq!(answer.status, 405, "{route}: {answer:?}");
        assert!(answer.header("allow").is_some(), "{route}: {answer:?}");
    }
    assert_eq!(ask("POST", &file).status, 405);
    assert_eq!(ask("GET", &file).status, 200);
}
