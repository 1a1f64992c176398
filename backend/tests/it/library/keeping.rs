//! Tags, archive and bin; what goes for good, and what stays as long as somebody has it.

use std::time::Instant;

use quizrain_shared::api::{ListQuizzes, QuizSummary, SavedQuiz, TagCount};
use serde_json::json;

use super::pictures::{png, shown, upload};
use super::{ask, create, expect, open, page, quiz, refused, save, titles};
use crate::common::on::{On, on_both};
use crate::common::server::{DEADLINE, Server};

/// Tests' own quizzes alone, which have this tag.
fn tagged(wish: ListQuizzes) -> ListQuizzes {
    ListQuizzes { tag: Some("test".to_owned()), ..wish }
}

async fn what_is_filed_is_found_there(on: On) {
    let server = Server::start_on(on, &[]);
    let made = create(&server, &quiz("Filed", &["One?"]), &["test"]);
    let path = format!("/api/quizzes/{}/shelf", made.id);
    let put = |tags: &[&str], archived: bool| {
        ask(&server, "PUT", &path, Some(&json!({ "tags": tags, "archived": archived })))
    };
    let filed: QuizSummary = expect(put(&["Test", "Ärzte"], true), 200);
    assert_eq!((filed.archived, filed.version), (true, 1));
    assert_eq!(filed.tags, ["Test", "Ärzte"]);
    let none: [&str; 0] = [];
    assert_eq!(titles(&server, &tagged(ListQuizzes::default())), none);
    let archive = ListQuizzes { archived: true, ..ListQuizzes::default() };
    assert_eq!(titles(&server, &tagged(archive.clone())), ["Filed"]);
    let arzte = ListQuizzes { tag: Some("ARZTE".to_owned()), ..archive };
    assert_eq!(titles(&server, &arzte), ["Filed"]);
    create(&server, &quiz("Another", &["One?"]), &["ärzte"]);
    let tags: Vec<TagCount> = expect(ask(&server, "GET", "/api/tags", None), 200);
    let tags: Vec<_> = tags.iter().map(|it| (it.tag.to_lowercase(), it.quizzes)).collect();
    assert_eq!(tags, [("ärzte".to_owned(), 2), ("test".to_owned(), 1)]);
    let many: Vec<String> = (0..21).map(|number| number.to_string()).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    for bad in [&[""][..], &["\u{200b}"], &["x".repeat(41).as_str()], &many] {
        refused(put(bad, false), 400, "20 tags at most");
    }
    assert_eq!(put(&many[..20], false).0, 200);
    let missing = "/api/quizzes/00000000000000ff/shelf";
    let body = json!({ "tags": [], "archived": true });
    refused(ask(&server, "PUT", missing, Some(&body)), 404, "");
}

async fn the_bin_gives_back_what_was_thrown_away(on: On) {
    let server = Server::start_on(on, &[]);
    let made = create(&server, &quiz("Gone?", &["One?"]), &["test"]);
    let path = format!("/api/quizzes/{}", made.id);
    let thrown: QuizSummary = expect(ask(&server, "DELETE", &path, None), 200);
    let again: QuizSummary = expect(ask(&server, "DELETE", &path, None), 200);
    assert!(thrown.deleted_ms.is_some() && thrown.deleted_ms == again.deleted_ms);
    let bin = ListQuizzes { deleted: true, ..ListQuizzes::default() };
    let none: [&str; 0] = [];
    assert_eq!(titles(&server, &tagged(ListQuizzes::default())), none);
    assert_eq!(titles(&server, &tagged(bin.clone())), ["Gone?"]);
    // It is read and neither written nor played.
    assert_eq!(open(&server, &made.id).deleted_ms, thrown.deleted_ms);
    refused(save(&server, &made, &quiz("Else", &[])), 409, "in the bin; restore it");
    let game = json!({ "quiz": made.id });
    refused(ask(&server, "POST", "/api/games", Some(&game)), 404, "");
    let found = ask(&server, "GET", "/api/questions?search=one%3F", None);
    assert!(!found.1.contains(&made.id), "{found:?}");
    for _ in 0..2 {
        let back: QuizSummary =
            expect(ask(&server, "POST", &format!("{path}/restore"), Some(&json!({}))), 200);
        assert_eq!(back.deleted_ms, None);
    }
    assert_eq!(titles(&server, &tagged(bin)), none);
    let _: SavedQuiz = expect(save(&server, &made, &quiz("Else", &["One?"])), 200);
    refused(ask(&server, "DELETE", "/api/quizzes/00000000000000ff", None), 404, "");
    let missing = "/api/quizzes/00000000000000ff/restore";
    refused(ask(&server, "POST", missing, Some(&json!({}))), 404, "");
}

async fn what_was_in_the_bin_for_long_goes_with_its_pictures(on: On) {
    let server = Server::start_on(on, &["--redis-retention-hours", "0"]);
    let [in_game, in_copy, nowhere, new] =
        [1, 2, 3, 4].map(|size| upload(&server, &png(size * 10, 10)));
    let mut picture = quiz("Pictures", &["One?"]);
    picture.questions[0].picture = Some(shown(&in_copy));
    let stays = create(&server, &picture, &[]);
    let _: SavedQuiz = expect(save(&server, &stays, &quiz("No picture", &["One?"])), 200);
    picture.questions[0].picture = Some(shown(&in_game));
    let gone = create(&server, &picture, &["test"]);
    let _: SavedQuiz = expect(save(&server, &gone, &quiz("Another", &["Two?"])), 200);
    let back = SavedQuiz { version: 2, ..gone.clone() };
    let _: SavedQuiz = expect(save(&server, &back, &picture), 200);
    let game = json!({ "quiz": gone.id });
    assert_eq!(ask(&server, "POST", "/api/games", Some(&game)).0, 200);
    assert_eq!(ask(&server, "DELETE", &format!("/api/quizzes/{}", gone.id), None).0, 200);
    // A month and a day later.
    server.tamper("UPDATE media SET created_ms = created_ms - 86400001");
    server.tamper("UPDATE quizzes SET deleted_ms = deleted_ms - 2592000001");
    let fresh = upload(&server, &png(40, 10));
    assert_eq!(fresh.media, new.media);
    let since = Instant::now();
    let count = |table: &str| server.ledger(&format!("SELECT COUNT(*) FROM {table}"));
    while ask(&server, "GET", &format!("/api/quizzes/{}", gone.id), None).0 != 404
        || count("media") != ["3"]
    {
        assert!(since.elapsed() < DEADLINE, "{:?}", server.ledger("SELECT media FROM media"));
        tokio::task::yield_now().await;
    }
    let there = server.ledger("SELECT media FROM media");
    for (picture, is_there) in [(in_game, true), (in_copy, true), (nowhere, false), (new, true)] {
        assert_eq!(there.contains(&picture.media.to_string()), is_there, "{picture:?}");
    }
    let uses = "media_uses WHERE used_by LIKE 'copy%' OR used_by LIKE 'quiz%'";
    assert_eq!((count(uses), count("quiz_copies")), (vec!["1".to_owned()], vec!["1".to_owned()]));
    assert_eq!(page(&server, &tagged(ListQuizzes::default())).quizzes, []);
}

on_both!(
    what_is_filed_is_found_there,
    the_bin_gives_back_what_was_thrown_away,
    what_was_in_the_bin_for_long_goes_with_its_pictures,
);
