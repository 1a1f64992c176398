//! Payouts: telling the host's own balance system, over a webhook, what a player was credited.
//!
//! Rows are made where packets are credited; how they get to the receiver is in `delivery`. The
//! invariant: only an explicit answer with the payout's own key is an answer; everything else is
//! unknown, and nothing unknown is ever taken for a failure. docs/PAYOUTS.md is the contract.

mod client;
mod outbox;
mod reply;
mod sql;
mod worker;

use quizrain_shared::ids::{AccountId, GameId, RainId};
use quizrain_shared::money::{Currency, Minor};
use serde::{Deserialize, Serialize};

pub use client::Client;
pub use outbox::Outbox;
pub use reply::{Answer, Asked};
pub use sql::{Contradiction, Outcome, TakenPayout};
pub use worker::{Payer, Schedule};

/// A payout as it is told: the same for ever, however often it is sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Payout {
    /// Its name, `qr1-<rain>-<packet>`; the receiver pays each once.
    pub key: String,
    /// The rain.
    pub rain: RainId,
    /// The game of the rain.
    pub game: GameId,
    /// The packet: its place in the sealed list, from 0.
    pub packet: u32,
    /// Whom to pay.
    pub account: AccountId,
    /// How much, in minor units; text in JSON.
    pub amount_minor: Minor,
    /// In which currency.
    pub currency: Currency,
    /// When it was caught, in ms since 1970.
    pub caught_ms: u64,
    /// When it was credited, in ms since 1970.
    pub credited_ms: u64,
    /// Who is behind the account, where somebody vouches for that; left out where nobody does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub identity: Option<Payee>,
    /// What the player has filled in, where the game asked for something; nobody vouches for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
}

/// A person to pay, as whoever vouches for them knows them. It never changes for an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Payee {
    /// Who vouches: the claim `iss` of the token by which they signed in.
    pub issuer: String,
    /// What the issuer calls them: its claim `sub`.
    pub subject: String,
}
