//! The open question on a phone: pick, send, wait.

use std::sync::Arc;

use leptos::prelude::*;
use quizrain_shared::client::GameView;
use quizrain_shared::quiz::{self, ChoiceSet, QuestionKind};
use quizrain_shared::wire::{Stage, StageAt};

use crate::components::fit::fitted_page;
use crate::components::shape::{Shape, choice_text, colour_class, letter};
use crate::components::ticking::Timer;
use crate::dom::view;
use crate::live::{live, memo, value};
use crate::state::session::Session;
use crate::text;

#[component]
pub(super) fn QuestionView(
    session: Session,
    stage: Arc<StageAt>,
    question: quiz::QuestionView,
) -> impl IntoView {
    let t = text::player();
    let open = matches!(stage.stage, Stage::Asking { .. });
    let (round, rounds) = (stage.phase.round().unwrap_or(0), stage.phase.rounds);
    let (kind, count) = (question.kind, question.choice_count());
    let picked = RwSignal::new(ChoiceSet::EMPTY);
    let confirmed = session.part(GameView::answer);
    let waiting = session.waiting(move |pending| pending.answering(round));
    let sent = memo(move || confirmed.get().or_else(|| waiting.get()));
    let fixed = memo(move || !open || sent.get().is_some());
    let shown = move || sent.get().unwrap_or_else(|| picked.get());
    let refused_before = session
        .part(|known| known.refused.as_ref().map_or(0, |(number, _)| *number))
        .get_untracked();
    let refused = session.part(move |known| {
        let (number, why) = known.refused.clone()?;
        (number > refused_before).then_some(why)
    });

    let send = move |choices: ChoiceSet| {
        if !fixed.get_untracked() && !choices.is_empty() {
            session.answer(round, choices);
        }
    };
    let pick = move |index: usize| {
        if fixed.get_untracked() || index >= count {
            return;
        }
        if kind == QuestionKind::Multiple {
            picked.update(|picked| *picked = picked.toggled(index));
        } else {
            send(ChoiceSet::one(index));
        }
    };
    let keys = window_event_listener(leptos::ev::keydown, move |event| {
        if event.repeat() || event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        match event.key().as_str() {
            "Enter" if kind == QuestionKind::Multiple && !on_a_control(&event) => {
                send(picked.get_untracked());
            }
            key => {
                if let Some(index) = key.parse::<usize>().ok().and_then(|key| key.checked_sub(1)) {
                    pick(index);
                }
            }
        }
    });
    on_cleanup(move || keys.remove());

    let choices = (0..count)
        .map(|index| {
            let question = question.clone();
            let mine = memo(move || shown().contains(index));
            view! {
                <button type="button" class=format!("choice {}", colour_class(kind, index))
                    data-testid=format!("choice-{index}")
                    class:is-mine=mine
                    class:is-faint=value(move || fixed.get() && !mine.get())
                    aria-pressed=value(move || if mine.get() { "true" } else { "false" })
                    disabled=fixed
                    on:click=move |_| pick(index)>
                    <Shape kind index />
                    <span class="choice-letter">{letter(index)}</span>
                    <span class="choice-text" dir="auto">{value(move || choice_text(&question, index, t.now()))}</span>
                    <span class="choice-mark" aria-hidden="true"></span>
                </button>
            }
        })
        .collect_view();
    let status = live(move || {
        if let Some(why) = refused.get() {
            return Some(view! { <p class="notice">{(t.now().refusal)(&why)}</p> }.into_any());
        }
        let words = match (sent.get().is_some(), open) {
            (true, true) if confirmed.get().is_none() => t.now().sending,
            (true, true) => t.now().answer_in,
            (true, false) => t.now().counting,
            (false, false) => t.now().time_up,
            (false, true) => return None,
        };
        Some(view! { <p class="notice">{words}</p> }.into_any())
    });
    let shown_choices = kind == QuestionKind::Multiple;
    view! {
        <main class="ask ask-open" use:fitted_page>
            <div class="ask-head">
                <p class="ask-round">
                    {t.tell(move |w| (w.question_of)(round + 1, rounds))}
                    {(question.points > 0).then(|| t.tell(move |w| format!(" · {}", (w.worth)(question.points))))}
                </p>
                <h1 class="ask-text" dir="auto" data-testid="question-text">{question.text.clone()}</h1>
                {(open).then(|| view! { <Timer session stage /> })}
            </div>
            <div class="choices" data-count=count.to_string()>{choices}</div>
            <div class="ask-foot" role="status" aria-live="polite">
                {status}
            </div>
            {(shown_choices && open).then(|| view! {
                <div class="ask-send">
                    <p class="muted small" class:is-hidden=fixed>{t.say(|w| w.pick_all)}</p>
                    <button type="button" class="button button-primary button-large"
                        data-testid="submit"
                        class:is-hidden=fixed
                        disabled=value(move || picked.get().is_empty() || fixed.get())
                        on:click=move |_| send(picked.get_untracked())>
                        {t.say(|w| w.send)}
                    </button>
                </div>
            })}
        </main>
    }
}

/// Whether a key was pressed on a button, which has its own idea of Enter.
fn on_a_control(event: &leptos::ev::KeyboardEvent) -> bool {
    use wasm_bindgen::JsCast;
    event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::Element>().ok())
        .is_some_and(|element| matches!(element.tag_name().as_str(), "BUTTON" | "A" | "INPUT"))
}
