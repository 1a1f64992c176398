//! Why a picture or a sound is not taken.

use serde::{Deserialize, Serialize};

use crate::question::MAX_SOUND_MS;

/// Longest side of a picture that is uploaded, in pixels.
pub const MAX_UPLOADED_SIDE: u32 = 12_000;
/// Longest side of a picture that a quiz file brings, in pixels.
pub const MAX_PICTURE_SIDE: usize = 4096;
/// Largest picture as it is kept, in bytes.
pub const MAX_PICTURE_BYTES: usize = 1024 * 1024;
/// Largest sound as it is kept, in bytes.
pub const MAX_SOUND_BYTES: usize = 2 * 1024 * 1024;

/// Why an upload is no picture that can be taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum InvalidPicture {
    /// Of no known kind, by its first bytes.
    #[error("this is no picture that can be shown: expected a PNG, JPEG, WebP or GIF file")]
    UnknownKind,
    /// Too wide or too high.
    #[error(
        "this picture has {0} by {1} pixels; {MAX_UPLOADED_SIDE} on a side and 40 million in all are the most"
    )]
    Size(u32, u32),
    /// It takes too much memory.
    #[error("this picture takes too much memory to be opened; save it with 8 bits a colour")]
    Memory,
    /// It ends in its middle, or is none behind its first bytes.
    #[error("this picture cannot be read: its file is damaged")]
    Damaged,
}

/// Why a file that comes with a quiz is no picture that can be taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum InvalidMedia {
    /// Too many bytes.
    #[error("it has {0} bytes; {MAX_PICTURE_BYTES} (1 MiB) at most")]
    TooLarge(usize),
    /// Of no known kind, by its first bytes.
    #[error("expected PNG, JPEG or WebP")]
    UnknownKind,
    /// Too wide or too high, or without a size.
    #[error("it is {0} by {1} pixels; {MAX_PICTURE_SIDE} by {MAX_PICTURE_SIDE} at most")]
    Size(usize, usize),
    /// It has more than the picture in it, and cannot be written anew without that.
    #[error(transparent)]
    Picture(#[from] InvalidPicture),
}

/// How a sound is, which browsers do not play everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum UnusualSound {
    /// Its samples are coded in a way of their own.
    #[error("a WAV file in an unusual coding")]
    WavCoding,
    /// It has many channels, or a rate of its own.
    #[error("a WAV file of unusual channels or rate")]
    WavChannels,
    /// It has another coding in it, or a video.
    #[error("an OGG file with neither Vorbis nor Opus")]
    OggCoding,
    /// It begins in a way of its own.
    #[error("an OGG file with unusual headers")]
    OggHeaders,
}

/// Why a file is no sound that can be taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum InvalidSound {
    /// Of no known kind, by its bytes.
    #[error(
        "this is no sound that can be played: expected an MP3, OGG (Vorbis or Opus) or WAV file"
    )]
    UnknownKind,
    /// Of a known kind, in a way that browsers do not play.
    #[error("this sound is {0}, which not every browser plays; save it as MP3")]
    Unplayable(UnusualSound),
    /// It ends before its audio begins, or contradicts itself.
    #[error("this sound cannot be read: its file is damaged")]
    Damaged,
    /// Its audio has too many bytes.
    #[error("this sound has {0} bytes; {MAX_SOUND_BYTES} (2 MiB) at most; save it as MP3 or OGG")]
    TooLarge(usize),
    /// It is too long; in milliseconds.
    #[error("this sound lasts {} seconds; {} at most", .0.div_ceil(1000), MAX_SOUND_MS / 1000)]
    TooLong(u64),
}
