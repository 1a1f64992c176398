//! A question on the projector: open, frozen, and with its answer.

use std::sync::Arc;

use leptos::prelude::*;
use quizrain_shared::client::GameView;
use quizrain_shared::quiz::{ChoiceSet, QuestionView};
use quizrain_shared::wire::{Stage, StageAt};

use crate::components::shape::{Shape, Tick, choice_text, colour_class, letter};
use crate::components::ticking::Timer;
use crate::dom::view;
use crate::live::{filled, value};
use crate::state::session::Session;
use crate::text;

use super::steps::{Dots, in_steps};

#[component]
pub(super) fn Question(
    session: Session,
    stage: Arc<StageAt>,
    question: QuestionView,
) -> impl IntoView {
    let t = text::stage();
    let open = matches!(stage.stage, Stage::Asking { .. });
    let answered = session.part(|known| known.answered);
    let players = session.part(GameView::players);
    let turn = RwSignal::new((0, 1));
    let kind = question.kind;
    let choices = (0..question.choice_count())
        .map(|index| {
            let question = question.clone();
            view! {
                <li class=format!("big-choice {}", colour_class(kind, index))>
                    <Shape kind index />
                    <span class="big-letter">{letter(index)}</span>
                    <span class="big-choice-text" dir="auto">
                        {value(move || choice_text(&question, index, t.now()))}
                    </span>
                </li>
            }
        })
        .collect_view();
    view! {
        <div class="big-question">
            <div class="big-parts" use:in_steps=turn>
                <h2 class="big-text" dir="auto" data-testid="question-text">{question.text}</h2>
                <ul class="big-choices">{choices}</ul>
            </div>
            <footer class="big-foot">
                {if open {
                    view! { <Timer session stage /> }.into_any()
                } else {
                    view! { <p class="big-counting">{t.say(|w| w.time_up)}</p> }.into_any()
                }}
                <Dots turn />
                <p class="big-answered">
                    <strong data-testid="answered-count">{answered}</strong>
                    " / " {players} " " {t.say(|w| w.answered)}
                </p>
            </footer>
        </div>
    }
}

#[component]
pub(super) fn Reveal(stage: Arc<StageAt>) -> impl IntoView {
    let t = text::stage();
    let Stage::Revealed { question, correct, counts, answered, explanation } = &stage.stage else {
        return ().into_any();
    };
    let (correct, answered) = (*correct, *answered);
    let turn = RwSignal::new((0, 1));
    let kind = question.kind;
    let choices = (0..question.choice_count())
        .map(|index| {
            let question = question.clone();
            let count = counts.get(index).copied().unwrap_or(0);
            let share = f64::from(count) / f64::from(answered.max(1));
            let class = choice_class(&question, correct, index);
            view! {
                <li class=class>
                    <Shape kind index />
                    <span class="big-letter">{letter(index)}</span>
                    <span class="big-choice-text" dir="auto">
                        {value(move || choice_text(&question, index, t.now()))}
                    </span>
                    <span class="big-told">
                        {correct.contains(index).then(|| view! { <Tick /> })}
                        <span class="big-count">{count}</span>
                    </span>
                    <span class="big-bar" aria-hidden="true">
                        <span class="big-bar-fill" style:transform=filled(share)></span>
                    </span>
                </li>
            }
        })
        .collect_view();
    let said = explanation.clone();
    view! {
        <div class="big-question">
            <div class="big-parts" use:in_steps=turn>
                <h2 class="big-text" dir="auto" data-testid="question-text">
                    {question.text.clone()}
                </h2>
                <ul class="big-choices">{choices}</ul>
                {(!said.is_empty()).then(|| view! { <p class="big-explanation" dir="auto">{said}</p> })}
            </div>
            <footer class="big-foot">
                <Dots turn />
                <p class="big-answered">
                    <strong data-testid="answered-count">{answered}</strong>
                    " " {t.say(|w| w.answered)}
                </p>
            </footer>
        </div>
    }
    .into_any()
}

fn choice_class(question: &QuestionView, correct: ChoiceSet, index: usize) -> String {
    let verdict = if correct.contains(index) { "is-right" } else { "is-wrong" };
    format!("big-choice {} {verdict}", colour_class(question.kind, index))
}
