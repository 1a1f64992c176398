//! The picture of a question: a file beside the quiz file.

use quizrain_shared::api::QuizPart;
use quizrain_shared::ids::MediaId;
use quizrain_shared::question::Picture;
use serde::Deserialize;
use toml::Spanned;

use crate::quiz::formats::reader::Reader;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    file: Spanned<String>,
    alt: Spanned<String>,
}

/// Reads the file of a question's picture, which goes into the library with the quiz.
pub(super) fn read(
    reader: &mut Reader<'_>,
    number: usize,
    entry: &Spanned<Entry>,
) -> Option<Picture> {
    let Entry { file, alt } = entry.get_ref();
    let alt = reader.line_of_text(QuizPart::Alt(number), alt, usize::MAX);
    match reader.picture(file.get_ref()) {
        Ok((media, width, height)) => Some(Picture { media, width, height, alt }),
        Err(why) => {
            reader.refuse(QuizPart::Question(number), file.span(), why);
            None
        }
    }
}

/// In the place of one that cannot be read, so that the rest is checked.
pub(super) fn stand_in() -> Picture {
    Picture { media: MediaId([0; 16]), width: 1, height: 1, alt: "?".to_owned() }
}
