//! Who may use which route: each is asked without a right, with the host key, with a key of each scope, and with
//! the session of an account of each role.

use std::collections::BTreeMap;

use quizrain_shared::api::{CrewLink, HostRole, MadeKey, Scope};
use serde_json::json;

use super::routes::{filled, routes};
use super::{Answer, Raw, request};
use crate::common::browser::{Browser, PASSWORD};
use crate::common::server::Server;

/// What asks for no right of a host.
pub(crate) const FOR_ANYBODY: [&str; 30] = [
    "DELETE /api/devices",
    "DELETE /api/identity",
    "DELETE /api/me",
    "GET /api/balance",
    "GET /api/balance.csv",
    "GET /api/booth",
    "GET /api/devices",
    "GET /api/docs",
    "GET /api/games/{game}/receipt",
    "GET /api/games/{game}/results/public",
    "GET /api/info",
    "GET /api/me",
    "GET /api/openapi.json",
    "GET /api/privacy",
    "GET /api/qr/{pin}",
    "GET /api/rains/{rain}/claims",
    "GET /api/rains/{rain}/entropy",
    "GET /api/rains/{rain}/sealed",
    "GET /media/{media}",
    "POST /api/devices",
    "POST /api/devices/use",
    "POST /api/games/{game}/crew/join",
    "POST /api/identity",
    "POST /api/oidc/finish",
    "POST /api/oidc/start",
    "POST /api/session",
    "POST /api/session/provider/finish",
    "POST /api/session/provider/start",
    "POST /api/session/recover",
    // Whatever else is asked for.
    "GET /api/{*rest}",
];

const FOR_THE_HOST_KEY: [&str; 12] = [
    "DELETE /api/hosts/{host}",
    "DELETE /api/hosts/{host}/provider",
    "DELETE /api/hosts/{host}/second-factor",
    "DELETE /api/keys/{key}",
    "GET /api/actions",
    "GET /api/hosts",
    "GET /api/keys",
    "POST /api/erasures",
    "POST /api/hosts",
    "POST /api/hosts/{host}/code",
    "POST /api/keys",
    "PUT /api/hosts/{host}",
];

/// What hosts do with what is their own.
const FOR_SESSIONS: [&str; 12] = [
    "DELETE /api/session",
    "DELETE /api/sessions/{session}",
    "GET /api/session",
    "GET /api/sessions",
    "POST /api/games/{game}/crew/enter",
    "POST /api/session/codes",
    "POST /api/session/provider/end",
    "POST /api/session/second-factor",
    "POST /api/session/second-factor/end",
    "PUT /api/session/password",
    "PUT /api/session/provider",
    "PUT /api/session/second-factor",
];

/// Of what a scope opens, what viewers may as well. Hosts may all of it.
const FOR_VIEWERS: [&str; 23] = [
    "GET /api/formats",
    "GET /api/games",
    "GET /api/games/{game}",
    "GET /api/games/{game}/players",
    "GET /api/games/{game}/proposal",
    "GET /api/games/{game}/questions",
    "GET /api/games/{game}/results",
    "GET /api/games/{game}/results.csv",
    "GET /api/games/{game}/results.json",
    "GET /api/games/{game}/results.xlsx",
    "GET /api/games/{game}/results/packets",
    "GET /api/games/{game}/results/players",
    "GET /api/games/{game}/results/players/{place}",
    "GET /api/games/{game}/statement",
    "GET /api/questions",
    "GET /api/quiz-files",
    "GET /api/quizzes",
    "GET /api/quizzes/{quiz}",
    "GET /api/quizzes/{quiz}/export",
    "GET /api/quizzes/{quiz}/versions",
    "GET /api/quizzes/{quiz}/versions/{version}",
    "GET /api/results",
    "GET /api/tags",
];

