//! Games that are over: found, and forgotten after their time.

use std::time::Instant;

use quizrain_shared::api::PastGames;

use super::{TRUTH, ask_all, path, results};
use crate::common::client::Client;
use crate::common::on::{On, on_both};
use crate::common::server::{DEADLINE, HostRight, Server};
use crate::receipts::{FINISHED, end};

on_both!(past_games_are_listed_and_found, results_are_forgotten_after_their_time);

fn quizzes(titles: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (at, title) in titles.iter().enumerate() {
        let quiz = format!("title = {title:?}\nlanguage = \"en\"\n{TRUTH}");
        std::fs::write(folder.path().join(format!("{at}.toml")), quiz).unwrap();
    }
    folder
}

async fn played(server: &Server, title: &str) -> HostRight {
    let hosted = server.create_game(title);
    let mut host = Client::host(server, &hosted).await;
    let mut anna = Client::seated(server, &hosted, 1, "Anna").await;
    ask_all(&mut host, &mut [&mut anna], 1).await;
    host.make(quizrain_shared::phase::Move::End).await;
    host.stage(quizrain_shared::phase::Kind::Ended).await;
    hosted
}

fn list(server: &Server, wish: &str) -> PastGames {
    server.get_json(&format!("/api/results{wish}"), &server.host_key())
}

async fn past_games_are_listed_and_found(on: On) {
    let folder = quizzes(&["Rivers", "50% rivers_", "Ölkunde"]);
    let server = Server::start_on(on, &["--quizzes", folder.path().to_str().unwrap()]);
    assert_eq!(list(&server, ""), PastGames::default());
    let running = server.create_game("Rivers");
    let mut games = Vec::new();
    for title in ["Rivers", "50% rivers_", "Ölkunde"] {
        games.insert(0, played(&server, title).await.game);
    }
    server.ledger_says(FINISHED, "3").await;
    let found = |wish: &str| -> Vec<_> {
        list(&server, wish).games.into_iter().map(|it| it.game).collect()
    };
    assert_eq!(found(""), games, "those that ended last come first, and none that runs");
    let all = list(&server, "").games;
    assert!(all.iter().all(|it| it.ready && it.players == Some(1) && it.winners == ["Anna"]));
    assert!(all.iter().all(|it| it.game != running.game));
    assert_eq!(found("?search=RIVERS"), games[1..]);
    assert_eq!(found("?search=%25"), games[1..2]);
    assert_eq!(found("?search=rs_"), games[1..2]);
    for written in ["%C3%96lk", "%C3%B6LK", "olkunde", "kunde%20%C3%96L"] {
        assert_eq!(found(&format!("?search={written}")), games[..1], "{written}");
    }
    assert_eq!(found("?title=Rivers"), games[2..]);
    assert_eq!(found("?title=Rivers&search=50"), []);
    assert_eq!(found(&format!("?search={}", all[0].pin.number())), games[..1]);
    assert_eq!(found("?search=';%20DROP"), []);
    let second = all[1].ended_at_ms;
    assert_eq!(found(&format!("?from_ms={second}")), games[..2]);
    assert_eq!(found(&format!("?until_ms={second}")), games[2..]);
    let (mut paged, mut after) = (Vec::new(), String::new());
    loop {
        let page = list(&server, &format!("?limit=1{after}"));
        assert_eq!(page.games.len(), 1);
        paged.extend(page.games.into_iter().map(|it| it.game));
        match page.next {
            Some(next) => after = format!("&after={next}"),
            None => break,
        }
    }
    assert_eq!(paged, games);
    let key = server.host_key();
    for wish in
        ["?after=x", "?after=1-", "?after=99999999999999999999-00000000000000ff", "?limit=x"]
    {
        assert_eq!(server.get(&format!("/api/results{wish}"), &key).0, 400, "{wish}");
    }
    // What no database could look for.
    for wish in [
        format!("?search={}", "_".repeat(30_000)),
        format!("?title={}", "x".repeat(121)),
        "?search=a%00b".to_owned(),
        "?title=%00".to_owned(),
    ] {
        assert_eq!(server.get(&format!("/api/results{wish}"), &key).0, 400);
    }
    assert_eq!(server.get("/api/results", &running.token.reveal()).0, 403);
    assert_eq!(server.get("/api/results", "").0, 401);
}

async fn results_are_forgotten_after_their_time(on: On) {
    let folder = quizzes(&["Rivers"]);
    let mut args = vec!["--quizzes", folder.path().to_str().unwrap()];
    args.extend(["--redis-retention-hours", "0", "--results-retention-days", "0"]);
    let server = Server::start_on(on, &args);
    let hosted = server.create_game("Rivers");
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    ask_all(&mut host, &mut [&mut anna], 1).await;
    host.make(quizrain_shared::phase::Move::End).await;
    let since = Instant::now();
    let deleted = "SELECT COUNT(*) FROM games WHERE keys_deleted_ms IS NOT NULL
                   AND NOT EXISTS (SELECT 1 FROM game_log)";
    while server.ledger(deleted) != ["1"] {
        assert!(since.elapsed() < DEADLINE, "its log is still there");
        tokio::task::yield_now().await;
    }
    assert_eq!(server.get(&path(hosted.game, ""), &server.host_key()).0, 404);
    assert_eq!(list(&server, ""), PastGames::default());
}

#[tokio::test]
async fn results_stay_when_redis_has_forgotten_the_game() {
    let folder = quizzes(&["Rivers"]);
    let mut args = vec!["--quizzes", folder.path().to_str().unwrap()];
    args.extend(["--redis-retention-hours", "0"]);
    let server = Server::start_with(&args);
    let hosted = server.create_game("Rivers");
    let mut host = Client::host(&server, &hosted).await;
    let mut anna = Client::seated(&server, &hosted, 1, "Anna").await;
    ask_all(&mut host, &mut [&mut anna], 1).await;
    end(&mut host, &server).await;
    server.ledger_says("SELECT COUNT(*) FROM games WHERE keys_deleted_ms IS NOT NULL", "1").await;
    assert_eq!(results(&server, &hosted).questions[0].full, 1);
    assert!(list(&server, "").games[0].ready);
}
