//! Items that are to be ordered or matched, on the projector.

use leptos::prelude::*;
use quizrain_shared::question::MatchingView;

use super::choices::counted;
use crate::dom::view;

/// Items in an order that says nothing.
pub(super) fn items(items: &[String]) -> AnyView {
    let shown = items.iter().map(|item| {
        view! { <li class="big-choice is-plain"><span class="big-choice-text" dir="auto">{item.clone()}</span></li> }
    });
    view! { <ul class="big-choices">{shown.collect_view()}</ul> }.into_any()
}

/// Both sides, each in an order that says nothing of the other.
pub(super) fn sides(view: &MatchingView) -> AnyView {
    let rows = view.left.iter().zip(&view.right).map(|(left, right)| {
        view! {
            <li class="big-pair">
                <span class="big-choice is-plain"><span class="big-choice-text" dir="auto">{left.clone()}</span></span>
                <span class="big-choice is-loose"><span class="big-choice-text" dir="auto">{right.clone()}</span></span>
            </li>
        }
    });
    view! { <ul class="big-choices is-rows">{rows.collect_view()}</ul> }.into_any()
}

/// The item that is right in a place.
fn text(items: &[String], right: u8) -> String {
    items.get(usize::from(right)).cloned().unwrap_or_default()
}

/// The right order, and how many of so many players had each place right.
pub(super) fn ordered(items: &[String], right: &[u8], counts: &[u32], answered: u32) -> AnyView {
    let rows = right.iter().zip(counts).enumerate().map(|(place, (right, count))| {
        view! {
            <li class="big-choice is-plain">
                <span class="big-letter">{(place + 1).to_string()}</span>
                <span class="big-choice-text" dir="auto">{text(items, *right)}</span>
                {counted(true, *count, answered)}
            </li>
        }
    });
    view! { <ul class="big-choices is-rows">{rows.collect_view()}</ul> }.into_any()
}

/// What belongs together, and how many of so many players had that right.
pub(super) fn matched(view: &MatchingView, right: &[u8], counts: &[u32], answered: u32) -> AnyView {
    let rows = view.left.iter().zip(right).zip(counts).map(|((left, right), count)| {
        view! {
            <li class="big-choice is-plain is-pair">
                <span class="big-choice-text" dir="auto">{left.clone()}</span>
                <span class="big-letter" aria-hidden="true">"→"</span>
                <span class="big-choice-text" dir="auto">{text(&view.right, *right)}</span>
                {counted(true, *count, answered)}
            </li>
        }
    });
    view! { <ul class="big-choices is-rows">{rows.collect_view()}</ul> }.into_any()
}
