//! What is in a file: text in some encoding, or something that is none.

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

use quizrain_shared::api::{BrokenFile, ProblemKind, Stranger};

use super::problem::{At, Problem};
use super::{Beside, File};

/// Largest file, in bytes: one with pictures and sounds in it.
pub const MAX_FILE_BYTES: usize = 32 * 1024 * 1024;
/// Largest text, and largest workbook, in bytes.
pub const MAX_TEXT_BYTES: usize = 8 * 1024 * 1024;

/// A file's text.
pub(super) struct Text<'f> {
    /// The file's name.
    pub(super) name: &'f str,
    /// Without a byte order mark, its lines ended by line feeds.
    pub(super) text: String,
    /// The files beside it.
    pub(super) beside: &'f dyn Beside,
}

/// A name that is no encoding's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no encoding; expected a name such as windows-1252, gb18030, big5 or shift_jis")]
pub struct UnknownEncoding(pub String);

/// An encoding by any of its names (WHATWG Encoding Standard, labels).
///
/// # Errors
/// There is none of that name.
pub fn encoding(name: &str) -> Result<&'static Encoding, UnknownEncoding> {
    Encoding::for_label(name.as_bytes()).ok_or_else(|| UnknownEncoding(name.to_owned()))
}

/// First bytes of what is brought instead of a quiz, and what it is.
const STRANGERS: [(&[u8], Stranger); 9] = [
    (b"\xd0\xcf\x11\xe0", Stranger::OldOffice),
    (b"%PDF", Stranger::Pdf),
    (b"\x89PNG", Stranger::Picture),
    (b"\xff\xd8\xff", Stranger::Picture),
    (b"GIF8", Stranger::Picture),
    (b"ID3\x03", Stranger::Sound),
    (b"ID3\x04", Stranger::Sound),
    (b"OggS", Stranger::Sound),
    (b"\x1f\x8b", Stranger::Gzip),
];

/// Whether a file may be a text in an encoding that it does not say.
#[must_use]
pub fn needs_encoding(bytes: &[u8]) -> bool {
    Encoding::for_bom(bytes).is_none()
        && !bytes.contains(&0)
        && !STRANGERS.iter().any(|(first, _)| bytes.starts_with(first))
        && std::str::from_utf8(bytes).is_err()
}

/// Checks that a file has no more bytes than so many.
pub(super) fn check_size(bytes: usize, most: usize) -> Result<(), Problem> {
    if bytes <= most {
        return Ok(());
    }
    Err(Problem::known(At::File, BrokenFile::TooLarge(bytes, most)))
}

impl<'f> Text<'f> {
    /// Decodes a file: by its byte order mark, as UTF-8, or as it was said to be encoded.
    pub(super) fn of(file: &File<'f>) -> Result<Self, Problem> {
        let File { name, bytes, encoding, beside } = *file;
        check_size(bytes.len(), MAX_TEXT_BYTES)?;
        if let Some((_, what)) = STRANGERS.iter().find(|(first, _)| bytes.starts_with(first)) {
            return Err(Problem::known(At::File, ProblemKind::Stranger(*what)));
        }
        let text = match (Encoding::for_bom(bytes), encoding) {
            (Some((utf16, _)), _) if utf16 == UTF_16LE || utf16 == UTF_16BE => {
                decode(utf16, bytes)?
            }
            (None, Some(said)) => decode(said, bytes)?,
            _ => utf8(bytes)?,
        };
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        Ok(Self { name, text, beside })
    }

    /// Whether the file's name ends so, whatever the case.
    pub(super) fn ends(&self, endings: &[&str]) -> bool {
        self.name.rsplit_once('.').is_some_and(|(_, found)| {
            endings.iter().any(|ending| found.eq_ignore_ascii_case(ending))
        })
    }
}

fn decode(encoding: &'static Encoding, bytes: &[u8]) -> Result<String, Problem> {
    let (text, _) = encoding.decode_with_bom_removal(bytes);
    match text.split('\n').position(|line| line.contains(char::REPLACEMENT_CHARACTER)) {
        None => Ok(text.into_owned()),
        Some(before) => {
            let kind = ProblemKind::Encoding(encoding.name().to_owned());
            Err(Problem::known(At::Line(before + 1), kind))
        }
    }
}

fn utf8(bytes: &[u8]) -> Result<String, Problem> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.strip_prefix('\u{feff}').unwrap_or(text).to_owned()),
        Err(error) => {
            let (before, rest) = bytes.split_at(error.valid_up_to());
            let line = before.split(|byte| *byte == b'\n').count();
            let position = before.rsplit(|byte| *byte == b'\n').next().map_or(0, <[u8]>::len) + 1;
            let byte = rest.first().copied().unwrap_or_default();
            Err(Problem::known(At::Line(line), BrokenFile::NotUtf8(position, byte)))
        }
    }
}
