//! Links to desks: whose they are, and that they end with them.

use quizrain_shared::api::{CrewLink, HostRole, SignedInHost};
use quizrain_shared::ids::{GameId, Token};
use serde_json::{Value, json};

use super::{Team, host, read};
use crate::common::browser::Browser;
use crate::common::client::{Client, token};
use crate::common::on::{On, on_both};
use crate::common::server::{HostRight, Server};

on_both!(
    links_end_with_the_account_that_made_them,
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
