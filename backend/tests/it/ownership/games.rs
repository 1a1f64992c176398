//! Games and their results.

use std::time::{Duration, Instant};

use quizrain_shared::api::{CrewLink, HostAccount, HostRole, SignedInHost};
use quizrain_shared::ids::{GameId, Token};
use quizrain_shared::phase::{Kind, Move};
use serde_json::{Value, json};

use super::{Team, host, is_not_there, read};
use crate::common::browser::Browser;
use crate::common::client::Client;
use crate::common::on::{On, on_both};
use crate::common::server::{DEADLINE, HostRight, Server};

on_both!(
    a_game_is_its_hosts_the_teams_and_nobody_elses,
    results_are_their_hosts_and_the_teams,
    what_a_deleted_account_had_is_the_teams,
    a_link_lets_a_host_into_anothers_game,
);

/// Which of these a list names.
fn listed(browser: &mut Browser, path: &str, games: &[GameId]) -> Vec<bool> {
    let (status, text) = browser.ask("GET", path, None);
    assert_eq!(status, 200, "{path}: {text}");
    games.iter().map(|game| text.contains(&game.to_string())).collect()
}

fn take(browser: &mut Browser, game: GameId) -> HostRight {
    read(browser.ask("POST", &format!("/api/games/{game}/token"), Some(&json!({}))))
}

fn status(browser: &mut Browser, game: GameId, rest: &str) -> u16 {
    browser.ask("GET", &format!("/api/games/{game}{rest}"), None).0
}

