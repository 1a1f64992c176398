//! The open question on a phone: answer, send, wait. Here is what all kinds share; each kind has a
//! file for how it is answered and for what its reveal shows.

mod arranged;
mod choices;
mod hotspot;
mod number;
mod scale;
mod text;

use std::sync::Arc;

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use quizrain_shared::phase::Kind;
use quizrain_shared::question::{self, Answer, Key, KindView, Picture};
use quizrain_shared::wire::{Refusal, Stage, StageAt};

use crate::components::fit::fitted_page;
use crate::components::picture::picture;
use crate::components::shape::Choices;
use crate::components::ticking::Timer;
use crate::dom::view;
use crate::live::{Memo, Signal, live, memo, value};
use crate::net::window::on_window_event;
use crate::state::session::Session;
use crate::text::{self as texts, PlayerWords};

use super::sound::sound;
use choices::Tap;
use text::Fields;

/// What a kind's part of the page and the page around it have in common.
#[derive(Clone, Copy)]
struct Answering {
    session: Session,
    round: u16,
    /// The player's seat.
    seat: u32,
    /// What was sent.
    sent: Memo<Option<Answer>>,
    /// What the player has put together, and the button would send.
    draft: Signal<Option<Answer>>,
    /// What of the two is shown.
    shown: Memo<Option<Answer>>,
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

    fn send_draft(self) {
        self.send(self.draft.get_untracked());
    }
}

