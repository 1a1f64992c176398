//! The host's library over HTTP: written, found, kept, thrown away, and what nobody may put into it.

mod files;
mod finding;
mod folder;
mod hostile;
mod keeping;
pub(crate) mod pictures;
pub(crate) mod sounds;
mod writing;

use std::time::Instant;

use quizrain_shared::api::{ListQuizzes, QuizDocument, QuizPage, SavedQuiz};
use quizrain_shared::question::{Question, QuestionKind, TrueFalse};
use quizrain_shared::quiz::Quiz;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::common::server::{DEADLINE, Server};

/// A quiz with such questions, which lacks nothing.
fn quiz(title: &str, texts: &[&str]) -> Quiz {
    let question = |text: &&str| {
        let kind = QuestionKind::TrueFalse(TrueFalse { correct: true });
        Question::new((*text).to_owned(), kind)
    };
    let questions = texts.iter().map(question).collect();
    Quiz { title: title.to_owned(), questions, ..Quiz::blank("en".to_owned()) }
}

/// Asks with the host key; the status and the text of the answer.
fn ask(server: &Server, method: &str, path: &str, body: Option<&Value>) -> (u16, String) {
    let key = server.host_key();
    let answer = quizrain_testkit::http::send(method, server.as_ref(), path, &key, body).unwrap();
    (answer.status, answer.text)
}

/// The answer with this status.
fn expect<T: DeserializeOwned>((status, text): (u16, String), expected: u16) -> T {
    assert_eq!(status, expected, "{text}");
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Asserts a refusal that says something.
fn refused((status, text): (u16, String), expected: u16, says: &str) {
    assert_eq!(status, expected, "{text}");
    let problem: Value = serde_json::from_str(&text).unwrap();
    let said = problem["error"].as_str().unwrap();
    assert!(said.contains(says), "{said}");
}

fn create(server: &Server, quiz: &Quiz, tags: &[&str]) -> SavedQuiz {
    let body = json!({ "quiz": quiz, "tags": tags });
    expect(ask(server, "POST", "/api/quizzes", Some(&body)), 201)
}

fn open(server: &Server, id: &str) -> QuizDocument {
    expect(ask(server, "GET", &format!("/api/quizzes/{id}"), None), 200)
}

fn save(server: &Server, from: &SavedQuiz, quiz: &Quiz) -> (u16, String) {
    let body = json!({ "version": from.version, "quiz": quiz });
    ask(server, "PUT", &format!("/api/quizzes/{}", from.id), Some(&body))
}

/// A page of the library.
fn page(server: &Server, wish: &ListQuizzes) -> QuizPage {
    let ListQuizzes { search, tag, sort, archived, deleted, after, limit } = wish;
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    query.append_pair("search", search).append_pair("sort", sort.word());
    query.append_pair("archived", &archived.to_string());
    query.append_pair("deleted", &deleted.to_string());
    for (name, value) in [("tag", tag), ("after", after)] {
        query.extend_pairs(value.iter().map(|value| (name, value)));
    }
    query.extend_pairs(limit.iter().map(|limit| ("limit", limit.to_string())));
    expect(ask(server, "GET", &format!("/api/quizzes?{}", query.finish()), None), 200)
}

/// The titles of a page.
fn titles(server: &Server, wish: &ListQuizzes) -> Vec<String> {
    page(server, wish).quizzes.into_iter().map(|quiz| quiz.title).collect()
}

/// Sends bytes as they are, with this right.
fn send_bytes(
    server: &Server,
    (method, path): (&str, &str),
    key: &str,
    bytes: Vec<u8>,
) -> (u16, String) {
    let agent: ureq::Agent =
        ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let request = ureq::http::Request::builder()
        .method(method)
        .uri(format!("http://{}{path}", server.address))
        .header("Authorization", format!("Bearer {key}"))
        .body(bytes)
        .unwrap();
    let mut answer = agent.run(request).unwrap();
    (answer.status().as_u16(), answer.body_mut().read_to_string().unwrap())
}

/// The first that there is.
async fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let since = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(since.elapsed() < DEADLINE, "{what}");
        tokio::task::yield_now().await;
    }
}
