//! Items in their order, and items that belong together.

use quizrain_shared::api::QuizPart;
use quizrain_shared::question::{Matching, Order, QuestionKind};
use serde::Deserialize;
use toml::Spanned;

use super::choices::place_of_choice;
use super::{Own, Rest, trimmed};
use crate::quiz::formats::reader::Reader;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Items {
    items: Spanned<Vec<Spanned<String>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pairs {
    pairs: Spanned<Vec<[Spanned<String>; 2]>>,
}

pub(super) fn order(reader: &mut Reader<'_>, about: QuizPart, rest: Rest<'_>) -> Option<Own> {
    let Items { items } = reader.table(about, rest)?;
    let kind = QuestionKind::Order(Order { items: trimmed(items.get_ref()) });
    let texts = items.get_ref().clone();
    Some(Own { kind, texts, place: place_of_choice(Some(items)) })
}

pub(super) fn matching(reader: &mut Reader<'_>, about: QuizPart, rest: Rest<'_>) -> Option<Own> {
    let Pairs { pairs } = reader.table(about, rest)?;
    let span = pairs.span();
    let (left, right): (Vec<_>, Vec<_>) =
        pairs.into_inner().into_iter().map(|[left, right]| (left, right)).unzip();
    let kind = Matching { left: trimmed(&left), right: trimmed(&right) };
    let texts = left.iter().chain(&right).cloned().collect();
    // Both sides keep the same rules, and stand in the same lines.
    let place = place_of_choice(Some(Spanned::new(span, left)));
    Some(Own { kind: QuestionKind::Matching(kind), texts, place })
}
