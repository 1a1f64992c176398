//! What players are told of what a server keeps about them.

use serde::{Deserialize, Serialize};

/// `GET /api/privacy`: how long this server keeps what, and whom to ask. The page `/privacy` says it in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Privacy {
    /// Seconds from the end of a game until what it was played with is deleted.
    pub game_seconds: u64,
    /// Seconds until its results go, with every answer.
    pub results_seconds: u64,
    /// Seconds until points leave the balances; never where there is no number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points_seconds: Option<u64>,
    /// Seconds for which a browser stays signed in; nobody signs in where there is no number, but for guests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sign_in_seconds: Option<u64>,
    /// Whether what is caught is paid out by somebody else.
    pub pays_out: bool,
    /// Whom to ask, as whoever runs the server says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contact: Option<String>,
}
