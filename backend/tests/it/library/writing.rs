//! Quizzes are kept unfinished, saved again and again, and by two at once; copies of what they were.

use quizrain_shared::api::{MAX_COPIES, QuizCopy, QuizDocument, QuizVersion, SavedQuiz, StaleQuiz};
use quizrain_shared::quiz::{PlannedRain, Quiz};
use serde_json::json;

use super::{ask, create, expect, open, quiz, refused, save};
use crate::common::nodes::Nodes;
use crate::common::on::{On, on_both};
use crate::common::plan;
use crate::common::server::Server;

fn copies(server: &Server, id: &str) -> Vec<QuizCopy> {
    expect(ask(server, "GET", &format!("/api/quizzes/{id}/versions"), None), 200)
}

async fn an_unfinished_quiz_is_kept_and_not_played(on: On) {
    let server = Server::start_on(on, &[]);
    let mut half = quiz("", &["Is this all?", ""]);
    half.rains.push(PlannedRain { title: None, after: Some(1), plan: plan("points", 100, 4) });
    let made = create(&server, &half, &["Office", " office ", "Für Kids"]);
    assert_eq!(made.version, 1);
    let document = open(&server, &made.id);
    assert_eq!((document.version, &document.quiz), (1, &half));
    assert_eq!(document.tags, ["Office", "Für Kids"]);
    let listed = server.quizzes().into_iter().find(|quiz| quiz.id == made.id).unwrap();
    assert_eq!((listed.questions, listed.problems, listed.version), (2, 2, 1));
    assert_eq!((listed.rains, listed.last_played_ms), (half.rains.clone(), None));
    let start = |id: &str| ask(&server, "POST", "/api/games", Some(&json!({ "quiz": id })));
    refused(start(&made.id), 409, "not finished: the quiz has no title");
    half.title = "Whole".to_owned();
    let saved: SavedQuiz = expect(save(&server, &made, &half), 200);
    refused(start(&made.id), 409, "not finished: question 2: the question has no text");
    half.questions.truncate(1);
    let saved: SavedQuiz = expect(save(&server, &saved, &half), 200);
    assert_eq!(saved.version, 3);
    assert_eq!(start(&made.id).0, 200);
    let listed = server.quizzes().into_iter().find(|quiz| quiz.id == made.id).unwrap();
    assert!(listed.last_played_ms >= Some(listed.changed_ms), "{listed:?}");
    assert_eq!((listed.problems, listed.questions), (0, 1));
}

async fn what_is_asked_twice_is_done_once(on: On) {
    let server = Server::start_on(on, &[]);
    let (first, other) = (quiz("First", &["One?"]), quiz("Other", &["Two?"]));
    let named = |quiz: &Quiz, id: &str| {
        ask(&server, "POST", "/api/quizzes", Some(&json!({ "quiz": quiz, "id": id })))
    };
    let before = server.quizzes().len();
    for _ in 0..2 {
        let made: SavedQuiz = expect(named(&first, "00000000000000aa"), 201);
        assert_eq!((made.id.as_str(), made.version), ("00000000000000aa", 1));
    }
    refused(named(&other, "00000000000000aa"), 409, "another quiz has this id");
    for id in ["", "aa", "00000000000000AA", "00000000000000a\u{0}", "../00000000000000"] {
        refused(named(&first, id), 400, "16 hex digits");
    }
    assert_eq!(server.quizzes().len(), before + 1);
    let made = SavedQuiz { id: "00000000000000aa".to_owned(), version: 1 };
    for _ in 0..2 {
        let saved: SavedQuiz = expect(save(&server, &made, &other), 200);
        assert_eq!(saved.version, 2);
    }
}

async fn two_who_write_do_not_overwrite_each_other(on: On) {
    let server = Server::start_on(on, &[]);
    let made = create(&server, &quiz("Ours", &["One?"]), &[]);
    let answers: Vec<(u16, String)> = std::thread::scope(|scope| {
        let write = |number: usize| {
            let (server, made) = (&server, &made);
            scope.spawn(move || save(server, made, &quiz(&format!("Of {number}"), &["Two?"])))
        };
        let all: Vec<_> = (0..8).map(write).collect();
        all.into_iter().map(|one| one.join().unwrap()).collect()
    });
    let saved = answers.iter().filter(|(status, _)| *status == 200).count();
    assert_eq!(saved, 1, "{answers:?}");
    for (status, text) in answers.iter().filter(|(status, _)| *status != 200) {
        assert_eq!(*status, 409, "{text}");
        let stale: StaleQuiz = serde_json::from_str(text).unwrap();
        assert_eq!(stale.version, 2);
        assert!(stale.error.contains("somebody else has saved"), "{text}");
    }
    assert_eq!(open(&server, &made.id).version, 2);
    assert_eq!(copies(&server, &made.id).len(), 1);
    let gone = SavedQuiz { id: "00000000000000ff".to_owned(), version: 1 };
    refused(save(&server, &gone, &quiz("", &[])), 404, "");
}

async fn other_servers_see_what_one_has_saved(on: On) {
    let nodes = Nodes::start(on, 2, &[]).await;
    let made = create(nodes.node(0), &quiz("Ours", &["One?"]), &[]);
    let on_other = quiz("Of the other", &["One?"]);
    let saved: SavedQuiz = expect(save(nodes.node(1), &made, &on_other), 200);
    let stale = save(nodes.node(0), &made, &quiz("Of the first", &["One?"]));
    let stale: StaleQuiz = expect(stale, 409);
    assert_eq!(stale.version, saved.version);
    assert_eq!(open(nodes.node(0), &made.id).quiz, on_other);
}

