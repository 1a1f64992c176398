use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use quizrain::store::redis::GameKeys;
use quizrain_shared::api::{GameStatus, GameSummary, QuestionPage, QuizPage};
use quizrain_shared::phase::{Kind, Move};
use serde_json::json;
use tokio::time::sleep;

use crate::common::client::Client;
use crate::common::durable::DurableRedis;
use crate::common::on::{On, on_both};
use crate::common::server::{DEADLINE, Server};

on_both!(
    every_list_comes_in_pages,
    games_are_listed_without_their_quizzes,
    what_was_read_has_a_name,
);

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

async fn games_are_listed_without_their_quizzes(on: On) {
    let server = Server::start_on(on, &[]);
    let hosted = server.create_game("How computers count");
    let listed = || -> Vec<GameSummary> { server.get_json("/api/games", &server.host_key()) };
    let before = listed();
    assert_eq!(before[0].title, "How computers count");
    // Whoever reads it, fails.
    server
        .tamper(&format!("UPDATE games SET body = 'far too long' WHERE game = '{}'", hosted.game));
    assert_eq!(listed(), before);
}

#[tokio::test]
async fn games_are_listed_with_where_they_stand_and_also_where_nobody_knows() {
    let redis = DurableRedis::start().await;
    let server = Server::start_with(&["--redis-url", &redis.url(), "--lease-ms", "60000"]);
    let hosted = server.create_game("How computers count");
    let key = server.host_key();
    let listed = || {
        let games: Vec<GameSummary> = server.get_json("/api/games", &key);
        assert_eq!(games.iter().map(|it| it.game).collect::<Vec<_>>(), [hosted.game]);
        games[0].now
    };
    let lobby = listed().unwrap();
    assert_eq!((lobby.kind, lobby.question, lobby.players), (Kind::Lobby, None, 0));
    let mut mei = Client::seated(&server, &hosted, 1, "Mei").await;
    assert_eq!(listed(), Some(GameStatus { players: 1, ..lobby }));
    let mut host = Client::host(&server, &hosted).await;
    host.make(Move::Ask).await;
    let asking = mei.stage(Kind::Asking).await;
    let (questions, since_ms) = (asking.phase.questions, asking.opens_ms);
    let (kind, question) = (Kind::Asking, Some(1));
    let now = GameStatus { kind, question, questions, since_ms, players: 1 };
    assert_eq!(listed(), Some(now));
    redis.pause();
    let away = listed();
    redis.resume();
    assert_eq!(away, None);
    let since = Instant::now();
    while listed().is_none() {
        assert!(since.elapsed() < DEADLINE, "Redis is there again");
        sleep(Duration::from_millis(20)).await;
    }
    let (con, state) = (&mut redis.connection().await, GameKeys(hosted.game).state());
    redis::cmd("HSET").arg(&state).arg(&["v", "9"]).exec_async(con).await.unwrap();
    assert_eq!(listed(), None, "as another version writes it");
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
