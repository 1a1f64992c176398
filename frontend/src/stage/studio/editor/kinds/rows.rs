//! A list of short texts, each in a field of its own.

use leptos::prelude::*;
use quizrain_shared::question::{CHOICES, MAX_CHOICE_CHARS, Question};
use web_sys::MouseEvent;

use crate::dom::view;
use crate::live::ElementRef;
use crate::live::{effect, value};
use crate::stage::studio::editor::model::Editor;
use crate::text::EditorWords;
use web_sys::HtmlInputElement;

/// What names a text by its number from 1.
type Name = fn(&'static EditorWords) -> fn(usize) -> String;

/// Writes a text of a list.
pub(super) fn put(list: Option<&mut Vec<String>>, index: usize, text: String) {
    if let Some(place) = list.and_then(|list| list.get_mut(index)) {
        *place = text;
    }
}

/// Adds a text to a list, where there is room for one more.
pub(super) fn grow(list: Option<&mut Vec<String>>) -> bool {
    let Some(list) = list.filter(|list| list.len() < *CHOICES.end()) else { return false };
    list.push(String::new());
    true
}

/// Takes a text out of a list.
pub(super) fn take(list: Option<&mut Vec<String>>, index: usize) {
    if let Some(list) = list.filter(|list| index < list.len()) {
        list.remove(index);
    }
}

/// A text of the list.
pub(super) struct Row {
    /// Its place from 0, also in what takes the cursor (0 is the question's own text).
    pub(super) index: usize,
    pub(super) text: String,
    pub(super) testid: String,
    pub(super) name: Name,
    pub(super) write: fn(&mut Question, usize, String),
}

impl Row {
    /// The field. Enter goes on to the next one, and adds one at the end.
    pub(super) fn field(self, editor: Editor, add: fn(&mut Question) -> bool) -> AnyView {
        let Self { index, text, testid, name, write } = self;
        let t = editor.t;
        let field = ElementRef::<HtmlInputElement>::new();
        effect(move || {
            let (Some(field), Some(wanted)) = (field.get(), editor.focus.get_untracked()) else {
                return;
            };
            if wanted == index + 1 {
                editor.focus.set(None);
                let _ = field.focus();
            }
        });
        let next = move |event: web_sys::KeyboardEvent| {
            // Enter also ends the word that an input method is composing.
            if event.key() != "Enter" || event.is_composing() {
                return;
            }
            event.prevent_default();
            add_row(editor, index + 1, add);
        };
        view! {
            <input class="field" type="text" dir="auto" maxlength=MAX_CHOICE_CHARS.to_string()
                data-testid=testid node_ref=field
                aria-label=value(move || name(t.now().editor)(index + 1)) prop:value=text
                on:keydown=next on:input=move |event| {
                    let text = event_target_value(&event);
                    editor.edit(|question| write(question, index, text));
                } />
        }
        .into_any()
    }
}

/// Adds a text at the end and puts the cursor into it, where there is room for one more.
pub(super) fn add_row(editor: Editor, row: usize, add: fn(&mut Question) -> bool) {
    let room = editor.read_once(|question| add(&mut question.clone()));
    if room == Some(true) {
        editor.focus.set(Some(row + 1));
        editor.replace(|question| {
            add(question);
        });
    }
}

/// The button that does that.
pub(super) fn add_button(
    editor: Editor,
    count: usize,
    label: fn(&'static EditorWords) -> &'static str,
    add: fn(&mut Question) -> bool,
) -> AnyView {
    let t = editor.t;
    let full = count >= *CHOICES.end();
    view! {
        <button type="button" class="button" data-testid="add-row" disabled=full
            on:click=move |_| add_row(editor, count, add)>{value(move || label(t.now().editor))}</button>
    }
    .into_any()
}

/// A small button beside a text that does something to it.
pub(super) fn beside(
    editor: Editor,
    index: usize,
    sign: &'static str,
    name: Name,
    enabled: bool,
    act: fn(&mut Question, usize),
) -> AnyView {
    let t = editor.t;
    view! {
        <button type="button" class="button button-small" disabled=!enabled
            data-testid=format!("row-{sign}-{index}")
            aria-label=value(move || name(t.now().editor)(index + 1))
            on:click=move |event: MouseEvent| {
                // Pressed by a key: the cursor goes where the next key is expected, to what has moved up
                // or stands before what is gone.
                if event.detail() == 0 {
                    editor.focus.set(Some(index.max(1)));
                }
                editor.replace(|question| act(question, index));
            }>{sign}</button>
    }
    .into_any()
}
