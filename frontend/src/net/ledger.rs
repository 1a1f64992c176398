//! What the ledger says: a game's statement for its host, an account's packets for their owner.
//!
//! Called by pages. Nothing here adds up: the numbers are the server's.

use quizrain_shared::api::{Balance, Redrive, Redriven, Statement};
use quizrain_shared::ids::{GameId, RainId, Token};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

use super::device;
use super::http::{HttpError, fetch, json, request, send};

/// Every rain of a game.
pub(crate) async fn statement(host: &Token, game: GameId) -> Result<Statement, HttpError> {
    request("GET", &format!("/api/games/{game}/statement"), Some(host), None).await
}

/// Asks for another try of what was given up in a rain.
pub(crate) async fn redrive(
    host: &Token,
    game: GameId,
    rain: RainId,
) -> Result<Redriven, HttpError> {
    let body = json(&Redrive { rain });
    request("POST", &format!("/api/games/{game}/redrive"), Some(host), body.as_deref()).await
}

/// What an account has.
pub(crate) async fn balance(account: &Token) -> Result<Balance, HttpError> {
    request("GET", "/api/balance", Some(account), None).await
}

/// Hands the account's packets to the browser as a file. A link could not: it carries no token.
pub(crate) async fn download_balance(account: &Token) -> Result<(), HttpError> {
    let response = fetch("GET", "/api/balance.csv", Some(account), None);
    let response = response.await.filter(web_sys::Response::ok).ok_or(HttpError::Unreachable)?;
    let saved = async {
        let content = JsFuture::from(response.blob().ok()?).await.ok()?;
        device::save("quizrain-balance.csv", &content.dyn_into().ok()?)
    };
    saved.await.ok_or(HttpError::Unreachable)
}

/// Where the sealed list of a rain is.
pub(crate) fn sealed_list_path(rain: RainId) -> String {
    format!("/api/rains/{rain}/sealed")
}

/// Where the list is of what players added to the draw of a rain.
pub(crate) fn contributions_path(rain: RainId) -> String {
    format!("/api/rains/{rain}/entropy")
}

/// Where it is said which packets of a rain were caught.
pub(crate) fn claims_path(rain: RainId) -> String {
    format!("/api/rains/{rain}/claims")
}

/// What players added to the draw of a rain; `None` where the server has no such list.
pub(crate) async fn contributions(rain: RainId) -> Result<Option<String>, HttpError> {
    match send("GET", &contributions_path(rain), None, None).await {
        Some((200, text)) => Ok(Some(text)),
        Some((404 | 409, _)) => Ok(None),
        _ => Err(HttpError::Unreachable),
    }
}

/// The sealed list of a rain; `None` as long as the rain is not settled.
pub(crate) async fn sealed_list(rain: RainId) -> Result<Option<String>, HttpError> {
    match send("GET", &sealed_list_path(rain), None, None).await {
        Some((200, text)) => Ok(Some(text)),
        Some((409, _)) => Ok(None),
        _ => Err(HttpError::Unreachable),
    }
}