async fn copies_are_kept_seldom_and_a_few_of_them(on: On) {
    let server = Server::start_on(on, &[]);
    let mut last = create(&server, &quiz("v1", &["One?"]), &[]);
    let later = "UPDATE quiz_copies SET kept_ms = kept_ms - 600001";
    for version in 2..5 {
        last = expect(save(&server, &last, &quiz(&format!("v{version}"), &["One?"])), 200);
    }
    let id = last.id.clone();
    let titles =
        || -> Vec<String> { copies(&server, &id).into_iter().map(|copy| copy.title).collect() };
    assert_eq!(titles(), ["v1"]);
    server.tamper(later);
    last = expect(save(&server, &last, &quiz("v5", &["One?"])), 200);
    assert_eq!(titles(), ["v4", "v1"]);
    // Whoever replaces what somebody else wrote has it kept.
    let body = json!({ "version": last.version, "quiz": quiz("v6", &["One?"]), "keep": true });
    let path = format!("/api/quizzes/{}", last.id);
    last = expect(ask(&server, "PUT", &path, Some(&body)), 200);
    assert_eq!(titles(), ["v5", "v4", "v1"]);
    let copy: QuizVersion = expect(ask(&server, "GET", &format!("{path}/versions/4"), None), 200);
    assert_eq!((copy.version, copy.quiz), (4, quiz("v4", &["One?"])));
    for missing in ["2", "99", "x", "-1", "18446744073709551616"] {
        refused(ask(&server, "GET", &format!("{path}/versions/{missing}"), None), 404, "");
    }
    // To bring one back is to save it.
    last = expect(save(&server, &last, &quiz("v4", &["One?"])), 200);
    assert_eq!((last.version, open(&server, &last.id).quiz.title.as_str()), (7, "v4"));
    for version in 8..8 + MAX_COPIES + 3 {
        server.tamper(later);
        last = expect(save(&server, &last, &quiz(&format!("v{version}"), &["One?"])), 200);
    }
    let kept = copies(&server, &last.id);
    assert_eq!(kept.len(), MAX_COPIES);
    assert_eq!(kept[0].version, last.version - 1);
    assert!(kept.windows(2).all(|two| two[0].version > two[1].version));
}

async fn a_page_asks_whether_anything_changed(on: On) {
    let server = Server::start_on(on, &[]);
    let made = create(&server, &quiz("Ours", &["One?"]), &[]);
    let path = format!("/api/quizzes/{}", made.id);
    let ask_for = |path: &str, known: Option<&str>| {
        let agent: ureq::Agent =
            ureq::Agent::config_builder().http_status_as_error(false).build().into();
        let mut request = agent
            .get(format!("http://{}{path}", server.address))
            .header("Authorization", format!("Bearer {}", server.host_key()));
        if let Some(known) = known {
            request = request.header("If-None-Match", known);
        }
        let mut answer = request.call().unwrap();
        let etag = answer.headers()["etag"].to_str().unwrap().to_owned();
        (answer.status().as_u16(), etag, answer.body_mut().read_to_vec().unwrap())
    };
    let get = |known: Option<&str>| ask_for(&path, known);
    let (status, first, text) = get(None);
    assert_eq!(status, 200);
    for format in ["quizrain-zip", "kahoot"] {
        let path = format!("{path}/export?format={format}");
        let etag = ask_for(&path, None).1;
        assert_eq!(ask_for(&path, Some(&etag)).0, 304, "{format}");
    }
    let document: QuizDocument = serde_json::from_slice(&text).unwrap();
    assert_eq!(document.version, 1);
    assert_eq!(get(Some(&first)), (304, first.clone(), Vec::new()));
    assert_eq!(get(Some(&format!("\"x\", W/{first}"))).0, 304);
    let shelf = json!({ "tags": ["new"], "archived": false });
    assert_eq!(ask(&server, "PUT", &format!("{path}/shelf"), Some(&shelf)).0, 200);
    let (status, second, _) = get(Some(&first));
    assert_eq!((status, second == first), (200, false));
    save(&server, &made, &quiz("Changed", &["One?"]));
    assert_eq!(get(Some(&second)).0, 200);
}

async fn a_file_that_is_read_again_keeps_what_was_there(on: On) {
    let mut server = Server::start_on(on, &[]);
    let listed = server.quizzes().into_iter().find(|it| it.title == "How computers count").unwrap();
    let shelf = json!({ "tags": ["mine"], "archived": true });
    let path = format!("/api/quizzes/{}", listed.id);
    assert_eq!(ask(&server, "PUT", &format!("{path}/shelf"), Some(&shelf)).0, 200);
    server.stop();
    server.restart();
    // The same again is no change.
    let again = open(&server, &listed.id);
    assert_eq!((again.version, &again.tags), (listed.version, &vec!["mine".to_owned()]));
    let from = SavedQuiz { id: listed.id.clone(), version: listed.version };
    let mine = quiz("Mine", &["One?"]);
    let _: SavedQuiz = expect(save(&server, &from, &mine), 200);
    server.stop();
    // Nor does it replace what was written since.
    server.restart();
    let again = open(&server, &listed.id);
    assert_eq!((&again.quiz, again.archived), (&mine, true));
}

on_both!(
    an_unfinished_quiz_is_kept_and_not_played,
    what_is_asked_twice_is_done_once,
    two_who_write_do_not_overwrite_each_other,
    other_servers_see_what_one_has_saved,
    copies_are_kept_seldom_and_a_few_of_them,
    a_page_asks_whether_anything_changed,
    a_file_that_is_read_again_keeps_what_was_there,
);
