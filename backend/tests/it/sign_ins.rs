//! What sign-ins are worth to whoever pays people money: they end, nobody has them without end, and no
//! browser loses what it caught to one.

use quizrain::people::account_of;
use quizrain_shared::api::{Balance, HostRight, HostRole, MadeKey, SignInRefusal};
use quizrain_shared::identity::Identity;
use quizrain_shared::wire::{PlayerFrame, PlayerList, Refusal, ServerFrame};
use quizrain_testkit::http;
use serde_json::{Value, json};
use tokio::task::JoinHandle;
use tokio::time::{Duration, Instant, sleep};

use crate::common::browser::Browser;
use crate::common::client::{Client, token};
use crate::common::nodes::Nodes;
use crate::common::on::{On, on_both};
use crate::common::server::{DEADLINE, Server};
use crate::common::{contribution, plan};
use crate::identity::{ANNA, Signer, game, refused, show};

const BEN: &str = "personnel-4712";

fn join(nickname: &str) -> PlayerFrame {
    let entropy = contribution(nickname);
    PlayerFrame::Join {
        avatar: None,
        field: None,
        nickname: nickname.to_owned(),
        entropy,
        team: None,
    }
}

fn balance(server: &Server, number: u64) -> Balance {
    server.get_json("/api/balance", &token(number).reveal())
}

/// Waits until this holds.
async fn until(what: &str, holds: impl Fn() -> bool) {
    let since = Instant::now();
    while !holds() {
        assert!(since.elapsed() < DEADLINE, "{what}");
        sleep(Duration::from_millis(20)).await;
    }
}

/// A browser that looks on and is told to sign in.
async fn looks_on(server: &Server, hosted: &HostRight, number: u64) {
    let mut client = Client::player(server, hosted, number).await;
    assert!(client.welcome().await.you.is_none(), "{number}");
    client.send(&join("Nobody")).await;
    assert_eq!(client.refusal().await, Refusal::SignInNeeded, "{number}");
}

/// Takes a seat and catches a packet of points; the socket.
async fn catches(server: &Server, hosted: &HostRight, number: u64) -> Client {
    let mut client = Client::seated(server, hosted, number, "Anna").await;
    let mut host = Client::host(server, hosted).await;
    let mut rain = plan("points", 30, 3);
    rain.seconds = 60;
    host.open_rain(rain).await;
    client.grab().await.unwrap();
    client.credited().await;
    client
}

on_both!(
    a_sign_in_ends_and_begins_anew,
    whoever_was_vouched_for_by_another_issuer_signs_in_again,
    a_person_is_signed_in_in_twenty_browsers_at_most,
    whoever_makes_games_signs_people_out_at_every_server,
);

async fn a_sign_in_ends_and_begins_anew(on: On) {
    let signer = Signer::new();
    // Ten seconds; what has ended is looked for every second.
    let args = ["--sign-in-days", "0.00012", "--redis-retention-hours", "0.001"];
    let server = Server::start_on_with_env(on, &args, &signer.env());
    let hosted = game(&server, Identity::Signed);
    signer.sign_in(&server, 1, ANNA);
    let lasts = "SELECT until_ms - bound_ms FROM devices";
    assert_eq!(server.ledger(lasts), ["10368"]);
    let mut sitting = catches(&server, &hosted, 1).await;
    assert_eq!(refused(&server, 1, &signer.token(BEN, None)), (409, SignInRefusal::SomebodyElse));
    until("it has no end", || balance(&server, 1).packets.is_empty()).await;
    sitting.send(&join("Anna")).await;
    assert_eq!(sitting.closed().await, 1012);
    looks_on(&server, &hosted, 1).await;
    // Signed in again, everything is there.
    signer.sign_in(&server, 1, ANNA);
    let you = Client::player(&server, &hosted, 1).await.welcome().await.you.unwrap();
    assert!(you.seat.nickname == "Anna" && you.caught.is_some());
    assert_eq!(balance(&server, 1).packets.len(), 1);
    // Nothing of it stays, and the browser is whosoever signs in next.
    server.ledger_says("SELECT COUNT(*) FROM devices", "0").await;
    signer.sign_in(&server, 1, BEN);
    assert!(balance(&server, 1).packets.is_empty());
    let settled = "SELECT COUNT(*) FROM entries JOIN persons ON persons.account = entries.account
        WHERE entries.kind = 'settle' AND persons.subject = 'personnel-4711'";
    assert_eq!(server.ledger(settled), ["1"]);
}

