//! Guest lists, games for them, and who signs their guests out.

use quizrain_shared::api::{Card, GuestListSummary, HostRight, SignedIn, SignedInHost};
use quizrain_shared::ids::{GuestListId, Pin};
use serde_json::{Value, json};

use super::{Team, is_not_there, read};
use crate::common::browser::Browser;
use crate::common::client::{Client, token};
use crate::common::on::{On, on_both};
use crate::common::server::Server;

on_both!(
    a_guest_list_is_its_hosts_and_nobody_elses,
    what_a_deleted_account_invited_is_the_teams,
    cards_lead_into_the_game_of_whose_list_it_is,
    a_player_is_signed_out_by_who_runs_their_game,
);

/// What is no list, no game and no quiz.
const NOWHERE: &str = "00000000000000ff";

fn invite(browser: &mut Browser, title: &str) -> GuestListId {
    let wish = json!({ "title": title, "csv": "Anna,e-1\nBen,e-2" });
    let made: GuestListSummary = read(browser.ask("POST", "/api/guest-lists", Some(&wish)));
    made.list
}

fn cards(browser: &mut Browser, list: GuestListId) -> Vec<Card> {
    read(browser.ask("GET", &format!("/api/guest-lists/{list}/cards"), None))
}

fn sees(browser: &mut Browser, list: GuestListId) -> bool {
    let lists: Vec<GuestListSummary> = read(browser.ask("GET", "/api/guest-lists", None));
    let (status, _) = browser.ask("GET", &format!("/api/guest-lists/{list}"), None);
    let listed = lists.iter().any(|it| it.list == list);
    assert_eq!(status, if listed { 200 } else { 404 });
    listed
}

fn game(quiz: &str, list: &str) -> Value {
    json!({ "quiz": quiz, "identity": "invited", "guests": list })
}

fn game_for(browser: &mut Browser, quiz: &str, list: GuestListId) -> HostRight {
    read(browser.ask("POST", "/api/games", Some(&game(quiz, &list.to_string()))))
}

/// Where a guest comes who shows their code.
fn shown(server: &Server, number: u64, card: &Card) -> Option<Pin> {
    let wish = json!({ "invite": card.code });
    let signed: SignedIn = read(server.post("/api/identity", &token(number).reveal(), &wish));
    signed.pin
}

fn sign_out(browser: &mut Browser, whom: &Value) -> (u16, String) {
    browser.ask("POST", "/api/sign-outs", Some(whom))
}

fn guest_of(list: &str, label: &str) -> Value {
    let issuer = format!("urn:quizrain:guest-list:{list}");
    json!({ "person": { "issuer": issuer, "subject": label } })
}

