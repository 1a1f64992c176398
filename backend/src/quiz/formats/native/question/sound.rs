//! The sound of a question: a file beside the quiz file.

use quizrain_shared::api::QuizPart;
use quizrain_shared::question::{MAX_SOUND_WORDS_CHARS, Sound};
use serde::Deserialize;
use toml::Spanned;

use crate::quiz::formats::reader::Reader;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    file: Spanned<String>,
    words: Option<Spanned<String>>,
}

/// Reads the file of a question's sound, whose audio goes into the library with the quiz.
pub(super) fn read(
    reader: &mut Reader<'_>,
    number: usize,
    entry: &Spanned<Entry>,
) -> Option<Sound> {
    let Entry { file, words } = entry.get_ref();
    let about = QuizPart::SoundWords(number);
    let words = words.as_ref().map(|it| reader.text(about, it, MAX_SOUND_WORDS_CHARS));
    match reader.sound(file.get_ref()) {
        Ok((media, ms)) => Some(Sound { media, ms, words: words.unwrap_or_default() }),
        Err(why) => {
            reader.refuse(QuizPart::Question(number), file.span(), why);
            None
        }
    }
}
