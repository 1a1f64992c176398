//! Links to desks: whose they are, and that they end with them.

use quizrain_shared::api::{CrewLink, HostRole, SignedInHost};
use quizrain_shared::ids::{GameId, Token};
use serde_json::{Value, json};

use super::{Team, host, is_not_there, read};
use crate::common::browser::Browser;
use crate::common::client::{Client, token};
use crate::common::on::{On, on_both};
use crate::common::server::{HostRight, Server};

on_both!(
    links_end_with_the_account_that_made_them,
    the_end_of_a_co_hosts_link_is_the_end_of_the_co_host,
);

fn path(game: GameId, rest: &str) -> String {
    format!("/api/games/{game}/crew{rest}")
}

fn code(answer: (u16, String)) -> (String, String) {
    let link: CrewLink = read(answer);
    let code = link.url.split_once("#code=").unwrap().1.to_owned();
    (link.id, code)
}

/// The name of a link that somebody makes, and its code.
fn link(browser: &mut Browser, game: GameId) -> (String, String) {
    code(browser.ask("POST", &path(game, ""), Some(&json!({ "right": "host" }))))
}

fn wish(code: &str, token: Token) -> Value {
    json!({ "code": code, "token": token.reveal() })
}

/// What a browser gets that uses a link and in which nobody is signed in.
fn join(server: &Server, game: GameId, code: &str, number: u64) -> u16 {
    server.post(&path(game, "/join"), "", &wish(code, token(number))).0
}

async fn desk(server: &Server, hosted: &HostRight, number: u64) -> Client {
    Client::host(server, &HostRight { token: token(number), ..*hosted }).await
}

fn opens(server: &Server, game: GameId, number: u64) -> bool {
    let (status, _) = server.get(&format!("/api/games/{game}/players"), &token(number).reveal());
    assert!([200, 403].contains(&status), "{status}");
    status == 200
}

fn change(team: &mut Team, of: HostRole, disabled: bool) -> u16 {
    let me: SignedInHost = read(team.bob.ask("GET", "/api/session", None));
    let wish = json!({ "name": "Bob", "role": of, "disabled": disabled });
    team.owner.ask("PUT", &format!("/api/hosts/{}", me.account.host), Some(&wish)).0
}

async fn links_end_with_the_account_that_made_them(on: On) {
    for (role, disabled) in [(HostRole::Viewer, false), (HostRole::Host, true)] {
        let server = Server::start_on(on, &[]);
        let mut team = Team::of(&server);
        let quiz = server.quizzes()[0].id.clone();
        let bobs = host(&mut team.bob, &quiz);
        let teams = server.create_game("How computers count");
        // Used where nobody is signed in: by his cookie, by the game's token, in a game of the team.
        let (_, by_cookie) = link(&mut team.bob, bobs.game);
        let right = json!({ "right": "host" });
        let made = server.post(&path(bobs.game, ""), &bobs.token.reveal(), &right);
        let (_, by_token) = code(made);
        let (_, in_teams) = link(&mut team.bob, teams.game);
        for (game, code, number) in
            [(bobs.game, &by_cookie, 1), (bobs.game, &by_token, 2), (teams.game, &in_teams, 3)]
        {
            assert_eq!(join(&server, game, code, number), 200);
        }
        // And two that wait.
        let (_, waits) = link(&mut team.bob, bobs.game);
        let (_, waits_in_teams) = link(&mut team.bob, teams.game);
        // What others have made, or used with an account of their own, is theirs.
        let made = server.post(&path(teams.game, ""), &server.host_key(), &right);
        let (_, keys) = code(made);
        assert_eq!(join(&server, teams.game, &keys, 4), 200);
        let (_, coras) = link(&mut team.bob, bobs.game);
        let used = team.cora.ask("POST", &path(bobs.game, "/join"), Some(&wish(&coras, token(5))));
        assert_eq!(used.0, 200);
        let mut ends = [
            desk(&server, &bobs, 1).await,
            desk(&server, &bobs, 2).await,
            desk(&server, &teams, 3).await,
        ];
        assert_eq!(change(&mut team, role, disabled), 200);
        for desk in &mut ends {
            assert_eq!(desk.closed().await, 4003);
        }
        assert_eq!(join(&server, bobs.game, &waits, 6), 410);
        assert_eq!(join(&server, teams.game, &waits_in_teams, 7), 410);
        for (game, number, is_open) in [
            (bobs.game, 1, false),
            (bobs.game, 2, false),
            (teams.game, 3, false),
            (teams.game, 4, true),
            (bobs.game, 5, true),
        ] {
            assert_eq!(opens(&server, game, number), is_open, "{number}");
        }
    }
}