async fn whoever_was_vouched_for_by_another_issuer_signs_in_again(on: On) {
    let (old, new) = (Signer::new(), Signer::of("https://people.example.org"));
    let mut server = Server::start_on_with_env(on, &[], &old.env());
    let hosted = game(&server, Identity::Signed);
    old.sign_in(&server, 1, ANNA);
    catches(&server, &hosted, 1).await;
    server.stop();
    server.restart_with_env(&new.env());
    looks_on(&server, &hosted, 1).await;
    assert_eq!(balance(&server, 1).packets.len(), 1, "what the old person has is there to be seen");
    assert_eq!(refused(&server, 1, &old.token(ANNA, None)), (403, SignInRefusal::Issuer));
    // Nobody is two people at once: the browser is the new person's, with all that follows.
    new.sign_in(&server, 1, ANNA);
    assert!(balance(&server, 1).packets.is_empty());
    let mut anew = Client::player(&server, &hosted, 1).await;
    assert!(anew.welcome().await.you.is_none());
    assert!(anew.join("Anna anew").await.you.unwrap().caught.is_none());
    let settled =
        "SELECT persons.issuer FROM entries JOIN persons ON persons.account = entries.account
        WHERE entries.kind = 'settle'";
    assert_eq!(server.ledger(settled), ["https://staff.example.org"]);
    // A server that believes nobody lets nobody in.
    server.stop();
    server.restart_with_env(&[]);
    looks_on(&server, &hosted, 1).await;
}

async fn a_person_is_signed_in_in_twenty_browsers_at_most(on: On) {
    let signer = Signer::new();
    let server = Server::start_on_with_env(on, &[], &signer.env());
    for number in 1..=20 {
        signer.sign_in(&server, number, ANNA);
    }
    let jwt = signer.token(ANNA, None);
    assert_eq!(refused(&server, 21, &jwt), (409, SignInRefusal::TooManyBrowsers));
    signer.sign_in(&server, 20, ANNA);
    signer.sign_in(&server, 22, BEN);
    assert_eq!(server.delete("/api/identity", &token(3).reveal()).0, 200);
    signer.sign_in(&server, 21, ANNA);
    assert_eq!(server.ledger("SELECT COUNT(*) FROM devices"), ["21"]);
    let (_, metrics) = server.get("/metrics", "");
    let counted = "quizrain_sign_ins_refused_total{reason=\"too_many_browsers\"} 1";
    assert!(metrics.lines().any(|line| line == counted), "{metrics}");
    assert!(!server.log().contains("refused a sign-in"), "anybody could fill the log");
}

fn signed_out(server: &Server, whom: &Value) -> u64 {
    let said: Value = server.post_json("/api/sign-outs", whom);
    said["browsers"].as_u64().unwrap()
}

