//! Signing in at an OpenID provider: a browser is sent there with a cookie of ours, and comes back with a code.
//!
//! Both requests are made by our own page, with the browser's token in a header. So the cookie need never
//! come from elsewhere (`SameSite=Strict`), and no address has the token.

use axum::extract::rejection::JsonRejection;
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use quizrain_shared::api::{FinishSignIn, SignInRefusal, SignInStarted, SignedIn, StartSignIn};
use quizrain_shared::ids::Pin;

use super::Web;
use super::access::bearer;
use super::cookie::Cookie;
use super::error::ApiError;
use super::guard::meter;
use super::identity::{In, NotIn, bind, has_played, refused};
use crate::admission::Client;
use crate::people::{Bound, Device, Provider, Shown};

/// The cookie that has what was begun, sealed.
const COOKIE: Cookie = Cookie { over_tls: "__Host-quizrain-sign-in", plain: "quizrain-sign-in" };

pub(super) fn router(web: &Web) -> Router<Web> {
    Router::new()
        .route("/api/oidc/start", post(start))
        .route("/api/oidc/finish", post(finish))
        .route_layer(from_fn_with_state(web.clone(), meter))
}

async fn start(
    State(web): State<Web>,
    headers: HeaderMap,
    body: Result<Json<StartSignIn>, JsonRejection>,
) -> Result<Response, ApiError> {
    let device = Device::of(&bearer(&headers)?);
    let Json(StartSignIn { pin, inherit, language }) = body?;
    let Some(provider) = &web.oidc else {
        return Ok(refused(SignInRefusal::NoProvider, &language));
    };
    // Said before somebody types a password for nothing.
    if !inherit && let Some(has) = has_played(&web, device.account()).await? {
        return Ok(refused(NotIn::played(has, None), &language));
    }
    Ok(match provider.begin(device, pin, inherit, web.live.people.now()).await? {
        Ok(gone) => {
            let cookie = COOKIE.line(&gone.sealed, web.https, gone.seconds)?;
            let url = gone.url.into();
            ([(header::SET_COOKIE, cookie)], Json(SignInStarted { url })).into_response()
        }
        Err(reason) => refused(reason, &language),
    })
}

async fn finish(
    State(web): State<Web>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    body: Result<Json<FinishSignIn>, JsonRejection>,
) -> Result<Response, ApiError> {
    let device = Device::of(&bearer(&headers)?);
    let Json(said) = body?;
    let Some(provider) = &web.oidc else {
        return Ok(refused(SignInRefusal::NoProvider, &said.language));
    };
    if !web.admission.may_come_back(client) {
        return Err(ApiError::TooMany);
    }
    let attempt =
        come_back(&web, provider, device, COOKIE.read(&headers, web.https), &said).await?;
    let mut response = match attempt {
        Ok((In { bound: Bound { name, who, .. }, moved }, pin)) => {
            web.admission.has_come_back(client);
            Json(SignedIn { name, who, pin, moved }).into_response()
        }
        Err(reason) => refused(reason, &said.language),
    };
    // It is good for one attempt.
    response.headers_mut().insert(header::SET_COOKIE, COOKIE.line("", web.https, 0)?);
    Ok(response)
}

async fn come_back(
    web: &Web,
    provider: &Provider,
    device: Device,
    sealed: Option<&str>,
    FinishSignIn { state, code, error, iss, .. }: &FinishSignIn,
) -> Result<Result<(In, Option<Pin>), NotIn>, ApiError> {
    let people = &web.live.people;
    let now = people.now();
    let begun = match provider.begun(device, sealed, state, now) {
        Ok(begun) => begun,
        Err(reason) => return Ok(Err(reason.into())),
    };
    if !provider.has_answered(iss.as_deref()).await {
        // Anybody can put a name into the address.
        tracing::debug!("refused an answer that is not of --oidc-issuer, or does not say so");
        return Ok(Err(SignInRefusal::TokenInvalid.into()));
    }
    if let Some(error) = error {
        return Ok(Err(provider.refusal(error).into()));
    }
    let Some(code) = code else { return Ok(Err(SignInRefusal::ProviderRefused.into())) };
    // Before anybody is asked: whatever comes of it, it is not done twice.
    if !people.use_up(&begun, device).await? {
        return Ok(Err(SignInRefusal::UsedCode.into()));
    }
    let proof = match provider.redeem(&begun, code, now).await {
        Ok(proof) => proof,
        Err(reason) => return Ok(Err(reason.into())),
    };
    let attempt = bind(web, device, Shown::Proof(proof), begun.inherit).await?;
    Ok(attempt.map(|bound| (bound, begun.pin)))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn what_was_begun_comes_from_this_very_server() {
        let line = COOKIE.line("sealed", true, 600).unwrap();
        let expected = "__Host-quizrain-sign-in=sealed; Path=/; Max-Age=600; HttpOnly; SameSite=Strict; Secure";
        assert_eq!(line.to_str().unwrap(), expected);
        // A neighbour's subdomain can plant the other name, and not this one.
        for (name, https) in [("quizrain-sign-in", false), ("__Host-quizrain-sign-in", true)] {
            let pair = HeaderValue::from_str(&format!("{name}=sealed")).unwrap();
            let headers = HeaderMap::from_iter([(header::COOKIE, pair)]);
            assert_eq!(COOKIE.read(&headers, https), Some("sealed"));
            assert_eq!(COOKIE.read(&headers, !https), None);
        }
    }
}
