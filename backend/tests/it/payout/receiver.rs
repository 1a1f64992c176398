//! The sample receiver believes only what is signed, now, by us; and pays each key once.

use quizrain::delivery::{Secret, sign};
use serde_json::json;

use super::{now_ms, sqlite3};
use crate::common::receiver::{Manners, Receiving, SECRET};

const KEY: &str = "qr1-0011223344556677-3";

fn body(amount: u32) -> String {
    json!({
        "key": KEY, "rain": "0011223344556677", "game": "8899aabbccddeeff", "packet": 3,
        "account": "00112233445566778899aabbccddeeff", "amount_minor": amount.to_string(),
        "currency": "CNY", "caught_ms": 1, "credited_ms": 2,
    })
    .to_string()
}

fn agent() -> ureq::Agent {
    ureq::Agent::config_builder().http_status_as_error(false).build().into()
}

fn post(receiving: &Receiving, key: &str, signature: Option<&str>, body: &str) -> (u16, String) {
    let mut request = agent().post(&receiving.url).header("idempotency-key", key);
    if let Some(signature) = signature {
        request = request.header(sign::HEADER, signature);
    }
    let mut answer = request.send(body).unwrap();
    (answer.status().as_u16(), answer.body_mut().read_to_string().unwrap())
}

fn get(receiving: &Receiving, key: &str, signature: &str) -> (u16, String) {
    let request = agent().get(format!("{}{key}", receiving.url)).header(sign::HEADER, signature);
    let mut answer = request.call().unwrap();
    (answer.status().as_u16(), answer.body_mut().read_to_string().unwrap())
}

#[test]
fn forged_and_replayed_requests_change_nothing() {
    let receiving = Receiving::start(Manners::default());
    let (ours, theirs) = (Secret::new(SECRET).unwrap(), Secret::new(&"x".repeat(32)).unwrap());
    let (now, body_) = (now_ms() / 1000, body(5));
    let good = sign::sign(&ours, now, body_.as_bytes());
    let mac = good.split_once(",v1=").unwrap().1;
    let forged = [
        ("no signature", None, body_.clone()),
        ("another secret", Some(sign::sign(&theirs, now, body_.as_bytes())), body_.clone()),
        ("another amount", Some(good.clone()), body(6)),
        (
            "a newer time on an old signature",
            Some(format!("t={},v1={mac}", now + 1)),
            body_.clone(),
        ),
        ("too old", Some(sign::sign(&ours, now - 310, body_.as_bytes())), body_.clone()),
        ("from the future", Some(sign::sign(&ours, now + 310, body_.as_bytes())), body_.clone()),
        ("a query's signature", Some(sign::sign(&ours, now, KEY.as_bytes())), body_.clone()),
        ("half a signature", Some(good[..good.len() - 20].to_owned()), body_.clone()),
        ("not a signature", Some("v1=,t=,,=".to_owned()), body_.clone()),
    ];
    for (what, signature, body) in forged {
        let (status, text) = post(&receiving, KEY, signature.as_deref(), &body);
        assert_eq!(status, 401, "{what}: {text}");
    }
    assert_eq!(get(&receiving, KEY, &good).0, 401);
    assert_eq!(sqlite3(&receiving.ledger(), "SELECT COUNT(*) FROM payouts"), ["0"]);

    // A good one; then the same recorded and sent again: paid once, answered the same.
    let first = post(&receiving, KEY, Some(&good), &body_);
    assert_eq!(first, (200, format!("{{\"key\":\"{KEY}\",\"state\":\"confirmed\"}}")));
    for _ in 0..5 {
        assert_eq!(post(&receiving, KEY, Some(&good), &body_), first);
    }
    let total = receiving.total();
    assert_eq!((&total["paid"], &total["repeats"]), (&json!(1), &json!(5)), "{total}");
    assert_eq!(total["amounts"]["CNY"], "5");
}

#[test]
fn a_key_with_other_content_is_a_conflict_that_changes_nothing() {
    let receiving = Receiving::start(Manners { refuse_above: Some(50), ..Manners::default() });
    let secret = Secret::new(SECRET).unwrap();
    let send = |amount| {
        let body = body(amount);
        let signature = sign::sign(&secret, now_ms() / 1000, body.as_bytes());
        post(&receiving, KEY, Some(&signature), &body)
    };
    assert_eq!(send(51).0, 200);
    let (status, text) = send(5);
    assert!(status == 409 && text.contains("conflict"), "{status} {text}");
    // What was refused stays refused, with the same reason.
    let (status, text) = send(51);
    assert!(status == 200 && text.contains("\"refused\"") && text.contains("more than 50"));
    let query =
        |key: &str| get(&receiving, key, &sign::sign(&secret, now_ms() / 1000, key.as_bytes()));
    assert_eq!(query(KEY), (200, text));
    assert_eq!(query("qr1-0011223344556677-4").0, 404);
    let total = receiving.total();
    assert_eq!((&total["paid"], &total["refused"]), (&json!(0), &json!(1)), "{total}");
    assert_eq!(total["conflicts"], 1);

    // The header's key is the body's.
    let body = body(51);
    let signature = sign::sign(&secret, now_ms() / 1000, body.as_bytes());
    assert_eq!(post(&receiving, "qr1-0011223344556677-9", Some(&signature), &body).0, 400);
}
