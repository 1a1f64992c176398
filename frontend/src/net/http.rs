//! Requests to the API under `/api`.
//!
//! Called by `host` and `account`, which know what to ask for, and by pages. Every request ends in a value
//! or in an [`HttpError`] that can be shown.

use quizrain_shared::api::Problem;
use quizrain_shared::ids::Token;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, Headers, RequestInit, Response};

use super::device;

/// Why a request brought nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum HttpError {
    /// The server was not reached, or its answer made no sense.
    Unreachable,
    /// The key, the token or the code of a link gives no right to this.
    NotAllowed,
    /// The server refused.
    Refused(Problem),
}

/// What stands in the place of a key where a host has signed in: the browser adds their cookie by itself, and no page
/// sees it.
pub(crate) const SESSION: Token = Token([0; 16]);

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

/// The same, where what is brought is a file. Asked to come back later, it is sent again: it must do no harm
/// when it comes twice.
pub(super) async fn send_file(
    path: &str,
    right: Option<&Token>,
    file: &Blob,
) -> Option<(u16, String)> {
    let mut response = fetch_once("POST", path, right, Some((BYTES, file))).await?;
    for _ in 1..TRIES {
        let Some(ms) = retry_after_ms(&response) else { break };
        device::sleep(ms * (1.0 + device::jitter())).await;
        response = fetch_once("POST", path, right, Some((BYTES, file))).await?;
    }
    let text = JsFuture::from(response.text().ok()?).await.ok()?.as_string()?;
    Some((response.status(), text))
}

/// Status and content of an answer that is a file.
pub(crate) async fn fetch_file(path: &str, right: Option<&Token>) -> Option<(u16, Blob)> {
    let response = fetch("GET", path, right, None).await?;
    let content = JsFuture::from(response.blob().ok()?).await.ok()?.dyn_into().ok()?;
    Some((response.status(), content))
}

/// The type of a body that is a file (RFC 9110, 8.3); what is in it, the server finds out.
const BYTES: &str = "application/octet-stream";
const JSON: &str = "application/json";

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
    let body = body.map(JsValue::from);
    let body = || body.as_ref().map(|body| (JSON, body));
    for _ in 1..TRIES {
        let response = fetch_once(method, path, right, body()).await?;
        match retry_after_ms(&response).filter(|_| method == "GET") {
            // Thousands are told the same at the same moment.
            Some(ms) => device::sleep(ms * (1.0 + device::jitter())).await,
            None => return Some(response),
        }
    }
    fetch_once(method, path, right, body()).await
}

/// In how many milliseconds to ask again; `None`: this is the answer.
fn retry_after_ms(response: &Response) -> Option<f64> {
    if !matches!(response.status(), 429 | 503) {
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
    body: Option<(&str, &JsValue)>,
) -> Option<Response> {
    let headers = Headers::new().ok()?;
    if let Some(token) = right.filter(|right| **right != SESSION) {
        headers.set("authorization", &format!("Bearer {}", token.reveal())).ok()?;
    }
    let init = RequestInit::new();
    init.set_method(method);
    if let Some((kind, body)) = body {
        headers.set("content-type", kind).ok()?;
        init.set_body(body);
    }
    init.set_headers(&headers);
    let fetch = device::window().fetch_with_str_and_init(path, &init);
    JsFuture::from(fetch).await.ok()?.dyn_into().ok()
}
