//! Errors over HTTP, for programs: always JSON, whoever makes them.

use axum::Json;
use axum::body::to_bytes;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use quizrain_shared::api::Problem;

/// Longest text of an error that is passed on, in bytes.
const MAX_TEXT_BYTES: usize = 4 * 1024;

fn is_json(headers: &HeaderMap) -> bool {
    headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json")
}

/// What an error says in words, it says as `{"error": words}`: axum writes its own as plain text.
pub(crate) async fn errors_in_json(response: Response) -> Response {
    let status = response.status();
    let failed = status.is_client_error() || status.is_server_error();
    if !failed || is_json(response.headers()) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let text = to_bytes(body, MAX_TEXT_BYTES).await.unwrap_or_default();
    let words = match String::from_utf8_lossy(&text).trim() {
        "" => status.canonical_reason().unwrap_or("no").to_lowercase(),
        words => words.to_owned(),
    };
    parts.headers.remove(header::CONTENT_TYPE);
    parts.headers.remove(header::CONTENT_LENGTH);
    (parts.status, parts.headers, Json(Problem { error: words, why: None })).into_response()
}
