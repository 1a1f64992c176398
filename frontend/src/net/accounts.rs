//! What hosts ask of accounts: sign in, out, and what is their own; and what owners ask of all of them.

use quizrain_shared::api::{
    ActionPage, AddSecondFactor, ChangeHost, ChangePassword, EndSecondFactor, HostAccount,
    HostCode, HostSession, NewCodes, NewHost, NewSecondFactor, OpenSession, RecoverHost,
    RecoveryCodes, SignedInHost,
};
use quizrain_shared::ids::{HostId, Token};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::host::{answer, json, request};
use super::http::{HttpError, SESSION, send};

/// What came of what somebody has shown.
pub(crate) enum Shown<T> {
    /// They are signed in.
    Enough(T),
    /// It is right, and the account has a second factor.
    NeedsSecondFactor,
}

async fn show<T: DeserializeOwned>(
    path: &str,
    wish: &impl Serialize,
) -> Result<Shown<T>, HttpError> {
    let body = json(wish);
    match send("POST", path, None, body.as_deref()).await {
        Some((202, _)) => Ok(Shown::NeedsSecondFactor),
        Some(response) => answer(response).map(Shown::Enough),
        None => Err(HttpError::Unreachable),
    }
}

/// Signs this browser in. [`HttpError::NotAllowed`]: the login name, the password or the second factor is wrong.
pub(crate) async fn sign_in(wish: &OpenSession) -> Result<Shown<SignedInHost>, HttpError> {
    show("/api/session", wish).await
}

/// Chooses a password with a code, and signs in. [`HttpError::NotAllowed`]: the login name, the code or the second
/// factor is wrong.
pub(crate) async fn recover(wish: &RecoverHost) -> Result<Shown<RecoveryCodes>, HttpError> {
    show("/api/session/recover", wish).await
}

/// Who is signed in.
pub(crate) async fn me() -> Result<SignedInHost, HttpError> {
    request("GET", "/api/session", Some(&SESSION), None).await
}

/// Signs this browser out.
pub(crate) async fn sign_out() -> Result<(), HttpError> {
    request("DELETE", "/api/session", Some(&SESSION), None).await
}

/// Another password. [`HttpError::NotAllowed`]: the one until now, or the code of the app, is wrong.
pub(crate) async fn change_password(wish: &ChangePassword) -> Result<SignedInHost, HttpError> {
    request("PUT", "/api/session/password", Some(&SESSION), json(wish).as_deref()).await
}

/// Other recovery codes. [`HttpError::NotAllowed`]: the password or the code of the app is wrong.
pub(crate) async fn renew_codes(wish: &NewCodes) -> Result<RecoveryCodes, HttpError> {
    request("POST", "/api/session/codes", Some(&SESSION), json(wish).as_deref()).await
}

/// A secret for an authenticator app.
pub(crate) async fn new_second_factor() -> Result<NewSecondFactor, HttpError> {
    request("POST", "/api/session/second-factor", Some(&SESSION), None).await
}

/// Has signing in take a code of the app. [`HttpError::NotAllowed`]: the password or the code is wrong.
pub(crate) async fn add_second_factor(wish: &AddSecondFactor) -> Result<SignedInHost, HttpError> {
    request("PUT", "/api/session/second-factor", Some(&SESSION), json(wish).as_deref()).await
}

/// Has the password be enough. [`HttpError::NotAllowed`] as above.
pub(crate) async fn end_second_factor(wish: &EndSecondFactor) -> Result<SignedInHost, HttpError> {
    request("POST", "/api/session/second-factor/end", Some(&SESSION), json(wish).as_deref()).await
}

/// The browsers that are signed in with one's own account.
pub(crate) async fn sessions() -> Result<Vec<HostSession>, HttpError> {
    request("GET", "/api/sessions", Some(&SESSION), None).await
}

/// Signs one of them out; those that are left.
pub(crate) async fn end_session(session: &str) -> Result<Vec<HostSession>, HttpError> {
    request("DELETE", &["/api/sessions/", session].concat(), Some(&SESSION), None).await
}

/// Every account, by login name.
pub(crate) async fn list(key: &Token) -> Result<Vec<HostAccount>, HttpError> {
    request("GET", "/api/hosts", Some(key), None).await
}

/// Makes one. Its code is told now and never again.
pub(crate) async fn make(key: &Token, wish: &NewHost) -> Result<HostCode, HttpError> {
    request("POST", "/api/hosts", Some(key), json(wish).as_deref()).await
}

/// Changes one.
pub(crate) async fn change(
    key: &Token,
    host: HostId,
    wish: &ChangeHost,
) -> Result<HostAccount, HttpError> {
    request("PUT", &format!("/api/hosts/{host}"), Some(key), json(wish).as_deref()).await
}

/// Another code for one.
pub(crate) async fn invite(key: &Token, host: HostId) -> Result<HostCode, HttpError> {
    request("POST", &format!("/api/hosts/{host}/code"), Some(key), None).await
}

/// Has the password be enough for one.
pub(crate) async fn forget_second_factor(
    key: &Token,
    host: HostId,
) -> Result<HostAccount, HttpError> {
    request("DELETE", &format!("/api/hosts/{host}/second-factor"), Some(key), None).await
}

/// Has the provider open nothing for one.
pub(crate) async fn forget_provider(key: &Token, host: HostId) -> Result<HostAccount, HttpError> {
    request("DELETE", &format!("/api/hosts/{host}/provider"), Some(key), None).await
}

/// Deletes one; those that are left.
pub(crate) async fn delete(key: &Token, host: HostId) -> Result<Vec<HostAccount>, HttpError> {
    request("DELETE", &format!("/api/hosts/{host}"), Some(key), None).await
}

/// A page of what was done here, the newest first.
pub(crate) async fn actions(
    key: &Token,
    search: &str,
    after: Option<&str>,
) -> Result<ActionPage, HttpError> {
    let search = String::from(js_sys::encode_uri_component(search));
    // Of digits, letters and a point alone.
    let after = after.map(|after| ["&after=", after].concat()).unwrap_or_default();
    let path = ["/api/actions?search=", &search, &after].concat();
    request("GET", &path, Some(key), None).await
}
