//! Names for what requests read, so that whoever asks again is told in a word that it is still so.

use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

use super::error::ApiError;

/// Names what a `GET` answers by what is in it, and leaves it out where the client has that (RFC 9110,
/// 13.1.2). What is not whole in memory, such as a file, passes as it is.
pub(super) async fn tag(request: Request, next: Next) -> Response {
    let is_get = request.method() == Method::GET;
    let known = request.headers().get(header::IF_NONE_MATCH).cloned();
    let response = next.run(request).await;
    if !is_get
        || response.status() != StatusCode::OK
        || response.body().size_hint().exact().is_none()
    {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let Ok(bytes) = to_bytes(body, usize::MAX).await else {
        return ApiError::Internal.into_response();
    };
    let etag = format!("\"{}\"", hex::encode(&Sha256::digest(&bytes)[..12]));
    let has = known.is_some_and(|known| known.to_str().is_ok_and(|known| names(known, &etag)));
    if let Ok(etag) = etag.parse() {
        parts.headers.insert(header::ETAG, etag);
    }
    if has {
        let mut headers = HeaderMap::new();
        headers.extend(parts.headers.remove(header::ETAG).map(|etag| (header::ETAG, etag)));
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    Response::from_parts(parts, Body::from(bytes))
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
