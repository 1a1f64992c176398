//! What players ask of the API: what their account has, and the lists that a packet is checked against.
//!
//! Called by the pages of players. Nothing here adds up: the numbers are the server's.

use quizrain_shared::api::{Balance, OwnPacket, Sum};
use quizrain_shared::ids::{RainId, Token};
use quizrain_shared::wire::PacketState;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

use super::device;
use super::http::{HttpError, fetch, send};
use super::json::Json;
use super::storage;

/// What an account has.
pub(crate) async fn balance(account: &Token) -> Result<Balance, HttpError> {
    let json = Json::get("/api/balance", Some(account)).await?;
    read_balance(&json).ok_or(HttpError::Unreachable)
}

/// Hands the account's packets to the browser as a file. A link could not: it carries no token.
pub(crate) async fn download_balance(account: &Token) -> Result<(), HttpError> {
    download("/api/balance.csv", "quizrain-balance.csv", account).await
}

/// The same with everything that is kept of whoever is behind it.
pub(crate) async fn download_own_data(account: &Token) -> Result<(), HttpError> {
    download("/api/me", "quizrain-my-data.json", account).await
}

async fn download(path: &str, name: &str, account: &Token) -> Result<(), HttpError> {
    let response = fetch("GET", path, Some(account), None);
    let response = response.await.filter(web_sys::Response::ok).ok_or(HttpError::Unreachable)?;
    let saved = async {
        let content = JsFuture::from(response.blob().ok()?).await.ok()?;
        device::save(name, &content.dyn_into().ok()?)
    };
    saved.await.ok_or(HttpError::Unreachable)
}

/// What became of an erasure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Erased {
    /// All is gone that goes.
    Done,
    /// But for who they are, which goes once they were paid.
    Later,
    /// They are in a game, or something is being credited.
    NotYet,
    /// Nobody answered; it may be done.
    Unreachable,
}

/// Erases whoever is behind an account, and what this browser knows of them.
pub(crate) async fn erase(account: &Token) -> Erased {
    let (status, text) = send("DELETE", "/api/me", Some(account), None).await.unwrap_or_default();
    match status {
        200 => {
            storage::forget_player();
            let payouts = Json::read(&text).ok().and_then(|json| json.whole("payouts"));
            if payouts.unwrap_or(0) == 0 { Erased::Done } else { Erased::Later }
        }
        409 => Erased::NotYet,
        _ => Erased::Unreachable,
    }
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

fn read_balance(json: &Json) -> Option<Balance> {
    let sum = |sum: Json| {
        let (currency, amount) = (sum.at("currency").parsed()?, sum.at("amount").parsed()?);
        Some(Sum { currency, amount })
    };
    Some(Balance {
        balances: json.at("balances").list(sum)?,
        packets: json.at("packets").list(read_packet)?,
        complete: json.at("complete").is_true(),
    })
}

pub(super) fn read_packet(json: Json) -> Option<OwnPacket> {
    let state = json.at("state").text()?;
    Some(OwnPacket {
        game: json.at("game").parsed()?,
        rain: json.at("rain").parsed()?,
        packet: json.at("packet").number()? as u32,
        amount: json.at("amount").parsed()?,
        currency: json.at("currency").parsed()?,
        title: json.at("title").text()?,
        state: PacketState::ALL.into_iter().find(|it| it.word() == state)?,
        caught_at_ms: json.at("caught_at_ms").number()? as u64,
        credited_at_ms: json.at("credited_at_ms").number().map(|ms| ms as u64),
        changed_at_ms: json.at("changed_at_ms").number()? as u64,
    })
}
