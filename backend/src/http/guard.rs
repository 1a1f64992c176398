//! Who may ask, and what browsers may do with the answers.

use axum::http::{HeaderMap, HeaderValue, Response, header};
use quizrain_shared::ids::{GameId, Token};
use subtle::ConstantTimeEq;

use super::Web;
use super::error::ApiError;
use crate::service::ServiceError;

/// The token of an `Authorization: Bearer` header.
pub(super) fn bearer(headers: &HeaderMap) -> Result<Token, ApiError> {
    let value = headers.get(header::AUTHORIZATION).ok_or(ApiError::NoToken)?;
    let token = value.to_str().ok().and_then(|value| value.strip_prefix("Bearer "));
    token.and_then(|token| token.trim().parse().ok()).ok_or(ApiError::NoToken)
}

/// Insists on the host key.
pub(super) fn check_host_key(web: &Web, headers: &HeaderMap) -> Result<(), ApiError> {
    let right: bool = bearer(headers)?.0.ct_eq(&web.host_key.0).into();
    if right { Ok(()) } else { Err(ApiError::WrongToken) }
}

/// Insists on the right to a game: the host key, or the game's own host token.
pub(super) async fn check_host(
    web: &Web,
    headers: &HeaderMap,
    game: GameId,
) -> Result<(), ApiError> {
    if check_host_key(web, headers).is_ok() {
        web.service.game(game).await?;
        return Ok(());
    }
    match web.service.host(game, &bearer(headers)?).await {
        Ok(_) => Ok(()),
        Err(ServiceError::Refused(_)) => Err(ApiError::WrongToken),
        Err(error) => Err(error.into()),
    }
}

/// Headers that every answer carries.
pub(super) async fn set_headers<B>(mut response: Response<B>) -> Response<B> {
    let headers = response.headers_mut();
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    headers
        .entry(header::CONTENT_SECURITY_POLICY)
        .or_insert(HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'"));
    response
}
