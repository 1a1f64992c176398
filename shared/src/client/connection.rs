//! What a client does when its socket ends.

use crate::wire::CloseReason;

use super::timing::HELD_MS;

/// What a client does once its socket is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterClose {
    /// Connects again after a back-off.
    Reconnect,
    /// Connects again after [`Self::held_ms`].
    Hold,
    /// Stays away, and why.
    Stay(CloseReason),
}

impl AfterClose {
    /// What follows from a close code, those that are not this protocol's among them.
    #[must_use]
    pub fn of(code: u16) -> Self {
        match CloseReason::from_code(code) {
            Some(CloseReason::TooManyTries) => Self::Hold,
            Some(
                why @ (CloseReason::Replaced | CloseReason::NotAllowed | CloseReason::UnknownGame),
            ) => Self::Stay(why),
            // A phone that fell asleep before its hello is told that it misbehaves.
            _ => Self::Reconnect,
        }
    }

    /// The wait of a client that is held.
    #[must_use]
    pub fn held_ms(jitter: f64) -> f64 {
        HELD_MS * (0.5 + jitter)
    }
}
