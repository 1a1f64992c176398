//! What a host asks of guest lists, and who is signed out.

use quizrain_shared::api::{
    Card, Deleted, FreeInvite, Freed, GuestList, GuestListSummary, InvalidGuests, MAX_CARDS,
    NewGuestList, NoGuestList, SignOut, SignedOut,
};
use quizrain_shared::ids::{GuestListId, Token};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

use super::device;
use super::host::{answer, json, request};
use super::http::{HttpError, fetch, send};

/// Every list, the newest first.
pub(crate) async fn lists(host_key: &Token) -> Result<Vec<GuestListSummary>, HttpError> {
    request("GET", "/api/guest-lists", Some(host_key), None).await
}

/// Makes one, or says why none can be made of that.
pub(crate) async fn make(
    host_key: &Token,
    wish: &NewGuestList,
) -> Result<Result<GuestListSummary, InvalidGuests>, HttpError> {
    let body = json(wish);
    let answered = send("POST", "/api/guest-lists", Some(host_key), body.as_deref()).await;
    let (status, text) = answered.ok_or(HttpError::Unreachable)?;
    if status == 400
        && let Ok(NoGuestList { guests, .. }) = serde_json::from_str(&text)
    {
        return Ok(Err(guests));
    }
    answer((status, text)).map(Ok)
}

/// A page of guests.
pub(crate) async fn find(
    host_key: &Token,
    list: GuestListId,
    search: &str,
    skip: u32,
) -> Result<GuestList, HttpError> {
    let search = String::from(js_sys::encode_uri_component(search));
    let path = format!("/api/guest-lists/{list}?skip={skip}&search={search}");
    request("GET", &path, Some(host_key), None).await
}

/// Every card of a list, by number.
pub(crate) async fn cards(host_key: &Token, list: GuestListId) -> Result<Vec<Card>, HttpError> {
    let mut cards: Vec<Card> = Vec::new();
    loop {
        let path = format!("/api/guest-lists/{list}/cards?skip={}", cards.len());
        let page: Vec<Card> = request("GET", &path, Some(host_key), None).await?;
        let last = page.len() < MAX_CARDS;
        cards.extend(page);
        if last {
            return Ok(cards);
        }
    }
}

/// Frees an invite.
pub(crate) async fn free(
    host_key: &Token,
    list: GuestListId,
    number: u32,
) -> Result<Freed, HttpError> {
    let path = format!("/api/guest-lists/{list}/free");
    request("POST", &path, Some(host_key), json(&FreeInvite { number }).as_deref()).await
}

/// Takes a guest off a list.
pub(crate) async fn remove(
    host_key: &Token,
    list: GuestListId,
    number: u32,
) -> Result<(), HttpError> {
    request("DELETE", &format!("/api/guest-lists/{list}/guests/{number}"), Some(host_key), None)
        .await
}

/// Deletes a list; with `used` also one whose guests have come.
pub(crate) async fn delete(
    host_key: &Token,
    list: GuestListId,
    used: bool,
) -> Result<Deleted, HttpError> {
    request("DELETE", &format!("/api/guest-lists/{list}?used={used}"), Some(host_key), None).await
}

/// Signs people out.
pub(crate) async fn sign_out(host_key: &Token, whom: &SignOut) -> Result<SignedOut, HttpError> {
    request("POST", "/api/sign-outs", Some(host_key), json(whom).as_deref()).await
}

/// Hands all invites of a list to the browser as a file. A link could not: it carries no token.
pub(crate) async fn download(host_key: &Token, list: GuestListId) -> Result<(), HttpError> {
    let path = format!("/api/guest-lists/{list}/invites.csv");
    let response = fetch("GET", &path, Some(host_key), None).await;
    let response = response.filter(web_sys::Response::ok).ok_or(HttpError::Unreachable)?;
    let saved = async {
        let content = JsFuture::from(response.blob().ok()?).await.ok()?;
        device::save("invites.csv", &content.dyn_into().ok()?)
    };
    saved.await.ok_or(HttpError::Unreachable)
}
