//! Pictures of questions, under `/media`, and their upload.
//!
//! A picture is named by what is in it, so it may be kept for ever; and it tells nothing of the key.

use axum::extract::{DefaultBodyLimit, Extension, Path, RawQuery, Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use quizrain_shared::api::{MAX_UPLOAD_BYTES, SMALL_WIDTH, UploadedPicture};
use quizrain_shared::ids::MediaId;

use super::Web;
use super::error::ApiError;
use super::library::large_body;
use crate::admission::Client;

pub(super) fn router() -> Router<Web> {
    Router::new()
        .route("/media/{media}", get(picture))
        .route("/api/media", post(upload).layer(DefaultBodyLimit::max(MAX_UPLOAD_BYTES)))
}

async fn upload(
    State(web): State<Web>,
    Extension(client): Extension<Client>,
    request: Request,
) -> Result<Json<UploadedPicture>, ApiError> {
    if !web.admission.may_upload(client) {
        return Err(ApiError::TooMany);
    }
    let (file, _place) = large_body(&web, client, request, MAX_UPLOAD_BYTES).await?;
    Ok(Json(web.gallery.add(file).await?))
}

async fn picture(
    State(web): State<Web>,
    Extension(client): Extension<Client>,
    Path(media): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let media: MediaId = media.parse().map_err(|_| ApiError::NotFound)?;
    let small = query.is_some_and(|query| query == format!("w={SMALL_WIDTH}"));
    // A hall behind one address looks at the same picture; only who looks for others is held back.
    if !web.gallery.is_cached(media, small) && !web.admission.may_read(client) {
        return Err(ApiError::TooMany);
    }
    let (kind, bytes) = web.gallery.picture(media, small).await?;
    let headers = [
        (header::CONTENT_TYPE, kind.content_type()),
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
    ];
    Ok((headers, bytes).into_response())
}
