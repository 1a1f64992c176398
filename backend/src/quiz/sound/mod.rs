//! Sounds that hosts upload: of what comes in, the audio alone is kept, as a plain file of its kind. Tags,
//! pictures in tags, and what hides before, between or behind the audio are gone.
//!
//! Nothing is decoded here, so no sound takes more memory or time than its file.

mod mp3;
mod ogg;
#[cfg(test)]
pub(super) mod samples;
#[cfg(test)]
mod tests;
mod wav;

use quizrain_shared::api::{InvalidSound, MAX_SOUND_BYTES};
use quizrain_shared::question::MAX_SOUND_MS;

use super::media::{Media, MediaKind};

/// A sound, and how long it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Heard {
    /// The file.
    pub file: Media,
    /// Its length, in milliseconds.
    pub ms: u16,
}

/// The audio of a file, written anew.
struct Cut {
    bytes: Vec<u8>,
    ms: u64,
}

/// The sound of a file, whatever its name.
///
/// # Errors
/// It is none, or too large or too long.
pub(super) fn cut(file: &[u8]) -> Result<Heard, InvalidSound> {
    let (kind, cut) = if wav::is(file) {
        (MediaKind::Wav, wav::cut(file)?)
    } else if ogg::is(file) {
        (MediaKind::Ogg, ogg::cut(file)?)
    } else {
        (MediaKind::Mp3, mp3::cut(file)?)
    };
    if cut.ms == 0 {
        return Err(InvalidSound::Damaged);
    }
    let fits = u16::try_from(cut.ms).ok().filter(|ms| *ms <= MAX_SOUND_MS);
    let ms = fits.ok_or(InvalidSound::TooLong(cut.ms))?;
    if cut.bytes.len() > MAX_SOUND_BYTES {
        return Err(InvalidSound::TooLarge(cut.bytes.len()));
    }
    Ok(Heard { file: Media::of(kind, cut.bytes.into()), ms })
}

/// The next bytes of a slice, which move out of it.
fn take<'b>(rest: &mut &'b [u8], count: usize) -> Option<&'b [u8]> {
    let (taken, after) = rest.split_at_checked(count)?;
    *rest = after;
    Some(taken)
}

fn u16_le(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn u32_le(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}
