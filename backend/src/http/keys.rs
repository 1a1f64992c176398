//! Keys of programs, under `/api/keys`: made, listed and revoked with the host key and by owners, with whose account
//! theirs end.

use axum::extract::rejection::JsonRejection;
use axum::extract::{Extension, Path, State};
use axum::http::StatusCode;
use axum::routing::{delete, get};
use axum::{Json, Router};
use quizrain_shared::api::{KeySummary, MadeKey, NewKey, Why};

use super::Web;
use super::access::check_still;
use super::actions::MadeId;
use super::asker::Asker;
use super::error::ApiError;

pub(super) fn router() -> Router<Web> {
    Router::new().route("/api/keys", get(keys).post(make)).route("/api/keys/{key}", delete(revoke))
}

async fn keys(State(web): State<Web>) -> Result<Json<Vec<KeySummary>>, ApiError> {
    Ok(Json(web.keys.list().await?))
}

async fn make(
    State(web): State<Web>,
    Extension(asker): Extension<Asker>,
    body: Result<Json<NewKey>, JsonRejection>,
) -> Result<(StatusCode, Extension<MadeId>, Json<MadeKey>), ApiError> {
    let Json(wish) = body?;
    let wish = wish.checked(web.keys.now_ms());
    let wish = wish.map_err(|why| ApiError::Wrong(why.into()))?;
    let by = asker.signed().ok().map(|it| (it.account.host, it.account.login.clone()));
    let made = web.keys.make(wish, by).await?.ok_or(ApiError::InTheWay(Why::TooManyKeys))?;
    check_still(&web, &asker).await?;
    let id = MadeId(made.summary.id.clone());
    Ok((StatusCode::CREATED, Extension(id), Json(made)))
}

/// The keys that are left.
async fn revoke(
    State(web): State<Web>,
    Path(key): Path<String>,
) -> Result<Json<Vec<KeySummary>>, ApiError> {
    match web.keys.revoke(&key).await? {
        true => Ok(Json(web.keys.list().await?)),
        false => Err(ApiError::NotFound),
    }
}
