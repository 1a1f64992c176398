//! Pictures and sounds of questions, under `/media`, and their upload.
//!
//! A file is named by what is in it, so it may be kept for ever; and it tells nothing of the key.

use std::ops::Range;

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Extension, Path, RawQuery, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use quizrain_shared::api::{MAX_UPLOAD_BYTES, SMALL_WIDTH, UploadedPicture, UploadedSound};
use quizrain_shared::ids::MediaId;

use super::Web;
use super::error::ApiError;
use super::library::large_body;
use crate::admission::{Client, Slot};

pub(super) fn router() -> Router<Web> {
    let limit = || DefaultBodyLimit::max(MAX_UPLOAD_BYTES);
    Router::new()
        .route("/media/{media}", get(file))
        .route("/api/media", post(upload_picture).layer(limit()))
        .route("/api/sounds", post(upload_sound).layer(limit()))
}

async fn upload_picture(
    State(web): State<Web>,
    Extension(client): Extension<Client>,
    request: Request,
) -> Result<Json<UploadedPicture>, ApiError> {
    let (file, _place) = uploaded(&web, client, request).await?;
    Ok(Json(web.gallery.add_picture(file).await?))
}

async fn upload_sound(
    State(web): State<Web>,
    Extension(client): Extension<Client>,
    request: Request,
) -> Result<Json<UploadedSound>, ApiError> {
    let (file, _place) = uploaded(&web, client, request).await?;
    Ok(Json(web.gallery.add_sound(file).await?))
}

/// What a host uploads.
async fn uploaded(web: &Web, client: Client, request: Request) -> Result<(Bytes, Slot), ApiError> {
    if !web.admission.may_upload(client) {
        return Err(ApiError::TooMany);
    }
    large_body(web, client, request, MAX_UPLOAD_BYTES).await
}

async fn file(
    State(web): State<Web>,
    Extension(client): Extension<Client>,
    Path(media): Path<String>,
    RawQuery(query): RawQuery,
    wished: HeaderMap,
) -> Result<Response, ApiError> {
    let media: MediaId = media.parse().map_err(|_| ApiError::NotFound)?;
    let small = query.is_some_and(|query| query == format!("w={SMALL_WIDTH}"));
    // A hall behind one address looks at the same picture; only who looks for others is held back.
    if !web.gallery.is_cached(media, small) && !web.admission.may_read(client) {
        return Err(ApiError::TooMany);
    }
    let (kind, bytes) = web.gallery.file(media, small).await?;
    let headers = [
        (header::CONTENT_TYPE, kind.content_type()),
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
        (header::ACCEPT_RANGES, "bytes"),
    ];
    let length = bytes.len();
    Ok(match part(&wished, length) {
        Part::Whole => (headers, bytes).into_response(),
        Part::Some(range) => {
            let (first, last) = (range.start, range.end - 1);
            let says = [(header::CONTENT_RANGE, format!("bytes {first}-{last}/{length}"))];
            (StatusCode::PARTIAL_CONTENT, headers, says, bytes.slice(range)).into_response()
        }
        Part::Outside => {
            let says = [(header::CONTENT_RANGE, format!("bytes */{length}"))];
            (StatusCode::RANGE_NOT_SATISFIABLE, says).into_response()
        }
    })
}

/// What of a file is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Whole,
    /// These bytes, at least one.
    Some(Range<usize>),
    /// Bytes that it does not have.
    Outside,
}

/// What of a file of so many bytes is asked for (RFC 9110, 14.2): some browsers play no sound that does
/// not come in parts. Whoever asks for several parts, or in words that make no sense, gets the whole file.
fn part(headers: &HeaderMap, length: usize) -> Part {
    // Files have no other name than their address, so a condition never holds.
    let range = headers.get(header::RANGE).filter(|_| !headers.contains_key(header::IF_RANGE));
    let range = range.and_then(|range| range.to_str().ok()?.strip_prefix("bytes="));
    let Some((first, last)) = range.and_then(|range| range.split_once('-')) else {
        return Part::Whole;
    };
    let number = |text: &str| {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        // One that is too large is beyond every end.
        digits.then(|| text.parse().unwrap_or(usize::MAX))
    };
    let found = match (number(first), number(last)) {
        (Some(first), None) if last.is_empty() => first..length,
        (Some(first), Some(last)) if first <= last => first..length.min(last.saturating_add(1)),
        (None, Some(count)) if first.is_empty() => length.saturating_sub(count)..length,
        _ => return Part::Whole,
    };
    if found.is_empty() { Part::Outside } else { Part::Some(found) }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn of(range: &'static str) -> Part {
        let mut headers = HeaderMap::new();
        headers.insert(header::RANGE, HeaderValue::from_static(range));
        part(&headers, 10)
    }

    #[test]
    fn a_part_is_what_a_browser_asks_for() {
        for (range, found) in [
            ("bytes=0-1", Part::Some(0..2)),
            ("bytes=0-", Part::Some(0..10)),
            ("bytes=9-9", Part::Some(9..10)),
            ("bytes=4-99999999999999999999999", Part::Some(4..10)),
            ("bytes=-3", Part::Some(7..10)),
            ("bytes=-30", Part::Some(0..10)),
            ("bytes=10-", Part::Outside),
            ("bytes=10-20", Part::Outside),
            ("bytes=99999999999999999999999-", Part::Outside),
            ("bytes=-0", Part::Outside),
        ] {
            assert_eq!(of(range), found, "{range}");
        }
    }

    #[test]
    fn what_is_no_part_is_the_whole_file() {
        for range in [
            "",
            "bytes",
            "bytes=",
            "bytes=-",
            "bytes=5-4",
            "bytes=0-1,3-4",
            "bytes=+1-2",
            "bytes=a-b",
            "bytes= 0-1",
            "lines=0-1",
            "bytes=0--1",
            "bytes=--1",
        ] {
            assert_eq!(of(range), Part::Whole, "{range}");
        }
        let mut headers = HeaderMap::new();
        assert_eq!(part(&headers, 10), Part::Whole);
        headers.insert(header::RANGE, HeaderValue::from_static("bytes=0-1"));
        headers.insert(header::IF_RANGE, HeaderValue::from_static("\"x\""));
        assert_eq!(part(&headers, 10), Part::Whole);
    }
}
