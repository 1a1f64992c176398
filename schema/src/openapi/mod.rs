//! The API under `/api` as OpenAPI 3.1 describes it. The server hands it out and makes a page of it; a
//! test compares it with what the server does.

mod desk;
mod hosts;
mod route;
mod routes;
mod types;

use quizrain_shared::api::{NotDone, Problem};
use serde_json::{Map, Value, json};

use types::Types;

const ABOUT: &str = "Everything that Quizrain's own pages do, any program may do. What moves a \
    game or saves a quiz may be sent twice and is done once. Bodies are JSON, ids and tokens lower-case hex, times milliseconds since \
    1970, and money whole minor units as text. What is wrong is said as `{\"error\": …}`, in words for people; \
    429 and 503 say in `Retry-After` when to ask again. Beside what is listed, every request may be answered \
    with 408 (it took too long) and 421 (the name in `Host` is not this server's). Lists have pages: `limit` \
    says how many, `after` takes the `next` of the page before. An `ETag` names what was read; with it in \
    `If-None-Match` the answer is 304 for as long as nothing has changed.";

/// What a token may be, by the name of its scheme.
const TOKENS: [(&str, &str); 5] = [
    ("hostKey", "The host key of this server: it makes games and writes the library."),
    (
        "apiKey",
        "The key of a program, made at `/studio/keys`. Without the scope of the request, 403 names it.",
    ),
    (
        "gameToken",
        "A token of the game: its owner's, told when the game was made, or one of its crew. Who may only \
         watch is refused what changes something.",
    ),
    ("accountToken", "The token that a player's browser made: whoever holds it holds the balance."),
    ("code", "The code of a link."),
];

/// What browsers of hosts show.
const SESSION: &str = "The cookie of a host who has signed in, `quizrain-host` where the server is not asked over HTTPS. What \
    it opens, says the role of the account. It counts in requests of this server's own pages.";

/// Refusals that many requests share: status, name, and when.
const REFUSALS: [(u16, &str, &str); 9] = [
    (400, "Malformed", "This cannot be read, or something in it is wrong."),
    (401, "NoToken", "There is no token."),
    (403, "WrongToken", "The token gives no right to this."),
    (404, "NotFound", "There is no such thing."),
    (409, "Refused", "Not now: what is in the way is said in words."),
    (410, "Gone", "The link was used, or is too old."),
    (413, "TooLarge", "The body is too large."),
    (429, "TooMany", "Too much is asked from this address."),
    (
        503,
        "Unavailable",
        "Something failed, or too many ask; nothing is known of what became of it.",
    ),
];

/// A refusal, by reference.
fn refusal(status: u16) -> Option<Value> {
    let (_, name, _) = REFUSALS.into_iter().find(|(of, ..)| *of == status)?;
    Some(json!({ "$ref": format!("#/components/responses/{name}") }))
}

/// The whole document.
pub(crate) fn document() -> Value {
    let mut types = Types::default();
    let mut paths: Map<String, Value> = Map::new();
    let mut tags = Vec::new();
    for (tag, about, routes) in routes::sections(&mut types) {
        tags.push(json!({ "name": tag, "description": about }));
        for route in routes {
            let operation = route.operation(tag, &mut types);
            let path = paths.entry(route.path).or_insert_with(|| json!({}));
            path[route.method] = operation;
        }
    }
    let problem = types.answer(types::of::<Problem>);
    // Also what no route names by itself.
    types.answer(types::of::<NotDone>);
    let mut responses = Map::new();
    for (_, name, about) in REFUSALS {
        let content = json!({ "application/json": { "schema": problem } });
        responses.insert(name.to_owned(), json!({ "description": about, "content": content }));
    }
    let schemes = TOKENS.map(|(name, about)| {
        (name.to_owned(), json!({ "type": "http", "scheme": "bearer", "description": about }))
    });
    let session = (
        "session".to_owned(),
        json!({
            "type": "apiKey",
            "in": "cookie",
            "name": "__Host-quizrain",
            "description": SESSION,
        }),
    );
    let mut document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Quizrain",
            "version": env!("CARGO_PKG_VERSION"),
            "description": ABOUT,
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "servers": [{ "url": "/" }],
        "tags": tags,
        "paths": paths,
        "components": {
            "securitySchemes": Map::from_iter(schemes.into_iter().chain([session])),
            "responses": responses,
        },
    });
    types.settle(&mut document);
    document
}
