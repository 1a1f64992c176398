//! A question on the projector: open, frozen, and with its answer. Here is what all kinds share; each
//! kind has a file for what it shows.

mod choices;

use std::sync::Arc;

use leptos::prelude::*;
use quizrain_shared::client::GameView;
use quizrain_shared::question::{Key, KindView, QuestionView, Tally};
use quizrain_shared::wire::{Stage, StageAt};

use crate::components::shape::Choices;
use crate::components::ticking::Timer;
use crate::dom::view;
use crate::state::session::Session;
use crate::text;

use super::steps::{Dots, in_steps};

/// What is asked.
fn asked(kind: KindView) -> AnyView {
    match kind {
        KindView::Single(view) | KindView::Multiple(view) => choices::asked(&view.into()),
        KindView::TrueFalse => choices::asked(&Choices::TrueFalse),
    }
}

/// What is right, and how so many players answered.
fn revealed(kind: KindView, key: &Key, tally: &Tally, answered: u32) -> AnyView {
    match (kind, key, tally) {
        (
            KindView::Single(view) | KindView::Multiple(view),
            Key::Choices(correct),
            Tally::Choices(counts),
        ) => choices::revealed(&view.into(), *correct, counts, answered),
        (KindView::TrueFalse, Key::Choices(correct), Tally::Choices(counts)) => {
            choices::revealed(&Choices::TrueFalse, *correct, counts, answered)
        }
    }
}

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
    view! {
        <div class="big-question">
            <div class="big-parts" use:in_steps=turn>
                <h2 class="big-text" dir="auto" data-testid="question-text">{question.text}</h2>
                {asked(question.kind)}
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
    let Stage::Revealed { question, key, tally, answered, explanation } = &stage.stage else {
        return ().into_any();
    };
    let answered = *answered;
    let turn = RwSignal::new((0, 1));
    let told = revealed(question.kind.clone(), key, tally, answered);
    let said = explanation.clone();
    view! {
        <div class="big-question">
            <div class="big-parts" use:in_steps=turn>
                <h2 class="big-text" dir="auto" data-testid="question-text">
                    {question.text.clone()}
                </h2>
                {told}
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
