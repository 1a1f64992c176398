//! A typed answer.

use quizrain_shared::api::QuizPart;
use quizrain_shared::question::{InvalidAccepted, InvalidQuestion, QuestionKind, Typed};
use serde::Deserialize;
use toml::Spanned;

use super::{Own, Place, Rest, trimmed};
use crate::quiz::formats::reader::Reader;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    accepted: Spanned<Vec<Spanned<String>>>,
}

pub(super) fn read(reader: &mut Reader<'_>, about: QuizPart, rest: Rest<'_>) -> Option<Own> {
    let Entry { accepted } = reader.table(about, rest)?;
    let kind = QuestionKind::Typed(Typed { accepted: trimmed(accepted.get_ref()) });
    let texts = accepted.get_ref().clone();
    let place: Place = Box::new(move |why| match why {
        InvalidQuestion::Accepted(InvalidAccepted::Count(_)) => Some(accepted.span()),
        InvalidQuestion::Accepted(InvalidAccepted::Untypable(i) | InvalidAccepted::Same(_, i)) => {
            accepted.get_ref().get(i - 1).map(Spanned::span)
        }
        _ => None,
    });
    Some(Own { kind, texts, place })
}
