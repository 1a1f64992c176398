//! What the ledger says: a game's statement for its host, an account's packets for their owner.
//!
//! Called by pages. Nothing here adds up: the numbers are the server's.

use quizrain_shared::ids::{GameId, RainId, Token};
use quizrain_shared::money::{Currency, Minor};
use serde::Deserialize;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

use super::device;
use super::http::{HttpError, fetch, request, send};

/// Every rain of a game, as the ledger has it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub(crate) struct Statement {
    /// The rains, first to last.
    pub(crate) rains: Vec<RainStatement>,
}

/// Where a rain stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RainState {
    /// Funded, and nothing falls yet.
    Sealed,
    /// Packets fall.
    Open,
    /// Nothing can be caught any more.
    Closed,
    /// Everything is in the ledger, and what was left is returned.
    Settled,
}

/// A number of packets, and what is in them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub(crate) struct Part {
    /// How many packets.
    pub(crate) packets: u64,
    /// What they hold together.
    pub(crate) amount: Minor,
}

/// A rain in numbers.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct RainStatement {
    /// The rain.
    pub(crate) rain: RainId,
    /// Which rain of the game, from 1.
    pub(crate) number: u32,
    /// Its currency.
    pub(crate) currency: Currency,
    /// Where it stands.
    pub(crate) state: RainState,
    /// What the sponsor paid in.
    pub(crate) funded: Part,
    /// What players have caught.
    pub(crate) caught: Part,
    /// What of that is in the ledger.
    pub(crate) credited: Part,
    /// What of that is not.
    pub(crate) pending: Part,
    /// What nobody has caught, as long as it is not returned.
    pub(crate) left: Part,
    /// What went back to the sponsor.
    pub(crate) returned: Part,
    /// Where packets are paid out: how far.
    pub(crate) payouts: Option<Payouts>,
    /// Claims that the ledger would not take.
    pub(crate) dead_letters: Vec<DeadLetter>,
    /// How many links the chain of entries has.
    pub(crate) links: u64,
    /// The hash of the last link.
    pub(crate) head: String,
    /// When the first packet fell, in milliseconds since 1970.
    pub(crate) opened_at_ms: Option<u64>,
    /// Since when nothing can be caught, in milliseconds since 1970.
    pub(crate) closed_at_ms: Option<u64>,
    /// Since when everything is settled, in milliseconds since 1970.
    pub(crate) settled_at_ms: Option<u64>,
}

/// Payouts by their state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub(crate) struct Payouts {
    /// Not asked for yet.
    pub(crate) pending: Part,
    /// Asked for, and not answered.
    pub(crate) sent: Part,
    /// Done.
    pub(crate) confirmed: Part,
    /// Refused; the money is the player's as before.
    pub(crate) refused: Part,
    /// Asked for, and nobody knows what became of it; asked again.
    pub(crate) unknown: Part,
    /// Nothing is sent by itself any more: a human must look.
    pub(crate) needs_human: Part,
}

/// What is done about a claim that the ledger would not take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum LetterState {
    /// Nothing, until the host asks for another try.
    Dead,
    /// It is tried alone.
    Suspect,
    /// It will be tried again.
    Redrive,
    /// Nothing: it contradicts the sealed list or what is settled, and nobody's packet hangs on it.
    Refuted,
}

/// A claim that the ledger would not take.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct DeadLetter {
    /// Whose it claims to be.
    pub(crate) account: String,
    /// What it claims.
    pub(crate) claim: String,
    /// What is done about it.
    pub(crate) state: LetterState,
    /// Why it was not taken.
    pub(crate) reason: String,
    /// How often it was tried.
    pub(crate) deliveries: u64,
    /// When it was tried last, in milliseconds since 1970.
    pub(crate) at_ms: u64,
}

/// How many will be tried again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Redriven {
    /// Claims.
    pub(crate) dead_letters: u64,
    /// Payouts.
    pub(crate) payouts: u64,
}

/// What an account has.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Balance {
    /// One sum for each currency.
    pub(crate) balances: Vec<Sum>,
    /// Every packet, newest first.
    pub(crate) packets: Vec<Packet>,
    /// Whether these are all.
    pub(crate) complete: bool,
}

/// A sum in one currency.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Sum {
    /// The currency.
    pub(crate) currency: Currency,
    /// How much.
    pub(crate) amount: Minor,
}

/// How far a player's packet is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PacketState {
    /// Caught, and not in the ledger yet.
    Crediting,
    /// In the ledger.
    Credited,
    /// On its way out.
    Paying,
    /// Paid out.
    Paid,
    /// The other side would not take it.
    Refused,
    /// Somebody must look at it.
    Held,
}

impl PacketState {
    /// Its name, as it is on the wire.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Crediting => "crediting",
            Self::Credited => "credited",
            Self::Paying => "paying",
            Self::Paid => "paid",
            Self::Refused => "refused",
            Self::Held => "held",
        }
    }
}

/// A packet that a player has caught.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Packet {
    /// The rain it fell in.
    pub(crate) rain: RainId,
    /// Its number in that rain.
    pub(crate) packet: u32,
    /// How much.
    pub(crate) amount: Minor,
    /// In which currency.
    pub(crate) currency: Currency,
    /// The title of the quiz.
    pub(crate) title: String,
    /// How far it is.
    pub(crate) state: PacketState,
    /// Since when, in milliseconds since 1970.
    pub(crate) changed_at_ms: u64,
}

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
    let body = format!("{{\"rain\":\"{rain}\"}}");
    request("POST", &format!("/api/games/{game}/redrive"), Some(host), Some(&body)).await
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
