//! The documents are those of today's types, and hold for what is frozen and for what is written
//! about the wire.
#![expect(clippy::unwrap_used, clippy::panic, reason = "that is how a test fails")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use jsonschema::Validator;
use quizrain_schema::documents;
use quizrain_shared::api::{GameEvent, Limits, Webhook};
use quizrain_shared::wire::{CloseReason, Encoding};
use serde_json::{Value, json};

const HOW: &str = "`QUIZRAIN_WRITE_SCHEMA=1 cargo test -p quizrain-schema` writes it anew";

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs")
}

/// What validates a type of frame, by the name that golden.txt has for it.
fn validators() -> BTreeMap<&'static str, Validator> {
    let names = [
        ("PlayerFrame", "player-frame.json"),
        ("HostFrame", "host-frame.json"),
        ("ScreenFrame", "screen-frame.json"),
        ("ServerFrame", "server-frame.json"),
        ("CheckFrame", "check-frame.json"),
        ("CheckAnswer", "check-answer.json"),
    ];
    let documents = documents();
    let of = |file| documents.iter().find(|document| document.file == file).unwrap();
    names.map(|(name, file)| (name, jsonschema::validator_for(&of(file).json).unwrap())).into()
}

/// Type and JSON of every golden frame.
fn golden() -> Vec<(String, Value)> {
    let text = fs::read_to_string(docs().join("schema/golden.txt")).unwrap();
    let frame = |line: &str| {
        let [name, _, json] = line.splitn(3, ' ').collect::<Vec<_>>().try_into().unwrap();
        (name.to_owned(), serde_json::from_str(json).unwrap())
    };
    text.lines().map(frame).collect()
}

#[test]
fn the_stored_documents_are_those_of_the_types() {
    let write = std::env::var_os("QUIZRAIN_WRITE_SCHEMA").is_some();
    for document in documents() {
        let path = docs().join("schema").join(document.file);
        if write {
            fs::write(&path, document.text()).unwrap();
        }
        let stored = fs::read_to_string(&path).unwrap_or_default();
        assert!(stored == document.text(), "docs/schema/{} is stale: {HOW}", document.file);
    }
}

#[test]
fn every_golden_frame_is_of_its_schema_and_of_no_other() {
    let validators = validators();
    let golden = golden();
    assert!(golden.len() > 60, "{}", golden.len());
    for (name, frame) in golden {
        for (of, validator) in &validators {
            // A player's hello has what a screen's has, and more.
            if *of == "ScreenFrame" && name == "PlayerFrame" && frame["Hello"].is_object() {
                continue;
            }
            assert_eq!(validator.is_valid(&frame), *of == name, "{frame} as {of}");
        }
    }
}

#[test]
fn what_is_no_frame_is_of_no_schema() {
    let validators = validators();
    for (name, frame) in [
        ("PlayerFrame", json!({})),
        ("PlayerFrame", json!({ "Answer": { "round": 1 } })),
        ("PlayerFrame", json!({ "Answer": { "round": 1, "answer": 2 } })),
        ("PlayerFrame", json!({ "Answer": { "round": 1, "answer": "0A" } })),
        ("PlayerFrame", json!({ "Answer": { "round": 1, "answer": "02".repeat(601) } })),
        ("PlayerFrame", json!({ "Hello": { "pin": "123456", "token": "05".repeat(16) } })),
        ("PlayerFrame", json!({ "Hello": { "pin": 99_999, "token": "05".repeat(16) } })),
        ("PlayerFrame", json!({ "Hello": { "pin": 123_456, "token": "0A".repeat(16) } })),
        ("PlayerFrame", json!({ "Tap": { "rain": "02".repeat(8), "drop": -1 } })),
        ("HostFrame", json!({ "Move": { "mv": "Jump", "seen": 1 } })),
        ("CheckFrame", json!({ "Ping": { "number": -1 } })),
        ("ServerFrame", json!({ "Refused": "Nonsense" })),
        ("ServerFrame", json!({ "Reconnect": { "within_ms": 1 }, "Refused": "Stale" })),
    ] {
        assert!(!validators[name].is_valid(&frame), "{frame} as {name}");
    }
}

