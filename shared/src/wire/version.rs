//! Versions of the protocol: which frames each has, and what an older socket is told instead.
//!
//! The server makes frames of the newest version alone; whoever writes to a socket says here which
//! one it is.

use std::borrow::Cow;

use serde::de::DeserializeOwned;

use super::client::{HostFrame, PlayerFrame, ScreenFrame};
use super::codec::{DecodeError, Encoding};
use super::server::{PacketState, ServerFrame};

/// A version of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Version {
    /// The first.
    V1,
    /// Tells what becomes of each packet, takes receipts, and asks clients to move on.
    V2,
}

/// What a socket speaks: the WebSocket subprotocol chooses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Protocol {
    /// Which frames there are.
    pub version: Version,
    /// How they are encoded.
    pub encoding: Encoding,
}

/// What clients send.
pub trait ClientFrame: DeserializeOwned {
    /// The version that brought this frame.
    fn since(&self) -> Version;
}

impl ClientFrame for PlayerFrame {
    fn since(&self) -> Version {
        match self {
            Self::Present { .. } => Version::V2,
            Self::Hello { .. } | Self::Join { .. } | Self::Answer { .. } | Self::Tap { .. } => {
                Version::V1
            }
        }
    }
}

impl ClientFrame for HostFrame {
    fn since(&self) -> Version {
        Version::V1
    }
}

impl ClientFrame for ScreenFrame {
    fn since(&self) -> Version {
        Version::V1
    }
}

impl Protocol {
    /// The newest version in postcard: what our own clients speak.
    pub const POSTCARD: Self = Self { version: Version::V2, encoding: Encoding::Postcard };
    /// The newest version in JSON.
    pub const JSON: Self = Self { version: Version::V2, encoding: Encoding::Json };

    /// Every protocol that is served, the preferred one first.
    pub const ALL: [Self; 4] = [
        Self::POSTCARD,
        Self::JSON,
        Self { version: Version::V1, encoding: Encoding::Postcard },
        Self { version: Version::V1, encoding: Encoding::Json },
    ];

    /// The WebSocket subprotocol that chooses it.
    #[must_use]
    pub fn subprotocol(self) -> &'static str {
        match (self.version, self.encoding) {
            (Version::V1, Encoding::Postcard) => "quizrain.v1.postcard",
            (Version::V1, Encoding::Json) => "quizrain.v1.json",
            (Version::V2, Encoding::Postcard) => "quizrain.v2.postcard",
            (Version::V2, Encoding::Json) => "quizrain.v2.json",
        }
    }

    /// What a subprotocol chooses.
    #[must_use]
    pub fn from_subprotocol(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|protocol| protocol.subprotocol() == name)
    }

    /// Writes a frame as a socket of this version is told it; `None`: it is told nothing.
    #[must_use]
    pub fn write(self, frame: &ServerFrame) -> Option<Vec<u8>> {
        let told = match self.version {
            Version::V1 => frame.in_v1()?,
            Version::V2 => Cow::Borrowed(frame),
        };
        Some(self.encoding.encode(&*told))
    }

    /// Reads a frame.
    ///
    /// # Errors
    /// The bytes are not exactly one frame of this type and version.
    pub fn read<F: ClientFrame>(self, bytes: &[u8]) -> Result<F, DecodeError> {
        let frame: F = self.encoding.decode(bytes)?;
        if frame.since() <= self.version { Ok(frame) } else { Err(DecodeError::Newer) }
    }
}

impl ServerFrame {
    /// The version that brought this frame. Older sockets are told something else, or nothing;
    /// newer ones the same.
    #[must_use]
    pub fn since(&self) -> Version {
        match self {
            Self::Packet(_) | Self::MoveOn { .. } => Version::V2,
            _ => Version::V1,
        }
    }

    fn in_v1(&self) -> Option<Cow<'_, Self>> {
        match self {
            Self::Packet(news) => match news.state {
                PacketState::Crediting => Some(Cow::Owned(Self::Caught(news.caught.clone()))),
                // Whatever is done with it afterwards, it is in the ledger.
                PacketState::Credited
                | PacketState::Paying
                | PacketState::Paid
                | PacketState::Refused
                | PacketState::Held => Some(Cow::Owned(Self::Credited(news.caught.clone()))),
                PacketState::Void => None,
            },
            Self::MoveOn { .. } => None,
            _ => Some(Cow::Borrowed(self)),
        }
    }
}
