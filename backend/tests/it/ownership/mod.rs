//! What is a host's own is not there for other hosts, nor for programs.

mod forged;
mod games;
mod guest_lists;
mod keys;
mod links;
mod quizzes;

use quizrain_shared::api::{HostRight, HostRole, MadeKey, Scope};
use serde_json::{Value, json};

use crate::admission::access::FOR_ANYBODY;
use crate::admission::routes::{filled, routes};
use crate::common::browser::Browser;
use crate::common::server::Server;

/// An owner, two hosts and a viewer, each signed in, and a program that may all that one may.
struct Team {
    owner: Browser,
    bob: Browser,
    cora: Browser,
    viewer: Browser,
    program: Browser,
}

impl Team {
    fn of(server: &Server) -> Self {
        let wish = json!({ "name": "program", "scopes": Scope::ALL });
        let key: MadeKey = server.post_json("/api/keys", &wish);
        let mut program = Browser::of(server);
        program.headers.push(("Authorization".to_owned(), format!("Bearer {}", key.key)));
        Self {
            owner: Browser::of_new(server, "anna", HostRole::Owner),
            bob: Browser::of_new(server, "bob", HostRole::Host),
            cora: Browser::of_new(server, "cora", HostRole::Host),
            viewer: Browser::of_new(server, "vera", HostRole::Viewer),
            program,
        }
    }
}

fn read<T: serde::de::DeserializeOwned>((status, text): (u16, String)) -> T {
    assert!((200..300).contains(&status), "{status} {text}");
    serde_json::from_str(&text).unwrap()
}

fn host(browser: &mut Browser, quiz: &str) -> HostRight {
    read(browser.ask("POST", "/api/games", Some(&json!({ "quiz": quiz }))))
}

/// Asserts that every route with this parameter answers of `id` as it does of what is not there: 404, but to
/// whoever may not use the route at all.
fn is_not_there(browser: &mut Browser, parameter: &str, id: &str) {
    let body = json!({
        "token": "5".repeat(32), "right": "host", "rain": "00000000000000ff", "names": false, "mv": "End", "seen": 1,
    });
    let mut asked = 0;
    for route in routes().into_iter().filter(|it| it.starts_with("/api/") && it.contains(parameter))
    {
        for method in ["GET", "POST", "PUT", "DELETE"] {
            let named = format!("{method} {route}");
            if FOR_ANYBODY.contains(&named.as_str()) {
                continue;
            }
            let body: Option<&Value> = (method != "GET").then_some(&body);
            let nowhere = browser.ask(method, &filled(&route), body);
            if nowhere.0 == 405 {
                continue;
            }
            let path = filled(&route.replace(parameter, id));
            let theirs = browser.ask(method, &path, body);
            assert_eq!(theirs, nowhere, "{named}");
            assert!(matches!(theirs.0, 403 | 404), "{named}: {theirs:?}");
            asked += usize::from(theirs.0 == 404);
        }
    }
    assert!(asked > 3, "{parameter}: {asked}");
}
