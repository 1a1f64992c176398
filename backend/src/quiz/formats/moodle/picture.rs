//! Pictures in texts of Moodle.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use quizrain_shared::api::NoPicture;
use quizrain_shared::question::{MAX_ALT_CHARS, Picture};

use crate::quiz::formats::html::Image;
use crate::quiz::media::{Media, Seen};

/// How a text names a file that comes with its question.
pub(super) const FILES: &str = "@@PLUGINFILE@@/";

/// A file that comes with a question.
pub(super) struct Attached {
    /// Its name.
    pub(super) name: String,
    /// In Base64, maybe with white space.
    pub(super) body: String,
}

/// Why a picture does not come with its question.
pub(super) enum Missing {
    /// It is somewhere else.
    Elsewhere,
    /// It is there, and not as a picture must be.
    Refused(NoPicture),
}

/// The picture that a text shows. Where nobody says what is on it, the question itself stands for that:
/// names of files and questions are not made for players, and may say the answer.
pub(super) fn picture(
    image: &Image,
    attached: &[Attached],
    asked: &str,
) -> Result<(Picture, Media), Missing> {
    let body = body(&image.source, attached).ok_or(Missing::Elsewhere)?;
    let bytes = decode(body).ok_or(Missing::Refused(NoPicture::NotBase64))?;
    let seen = Seen::new(bytes).map_err(|why| Missing::Refused(why.into()))?;
    let alt = if image.alt.is_empty() { asked } else { &image.alt };
    let alt = alt.split_whitespace().collect::<Vec<_>>().join(" ");
    let alt: String = alt.chars().take(MAX_ALT_CHARS).collect();
    let Seen { file, width, height } = seen;
    Ok((Picture { media: file.id, width, height, alt }, file))
}

/// The picture in Base64, from the text itself or from the files of its question.
fn body<'a>(source: &'a str, attached: &'a [Attached]) -> Option<&'a str> {
    if source.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:")) {
        let (kind, body) = source.split_once(',')?;
        return kind.to_ascii_lowercase().ends_with(";base64").then_some(body);
    }
    let name = unquoted(source.strip_prefix(FILES)?);
    attached.iter().find(|file| file.name == name).map(|file| &*file.body)
}

/// A name of an address, its `%20` resolved.
fn unquoted(name: &str) -> String {
    let mut bytes = Vec::with_capacity(name.len());
    let mut rest = name.split('?').next().unwrap_or_default().as_bytes();
    while let [first, after @ ..] = rest {
        let quoted = after.first_chunk::<2>().filter(|_| *first == b'%');
        match quoted.and_then(|pair| hex::decode(pair).ok()) {
            Some(byte) => {
                bytes.extend(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn decode(body: &str) -> Option<Vec<u8>> {
    let body: Vec<u8> = body.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    STANDARD.decode(body).ok()
}

/// A file in Base64.
pub(super) fn encode(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}
