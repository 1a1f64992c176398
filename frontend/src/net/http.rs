//! Requests to the API under `/api`, and the one that both bundles make.
//!
//! Called by `host` and `account`, which know what to ask for, and by pages. Every request ends in a value
//! or in an [`HttpError`] that can be shown.

use quizrain_shared::ids::{Pin, Token};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, Headers, RequestInit, Response};

use super::device;
use super::json::Json;

/// Why a request brought nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum HttpError {
    /// The server was not reached, or its answer made no sense.
    Unreachable,
    /// The key, the token or the code of a link gives no right to this.
    NotAllowed,
    /// The server refused, in its own words.
    Refused(String),
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

/// Status and text of the answer to a file; `None` where the network or the browser gave none.
pub(super) async fn send_file(path: &str, right: &Token, file: &Blob) -> Option<(u16, String)> {
    let headers = Headers::new().ok()?;
    headers.set("authorization", &format!("Bearer {}", right.reveal())).ok()?;
    headers.set("content-type", "application/octet-stream").ok()?;
    let init = RequestInit::new();
    init.set_method("POST");
    init.set_body(file);
    init.set_headers(&headers);
    let sent = device::window().fetch_with_str_and_init(path, &init);
    let response: Response = JsFuture::from(sent).await.ok()?.dyn_into().ok()?;
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
    // A whole number (RFC 9110, 10.2.3).
    let seconds = response.headers().get("retry-after").ok()??.parse::<u32>().ok()?;
    Some((f64::from(seconds) * 1000.0).min(MAX_RETRY_AFTER_MS))
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

/// The game at the booth, if there is one just now.
pub(crate) async fn booth() -> Result<Option<Pin>, HttpError> {
    let booth = Json::get("/api/booth", None).await?;
    Ok(booth.at("pin").number().and_then(|pin| Pin::new(pin as u32)))
}
