//! Bodies of requests, broken at random, for every route that takes one of JSON: a server answers each with what is
//! wrong, never with a failure of its own, and goes on.

use std::cell::RefCell;
use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use quizrain_shared::api::{CreateGame, CrewRight, HostRight, Scope};
use serde_json::{Value, json};
use ureq::http::Request;

use super::{broken, samples};
use crate::common::client::token;
use crate::common::server::Server;

/// A request that is good.
#[derive(Clone, Debug)]
struct Wish {
    method: &'static str,
    path: String,
    body: Vec<u8>,
}

/// What a host may ask by frames, as requests.
fn acts(game: &HostRight) -> Vec<Wish> {
    let act = |frame: &str| -> Option<Wish> {
        let Value::Object(frame) = serde_json::from_str(frame).ok()? else { return None };
        let (name, fields) = frame.into_iter().next()?;
        let dashed = name.char_indices().fold(String::new(), |name, (at, it)| {
            let dash = if at > 0 && it.is_uppercase() { "-" } else { "" };
            name + dash + &it.to_lowercase().to_string()
        });
        // The game goes on.
        let ends = fields.get("mv").is_some_and(|mv| mv == "End");
        let path = format!("/api/games/{}/desk/{dashed}", game.game);
        (!ends).then(|| Wish { method: "POST", path, body: fields.to_string().into_bytes() })
    };
    let frames = samples().into_iter().filter(|it| it.kind == "HostFrame");
    frames.filter_map(|it| act(&it.json)).collect()
}

fn wishes(server: &Server, game: &HostRight) -> Vec<Wish> {
    let quiz = server.quizzes().remove(0).id;
    let document: Value = server.get_json(&format!("/api/quizzes/{quiz}"), &server.host_key());
    let game_path = |rest: &str| format!("/api/games/{}/{rest}", game.game);
    let create = serde_json::to_value(CreateGame::of(quiz.clone(), None)).unwrap();
    let token = token(7).reveal();
    let bodies = [
        ("POST", "/api/games".to_owned(), create),
        ("POST", "/api/keys".to_owned(), json!({ "name": "Robot", "scopes": [Scope::GamesRun] })),
        ("POST", "/api/quizzes".to_owned(), json!({ "quiz": document["quiz"] })),
        (
            "PUT",
            format!("/api/quizzes/{quiz}"),
            json!({ "version": document["version"], "quiz": document["quiz"] }),
        ),
        ("PUT", format!("/api/quizzes/{quiz}/shelf"), json!({ "tags": ["a"], "archived": false })),
        ("PUT", "/api/booth".to_owned(), json!({ "pin": game.pin })),
        ("POST", game_path("crew"), json!({ "right": CrewRight::Viewer })),
        ("POST", game_path("crew/join"), json!({ "code": "x".repeat(32), "token": token })),
        ("POST", game_path("crew/end"), json!({ "id": "0011223344556677" })),
        ("POST", game_path("redrive"), json!({ "rain": "0011223344556677" })),
        ("PUT", game_path("results/link"), json!({ "names": true })),
    ];
    let wish =
        |(method, path, body): (_, _, Value)| Wish { method, path, body: body.to_string().into() };
    bodies.into_iter().map(wish).chain(acts(game)).collect()
}

fn status(server: &Server, right: &str, wish: &Wish) -> u16 {
    let agent: ureq::Agent =
        ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let url = format!("http://{}{}", server.address, wish.path);
    let request = Request::builder().method(wish.method).uri(url);
    let request = request.header("Authorization", format!("Bearer {right}"));
    let request = request.header("Content-Type", "application/json").body(wish.body.as_slice());
    agent.run(request.unwrap()).unwrap().status().as_u16()
}

#[test]
fn broken_bodies_are_answered_with_what_is_wrong() {
    let server = Server::start();
    let game = server.create_game("How computers count");
    let (right, wishes) = (server.host_key(), wishes(&server, &game));
    let of = |wish: Wish| {
        let (method, path) = (wish.method, wish.path);
        broken(vec![wish.body]).prop_map(move |body| Wish { method, path: path.clone(), body })
    };
    let some = proptest::sample::select(wishes).prop_flat_map(of);
    let said = RefCell::new(BTreeMap::<u16, u32>::new());
    let mut runner = TestRunner::new(Config::with_source_file(file!()));
    let tried = runner.run(&some, |wish| {
        let status = status(&server, &right, &wish);
        *said.borrow_mut().entry(status).or_default() += 1;
        prop_assert!(status < 500, "{status}");
        Ok(())
    });
    tried.unwrap();
    let said = said.into_inner();
    println!("{said:?}");
    assert!(said.contains_key(&400) && said.contains_key(&200), "{said:?}");
    assert_eq!(server.get("/api/games", &right).0, 200);
    assert!(!server.log().contains("panicked"));
}
