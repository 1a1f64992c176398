//! Hosts who sign in, under `/api/session`: with a password or a code, out again, another password, other
//! recovery codes, a second factor; and the browsers with which they are signed in, under `/api/sessions`.

use std::sync::Arc;

use axum::extract::rejection::JsonRejection;
use axum::extract::{Extension, Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use axum::routing::{delete, get, post, put};
use axum::{Json, Router};
use quizrain_shared::api::{
    AddSecondFactor, ChangePassword, EndSecondFactor, HostAccount, HostSession, MAX_PASSWORD_CHARS,
    NeedsSecondFactor, NewCodes, NewSecondFactor, OpenSession, RecoverHost, RecoveryCodes,
    SignedInHost, Why, check_password, checked_login,
};
use serde::Serialize;

use super::access::check_page;
use super::api::draw_qr;
use super::asker::Asker;
use super::error::ApiError;
use super::{Web, cookie};
use crate::actions::Actor;
use crate::admission::Client;
use crate::hosts::{FromBrowser, NotSigned, Opened, Signed};

pub(super) fn router() -> Router<Web> {
    Router::new()
        .route("/api/session", get(own).post(sign_in).delete(sign_out))
        .route("/api/session/recover", post(recover))
        .route("/api/session/password", put(change_password))
        .route("/api/session/codes", post(renew_codes))
        .route("/api/session/second-factor", post(new_second_factor).put(add_second_factor))
        .route("/api/session/second-factor/end", post(end_second_factor))
        .route("/api/sessions", get(sessions))
        .route("/api/sessions/{session}", delete(end))
}

/// What a browser says it is.
pub(super) fn user_agent(headers: &HeaderMap) -> &str {
    headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

fn with_cookie(line: HeaderValue, answer: impl Serialize) -> Response {
    (AppendHeaders([(header::SET_COOKIE, line)]), Json(answer)).into_response()
}

/// Has the browser show what was opened.
pub(super) fn opened(web: &Web, it: &Opened, answer: impl Serialize) -> Result<Response, ApiError> {
    let line = cookie::set(&it.token, web.https, web.hosts.ends().absolute_ms)?;
    let mut response = with_cookie(line, answer);
    // For the log of actions.
    response.extensions_mut().insert(Actor::Host(it.account.host));
    Ok(response)
}

async fn own(
    State(web): State<Web>,
    Extension(asker): Extension<Asker>,
) -> Result<Json<SignedInHost>, ApiError> {
    let account = asker.signed()?.account.clone();
    let codes_left = web.hosts.codes_left(account.host).await?;
    Ok(Json(SignedInHost { account, codes_left }))
}

/// What was sent is right, and not all.
fn needs_second_factor() -> Response {
    let answer = NeedsSecondFactor { needs_second_factor: true };
    (StatusCode::ACCEPTED, Json(answer)).into_response()
}

/// Why nothing came of it, where something is wrong that stands for itself.
pub(super) fn refused(why: NotSigned, wrong: ApiError) -> ApiError {
    match why {
        NotSigned::Wrong => wrong,
        NotSigned::WrongSecondFactor | NotSigned::NeedsSecondFactor => ApiError::WrongSecondFactor,
        NotSigned::WrongRecoveryCode => ApiError::WrongRecoveryCode,
        NotSigned::CodesWait(seconds) => ApiError::CodesWait(seconds),
        NotSigned::HasSecondFactor => ApiError::InTheWay(Why::HasSecondFactor),
        NotSigned::Password(why) => ApiError::Wrong(why.into()),
    }
}

/// Counts somebody who is about to try a password or a code.
pub(super) fn try_once(web: &Web, client: Client, login: &str) -> Result<(), ApiError> {
    if web.admission.may_sign_in_host(client, login) {
        Ok(())
    } else {
        Err(ApiError::TooManySignIns)
    }
}

/// The same. What was typed and can be no login name is none, and counts as well.
fn tried(web: &Web, client: Client, login: Option<String>) -> Result<Option<String>, ApiError> {
    try_once(web, client, login.as_deref().unwrap_or_default())?;
    Ok(login)
}

/// Whoever lures a browser into an account of their own would see what its host does there: so this is for
/// pages of ours as well.
async fn sign_in(
    State(web): State<Web>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    body: Result<Json<OpenSession>, JsonRejection>,
) -> Result<Response, ApiError> {
    check_page(&web, &headers, true)?;
    let Json(OpenSession { login, password, second_factor }) = body?;
    let login = checked_login(&login).ok();
    let login = tried(&web, client, login)?.ok_or(ApiError::WrongPassword)?;
    if password.chars().count() > MAX_PASSWORD_CHARS {
        return Err(ApiError::WrongPassword);
    }
    let before = cookie::session(&headers, web.https);
    let from = FromBrowser { user_agent: user_agent(&headers), before: before.as_ref() };
    let second_factor = second_factor.as_deref();
    let it = match web.hosts.sign_in((&login, &password), second_factor, from).await? {
        Ok(it) => it,
        Err(NotSigned::NeedsSecondFactor) => return Ok(needs_second_factor()),
        Err(why) => return Err(refused(why, ApiError::WrongPassword)),
    };
    web.admission.was_right_host(client, &login);
    if it.account.second_factor {
        // So was the password, with which they began.
        web.admission.was_right_host(client, &login);
    }
    let codes_left = web.hosts.codes_left(it.account.host).await?;
    let account = it.account.clone();
    opened(&web, &it, SignedInHost { account, codes_left })
}

async fn recover(
    State(web): State<Web>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    body: Result<Json<RecoverHost>, JsonRejection>,
) -> Result<Response, ApiError> {
    check_page(&web, &headers, true)?;
    let Json(RecoverHost { login, code, password, second_factor }) = body?;
    let login = checked_login(&login).ok();
    check_password(&password, login.as_deref().unwrap_or_default())
        .map_err(|why| ApiError::Wrong(why.into()))?;
    let login = tried(&web, client, login)?.ok_or(ApiError::WrongCode)?;
    let before = cookie::session(&headers, web.https);
    let from = FromBrowser { user_agent: user_agent(&headers), before: before.as_ref() };
    let (shown, second_factor) = ((&*login, &*code), second_factor.as_deref());
    let (it, codes) = match web.hosts.recover(shown, &password, second_factor, from).await? {
        Ok(done) => done,
        Err(NotSigned::NeedsSecondFactor) => return Ok(needs_second_factor()),
        Err(why) => return Err(refused(why, ApiError::WrongCode)),
    };
    web.admission.was_right_host(client, &login);
    let account = it.account.clone();
    opened(&web, &it, RecoveryCodes { account, codes })
}

/// Nothing is left of it, here and in the browser.
async fn sign_out(
    State(web): State<Web>,
    Extension(asker): Extension<Asker>,
) -> Result<Response, ApiError> {
    let signed = asker.signed()?;
    web.hosts.end_session(&signed, &signed.session).await?;
    Ok(with_cookie(cookie::clear(web.https)?, ()))
}

async fn change_password(
    State(web): State<Web>,
    Extension(client): Extension<Client>,
    Extension(asker): Extension<Asker>,
    headers: HeaderMap,
    body: Result<Json<ChangePassword>, JsonRejection>,
) -> Result<Response, ApiError> {
    let signed: Arc<Signed> = asker.signed()?;
    let Json(ChangePassword { password, new_password, second_factor }) = body?;
    let login = &signed.account.login;
    check_password(&new_password, login).map_err(|why| ApiError::Wrong(why.into()))?;
    try_once(&web, client, login)?;
    let (passwords, browser) = ((&*password, &*new_password), user_agent(&headers));
    let done = web.hosts.change_password(&signed, passwords, second_factor.as_deref(), browser);
    let done = done.await?;
    let it = done.map_err(|why| refused(why, ApiError::WrongPassword))?;
    web.admission.was_right_host(client, login);
    let codes_left = web.hosts.codes_left(it.account.host).await?;
    let account = it.account.clone();
    opened(&web, &it, SignedInHost { account, codes_left })
}

async fn renew_codes(
    State(web): State<Web>,
    Extension(client): Extension<Client>,
    Extension(asker): Extension<Asker>,
    body: Result<Json<NewCodes>, JsonRejection>,
) -> Result<Json<RecoveryCodes>, ApiError> {
    let signed = asker.signed()?;
    let Json(NewCodes { password, second_factor }) = body?;
    try_once(&web, client, &signed.account.login)?;
    let codes = web.hosts.renew_codes(&signed, &password, second_factor.as_deref()).await?;
    let codes = codes.map_err(|why| refused(why, ApiError::WrongPassword))?;
    web.admission.was_right_host(client, &signed.account.login);
    Ok(Json(RecoveryCodes { account: signed.account.clone(), codes }))
}

/// What the authenticator app of whoever is signed in may have. Nothing is kept of it.
async fn new_second_factor(
    State(web): State<Web>,
    Extension(asker): Extension<Asker>,
) -> Result<Json<NewSecondFactor>, ApiError> {
    let (secret, url) = web.hosts.new_second_factor(&*asker.signed()?)?;
    let qr = draw_qr(&url)?;
    Ok(Json(NewSecondFactor { secret, url, qr }))
}

async fn add_second_factor(
    State(web): State<Web>,
    Extension(client): Extension<Client>,
    Extension(asker): Extension<Asker>,
    body: Result<Json<AddSecondFactor>, JsonRejection>,
) -> Result<Json<SignedInHost>, ApiError> {
    let signed = asker.signed()?;
    let Json(AddSecondFactor { password, secret, code }) = body?;
    try_once(&web, client, &signed.account.login)?;
    let done = web.hosts.add_second_factor(&signed, &password, (&secret, &code)).await?;
    changed(&web, client, done).await
}

async fn end_second_factor(
    State(web): State<Web>,
    Extension(client): Extension<Client>,
    Extension(asker): Extension<Asker>,
    body: Result<Json<EndSecondFactor>, JsonRejection>,
) -> Result<Json<SignedInHost>, ApiError> {
    let signed = asker.signed()?;
    let Json(EndSecondFactor { password, second_factor }) = body?;
    try_once(&web, client, &signed.account.login)?;
    let done = web.hosts.end_second_factor(&signed, &password, &second_factor).await?;
    changed(&web, client, done).await
}

/// Whoever is signed in, with another account than before.
pub(super) async fn changed(
    web: &Web,
    client: Client,
    done: Result<HostAccount, NotSigned>,
) -> Result<Json<SignedInHost>, ApiError> {
    let account = done.map_err(|why| refused(why, ApiError::WrongPassword))?;
    web.admission.was_right_host(client, &account.login);
    let codes_left = web.hosts.codes_left(account.host).await?;
    Ok(Json(SignedInHost { account, codes_left }))
}

async fn sessions(
    State(web): State<Web>,
    Extension(asker): Extension<Asker>,
) -> Result<Json<Vec<HostSession>>, ApiError> {
    Ok(Json(web.hosts.sessions(&*asker.signed()?).await?))
}

/// The sessions that are left.
async fn end(
    State(web): State<Web>,
    Extension(asker): Extension<Asker>,
    Path(session): Path<String>,
) -> Result<Json<Vec<HostSession>>, ApiError> {
    let signed = asker.signed()?;
    match web.hosts.end_session(&signed, &session).await? {
        true => Ok(Json(web.hosts.sessions(&signed).await?)),
        false => Err(ApiError::NotFound),
    }
}
