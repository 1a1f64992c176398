//! Packets and claims, as both stores know them.

use quizrain_shared::money::Minor;

/// A packet of the sealed list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packet {
    /// Its number, from 0.
    pub number: u32,
    /// How much is in it.
    pub amount: Minor,
}

/// A packet that Redis granted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The packet.
    pub packet: Packet,
    /// When, in ms of Redis time.
    pub at_ms: u64,
}

impl Claim {
    /// Reads `<packet>:<amount>:<at ms>`, the form that Redis keeps.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split(':');
        let claim = Self {
            packet: Packet {
                number: parts.next()?.parse().ok()?,
                amount: parts.next()?.parse().ok()?,
            },
            at_ms: parts.next()?.parse().ok()?,
        };
        parts.next().is_none().then_some(claim)
    }
}