/// A text of the page.
type Said = fn(&'static PlayerWords) -> &'static str;

/// A kind's part of the page.
struct Inputs {
    view: AnyView,
    /// What stands above the button that sends what the player has put together. `None`: a tap sends
    /// at once, and there is no button.
    hint: Option<Said>,
}

fn inputs(kind: KindView, shown: Option<&Picture>, answering: Answering) -> Inputs {
    match kind {
        KindView::Single(view) => choices::inputs(&view.into(), Tap::Answers, answering),
        KindView::Multiple(view) => {
            choices::inputs(&view.into(), Tap::Toggles(|w| w.pick_all), answering)
        }
        KindView::TrueFalse => choices::inputs(&Choices::TrueFalse, Tap::Answers, answering),
        KindView::Poll(view) => {
            let tap = if view.several { Tap::Toggles(|w| w.pick_any) } else { Tap::Answers };
            choices::inputs(&view.into(), tap, answering)
        }
        KindView::Typed => text::inputs(Fields::Typed, answering),
        KindView::Cloud(view) => text::inputs(Fields::Words(view), answering),
        KindView::OpenText => text::inputs(Fields::Sentence, answering),
        KindView::Number(view) => number::inputs(view, answering),
        KindView::Order(view) => arranged::inputs(view.into(), answering),
        KindView::Matching(view) => arranged::inputs(view.into(), answering),
        KindView::Hotspot => hotspot::inputs(shown, answering),
        KindView::Scale(view) => scale::inputs(view, answering),
        KindView::Slide => Inputs { view: ().into_any(), hint: None },
    }
}

/// What is right, beside what the player answered.
pub(super) fn revealed(
    question: &question::QuestionView,
    key: Option<&Key>,
    session: Session,
    round: u16,
) -> AnyView {
    let answer = session.own_answer();
    let choices = |choices: &Choices| {
        let correct = match key {
            Some(Key::Choices(correct)) => Some(*correct),
            _ => None,
        };
        choices::revealed(&choices.order(seat(session), round), choices, correct, answer)
    };
    match (&question.kind, key) {
        (KindView::Single(view) | KindView::Multiple(view), _) => choices(&view.clone().into()),
        (KindView::TrueFalse, _) => choices(&Choices::TrueFalse),
        (KindView::Poll(view), _) => choices(&view.clone().into()),
        (KindView::Number(view), Some(Key::Number { correct, tolerance })) => {
            number::revealed(view.clone(), *correct, *tolerance, answer)
        }
        (KindView::Order(view), Some(Key::Arrangement(right))) => {
            arranged::revealed(&view.clone().into(), right, answer)
        }
        (KindView::Matching(view), Some(Key::Arrangement(right))) => {
            arranged::revealed(&view.clone().into(), right, answer)
        }
        (KindView::Hotspot, Some(Key::Region(region))) => {
            hotspot::revealed(question.picture.as_ref(), *region, answer)
        }
        (KindView::Scale(view), _) => scale::revealed(view, answer),
        (KindView::Typed | KindView::Cloud(_) | KindView::OpenText, _) => {
            text::revealed(key, answer)
        }
        _ => ().into_any(),
    }
}

/// The player's seat in the game.
fn seat(session: Session) -> u32 {
    session.part(|known| known.you.as_ref().map_or(0, |you| you.seat.number)).get_untracked()
}

/// The player's own answer as a text, marked as such.
fn own(text: impl Fn() -> Option<String> + Send + Sync + 'static) -> AnyView {
    let t = texts::player();
    live(move || {
        text().map(|text| {
            view! {
                <p class="own">
                    <span class="own-label">{t.now().your_answer}</span>
                    <bdi class="own-text" data-testid="own-answer">{text}</bdi>
                </p>
            }
        })
    })
    .into_any()
}

/// Which question it is, and what it is worth.
pub(super) fn head(stage: &StageAt, points: u16) -> AnyView {
    let t = texts::player();
    let (question, questions) = (stage.phase.question().unwrap_or(0), stage.phase.questions);
    let head = t.tell(move |w| {
        let head = (w.question_of)(question + 1, questions);
        if points > 0 { [&head, " · ", &(w.worth)(points)].concat() } else { head }
    });
    view! { <p class="ask-round">{head}</p> }.into_any()
}

/// The picture of a question, unless its answers are on it.
pub(super) fn beside(question: &question::QuestionView) -> Option<AnyView> {
    let shown = question.picture.as_ref();
    let shown = shown.filter(|_| !matches!(question.kind, KindView::Hotspot));
    shown.map(|shown| picture(shown, ().into_any()))
}

/// Why the open question's answer was refused. What was said of a question before, or before a pause, says nothing here.
fn refused(session: Session, paused: Memo<bool>) -> Memo<Option<Refusal>> {
    let refusals = session.part(|known| known.refused.clone());
    let old = memo(move || {
        paused.track();
        refusals.with_untracked(|it| it.as_ref().map_or(0, |(number, _)| *number))
    });
    memo(move || {
        let (number, why) = refusals.get()?;
        (number > old.get()).then_some(why)
    })
}

/// The button that sends what was put together.
fn send_button(answering: Answering, hint: Said) -> AnyView {
    let t = texts::player();
    let Answering { draft, fixed, .. } = answering;
    view! {
        <div class="ask-send">
            <p class="muted small" class:is-hidden=fixed>{t.say(hint)}</p>
            <button type="submit" class="button button-primary button-large"
                data-testid="submit"
                class:is-hidden=fixed
                disabled=value(move || draft.get().is_none() || fixed.get())>
                {t.say(|w| w.send)}
            </button>
        </div>
    }
    .into_any()
}

#[component]
pub(super) fn QuestionView(
    session: Session,
    stage: Arc<StageAt>,
    question: question::QuestionView,
) -> impl IntoView {
    let t = texts::player();
    let open = matches!(stage.stage, Stage::Asking { .. });
    let round = stage.phase.round().unwrap_or(0);
    let confirmed = session.own_answer();
    let waiting = session.waiting(move |pending| pending.answering(round).cloned());
    let sent = memo(move || confirmed.get().or_else(|| waiting.get()));
    let paused = session.part(|known| known.kind() == Some(Kind::Paused));
    let fixed = memo(move || !open || paused.get() || sent.get().is_some());
    let refused = refused(session, paused);
    let draft = Signal::new(None);
    let shown = memo(move || sent.get().or_else(|| draft.get()));
    let answering = Answering { session, round, seat: seat(session), sent, draft, shown, fixed };
    let (head, beside) = (head(&stage, question.points), beside(&question));
    let heard = sound(question.sound.as_ref());
    let Inputs { view: inputs, hint } = inputs(question.kind, question.picture.as_ref(), answering);
    if hint.is_some() {
        on_keys(Box::new(move |event, key| {
            if key == "Enter" && !on_a_control(event) {
                answering.send_draft();
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
    // What was there while it was open stays where it is until the answer is shown: nothing moves in between.
    let timed = stage.closes_ms > 0 || (!open && question.seconds > 0);
    view! {
        <main class="ask ask-open" use:fitted_page>
            <div class="ask-head">
                {head}
                <h1 class="ask-text" dir="auto" data-testid="question-text">{question.text}</h1>
                {beside}
                {heard}
                {timed.then(|| view! { <Timer session done=fixed /> })}
            </div>
            <form class="ask-form" novalidate on:submit=move |event| {
                event.prevent_default();
                answering.send_draft();
            }>
                {inputs}
                <div class="ask-foot" role="status" aria-live="polite">
                    {status}
                </div>
                {hint.map(|hint| send_button(answering, hint))}
            </form>
        </main>
    }
}

/// How an answer stands.
fn status(sent: bool, confirmed: bool, open: bool) -> Option<&'static str> {
    let words = texts::player().now();
    match (sent, open) {
        (true, true) if !confirmed => Some(words.sending),
        (true, true) => Some(words.answer_in),
        (true, false) => Some(words.counting),
        (false, false) => Some(words.time_up),
        (false, true) => None,
    }
}

/// Whether a key was pressed on what has its own idea of Enter.
fn on_a_control(event: &KeyboardEvent) -> bool {
    use wasm_bindgen::JsCast;
    event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::Element>().ok())
        .is_some_and(|it| matches!(it.tag_name().as_str(), "BUTTON" | "A" | "INPUT" | "TEXTAREA"))
}

type OnKey = Box<dyn Fn(&KeyboardEvent, &str)>;

/// Hears keys without modifiers, wherever the focus is, as long as the caller's owner lives.
fn on_keys(act: OnKey) {
    let keys = on_window_event(leptos::ev::keydown, move |event| {
        if !(event.repeat() || event.ctrl_key() || event.meta_key() || event.alt_key()) {
            act(&event, &event.key());
        }
    });
    on_cleanup(move || keys.remove());
}
