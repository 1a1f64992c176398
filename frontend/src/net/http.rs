//! The JSON API under `/api`: the host's library and games, where to join. What the ledger says is
//! in `ledger`.
//!
//! Called by pages and by `ledger`. Every request ends in a value or in an [`HttpError`] that can be shown.

use std::num::NonZeroU16;

use quizrain_shared::api::{
    Booth, CreateGame, GameSummary, HostRight, Info, Problem, QuizSummary, RainProposal,
};
use quizrain_shared::ids::{GameId, Pin, Token};
use quizrain_shared::rain::RainPlan;
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Headers, RequestInit, Response};

use super::device;

/// Why a request brought nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum HttpError {
    /// The server was not reached, or its answer made no sense.
    Unreachable,
    /// The key or token gives no right to this.
    NotAllowed,
    /// The server refused, in its own words.
    Refused(String),
}

/// A body of a request.
pub(super) fn json(body: &impl Serialize) -> Option<String> {
    // Texts and numbers alone, which can always be written.
    serde_json::to_string(body).ok()
}

/// The value that the server answers with.
pub(super) async fn request<T: DeserializeOwned>(
    method: &str,
    path: &str,
    right: Option<&Token>,
    body: Option<&str>,
) -> Result<T, HttpError> {
    let response = send(method, path, right, body).await.ok_or(HttpError::Unreachable)?;
    let (status, text) = response;
    match status {
        200..=299 => serde_json::from_str(&text).map_err(|_| HttpError::Unreachable),
        401 | 403 => Err(HttpError::NotAllowed),
        _ => match serde_json::from_str::<Problem>(&text) {
            Ok(problem) => Err(HttpError::Refused(problem.error)),
            Err(_) => Err(HttpError::Unreachable),
        },
    }
}

/// Status and text of an answer; `None` where the network or the browser gave none.
pub(super) async fn send(
    method: &str,
    path: &str,
    right: Option<&Token>,
    body: Option<&str>,
) -> Option<(u16, String)> {
    let response = fetch(method, path, right, body).await?;
    let text = JsFuture::from(response.text().ok()?).await.ok()?.as_string()?;
    Some((response.status(), text))
}

/// How often a request is made that the server has no time for.
const TRIES: u32 = 4;

/// The longest wait before the next of them.
const MAX_RETRY_AFTER_MS: f64 = 10_000.0;

/// The head of an answer; `None` where the network or the browser gave none. Where the server asks to
/// come back later, that is done, as far as the request changes nothing.
pub(super) async fn fetch(
    method: &str,
    path: &str,
    right: Option<&Token>,
    body: Option<&str>,
) -> Option<Response> {
    for _ in 1..TRIES {
        let response = fetch_once(method, path, right, body).await?;
        match retry_after_ms(method, &response) {
            // Thousands are told the same at the same moment.
            Some(ms) => device::sleep(ms * (1.0 + device::jitter())).await,
            None => return Some(response),
        }
    }
    fetch_once(method, path, right, body).await
}

/// In how many milliseconds to ask again; `None`: this is the answer.
fn retry_after_ms(method: &str, response: &Response) -> Option<f64> {
    if method != "GET" || !matches!(response.status(), 429 | 503) {
        return None;
    }
    let seconds = response.headers().get("retry-after").ok()??.parse::<f64>().ok()?;
    Some((seconds * 1000.0).clamp(0.0, MAX_RETRY_AFTER_MS))
}

async fn fetch_once(
    method: &str,
    path: &str,
    right: Option<&Token>,
    body: Option<&str>,
) -> Option<Response> {
    let headers = Headers::new().ok()?;
    if let Some(token) = right {
        headers.set("authorization", &format!("Bearer {}", token.reveal())).ok()?;
    }
    let init = RequestInit::new();
    init.set_method(method);
    if let Some(body) = body {
        headers.set("content-type", "application/json").ok()?;
        init.set_body(&body.into());
    }
    init.set_headers(&headers);
    let fetch = device::window().fetch_with_str_and_init(path, &init);
    JsFuture::from(fetch).await.ok()?.dyn_into().ok()
}

/// The host's library.
pub(crate) async fn quizzes(key: &Token) -> Result<Vec<QuizSummary>, HttpError> {
    request("GET", "/api/quizzes", Some(key), None).await
}

/// The games that are being played.
pub(crate) async fn games(key: &Token) -> Result<Vec<GameSummary>, HttpError> {
    request("GET", "/api/games", Some(key), None).await
}

/// Makes a game of a quiz: of all its questions, or of so many drawn from it.
pub(crate) async fn start_game(
    key: &Token,
    quiz: &str,
    draw: Option<NonZeroU16>,
) -> Result<HostRight, HttpError> {
    let body = json(&CreateGame { quiz: quiz.to_owned(), questions: draw });
    request("POST", "/api/games", Some(key), body.as_deref()).await
}

/// Asks for a new right to drive a game; the old one ends.
pub(crate) async fn take_over(key: &Token, game: GameId) -> Result<HostRight, HttpError> {
    request("POST", &format!("/api/games/{game}/token"), Some(key), None).await
}

/// The rain that a game's own copy of its quiz proposes.
pub(crate) async fn proposed_rain(
    host: &Token,
    game: GameId,
) -> Result<Option<RainPlan>, HttpError> {
    let path = format!("/api/games/{game}/proposal");
    request("GET", &path, Some(host), None).await.map(|proposal: RainProposal| proposal.rain)
}

/// The address to show to people who want to join.
pub(crate) async fn join_url() -> Result<String, HttpError> {
    request("GET", "/api/info", None, None).await.map(|info: Info| info.join_url)
}

/// The game at the booth, if there is one just now.
pub(crate) async fn booth() -> Result<Option<Pin>, HttpError> {
    let booth: Booth = request("GET", "/api/booth", None, None).await?;
    Ok(booth.pin)
}
