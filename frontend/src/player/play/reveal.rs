//! The right answer on a phone, and what it brought.

use std::sync::Arc;

use leptos::prelude::*;
use quizrain_shared::wire::{Outcome, Stage, StageAt};

use crate::dom::view;
use crate::live::{live, value};
use crate::state::session::Session;
use crate::text;

use super::question::revealed;

#[component]
pub(super) fn RevealView(session: Session, stage: Arc<StageAt>) -> impl IntoView {
    let t = text::player();
    let Stage::Revealed { question, key, explanation, .. } = &stage.stage else {
        return ().into_any();
    };
    let outcome = session.part(|known| known.outcome().cloned());
    let answer = session.own_answer();
    let told = revealed(question.kind.clone(), key, answer);
    let verdict = live(move || match outcome.get() {
        Some(outcome) => view! { <Verdict outcome /> }.into_any(),
        None => view! { <p class="notice" role="status">{t.now().no_points_yet}</p> }.into_any(),
    });
    let said = explanation.clone();
    view! {
        <main class="ask">
            <div role="status" aria-live="polite">{verdict}</div>
            <h1 class="ask-text ask-text-small" dir="auto" data-testid="question-text">{question.text.clone()}</h1>
            {told}
            {(!said.is_empty()).then(|| view! { <p class="explanation" dir="auto">{said}</p> })}
        </main>
    }
    .into_any()
}

/// Right or wrong, points, score and rank.
#[component]
fn Verdict(outcome: Outcome) -> impl IntoView {
    let t = text::player();
    let Outcome { answer, right, points, score, rank, players, .. } = outcome;
    let result = match (answer.is_some(), right, points > 0) {
        (false, ..) => "none",
        (true, true, _) => "right",
        (true, false, true) => "partly",
        (true, false, false) => "wrong",
    };
    let title = value(move || match result {
        "none" => t.now().no_answer,
        "right" => t.now().right,
        "partly" => t.now().partly_right,
        _ => t.now().wrong,
    });
    view! {
        <section class=format!("verdict verdict-{result}")>
            <h2 class="verdict-title" data-testid="result" data-result=result>{title}</h2>
            <p class="verdict-points">
                "+" <span data-testid="points">{points}</span> " " {t.say(|w| w.points_unit)}
            </p>
            <dl class="verdict-facts">
                <div><dt>{t.say(|w| w.score)}</dt><dd>{score}</dd></div>
                <div>
                    <dt>{t.say(|w| w.rank)}</dt>
                    <dd><span data-testid="rank">{rank}</span> <small>" / " {players}</small></dd>
                </div>
            </dl>
        </section>
    }
}
