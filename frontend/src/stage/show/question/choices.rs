//! Choices on the projector, of single and multiple choice, of true or false, and of polls.

use leptos::prelude::*;
use quizrain_shared::question::ChoiceSet;

use crate::components::shape::{Choices, Shape, Tick, colour_class, letter};
use crate::dom::view;
use crate::live::{filled, value};
use crate::text;

/// The choices, before anything is known of them.
pub(super) fn asked(choices: &Choices) -> AnyView {
    let shown = (0..choices.count())
        .map(|index| {
            let class = format!("big-choice {}", colour_class(choices.look(index)));
            view! { <li class=class>{what(choices, index)}</li> }
        })
        .collect_view();
    view! { <ul class="big-choices">{shown}</ul> }.into_any()
}

/// Which are right, where any are, and how many of so many players picked each.
pub(super) fn revealed(
    choices: &Choices,
    correct: Option<ChoiceSet>,
    counts: &[u32],
    answered: u32,
) -> AnyView {
    let told = (0..choices.count())
        .map(|index| {
            let count = counts.get(index).copied().unwrap_or(0);
            let right = correct.map(|correct| correct.contains(index));
            let verdict = match right {
                None => "",
                Some(true) => "is-right",
                Some(false) => "is-wrong",
            };
            view! {
                <li class=format!("big-choice {} {verdict}", colour_class(choices.look(index)))>
                    {what(choices, index)}
                    {counted(right == Some(true), count, answered)}
                </li>
            }
        })
        .collect_view();
    view! { <ul class="big-choices">{told}</ul> }.into_any()
}

/// How many of so many players answered like this, and whether that is right.
pub(super) fn counted(right: bool, count: u32, answered: u32) -> AnyView {
    let share = f64::from(count) / f64::from(answered.max(1));
    view! {
        <span class="big-told">
            {right.then(|| view! { <Tick /> })}
            <span class="big-count">{count}</span>
        </span>
        <span class="big-bar" aria-hidden="true">
            <span class="big-bar-fill" style:transform=filled(share)></span>
        </span>
    }
    .into_any()
}

/// A choice's shape, letter and text.
fn what(choices: &Choices, index: usize) -> AnyView {
    let t = text::stage();
    let look = choices.look(index);
    let choices = choices.clone();
    view! {
        <Shape look />
        <span class="big-letter">{letter(index)}</span>
        <span class="big-choice-text" dir="auto">
            {value(move || choices.text(index, t.now()))}
        </span>
    }
    .into_any()
}
