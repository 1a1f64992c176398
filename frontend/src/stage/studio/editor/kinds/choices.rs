//! Choices: single, multiple, polls; and whether a statement is true.

use leptos::prelude::*;
use quizrain_shared::question::{CHOICES, ChoiceSet, Question, QuestionKind};

use super::rows::{Row, add_button, beside, grow, put, take};
use crate::components::shape::{Shape, colour_class};
use crate::dom::view;
use crate::live::value;
use crate::stage::studio::editor::fields::check;
use crate::stage::studio::editor::model::Editor;

/// The texts of the choices.
fn texts(question: &mut Question) -> Option<&mut Vec<String>> {
    match &mut question.kind {
        QuestionKind::Single(it) => Some(&mut it.choices),
        QuestionKind::Multiple(it) => Some(&mut it.choices),
        QuestionKind::Poll(it) => Some(&mut it.choices),
        _ => None,
    }
}

/// Which are right.
fn right(question: &mut Question) -> Option<&mut ChoiceSet> {
    match &mut question.kind {
        QuestionKind::Single(it) => Some(&mut it.correct),
        QuestionKind::Multiple(it) => Some(&mut it.correct),
        _ => None,
    }
}

fn add(question: &mut Question) -> bool {
    grow(texts(question))
}

/// Takes a choice out; those behind it move up, and so do their marks.
fn remove(question: &mut Question, index: usize) {
    take(texts(question), index);
    if let Some(right) = right(question) {
        let kept = (0..8).filter(|it| *it != index && right.contains(*it));
        *right = kept
            .fold(ChoiceSet::EMPTY, |set, it| set.toggled(if it > index { it - 1 } else { it }));
    }
}

pub(super) fn fields(editor: Editor, kind: &QuestionKind) -> AnyView {
    let t = editor.t;
    let (choices, correct, one) = match kind {
        QuestionKind::Single(it) => (&it.choices, Some(it.correct), true),
        QuestionKind::Multiple(it) => (&it.choices, Some(it.correct), false),
        QuestionKind::Poll(it) => (&it.choices, None, false),
        _ => return ().into_any(),
    };
    let count = choices.len();
    let rows = choices.iter().enumerate().map(|(index, text)| {
        let row = Row {
            index,
            text: text.clone(),
            testid: format!("choice-{index}"),
            name: |w| w.choice,
            write: |question, index, text| put(texts(question), index, text),
        };
        let mark = correct.map(|correct| mark(editor, index, correct.contains(index), one));
        view! {
            <li class=format!("editor-choice {}", colour_class(index))>
                <span class="editor-shape"><Shape look=index.min(7) /></span>
                {row.field(editor, add)}
                {mark}
                {beside(editor, index, "×", |w| w.remove, count > *CHOICES.start(), remove)}
            </li>
        }
    });
    let why = if correct.is_some() {
        |w: &'static crate::text::EditorWords| w.right_marks
    } else {
        |w: &'static crate::text::EditorWords| w.nothing_right
    };
    view! {
        <fieldset class="editor-texts">
            <legend class="label">{t.say(|w| w.editor.choices)}</legend>
            <p class="muted">{value(move || why(t.now().editor))}</p>
            <ol class="editor-choices">{rows.collect_view()}</ol>
            {add_button(editor, count, |w| w.add_choice, add)}
            {option(editor, kind)}
        </fieldset>
    }
    .into_any()
}

/// What else may be said of the choices: that several may be picked, or that each player has another order.
fn option(editor: Editor, kind: &QuestionKind) -> AnyView {
    match kind {
        QuestionKind::Poll(it) => check(
            editor,
            "several",
            |w| w.several,
            it.several,
            |question, so| {
                if let QuestionKind::Poll(it) = &mut question.kind {
                    it.several = so;
                }
            },
        ),
        QuestionKind::Single(_) | QuestionKind::Multiple(_) => {
            let before = matches!(kind, QuestionKind::Single(it) if it.shuffled)
                || matches!(kind, QuestionKind::Multiple(it) if it.shuffled);
            check(
                editor,
                "shuffled",
                |w| w.shuffled,
                before,
                |question, so| match &mut question.kind {
                    QuestionKind::Single(it) => it.shuffled = so,
                    QuestionKind::Multiple(it) => it.shuffled = so,
                    _ => {}
                },
            )
        }
        _ => ().into_any(),
    }
}

/// The mark of a right choice: of one alone, or of any.
fn mark(editor: Editor, index: usize, before: bool, one: bool) -> AnyView {
    let t = editor.t;
    let kind = if one { "radio" } else { "checkbox" };
    view! {
        <label class="editor-right">
            <input type=kind name="right-choice" data-testid=format!("right-{index}") prop:checked=before
                aria-label=value(move || (t.now().editor.right)(index + 1))
                on:change=move |event| {
                    let so = event_target_checked(&event);
                    editor.edit(|question| {
                        if let Some(right) = right(question) {
                            if one {
                                *right = ChoiceSet::one(index);
                            } else if right.contains(index) != so {
                                *right = right.toggled(index);
                            }
                        }
                    });
                } />
            <span aria-hidden="true">"✓"</span>
        </label>
    }
    .into_any()
}

/// Whether a statement is true.
pub(super) fn statement(editor: Editor, correct: bool) -> AnyView {
    let t = editor.t;
    let radio = move |truth: bool| {
        let label = if truth { t.say(|w| w.true_) } else { t.say(|w| w.false_) };
        view! {
            <label class="option">
                <input type="radio" name="statement" data-testid=format!("is-{truth}")
                    prop:checked=correct == truth on:change=move |_| editor.edit(|question| {
                        if let QuestionKind::TrueFalse(it) = &mut question.kind {
                            it.correct = truth;
                        }
                    }) />
                <span>{label}</span>
            </label>
        }
    };
    view! {
        <fieldset class="options">
            <legend class="label">{t.say(|w| w.editor.statement)}</legend>
            {radio(true)}
            {radio(false)}
        </fieldset>
    }
    .into_any()
}
