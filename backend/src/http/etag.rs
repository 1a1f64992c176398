//! Names for what requests read, so that whoever asks again is told in a word that it is still so.

use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

use super::error::ApiError;

/// Names what a `GET` answers by what is in it, and leaves it out where the client has that (RFC 9110,
/// 13.1.2). What is not whole in memory, such as a file, has the name that it was given, or none.
pub(super) async fn tag(request: Request, next: Next) -> Response {
    let is_get = request.method() == Method::GET;
    let known = request.headers().get(header::IF_NONE_MATCH).cloned();
    let response = next.run(request).await;
    if !is_get || response.status() != StatusCode::OK {
        return response;
    }
    let (mut parts, mut body) = response.into_parts();
    if body.size_hint().exact().is_some() {
        let Ok(bytes) = to_bytes(body, usize::MAX).await else {
            return ApiError::Internal.into_response();
        };
        parts.headers.extend(name(&Sha256::digest(&bytes)));
        body = Body::from(bytes);
    }
    let etag = parts.headers.get(header::ETAG).and_then(|etag| etag.to_str().ok());
    let has = known.as_ref().and_then(|known| known.to_str().ok()).zip(etag);
    if has.is_some_and(|(known, etag)| names(known, etag)) {
        let mut headers = HeaderMap::new();
        headers.extend(parts.headers.remove(header::ETAG).map(|etag| (header::ETAG, etag)));
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    Response::from_parts(parts, body)
}

/// The header with the name of what has this digest.
pub(super) fn name(digest: &[u8]) -> Option<(HeaderName, HeaderValue)> {
    let etag = format!("\"{}\"", hex::encode(digest.get(..12)?));
    Some((header::ETAG, etag.parse().ok()?))
}

/// Whether an `If-None-Match` means this.
fn names(known: &str, etag: &str) -> bool {
    known.split(',').map(str::trim).any(|it| it == "*" || it.trim_start_matches("W/") == etag)
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn one_of_many_names_is_enough() {
        for (known, has) in [
            ("\"a\"", true),
            ("W/\"a\"", true),
            ("\"b\", W/\"a\"", true),
            ("*", true),
            ("a", false),
            ("\"b\"", false),
            ("", false),
        ] {
            assert_eq!(names(known, "\"a\""), has, "{known}");
        }
    }
}