async fn a_guest_list_is_its_hosts_and_nobody_elses(on: On) {
    let server = Server::start_on(on, &[]);
    let mut team = Team::of(&server);
    let quiz = server.quizzes()[0].id.clone();
    let bobs = invite(&mut team.bob, "Bob's");
    let coras = invite(&mut team.cora, "Cora's");
    let programs = invite(&mut team.program, "The program's");
    let wish = json!({ "title": "The team's", "count": 2 });
    let teams: GuestListSummary = server.post_json("/api/guest-lists", &wish);
    let lists = [bobs, coras, programs, teams.list];
    assert_eq!(lists.map(|list| sees(&mut team.owner, list)), [true; 4]);
    assert_eq!(lists.map(|list| sees(&mut team.bob, list)), [true, false, true, true]);
    assert_eq!(lists.map(|list| sees(&mut team.cora, list)), [false, true, true, true]);
    assert_eq!(lists.map(|list| sees(&mut team.program, list)), [false, false, true, true]);
    assert_eq!(team.viewer.ask("GET", &format!("/api/guest-lists/{bobs}"), None).0, 403);
    // By no path, with no game, and no differently from what is not there.
    let anna = cards(&mut team.bob, bobs).remove(0);
    let bobs_game = game_for(&mut team.bob, &quiz, bobs);
    assert_eq!(shown(&server, 1, &anna), Some(bobs_game.pin));
    let account = server.ledger("SELECT account FROM persons").remove(0);
    let last = if account.ends_with('7') { '8' } else { '7' };
    let made_up = format!("{}{last}", &account[..account.len() - 1]);
    for browser in [&mut team.cora, &mut team.program] {
        is_not_there(browser, "{list}", &bobs.to_string());
        let nowhere = browser.ask("POST", "/api/games", Some(&game(&quiz, NOWHERE)));
        let forged = browser.ask("POST", "/api/games", Some(&game(&quiz, &bobs.to_string())));
        assert!(forged == nowhere && nowhere.0 == 404, "{forged:?}");
        // Nor are its guests signed out by their names.
        for label in ["e-1", "e-2", "e-3"] {
            let nowhere = sign_out(browser, &guest_of(NOWHERE, label));
            let forged = sign_out(browser, &guest_of(&bobs.to_string(), label));
            assert!(forged == nowhere && nowhere.0 == 404, "{forged:?}");
        }
        let nowhere = sign_out(browser, &json!({ "account": made_up }));
        assert_eq!(sign_out(browser, &json!({ "account": account })), nowhere);
    }
    assert_eq!(server.ledger("SELECT COUNT(*) FROM games"), ["1"]);
    assert_eq!(server.ledger("SELECT COUNT(*) FROM devices"), ["1"]);
    // What is theirs, the team's, or an owner's to see, is there.
    let one = (200, r#"{"browsers":1}"#.to_owned());
    let whom = guest_of(&bobs.to_string(), "e-1");
    for browser in [&mut team.bob, &mut team.owner] {
        assert_eq!(sign_out(browser, &whom), one);
        shown(&server, 1, &anna);
        assert_eq!(sign_out(browser, &json!({ "account": account })), one);
        shown(&server, 1, &anna);
        let free = format!("/api/guest-lists/{bobs}/free");
        let freed = browser.ask("POST", &free, Some(&json!({ "number": 1 })));
        assert_eq!(freed, (200, r#"{"was_used":true}"#.to_owned()));
        shown(&server, 1, &anna);
        let file = format!("/api/guest-lists/{bobs}/invites.csv");
        assert!(browser.ask("GET", &file, None).1.contains(&anna.code));
    }
    for browser in [&mut team.bob, &mut team.cora, &mut team.program, &mut team.owner] {
        game_for(browser, &quiz, teams.list);
    }
    for (browser, list) in [(&mut team.cora, coras), (&mut team.program, programs)] {
        let path = format!("/api/guest-lists/{list}");
        assert_eq!(browser.ask("DELETE", &path, None), (200, r#"{"signed_out":0}"#.to_owned()));
    }
}

async fn what_a_deleted_account_invited_is_the_teams(on: On) {
    let server = Server::start_on(on, &[]);
    let mut team = Team::of(&server);
    let bobs = invite(&mut team.bob, "Bob's");
    let me: SignedInHost = read(team.bob.ask("GET", "/api/session", None));
    let account = format!("/api/hosts/{}", me.account.host);
    let disabled = json!({ "name": "Bob", "role": "host", "disabled": true });
    assert_eq!(team.owner.ask("PUT", &account, Some(&disabled)).0, 200);
    assert_eq!([&mut team.cora, &mut team.owner].map(|it| sees(it, bobs)), [false, true]);
    assert_eq!(team.owner.ask("DELETE", &account, None).0, 200);
    assert_eq!([&mut team.cora, &mut team.program].map(|it| sees(it, bobs)), [true, true]);
}

async fn cards_lead_into_the_game_of_whose_list_it_is(on: On) {
    let server = Server::start_on(on, &[]);
    let mut team = Team::of(&server);
    let quiz = server.quizzes()[0].id.clone();
    let bobs = invite(&mut team.bob, "Bob's");
    let anna = cards(&mut team.bob, bobs).remove(0);
    let first = game_for(&mut team.bob, &quiz, bobs);
    assert_eq!(shown(&server, 1, &anna), Some(first.pin));
    game_for(&mut team.owner, &quiz, bobs);
    assert_eq!(shown(&server, 1, &anna), Some(first.pin));
    game_for(&mut team.bob, &quiz, bobs);
    assert_eq!(shown(&server, 1, &anna), None);
    // So it is of the team's: who tries it out leads nobody astray.
    let wish = json!({ "title": "The team's", "count": 2 });
    let teams: GuestListSummary = server.post_json("/api/guest-lists", &wish);
    let card = cards(&mut team.cora, teams.list).remove(0);
    let tried = game_for(&mut team.cora, &quiz, teams.list);
    assert_eq!(shown(&server, 2, &card), Some(tried.pin));
    let real = game_for(&mut team.program, &quiz, teams.list);
    assert_eq!(shown(&server, 2, &card), Some(real.pin));
}

async fn a_player_is_signed_out_by_who_runs_their_game(on: On) {
    let server = Server::start_on(on, &[]);
    let mut team = Team::of(&server);
    let quiz = server.quizzes()[0].id.clone();
    let wish = json!({ "title": "The team's", "count": 2 });
    let list: GuestListSummary = server.post_json("/api/guest-lists", &wish);
    let card = cards(&mut team.bob, list.list).remove(0);
    let hosted = game_for(&mut team.bob, &quiz, list.list);
    shown(&server, 1, &card);
    let mut anna = Client::player(&server, &hosted, 1).await;
    let seat = anna.join("Anna").await.you.unwrap().seat.number;
    let player = |game: &str, seat: u32| json!({ "player": { "game": game, "seat": seat } });
    let bobs = hosted.game.to_string();
    // Neither whose seat it is nor that there is a game.
    for browser in [&mut team.cora, &mut team.program] {
        for seat in [seat, 99] {
            let nowhere = sign_out(browser, &player(NOWHERE, seat));
            let forged = sign_out(browser, &player(&bobs, seat));
            assert!(forged == nowhere && nowhere.0 == 404, "{forged:?}");
        }
    }
    assert_eq!(server.ledger("SELECT COUNT(*) FROM devices"), ["1"]);
    // Who only watches signs nobody out.
    let crew = format!("/api/games/{bobs}/crew");
    let link: Value = read(team.bob.ask("POST", &crew, Some(&json!({ "right": "viewer" }))));
    let code = link["url"].as_str().unwrap().split_once("#code=").unwrap().1;
    let join = json!({ "code": code, "token": "6".repeat(32) });
    assert_eq!(team.cora.ask("POST", &format!("{crew}/join"), Some(&join)).0, 200);
    assert_eq!(sign_out(&mut team.cora, &player(&bobs, seat)).0, 403);
    for browser in [&mut team.bob, &mut team.owner] {
        assert_eq!(sign_out(browser, &player(&bobs, 99)).0, 409);
        let out = sign_out(browser, &player(&bobs, seat));
        assert_eq!(out, (200, r#"{"browsers":1}"#.to_owned()));
        shown(&server, 1, &card);
    }
    // Of the team's games everybody's.
    let teams = game_for(&mut team.program, &quiz, list.list).game.to_string();
    for browser in [&mut team.bob, &mut team.cora, &mut team.program, &mut team.owner] {
        assert_eq!(sign_out(browser, &player(&teams, 99)).0, 409);
    }
}
