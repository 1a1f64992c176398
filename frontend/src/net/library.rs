//! What the studio asks of the library: quizzes, their versions, and files that bring and take them.

use quizrain_shared::api::{
    ExportFormat, ExportReport, ImportFile, ImportReport, ListQuizzes, NewQuiz, QuizCopy,
    QuizDocument, QuizFiles, QuizPage, QuizSummary, QuizVersion, SaveQuiz, SavedQuiz, ShareQuiz,
    Shelf, TagCount,
};
use quizrain_shared::ids::Token;
use web_sys::Blob;

use super::host::{answer, json, refused, request};
use super::http::{HttpError, fetch_file, send_file};

/// The query of an address: what is there of these, as an URL writes it.
fn query<'q>(fields: impl IntoIterator<Item = (&'static str, Option<&'q str>)>) -> String {
    let mut query = String::new();
    for (name, text) in fields {
        if let Some(text) = text {
            query.push(if query.is_empty() { '?' } else { '&' });
            query.push_str(name);
            query.push('=');
            query.push_str(&String::from(js_sys::encode_uri_component(text)));
        }
    }
    query
}

/// A page of the library.
pub(crate) async fn list(key: &Token, wish: &ListQuizzes) -> Result<QuizPage, HttpError> {
    let limit = wish.limit.map(|limit| limit.to_string());
    let query = query([
        ("search", (!wish.search.is_empty()).then_some(&*wish.search)),
        ("tag", wish.tag.as_deref()),
        ("sort", Some(wish.sort.word())),
        ("archived", wish.archived.then_some("true")),
        ("deleted", wish.deleted.then_some("true")),
        ("after", wish.after.as_deref()),
        ("limit", limit.as_deref()),
    ]);
    request("GET", &["/api/quizzes", &query].concat(), Some(key), None).await
}

/// Every tag.
pub(crate) async fn tags(key: &Token) -> Result<Vec<TagCount>, HttpError> {
    request("GET", "/api/tags", Some(key), None).await
}

/// Puts a quiz into the library.
pub(crate) async fn create(key: &Token, quiz: &NewQuiz) -> Result<SavedQuiz, HttpError> {
    request("POST", "/api/quizzes", Some(key), json(quiz).as_deref()).await
}

/// A quiz as it is written.
pub(crate) async fn open(key: &Token, id: &str) -> Result<QuizDocument, HttpError> {
    request("GET", &format!("/api/quizzes/{id}"), Some(key), None).await
}

/// Saves a quiz over another version of it.
pub(crate) async fn save(key: &Token, id: &str, quiz: &SaveQuiz) -> Result<SavedQuiz, HttpError> {
    request("PUT", &format!("/api/quizzes/{id}"), Some(key), json(quiz).as_deref()).await
}

/// Files a quiz.
pub(crate) async fn file(key: &Token, id: &str, shelf: &Shelf) -> Result<QuizSummary, HttpError> {
    let path = format!("/api/quizzes/{id}/shelf");
    request("PUT", &path, Some(key), json(shelf).as_deref()).await
}

/// Shares a quiz with the team, or takes it back.
pub(crate) async fn share(key: &Token, id: &str, shared: bool) -> Result<QuizSummary, HttpError> {
    let path = format!("/api/quizzes/{id}/shared");
    request("PUT", &path, Some(key), json(&ShareQuiz { shared }).as_deref()).await
}

/// Puts a quiz into the bin.
pub(crate) async fn throw_away(key: &Token, id: &str) -> Result<QuizSummary, HttpError> {
    request("DELETE", &format!("/api/quizzes/{id}"), Some(key), None).await
}

/// Takes it out.
pub(crate) async fn restore(key: &Token, id: &str) -> Result<QuizSummary, HttpError> {
    request("POST", &format!("/api/quizzes/{id}/restore"), Some(key), None).await
}

/// The kept copies of a quiz.
pub(crate) async fn versions(key: &Token, id: &str) -> Result<Vec<QuizCopy>, HttpError> {
    request("GET", &format!("/api/quizzes/{id}/versions"), Some(key), None).await
}

/// One of them.
pub(crate) async fn version(key: &Token, id: &str, version: u64) -> Result<QuizVersion, HttpError> {
    request("GET", &format!("/api/quizzes/{id}/versions/{version}"), Some(key), None).await
}

/// Has a file read, and its quiz put into the library where that is wished.
pub(crate) async fn import(
    key: &Token,
    wish: &ImportFile,
    file: &Blob,
) -> Result<ImportReport, HttpError> {
    let without = wish.without.as_ref().map(ToString::to_string);
    let query = query([
        ("name", Some(&*wish.name)),
        ("encoding", wish.encoding.as_deref()),
        ("columns", wish.columns.as_deref()),
        ("save", wish.save.as_deref()),
        ("title", wish.title.as_deref()),
        ("without", without.as_deref()),
    ]);
    let path = ["/api/imports", &query].concat();
    answer(send_file(&path, Some(key), file).await.ok_or(HttpError::Unreachable)?)
}

/// What is wrong in the folder of quiz files that the server watches.
pub(crate) async fn files(key: &Token) -> Result<QuizFiles, HttpError> {
    request("GET", "/api/quiz-files", Some(key), None).await
}

/// What a quiz can be written in.
pub(crate) async fn formats(key: &Token) -> Result<Vec<ExportFormat>, HttpError> {
    request("GET", "/api/formats", Some(key), None).await
}

fn export_path(id: &str, format: &str, check: bool) -> String {
    let query = query([("format", Some(format)), ("check", check.then_some("true"))]);
    format!("/api/quizzes/{id}/export{query}")
}

/// What a format cannot say of a quiz.
pub(crate) async fn check_export(
    key: &Token,
    id: &str,
    format: &str,
) -> Result<ExportReport, HttpError> {
    request("GET", &export_path(id, format, true), Some(key), None).await
}

/// A quiz as a file.
pub(crate) async fn export(key: &Token, id: &str, format: &str) -> Result<Blob, HttpError> {
    let answered = fetch_file(&export_path(id, format, false), Some(key)).await;
    match answered.ok_or(HttpError::Unreachable)? {
        (200..=299, content) => Ok(content),
        (401 | 403, _) => Err(HttpError::NotAllowed),
        (_, content) => {
            let text = wasm_bindgen_futures::JsFuture::from(content.text()).await;
            let text = text.ok().and_then(|text| text.as_string()).unwrap_or_default();
            Err(refused(&text))
        }
    }
}
