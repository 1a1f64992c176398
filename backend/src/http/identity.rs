//! Signing in: a browser shows its own token and one that the host's system has signed, and the account of
//! the first is the person's of the second from then on.

use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use quizrain_shared::api::{NotSignedIn, SignIn, SignInRefusal, SignedIn};
use quizrain_shared::identity::Identity;
use quizrain_shared::ids::{AccountId, Token};
use quizrain_shared::language::Language;

use super::Web;
use super::access::bearer;
use super::error::ApiError;
use super::guard::meter;
use crate::people::{Bound, Device, Proof};

pub(super) fn router(web: &Web) -> Router<Web> {
    Router::new()
        .route("/api/identity", post(sign_in))
        .route_layer(from_fn_with_state(web.clone(), meter))
}

/// The account of the token in the header.
pub(super) async fn own_account(web: &Web, headers: &HeaderMap) -> Result<AccountId, ApiError> {
    let device = Device::of(&bearer(headers)?);
    Ok(web.live.people.owner(device, Identity::Open).await?.account)
}

async fn sign_in(
    State(web): State<Web>,
    headers: HeaderMap,
    body: Result<Json<SignIn>, JsonRejection>,
) -> Result<Response, ApiError> {
    let token = bearer(&headers)?;
    let Json(SignIn { jwt, language }) = body?;
    let reason = match attempt(&web, &token, &jwt).await? {
        Ok(proof) => return Ok(Json(SignedIn { name: proof.name }).into_response()),
        Err(reason) => reason,
    };
    // Whose token it was is nobody's business.
    tracing::info!(?reason, "refused a sign-in");
    let words = reason.words(Language::of_tag(&language).unwrap_or(Language::English)).to_owned();
    let status = match reason {
        SignInRefusal::Off | SignInRefusal::HasPlayed | SignInRefusal::SomebodyElse => {
            StatusCode::CONFLICT
        }
        _ => StatusCode::FORBIDDEN,
    };
    Ok((status, Json(NotSignedIn { error: reason.to_string(), reason, words })).into_response())
}

async fn attempt(
    web: &Web,
    token: &Token,
    jwt: &str,
) -> Result<Result<Proof, SignInRefusal>, ApiError> {
    let people = &web.live.people;
    let proof = match people.prove(jwt) {
        Ok(proof) => proof,
        Err(reason) => return Ok(Err(reason)),
    };
    let device = Device::of(token);
    let owner = people.owner(device, Identity::Signed).await?;
    if owner.identity == Identity::Open && has_played(web, owner.account).await? {
        return Ok(Err(SignInRefusal::HasPlayed));
    }
    Ok(match people.bind(device, &proof).await? {
        Bound::Done => Ok(proof),
        Bound::SomebodyElse => Err(SignInRefusal::SomebodyElse),
        Bound::Replayed => Err(SignInRefusal::Replayed),
    })
}

/// Whether an account that is nobody's has anything that would be lost to its browser.
async fn has_played(web: &Web, account: AccountId) -> Result<bool, ApiError> {
    let holdings = web.packets.holdings(account).await?;
    if !holdings.complete {
        return Err(ApiError::Incomplete);
    }
    Ok(!holdings.packets.is_empty() || web.play.has_seat(account).await?)
}
