//! A scale and its ends, and how many words go into a cloud.

use leptos::prelude::*;
use quizrain_shared::question::{QuestionKind, Scale, WORDS};

use crate::dom::view;
use crate::stage::studio::editor::fields::{line, number};
use crate::stage::studio::editor::model::Editor;

/// The largest number of a scale that can be typed; which are allowed is said beside it.
const MOST: u16 = 10;
/// Most characters in what an end means.
const LABEL_CHARS: usize = 40;

pub(super) fn fields(editor: Editor, scale: &Scale) -> AnyView {
    let t = editor.t;
    let from = number(
        editor,
        "scale-from",
        |w| w.scale_from,
        (scale.from.into(), 1),
        |it, from| {
            if let QuestionKind::Scale(it) = &mut it.kind {
                it.from = u8::try_from(from).unwrap_or(u8::MAX);
            }
        },
    );
    let to = number(
        editor,
        "scale-to",
        |w| w.scale_to,
        (scale.to.into(), MOST),
        |it, to| {
            if let QuestionKind::Scale(it) = &mut it.kind {
                it.to = u8::try_from(to).unwrap_or(u8::MAX);
            }
        },
    );
    let before = (scale.from_label.clone(), LABEL_CHARS);
    let first = line(
        editor,
        "scale-from-label",
        |w| w.scale_from_label,
        before,
        |it, text| {
            if let QuestionKind::Scale(it) = &mut it.kind {
                it.from_label = text;
            }
        },
    );
    let before = (scale.to_label.clone(), LABEL_CHARS);
    let last = line(
        editor,
        "scale-to-label",
        |w| w.scale_to_label,
        before,
        |it, text| {
            if let QuestionKind::Scale(it) = &mut it.kind {
                it.to_label = text;
            }
        },
    );
    view! {
        <div class="editor-numbers">{from}{to}{first}{last}</div>
        <p class="muted">{t.say(|w| w.editor.nothing_right)}</p>
    }
    .into_any()
}

/// How many words each player may add.
pub(super) fn cloud(editor: Editor, words: u8) -> AnyView {
    let t = editor.t;
    let most = u16::from(*WORDS.end());
    let field = number(
        editor,
        "cloud-words",
        |w| w.words,
        (words.into(), most),
        |it, words| {
            if let QuestionKind::Cloud(it) = &mut it.kind {
                it.words = u8::try_from(words).unwrap_or(u8::MAX);
            }
        },
    );
    view! {
        {field}
        <p class="muted">{t.say(|w| w.editor.nothing_right)}</p>
    }
    .into_any()
}
