//! Choices on a phone: single choice and true or false, where a tap answers, and multiple choice.

use leptos::prelude::*;
use quizrain_shared::question::{Answer, ChoiceSet};

use crate::components::shape::{Choices, Shape, Tick, colour_class, letter};
use crate::dom::view;
use crate::live::{live, memo, value};
use crate::text;

use super::{Answering, Button, Inputs, on_keys};

/// What a tap on a choice does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Tap {
    /// It answers with it.
    Answers,
    /// It takes it in or out; a button answers.
    Toggles,
}

fn set(answer: &Answer) -> ChoiceSet {
    ChoiceSet::of(answer).unwrap_or_default()
}

pub(super) fn inputs(choices: &Choices, tap: Tap, answering: Answering) -> Inputs {
    let t = text::player();
    let (count, Answering { sent, fixed, .. }) = (choices.count(), answering);
    let picked = RwSignal::new(ChoiceSet::EMPTY);
    let shown = move || sent.get().map_or_else(|| picked.get(), |answer| set(&answer));
    let pick = move |index| match tap {
        _ if index >= count || fixed.get_untracked() => {}
        Tap::Answers => answering.send(Some(ChoiceSet::one(index).into())),
        Tap::Toggles => picked.update(|picked| *picked = picked.toggled(index)),
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
            let mine = memo(move || shown().contains(index));
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
    let button = (tap == Tap::Toggles).then(|| Button {
        hint: |w| w.pick_all,
        draft: memo(move || Some(picked.get()).filter(|set| !set.is_empty()).map(Answer::from)),
    });
    let view = view! { <div class="choices" data-count=count.to_string()>{buttons}</div> };
    Inputs { view: view.into_any(), button }
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
            let mine = memo(move || answer.get().is_some_and(|it| set(&it).contains(index)));
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
