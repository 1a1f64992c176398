//! What a browser caught before its player signed in becomes the person's: when they ask for it, once, and
//! nobody else's.

use std::thread;

use quizrain_shared::api::{Balance, NotSignedIn, SignInRefusal, SignedIn, Sum};
use quizrain_shared::identity::Identity;
use quizrain_shared::ids::RainId;
use quizrain_shared::language::Language;
use quizrain_shared::money::Minor;
use quizrain_shared::wire::PacketState;
use serde_json::{Value, json};

use crate::audit::audit;
use crate::common::client::{Client, token};
use crate::common::nodes::Nodes;
use crate::common::on::{On, on_both};
use crate::common::plan;
use crate::common::server::{HostRight, Server};
use crate::identity::{ANNA, Signer, game};

const BEN: &str = "personnel-4712";

/// What a browser shows to hand over what it has as nobody's.
fn hands_over(jwt: &str) -> Value {
    json!({ "jwt": jwt, "language": "en", "inherit": true })
}

fn ask(server: &Server, number: u64, body: &Value) -> (u16, String) {
    server.post("/api/identity", &token(number).reveal(), body)
}

/// What has moved to the person behind a token.
fn moved(server: &Server, number: u64, jwt: &str) -> Vec<Sum> {
    let (status, text) = ask(server, number, &hands_over(jwt));
    assert_eq!(status, 200, "{text}");
    serde_json::from_str::<SignedIn>(&text).unwrap().moved
}

/// What would move, where it is not asked for.
fn has(server: &Server, number: u64, jwt: &str) -> Vec<Sum> {
    let (status, text) = ask(server, number, &json!({ "jwt": jwt, "language": "en" }));
    let said: NotSignedIn = serde_json::from_str(&text).unwrap();
    assert_eq!((status, said.reason), (409, SignInRefusal::HasPlayed));
    said.has
}

fn points(amount: i64) -> Vec<Sum> {
    vec![Sum { currency: "points".parse().unwrap(), amount: Minor(amount) }]
}

fn balance(server: &Server, number: u64) -> Balance {
    server.get_json("/api/balance", &token(number).reveal())
}

/// The rain that a host opens, of three packets of ten points.
async fn rains(server: &Server, hosted: &HostRight) -> Client {
    let mut host = Client::host(server, hosted).await;
    let mut rain = plan("points", 30, 3);
    rain.seconds = 60;
    host.open_rain(rain).await;
    host
}

/// Takes a seat and catches a packet; the rain.
async fn catches(server: &Server, hosted: &HostRight, number: u64) -> (Client, RainId) {
    let mut client = Client::seated(server, hosted, number, &format!("P{number}")).await;
    let rain = client.grab().await.unwrap().rain;
    (client, rain)
}

/// The audit finds nothing wrong with a ledger, beside this Redis or that of a data folder.
fn assert_clean(url: &url::Url, redis: [&str; 2]) {
    audit(&[&["--database-url", url.as_str()][..], &redis].concat()).assert_clean();
}

const MOVES: &str = "SELECT kind, COUNT(*), SUM(amount) FROM entries
    WHERE kind IN ('leave', 'inherit') GROUP BY kind ORDER BY kind";

on_both!(
    what_a_phone_caught_is_seen_on_the_laptop_once,
    a_packet_that_is_settled_afterwards_is_the_heirs,
    cut_short_anywhere_it_is_done_whole_or_not_at_all,
);

async fn what_a_phone_caught_is_seen_on_the_laptop_once(on: On) {
    let signer = Signer::new();
    let nodes = Nodes::start_with_env(on, 2, &[], &signer.env()).await;
    let (one, other) = (nodes.node(0), nodes.node(1));
    let open = game(one, Identity::Open);
    nodes.until_all_know().await;
    let _host = rains(one, &open).await;
    let (mut phone, _) = catches(other, &open, 1).await;
    phone.credited().await;
    catches(one, &open, 3).await.0.credited().await;
    // The laptop is known to have nothing, at both servers.
    signer.sign_in(other, 2, ANNA);
    assert!(balance(one, 2).packets.is_empty() && balance(other, 2).packets.is_empty());

    // Nobody is asked to sign in and loses it, or gives it away unasked.
    let jwt = signer.token(ANNA, None);
    let (status, text) = ask(one, 1, &json!({ "jwt": jwt, "language": "zh-TW" }));
    let said: NotSignedIn = serde_json::from_str(&text).unwrap();
    assert_eq!((status, said.reason), (409, SignInRefusal::HasPlayed));
    assert_eq!(said.has, points(10));
    assert!(said.words.contains("10 分") && said.words.contains("Lovelace"), "{}", said.words);
    assert!(said.error.contains("cannot be undone"), "{}", said.error);
    // Nor by a forged token, nor what another browser has.
    let (head, signature) = jwt.rsplit_once('.').unwrap();
    let forged = format!("{head}.{}", signature.chars().rev().collect::<String>());
    assert_eq!(ask(one, 1, &hands_over(&forged)).0, 403);
    assert_eq!(moved(one, 4, &signer.token(BEN, None)), []);
    assert_eq!(nodes.ledger("SELECT COUNT(*) FROM heirs"), ["0"]);

    // Both servers are asked at once, more than once.
    thread::scope(|scope| {
        for number in 0..8 {
            let (node, jwt) = (nodes.node(number % 2), &jwt);
            scope.spawn(move || assert_eq!(ask(node, 1, &hands_over(jwt)).0, 200));
        }
    });
    assert_eq!(nodes.ledger(MOVES), ["inherit|1|10", "leave|1|10"]);
    assert_eq!(phone.closed().await, 1012);
    for (node, number) in [(one, 1), (other, 1), (one, 2), (other, 2)] {
        let has = balance(node, number);
        assert_eq!(has.balances, points(10));
        assert_eq!(has.packets.len(), 1, "{number}");
        assert_eq!(has.packets[0].state, PacketState::Credited);
    }
    // It is nobody else's afterwards: not another person's, nor the browser's that is signed out.
    assert_eq!(ask(one, 1, &hands_over(&signer.token(BEN, None))).0, 409);
    assert_eq!(other.delete("/api/identity", &token(1).reveal()).0, 200);
    assert_eq!(balance(one, 1).packets, []);
    assert_eq!(moved(other, 1, &signer.token(BEN, None)), []);
    assert_eq!(balance(one, 1).packets, []);
    assert_eq!(balance(one, 2).balances, points(10));
    // Who caught one as a person may inherit another of the same rain.
    let (mut laptop, rain) = catches(other, &open, 2).await;
    laptop.credited().await;
    assert_eq!(moved(one, 3, &jwt), points(10));
    let has = balance(other, 2);
    assert_eq!(has.balances, points(30));
    assert_eq!(has.packets.iter().filter(|it| it.rain == rain).count(), 3);
    assert_clean(&nodes.database_url(), ["--redis-url", &nodes.redis().url()]);
}