/// The lines of PROTOCOL.md that are JSON blocks.
fn examples() -> Vec<Value> {
    let text = fs::read_to_string(docs().join("PROTOCOL.md")).unwrap();
    let blocks = text.split("```json\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let frame =
        |line: &str| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
    blocks.flat_map(str::lines).map(frame).collect()
}

/// With every `mac` in full, which the page cuts short.
fn with_macs(mut frame: Value) -> Value {
    match &mut frame {
        Value::Object(fields) => {
            for (name, value) in fields {
                *value = match name.as_str() {
                    "mac" => json!("06".repeat(32)),
                    _ => with_macs(value.take()),
                };
            }
        }
        Value::Array(values) => {
            values.iter_mut().for_each(|value| *value = with_macs(value.take()));
        }
        _ => {}
    }
    frame
}

#[test]
fn every_example_of_the_page_is_a_golden_frame() {
    let golden: Vec<Value> = golden().into_iter().map(|(_, frame)| frame).collect();
    let examples = examples();
    assert!(examples.len() > 20, "{}", examples.len());
    for example in examples {
        let frame = with_macs(example);
        assert!(golden.contains(&frame), "not in golden.txt: {frame}");
    }
}

#[test]
fn the_page_shows_what_a_server_with_defaults_tells_of_itself() {
    let page = fs::read_to_string(docs().join("PROTOCOL.md")).unwrap();
    let (_, rest) = page.split_once("\n    {\"join_url\"").unwrap();
    let (block, _) = rest.split_once("\n\n").unwrap();
    let shown: Value = serde_json::from_str(&format!("{{\"join_url\"{block}")).unwrap();
    let documents = documents();
    let schema = documents.iter().find(|document| document.file == "info.json").unwrap();
    assert!(jsonschema::validator_for(&schema.json).unwrap().is_valid(&shown), "{shown}");
    assert_eq!(shown["limits"], json!(Limits::of(10_000, 20)));
    let protocols = Encoding::ALL.map(Encoding::subprotocol);
    assert_eq!(shown["protocols"], json!(protocols));
}

#[test]
fn webhooks_are_of_their_schema_and_the_page_shows_one() {
    let page = fs::read_to_string(docs().join("WEBHOOKS.md")).unwrap();
    let (_, rest) = page.split_once("\n    {\"id\"").unwrap();
    let (block, _) = rest.split_once("\n\n").unwrap();
    let shown: Value = serde_json::from_str(&format!("{{\"id\"{block}")).unwrap();
    let documents = documents();
    let schema = documents.iter().find(|document| document.file == "webhook.json").unwrap();
    let validator = jsonschema::validator_for(&schema.json).unwrap();
    assert!(validator.is_valid(&shown), "{shown}");
    let webhook: Webhook = serde_json::from_value(shown.clone()).unwrap();
    assert_eq!(json!(webhook), shown);
    assert_eq!(webhook.event.id(webhook.game), webhook.id);
    for event in
        [GameEvent::GameStarted { players: 3 }, GameEvent::GameEnded { players: 3, rounds: 10 }]
    {
        let webhook = json!(Webhook { event, ..webhook.clone() });
        assert!(validator.is_valid(&webhook), "{webhook}");
        assert!(page.contains(&format!("| `{}` |", webhook["event"].as_str().unwrap())));
    }
    let mut unknown = shown;
    unknown["event"] = json!("game.paused");
    assert!(!validator.is_valid(&unknown), "{unknown}");
}

/// Every `$ref` in a document.
fn references(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            if let Some(to) = fields.get("$ref").and_then(Value::as_str) {
                found.push(to.to_owned());
            }
            fields.values().for_each(|value| references(value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| references(value, found)),
        _ => {}
    }
}

#[test]
fn asyncapi_refers_to_what_is_there_and_names_every_close_code() {
    let documents = documents();
    let asyncapi = &documents.iter().find(|it| it.file == "asyncapi.json").unwrap().json;
    let mut found = Vec::new();
    references(asyncapi, &mut found);
    assert!(found.len() > 12, "{found:?}");
    for to in found {
        match to.split_once('#') {
            Some(("", pointer)) => assert!(asyncapi.pointer(pointer).is_some(), "{to}"),
            _ => {
                let file = to.strip_prefix("./").unwrap();
                assert!(documents.iter().any(|document| document.file == file), "{to}");
            }
        }
    }
    let page = fs::read_to_string(docs().join("PROTOCOL.md")).unwrap();
    for channel in asyncapi["channels"].as_object().unwrap().values() {
        let codes = channel["x-close-codes"].as_array().unwrap();
        assert_eq!(codes.len(), CloseReason::ALL.len());
        for code in codes {
            let row = format!("| {} | {} |", code["code"], code["reason"].as_str().unwrap());
            assert!(page.contains(&row), "PROTOCOL.md has no line {row}");
        }
    }
    let message = &asyncapi["components"]["messages"]["player"]["description"];
    assert_eq!(message, "One of: Hello, Join, Answer, Tap, ShowReceipt, Pace, React, Avatar.");
}
