//! Lists in their orders and by what is searched for, page by page while the library changes; the
//! questions of all quizzes.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use quizrain_shared::api::{ListQuizzes, QuestionPage, QuizSort, SavedQuiz};
use serde_json::json;

use super::{ask, create, expect, page, quiz, refused, save, titles};
use crate::common::on::{On, on_both};
use crate::common::server::Server;

fn search(text: &str) -> ListQuizzes {
    ListQuizzes { search: text.to_owned(), ..ListQuizzes::default() }
}

async fn quizzes_are_found_as_people_write_them(on: On) {
    let server = Server::start_on(on, &[]);
    create(&server, &quiz("Zürich bei Nacht", &["Wo steht das Großmünster?"]), &["Städte"]);
    create(&server, &quiz("元宵节", &["元宵节吃什么？"]), &[]);
    create(&server, &quiz("50%_\\ off", &["A question with '\"quotes\"; DROP TABLE quizzes"]), &[]);
    for (text, found) in [
        ("zurich", "Zürich bei Nacht"),
        ("ZÜRICH NACHT", "Zürich bei Nacht"),
        ("nacht grossmunster", "Zürich bei Nacht"),
        ("stadte", "Zürich bei Nacht"),
        ("元宵节吃", "元宵节"),
        ("50%_\\", "50%_\\ off"),
        ("'\"quotes\"; drop", "50%_\\ off"),
    ] {
        assert_eq!(titles(&server, &search(text)), [found], "{text}");
    }
    let none: [&str; 0] = [];
    for text in ["zurich tag", "%%%_", "__________", "元宵节喝"] {
        assert_eq!(titles(&server, &search(text)), none, "{text}");
    }
    // What is nothing finds everything.
    assert_eq!(titles(&server, &search(" \u{0} ")).len(), 7);
    let path = format!("/api/quizzes?search={}", "x".repeat(101));
    refused(ask(&server, "GET", &path, None), 400, "100 characters");
}

async fn pages_hold_while_the_library_changes(on: On) {
    let server = Server::start_on(on, &[]);
    let mut made: Vec<SavedQuiz> = Vec::new();
    for number in 0..23 {
        made.push(create(&server, &quiz(&format!("Quiz {number:02}"), &["Paged?"]), &["p"]));
    }
    for sort in QuizSort::ALL.iter().copied() {
        let wish = |after| ListQuizzes {
            sort,
            tag: Some("p".to_owned()),
            limit: Some(5),
            after,
            ..ListQuizzes::default()
        };
        let (mut seen, mut after, mut pages) = (Vec::new(), None, 0);
        loop {
            let part = page(&server, &wish(after));
            assert!(part.quizzes.len() <= 5);
            seen.extend(part.quizzes.into_iter().map(|quiz| quiz.id));
            pages += 1;
            if pages == 2 {
                // One that was shown goes, and one comes that stands before all.
                let gone = &seen[seen.len() - 1];
                assert_eq!(ask(&server, "DELETE", &format!("/api/quizzes/{gone}"), None).0, 200);
                create(&server, &quiz("AAA", &["Paged?"]), &["p"]);
            }
            after = part.next;
            if after.is_none() {
                break;
            }
        }
        let unique: BTreeSet<&String> = seen.iter().collect();
        assert_eq!(unique.len(), seen.len(), "{sort}: none comes twice");
        let still = page(&server, &ListQuizzes { limit: Some(200), ..wish(None) });
        for quiz in still.quizzes.iter().filter(|quiz| quiz.title != "AAA") {
            assert!(unique.contains(&quiz.id), "{sort}: {} was left out", quiz.title);
        }
    }
}

async fn each_order_is_what_it_says(on: On) {
    let server = Server::start_on(on, &[]);
    let [b, a, c] = ["beta", "Älpha", "Gamma"].map(|title| {
        let made = create(&server, &quiz(title, &["Sorted?"]), &["s"]);
        // No two are of the same millisecond.
        std::thread::sleep(Duration::from_millis(2));
        made
    });
    let _: SavedQuiz = expect(save(&server, &b, &quiz("beta", &["Changed?"])), 200);
    for id in [&c.id, &a.id] {
        assert_eq!(ask(&server, "POST", "/api/games", Some(&json!({ "quiz": id }))).0, 200);
        std::thread::sleep(Duration::from_millis(2));
    }
    for (sort, expected) in [
        (QuizSort::Title, ["Älpha", "beta", "Gamma"]),
        (QuizSort::Created, ["Gamma", "Älpha", "beta"]),
        (QuizSort::Changed, ["beta", "Gamma", "Älpha"]),
        (QuizSort::Played, ["Älpha", "Gamma", "beta"]),
    ] {
        let wish = ListQuizzes { sort, tag: Some("s".to_owned()), ..ListQuizzes::default() };
        assert_eq!(titles(&server, &wish), expected, "{sort}");
    }
}