async fn whoever_makes_games_signs_people_out_at_every_server(on: On) {
    let signer = Signer::new();
    let nodes = Nodes::start_with_env(on, 2, &[], &signer.env()).await;
    let node = |number: u64| nodes.node((number % 2) as usize);
    let hosted = game(node(0), Identity::Signed);
    let open = game(node(0), Identity::Open);
    nodes.until_all_know().await;
    for (number, subject) in [(1, ANNA), (2, ANNA), (3, BEN)] {
        signer.sign_in(node(number), number, subject);
    }
    // One socket in each game: a newer one in the same replaces the older.
    let mut here = Client::seated(node(0), &hosted, 1, "Anna").await;
    let mut there = Client::seated(node(1), &open, 2, "Anna").await;
    let mut ben = Client::seated(node(1), &hosted, 3, "Ben").await;
    let account = "SELECT account FROM persons WHERE subject = 'personnel-4711'";
    let account = nodes.ledger(account).remove(0);
    assert_eq!(signed_out(node(0), &json!({ "account": account })), 2);
    assert_eq!((here.closed().await, there.closed().await), (1012, 1012));
    for number in [1, 2] {
        looks_on(node(number), &hosted, number).await;
    }
    assert_eq!(signed_out(node(0), &json!({ "account": account })), 0);

    // By the names that results have, and by a seat.
    signer.sign_in(node(0), 1, ANNA);
    let person = |subject: &str| json!({ "person": { "issuer": "https://staff.example.org", "subject": subject } });
    assert_eq!(signed_out(node(1), &person(ANNA)), 1);
    let key = node(0).host_key();
    assert_eq!(node(0).post("/api/sign-outs", &key, &person("personnel-1")).0, 404);
    let seat = ben.join("Ben").await.you.unwrap().seat.number;
    let player = json!({ "player": { "game": hosted.game, "seat": seat } });
    assert_eq!(signed_out(node(0), &player), 1);
    assert_eq!(ben.closed().await, 1012);

    // Hosts and programs, one after the other.
    let mut host = Browser::of_new(node(0), "bob", HostRole::Host);
    let mut owner = Browser::of_new(node(0), "olga", HostRole::Owner);
    let wish = json!({ "name": "CI", "scopes": ["games:run"] });
    let program: MadeKey = node(0).post_json("/api/keys", &wish);
    let all = json!({ "before_ms": 9_000_000_000_000_u64 });
    assert_eq!(host.ask("POST", "/api/sign-outs", Some(&person(ANNA))).0, 200);
    assert_eq!(host.ask("POST", "/api/sign-outs", Some(&all)).0, 403);
    assert_eq!(node(1).post("/api/sign-outs", &program.key, &person(ANNA)).0, 200);
    assert_eq!(node(1).post("/api/sign-outs", &program.key, &all).0, 403);
    assert_eq!(owner.ask("POST", "/api/sign-outs", Some(&json!({ "before_ms": 1 }))).0, 200);

    // Everybody, after a key leaked.
    for (number, subject) in [(1, ANNA), (3, BEN)] {
        signer.sign_in(node(number), number, subject);
    }
    let mut anna = Client::player(node(1), &hosted, 1).await;
    assert!(anna.welcome().await.you.is_some());
    assert_eq!(signed_out(node(0), &json!({ "before_ms": 1_000_000 })), 0);
    assert_eq!(signed_out(node(0), &json!({ "before_ms": 9_000_000_000_000_u64 })), 2);
    assert_eq!(anna.closed().await, 1012);
    looks_on(node(0), &hosted, 3).await;
    let bad = json!({ "account": account, "before_ms": 1 });
    assert_eq!(node(0).post("/api/sign-outs", &key, &bad).0, 400);
    assert_eq!(node(0).post("/api/sign-outs", &token(1).reveal(), &json!({})).0, 403);
}

/// Shows a token while the test goes on.
fn showing(server: &Server, number: u64, jwt: &str) -> JoinHandle<u16> {
    let (address, body) = (server.address.clone(), json!({ "jwt": jwt, "language": "en" }));
    tokio::task::spawn_blocking(move || {
        let token = token(number).reveal();
        http::send("POST", &address, "/api/identity", &token, Some(&body)).unwrap().status
    })
}

/// Waits until a number has come so far.
pub(crate) async fn counted(server: &Server, line: &str, least: f64) {
    let reached = || {
        let (_, text) = server.get("/metrics", "");
        let value = text.lines().find_map(|it| it.strip_prefix(line)?.trim().parse::<f64>().ok());
        value.is_some_and(|value| value >= least)
    };
    until(line, reached).await;
}

#[tokio::test]
async fn a_seat_that_is_taken_while_somebody_signs_in_is_not_lost() {
    let signer = Signer::new();
    let slow = [("FAILPOINTS", "identity.before_bind=return(3000)")];
    let server = Server::start_with_env(&[], &[&signer.env()[..], &slow].concat());
    let open = game(&server, Identity::Open);
    let signing = showing(&server, 1, &signer.token(ANNA, None));
    // It has looked, and is about to write.
    let looked = "quizrain_batch_size_count{batch=\"has_records\"}";
    counted(&server, looked, 1.0).await;
    let mut second_tab = catches(&server, &open, 1).await;
    assert_eq!(signing.await.unwrap(), 409);
    assert_eq!(server.ledger("SELECT COUNT(*) FROM devices"), ["0"]);
    second_tab.send(&PlayerFrame::Hello { pin: open.pin, token: token(1) }).await;
    assert!(second_tab.welcome().await.you.unwrap().caught.is_some());
    assert_eq!(balance(&server, 1).packets.len(), 1);
}

