//! A picture of a question: which one, and what it shows in words.

use serde::{Deserialize, Serialize};

use super::InvalidQuestion;
use crate::ids::MediaId;

/// Most characters of the words for a picture.
pub const MAX_ALT_CHARS: usize = 200;

/// A picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Picture {
    /// Its bytes, at `/media/{media}`.
    pub media: MediaId,
    /// Its width, in pixels: pages leave room for it before it has come.
    pub width: u16,
    /// Its height, in pixels.
    pub height: u16,
    /// What it shows, for those who do not see it.
    pub alt: String,
}

impl Picture {
    pub(super) fn check(&self) -> Result<(), InvalidQuestion> {
        match self.alt.chars().count() {
            1..=MAX_ALT_CHARS => Ok(()),
            chars => Err(InvalidQuestion::Alt(chars)),
        }
    }
}
