//! Keys of programs: made and told once, shown in a list, and worth nothing once they are revoked or have
//! expired.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use quizrain_shared::api::{HostRight, KeySummary, MAX_KEYS, MadeKey, Scope};
use serde_json::{Value, json};

use crate::common::nodes::Nodes;
use crate::common::on::{On, on_both};
use crate::common::server::{DEADLINE, Server};

const QUIZZES: &str = "/api/quizzes";

fn make(server: &Server, name: &str, scopes: &[Scope]) -> MadeKey {
    server.post_json("/api/keys", &json!({ "name": name, "scopes": scopes }))
}

fn list(server: &Server) -> Vec<KeySummary> {
    server.get_json("/api/keys", &server.host_key())
}

fn revoke(server: &Server, id: &str) -> u16 {
    server.delete(&format!("/api/keys/{id}"), &server.host_key()).0
}

/// Asserts a refusal that says something.
fn refused((status, text): (u16, String), expected: u16, says: &str) {
    assert_eq!(status, expected, "{text}");
    let problem: Value = serde_json::from_str(&text).unwrap();
    assert!(problem["error"].as_str().unwrap().contains(says), "{text}");
}

fn now_ms() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    u64::try_from(now.as_millis()).unwrap()
}

/// Waits for something.
async fn until<T>(mut look: impl FnMut() -> Option<T>) -> T {
    let since = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(since.elapsed() < DEADLINE, "it does not come");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

on_both!(
    a_key_opens_what_it_says_until_it_is_revoked,
    a_key_expires,
    there_are_so_many_keys_and_no_more,
);

async fn a_key_opens_what_it_says_until_it_is_revoked(on: On) {
    let mut server = Server::start_on(on, &[]);
    let reader = make(&server, " Reader ", &[Scope::QuizzesRead]);
    let runner = make(&server, "主持", &[Scope::ResultsRead, Scope::GamesRun, Scope::GamesRun]);
    assert_eq!(runner.summary.scopes, [Scope::GamesRun, Scope::ResultsRead]);
    assert!(reader.key.starts_with(&format!("{}_", reader.summary.id)), "{reader:?}");
    assert_eq!(list(&server), [runner.summary.clone(), reader.summary.clone()]);
    assert_eq!(reader.summary.name, "Reader");

    let quizzes = server.get(QUIZZES, &reader.key);
    assert_eq!(quizzes, server.get(QUIZZES, &server.host_key()));
    refused(server.post(QUIZZES, &reader.key, &json!({})), 403, "quizzes:write");
    refused(server.get(QUIZZES, &runner.key), 403, "quizzes:read");
    refused(server.get("/api/keys", &reader.key), 403, "host key");

    runs_its_own_game(&server, &runner, &reader);
    it_is_noted_that_it_was_used(&server, &reader).await;

    // The database and the log have nothing that opens anything.
    for made in [&reader, &runner] {
        let secret = made.key.rsplit('_').next().unwrap();
        let rows = server.ledger("SELECT id, hash, name, scopes FROM api_keys").join("\n");
        assert!(rows.contains(&made.summary.id) && !rows.contains(secret), "{rows}");
        assert!(!server.log().contains(secret));
    }

    assert_eq!(revoke(&server, &reader.summary.id), 200);
    assert_eq!(revoke(&server, &reader.summary.id), 404);
    refused(server.get(QUIZZES, &reader.key), 401, "revoked");
    assert_eq!(server.get("/api/games", &runner.key).0, 200);
    server.kill();
    server.restart();
    refused(server.get(QUIZZES, &reader.key), 401, "revoked");
    assert_eq!(server.get("/api/games", &runner.key).0, 200);
    // Half of one key and half of another are none.
    let secret_of = |made: &MadeKey| made.key.rsplit('_').next().unwrap().to_owned();
    for (id, of) in [(&runner, &reader), (&reader, &runner)] {
        let mixed = format!("{}_{}", id.summary.id, secret_of(of));
        refused(server.get("/api/games", &mixed), 401, "no such key");
    }
    // And whoever tries takes nothing from it.
    assert_eq!(server.get("/api/games", &runner.key).0, 200);
}

/// What a key makes a game with drives it as ever, and the key itself has the host's rights to it.
fn runs_its_own_game(server: &Server, runner: &MadeKey, reader: &MadeKey) {
    let quiz = &server.quizzes()[0].id;
    let (status, text) = server.post("/api/games", &runner.key, &json!({ "quiz": quiz }));
    assert_eq!(status, 200, "{text}");
    let hosted: HostRight = serde_json::from_str(&text).unwrap();
    let path = |rest: &str| format!("/api/games/{}/{rest}", hosted.game);
    for token in [&hosted.token.reveal(), &runner.key] {
        for rest in ["questions", "proposal", "crew", "statement"] {
            assert_eq!(server.get(&path(rest), token).0, 200, "{rest}");
        }
        let link = server.post(&path("crew"), token, &json!({ "right": "host" }));
        assert_eq!(link.0, 200, "{}", link.1);
    }
    refused(server.get(&path("questions"), &reader.key), 403, "games:run");
    refused(server.get(&path("statement"), &reader.key), 403, "results:read");
    refused(server.get("/api/games/00000000000000ff/crew", &runner.key), 404, "");
}

/// It is noted that a key was used, and not how often.
async fn it_is_noted_that_it_was_used(server: &Server, reader: &MadeKey) {
    let used = |server: &Server, id: &str| {
        list(server).into_iter().find(|key| key.id == id).unwrap().used_ms
    };
    let since = reader.summary.created_ms;
    let first = until(|| used(server, &reader.summary.id)).await;
    assert!((since..since + 60_000).contains(&first));
    assert_eq!(server.get(QUIZZES, &reader.key).0, 200);
    assert_eq!(used(server, &reader.summary.id), Some(first));
}

async fn a_key_expires(on: On) {
    let server = Server::start_on(on, &[]);
    let wish = |until_ms: u64| json!({ "name": "short", "scopes": ["quizzes:read"], "until_ms": until_ms });
    refused(server.post("/api/keys", &server.host_key(), &wish(1)), 400, "past");
    let until_ms = now_ms() + 2000;
    let made: MadeKey = server.post_json("/api/keys", &wish(until_ms));
    assert_eq!(made.summary.until_ms, Some(until_ms));
    assert_eq!(server.get(QUIZZES, &made.key).0, 200);
    let answer = until(|| Some(server.get(QUIZZES, &made.key)).filter(|it| it.0 != 200)).await;
    assert!(now_ms() + 100 >= until_ms);
    refused(answer, 401, "expired");
    // It stays in the list until it is revoked.
    assert_eq!(list(&server).len(), 1);
    assert_eq!(revoke(&server, &made.summary.id), 200);
    assert!(list(&server).is_empty());
}

async fn there_are_so_many_keys_and_no_more(on: On) {
    let server = Server::start_on(on, &[]);
    let wish = json!({ "name": "one of many", "scopes": Scope::ALL });
    let keys: Vec<MadeKey> = (0..MAX_KEYS).map(|_| server.post_json("/api/keys", &wish)).collect();
    refused(server.post("/api/keys", &server.host_key(), &wish), 409, "revoke some");
    assert_eq!(revoke(&server, &keys[0].summary.id), 200);
    assert_eq!(server.post("/api/keys", &server.host_key(), &wish).0, 201);
    for body in [
        json!({}),
        json!({ "name": " ", "scopes": ["quizzes:read"] }),
        json!({ "name": "x".repeat(61), "scopes": ["quizzes:read"] }),
        json!({ "name": "a\u{202e}b", "scopes": ["quizzes:read"] }),
        json!({ "name": "none", "scopes": [] }),
        json!({ "name": "other", "scopes": ["quizzes:burn"] }),
        json!({ "name": "late", "scopes": ["quizzes:read"], "until_ms": -1 }),
    ] {
        refused(server.post("/api/keys", &server.host_key(), &body), 400, "");
    }
    for id in ["qrk_000000000000", "x", "%00", "%F0%9F%92%A5", "'; DROP TABLE api_keys; --"] {
        let path = format!("/api/keys/{}", id.replace(' ', "%20"));
        let (status, text) = server.delete(&path, &server.host_key());
        assert_eq!(status, 404, "{id}: {text}");
    }
    assert_eq!(list(&server).len(), MAX_KEYS as usize);
}

#[tokio::test]
async fn a_key_holds_on_every_server_and_ends_on_every_server() {
    let key = "0123456789abcdef0123456789abcdef";
    let nodes = Nodes::start_with_env(On::Postgres, 2, &[], &[("QUIZRAIN_HOST_KEY", key)]).await;
    let (one, other) = (nodes.node(0), nodes.node(1));
    let body = json!({ "name": "CI", "scopes": ["quizzes:read"] });
    let (status, text) = one.post("/api/keys", key, &body);
    assert_eq!(status, 201, "{text}");
    let made: MadeKey = serde_json::from_str(&text).unwrap();
    for server in [one, other] {
        assert_eq!(server.get(QUIZZES, &made.key).0, 200);
    }
    assert_eq!(one.delete(&format!("/api/keys/{}", made.summary.id), key).0, 200);
    // At once: nobody keeps what a key was worth.
    for server in [other, one] {
        refused(server.get(QUIZZES, &made.key), 401, "revoked");
    }
}

#[test]
fn keys_that_somebody_makes_up_are_looked_for_seldom() {
    let server = Server::start_with(&["--reads-per-second", "1"]);
    let made_up = |n: u32| format!("qrk_{n:012x}_{n:040x}");
    let statuses: Vec<u16> = (0..60).map(|n| server.get(QUIZZES, &made_up(n)).0).collect();
    assert!(statuses.starts_with(&[401; 20]), "{statuses:?}");
    assert!(statuses.contains(&429), "{statuses:?}");
    // Whoever has the host key is not held up by that.
    assert_eq!(server.get(QUIZZES, &server.host_key()).0, 200);
}
