//! Pictures of questions, under `/media`.
//!
//! A picture is named by what is in it, so it may be kept for ever; and it tells nothing of the key.

use axum::Router;
use axum::extract::{Extension, Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use quizrain_shared::ids::MediaId;

use super::Web;
use super::error::ApiError;
use crate::admission::Client;

pub(super) fn router() -> Router<Web> {
    Router::new().route("/media/{media}", get(picture))
}

async fn picture(
    State(web): State<Web>,
    Extension(client): Extension<Client>,
    Path(media): Path<String>,
) -> Result<Response, ApiError> {
    let media: MediaId = media.parse().map_err(|_| ApiError::NotFound)?;
    // A hall behind one address looks at the same picture; only who looks for others is held back.
    if !web.gallery.is_cached(media) && !web.admission.may_read(client) {
        return Err(ApiError::TooMany);
    }
    let (kind, bytes) = web.gallery.picture(media).await?;
    let headers = [
        (header::CONTENT_TYPE, kind.content_type()),
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
    ];
    Ok((headers, bytes).into_response())
}
