//! Players of whom a host should know before money rains: several windows of one person, or a program. A flag takes
//! nothing from anybody.

use serde::{Deserialize, Serialize};

use crate::ids::AccountId;

/// Answers that came no further apart than this, in ms, came together.
pub const TOGETHER_MS: u32 = 30;

/// Nobody reads a question and answers it in less than this, in ms.
pub const HUMAN_MS: u32 = 150;

/// Seats that one address took within so many seconds were taken together.
pub const SEATED_TOGETHER_SECONDS: u32 = 60;

/// The longest list of flagged players.
pub const MAX_FLAGGED: usize = 500;

/// `GET /api/games/{game}/flags`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Flags {
    /// How many players have a seat.
    pub players: u32,
    /// How many questions were looked at: the newest ones that were revealed.
    pub questions: u16,
    /// How many players are flagged.
    pub found: u32,
    /// They, in the order of their seats, [`MAX_FLAGGED`] at most.
    pub flagged: Vec<FlaggedPlayer>,
}

/// A player who is flagged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FlaggedPlayer {
    /// The number of the seat.
    pub seat: u32,
    /// The name.
    pub nickname: String,
    /// Whose seat it is.
    pub account: AccountId,
    /// Why, what says most first.
    pub reasons: Vec<FlagReason>,
}

/// Why a player is flagged. The first two are enough alone; the others only say something of several seats of one
/// address, and stand beside them otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "reason", rename_all = "snake_case", deny_unknown_fields)]
pub enum FlagReason {
    /// Answered as another seat did, and in the same moment.
    SameAnswers {
        /// To so many questions they said the same, [`TOGETHER_MS`] apart at most.
        questions: u16,
        /// Of so many that both answered.
        of: u16,
        /// The seat that was nearest.
        seat: u32,
        /// How many seats answered like this, with these two.
        alike: u32,
    },
    /// Answered faster than people do: in less than [`HUMAN_MS`], without what the line took.
    FastAnswers {
        /// So many questions.
        questions: u16,
        /// Of so many that were answered.
        of: u16,
    },
    /// Took a seat within [`SEATED_TOGETHER_SECONDS`] of others from the same address.
    SameAddress {
        /// How many seats that were, with this one.
        seats: u32,
    },
    /// Answered hardly anything since there was somebody in the seat.
    FewAnswers {
        /// So many questions.
        answered: u16,
        /// Of so many.
        of: u16,
    },
    /// Took the seat when the newest rain had opened.
    LateSeat,
}
