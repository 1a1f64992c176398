//! What a host sees of the ledger: every rain of a game in numbers.

use serde::{Deserialize, Serialize};

use super::flags::FlagReason;
use super::results::PlayerIdentity;
use super::words::words;
use crate::ids::{AccountId, RainId};
use crate::money::{Currency, Minor};

/// `GET /api/games/{game}/statement`: every rain of a game, as the ledger has it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Statement {
    /// The rains, first to last.
    pub rains: Vec<RainStatement>,
}

words! {
    /// Where a rain stands.
    pub enum RainState: "state of a rain" {
        /// Funded, and never opened.
        Sealed = "sealed",
        /// Packets fall, or will in a moment.
        Open = "open",
        /// Nothing can be caught any more.
        Closed = "closed",
        /// Everything is in the ledger, and what was left is returned.
        Settled = "settled",
    }
}

impl RainState {
    /// By what has been noted of a rain.
    #[must_use]
    pub fn of(opened: bool, closed: bool, settled: bool) -> Self {
        match (opened, closed, settled) {
            (_, _, true) => Self::Settled,
            (_, true, _) => Self::Closed,
            (true, ..) => Self::Open,
            _ => Self::Sealed,
        }
    }
}

/// A number of packets, and what is in them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Part {
    /// How many packets.
    pub packets: u64,
    /// What they hold together.
    pub amount: Minor,
}

impl Part {
    /// This part, or another one where that has more.
    #[must_use]
    pub fn at_least(self, other: Self) -> Self {
        if self.packets >= other.packets && self.amount >= other.amount { self } else { other }
    }

    /// What is left of it without another part; nothing where that is larger.
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        Self {
            packets: self.packets.saturating_sub(other.packets),
            amount: Minor(self.amount.0.saturating_sub(other.amount.0).max(0)),
        }
    }
}

/// A rain in numbers. Funded is credited, pending, left and returned together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RainStatement {
    /// The rain.
    pub rain: RainId,
    /// Which rain of the game, from 1.
    pub number: u32,
    /// Its currency.
    pub currency: Currency,
    /// Where it stands.
    pub state: RainState,
    /// How many packets it was sealed with.
    pub packets: u64,
    /// What the sponsor paid in.
    pub funded: Part,
    /// What players have caught.
    pub caught: Part,
    /// What of that is in the ledger.
    pub credited: Part,
    /// What of that is not.
    pub pending: Part,
    /// What nobody has caught, as long as it is not returned.
    pub left: Part,
    /// What went back to the sponsor.
    pub returned: Part,
    /// Where packets are paid out: how far.
    pub payouts: Option<Payouts>,
    /// Whose payouts wait until a host has looked at them, 1,000 of the game's at most.
    pub held: Vec<HeldPayout>,
    /// Claims that the ledger would not take, 1,000 at most.
    pub dead_letters: Vec<DeadLetter>,
    /// How many links the chain of entries has.
    pub links: u64,
    /// The hash of the last link.
    pub head: String,
    /// When the first packet fell.
    pub opened_at_ms: Option<u64>,
    /// Since when nothing can be caught.
    pub closed_at_ms: Option<u64>,
    /// Since when everything is settled.
    pub settled_at_ms: Option<u64>,
}

words! {
    /// How far a payout is.
    pub enum PayoutState: "state of a payout" {
        /// Not asked for yet.
        Pending = "pending",
        /// Asked for, and not answered.
        Sent = "sent",
        /// Done.
        Confirmed = "confirmed",
        /// Refused; the money is the player's as before.
        Refused = "refused",
        /// Asked for, and nobody knows what became of it; asked again.
        Unknown = "unknown",
        /// Nothing is sent by itself any more: a human must look.
        NeedsHuman = "needs_human",
        /// Not sent until the host has looked at whose it is, and perhaps never.
        Held = "held",
    }
}

impl PayoutState {
    /// Those that are sent when they are due.
    pub const OPEN: [Self; 3] = [Self::Pending, Self::Sent, Self::Unknown];

    /// Those that wait for a final answer.
    pub const UNFINISHED: [Self; 4] = [Self::Pending, Self::Sent, Self::Unknown, Self::NeedsHuman];

    /// Those that a later answer does not change.
    pub const FINAL: [Self; 2] = [Self::Confirmed, Self::Refused];
}

/// Payouts by their [`PayoutState`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Payouts {
    /// Not asked for yet.
    pub pending: Part,
    /// Asked for, and not answered.
    pub sent: Part,
    /// Done.
    pub confirmed: Part,
    /// Refused.
    pub refused: Part,
    /// Without an answer that says anything.
    pub unknown: Part,
    /// Waiting for a human.
    pub needs_human: Part,
    /// Not sent until the host has looked at whose they are.
    pub held: Part,
}

/// An account of which a host is to say whether what it catches in a rain is paid out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeldPayout {
    /// The account.
    pub account: AccountId,
    /// What the player is called in the game; `None`: that is not known any more.
    pub nickname: Option<String>,
    /// Who they are, where somebody vouches for that.
    pub identity: Option<PlayerIdentity>,
    /// Its packet; `None`: nothing is credited to it yet.
    pub packet: Option<u32>,
    /// What is in it.
    pub amount: Option<Minor>,
    /// What the player was flagged for when the rain opened; nothing where a host chose the account.
    pub reasons: Vec<FlagReason>,
    /// Since when.
    pub since_ms: u64,
}

/// What stands beside a payout that a host refused.
pub const REFUSED_BY_HOST: &str = "refused by the host; never sent";

/// What a hold, a release or a refusal changed: `POST /api/games/{game}/payouts/{rain}/{account}/hold`, `…/release`,
/// `…/refuse`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HoldChanged {
    /// So many payouts; 0 where nothing is credited yet, and what will be is held.
    pub payouts: u64,
}

words! {
    /// What is done about a claim that the ledger would not take.
    pub enum DeadLetterState: "state of a dead letter" {
        /// Nothing, until the host asks for another try.
        Dead = "dead",
        /// It is being tried alone, or was when the program ended.
        Quarantined = "quarantined",
        /// The host wants it tried again.
        Redrive = "redrive",
        /// Nothing: it contradicts the sealed list or what is settled, and nobody's packet hangs on it.
        Refuted = "refuted",
    }
}

/// A claim that the ledger would not take.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DeadLetter {
    /// Whose it claims to be, as it stood in the stream, which may be anything.
    pub account: String,
    /// What it claims, likewise.
    pub claim: String,
    /// What is done about it.
    pub state: DeadLetterState,
    /// Why it was not taken.
    pub reason: String,
    /// How often it was delivered.
    pub deliveries: u64,
    /// When it was tried last.
    pub at_ms: u64,
}

/// `POST /api/games/{game}/redrive`: has what was given up in a rain tried again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Redrive {
    /// The rain.
    pub rain: RainId,
}

/// How much will be tried again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Redriven {
    /// Claims.
    pub dead_letters: u64,
    /// Payouts.
    pub payouts: u64,
}