async fn what_no_list_knows_is_refused(on: On) {
    let server = Server::start_on(on, &[]);
    let first = page(&server, &ListQuizzes { limit: Some(1), ..ListQuizzes::default() });
    let next = first.next.unwrap();
    for query in [
        "sort=size".to_owned(),
        "archived=perhaps".to_owned(),
        "limit=-1".to_owned(),
        "limit=65536".to_owned(),
        "colour=red".to_owned(),
        "after=x".to_owned(),
        "after=title.00.0000000000000000.0".to_owned(),
        format!("sort=changed&after={next}"),
        format!("after={next}.1"),
    ] {
        refused(ask(&server, "GET", &format!("/api/quizzes?{query}"), None), 400, "");
    }
    refused(ask(&server, "GET", &format!("/api/questions?after={next}"), None), 400, "`after`");
    assert_eq!(page(&server, &ListQuizzes { limit: Some(0), ..search("") }).quizzes.len(), 1);
    assert_eq!(page(&server, &ListQuizzes { limit: Some(999), ..search("") }).quizzes.len(), 4);
}

async fn questions_of_all_quizzes_are_found(on: On) {
    let server = Server::start_on(on, &[]);
    for number in 0..12 {
        let texts: Vec<String> = (0..3).map(|part| format!("Bänk {number} part {part}?")).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        create(&server, &quiz(&format!("Bank {number:02}"), &texts), &[]);
    }
    let ask_for = |query: &str| -> QuestionPage {
        expect(ask(&server, "GET", &format!("/api/questions?{query}"), None), 200)
    };
    let (mut found, mut after) = (Vec::new(), String::new());
    loop {
        let page = ask_for(&format!("search=bank+part&limit=5{after}"));
        assert!(page.questions.len() <= 5);
        found.extend(page.questions);
        let Some(next) = page.next else { break };
        after = format!("&after={next}");
    }
    let names: Vec<_> = found.iter().map(|it| (it.title.as_str(), it.position)).collect();
    let expected: Vec<_> = (0..12).map(|number| format!("Bank {number:02}")).collect();
    let expected: Vec<_> =
        expected.iter().flat_map(|title| (0..3).map(|part| (title.as_str(), part))).collect();
    assert_eq!(names, expected);
    assert_eq!(found[4].question.text, "Bänk 1 part 1?");
    // All words are in the same question.
    let one = ask_for("search=BANK+11+%22part+2%22");
    assert_eq!(one.questions.len(), 0);
    let one = ask_for("search=B%C3%84NK+11+2");
    assert_eq!(one.questions.len(), 1, "{one:?}");
    assert_eq!((one.questions[0].position, one.next), (2, None));
    assert_eq!(ask_for("search=nothing+like+it").questions, []);
    // Those of all that ships as well.
    assert!(ask_for("limit=200").questions.len() > 36);
}

async fn what_another_version_wrote_is_made_anew(on: On) {
    let mut server = Server::start_on(on, &[]);
    let before = server.quizzes();
    let mut half = quiz("Halb", &["", "Grüße?"]);
    half.description = "kept".to_owned();
    create(&server, &half, &[]);
    server.stop();
    server.tamper(
        "UPDATE quizzes SET indexed = 0, search = '', sort_title = '', problems = 0, questions = 7, rains = '[]'",
    );
    server.restart();
    assert_eq!(titles(&server, &search("grusse")), ["Halb"]);
    let after = server.quizzes();
    assert_eq!(after.len(), before.len() + 1);
    for quiz in before {
        assert!(after.contains(&quiz), "{quiz:?}");
    }
    let half = after.iter().find(|quiz| quiz.title == "Halb").unwrap();
    assert_eq!((half.problems, half.questions, half.version), (1, 2, 1));
}

async fn a_thousand_quizzes_are_listed_at_once(on: On) {
    let server = Server::start_on(on, &[]);
    let texts: Vec<String> = (0..40).map(|number| format!("Question {number}?")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let made = create(&server, &quiz("Of many", &texts), &["many"]);
    let rest = "title, language, description, questions, problems, rains, tags, tag_keys, version, created_ms, \
                changed_ms, archived, indexed, search, body, shared";
    server.tamper(&format!(
        "INSERT INTO quizzes (quiz, source, sort_title, {rest})
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
         SELECT '00000000000' || (10000 + i), 'copy ' || i, 'of many ' || (10000 + i), {rest} FROM quizzes, n
         WHERE quiz = '{}'",
        made.id
    ));
    for wish in [
        ListQuizzes { limit: Some(200), ..ListQuizzes::default() },
        ListQuizzes { limit: Some(200), sort: QuizSort::Changed, ..search("question 39") },
        ListQuizzes { limit: Some(200), tag: Some("MANY".to_owned()), ..ListQuizzes::default() },
    ] {
        // The best of a few: others may be busy beside this test.
        let times = (0..5).map(|_| {
            let since = Instant::now();
            assert_eq!(page(&server, &wish).quizzes.len(), 200);
            since.elapsed()
        });
        let best = times.min().unwrap();
        assert!(best < Duration::from_millis(300), "{best:?} for {wish:?}");
    }
}

on_both!(
    what_another_version_wrote_is_made_anew,
    a_thousand_quizzes_are_listed_at_once,
    quizzes_are_found_as_people_write_them,
    pages_hold_while_the_library_changes,
    each_order_is_what_it_says,
    what_no_list_knows_is_refused,
    questions_of_all_quizzes_are_found,
);