/// What a co-host may in a game that was given to them, beside what viewers may there.
const FOR_CO_HOSTS: [&str; 8] = [
    "DELETE /api/games/{game}/results/link",
    "GET /api/games/{game}/flags",
    "POST /api/games/{game}/desk/{act}",
    "POST /api/games/{game}/payouts/{rain}/{account}/hold",
    "POST /api/games/{game}/payouts/{rain}/{account}/refuse",
    "POST /api/games/{game}/payouts/{rain}/{account}/release",
    "POST /api/games/{game}/redrive",
    "PUT /api/games/{game}/results/link",
];

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
            "PUT /api/quizzes/{quiz}/shared",
            "PUT /api/quizzes/{quiz}/shelf",
        ],
    ),
    (
        Scope::GamesRun,
        &[
            "DELETE /api/games/{game}/results/link",
            "DELETE /api/guest-lists/{list}",
            "DELETE /api/guest-lists/{list}/guests/{number}",
            "GET /api/games",
            "GET /api/games/{game}",
            "GET /api/games/{game}/crew",
            "GET /api/games/{game}/flags",
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
            "POST /api/games/{game}/payouts/{rain}/{account}/hold",
            "POST /api/games/{game}/payouts/{rain}/{account}/refuse",
            "POST /api/games/{game}/payouts/{rain}/{account}/release",
            "POST /api/games/{game}/redrive",
            "POST /api/games/{game}/token",
            "POST /api/guest-lists",
            "POST /api/guest-lists/{list}/free",
            "POST /api/sign-outs",
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
            "GET /api/games/{game}/results/packets",
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
        ("Origin", "http://localhost"),
        ("Content-Type", "application/json"),
        ("Content-Length", length),
    ];
    headers.extend(right.iter().map(|right| ("Authorization", right.as_str())));
    let body = if method == "GET" { "" } else { "{}" };
    Raw::open(server).ask(&request(method, path, &headers, body))
}

/// A route opens to these, and neither to a token nor to a key that somebody makes up.
fn opens_to(server: &Server, named: &str, path: &str, rights: [&str; 3]) {
    let method = named.split(' ').next().unwrap();
    for right in rights {
        let with = ask(server, method, path, Some(right));
        assert!(![401, 403, 405].contains(&with.status), "{named}: {with:?}");
    }
    let stranger = ask(server, method, path, Some(&"7".repeat(32)));
    assert_eq!(stranger.status, 403, "{named}: {stranger:?}");
    let made_up = format!("qrk_{}_{}", "0".repeat(12), "7".repeat(40));
    let unknown = ask(server, method, path, Some(&made_up));
    assert_eq!(unknown.status, 401, "{named}: {unknown:?}");
}

/// What is a host's own is nobody's who shows anything else than a session.
fn opens_to_sessions_alone(server: &Server, named: &str, path: &str, rights: [&str; 2]) {
    let method = named.split(' ').next().unwrap();
    for right in rights.into_iter().chain([&*"7".repeat(32)]) {
        let with = ask(server, method, path, Some(right));
        assert_eq!(with.status, 403, "{named}: {with:?}");
        assert!(with.body.contains("signed in"), "{named}: {with:?}");
    }
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
            if FOR_SESSIONS.contains(&named.as_str()) {
                opens_to_sessions_alone(&server, &named, &path, [&all, &server.host_key()]);
                continue;
            }
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
            opens_to(&server, &named, &path, [of(*scope), &all, &server.host_key()]);
        }
    }
    found.sort();
    let scoped = FOR_SCOPES.iter().flat_map(|(_, routes)| routes.iter());
    let mut known: Vec<&str> = FOR_ANYBODY
        .iter()
        .chain(&FOR_THE_HOST_KEY)
        .chain(&FOR_SESSIONS)
        .chain(scoped)
        .copied()
        .collect();
    known.sort_unstable();
    assert_eq!(found, known);
}

/// Whether an account of a role may do this with a game that was not given to it.
fn may(role: HostRole, named: &str) -> bool {
    let scoped = FOR_SCOPES.iter().any(|(_, routes)| routes.contains(&named));
    match role {
        _ if FOR_ANYBODY.contains(&named) || FOR_SESSIONS.contains(&named) => true,
        HostRole::Owner => true,
        HostRole::Host => scoped,
        HostRole::Viewer => FOR_VIEWERS.contains(&named),
        HostRole::CoHost => named == "GET /api/games",
    }
}

