//! What each kind of question has of its own, a file for each group that has the same fields.

mod arranged;
mod choices;
mod hotspot;
mod number;
mod rows;
mod scale;
mod typed;

use leptos::prelude::*;
use quizrain_shared::question::QuestionKind;

use super::model::Editor;
use crate::dom::view;

/// The fields of a kind.
pub(super) fn fields(editor: Editor, kind: &QuestionKind) -> AnyView {
    let t = editor.t;
    match kind {
        QuestionKind::Single(_) | QuestionKind::Multiple(_) | QuestionKind::Poll(_) => {
            choices::fields(editor, kind)
        }
        QuestionKind::TrueFalse(it) => choices::statement(editor, it.correct),
        QuestionKind::Typed(it) => typed::fields(editor, it),
        QuestionKind::Number(it) => number::fields(editor, it),
        QuestionKind::Order(it) => arranged::order(editor, it),
        QuestionKind::Matching(it) => arranged::matching(editor, it),
        QuestionKind::Hotspot(it) => hotspot::fields(editor, it.region),
        QuestionKind::Scale(it) => scale::fields(editor, it),
        QuestionKind::Cloud(it) => scale::cloud(editor, it.words),
        QuestionKind::OpenText(_) => {
            view! { <p class="muted">{t.say(|w| w.editor.nothing_right)}</p> }.into_any()
        }
        QuestionKind::Slide(_) => {
            view! { <p class="muted">{t.say(|w| w.editor.slide_why)}</p> }.into_any()
        }
    }
}
