//! Encodings: postcard for our own app, JSON for everybody else.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// How frames of one socket are encoded; the WebSocket subprotocol chooses it, and names the version
/// of the protocol as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// Compact bytes in binary messages.
    Postcard,
    /// JSON in text messages.
    Json,
}

/// A frame that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum DecodeError {
    /// Not postcard of the expected type.
    #[error("not a frame in postcard: {0}")]
    Postcard(#[from] postcard::Error),
    /// Not JSON of the expected type.
    #[error("not a frame in JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// A whole frame, and then more bytes.
    #[error("{0} bytes after the frame")]
    TrailingBytes(usize),
}

impl Encoding {
    /// Every encoding, the preferred one first.
    pub const ALL: [Self; 2] = [Self::Postcard, Self::Json];

    /// The WebSocket subprotocol that chooses it.
    #[must_use]
    pub fn subprotocol(self) -> &'static str {
        match self {
            Self::Postcard => "quizrain.v1.postcard",
            Self::Json => "quizrain.v1.json",
        }
    }

    /// What a subprotocol chooses.
    #[must_use]
    pub fn from_subprotocol(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|encoding| encoding.subprotocol() == name)
    }

    /// Writes a frame. Our frames always can be written; an empty result never reaches a socket.
    #[must_use]
    pub fn encode<T: Serialize>(self, frame: &T) -> Vec<u8> {
        match self {
            Self::Postcard => postcard::to_stdvec(frame).unwrap_or_default(),
            Self::Json => serde_json::to_vec(frame).unwrap_or_default(),
        }
    }

    /// Reads a frame.
    ///
    /// # Errors
    /// The bytes are not exactly one frame of this type.
    pub fn decode<T: DeserializeOwned>(self, bytes: &[u8]) -> Result<T, DecodeError> {
        match self {
            Self::Postcard => {
                let (frame, rest) = postcard::take_from_bytes(bytes)?;
                if rest.is_empty() {
                    Ok(frame)
                } else {
                    Err(DecodeError::TrailingBytes(rest.len()))
                }
            }
            Self::Json => Ok(serde_json::from_slice(bytes)?),
        }
    }
}