#[test]
fn every_route_asks_for_its_role() {
    let server = Server::start();
    for role in [HostRole::Owner, HostRole::Host, HostRole::CoHost, HostRole::Viewer] {
        let mut browser = Browser::of_new(&server, role.word(), role);
        for (route, path) in routes().into_iter().map(|route| (route.clone(), filled(&route))) {
            for method in ["GET", "POST", "PUT", "DELETE"] {
                let named = format!("{method} {route}");
                // Signs out; and a game that is not there is nobody's.
                let special = ["DELETE /api/session", "POST /api/games/{game}/crew/enter"];
                if !route.starts_with("/api/") || special.contains(&named.as_str()) {
                    continue;
                }
                let body = (method != "GET").then(|| json!({}));
                let (status, text) = browser.ask(method, &path, body.as_ref());
                if status == 405 || route == "/api/{*rest}" {
                    continue;
                }
                if FOR_ANYBODY.contains(&named.as_str()) {
                    continue;
                }
                match may(role, &named) {
                    true => assert!(![401, 403].contains(&status), "{role} {named}: {text}"),
                    false => assert_eq!(status, 403, "{role} {named}: {text}"),
                }
            }
        }
        assert_eq!(browser.ask("DELETE", "/api/session", None).0, 200, "{role}");
        assert_eq!(browser.ask("GET", "/api/session", None).0, 401, "{role}");
    }
}

#[test]
fn a_co_host_runs_games_that_were_given_to_them_and_no_others() {
    let server = Server::start();
    let (given, other) =
        (server.create_game("How computers count"), server.create_game("How computers count"));
    Browser::of_new(&server, "owner", HostRole::Owner);
    let mut browser = Browser::of_new(&server, "cora", HostRole::CoHost);
    assert_eq!(browser.ask("GET", "/api/games", None), (200, "[]".to_owned()));
    let link: CrewLink =
        server.post_json(&format!("/api/games/{}/crew", given.game), &json!({ "right": "host" }));
    let code = link.url.split_once("#code=").unwrap().1;
    let join = format!("/api/games/{}/crew/join", given.game);
    let body = json!({ "code": code, "token": "5".repeat(32) });
    assert_eq!(browser.ask("POST", &join, Some(&body)).0, 200);
    let (_, listed) = browser.ask("GET", "/api/games", None);
    assert!(listed.contains(&given.game.to_string()), "{listed}");
    assert!(!listed.contains(&other.game.to_string()), "{listed}");
    // From another browser of theirs as well.
    let mut laptop = Browser::signed_in(&server, "cora", PASSWORD);
    for (game, is_given) in [(given.game, true), (other.game, false)] {
        let enter = json!({ "token": "6".repeat(32) });
        let entered = laptop.ask("POST", &format!("/api/games/{game}/crew/enter"), Some(&enter));
        assert_eq!(entered.0, if is_given { 200 } else { 403 }, "{entered:?}");
        let desk = FOR_VIEWERS.iter().chain(&FOR_CO_HOSTS).filter(|it| it.contains("{game}"));
        for named in desk {
            let (method, route) = named.split_once(' ').unwrap();
            let path = filled(&route.replace("{game}", &game.to_string()));
            let body = (method != "GET").then(|| json!({}));
            let (status, text) = laptop.ask(method, &path, body.as_ref());
            match is_given {
                true => assert!(![401, 403].contains(&status), "{named}: {text}"),
                false => assert_eq!(status, 403, "{named}: {text}"),
            }
        }
        // What the owner of a game does is none of theirs.
        for path in ["crew", "crew/end"] {
            let (status, _) =
                laptop.ask("POST", &format!("/api/games/{game}/{path}"), Some(&json!({})));
            assert_eq!(status, 403, "{path}");
        }
    }
}
