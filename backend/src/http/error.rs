//! What a request gets when it does not get what it asked for.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::service::ServiceError;

/// Not done.
#[derive(Debug, thiserror::Error)]
pub(super) enum ApiError {
    #[error("this needs a token in the header Authorization: Bearer")]
    NoToken,
    #[error("this token gives no right to this")]
    WrongToken,
    #[error("no such thing here")]
    NotFound,
    #[error("{0}")]
    Refused(quizrain_shared::wire::Refusal),
    #[error("this is shown once everything that was caught in the rain is settled")]
    NotYet,
    #[error("{0}")]
    BadBody(String),
    #[error("something went wrong here; try again")]
    Internal,
}

impl From<ServiceError> for ApiError {
    fn from(error: ServiceError) -> Self {
        match error {
            ServiceError::NotFound => Self::NotFound,
            ServiceError::Refused(refusal) => Self::Refused(refusal),
            ServiceError::Store(_) | ServiceError::Random(_) => {
                tracing::error!(%error, "a request failed");
                Self::Internal
            }
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = match self {
            Self::NoToken => StatusCode::UNAUTHORIZED,
            Self::WrongToken => StatusCode::FORBIDDEN,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::BadBody(_) => StatusCode::BAD_REQUEST,
            Self::Refused(_) | Self::NotYet => StatusCode::CONFLICT,
            Self::Internal => StatusCode::SERVICE_UNAVAILABLE,
        };
        (status, Json(json!({ "error": self.to_string() }))).into_response()
    }
}
