//! Choices on a phone: where a tap answers, and where several can be picked.

use leptos::prelude::*;
use quizrain_shared::question::{Answer, ChoiceSet};

use crate::components::shape::{Choices, Shape, Tick, colour_class, letter};
use crate::dom::view;
use crate::live::{Memo, live, memo, value};
use crate::text;

use super::{Answering, Inputs, Said, on_keys};

/// What a tap on a choice does.
#[derive(Clone, Copy)]
pub(super) enum Tap {
    /// It answers with it.
    Answers,
    /// It takes it in or out; a button answers, below this text.
    Toggles(Said),
}

fn set(answer: Option<Answer>) -> ChoiceSet {
    answer.as_ref().and_then(ChoiceSet::of).unwrap_or_default()
}

pub(super) fn inputs(choices: &Choices, tap: Tap, answering: Answering) -> Inputs {
    let t = text::player();
    let Answering { draft, shown, fixed, .. } = answering;
    let count = choices.count();
    let pick = move |index| {
        if index >= count || fixed.get_untracked() {
            return;
        }
        match tap {
            Tap::Answers => answering.send(Some(ChoiceSet::one(index).into())),
            Tap::Toggles(_) => {
                let picked = set(draft.get_untracked()).toggled(index);
                draft.set(Some(picked).filter(|set| !set.is_empty()).map(Answer::from));
            }
        }
    };
    on_keys(Box::new(move |_, key| {
        if let Some(index) = key.parse::<usize>().ok().and_then(|key| key.checked_sub(1)) {
            pick(index);
        }
    }));
    let buttons = choices
        .order(answering.seat, answering.round)
        .into_iter()
        .map(|index| {
            let index = usize::from(index);
            let look = choices.look(index);
            let choices = choices.clone();
            let mine = memo(move || set(shown.get()).contains(index));
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
    let hint = match tap {
        Tap::Answers => None,
        Tap::Toggles(hint) => Some(hint),
    };
    let view = view! {
        <div class="choices" class:is-several={hint.is_some()} data-count=count.to_string()>{buttons}</div>
    };
    Inputs { view: view.into_any(), hint }
}

/// The right choices, where any are, and the player's own.
pub(super) fn revealed(
    order: &[u8],
    choices: &Choices,
    correct: Option<ChoiceSet>,
    answer: Memo<Option<Answer>>,
) -> AnyView {
    let t = text::player();
    let told = order
        .iter()
        .map(|index| {
            let index = usize::from(*index);
            let look = choices.look(index);
            let choices = choices.clone();
            let right = correct.is_some_and(|correct| correct.contains(index));
            let mine = memo(move || set(answer.get()).contains(index));
            let faint = value(move || if correct.is_some() { !right } else { !mine.get() });
            view! {
                <li class=format!("choice {}", colour_class(look))
                    class:is-mine=mine
                    class:is-right=right
                    class:is-faint=faint>
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