async fn a_packet_that_is_settled_afterwards_is_the_heirs(on: On) {
    let signer = Signer::new();
    let stuck =
        [&signer.env()[..], &[("FAILPOINTS", "settle.before_begin=return(error)")]].concat();
    let mut server = Server::start_on_with_env(on, &[], &stuck);
    let open = game(&server, Identity::Open);
    let _host = rains(&server, &open).await;
    catches(&server, &open, 1).await;
    let jwt = signer.token(ANNA, None);
    assert_eq!(has(&server, 1, &jwt), points(10), "it is on its way");
    assert_eq!(moved(&server, 1, &jwt), [], "nothing is in the ledger");
    assert!(balance(&server, 1).packets.is_empty());
    server.stop();
    server.restart_with_env(&signer.env());
    server.ledger_says("SELECT COUNT(*) FROM entries WHERE kind = 'inherit'", "1").await;
    assert_eq!(server.ledger(MOVES), ["inherit|1|10", "leave|1|10"]);
    assert_eq!(balance(&server, 1).balances, points(10));
    assert_clean(&server.database_url(), ["--data-dir", server.dir().to_str().unwrap()]);
}

async fn cut_short_anywhere_it_is_done_whole_or_not_at_all(on: On) {
    const POINTS: [&str; 4] = [
        "inherit.before_begin",
        "inherit.after_payouts",
        "inherit.before_commit",
        "inherit.after_commit",
    ];
    let signer = Signer::new();
    let mut server = Server::start_on_with_env(on, &[], &signer.env());
    for (number, point) in (1..).zip(POINTS) {
        let open = game(&server, Identity::Open);
        let _host = rains(&server, &open).await;
        let (mut phone, _) = catches(&server, &open, number).await;
        phone.credited().await;
        let jwt = signer.token(ANNA, None);
        let committed = point == "inherit.after_commit";

        // The database is away: the browser is nobody's again, and has what it had.
        server.stop();
        let failing = format!("{point}=1*return(error)->1*return(crash)");
        server.restart_with_env(&[&signer.env()[..], &[("FAILPOINTS", &failing)]].concat());
        assert_eq!(ask(&server, number, &hands_over(&jwt)).0, 503, "{point}");
        let left = balance(&server, number);
        assert_eq!(left.balances, if committed { vec![] } else { points(10) }, "{point}");
        if !committed {
            assert_eq!(has(&server, number, &jwt), points(10), "{point}");
            // The server ends in the middle.
            let body = hands_over(&jwt);
            let asked = quizrain_testkit::http::send(
                "POST",
                &server.address,
                "/api/identity",
                &token(number).reveal(),
                Some(&body),
            );
            assert!(asked.is_err(), "{point}");
            assert!(server.ended().await.is_some(), "{point}");
            server.restart_with_env(&signer.env());
        }
        let sum = i64::try_from(number).unwrap() * 10;
        let now = moved(&server, number, &jwt);
        assert_eq!(now, if committed { vec![] } else { points(10) }, "{point}");
        assert_eq!(balance(&server, number).balances, points(sum), "{point}");
    }
    assert_eq!(server.ledger(MOVES), ["inherit|4|40", "leave|4|40"]);
    assert_clean(&server.database_url(), ["--data-dir", server.dir().to_str().unwrap()]);
}

/// A language for which words are made.
#[test]
fn every_language_says_how_much_and_to_whom() {
    for language in Language::ALL {
        let words = quizrain_shared::language::inherit_words(language, &points(10), Some("Anna"));
        assert!(words.contains("10") && words.contains("Anna"), "{words}");
    }
}
