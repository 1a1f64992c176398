//! What nobody may put into the library, and who may not.

use quizrain_shared::question::Picture;
use quizrain_shared::quiz::{MAX_QUESTIONS, Quiz};
use serde_json::{Value, json};

use super::{ask, create, open, quiz, refused, save, send_bytes, titles};
use crate::common::client::token;
use crate::common::on::{On, on_both};
use crate::common::server::Server;

async fn a_quiz_that_is_too_large_is_refused(on: On) {
    let server = Server::start_on(on, &[]);
    let post = |quiz: &Quiz| ask(&server, "POST", "/api/quizzes", Some(&json!({ "quiz": quiz })));
    let mut large = quiz("x", &["One?"]);
    large.title = "x".repeat(121);
    refused(post(&large), 400, "121 characters, 120 at most");
    let mut large = quiz("x", &["One?", "Two?"]);
    large.questions[1].text = "x".repeat(501);
    refused(post(&large), 400, "question 2: the question has 501 characters");
    large.questions[1].text = "Two?".to_owned();
    large.questions[1].explanation = "x".repeat(501);
    refused(post(&large), 400, "the explanation has 501 characters");
    large.questions[1].explanation.clear();
    large.description = "x".repeat(301);
    refused(post(&large), 400, "the description has 301");
    let many = vec!["?"; MAX_QUESTIONS + 1];
    refused(post(&quiz("x", &many)), 400, "20001 questions, 20000 at most");
    let made = create(&server, &quiz("x", &many[..MAX_QUESTIONS]), &[]);
    assert_eq!(open(&server, &made.id).quiz.questions.len(), MAX_QUESTIONS);
}

async fn what_is_no_quiz_is_refused(on: On) {
    let server = Server::start_on(on, &[]);
    let key = server.host_key();
    let good = serde_json::to_value(quiz("x", &["One?"])).unwrap();
    let with = |path: &str, value: Value| {
        let mut quiz = good.clone();
        *quiz.pointer_mut(path).unwrap() = value;
        json!({ "quiz": quiz }).to_string()
    };
    let deep = format!("{{\"quiz\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000));
    for body in [
        String::new(),
        "null".to_owned(),
        "{".to_owned(),
        json!({}).to_string(),
        deep,
        json!({ "quiz": good, "colour": "red" }).to_string(),
        with("/title", json!(7)),
        with("/questions", json!({})),
        with("/questions/0/seconds", json!(-1)),
        with("/questions/0/seconds", json!(1e99)),
        with("/questions/0/kind", json!({ "bomb": {} })),
        with("/questions/0/picture", json!({ "media": "x", "width": 1, "height": 1, "alt": "" })),
        "{\"quiz\":{\"title\":\"\\ud800\"}}".to_owned(),
    ] {
        let shown: String = body.chars().take(80).collect();
        let answer = send_bytes(&server, ("POST", "/api/quizzes"), &key, body.into_bytes());
        assert_eq!(answer.0, 400, "{shown}: {answer:?}");
        refused(answer, 400, "this is no quiz");
    }
    let answer = send_bytes(&server, ("POST", "/api/quizzes"), &key, b"\xff\xfe{\0".to_vec());
    refused(answer, 400, "this is no quiz");
}

async fn characters_that_nobody_sees_are_kept_and_named(on: On) {
    let server = Server::start_on(on, &[]);
    let hidden = quiz("Ti\u{0}tle\u{202e}", &["One\u{0}?", "\u{1b}[2J"]);
    let made = create(&server, &hidden, &["t"]);
    assert_eq!(open(&server, &made.id).quiz, hidden);
    let wish = |search: &str| quizrain_shared::api::ListQuizzes {
        search: search.to_owned(),
        tag: Some("t\u{0}".to_owned()),
        ..Default::default()
    };
    assert_eq!(titles(&server, &wish("title")), ["Ti tle\u{202e}"]);
    assert_eq!(titles(&server, &wish("one\u{0}?")), ["Ti tle\u{202e}"]);
    let game = json!({ "quiz": made.id });
    refused(ask(&server, "POST", "/api/games", Some(&game)), 409, "hidden character U+0000");
    let mut named = quiz("Title", &["One\u{202e}?"]);
    let saved = serde_json::from_str(&save(&server, &made, &named).1).unwrap();
    refused(ask(&server, "POST", "/api/games", Some(&game)), 409, "question 1: the text has");
    named.questions[0].text = "One?".to_owned();
    named.questions[0].picture = Some(Picture {
        media: quizrain_shared::ids::MediaId([1; 16]),
        width: 1,
        height: 1,
        alt: String::new(),
    });
    refused(save(&server, &saved, &named), 400, "picture or sound of question 1");
}

async fn ids_that_are_none_are_not_found(on: On) {
    let server = Server::start_on(on, &[]);
    for id in ["%00", "..%2f..", "x", "0000000000000000%00", "%F0%9F%92%A9", "' OR '1'='1"] {
        let id = id.replace(' ', "%20").replace('\'', "%27");
        for (method, rest) in [
            ("GET", ""),
            ("DELETE", ""),
            ("GET", "/versions"),
            ("GET", "/versions/1"),
            ("POST", "/restore"),
        ] {
            let body = json!({});
            let body = (method == "POST").then_some(&body);
            refused(ask(&server, method, &format!("/api/quizzes/{id}{rest}"), body), 404, "");
        }
    }
    let game = json!({ "quiz": "\u{0}" });
    refused(ask(&server, "POST", "/api/games", Some(&game)), 404, "");
}

async fn only_the_host_key_opens_the_library(on: On) {
    let server = Server::start_on(on, &[]);
    let made = create(&server, &quiz("x", &["One?"]), &[]);
    let of_quiz = format!("/api/quizzes/{}", made.id);
    let of = |rest: &str| format!("{of_quiz}/{rest}");
    let game = server.create_game("How computers count");
    for (method, path) in [
        ("GET", "/api/quizzes".to_owned()),
        ("POST", "/api/quizzes".to_owned()),
        ("GET", of_quiz.clone()),
        ("PUT", of_quiz.clone()),
        ("DELETE", of_quiz.clone()),
        ("PUT", of("shelf")),
        ("POST", of("restore")),
        ("GET", of("versions")),
        ("GET", of("versions/1")),
        ("GET", "/api/questions".to_owned()),
        ("GET", "/api/tags".to_owned()),
        ("POST", "/api/media".to_owned()),
    ] {
        let body = json!({});
        let send = |key: &str| {
            let body = (method != "GET" && method != "DELETE").then_some(&body);
            let answer =
                quizrain_testkit::http::send(method, server.as_ref(), &path, key, body).unwrap();
            (answer.status, answer.text)
        };
        refused(send(""), 401, "token");
        refused(send(&token(1).reveal()), 403, "no right");
        refused(send(&game.token.reveal()), 403, "no right");
    }
    assert_eq!(open(&server, &made.id).version, 1);
}

on_both!(
    a_quiz_that_is_too_large_is_refused,
    what_is_no_quiz_is_refused,
    characters_that_nobody_sees_are_kept_and_named,
    ids_that_are_none_are_not_found,
    only_the_host_key_opens_the_library,
);
