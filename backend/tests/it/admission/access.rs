//! Who may use which route: each is asked without a right, with the host key, and with a key of each scope.

use std::collections::BTreeMap;

use quizrain_shared::api::{MadeKey, Scope};
use serde_json::json;

use super::routes::{filled, routes};
use super::{Answer, Raw, request};
use crate::common::server::Server;

/// What asks for no right of a host.
const FOR_ANYBODY: [&str; 19] = [
    "DELETE /api/identity",
    "GET /api/balance",
    "GET /api/balance.csv",
    "GET /api/booth",
    "GET /api/docs",
    "GET /api/games/{game}/receipt",
    "GET /api/games/{game}/results/public",
    "GET /api/info",
    "GET /api/openapi.json",
    "GET /api/qr/{pin}",
    "GET /api/rains/{rain}/claims",
    "GET /api/rains/{rain}/entropy",
    "GET /api/rains/{rain}/sealed",
    "GET /media/{media}",
    "POST /api/games/{game}/crew/join",
    "POST /api/identity",
    "POST /api/oidc/finish",
    "POST /api/oidc/start",
    // Whatever else is asked for.
    "GET /api/{*rest}",
];

const FOR_THE_HOST_KEY: [&str; 3] = ["DELETE /api/keys/{key}", "GET /api/keys", "POST /api/keys"];

const FOR_SCOPES: [(Scope, &[&str]); 4] = [
    (
        Scope::QuizzesRead,
        &[
            "GET /api/formats",
            "GET /api/questions",
            "GET /api/quiz-files",
            "GET /api/quizzes",
            "GET /api/quizzes/{quiz}",
            "GET /api/quizzes/{quiz}/export",
            "GET /api/quizzes/{quiz}/versions",
            "GET /api/quizzes/{quiz}/versions/{version}",
            "GET /api/tags",
        ],
    ),
    (
        Scope::QuizzesWrite,
        &[
            "DELETE /api/quizzes/{quiz}",
            "POST /api/imports",
            "POST /api/media",
            "POST /api/quizzes",
            "POST /api/quizzes/{quiz}/restore",
            "POST /api/sounds",
            "PUT /api/quizzes/{quiz}",
            "PUT /api/quizzes/{quiz}/shelf",
        ],
    ),
    (
        Scope::GamesRun,
        &[
            "DELETE /api/games/{game}/results/link",
            "GET /api/games",
            "GET /api/games/{game}",
            "GET /api/games/{game}/crew",
            "GET /api/games/{game}/players",
            "GET /api/games/{game}/proposal",
            "GET /api/games/{game}/questions",
            "GET /api/guest-lists",
            "GET /api/guest-lists/{list}",
            "GET /api/guest-lists/{list}/cards",
            "GET /api/guest-lists/{list}/invites.csv",
            "POST /api/games",
            "POST /api/games/{game}/crew",
            "POST /api/games/{game}/crew/end",
            "POST /api/games/{game}/desk/{act}",
            "POST /api/games/{game}/redrive",
            "POST /api/games/{game}/token",
            "POST /api/guest-lists",
            "POST /api/guest-lists/{list}/free",
            "PUT /api/booth",
            "PUT /api/games/{game}/results/link",
        ],
    ),
    (
        Scope::ResultsRead,
        &[
            "GET /api/games/{game}/results",
            "GET /api/games/{game}/results.csv",
            "GET /api/games/{game}/results.json",
            "GET /api/games/{game}/results.xlsx",
            "GET /api/games/{game}/results/players",
            "GET /api/games/{game}/results/players/{place}",
            "GET /api/games/{game}/statement",
            "GET /api/results",
        ],
    ),
];

fn ask(server: &Server, method: &str, path: &str, right: Option<&str>) -> Answer {
    let right = right.map(|right| format!("Bearer {right}"));
    let length = if method == "GET" { "0" } else { "2" };
    let mut headers = vec![
        ("Host", "localhost"),
        ("Content-Type", "application/json"),
        ("Content-Length", length),
    ];
    headers.extend(right.iter().map(|right| ("Authorization", right.as_str())));
    let body = if method == "GET" { "" } else { "{}" };
    Raw::open(server).ask(&request(method, path, &headers, body))
}

#[test]
fn every_route_asks_for_its_right() {
    let server = Server::start();
    let key_of = |scopes: &[Scope]| -> String {
        let made: MadeKey =
            server.post_json("/api/keys", &json!({ "name": "walk", "scopes": scopes }));
        made.key
    };
    let keys: BTreeMap<Scope, String> =
        Scope::ALL.iter().map(|scope| (*scope, key_of(&[*scope]))).collect();
    let of = |scope: Scope| keys[&scope].as_str();
    let all = key_of(Scope::ALL);
    let mut found = Vec::new();
    for (route, path) in routes().into_iter().map(|route| (route.clone(), filled(&route))) {
        if !route.starts_with("/api/") && !route.starts_with("/media/") {
            continue;
        }
        for method in ["GET", "POST", "PUT", "DELETE"] {
            let named = format!("{method} {route}");
            let without = ask(&server, method, &path, None);
            if without.status == 405 || (route == "/api/{*rest}" && method != "GET") {
                continue;
            }
            found.push(named.clone());
            if FOR_ANYBODY.contains(&named.as_str()) {
                assert_ne!(without.status, 403, "{named}: {without:?}");
                continue;
            }
            assert_eq!(without.status, 401, "{named}: {without:?}");
            assert_eq!(without.header("www-authenticate"), Some("Bearer"), "{named}");
            let scope = FOR_SCOPES.iter().find(|(_, routes)| routes.contains(&named.as_str()));
            let Some((scope, _)) = scope else {
                assert!(FOR_THE_HOST_KEY.contains(&named.as_str()), "{named} has no right");
                let with = ask(&server, method, &path, Some(&all));
                assert_eq!(with.status, 403, "{named}: {with:?}");
                assert!(with.body.contains("only the host key"), "{named}: {with:?}");
                continue;
            };
            for other in Scope::ALL.iter().filter(|other| *other != scope) {
                let with = ask(&server, method, &path, Some(of(*other)));
                assert_eq!(with.status, 403, "{named} with {other}: {with:?}");
                assert!(with.body.contains(scope.word()), "{named} with {other}: {with:?}");
            }
            for right in [of(*scope), &all, &server.host_key()] {
                let with = ask(&server, method, &path, Some(right));
                assert!(![401, 403, 405].contains(&with.status), "{named}: {with:?}");
            }
            let stranger = ask(&server, method, &path, Some(&"7".repeat(32)));
            assert_eq!(stranger.status, 403, "{named}: {stranger:?}");
            let made_up = format!("qrk_{}_{}", "0".repeat(12), "7".repeat(40));
            let unknown = ask(&server, method, &path, Some(&made_up));
            assert_eq!(unknown.status, 401, "{named}: {unknown:?}");
        }
    }
    found.sort();
    let scoped = FOR_SCOPES.iter().flat_map(|(_, routes)| routes.iter());
    let mut known: Vec<&str> =
        FOR_ANYBODY.iter().chain(&FOR_THE_HOST_KEY).chain(scoped).copied().collect();
    known.sort_unstable();
    assert_eq!(found, known);
}
