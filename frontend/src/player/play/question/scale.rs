//! A scale on a phone: a tap on a number answers with it.

use leptos::prelude::*;
use quizrain_shared::question::{Answer, Scale};

use crate::dom::view;
use crate::live::{Memo, memo, value};

use super::{Answering, Inputs, on_keys};

pub(super) fn inputs(scale: Scale, answering: Answering) -> Inputs {
    let Answering { shown, fixed, .. } = answering;
    let (from, to) = (scale.from, scale.to);
    let pick = move |number: u8| {
        if (from..=to).contains(&number) {
            answering.send(Some(Scale::answer(number)));
        }
    };
    on_keys(Box::new(move |_, key| {
        if let Ok(number) = key.parse() {
            pick(number);
        }
    }));
    let buttons = (from..=to)
        .map(|number| {
            let mine = memo(move || shown.get().as_ref().and_then(Scale::number) == Some(number));
            view! {
                <button type="button" class="mark" data-testid=format!("mark-{number}")
                    class:is-mine=mine
                    aria-pressed=value(move || if mine.get() { "true" } else { "false" })
                    disabled=fixed
                    on:click=move |_| pick(number)>{u32::from(number)}</button>
            }
        })
        .collect_view();
    let view = view! {
        <div class="scale">
            {labels(&scale)}
            <div class="marks" style:grid-template-columns=grid(from, to)>{buttons}</div>
        </div>
    };
    Inputs { view: view.into_any(), hint: None }
}

/// One row of numbers, or two where they are many.
fn grid(from: u8, to: u8) -> String {
    let count = u32::from(to.saturating_sub(from)) + 1;
    let columns = if count > 7 { count.div_ceil(2) } else { count };
    ["repeat(", &columns.to_string(), ", 1fr)"].concat()
}

/// What the ends mean.
fn labels(scale: &Scale) -> AnyView {
    let label = |number: u8, label: &str| {
        let (number, label) = (u32::from(number), label.to_owned());
        (!label.is_empty()).then(|| {
            view! { <p class="scale-end"><strong>{number}</strong>" "<bdi>{label}</bdi></p> }
        })
    };
    let ends = (label(scale.from, &scale.from_label), label(scale.to, &scale.to_label));
    view! { <div class="scale-ends">{ends.0}{ends.1}</div> }.into_any()
}

/// The scale with the player's own number.
pub(super) fn revealed(scale: &Scale, answer: Memo<Option<Answer>>) -> AnyView {
    let marks = (scale.from..=scale.to)
        .map(|number| {
            let mine = value(move || answer.get().as_ref().and_then(Scale::number) == Some(number));
            view! { <span class="mark" class:is-mine=mine>{u32::from(number)}</span> }
        })
        .collect_view();
    view! { <div class="scale">{labels(scale)}<div class="marks" style:grid-template-columns=grid(scale.from, scale.to)>{marks}</div></div> }.into_any()
}
