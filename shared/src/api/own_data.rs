//! What is kept of somebody, for themselves.

use serde::{Deserialize, Serialize};

use super::{Balance, GameReceipt, PayoutState, PlayerIdentity};
use crate::ids::{AccountId, GameId, RainId};
use crate::money::{Currency, Minor};

/// `GET /api/me`: everything that is kept of whoever is behind an account, in one file. The receipts of games come
/// one after the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OwnData {
    /// The account.
    pub account: AccountId,
    /// When this was asked for.
    pub made_at_ms: u64,
    /// Who they are, where they have signed in or were invited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub identity: Option<PlayerIdentity>,
    /// The browsers that are theirs.
    pub browsers: Vec<OwnBrowser>,
    /// Accounts of browsers that gave them what they had caught.
    pub inherited_from: Vec<AccountId>,
    /// What they have, and every packet that they caught.
    pub balance: Balance,
    /// What was sent to be paid out to them, or is to be.
    pub payouts: Vec<OwnPayout>,
    /// What they have filled in in games that asked for something.
    #[serde(default)]
    pub fields: Vec<OwnField>,
    /// Each game that is over and in which they have a seat, but for what was caught in it.
    pub games: Vec<GameReceipt>,
}

/// A browser that is somebody's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OwnBrowser {
    /// Since when.
    pub since_ms: u64,
    /// Until when; without: until it is signed out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_ms: Option<u64>,
}

/// What somebody has filled in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OwnField {
    /// In which game.
    pub game: GameId,
    /// What.
    pub value: String,
}

/// A payout to somebody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OwnPayout {
    /// Its name, for ever.
    pub key: String,
    /// Of which rain.
    pub rain: RainId,
    /// Of which packet.
    pub packet: u32,
    /// How much.
    pub amount: Minor,
    /// In which currency.
    pub currency: Currency,
    /// How far it is.
    pub state: PayoutState,
    /// When it was first sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sent_at_ms: Option<u64>,
    /// Since when it is as far as it is.
    pub changed_at_ms: u64,
    /// What the receiver said last; may be empty.
    pub detail: String,
}
