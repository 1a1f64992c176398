//! Hosts who sign in at the OpenID provider, and have their account connected with it.

use quizrain_shared::api::{
    ConnectProvider, EndProvider, FinishSignIn, HostReturned, NotSignedIn, Problem, SignInStarted,
    SignedInHost, StartHostSignIn,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::device;
use super::host::{answer, json, request};
use super::http::{HttpError, SESSION, send};

/// Asks, and tells a refusal in the reader's language.
async fn ask<T: DeserializeOwned>(
    method: &str,
    path: &str,
    wish: &impl Serialize,
) -> Result<T, HttpError> {
    let body = json(wish);
    let said = send(method, path, Some(&SESSION), body.as_deref()).await;
    let (status, text) = said.ok_or(HttpError::Unreachable)?;
    match serde_json::from_str::<NotSignedIn>(&text) {
        Ok(why) => Err(HttpError::Refused(Problem { error: why.words, why: None })),
        Err(_) => answer((status, text)),
    }
}

/// Leaves for the provider's page.
fn leave(SignInStarted { url }: &SignInStarted) -> Result<(), HttpError> {
    device::window().location().assign(url).map_err(|_| HttpError::Unreachable)
}

/// Goes to the provider, to sign in.
pub(crate) async fn start(language: &str) -> Result<(), HttpError> {
    let wish = StartHostSignIn { language: language.to_owned() };
    leave(&ask("POST", "/api/session/provider/start", &wish).await?)
}

/// Goes to the provider, to have the account of whoever is signed in connected with it. [`HttpError::NotAllowed`]: the
/// password or the code of the app is wrong.
pub(crate) async fn connect(
    password: String,
    second_factor: Option<String>,
    language: &str,
) -> Result<(), HttpError> {
    let wish = ConnectProvider { password, second_factor, language: language.to_owned() };
    leave(&ask("PUT", "/api/session/provider", &wish).await?)
}

/// What the provider has put into the address, which no longer has it.
pub(crate) fn take_returned(language: &str) -> Option<FinishSignIn> {
    let query = device::take_query()?;
    Some(FinishSignIn {
        state: query.get("state")?,
        code: query.get("code"),
        error: query.get("error"),
        iss: query.get("iss"),
        language: language.to_owned(),
    })
}

/// Is back with that.
pub(crate) async fn finish(returned: &FinishSignIn) -> Result<HostReturned, HttpError> {
    ask("POST", "/api/session/provider/finish", returned).await
}

/// Has the provider open nothing here any more. [`HttpError::NotAllowed`]: the password is wrong.
pub(crate) async fn end(wish: &EndProvider) -> Result<SignedInHost, HttpError> {
    let body = json(wish);
    request("POST", "/api/session/provider/end", Some(&SESSION), body.as_deref()).await
}
