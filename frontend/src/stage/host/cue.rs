//! What the host alone sees beside the buttons, without opening anything: what is right about the question that is
//! shown, why, and which comes next. Called by the desk.

use leptos::prelude::*;
use quizrain_shared::api::HostedQuestion;
use quizrain_shared::client::GameView;
use quizrain_shared::phase::{Kind, Phase};

use super::clicks::Clicks;
use super::questions::{Questions, answer, told};
use crate::dom::view;
use crate::live::{live, memo, value};
use crate::net::storage;
use crate::text;

/// Questions, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cues {
    /// The one that is read, open or answered.
    now: Option<u16>,
    /// The one that comes next.
    next: Option<u16>,
}

impl Cues {
    /// What a host who has picked a question, or none, wants to know; `None` where no question comes any more, or
    /// everybody has all of them.
    fn of(phase: &Phase, picked: Option<u16>) -> Option<Self> {
        let (shown, over) = match phase.kind {
            Kind::Reading | Kind::Asking | Kind::Paused | Kind::Closing | Kind::Revealed => {
                (true, false)
            }
            Kind::Lobby | Kind::Slide | Kind::Board | Kind::Rain | Kind::RainDone => (false, false),
            Kind::Podium | Kind::Ended | Kind::Paced | Kind::Counting => (false, true),
        };
        let now = phase.question().filter(|_| shown);
        (!over).then(|| Self { now, next: picked.or_else(|| phase.next_question()) })
    }
}

#[component]
pub(super) fn Cue(clicks: Clicks, questions: Questions) -> impl IntoView {
    let t = text::stage();
    let session = clicks.session;
    let phase = session.part(GameView::phase);
    let cues = memo(move || {
        let led = |_: &Phase| session.mode().self_paced().is_none();
        Cues::of(&phase.get().filter(led)?, clicks.picked.get())
    });
    let any = memo(move || cues.get().is_some() && questions.known().is_some());
    let shown = move || {
        let list = questions.known()?;
        Some(now(list.get(usize::from(cues.get()?.now?))?))
    };
    let coming = move || {
        let list = questions.known()?;
        let next = cues.get()?.next;
        Some(coming(next.and_then(|next| Some((next, list.get(usize::from(next))?)))))
    };
    let open = RwSignal::new(!storage::cue_folded());
    // A click, which no part that has just gone is told of, as it is of `toggle`.
    let toggle = move |event: leptos::ev::MouseEvent| {
        event.prevent_default();
        let is_open = !open.get_untracked();
        open.set(is_open);
        storage::set_cue_folded(!is_open);
    };
    live(move || {
        any.get().then(|| {
            view! {
                <details class="cue" data-testid="cue" prop:open=value(move || open.get())>
                    <summary on:click=toggle>{t.say(|w| w.desk.for_you)}</summary>
                    {live(shown)}
                    {live(coming)}
                </details>
            }
        })
    })
}

/// The question that is shown: what is right first, as it is looked for.
fn now(question: &HostedQuestion) -> AnyView {
    let t = text::stage();
    let HostedQuestion { question: shown, explanation, .. } = question.clone();
    let kind = shown.kind;
    let title = value(move || [t.now().desk.now, " · ", t.now().kind(&kind)].concat());
    view! {
        <section class="hosted cue-now" data-testid="cue-now">
            <h3 class="hosted-title">{title}</h3>
            <p class="cue-text" dir="auto">{shown.text}</p>
            {answer(question)}
            {(!explanation.is_empty()).then(|| view! { <p dir="auto">{explanation}</p> })}
        </section>
    }
    .into_any()
}

/// The one that comes next.
fn coming(next: Option<(u16, &HostedQuestion)>) -> AnyView {
    let t = text::stage();
    let Some((number, question)) = next else {
        return view! {
            <p class="cue-none muted" data-testid="cue-next">{t.say(|w| w.desk.no_next)}</p>
        }
        .into_any();
    };
    let kind = question.question.kind.clone();
    let title = value(move || {
        let words = t.now();
        format!("{} · {} · {}", words.desk.next, u32::from(number) + 1, words.kind(&kind))
    });
    view! {
        <section class="hosted cue-next" data-testid="cue-next">
            <h3 class="hosted-title">{title}</h3>
            {told(question, false)}
        </section>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use quizrain_shared::played::Played;

    use super::*;

    #[test]
    fn a_host_is_told_what_is_right_while_it_is_asked_and_what_comes_next() {
        let at = |kind, asked| Phase { kind, played: Played::in_order(asked), questions: 2 };
        let told = |kind, asked| Cues::of(&at(kind, asked), None);
        let cues = |now, next| Some(Cues { now, next });
        assert_eq!(told(Kind::Lobby, 0), cues(None, Some(0)));
        for kind in [Kind::Reading, Kind::Asking, Kind::Paused, Kind::Closing, Kind::Revealed] {
            assert_eq!(told(kind, 1), cues(Some(0), Some(1)), "{kind:?}");
        }
        for kind in [Kind::Slide, Kind::Board, Kind::Rain, Kind::RainDone] {
            assert_eq!(told(kind, 1), cues(None, Some(1)), "{kind:?}");
        }
        assert_eq!(told(Kind::Revealed, 2), cues(Some(1), None));
        for kind in [Kind::Podium, Kind::Ended, Kind::Paced, Kind::Counting] {
            assert_eq!(told(kind, 1), None, "{kind:?}");
        }
        let picked = Cues::of(&at(Kind::Board, 2), Some(0));
        assert_eq!(picked, cues(None, Some(0)), "one that is asked again");
    }
}
