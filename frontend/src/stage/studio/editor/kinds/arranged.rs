//! Items in their order, and items that belong together.

use leptos::prelude::*;
use quizrain_shared::question::{CHOICES, Matching, Order, Question, QuestionKind};

use super::rows::{Row, add_button, beside, grow, put, take};
use crate::dom::view;
use crate::stage::studio::editor::model::Editor;

fn items(question: &mut Question) -> Option<&mut Vec<String>> {
    match &mut question.kind {
        QuestionKind::Order(it) => Some(&mut it.items),
        _ => None,
    }
}

fn add_item(question: &mut Question) -> bool {
    grow(items(question))
}

pub(super) fn order(editor: Editor, order: &Order) -> AnyView {
    let t = editor.t;
    let count = order.items.len();
    let rows = order.items.iter().enumerate().map(|(index, text)| {
        let row = Row {
            index,
            text: text.clone(),
            testid: format!("item-{index}"),
            name: |w| w.item,
            write: |question, index, text| put(items(question), index, text),
        };
        let up = |question: &mut Question, index: usize| {
            if let Some(items) = items(question).filter(|items| (1..items.len()).contains(&index)) {
                items.swap(index - 1, index);
            }
        };
        let remove = |question: &mut Question, index: usize| take(items(question), index);
        view! {
            <li class="editor-choice">
                <span class="editor-number">{(index + 1).to_string()}</span>
                {row.field(editor, add_item)}
                {beside(editor, index, "↑", |w| w.move_up, index > 0, up)}
                {beside(editor, index, "×", |w| w.remove, count > *CHOICES.start(), remove)}
            </li>
        }
    });
    view! {
        <fieldset class="editor-texts">
            <legend class="label">{t.say(|w| w.editor.items)}</legend>
            <ol class="editor-choices">{rows.collect_view()}</ol>
            {add_button(editor, count, |w| w.add_item, add_item)}
        </fieldset>
    }
    .into_any()
}

/// The left texts of pairs, and the right ones.
fn sides(question: &mut Question) -> [Option<&mut Vec<String>>; 2] {
    match &mut question.kind {
        QuestionKind::Matching(Matching { left, right }) => [Some(left), Some(right)],
        _ => [None, None],
    }
}

fn add_pair(question: &mut Question) -> bool {
    let [left, right] = sides(question);
    grow(left) && grow(right)
}

pub(super) fn matching(editor: Editor, matching: &Matching) -> AnyView {
    let t = editor.t;
    let count = matching.left.len();
    let rows =
        matching.left.iter().zip(&matching.right).enumerate().map(|(index, (left, right))| {
            let left = Row {
                index,
                text: left.clone(),
                testid: format!("left-{index}"),
                name: |w| w.left,
                write: |question, index, text| {
                    let [left, _] = sides(question);
                    put(left, index, text);
                },
            };
            let right = Row {
                // The cursor goes to the left one.
                index,
                text: right.clone(),
                testid: format!("belongs-{index}"),
                name: |w| w.belongs,
                write: |question, index, text| {
                    let [_, right] = sides(question);
                    put(right, index, text);
                },
            };
            let remove = |question: &mut Question, index: usize| {
                for side in sides(question) {
                    take(side, index);
                }
            };
            view! {
                <li class="editor-choice">
                    {left.field(editor, add_pair)}
                    <span aria-hidden="true">"–"</span>
                    {right.field(editor, add_pair)}
                    {beside(editor, index, "×", |w| w.remove, count > *CHOICES.start(), remove)}
                </li>
            }
        });
    view! {
        <fieldset class="editor-texts">
            <legend class="label">{t.say(|w| w.editor.pairs)}</legend>
            <ol class="editor-choices">{rows.collect_view()}</ol>
            {add_button(editor, count, |w| w.add_item, add_pair)}
        </fieldset>
    }
    .into_any()
}
