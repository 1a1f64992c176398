//! A quiz as it is written: read, saved, its pictures and sounds, and questions of other quizzes.
//!
//! Called by the editor.

use quizrain_shared::api::{
    QuestionPage, QuizDocument, SaveQuiz, SavedQuiz, UploadedPicture, UploadedSound,
};
use quizrain_shared::ids::{QuizId, Token};
use quizrain_shared::quiz::Quiz;
use serde::de::DeserializeOwned;
use web_sys::Blob;

use super::host::{json, refused, request};
use super::http::{HttpError, send, send_file};
use super::storage;

/// How many questions are found at once.
const FOUND: u16 = 40;

/// What became of a save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Save {
    /// The server has it, as this version.
    Saved(u64),
    /// Somebody else has saved it since; nothing was overwritten.
    Stale,
}

fn path(quiz: QuizId) -> String {
    format!("/api/quizzes/{quiz}")
}

/// A quiz with its questions.
pub(crate) async fn read(key: &Token, quiz: QuizId) -> Result<QuizDocument, HttpError> {
    request("GET", &path(quiz), Some(key), None).await
}

/// Saves a quiz that was made from a version.
pub(crate) async fn save(
    key: &Token,
    quiz: QuizId,
    version: u64,
    written: Quiz,
) -> Result<Save, HttpError> {
    let body = json(&SaveQuiz { version, quiz: written, keep: false });
    let answer = send("PUT", &path(quiz), Some(key), body.as_deref()).await;
    let (status, text) = answer.ok_or(HttpError::Unreachable)?;
    match status {
        200..=299 => serde_json::from_str::<SavedQuiz>(&text)
            .map(|saved| Save::Saved(saved.version))
            .map_err(|_| HttpError::Unreachable),
        409 => Ok(Save::Stale),
        401 | 403 => Err(HttpError::NotAllowed),
        // The network's or a proxy's, which pass.
        500.. | 408 | 429 => Err(HttpError::Unreachable),
        _ => Err(refused(&text)),
    }
}

/// Gives the server a picture.
pub(crate) async fn upload_picture(key: &Token, file: &Blob) -> Result<UploadedPicture, HttpError> {
    upload("/api/media", key, file).await
}

/// Gives the server a sound.
pub(crate) async fn upload_sound(key: &Token, file: &Blob) -> Result<UploadedSound, HttpError> {
    upload("/api/sounds", key, file).await
}

async fn upload<T: DeserializeOwned>(path: &str, key: &Token, file: &Blob) -> Result<T, HttpError> {
    let answer = send_file(path, Some(key), file).await;
    let (status, text) = answer.ok_or(HttpError::Unreachable)?;
    match status {
        200..=299 => serde_json::from_str(&text).map_err(|_| HttpError::Unreachable),
        401 | 403 => Err(HttpError::NotAllowed),
        _ => Err(refused(&text)),
    }
}

/// Questions of all quizzes that have these words.
pub(crate) async fn questions(key: &Token, search: &str) -> Result<QuestionPage, HttpError> {
    let search = String::from(js_sys::encode_uri_component(search));
    let path = format!("/api/questions?limit={FOUND}&search={search}");
    request("GET", &path, Some(key), None).await
}

/// What this browser has written and the server may not have: the version it was made from, and the quiz.
pub(crate) fn kept(quiz: QuizId) -> Option<(u64, Quiz)> {
    let text = storage::written(quiz)?;
    serde_json::from_str(&text).ok()
}

/// Keeps what is written in this browser.
pub(crate) fn keep(quiz: QuizId, version: u64, written: &Quiz) {
    if let Some(text) = json(&(version, written)) {
        storage::set_written(quiz, Some(&text));
    }
}

/// The server has everything.
pub(crate) fn forget(quiz: QuizId) {
    storage::set_written(quiz, None);
}
