//! The open question on a phone: answer, send, wait. Here is what all kinds share; each kind has a
//! file for how it is answered and for what its reveal shows.

mod choices;

use std::sync::Arc;

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use quizrain_shared::question::{self, Answer, Key, KindView};
use quizrain_shared::wire::{Stage, StageAt};

use crate::components::fit::fitted_page;
use crate::components::shape::Choices;
use crate::components::ticking::Timer;
use crate::dom::view;
use crate::live::{live, memo, value};
use crate::state::session::Session;
use crate::text::{self, PlayerWords};

use choices::Tap;

/// What a kind's part of the page and the page around it have in common.
#[derive(Clone, Copy)]
struct Answering {
    session: Session,
    round: u16,
    /// What was sent.
    sent: Memo<Option<Answer>>,
    /// Whether nothing can be changed any more.
    fixed: Memo<bool>,
}

impl Answering {
    fn send(self, answer: Option<Answer>) {
        if let Some(answer) = answer
            && !self.fixed.get_untracked()
        {
            self.session.answer(self.round, answer);
        }
    }
}

/// A kind's part of the page.
struct Inputs {
    view: AnyView,
    /// `None`: a tap sends at once.
    button: Option<Button>,
}

/// The button that sends what the player has put together.
#[derive(Clone, Copy)]
struct Button {
    /// What stands above it.
    hint: fn(&PlayerWords) -> &'static str,
    /// What it would send.
    draft: Memo<Option<Answer>>,
}

fn inputs(kind: KindView, answering: Answering) -> Inputs {
    match kind {
        KindView::Single(view) => choices::inputs(&view.into(), Tap::Answers, answering),
        KindView::Multiple(view) => choices::inputs(&view.into(), Tap::Toggles, answering),
        KindView::TrueFalse => choices::inputs(&Choices::TrueFalse, Tap::Answers, answering),
    }
}

/// What is right, beside what the player answered.
pub(super) fn revealed(kind: KindView, key: &Key, answer: Memo<Option<Answer>>) -> AnyView {
    match (kind, key) {
        (KindView::Single(view) | KindView::Multiple(view), Key::Choices(correct)) => {
            choices::revealed(&view.into(), *correct, answer)
        }
        (KindView::TrueFalse, Key::Choices(correct)) => {
            choices::revealed(&Choices::TrueFalse, *correct, answer)
        }
    }
}

/// Long, because a page is read whole.
#[component]
pub(super) fn QuestionView(
    session: Session,
    stage: Arc<StageAt>,
    question: question::QuestionView,
) -> impl IntoView {
    let t = text::player();
    let open = matches!(stage.stage, Stage::Asking { .. });
    let (round, rounds) = (stage.phase.round().unwrap_or(0), stage.phase.rounds);
    let confirmed = session.own_answer();
    let waiting = session.waiting(move |pending| pending.answering(round).cloned());
    let sent = memo(move || confirmed.get().or_else(|| waiting.get()));
    let fixed = memo(move || !open || sent.get().is_some());
    let refused_before = session
        .part(|known| known.refused.as_ref().map_or(0, |(number, _)| *number))
        .get_untracked();
    let refused = session.part(move |known| {
        let (number, why) = known.refused.clone()?;
        (number > refused_before).then_some(why)
    });
    let answering = Answering { session, round, sent, fixed };
    let Inputs { view: inputs, button } = inputs(question.kind, answering);
    if let Some(Button { draft, .. }) = button {
        on_keys(Box::new(move |event, key| {
            if key == "Enter" && !on_a_control(event) {
                answering.send(draft.get_untracked());
            }
        }));
    }
    let status = live(move || {
        let text = match refused.get() {
            Some(why) => (t.now().refusal)(&why),
            None => status(sent.get().is_some(), confirmed.get().is_some(), open)?,
        };
        Some(view! { <p class="notice">{text}</p> })
    });
    view! {
        <main class="ask ask-open" use:fitted_page>
            <div class="ask-head">
                <p class="ask-round">
                    {t.tell(move |w| (w.question_of)(round + 1, rounds))}
                    {(question.points > 0).then(|| t.tell(move |w| format!(" · {}", (w.worth)(question.points))))}
                </p>
                <h1 class="ask-text" dir="auto" data-testid="question-text">{question.text}</h1>
                {(open).then(|| view! { <Timer session stage /> })}
            </div>
            {inputs}
            <div class="ask-foot" role="status" aria-live="polite">
                {status}
            </div>
            {button.filter(|_| open).map(|Button { hint, draft }| view! {
                <div class="ask-send">
                    <p class="muted small" class:is-hidden=fixed>{t.say(hint)}</p>
                    <button type="button" class="button button-primary button-large"
                        data-testid="submit"
                        class:is-hidden=fixed
                        disabled=value(move || draft.get().is_none() || fixed.get())
                        on:click=move |_| answering.send(draft.get_untracked())>
                        {t.say(|w| w.send)}
                    </button>
                </div>
            })}
        </main>
    }
}

/// How an answer stands.
fn status(sent: bool, confirmed: bool, open: bool) -> Option<&'static str> {
    let words = text::player().now();
    match (sent, open) {
        (true, true) if !confirmed => Some(words.sending),
        (true, true) => Some(words.answer_in),
        (true, false) => Some(words.counting),
        (false, false) => Some(words.time_up),
        (false, true) => None,
    }
}

/// Whether a key was pressed on a button, which has its own idea of Enter.
fn on_a_control(event: &KeyboardEvent) -> bool {
    use wasm_bindgen::JsCast;
    event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::Element>().ok())
        .is_some_and(|element| matches!(element.tag_name().as_str(), "BUTTON" | "A" | "INPUT"))
}

type OnKey = Box<dyn Fn(&KeyboardEvent, &str)>;

/// Hears keys without modifiers, wherever the focus is, as long as the caller's owner lives.
fn on_keys(act: OnKey) {
    let keys = window_event_listener(leptos::ev::keydown, move |event| {
        if !(event.repeat() || event.ctrl_key() || event.meta_key() || event.alt_key()) {
            act(&event, &event.key());
        }
    });
    on_cleanup(move || keys.remove());
}
