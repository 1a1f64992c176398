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
use crate::events::SignedOut;
use crate::failing::linger_at;
use crate::metrics::METRICS;
use crate::people::{Bound, Device, InviteCode, Shown};

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
        (Some(jwt), None) => by_token(&web, client, device, &jwt).await?,
        (None, Some(code)) => by_invite(&web, client, device, &code).await?,
        _ => return Err(ApiError::BadBody("this takes jwt or invite, and one of them".to_owned())),
    };
    let reason = match attempt {
        Ok(Bound { name, who, guests, .. }) => {
            let pin = guests.and_then(|list| web.games.pin_for(list));
            return Ok(Json(SignedIn { name, who, pin }).into_response());
        }
        Err(reason) => reason,
    };
    Ok(refused(reason, &language))
}

/// What somebody is told who is not signed in.
pub(super) fn refused(reason: SignInRefusal, language: &str) -> Response {
    // Whose token it was is nobody's business, and anybody can be refused without end.
    METRICS.sign_in_refused(reason);
    tracing::debug!(reason = reason.word(), "refused a sign-in");
    let words = reason.words(Language::of_tag(language).unwrap_or(Language::English)).to_owned();
    let status = match reason {
        SignInRefusal::Off
        | SignInRefusal::NoProvider
        | SignInRefusal::HasPlayed
        | SignInRefusal::SomebodyElse
        | SignInRefusal::TooManyBrowsers
        | SignInRefusal::UsedInvite => StatusCode::CONFLICT,
        SignInRefusal::ProviderDown => StatusCode::BAD_GATEWAY,
        _ => StatusCode::FORBIDDEN,
    };
    (status, Json(NotSignedIn { error: reason.to_string(), reason, words })).into_response()
}

type Attempt = Result<Bound, SignInRefusal>;

async fn by_token(
    web: &Web,
    client: Client,
    device: Device,
    jwt: &str,
) -> Result<Attempt, ApiError> {
    if !web.admission.may_sign_in(client) {
        return Err(ApiError::TooMany);
    }
    match web.live.people.prove(jwt).await {
        Ok(proof) => bind(web, device, Shown::Proof(proof)).await,
        Err(reason) => Ok(Err(reason)),
    }
}

async fn by_invite(
    web: &Web,
    client: Client,
    device: Device,
    code: &str,
) -> Result<Attempt, ApiError> {
    if !web.admission.may_sign_in(client) || !web.admission.may_try_invite(client) {
        return Err(ApiError::TooMany);
    }
    let Ok(code) = code.parse::<InviteCode>() else { return Ok(Err(SignInRefusal::UnknownInvite)) };
    let attempt = bind(web, device, Shown::Code(code)).await?;
    if !matches!(attempt, Err(SignInRefusal::UnknownInvite)) {
        web.admission.was_right_invite(client);
    }
    Ok(attempt)
}

/// Makes a browser somebody's that has nothing as nobody's. While that is written it may take a seat: so it
/// is looked at again afterwards, and whoever takes a seat looks again whose they are.
pub(super) async fn bind(web: &Web, device: Device, shown: Shown) -> Result<Attempt, ApiError> {
    if has_played(web, device.account()).await? {
        return Ok(Err(SignInRefusal::HasPlayed));
    }
    linger_at!("identity.before_bind");
    let attempt = web.live.people.sign_in(device, shown).await?;
    let Ok(bound) = &attempt else { return Ok(attempt) };
    let played = has_played(web, device.account()).await;
    if !matches!(played, Ok(false)) {
        let out = web.live.people.sign_out(device).await?;
        web.live.note_signed_out(out.as_slice()).await?;
        return played.map(|_| Err(SignInRefusal::HasPlayed));
    }
    if let Some(account) = bound.before {
        let before = SignedOut { account, devices: vec![device.0] };
        web.live.note_signed_out(&[before]).await?;
    }
    Ok(attempt)
}

/// The browser is nobody's from now on, at every server, and has nothing.
async fn sign_out(State(web): State<Web>, headers: HeaderMap) -> Result<Json<Freed>, ApiError> {
    let out = web.live.people.sign_out(Device::of(&bearer(&headers)?)).await?;
    web.live.note_signed_out(out.as_slice()).await?;
    Ok(Json(Freed { was_used: out.is_some() }))
}

/// Whether an account that is nobody's has anything that would be lost to its browser. Seats first: who has
/// one may catch something.
pub(super) async fn has_played(web: &Web, account: AccountId) -> Result<bool, ApiError> {
    if web.play.has_seat(account).await? {
        return Ok(true);
    }
    let holdings = web.packets.holdings(account).await?;
    match holdings.packets.is_empty() {
        true if !holdings.complete => Err(ApiError::Incomplete),
        none => Ok(!none),
    }
}
