//! Kinds without a right answer: poll, scale, word cloud.

use quizrain_shared::api::QuizPart;
use quizrain_shared::question::{Cloud, InvalidQuestion, Poll, QuestionKind, Scale, WORDS};
use serde::Deserialize;
use toml::Spanned;

use super::choices::place_of_choice;
use super::{Own, Rest, trimmed};
use crate::quiz::formats::reader::Reader;

/// Words of a cloud for each player, where the file does not say.
const CLOUD_WORDS: u8 = 1;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PollEntry {
    choices: Spanned<Vec<Spanned<String>>>,
    #[serde(default)]
    several: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScaleEntry {
    from: Spanned<i64>,
    to: Spanned<i64>,
    from_label: Option<Spanned<String>>,
    to_label: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CloudEntry {
    words: Option<Spanned<i64>>,
}

pub(super) fn poll(reader: &mut Reader<'_>, about: QuizPart, rest: Rest<'_>) -> Option<Own> {
    let PollEntry { choices, several } = reader.table(about, rest)?;
    let kind = QuestionKind::Poll(Poll { choices: trimmed(choices.get_ref()), several });
    let texts = choices.get_ref().clone();
    Some(Own { kind, texts, place: place_of_choice(Some(choices)) })
}

pub(super) fn scale(reader: &mut Reader<'_>, about: QuizPart, rest: Rest<'_>) -> Option<Own> {
    let ScaleEntry { from, to, from_label, to_label } = reader.table(about, rest)?;
    // What fits no scale is no end of one either.
    let end = |number: &Spanned<i64>| u8::try_from(*number.get_ref()).unwrap_or(u8::MAX);
    let label = |text: &Option<Spanned<String>>| {
        text.as_ref().map(|text| text.get_ref().trim().to_owned()).unwrap_or_default()
    };
    let kind = QuestionKind::Scale(Scale {
        from: end(&from),
        to: end(&to),
        from_label: label(&from_label),
        to_label: label(&to_label),
    });
    let texts = from_label.into_iter().chain(to_label).collect();
    let place = Box::new(move |why: &InvalidQuestion| {
        matches!(why, InvalidQuestion::Scale(_)).then(|| to.span())
    });
    Some(Own { kind, texts, place })
}

pub(super) fn cloud(reader: &mut Reader<'_>, about: QuizPart, rest: Rest<'_>) -> Option<Own> {
    let CloudEntry { words } = reader.table(about, rest)?;
    let range = u16::from(*WORDS.start())..=u16::from(*WORDS.end());
    let words = reader.number(about, "words", words.as_ref(), range);
    let words = words.and_then(|words| u8::try_from(words).ok()).unwrap_or(CLOUD_WORDS);
    Some(Own::new(QuestionKind::Cloud(Cloud { words })))
}
