//! What is right about a question, in words for its host.

use quizrain_shared::question::{Key, KindView};

use crate::components::line::line_text;
use crate::components::shape::Choices;
use crate::text::Words;

/// A line for each thing that is right.
pub(super) fn answer_lines(kind: &KindView, key: &Key, words: &Words) -> Vec<String> {
    kind.key_lines(key).iter().map(|line| line_text(line, words)).collect()
}

/// The choices of a kind that has some of which any is right.
pub(super) fn choices(kind: &KindView) -> Option<Choices> {
    match kind {
        KindView::Single(view) | KindView::Multiple(view) => Some(view.clone().into()),
        KindView::TrueFalse => Some(Choices::TrueFalse),
        _ => None,
    }
}
