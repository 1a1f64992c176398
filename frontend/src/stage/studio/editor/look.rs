//! The look of a quiz's own, with which its games begin.

use leptos::prelude::*;
use quizrain_shared::theme::Theme;

use super::model::Editor;
use crate::dom::view;
use crate::live::{live, memo, value};
use crate::stage::theme_fields::{Change, ThemeFields};

#[component]
pub(super) fn Look(editor: Editor) -> impl IntoView {
    let Editor { t, written, .. } = editor;
    let own = memo(move || written.with(|it| it.quiz.theme.is_some()));
    let theme = memo(move || written.with(|it| it.quiz.theme.unwrap_or_default()));
    let change = move |change: Change| {
        editor.edit_quiz(|quiz| change(quiz.theme.get_or_insert_default()));
    };
    let fields = move || view! { <ThemeFields theme change /> };
    view! {
        <details class="panel" data-testid="quiz-look">
            <summary>{t.say(|w| w.themes.theme)}</summary>
            <div class="panel-body">
                <label class="option">
                    <input type="checkbox" data-testid="own-look" prop:checked=own
                        on:change=move |event| {
                            let theme = event_target_checked(&event).then(Theme::default);
                            editor.edit_quiz(|quiz| quiz.theme = theme);
                        } />
                    <span>
                        <strong>{t.say(|w| w.themes.own_look)}</strong>
                        <small class="muted">{value(move || t.now().themes.own_look_why)}</small>
                    </span>
                </label>
                {live(move || own.get().then(fields))}
            </div>
        </details>
    }
}
