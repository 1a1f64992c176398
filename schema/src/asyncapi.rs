//! The four sockets as AsyncAPI 3 describes them, with the close codes as an extension.

use quizrain_shared::wire::{CloseReason, Encoding, limits};
use serde_json::{Map, Value, json};

use crate::Document;

/// A socket: its name, what its client is, the file of what that says, and what it hears.
const SOCKETS: [(&str, &str, &str, &str); 4] = [
    ("player", "A player's phone.", "player-frame.json", SERVER),
    ("host", "Whoever drives a game.", "host-frame.json", SERVER),
    ("screen", "A projector or an overlay: sees what players see.", "screen-frame.json", SERVER),
    ("check", "Whoever tries a line before a game.", "check-frame.json", CHECK_ANSWER),
];

/// What a server says, by its name, and the file of it.
const SERVER: &str = "server";
const CHECK_ANSWER: &str = "check-answer";
const SAID: [(&str, &str, &str); 2] = [
    (SERVER, "server-frame.json", "From the server."),
    (CHECK_ANSWER, "check-answer.json", "From the server, to whoever tries a line."),
];

/// The frames of a schema: the names of an enum's variants.
fn frames(documents: &[Document], file: &str) -> Vec<String> {
    let schema = documents.iter().find(|document| document.file == file);
    let variants = schema.and_then(|schema| schema.json["oneOf"].as_array());
    let names = variants.into_iter().flatten().filter_map(|variant| {
        let properties = variant["properties"].as_object()?;
        properties.keys().next().cloned()
    });
    names.collect()
}

fn message(file: &str, summary: &str, frames: &[String]) -> Value {
    json!({
        "summary": summary,
        "description": format!("One of: {}.", frames.join(", ")),
        "contentType": "application/json",
        "payload": { "$ref": format!("./{file}") },
    })
}

fn close_codes() -> Vec<Value> {
    let code = |why: &CloseReason| {
        json!({
            "code": why.code(),
            "reason": why.reason(),
            "connectAgain": why.reconnects(),
        })
    };
    CloseReason::ALL.iter().map(code).collect()
}

/// A socket, and what goes over it.
fn channel(name: &str, summary: &str, hears: &str) -> Value {
    let refer = |to: &str| json!({ "$ref": format!("#/components/messages/{to}") });
    json!({
        "address": format!("/ws/{name}"),
        "summary": summary,
        "messages": { name: refer(name), hears: refer(hears) },
        "bindings": { "ws": {
            "method": "GET",
            "headers": {
                "type": "object",
                "required": ["Sec-WebSocket-Protocol"],
                "properties": {
                    "Sec-WebSocket-Protocol": { "const": Encoding::Json.subprotocol() },
                },
            },
        } },
        "x-close-codes": close_codes(),
    })
}

/// The document over those of the frames.
pub(crate) fn document(documents: &[Document]) -> Value {
    let (mut channels, mut operations, mut messages) = (Map::new(), Map::new(), Map::new());
    for (name, file, summary) in SAID {
        messages.insert(name.to_owned(), message(file, summary, &frames(documents, file)));
    }
    for (name, summary, file, hears) in SOCKETS {
        let said = frames(documents, file);
        messages.insert(name.to_owned(), message(file, &format!("From a {name}."), &said));
        channels.insert(name.to_owned(), channel(name, summary, hears));
        let channel = json!({ "$ref": format!("#/channels/{name}") });
        let of =
            |message: &str| json!([{ "$ref": format!("#/channels/{name}/messages/{message}") }]);
        // As the server does it.
        operations.insert(
            format!("receive-from-{name}"),
            json!({ "action": "receive", "channel": channel, "messages": of(name) }),
        );
        operations.insert(
            format!("send-to-{name}"),
            json!({ "action": "send", "channel": channel, "messages": of(hears) }),
        );
    }
    json!({
        "asyncapi": "3.0.0",
        "info": {
            "title": "Quizrain",
            "version": "1",
            "description": "The sockets of Quizrain in JSON. docs/PROTOCOL.md says how to use them.",
            "license": { "name": "MIT OR Apache-2.0" },
        },
        "defaultContentType": "application/json",
        "servers": { "local": { "host": "localhost:8080", "protocol": "ws" } },
        "channels": channels,
        "operations": operations,
        "components": { "messages": messages },
        "x-limits": {
            "frameBytes": limits::MAX_CLIENT_FRAME_BYTES,
            "helloMs": limits::HELLO_MS,
            "heartbeatEveryMs": limits::HEARTBEAT_EVERY_MS,
            "pingEveryMs": limits::PING_EVERY_MS,
        },
    })
}
