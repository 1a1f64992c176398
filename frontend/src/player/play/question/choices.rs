//! Choices on a phone: single choice and true or false, where a tap answers, and multiple choice.

use leptos::prelude::*;
use quizrain_shared::question::{Answer, ChoiceSet};

use crate::components::shape::{Choices, Shape, Tick, colour_class, letter};
use crate::dom::view;
use crate::live::{live, memo, value};
use crate::text;

use super::{Answering, Inputs, on_keys};

/// A tap on a choice answers with it.
pub(super) fn pick_one(choices: &Choices, answering: Answering) -> Inputs {
    let pick = |answering: Answering, index| answering.send(Some(ChoiceSet::one(index).into()));
    Inputs { view: buttons(choices, answering, pick), hint: None }
}

/// A tap takes a choice in or out.
pub(super) fn pick_many(choices: &Choices, answering: Answering) -> Inputs {
    let pick = |Answering { draft, .. }: Answering, index| {
        let picked = draft.with_untracked(|draft| set(draft.as_ref())).toggled(index);
        draft.set((!picked.is_empty()).then(|| picked.into()));
    };
    Inputs { view: buttons(choices, answering, pick), hint: Some(|w| w.pick_all) }
}

fn set(answer: Option<&Answer>) -> ChoiceSet {
    answer.and_then(ChoiceSet::of).unwrap_or_default()
}

fn buttons(choices: &Choices, answering: Answering, pick: fn(Answering, usize)) -> AnyView {
    let t = text::player();
    let (count, fixed) = (choices.count(), answering.fixed);
    let pick = move |index| {
        if !fixed.get_untracked() && index < count {
            pick(answering, index);
        }
    };
    on_keys(Box::new(move |_, key| {
        if let Some(index) = key.parse::<usize>().ok().and_then(|key| key.checked_sub(1)) {
            pick(index);
        }
    }));
    let buttons = (0..count)
        .map(|index| {
            let look = choices.look(index);
            let choices = choices.clone();
            let mine = memo(move || set(answering.shown().as_ref()).contains(index));
            view! {
                <button type="button" class=format!("choice {}", colour_class(look))
                    data-testid=format!("choice-{index}")
                    class:is-mine=mine
                    class:is-faint=value(move || fixed.get() && !mine.get())
                    aria-pressed=value(move || if mine.get() { "true" } else { "false" })
                    disabled=fixed
                    on:click=move |_| pick(index)>
                    <Shape look />
                    <span class="choice-letter">{letter(index)}</span>
                    <span class="choice-text" dir="auto">{value(move || choices.text(index, t.now()))}</span>
                    <span class="choice-mark" aria-hidden="true"></span>
                </button>
            }
        })
        .collect_view();
    view! { <div class="choices" data-count=count.to_string()>{buttons}</div> }.into_any()
}

/// The right choices, and the player's own.
pub(super) fn revealed(
    choices: &Choices,
    correct: ChoiceSet,
    answer: Memo<Option<Answer>>,
) -> AnyView {
    let t = text::player();
    let told = (0..choices.count())
        .map(|index| {
            let look = choices.look(index);
            let choices = choices.clone();
            let right = correct.contains(index);
            let mine = memo(move || set(answer.get().as_ref()).contains(index));
            view! {
                <li class=format!("choice {}", colour_class(look))
                    class:is-mine=mine
                    class:is-right=right
                    class:is-faint=!right>
                    <Shape look />
                    <span class="choice-letter">{letter(index)}</span>
                    <span class="choice-text" dir="auto">{value(move || choices.text(index, t.now()))}</span>
                    {live(move || mine.get().then(|| view! { <span class="choice-own">{t.now().your_answer}</span> }))}
                    {right.then(|| view! { <Tick /> })}
                </li>
            }
        })
        .collect_view();
    view! { <ul class="choices choices-told">{told}</ul> }.into_any()
}
