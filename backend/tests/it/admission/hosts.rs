//! By which names the server answers: a foreign page may have its own name lead here.

use super::{Raw, metric, request};
use crate::common::server::Server;

fn status(server: &Server, path: &str, host: &str) -> u16 {
    Raw::open(server).ask(&request("GET", path, &[("Host", host)], "")).status
}

#[test]
fn a_foreign_name_is_not_answered_to() {
    let args =
        ["--public-url", "https://quiz.example.org", "--allowed-hosts", "a.example,b.example"];
    let server = Server::start();
    for path in ["/", "/api/info", "/api/quizzes", "/ws/player", "/metrics", "/nothing"] {
        let answer =
            Raw::open(&server).ask(&request("GET", path, &[("Host", "evil.example:8080")], ""));
        assert_eq!(answer.status, 421, "{path}: {answer:?}");
        assert!(answer.body.contains("--allowed-hosts"), "{path}: {answer:?}");
    }
    for host in ["localhost", "127.0.0.1", "192.168.1.5:8080", "[::1]:8080", "laptop"] {
        assert_eq!(status(&server, "/api/info", host), 200, "{host}");
    }
    // Whoever watches the server asks by whatever name.
    assert_eq!(status(&server, "/healthz", "evil.example"), 200);
    assert_eq!(status(&server, "/readyz", "evil.example"), 200);
    // Another name in the request line does not help, nor does a second one.
    let line = request("GET", "http://evil.example/api/info", &[("Host", "localhost")], "");
    assert_eq!(Raw::open(&server).ask(&line).status, 421);
    let two = [("Host", "localhost"), ("Host", "evil.example")];
    assert_eq!(Raw::open(&server).ask(&request("GET", "/api/info", &two, "")).status, 421);
    // No browser says no name at all.
    assert_eq!(Raw::open(&server).ask(&request("GET", "/api/info", &[], "")).status, 200);
    assert!(metric(&server, "quizrain_rejected_total{kind=\"host\"}") >= 8.0);
    assert_eq!(server.log().matches("refused a request by a foreign name").count(), 1);

    let server = Server::start_with(&args);
    for (host, answered) in [
        ("quiz.example.org", 200),
        ("a.example:8080", 200),
        ("b.example", 200),
        ("evil.example", 421),
    ] {
        assert_eq!(status(&server, "/api/info", host), answered, "{host}");
    }
}
