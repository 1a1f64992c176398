//! Hosts who sign in at the OpenID provider, under `/api/session/provider`, and have their account connected with whom
//! it vouches for. Their pages have no token: what was begun belongs to whoever has the cookie of it, which no script
//! sees and no other site can send or set.

use axum::extract::rejection::JsonRejection;
use axum::extract::{Extension, State};
use axum::http::HeaderMap;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{post, put};
use axum::{Json, Router};
use quizrain_shared::api::{
    ConnectProvider, EndProvider, FinishSignIn, HostReturned, SignInRefusal, SignedInHost,
    StartHostSignIn,
};

use super::access::{check_page, signed_in};
use super::asker::Asker;
use super::error::ApiError;
use super::guard::meter;
use super::identity::refused as not_signed_in;
use super::oidc::{come_back, depart, ended};
use super::session::{changed, opened, refused, try_once, user_agent};
use super::{Web, cookie};
use crate::actions::Actor;
use crate::admission::Client;
use crate::hosts::{Connected, FromBrowser, Signed};
use crate::people::{Device, Proof, Wish};

pub(super) fn router(web: &Web) -> Router<Web> {
    let metered = Router::new()
        .route("/api/session/provider/start", post(start))
        .route("/api/session/provider/finish", post(finish))
        .route_layer(from_fn_with_state(web.clone(), meter));
    Router::new()
        .route("/api/session/provider", put(connect))
        .route("/api/session/provider/end", post(end))
        .merge(metered)
}

async fn start(
    State(web): State<Web>,
    headers: HeaderMap,
    body: Result<Json<StartHostSignIn>, JsonRejection>,
) -> Result<Response, ApiError> {
    check_page(&web, &headers, true)?;
    let Json(StartHostSignIn { language }) = body?;
    go(&web, Wish::Host, &language).await
}

async fn connect(
    State(web): State<Web>,
    Extension(client): Extension<Client>,
    Extension(asker): Extension<Asker>,
    body: Result<Json<ConnectProvider>, JsonRejection>,
) -> Result<Response, ApiError> {
    let signed = asker.signed()?;
    let Json(ConnectProvider { password, second_factor, language }) = body?;
    try_once(&web, client, &signed.account.login)?;
    let may = web.hosts.may_connect(&signed, &password, second_factor.as_deref()).await?;
    may.map_err(|why| refused(why, ApiError::WrongPassword))?;
    web.admission.was_right_host(client, &signed.account.login);
    go(&web, Wish::Connect(signed.account.host), &language).await
}

async fn go(web: &Web, wish: Wish, language: &str) -> Result<Response, ApiError> {
    match &web.oidc {
        Some(provider) => depart(web, provider, Device::HOSTS, wish, language).await,
        None => Ok(not_signed_in(SignInRefusal::NoProvider, language)),
    }
}

async fn finish(
    State(web): State<Web>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    body: Result<Json<FinishSignIn>, JsonRejection>,
) -> Result<Response, ApiError> {
    check_page(&web, &headers, true)?;
    let Json(said) = body?;
    let Some(provider) = &web.oidc else {
        return Ok(not_signed_in(SignInRefusal::NoProvider, &said.language));
    };
    if !web.admission.may_come_back(client) {
        return Err(ApiError::TooMany);
    }
    let done = match come_back(&web, provider, Device::HOSTS, &headers, &said).await? {
        Ok((Wish::Host, proof)) => sign_in(&web, &headers, &proof).await?,
        Ok((Wish::Connect(host), proof)) => {
            let signed = signed_in(&web, client, &headers).await?;
            // Whoever is signed in by now may be another one.
            match signed.filter(|signed| signed.account.host == host) {
                Some(signed) => connected(&web, &signed, &proof).await?,
                None => Err(SignInRefusal::NotBegun),
            }
        }
        Ok((Wish::Play { .. }, _)) => Err(SignInRefusal::NotBegun),
        Err(reason) => Err(reason),
    };
    let response = match done {
        Ok(response) => {
            web.admission.has_come_back(client);
            response
        }
        Err(reason) => not_signed_in(reason, &said.language),
    };
    ended(&web, response)
}

async fn sign_in(
    web: &Web,
    headers: &HeaderMap,
    proof: &Proof,
) -> Result<Result<Response, SignInRefusal>, ApiError> {
    let before = cookie::session(headers, web.https);
    let from = FromBrowser { user_agent: user_agent(headers), before: before.as_ref() };
    let Ok(it) = web.hosts.sign_in_at_provider(&proof.as_host(), from).await? else {
        return Ok(Err(SignInRefusal::NoHost));
    };
    let answer = HostReturned { account: it.account.clone(), connected: false };
    opened(web, &it, answer).map(Ok)
}

async fn connected(
    web: &Web,
    signed: &Signed,
    proof: &Proof,
) -> Result<Result<Response, SignInRefusal>, ApiError> {
    Ok(match web.hosts.connect(signed, &proof.as_host()).await? {
        Connected::Done(account) => {
            let answer = HostReturned { account, connected: true };
            let mut response = Json(answer).into_response();
            // For the log of actions.
            response.extensions_mut().insert(Actor::Host(signed.account.host));
            Ok(response)
        }
        Connected::Other => Err(SignInRefusal::OtherHost),
        Connected::Gone => Err(SignInRefusal::NotBegun),
    })
}

async fn end(
    State(web): State<Web>,
    Extension(client): Extension<Client>,
    Extension(asker): Extension<Asker>,
    body: Result<Json<EndProvider>, JsonRejection>,
) -> Result<Json<SignedInHost>, ApiError> {
    let signed = asker.signed()?;
    let Json(EndProvider { password }) = body?;
    try_once(&web, client, &signed.account.login)?;
    let done = web.hosts.disconnect(&signed, &password).await?;
    changed(&web, client, done).await
}
