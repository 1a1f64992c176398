//! What travels over `/ws/check`, where anybody tries a line before there is a game.

use serde::{Deserialize, Serialize};

/// From whoever tries a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum CheckFrame {
    /// Wants an answer at once.
    Ping {
        /// Which one it is, as the client counts.
        number: u32,
    },
}

/// To whoever tries a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum CheckAnswer {
    /// Answers a ping.
    Pong {
        /// Which one.
        number: u32,
        /// Milliseconds of server time.
        now_ms: u64,
    },
}
