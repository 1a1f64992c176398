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

use super::Web;
use super::access::bearer;
use super::cookie::Cookie;
use super::error::ApiError;
use super::guard::meter;
use super::identity::{In, NotIn, bind, has_played, refused, uses_another};
use crate::admission::Client;
use crate::game::proposed_nickname;
use crate::people::{Bound, Device, Proof, Provider, Shown, Wish};

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
    if uses_another(&web, device).await? {
        return Ok(refused(SignInRefusal::SharedAccount, &language));
    }
    if !inherit && let Some(has) = has_played(&web, device.account()).await? {
        return Ok(refused(NotIn::played(has, None), &language));
    }
    depart(&web, provider, device, Wish::Play { pin, inherit }, &language).await
}

/// Sends a browser to the provider.
pub(super) async fn depart(
    web: &Web,
    provider: &Provider,
    device: Device,
    wish: Wish,
    language: &str,
) -> Result<Response, ApiError> {
    Ok(match provider.begin(device, wish, web.live.people.now()).await? {
        Ok(gone) => {
            let cookie = COOKIE.line(&gone.sealed, web.https, gone.seconds)?;
            let url = gone.url.into();
            ([(header::SET_COOKIE, cookie)], Json(SignInStarted { url })).into_response()
        }
        Err(reason) => refused(reason, language),
    })
}

/// Ends what a browser carries: it is good for one attempt.
pub(super) fn ended(web: &Web, mut response: Response) -> Result<Response, ApiError> {
    response.headers_mut().append(header::SET_COOKIE, COOKIE.line("", web.https, 0)?);
    Ok(response)
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
    let attempt = match come_back(&web, provider, device, &headers, &said).await? {
        Ok((Wish::Play { pin, inherit }, proof)) => {
            let attempt = bind(&web, device, Shown::Proof(proof), inherit).await?;
            attempt.map(|it| (it, pin))
        }
        Ok(_) => Err(SignInRefusal::NotBegun.into()),
        Err(reason) => Err(reason.into()),
    };
    let response = match attempt {
        Ok((In { bound: Bound { name, who, .. }, moved }, pin)) => {
            web.admission.has_come_back(client);
            let name = name.as_deref().and_then(proposed_nickname);
            Json(SignedIn { name, who, pin, moved }).into_response()
        }
        Err(reason) => refused(reason, &said.language),
    };
    ended(&web, response)
}

/// Who it is that comes back, and what for.
pub(super) async fn come_back(
    web: &Web,
    provider: &Provider,
    device: Device,
    headers: &HeaderMap,
    FinishSignIn { state, code, error, iss, .. }: &FinishSignIn,
) -> Result<Result<(Wish, Proof), SignInRefusal>, ApiError> {
    let people = &web.live.people;
    let now = people.now();
    let begun = match provider.begun(device, COOKIE.read(headers, web.https), state, now) {
        Ok(begun) => begun,
        Err(reason) => return Ok(Err(reason)),
    };
    if !provider.has_answered(iss.as_deref()).await {
        // Anybody can put a name into the address.
        tracing::debug!("refused an answer that is not of --oidc-issuer, or does not say so");
        return Ok(Err(SignInRefusal::TokenInvalid));
    }
    if let Some(error) = error {
        return Ok(Err(provider.refusal(error)));
    }
    let Some(code) = code else { return Ok(Err(SignInRefusal::ProviderRefused)) };
    // Before anybody is asked: whatever comes of it, it is not done twice.
    if !people.use_up(&begun, device).await? {
        return Ok(Err(SignInRefusal::UsedCode));
    }
    Ok(provider.redeem(&begun, code, now).await.map(|proof| (begun.wish, proof)))
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
