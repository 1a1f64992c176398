//! Signing in: a browser shows its own token and one that the host's system has signed, or the code of an
//! invite, and the account of the first is from then on that of the person behind the second.

use axum::extract::rejection::JsonRejection;
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use quizrain_shared::api::{Freed, NotSignedIn, SignIn, SignInRefusal, SignedIn};
use quizrain_shared::identity::Identity;
use quizrain_shared::ids::AccountId;
use quizrain_shared::language::Language;

use super::Web;
use super::access::bearer;
use super::error::ApiError;
use super::guard::meter;
use crate::admission::Client;
use crate::people::{Bound, Device, InviteCode, Proof, Shown};

pub(super) fn router(web: &Web) -> Router<Web> {
    Router::new()
        .route("/api/identity", post(sign_in).delete(sign_out))
        .route_layer(from_fn_with_state(web.clone(), meter))
}

/// The account of the token in the header.
pub(super) async fn own_account(web: &Web, headers: &HeaderMap) -> Result<AccountId, ApiError> {
    let device = Device::of(&bearer(headers)?);
    Ok(web.live.people.owner(device, Identity::Open).await?.account)
}

async fn sign_in(
    State(web): State<Web>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    body: Result<Json<SignIn>, JsonRejection>,
) -> Result<Response, ApiError> {
    let device = Device::of(&bearer(&headers)?);
    let Json(SignIn { jwt, invite, language }) = body?;
    let attempt = match (jwt, invite) {
        (Some(jwt), None) => by_token(&web, device, &jwt).await?,
        (None, Some(code)) => by_invite(&web, client, device, &code).await?,
        _ => return Err(ApiError::BadBody("this takes jwt or invite, and one of them".to_owned())),
    };
    let reason = match attempt {
        Ok(signed_in) => return Ok(Json(signed_in).into_response()),
        Err(reason) => reason,
    };
    // Whose token it was is nobody's business.
    tracing::info!(?reason, "refused a sign-in");
    let words = reason.words(Language::of_tag(&language).unwrap_or(Language::English)).to_owned();
    let status = match reason {
        SignInRefusal::Off
        | SignInRefusal::HasPlayed
        | SignInRefusal::SomebodyElse
        | SignInRefusal::UsedInvite => StatusCode::CONFLICT,
        _ => StatusCode::FORBIDDEN,
    };
    Ok((status, Json(NotSignedIn { error: reason.to_string(), reason, words })).into_response())
}

type Attempt = Result<SignedIn, SignInRefusal>;

async fn by_token(web: &Web, device: Device, jwt: &str) -> Result<Attempt, ApiError> {
    let people = &web.live.people;
    let proof = match people.prove(jwt).await {
        Ok(proof) => proof,
        Err(reason) => return Ok(Err(reason)),
    };
    if !is_free(web, device).await? {
        return Ok(Err(SignInRefusal::HasPlayed));
    }
    Ok(match people.bind(device, &proof).await? {
        Bound::Done => Ok(SignedIn { name: proof.name, pin: None }),
        Bound::SomebodyElse => Err(SignInRefusal::SomebodyElse),
        Bound::Replayed => Err(SignInRefusal::Replayed),
    })
}

async fn by_invite(
    web: &Web,
    client: Client,
    device: Device,
    code: &str,
) -> Result<Attempt, ApiError> {
    if !web.admission.may_try_invite(client) {
        return Err(ApiError::TooMany);
    }
    let Ok(code) = code.parse::<InviteCode>() else { return Ok(Err(SignInRefusal::UnknownInvite)) };
    if !is_free(web, device).await? {
        return Ok(Err(SignInRefusal::HasPlayed));
    }
    let shown = web.live.people.show_invite(device, &code).await?;
    if !matches!(shown, Shown::Unknown) {
        web.admission.was_right_invite(client);
    }
    Ok(match shown {
        Shown::Done(Proof { name, .. }, list) => {
            Ok(SignedIn { name, pin: web.games.pin_for(list) })
        }
        Shown::SomebodyElse => Err(SignInRefusal::SomebodyElse),
        Shown::Used => Err(SignInRefusal::UsedInvite),
        Shown::Unknown => Err(SignInRefusal::UnknownInvite),
    })
}

/// The browser is nobody's from now on, at every server, and has nothing.
async fn sign_out(State(web): State<Web>, headers: HeaderMap) -> Result<Json<Freed>, ApiError> {
    let account = web.live.people.sign_out(Device::of(&bearer(&headers)?)).await?;
    if let Some(account) = account {
        web.live.note_signed_out(account).await?;
    }
    Ok(Json(Freed { was_used: account.is_some() }))
}

/// Whether a browser is somebody's, or has nothing as nobody's that would be lost to it.
async fn is_free(web: &Web, device: Device) -> Result<bool, ApiError> {
    let owner = web.live.people.owner(device, Identity::Signed).await?;
    Ok(owner.identity != Identity::Open || !has_played(web, owner.account).await?)
}

/// Whether an account that is nobody's has anything that would be lost to its browser.
async fn has_played(web: &Web, account: AccountId) -> Result<bool, ApiError> {
    let holdings = web.packets.holdings(account).await?;
    if !holdings.complete {
        return Err(ApiError::Incomplete);
    }
    Ok(!holdings.packets.is_empty() || web.play.has_seat(account).await?)
}
