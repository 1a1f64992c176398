//! A sound of a question: which one, how long it is, and what is heard in words.

use serde::{Deserialize, Serialize};

use super::InvalidQuestion;
use crate::ids::MediaId;

/// Longest sound, in milliseconds.
pub const MAX_SOUND_MS: u16 = 30_000;
/// Most characters of the words for a sound.
pub const MAX_SOUND_WORDS_CHARS: usize = 500;

/// A sound.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sound {
    /// Its bytes, at `/media/{media}`.
    pub media: MediaId,
    /// How long it is, in milliseconds.
    pub ms: u16,
    /// What is heard, for those who do not hear it; may be empty.
    pub words: String,
}

impl Sound {
    pub(super) fn check(&self) -> Result<(), InvalidQuestion> {
        match self.words.chars().count() {
            0..=MAX_SOUND_WORDS_CHARS => Ok(()),
            chars => Err(InvalidQuestion::SoundWords(chars)),
        }
    }

    /// Whether it lacks words: it can be played, and somebody goes without.
    #[must_use]
    pub fn is_wordless(&self) -> bool {
        self.words.trim().is_empty()
    }

    /// What is told to whoever plays it.
    #[must_use]
    pub fn view(&self) -> SoundView {
        SoundView { media: Some(self.media), ms: self.ms, words: self.words.clone() }
    }
}

/// What is told of a sound.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SoundView {
    /// Its bytes, at `/media/{media}`; `None`: the big screens play it, and nobody else.
    pub media: Option<MediaId>,
    /// How long it is, in milliseconds.
    pub ms: u16,
    /// What is heard, for those who do not hear it; may be empty.
    pub words: String,
}
