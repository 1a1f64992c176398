use std::collections::{BTreeMap, BTreeSet};

use quizrain_shared::api::{HostRight, NotDone, PastGames, QuizPage};
use quizrain_testkit::http::send;
use serde_json::{Value, json};

use crate::admission::routes::{filled, routes};
use crate::common::client::token;
use crate::common::nodes::Nodes;
use crate::common::on::On;
use crate::common::server::Server;
use crate::receipts::{FINISHED, QUIZ, play};

fn document(server: &Server) -> Value {
    let (status, text) = server.get("/api/openapi.json", "");
    assert_eq!(status, 200, "{text}");
    serde_json::from_str(&text).unwrap()
}

/// Path and method of every request, and what is said of it.
fn operations(document: &Value) -> Vec<(String, String, Value)> {
    let mut all = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            all.push((path.clone(), method.clone(), operation.clone()));
        }
    }
    assert!(all.len() > 50, "{}", all.len());
    all
}

/// Whether a path of the document is answered by a route.
fn fits(path: &str, route: &str) -> bool {
    let (path, route): (Vec<_>, Vec<_>) = (path.split('/').collect(), route.split('/').collect());
    let mut parts = path.iter().zip(&route);
    path.len() == route.len() && parts.all(|(one, other)| one == other || *other == "{act}")
}

#[test]
fn the_document_has_the_routes_of_the_server_and_no_others() {
    let server = Server::start();
    let document = document(&server);
    let mut described: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (path, method, _) in operations(&document) {
        described.entry(path).or_default().insert(method.to_uppercase());
    }
    for (path, methods) in &described {
        assert!(routes().iter().any(|route| fits(path, route)), "the server has no {path}");
        // No route takes this one: the answer says which it takes.
        let answer = send("PATCH", &server.address, &filled(path), "", None).unwrap();
        let allowed = answer.headers.get("allow").unwrap_or_else(|| panic!("{path}: {answer:?}"));
        let allowed = allowed.to_str().unwrap().split(',').filter(|it| *it != "HEAD");
        assert_eq!(&allowed.map(str::to_owned).collect::<BTreeSet<_>>(), methods, "{path}");
    }
    for route in routes().iter().filter(|it| it.starts_with("/api/") && *it != "/api/{*rest}") {
        assert!(described.keys().any(|path| fits(path, route)), "{route} is not described");
    }
}

#[test]
fn a_token_is_asked_for_where_the_document_says_so() {
    let server = Server::start_with(&["--reads-per-second", "1000"]);
    let document = document(&server);
    for (path, method, operation) in operations(&document) {
        let status = |token: &str| {
            let body = json!({});
            let body = (method != "get").then_some(&body);
            let answer = send(&method.to_uppercase(), &server.address, &filled(&path), token, body);
            answer.unwrap().status
        };
        let schemes = operation["security"].as_array().unwrap();
        assert_eq!(status("") == 401, !schemes.is_empty(), "{method} {path}");
        let responses = operation["responses"].as_object().unwrap();
        assert_eq!(responses.contains_key("401"), !schemes.is_empty(), "{method} {path}");
        let by_host = schemes.iter().any(|it| it.get("hostKey").is_some());
        // Who signs in may show what is not believed.
        let signs_in = [
            "/api/devices/use",
            "/api/identity",
            "/api/oidc/finish",
            "/api/session",
            "/api/session/provider/finish",
            "/api/session/recover",
        ];
        let refuses = by_host
            || schemes.iter().any(|it| it.get("session").is_some())
            || (signs_in.contains(&path.as_str()) && method == "post");
        assert_eq!(refuses, responses.contains_key("403"), "{method} {path}");
        if by_host {
            assert_eq!(status(&"0b".repeat(16)), 403, "{method} {path}");
        }
    }
}

/// Every reference leads somewhere.
#[test]
fn the_document_refers_to_what_is_there() {
    fn check(document: &Value, value: &Value) -> usize {
        match value {
            Value::Object(fields) => {
                if let Some(to) = fields.get("$ref").and_then(Value::as_str) {
                    let place = to.strip_prefix('#').unwrap_or_else(|| panic!("{to}"));
                    assert!(document.pointer(place).is_some(), "{to}");
                    return 1;
                }
                fields.values().map(|value| check(document, value)).sum()
            }
            Value::Array(values) => values.iter().map(|value| check(document, value)).sum(),
            _ => 0,
        }
    }
    let document: Value =
        serde_json::from_str(include_str!("../../../../docs/schema/openapi.json")).unwrap();
    assert!(check(&document, &document) > 200);
    assert_eq!(document["openapi"], "3.1.0");
    let mut ids = BTreeSet::new();
    for (path, method, operation) in operations(&document) {
        let id = operation["operationId"].as_str().unwrap();
        assert!(ids.insert(id.to_owned()), "{id} is two");
        let named = path.split('{').skip(1).filter_map(|rest| rest.split('}').next());
        let known = operation["parameters"].as_array().unwrap();
        for name in named {
            let found = known.iter().find(|it| it["name"] == name && it["in"] == "path");
            assert!(
                found.is_some_and(|it| it["schema"]["type"] != "null"),
                "{method} {path}: {name}"
            );
        }
        assert!(!operation["summary"].as_str().unwrap().is_empty(), "{method} {path}");
    }
}