fn names(browser: &mut Browser, game: GameId) -> Vec<Option<String>> {
    let crew: Vec<Value> = read(browser.ask("GET", &path(game, ""), None));
    let mut names: Vec<_> = crew.iter().map(|it| it["name"].as_str().map(str::to_owned)).collect();
    names.sort();
    names
}

async fn the_end_of_a_co_hosts_link_is_the_end_of_the_co_host(on: On) {
    let server = Server::start_on(on, &[]);
    let mut team = Team::of(&server);
    let mut cody = Browser::of_new(&server, "cody", HostRole::CoHost);
    let quiz = server.quizzes()[0].id.clone();
    let bobs = host(&mut team.bob, &quiz);
    let mut ids = Vec::new();
    for (browser, number) in [(&mut team.cora, 1), (&mut cody, 3)] {
        let (id, code) = link(&mut team.bob, bobs.game);
        let used =
            browser.ask("POST", &path(bobs.game, "/join"), Some(&wish(&code, token(number))));
        assert_eq!(used.0, 200);
        let enter = json!({ "token": token(number + 1).reveal() });
        assert_eq!(browser.ask("POST", &path(bobs.game, "/enter"), Some(&enter)).0, 200);
        ids.push(id);
    }
    let (_, code) = link(&mut team.bob, bobs.game);
    assert_eq!(join(&server, bobs.game, &code, 5), 200);
    let (cora, anna) = (Some("cora".to_owned()), Some("cody".to_owned()));
    let all = vec![None, anna.clone(), anna.clone(), cora.clone(), cora];
    assert_eq!(names(&mut team.bob, bobs.game), all);
    let mut both = [desk(&server, &bobs, 1).await, desk(&server, &bobs, 2).await];
    let end = json!({ "id": ids[0] });
    assert_eq!(team.bob.ask("POST", &path(bobs.game, "/end"), Some(&end)).0, 200);
    for desk in &mut both {
        assert_eq!(desk.closed().await, 4003);
    }
    is_not_there(&mut team.cora, "{game}", &bobs.game.to_string());
    let ended = [1, 2, 3, 4, 5].map(|number| opens(&server, bobs.game, number));
    assert_eq!(ended, [false, false, true, true, true]);
    assert_eq!(names(&mut team.bob, bobs.game), [None, anna.clone(), anna]);
    // By whichever of the rows.
    let crew: Vec<Value> = read(team.bob.ask("GET", &path(bobs.game, ""), None));
    let entered = crew.iter().find(|it| it["name"] == "cody" && it["id"] != ids[1]).unwrap();
    let end = json!({ "id": entered["id"] });
    assert_eq!(team.bob.ask("POST", &path(bobs.game, "/end"), Some(&end)).0, 200);
    assert_eq!(cody.ask("GET", &format!("/api/games/{}", bobs.game), None).0, 403);
    assert_eq!(names(&mut team.bob, bobs.game), [None]);
}

#[tokio::test]
async fn a_co_host_who_comes_while_their_link_is_ended_is_given_nothing() {
    let slow = [("FAILPOINTS", "crew.before_enter=return(3000)")];
    let server = Server::start_with_env(&[], &slow);
    let mut cody = Browser::of_new(&server, "cody", HostRole::CoHost);
    let hosted = server.create_game("How computers count");
    let right = json!({ "right": "host" });
    let (id, code) = code(server.post(&path(hosted.game, ""), &server.host_key(), &right));
    let used = cody.ask("POST", &path(hosted.game, "/join"), Some(&wish(&code, token(1))));
    assert_eq!(used.0, 200);
    let looked = "quizrain_unauthenticated_reads_total{what=\"session\"}";
    let (enter, game) = (json!({ "token": token(2).reveal() }), hosted.game);
    let entering = tokio::task::spawn_blocking(move || {
        cody.ask("POST", &path(game, "/enter"), Some(&enter)).0
    });
    crate::sign_ins::counted(&server, looked, 2.0).await;
    let end = json!({ "id": id });
    let (status, left) = server.post(&path(game, "/end"), &server.host_key(), &end);
    assert_eq!((status, left.as_str()), (200, "[]"));
    assert_eq!(entering.await.unwrap(), 403);
    assert_eq!(server.ledger("SELECT COUNT(*) FROM crew"), ["0"]);
}
