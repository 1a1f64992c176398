//! Accepted texts.

use leptos::prelude::*;
use quizrain_shared::question::{QuestionKind, Typed};

use crate::dom::view;
use crate::stage::studio::editor::fields::area;
use crate::stage::studio::editor::model::Editor;

/// Most characters of all accepted texts together, as they are typed.
const MOST: usize = 2000;

pub(super) fn fields(editor: Editor, typed: &Typed) -> AnyView {
    let t = editor.t;
    let before = typed.accepted.join("\n");
    let field = area(
        editor,
        "accepted",
        |w| w.accepted,
        (before, MOST),
        |question, text| {
            if let QuestionKind::Typed(it) = &mut question.kind {
                let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
                it.accepted = lines.map(str::to_owned).collect();
            }
        },
    );
    view! {
        {field}
        <p class="muted">{t.say(|w| w.editor.accepted_why)}</p>
    }
    .into_any()
}