/// Insists on what the document says of an answer.
fn check(document: &Value, path: &str, method: &str, status: u16, body: &str) {
    let answer = &document["paths"][path][method]["responses"][status.to_string()];
    assert!(!answer.is_null(), "{method} {path} answers with {status}: {body}");
    let shared = answer["$ref"].as_str().and_then(|to| document.pointer(&to[1..]));
    let schema = &shared.unwrap_or(answer)["content"]["application/json"]["schema"];
    if schema.is_null() {
        return;
    }
    let whole = json!({ "allOf": [schema], "components": document["components"] });
    let validator = jsonschema::validator_for(&whole).unwrap();
    let body: Value = serde_json::from_str(body).unwrap();
    let wrong: Vec<String> = validator.iter_errors(&body).map(|it| it.to_string()).collect();
    assert!(wrong.is_empty(), "{method} {path}: {wrong:#?}\n{body}");
}

/// What a server is asked about: a game that is over and one that is played.
struct Asked {
    over: HostRight,
    live: HostRight,
    quiz: String,
}

impl Asked {
    fn path(&self, path: &str) -> String {
        let game = if path.contains("/results") || path.contains("/receipt") {
            &self.over
        } else {
            &self.live
        };
        let path = path.replace("{game}", &game.game.to_string()).replace("{quiz}", &self.quiz);
        let path = path
            .replace("{pin}", "123456")
            .replace("{place}", "1")
            .replace("{rain}", "00000000000000ff");
        let query = if path.ends_with("/export") { "?format=toml&check=true" } else { "" };
        path.replace("{version}", "1") + query
    }
}

/// Whatever is read is answered as the document says; how often it was there.
fn answers_to_reading(server: &Server, document: &Value, asked: &Asked) -> usize {
    let mut good = 0;
    for (path, method, operation) in operations(document) {
        // A spreadsheet is no text.
        if method != "get" || path.ends_with(".xlsx") {
            continue;
        }
        let scheme = operation["security"][0].as_object().and_then(|it| it.keys().next());
        let token = match scheme.map(String::as_str) {
            Some("accountToken") => token(1).reveal(),
            _ => server.host_key(),
        };
        let (status, text) = server.get(&asked.path(&path), &token);
        check(document, &path, "get", status, &text);
        good += usize::from(status == 200);
        // Nothing that is there, and nobody who may.
        for (path_asked, token) in [(filled(&path), token), (asked.path(&path), String::new())] {
            let (status, text) = server.get(&path_asked, &token);
            check(document, &path, "get", status, &text);
        }
    }
    good
}

#[tokio::test]
async fn answers_are_what_the_document_says() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("test.toml"), QUIZ).unwrap();
    let quizzes = folder.path().to_str().unwrap();
    let args = ["--quizzes", quizzes, "--reads-per-second", "1000"];
    let nodes = Nodes::start(On::Sqlite, 1, &args).await;
    let server = nodes.node(0);
    let over = server.create_game("Test");
    play([server, server], &over).await;
    nodes.ledger_says(FINISHED, "1").await;
    let page: QuizPage = server.get_json("/api/quizzes", &server.host_key());
    let asked = Asked { over, live: server.create_game("Test"), quiz: page.quizzes[0].id.clone() };
    let document = document(server);
    let good = answers_to_reading(server, &document, &asked);
    assert!(good > 25, "{good}");
    let past: PastGames = server.get_json("/api/results", &server.host_key());
    assert_eq!(past.games.len(), 1);
    let act = "/api/games/{game}/desk/move";
    let ask = |body: &Value| server.post(&asked.path(act), &asked.live.token.reveal(), body);
    let (status, text) = ask(&json!({ "mv": "Ask" }));
    assert_eq!(status, 400, "{text}");
    check(&document, act, "post", status, &text);
    let (status, text) = ask(&json!({ "mv": "Ask", "seen": 9_999 }));
    assert_eq!(status, 409, "{text}");
    check(&document, act, "post", status, &text);
    let now = serde_json::from_str::<NotDone>(&text).unwrap().now.unwrap();
    let (status, text) = ask(&json!({ "mv": "Ask", "seen": now.stage.at.seq }));
    assert_eq!(status, 200, "{text}");
    check(&document, act, "post", status, &text);
    let quiz = json!({ "title": "T", "language": "en", "description": "", "questions": [] });
    let body = json!({ "quiz": quiz });
    let (status, text) = server.post("/api/quizzes", &server.host_key(), &body);
    assert_eq!(status, 201, "{text}");
    check(&document, "/api/quizzes", "post", status, &text);
    // What may be left out of what is sent is said to be.
    let sent = &document["paths"]["/api/quizzes"]["post"]["requestBody"]["content"]["application/json"]
        ["schema"];
    let whole = json!({ "allOf": [sent], "components": document["components"] });
    let validator = jsonschema::validator_for(&whole).unwrap();
    assert!(validator.is_valid(&body));
    assert!(!validator.is_valid(&json!({ "quiz": { "title": "T" } })));
    assert!(!validator.is_valid(&json!({ "quiz": quiz, "more": 1 })));
}

#[test]
fn the_page_shows_every_request_and_loads_nothing() {
    let server = Server::start();
    let (status, headers, page) = server.get_all("/api/docs", "");
    assert_eq!(status, 200);
    let policy = headers["content-security-policy"].to_str().unwrap();
    assert!(policy.starts_with("default-src 'none'; style-src 'sha256-"), "{policy}");
    for never in ["<script", "<link", "<img", " style=", " src=", "http:", "https:", "url("] {
        assert!(!page.contains(never), "{never}");
    }
    let document = document(&server);
    for (path, method, operation) in operations(&document) {
        assert!(page.contains(&path.replace('/', "/<wbr>")), "{method} {path}");
        assert!(page.contains(&format!("id=\"{}\"", operation["operationId"].as_str().unwrap())));
    }
    // Every link leads somewhere.
    for link in page.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap()) {
        match link.strip_prefix('#') {
            Some(id) => assert!(page.contains(&format!("id=\"{id}\"")), "{link}"),
            None => assert_eq!(link, "openapi.json"),
        }
    }
}
