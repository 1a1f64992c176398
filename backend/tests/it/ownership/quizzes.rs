//! Quizzes, and the keys of programs.

use quizrain_shared::api::{
    ImportReport, KeySummary, MadeKey, QuizCopy, QuizDocument, QuizPage, QuizSummary, SavedQuiz,
    SignedInHost, TagCount,
};
use quizrain_shared::question::{Question, QuestionKind, TrueFalse};
use quizrain_shared::quiz::Quiz;
use serde_json::{Value, json};

use super::{Team, is_not_there, read};
use crate::common::browser::Browser;
use crate::common::on::{On, on_both};
use crate::common::server::Server;

on_both!(
    a_quiz_is_its_hosts_until_it_is_shared,
    what_is_made_again_is_whose_it_was,
    what_a_deleted_account_wrote_is_the_teams,
    a_key_says_who_made_it,
);

fn quiz(title: &str) -> Value {
    let kind = QuestionKind::TrueFalse(TrueFalse { correct: true });
    let questions = vec![Question::new(format!("Is {title} good?"), kind)];
    json!(Quiz { title: title.to_owned(), questions, ..Quiz::blank("en".to_owned()) })
}

fn write(browser: &mut Browser, title: &str, tag: &str) -> SavedQuiz {
    let wish = json!({ "quiz": quiz(title), "tags": [tag] });
    read(browser.ask("POST", "/api/quizzes", Some(&wish)))
}

fn share(browser: &mut Browser, quiz: &str, shared: bool) -> (u16, String) {
    let path = format!("/api/quizzes/{quiz}/shared");
    browser.ask("PUT", &path, Some(&json!({ "shared": shared })))
}

/// Whether every list has something of a quiz, or none of them.
fn is_listed(browser: &mut Browser, title: &str, tag: &str) -> bool {
    let found: QuizPage = read(browser.ask("GET", &format!("/api/quizzes?search={title}"), None));
    let tagged: QuizPage = read(browser.ask("GET", &format!("/api/quizzes?tag={tag}"), None));
    let tags: Vec<TagCount> = read(browser.ask("GET", "/api/tags", None));
    let (status, bank) = browser.ask("GET", &format!("/api/questions?search={title}"), None);
    assert_eq!(status, 200, "{bank}");
    let all = [
        found.quizzes.iter().any(|it| it.title == title),
        tagged.quizzes.iter().any(|it| it.title == title),
        tags.iter().any(|it| it.tag == tag),
        bank.contains(title),
    ];
    assert!(all == [true; 4] || all == [false; 4], "{all:?}");
    all[0]
}

async fn a_quiz_is_its_hosts_until_it_is_shared(on: On) {
    let server = Server::start_on(on, &[]);
    let mut team = Team::of(&server);
    let me: SignedInHost = read(team.bob.ask("GET", "/api/session", None));
    let bobs = write(&mut team.bob, "Bobsown", "bobs-tag");
    let path = |rest: &str| format!("/api/quizzes/{}{rest}", bobs.id);
    for browser in [&mut team.bob, &mut team.owner] {
        assert!(is_listed(browser, "Bobsown", "bobs-tag"));
    }
    for browser in [&mut team.cora, &mut team.viewer, &mut team.program] {
        assert!(!is_listed(browser, "Bobsown", "bobs-tag"));
        is_not_there(browser, "{quiz}", &bobs.id);
        let nowhere =
            browser.ask("POST", "/api/games", Some(&json!({ "quiz": "00000000000000ff" })));
        assert_eq!(browser.ask("POST", "/api/games", Some(&json!({ "quiz": bobs.id }))), nowhere);
    }
    assert_eq!(server.get(&path(""), &server.host_key()).0, 200);
    let of_bob = |page: QuizPage| page.quizzes.into_iter().find(|it| it.id == bobs.id);
    let listed: QuizPage = read(team.owner.ask("GET", "/api/quizzes", None));
    let listed = of_bob(listed).unwrap();
    assert_eq!((listed.host, listed.shared), (Some(me.account.host), false));
    // In the bin it is his as well.
    assert_eq!(team.bob.ask("DELETE", &path(""), None).0, 200);
    for (browser, sees) in [(&mut team.bob, true), (&mut team.cora, false)] {
        let bin: QuizPage = read(browser.ask("GET", "/api/quizzes?deleted=true", None));
        assert_eq!(of_bob(bin).is_some(), sees);
    }
    is_not_there(&mut team.cora, "{quiz}", &bobs.id);
    assert_eq!(team.bob.ask("POST", &path("/restore"), Some(&json!({}))).0, 200);
    // Shared, all hosts write it, and none but its own takes it back.
    let shared: QuizSummary = read(share(&mut team.bob, &bobs.id, true));
    assert_eq!((shared.host, shared.shared), (Some(me.account.host), true));
    for browser in [&mut team.cora, &mut team.viewer, &mut team.program] {
        assert!(is_listed(browser, "Bobsown", "bobs-tag"));
    }
    let save = json!({ "version": 1, "quiz": quiz("Coraschange"), "keep": true });
    let saved: SavedQuiz = read(team.cora.ask("PUT", &path(""), Some(&save)));
    assert_eq!(saved.version, 2);
    let copies: Vec<QuizCopy> = read(team.viewer.ask("GET", &path("/versions"), None));
    assert_eq!(copies.len(), 1);
    assert_eq!(team.cora.ask("POST", "/api/games", Some(&json!({ "quiz": bobs.id }))).0, 200);
    for browser in [&mut team.cora, &mut team.program, &mut team.viewer] {
        assert_eq!(share(browser, &bobs.id, false).0, 403);
    }
    assert_eq!(share(&mut team.bob, &bobs.id, false).0, 200);
    is_not_there(&mut team.cora, "{quiz}", &bobs.id);
    let shared: QuizSummary = read(share(&mut team.owner, &bobs.id, true));
    assert!(shared.shared);
}

