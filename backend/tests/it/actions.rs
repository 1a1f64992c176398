//! The log of actions: who did what by whichever way, and no secret of theirs; read by owners, kept for so long.

use std::time::{Duration, Instant};

use quizrain_shared::api::{Action, ActionPage, ActorKind, HostRole, MadeKey, SignedInHost};
use quizrain_shared::phase::Move;
use serde_json::{Value, json};

use crate::common::browser::{Browser, PASSWORD};
use crate::common::client::Client;
use crate::common::nodes::Nodes;
use crate::common::on::{On, on_both};
use crate::common::server::{DEADLINE, HostRight, Server};

fn page(server: &Server, query: &str) -> ActionPage {
    server.get_json(&format!("/api/actions?{query}"), &server.host_key())
}

/// Waits until the log has an action like this.
pub(crate) async fn found(server: &Server, query: &str, fits: impl Fn(&Action) -> bool) -> Action {
    let since = Instant::now();
    loop {
        if let Some(action) = page(server, query).actions.into_iter().find(&fits) {
            return action;
        }
        assert!(since.elapsed() < DEADLINE, "{query}: {:#?}", page(server, "").actions);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

on_both!(
    what_is_done_is_noted_whoever_does_it,
    actions_are_found_page_by_page_and_go_with_their_time,
);

async fn what_is_done_is_noted_whoever_does_it(on: On) {
    let server = Server::start_on(on, &[]);
    let mut anna = Browser::of_new(&server, "anna", HostRole::Owner);
    let me: SignedInHost = serde_json::from_str(&anna.ask("GET", "/api/session", None).1).unwrap();
    let host = Some(me.account.host);
    let by_anna = |it: &Action| (it.kind, it.host) == (ActorKind::Host, host);
    // An account that makes a game, and drives it by a socket.
    let quiz = json!({ "quiz": server.quizzes()[0].id });
    let (_, text) = anna.ask("POST", "/api/games", Some(&quiz));
    let hosted: HostRight = serde_json::from_str(&text).unwrap();
    let game = hosted.game.to_string();
    let made = found(&server, "search=post+/api/games", |it| it.object == game).await;
    assert!(by_anna(&made) && made.login.as_deref() == Some("anna"), "{made:?}");
    assert_eq!((made.what.as_str(), made.status), ("POST /api/games", 200));
    Client::host(&server, &hosted).await.make(Move::Ask).await;
    let moved = found(&server, "search=socket", |it| it.what == "socket Move Ask").await;
    assert!(by_anna(&moved) && moved.object == game, "{moved:?}");
    assert_eq!(moved.address, made.address);
    assert!(!moved.address.contains("127"), "{moved:?}");
    // Signing in, and failing to.
    found(&server, "search=recover", |it| by_anna(it) && it.status == 200).await;
    assert_eq!(anna.sign_in("anna", "some other password").0, 403);
    let failed = found(&server, "search=/api/session", |it| it.status == 403).await;
    assert_eq!((failed.kind, failed.host), (ActorKind::Nobody, None));
    // A program, the operator, and a right to a desk that is no account's.
    let wish = json!({ "name": "CI", "scopes": ["quizzes:write", "games:run"] });
    let key: MadeKey = server.post_json("/api/keys", &wish);
    let by_key = found(&server, "search=/api/keys", |it| it.kind == ActorKind::Operator).await;
    assert_eq!(by_key.object, key.summary.id);
    assert_eq!(server.post("/api/games", &key.key, &quiz).0, 200);
    let program = found(&server, "", |it| it.kind == ActorKind::Program).await;
    assert_eq!(program.mark.as_ref(), Some(&key.summary.id));
    let theirs = server.create_game("How computers count");
    let desk = format!("/api/games/{}/desk/move", theirs.game);
    let body = json!({ "mv": "Ask", "seen": 0 });
    server.post(&desk, &theirs.token.reveal(), &body);
    let desk = found(&server, "search=desk", |it| it.kind == ActorKind::Desk).await;
    assert_eq!(desk.object, format!("{} move", theirs.game));
    assert_eq!(desk.mark.map(|mark| mark.len()), Some(8));
    fills_no_log(&server, &anna);
    refused_are_noted(&server, &key).await;
    // Nothing in it opens anything.
    let rows = server.ledger("SELECT * FROM actions").join("\n");
    let cookie = anna.cookie.clone().unwrap();
    let secrets = [
        cookie.split_once('=').unwrap().1.to_owned(),
        hosted.token.reveal(),
        theirs.token.reveal(),
        server.host_key(),
        key.key.rsplit('_').next().unwrap().to_owned(),
        PASSWORD.to_owned(),
        "some other password".to_owned(),
    ];
    for secret in secrets {
        assert!(!rows.contains(&secret), "{secret}");
    }
}

/// Whoever is somebody and wants to change what they may not.
async fn refused_are_noted(server: &Server, key: &MadeKey) {
    let mut bob = Browser::of_new(server, "bob", HostRole::Viewer);
    assert_eq!(bob.ask("POST", "/api/quizzes", Some(&json!({}))).0, 403);
    let refused = |it: &Action| (it.what.as_str(), it.status) == ("POST /api/quizzes", 403);
    let noted = found(server, "search=bob", refused).await;
    assert_eq!(noted.kind, ActorKind::Host);
    assert_eq!(server.post("/api/guest-lists", &key.key, &json!({})).0, 400);
    assert_eq!(server.post("/api/hosts", &key.key, &json!({})).0, 403);
    let noted = found(server, "search=/api/hosts", |it| it.status == 403).await;
    assert_eq!((noted.kind, noted.mark.as_ref()), (ActorKind::Program, Some(&key.summary.id)));
    // Who only reads is not noted, and neither is whoever is nobody.
    assert_eq!(bob.ask("GET", "/api/hosts", None).0, 403);
    assert_eq!(server.post("/api/hosts", &"7".repeat(32), &json!({})).0, 403);
    let all = page(server, "limit=100").actions;
    assert_eq!(
        all.iter().filter(|it| it.what.ends_with("/api/hosts") && it.status == 403).count(),
        1
    );
}

/// Whoever shows nothing, and what only reads or is not let in, is no action.
fn fills_no_log(server: &Server, anna: &Browser) {
    let mut anna = anna.clone();
    assert_eq!(anna.ask("POST", "/api/session", Some(&json!({ "login": 1 }))).0, 400);
    let mut foreign = anna.clone();
    foreign.headers = vec![("Origin".to_owned(), "https://evil.example".to_owned())];
    assert_eq!(foreign.sign_in("anna", PASSWORD).0, 403);
    // What only reads, and what nobody may, is no action.
    server.get("/api/quizzes", &server.host_key());
    server.post("/api/games", &"7".repeat(32), &json!({}));
    let all = page(server, "limit=100").actions;
    let is_action = |it: &Action| !it.what.starts_with("GET") && ![400, 401].contains(&it.status);
    assert!(all.iter().all(is_action), "{all:#?}");
    assert_eq!(all.iter().filter(|it| it.status == 403).count(), 1, "{all:#?}");
}

async fn actions_are_found_page_by_page_and_go_with_their_time(on: On) {
    // It looks often where keys are kept for moments.
    let args = ["--actions-retention-days", "0.5", "--redis-retention-hours", "0.001"];
    let server = Server::start_on(on, &args);
    let mut anna = Browser::of_new(&server, "anna", HostRole::Owner);
    for number in 0..7 {
        let wish = json!({ "name": format!("key {number}"), "scopes": ["quizzes:read"] });
        assert_eq!(anna.ask("POST", "/api/keys", Some(&wish)).0, 201);
    }
    server.ledger_says("SELECT COUNT(*) FROM actions WHERE what = 'POST /api/keys'", "7").await;
    let mut seen = Vec::new();
    let mut query = "search=API/keys&limit=3".to_owned();
    loop {
        let page = page(&server, &query);
        seen.extend(page.actions);
        let Some(next) = page.next else { break };
        query = format!("search=API/keys&limit=3&after={next}");
    }
    assert_eq!(seen.len(), 7);
    assert!(seen.is_sorted_by(|one, other| one.at_ms >= other.at_ms));
    let me: SignedInHost = serde_json::from_str(&anna.ask("GET", "/api/session", None).1).unwrap();
    let of = |query: &str| page(&server, query).actions.len();
    assert_eq!(of(&format!("host={}&search=keys", me.account.host)), 7);
    assert_eq!(of("host=00000000000000ff"), 0);
    assert_eq!(of("search=100%25"), 0);
    // Who made her account is the operator.
    assert_eq!(of("search=anna"), of("") - 1);
    let all = page(&server, "");
    assert_eq!(of(&format!("until_ms={}", seen[6].at_ms)), all.actions.len() - 7, "{all:#?}");
    assert_eq!(of(&format!("from_ms={}&search=keys", seen[0].at_ms + 1)), 0);
    for wrong in ["after=x", "after=1.'", "limit=-1", "search=%00", "colour=red", "host=1"] {
        let (status, text) = server.get(&format!("/api/actions?{wrong}"), &server.host_key());
        assert_eq!(status, 400, "{wrong}: {text}");
        let problem: Value = serde_json::from_str(&text).unwrap();
        assert!(problem["error"].is_string());
    }
    // A name that is deleted is told no more; what was done stays until its time is over.
    let mut bob = Browser::of_new(&server, "bob", HostRole::Owner);
    let path = format!("/api/hosts/{}", me.account.host);
    assert_eq!(bob.ask("DELETE", &path, None).0, 200);
    let deleted = page(&server, "search=keys").actions;
    assert!(deleted.iter().all(|it| it.login.is_none() && it.host == Some(me.account.host)));
    server.tamper("UPDATE actions SET at_ms = 1 WHERE what = 'POST /api/keys'");
    server.ledger_says("SELECT COUNT(*) FROM actions WHERE what = 'POST /api/keys'", "0").await;
    assert!(of("") > 0);
}

#[tokio::test]
async fn every_server_knows_an_address_by_the_same_mark() {
    let key = "0123456789abcdef0123456789abcdef";
    let nodes = Nodes::start_with_env(On::Postgres, 2, &[], &[("QUIZRAIN_HOST_KEY", key)]).await;
    let wish = json!({ "name": "CI", "scopes": ["quizzes:read"] });
    for node in [nodes.node(0), nodes.node(1)] {
        assert_eq!(node.post("/api/keys", key, &wish).0, 201);
    }
    let since = Instant::now();
    loop {
        let (_, text) = nodes.node(1).get("/api/actions?search=keys", key);
        let page: ActionPage = serde_json::from_str(&text).unwrap();
        if let [one, other] = &page.actions[..] {
            assert_eq!((one.address.len(), &one.address), (16, &other.address));
            return;
        }
        assert!(since.elapsed() < DEADLINE, "{page:?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
