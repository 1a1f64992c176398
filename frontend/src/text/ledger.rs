//! The texts about the ledger: the host's statement.

use quizrain_shared::api::{DeadLetterState, RainStatement, Redriven};
use quizrain_shared::client::statement::{Concern, Verdict};

/// What a host reads about the ledger in one language.
pub(crate) struct LedgerWords {
    /// Title.
    pub(crate) statement: &'static str,
    /// All rains in one line: how many, what was caught, how many payouts are not done.
    pub(crate) gist: fn(usize, &[String], u64) -> String,
    /// What somebody has to see to.
    pub(crate) concern: fn(Concern) -> String,
    /// Which rain of the game.
    pub(crate) rain_number: fn(u32) -> String,
    /// The one sentence about a rain, with its pot and the unit of it.
    pub(crate) verdict: fn(Verdict, &RainStatement, &str) -> String,
    /// Heading of the column with amounts in this unit.
    pub(crate) amount_in: fn(&str) -> String,
    /// Row: what the sponsor paid in.
    pub(crate) funded: &'static str,
    /// Row.
    pub(crate) credited: &'static str,
    /// Row: caught, and not credited yet.
    pub(crate) pending: &'static str,
    /// Row: caught by nobody, and not returned yet.
    pub(crate) left: &'static str,
    /// Row: returned to the sponsor.
    pub(crate) returned: &'static str,
    /// Row: the sum of those above.
    pub(crate) total: &'static str,
    /// Row below the sum: credited, and being credited.
    pub(crate) caught: &'static str,
    /// Title and total.
    pub(crate) payouts: &'static str,
    /// A payout that waits for its turn.
    pub(crate) payout_pending: &'static str,
    /// A payout that was sent.
    pub(crate) payout_sent: &'static str,
    /// A payout that arrived.
    pub(crate) payout_confirmed: &'static str,
    /// A payout that was refused.
    pub(crate) payout_refused: &'static str,
    /// Why, where a host did it.
    pub(crate) refused_by_host: &'static str,
    /// A payout of which nobody knows whether it arrived.
    pub(crate) payout_unknown: &'static str,
    /// A payout that was given up.
    pub(crate) payout_needs_human: &'static str,
    /// A payout that waits for the host.
    pub(crate) payout_held: &'static str,
    /// Title: whose payouts wait for the host.
    pub(crate) held: &'static str,
    /// In place of a packet: what this account catches will be held.
    pub(crate) held_ahead: &'static str,
    /// Button.
    pub(crate) hold: &'static str,
    /// Button.
    pub(crate) release: &'static str,
    /// Button.
    pub(crate) refuse: &'static str,
    /// Title.
    pub(crate) dead_letters: &'static str,
    /// What is done about such a claim.
    pub(crate) letter_state: fn(DeadLetterState) -> &'static str,
    /// Which packet of the rain.
    pub(crate) packet_number: fn(u32) -> String,
    /// How often a claim was tried.
    pub(crate) tried: fn(u64) -> String,
    /// How many more claims there are than are listed.
    pub(crate) and_more: fn(usize) -> String,
    /// What the button has brought.
    pub(crate) redriven: fn(Redriven) -> String,
    /// Label: when the first packet fell.
    pub(crate) opened: &'static str,
    /// Label: since when nothing can be caught.
    pub(crate) closed: &'static str,
    /// Label: since when everything is in the ledger.
    pub(crate) settled: &'static str,
    /// Label of the last link's hash: how many links the chain has.
    pub(crate) chain: fn(u64) -> String,
    /// The numbers may be old.
    pub(crate) stale: &'static str,
}
