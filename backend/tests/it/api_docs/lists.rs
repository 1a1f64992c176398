use std::collections::BTreeSet;

use quizrain_shared::api::{GameSummary, QuestionPage, QuizPage};
use serde_json::json;

use crate::common::on::{On, on_both};
use crate::common::server::Server;

on_both!(every_list_comes_in_pages, what_was_read_has_a_name);

async fn every_list_comes_in_pages(on: On) {
    let server = Server::start_on(on, &[]);
    let key = server.host_key();
    let games: BTreeSet<String> =
        (0..5).map(|_| server.create_game("How computers count").game.to_string()).collect();
    let page =
        |query: &str| -> Vec<GameSummary> { server.get_json(&format!("/api/games{query}"), &key) };
    let all = page("");
    assert_eq!(all.iter().map(|it| it.game.to_string()).collect::<BTreeSet<_>>(), games);
    let mut found = page("?limit=2");
    // The one that a page ended with may be over when the next one is asked for.
    let right: quizrain_shared::api::HostRight =
        server.post_json(&format!("/api/games/{}/token", found[1].game), &json!({}));
    let now: serde_json::Value =
        server.get_json(&format!("/api/games/{}", right.game), &right.token.reveal());
    let end = json!({ "mv": "End", "seen": now["stage"]["at"]["seq"] });
    let ended =
        server.post(&format!("/api/games/{}/desk/move", right.game), &right.token.reveal(), &end);
    assert_eq!(ended.0, 200, "{}", ended.1);
    loop {
        let more = page(&format!("?limit=2&after={}", found.last().unwrap().game));
        if more.is_empty() {
            break;
        }
        found.extend(more);
    }
    assert_eq!(found, all);
    for query in ["?limit=0", "?limit=-1", "?after=x", "?after=00000000000000ff", "?more=1"] {
        assert_eq!(server.get(&format!("/api/games{query}"), &key).0, 400, "{query}");
    }

    let (mut after, mut titles) = (String::new(), Vec::new());
    loop {
        let page: QuizPage = server.get_json(&format!("/api/quizzes?limit=1{after}"), &key);
        assert!(page.quizzes.len() <= 1);
        titles.extend(page.quizzes.into_iter().map(|it| it.title));
        let Some(next) = page.next else { break };
        after = format!("&after={next}");
    }
    assert_eq!(titles, server.quizzes().into_iter().map(|it| it.title).collect::<Vec<_>>());
    let questions: QuestionPage = server.get_json("/api/questions?limit=1", &key);
    assert!(questions.questions.len() <= 1 && questions.next.is_some());
    for path in [
        "/api/quizzes?after=x",
        "/api/questions?after=x",
        "/api/results?after=x",
        "/api/results?more=1",
    ] {
        assert_eq!(server.get(path, &key).0, 400, "{path}");
    }
}

async fn what_was_read_has_a_name(on: On) {
    let server = Server::start_on(on, &[]);
    let key = server.host_key();
    let hosted = server.create_game("How computers count");
    let ask = |path: &str, known: Option<&str>| {
        let agent: ureq::Agent =
            ureq::Agent::config_builder().http_status_as_error(false).build().into();
        let mut request = agent
            .get(format!("http://{}{path}", server.address))
            .header("Authorization", format!("Bearer {key}"));
        if let Some(known) = known {
            request = request.header("If-None-Match", known);
        }
        let mut answer = request.call().unwrap();
        let etag = answer.headers().get("etag").map(|it| it.to_str().unwrap().to_owned());
        (answer.status().as_u16(), etag, answer.body_mut().read_to_string().unwrap())
    };
    let game = format!("/api/games/{}", hosted.game);
    for path in [
        "/api/quizzes",
        "/api/questions",
        "/api/tags",
        "/api/games",
        "/api/results",
        "/api/openapi.json",
        &game,
    ] {
        let (status, etag, text) = ask(path, None);
        assert_eq!(status, 200, "{path}: {text}");
        let etag = etag.unwrap_or_else(|| panic!("{path} has no name"));
        assert_eq!(ask(path, Some(&etag)), (304, Some(etag.clone()), String::new()), "{path}");
        assert_eq!(ask(path, Some("\"other\"")).0, 200, "{path}");
        assert_eq!(server.get(path, "").0, if path == "/api/openapi.json" { 200 } else { 401 });
    }
    let (_, before, text) = ask(&game, None);
    let seen: serde_json::Value = serde_json::from_str(&text).unwrap();
    let body = json!({ "mv": "Ask", "seen": seen["stage"]["at"]["seq"] });
    assert_eq!(server.post(&format!("{game}/desk/move"), &key, &body).0, 200);
    assert_eq!(ask(&game, before.as_deref()).0, 200, "it has moved on");
    let (_, before, _) = ask("/api/games", None);
    server.create_game("How computers count");
    assert_eq!(ask("/api/games", before.as_deref()).0, 200, "there is another game");
}