async fn what_is_made_again_is_whose_it_was(on: On) {
    let server = Server::start_on(on, &[]);
    let mut team = Team::of(&server);
    // What the operator, programs and files bring is the team's and stays so.
    let shipped = server.quizzes()[0].clone();
    assert_eq!((shipped.host, shipped.shared), (None, true));
    let programs = write(&mut team.program, "Programmed", "programs-tag");
    for id in [&shipped.id, &programs.id] {
        for browser in [&mut team.bob, &mut team.owner, &mut team.program] {
            assert_eq!(share(browser, id, false).0, 409);
            assert_eq!(share(browser, id, true).0, 200);
        }
    }
    // Who takes a copy has one of their own.
    let found: QuizDocument =
        read(team.bob.ask("GET", &format!("/api/quizzes/{}", programs.id), None));
    let id = "0123456789abcdef";
    let copy = json!({ "quiz": found.quiz, "tags": [], "id": id });
    for _ in 0..2 {
        let saved: SavedQuiz = read(team.bob.ask("POST", "/api/quizzes", Some(&copy)));
        assert_eq!((saved.id.as_str(), saved.version), (id, 1));
    }
    is_not_there(&mut team.cora, "{quiz}", id);
    // The same under its id is nobody else's, whatever is in it.
    let (status, same) = team.cora.ask("POST", "/api/quizzes", Some(&copy));
    assert_eq!(status, 409, "{same}");
    let other = json!({ "quiz": quiz("Other"), "tags": [], "id": id });
    assert_eq!(team.cora.ask("POST", "/api/quizzes", Some(&other)), (409, same));
    // A file that a host brings is theirs.
    let file = json!({ "response_code": 0, "results": [{
        "category": "Rivers", "type": "boolean", "difficulty": "easy", "question": "Is it wet?",
        "correct_answer": "True", "incorrect_answers": ["False"],
    }] });
    let path = "/api/imports?name=x.json&title=Corasfile&save=00000000000000aa";
    let brought: ImportReport = read(team.cora.ask("POST", path, Some(&file)));
    assert_eq!(brought.saved.unwrap().id, "00000000000000aa");
    is_not_there(&mut team.bob, "{quiz}", "00000000000000aa");
    assert_eq!(team.cora.ask("GET", "/api/quizzes/00000000000000aa", None).0, 200);
}

async fn what_a_deleted_account_wrote_is_the_teams(on: On) {
    let server = Server::start_on(on, &[]);
    let mut team = Team::of(&server);
    let bobs = write(&mut team.bob, "Bobsown", "bobs-tag");
    let me: SignedInHost = read(team.bob.ask("GET", "/api/session", None));
    let account = format!("/api/hosts/{}", me.account.host);
    let disabled = json!({ "name": "Bob", "role": "host", "disabled": true });
    assert_eq!(team.owner.ask("PUT", &account, Some(&disabled)).0, 200);
    is_not_there(&mut team.cora, "{quiz}", &bobs.id);
    assert_eq!(team.owner.ask("DELETE", &account, None).0, 200);
    let listed: QuizPage = read(team.cora.ask("GET", "/api/quizzes?search=Bobsown", None));
    assert_eq!((listed.quizzes[0].host, listed.quizzes[0].shared), (None, true));
    assert_eq!(share(&mut team.owner, &bobs.id, false).0, 409);
}

async fn a_key_says_who_made_it(on: On) {
    let server = Server::start_on(on, &[]);
    let mut team = Team::of(&server);
    let me: SignedInHost = read(team.owner.ask("GET", "/api/session", None));
    let wish = json!({ "name": "nightly", "scopes": ["quizzes:read"] });
    let made: MadeKey = read(team.owner.ask("POST", "/api/keys", Some(&wish)));
    let by = |key: &KeySummary| (key.host, key.login.clone());
    let anna = (Some(me.account.host), Some("anna".to_owned()));
    assert_eq!(by(&made.summary), anna);
    let keys: Vec<KeySummary> = server.get_json("/api/keys", &server.host_key());
    let named = |name: &str| keys.iter().find(|key| key.name == name).map(by);
    assert_eq!((named("nightly"), named("program")), (Some(anna), Some((None, None))));
}