#[tokio::test]
async fn a_first_packet_of_which_a_node_has_not_heard_is_not_lost_while_somebody_signs_in() {
    let signer = Signer::new();
    let slow = [("FAILPOINTS", "identity.before_bind=return(3000)")];
    let server = Server::start_with_env(&[], &[&signer.env()[..], &slow].concat());
    let open = game(&server, Identity::Open);
    catches(&server, &open, 2).await;
    assert!(balance(&server, 1).packets.is_empty());
    let signing = showing(&server, 1, &signer.token(ANNA, None));
    // It has looked, and is about to write.
    counted(&server, "quizrain_batch_size_count{batch=\"has_records\"}", 1.0).await;
    let [browser, other] = [1, 2].map(|number| account_of(&token(number)));
    server.tamper(&format!("UPDATE entries SET account = '{browser}' WHERE account = '{other}'"));
    assert_eq!(signing.await.unwrap(), 409);
    assert_eq!(server.ledger("SELECT COUNT(*) FROM devices"), ["0"]);
}

#[tokio::test]
async fn a_seat_that_is_taken_as_nobody_just_after_a_sign_in_is_given_back() {
    let signer = Signer::new();
    let slow = [("FAILPOINTS", "player.before_join=1*return(3000)")];
    let server = Server::start_with_env(&[], &[&signer.env()[..], &slow].concat());
    let open = game(&server, Identity::Open);
    let mut tab = Client::player(&server, &open, 1).await;
    tab.welcome().await;
    tab.send(&join("Early")).await;
    // Its owner was looked up, and it is about to take its seat.
    counted(&server, "quizrain_frames_total", 1.0).await;
    let jwt = signer.token(ANNA, None);
    assert_eq!(showing(&server, 1, &jwt).await.unwrap(), 200);
    let unavailable = |it| matches!(it, ServerFrame::Refused(Refusal::Unavailable)).then_some(());
    tab.until(unavailable).await;
    tab.send(&join("Early")).await;
    assert_eq!(tab.closed().await, 1012);
    let path = format!("/api/games/{}/players", open.game);
    let players: PlayerList = server.get_json(&path, &server.host_key());
    assert_eq!(players.found, 0);
    // The name is free for the person.
    Client::seated(&server, &open, 1, "Early").await;
    let seated: PlayerList = server.get_json(&path, &server.host_key());
    assert_eq!(seated.found, 1);
}

#[tokio::test]
async fn many_who_sign_in_at_once_are_few_transactions() {
    const THREADS: u64 = 25;
    const EACH: u64 = 20;
    let signer = Signer::new();
    let server = Server::start_with_env(&[], &signer.env());
    let hosted = game(&server, Identity::Signed);
    signer.sign_in(&server, 1, ANNA);
    let mut anna = catches(&server, &hosted, 1).await;
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let (signer, server) = (&signer, &server);
            scope.spawn(move || {
                for number in 0..EACH {
                    let number = 100 + thread * EACH + number;
                    let jwt =
                        signer.token(&format!("personnel-{number}"), Some(&number.to_string()));
                    assert_eq!(show(server, number, &jwt).0, 200);
                }
            });
        }
    });
    assert_eq!(server.ledger("SELECT COUNT(*) FROM devices"), ["501"]);
    let (_, text) = server.get("/metrics", "");
    let of = |line: &str, batch: &str| {
        let line = format!("quizrain_batch_size_{line}{{batch=\"{batch}\"}} ");
        text.lines().find_map(|it| it.strip_prefix(&line)?.parse::<f64>().ok()).unwrap()
    };
    assert!(of("sum", "sign_in") >= 501.0 && of("count", "sign_in") < of("sum", "sign_in") / 2.0);
    // How many stand together in these depends on how fast the machine is.
    for batch in ["has_seat", "has_records"] {
        assert!(of("sum", batch) >= 501.0 && of("count", batch) < of("sum", batch), "{text}");
    }
    assert!(anna.tap().await.is_ok(), "the same packet");
    // Shown again, nothing is written.
    let written = "SELECT MAX(bound_ms) FROM devices";
    let before = server.ledger(written);
    assert_eq!(show(&server, 1, &signer.token(ANNA, None)).0, 200);
    assert_eq!(server.ledger(written), before);
}
