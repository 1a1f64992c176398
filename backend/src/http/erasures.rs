//! Erasing people: `DELETE /api/me`, by which whoever shows an account's token asks for it, and `POST /api/erasures`,
//! by which owners and the host key erase somebody.

use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::HeaderMap;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, post};
use axum::{Json, Router};
use quizrain_shared::api::{Erase, ErasedPerson, NotErased};
use quizrain_shared::ids::AccountId;

use super::Web;
use super::actions::MadeId;
use super::error::ApiError;
use super::guard::meter_all;
use super::identity::own_account;
use crate::erasure::{AskedBy, EraseError};

pub(super) fn router(web: &Web) -> Router<Web> {
    Router::new()
        .route("/api/me", delete(erase_me))
        .route_layer(from_fn_with_state(web.clone(), meter_all))
        .route("/api/erasures", post(erase))
}

impl From<EraseError> for ApiError {
    fn from(error: EraseError) -> Self {
        match error {
            EraseError::Busy => Self::Busy,
            EraseError::Failed(error) => error.into(),
            EraseError::List(error) => {
                tracing::error!(%error, "failed to note whom to erase; answered with 503");
                Self::Internal
            }
        }
    }
}

async fn erase_me(
    State(web): State<Web>,
    headers: HeaderMap,
) -> Result<Json<ErasedPerson>, ApiError> {
    let account = own_account(&web, &headers).await?;
    erase_account(&web, account, AskedBy::Token).await
}

async fn erase(
    State(web): State<Web>,
    body: Result<Json<Erase>, JsonRejection>,
) -> Result<Response, ApiError> {
    let Json(whom) = body?;
    let account = match whom {
        Erase::Account(account) => account,
        Erase::Person { issuer, subject } => {
            let account = web.live.people.account_of(&issuer, &subject).await?;
            account.ok_or(ApiError::NotFound)?
        }
    };
    let mut response = erase_account(&web, account, AskedBy::Owner).await.into_response();
    // An erasure is called by its account, which names nobody.
    response.extensions_mut().insert(MadeId(account.to_string()));
    Ok(response)
}

async fn erase_account(
    web: &Web,
    account: AccountId,
    by: AskedBy,
) -> Result<Json<ErasedPerson>, ApiError> {
    let why = match web.erasures.erase(account, by).await? {
        Ok(erased) => return Ok(Json(erased)),
        Err(NotErased::Playing) => {
            "there is a seat, or one that was taken away, in a game that is not over, or whose rains are not settled; try again once its host has ended it and its results can be read, seconds later as a rule and minutes after a fault"
        }
        Err(NotErased::Crediting) => {
            "something that was caught is not credited yet; try again in a moment"
        }
    };
    Err(ApiError::Conflict(why.to_owned()))
}
