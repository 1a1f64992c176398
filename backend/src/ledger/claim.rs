//! Packets and claims, as both stores know them.

use std::fmt;

use quizrain_shared::money::Minor;

/// A packet of the sealed list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Packet {
    /// Its number, from 0.
    pub number: u32,
    /// How much is in it.
    pub amount: Minor,
}

/// A packet that Redis granted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Claim {
    /// The packet.
    pub packet: Packet,
    /// When, in ms of Redis time.
    pub at_ms: u64,
}

impl fmt::Display for Claim {
    /// The form that Redis keeps.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.packet.number, self.packet.amount, self.at_ms)
    }
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
