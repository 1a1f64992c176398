//! What a path names.

use std::str::FromStr;

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;

use super::error::ApiError;

/// The only parameter of a path. What cannot be one names nothing that is there.
pub(super) struct At<T>(pub(super) T);

impl<S: Send + Sync, T: FromStr + Send> FromRequestParts<S> for At<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let Path(text): Path<String> =
            Path::from_request_parts(parts, state).await.map_err(|_| ApiError::NotFound)?;
        text.parse().map(Self).map_err(|_| ApiError::NotFound)
    }
}
