//! Fields of the open question, which all kinds are made of.
//!
//! A field is made with what the question has, and writes into it; it is made anew when the question
//! changes in another way.

use leptos::prelude::*;
use quizrain_shared::question::Question;

use super::model::Editor;
use crate::dom::{IntoChild, view};
use crate::live::value;
use crate::text::EditorWords;

/// One of the words.
pub(super) type Word = fn(&'static EditorWords) -> &'static str;

/// A long text.
pub(super) fn area(
    editor: Editor,
    id: &'static str,
    label: Word,
    (before, most): (String, usize),
    write: impl Fn(&mut Question, String) + Send + Copy + 'static,
) -> AnyView {
    let t = editor.t;
    view! {
        <label class="label" for=id>{value(move || label(t.now().editor))}</label>
        <textarea id=id class="field field-lines" rows="3" dir="auto" maxlength=most.to_string()
            data-testid=id prop:value=before on:input=move |event| {
                let text = event_target_value(&event);
                editor.edit(|question| write(question, text));
            }></textarea>
    }
    .into_any()
}

/// A field below its label.
pub(super) fn labelled(
    editor: Editor,
    id: &'static str,
    label: Word,
    field: impl IntoChild,
) -> AnyView {
    let t = editor.t;
    view! {
        <div class="editor-field">
            <label class="label" for=id>{value(move || label(t.now().editor))}</label>
            {field}
        </div>
    }
    .into_any()
}

/// A text of one line.
pub(super) fn line(
    editor: Editor,
    id: &'static str,
    label: Word,
    (before, most): (String, usize),
    write: impl Fn(&mut Question, String) + Send + Copy + 'static,
) -> AnyView {
    let field = view! {
        <input id=id class="field" type="text" dir="auto" maxlength=most.to_string() data-testid=id
            prop:value=before on:input=move |event| {
                let text = event_target_value(&event);
                editor.edit(|question| write(question, text));
            } />
    };
    labelled(editor, id, label, field)
}

/// A whole number; what is none is taken as 0.
pub(super) fn number(
    editor: Editor,
    id: &'static str,
    label: Word,
    (before, most): (u16, u16),
    write: impl Fn(&mut Question, u16) + Send + Copy + 'static,
) -> AnyView {
    let field = view! {
        <input id=id class="field field-short" type="number" inputmode="numeric" min="0"
            max=most.to_string() data-testid=id prop:value=before.to_string()
            on:input=move |event| {
                let typed = event_target_value(&event).parse().unwrap_or(0);
                editor.edit(|question| write(question, typed));
            } />
    };
    labelled(editor, id, label, field)
}

/// Something that is so or not.
pub(super) fn check(
    editor: Editor,
    testid: &'static str,
    label: Word,
    before: bool,
    write: impl Fn(&mut Question, bool) + Send + Copy + 'static,
) -> AnyView {
    let t = editor.t;
    view! {
        <label class="option">
            <input type="checkbox" data-testid=testid prop:checked=before on:change=move |event| {
                let so = event_target_checked(&event);
                editor.edit(|question| write(question, so));
            } />
            <span>{value(move || label(t.now().editor))}</span>
        </label>
    }
    .into_any()
}