async fn a_game_is_its_hosts_the_teams_and_nobody_elses(on: On) {
    let server = Server::start_on(on, &[]);
    let mut team = Team::of(&server);
    let quiz = server.quizzes()[0].id.clone();
    let bobs = host(&mut team.bob, &quiz);
    let coras = host(&mut team.cora, &quiz);
    let programs = host(&mut team.program, &quiz);
    let teams = server.create_game("How computers count");
    let games = [bobs.game, coras.game, programs.game, teams.game];
    let seen = |browser: &mut Browser| listed(browser, "/api/games", &games);
    assert_eq!(seen(&mut team.owner), [true; 4]);
    assert_eq!(seen(&mut team.viewer), [true; 4]);
    assert_eq!(seen(&mut team.bob), [true, false, true, true]);
    assert_eq!(seen(&mut team.cora), [false, true, true, true]);
    assert_eq!(seen(&mut team.program), [false, false, true, true]);
    // By no path, and no differently from what is not there.
    for browser in [&mut team.cora, &mut team.program] {
        is_not_there(browser, "{game}", &bobs.game.to_string());
        let nowhere = browser.ask("GET", "/api/games?after=00000000000000ff", None);
        let after = format!("/api/games?after={}", bobs.game);
        assert_eq!(browser.ask("GET", &after, None), nowhere);
        let no_pin = (100_000..).find(|pin| {
            ![bobs.pin, coras.pin, programs.pin, teams.pin].iter().any(|it| it.number() == *pin)
        });
        let nowhere = browser.ask("PUT", "/api/booth", Some(&json!({ "pin": no_pin })));
        let shown = browser.ask("PUT", "/api/booth", Some(&json!({ "pin": bobs.pin })));
        assert_eq!(shown, nowhere);
    }
    assert_eq!(server.get("/api/booth", "").1, r#"{"pin":null}"#);
    assert_eq!(team.bob.ask("PUT", "/api/booth", Some(&json!({ "pin": bobs.pin }))).0, 200);
    // What is theirs, the team's, or an owner's to see, is there.
    for browser in [&mut team.bob, &mut team.owner, &mut team.viewer] {
        assert_eq!(status(browser, bobs.game, "/questions"), 200);
    }
    for browser in [&mut team.bob, &mut team.cora, &mut team.program, &mut team.owner] {
        assert_eq!(status(browser, programs.game, "/crew"), 200);
        assert_eq!(status(browser, teams.game, ""), 200);
    }
    assert_eq!(server.get(&format!("/api/games/{}/crew", bobs.game), &server.host_key()).0, 200);
    // Whoever takes a game over has it from then on; with the host key, the team.
    take(&mut team.cora, teams.game);
    assert_eq!(status(&mut team.bob, teams.game, ""), 404);
    take(&mut team.owner, bobs.game);
    assert_eq!(status(&mut team.bob, bobs.game, ""), 404);
    let key = server.host_key();
    let path = format!("/api/games/{}/token", bobs.game);
    assert_eq!(server.post(&path, &key, &json!({})).0, 200);
    assert_eq!(status(&mut team.bob, bobs.game, ""), 200);
    // A viewer watches and takes nothing over.
    assert_eq!(team.viewer.ask("POST", &path, Some(&json!({}))).0, 403);
}

async fn ended(server: &Server, hosted: &HostRight) {
    let mut desk = Client::host(server, hosted).await;
    desk.make(Move::End).await;
    desk.stage(Kind::Ended).await;
}

async fn until_listed(browser: &mut Browser, games: &[GameId]) {
    let since = Instant::now();
    let ready = |browser: &mut Browser, game: &GameId| status(browser, *game, "/results") == 200;
    while !games.iter().all(|game| ready(browser, game)) {
        assert!(since.elapsed() < DEADLINE);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

async fn results_are_their_hosts_and_the_teams(on: On) {
    let server = Server::start_on(on, &[]);
    let mut team = Team::of(&server);
    let quiz = server.quizzes().into_iter().find(|it| it.title == "How computers count").unwrap();
    let bobs = host(&mut team.bob, &quiz.id);
    let teams = server.create_game("How computers count");
    let games = [bobs.game, teams.game];
    for hosted in [&bobs, &teams] {
        ended(&server, hosted).await;
    }
    until_listed(&mut team.owner, &games).await;
    for wish in ["", "?search=COMPUTERS", "?title=How%20computers%20count", "?limit=2"] {
        let path = format!("/api/results{wish}");
        let seen = |browser: &mut Browser| listed(browser, &path, &games);
        assert_eq!(seen(&mut team.owner), [true, true], "{wish}");
        assert_eq!(seen(&mut team.viewer), [true, true], "{wish}");
        assert_eq!(seen(&mut team.bob), [true, true], "{wish}");
        assert_eq!(seen(&mut team.cora), [false, true], "{wish}");
        assert_eq!(seen(&mut team.program), [false, true], "{wish}");
    }
    let by_pin = format!("/api/results?search={}", bobs.pin);
    assert_eq!(listed(&mut team.bob, &by_pin, &games), [true, false]);
    assert_eq!(listed(&mut team.cora, &by_pin, &games), [false, false]);
    for browser in [&mut team.cora, &mut team.program] {
        is_not_there(browser, "{game}", &bobs.game.to_string());
    }
    for rest in ["/results", "/results.csv", "/results.xlsx", "/results.json", "/statement"] {
        assert_eq!(status(&mut team.bob, bobs.game, rest), 200, "{rest}");
        assert_eq!(status(&mut team.cora, teams.game, rest), 200, "{rest}");
        assert_eq!(status(&mut team.viewer, bobs.game, rest), 200, "{rest}");
    }
    // Whoever is given a link to them needs no account.
    let link = format!("/api/games/{}/results/link", bobs.game);
    let shared: Value = read(team.bob.ask("PUT", &link, Some(&json!({ "names": false }))));
    let code = shared["url"].as_str().unwrap().split_once("#code=").unwrap().1.to_owned();
    assert_eq!(server.get(&format!("/api/games/{}/results/public", bobs.game), &code).0, 200);
}

async fn what_a_deleted_account_had_is_the_teams(on: On) {
    let server = Server::start_on(on, &[]);
    let mut team = Team::of(&server);
    let quiz = server.quizzes()[0].id.clone();
    let (over, live) = (host(&mut team.bob, &quiz), host(&mut team.bob, &quiz));
    let games = [over.game, live.game];
    ended(&server, &over).await;
    until_listed(&mut team.owner, &games[..1]).await;
    let me: SignedInHost = read(team.bob.ask("GET", "/api/session", None));
    let account = format!("/api/hosts/{}", me.account.host);
    // Disabled, they may come back to what is over; what is live goes on with the team.
    let wish = json!({ "name": "Bob", "role": "host", "disabled": true });
    let _: HostAccount = read(team.owner.ask("PUT", &account, Some(&wish)));
    assert_eq!(games.map(|game| status(&mut team.cora, game, "/results")), [404, 409]);
    assert_eq!(team.owner.ask("DELETE", &account, None).0, 200);
    assert_eq!(games.map(|game| status(&mut team.cora, game, "/results")), [200, 409]);
    assert_eq!(listed(&mut team.cora, "/api/results", &games), [true, false]);
}

async fn a_link_lets_a_host_into_anothers_game(on: On) {
    let server = Server::start_on(on, &[]);
    let mut team = Team::of(&server);
    let quiz = server.quizzes()[0].id.clone();
    let bobs = host(&mut team.bob, &quiz);
    let path = |rest: &str| format!("/api/games/{}{rest}", bobs.game);
    let wish = json!({ "right": "host" });
    let link: CrewLink = read(team.bob.ask("POST", &path("/crew"), Some(&wish)));
    let code = link.url.split_once("#code=").unwrap().1;
    let token: Token = "6".repeat(32).parse().unwrap();
    let join = json!({ "code": code, "token": token.reveal() });
    assert_eq!(team.cora.ask("POST", &path("/crew/join"), Some(&join)).0, 200);
    assert_eq!(status(&mut team.cora, bobs.game, "/questions"), 200);
    assert_eq!(listed(&mut team.cora, "/api/games", &[bobs.game]), [true]);
    let enter = json!({ "token": "7".repeat(32) });
    let entered = team.cora.ask("POST", &path("/crew/enter"), Some(&enter));
    assert_eq!(entered, (200, r#"{"right":"host"}"#.to_owned()));
    // They drive it and do not have it.
    for rest in ["/token", "/crew", "/crew/end"] {
        assert_eq!(team.cora.ask("POST", &path(rest), Some(&json!({}))).0, 403, "{rest}");
    }
    // Taken over, it is not there again, and their socket closes.
    let mut desk = Client::host(&server, &HostRight { token, ..bobs }).await;
    take(&mut team.bob, bobs.game);
    assert_eq!(desk.closed().await, 4003);
    is_not_there(&mut team.cora, "{game}", &bobs.game.to_string());
    assert_eq!(listed(&mut team.cora, "/api/games", &[bobs.game]), [false]);
    // So it is for a co-host, to whom nothing is there that was not given.
    let mut co_host = Browser::of_new(&server, "cody", HostRole::CoHost);
    let refused = co_host.ask("GET", &path(""), None);
    assert_eq!(refused.0, 403);
    assert_eq!(co_host.ask("GET", "/api/games/00000000000000ff", None), refused);
}
