//! What a player sees who plays at their own pace, beside questions: how it begins, the way on, and
//! that all is done.

use leptos::prelude::*;
use quizrain_shared::client::Request;

use crate::dom::view;
use crate::live::{live, memo, value};
use crate::state::session::Session;
use crate::text::{self, PlayerWords};

use super::standing::place;

/// A text of the player's.
type Word = fn(&'static PlayerWords) -> &'static str;

/// The button that leads to a question.
fn button(session: Session, question: u16, label: Word) -> AnyView {
    let t = text::player();
    let waiting = session.waiting(|pending| matches!(pending.waiting(), Some(Request::Pace(_))));
    view! {
        <button type="button" class="button button-primary button-large" data-testid="pace"
            disabled=waiting on:click=move |_| session.pace(question)>
            {t.say(label)}
        </button>
    }
    .into_any()
}

/// The way on from a question or a slide, for whoever plays at their own pace.
pub(super) fn way_on(session: Session) -> AnyView {
    let ways = session.part(|known| {
        let (paced, phase) = (known.paced()?, known.phase()?);
        let next = paced.round.checked_add(1)?;
        Some((next, next >= phase.questions))
    });
    live(move || {
        let (next, is_last) = ways.get()?;
        let label: Word = if is_last { |w| w.finish } else { |w| w.next };
        Some(view! { <div class="ask-send">{button(session, next, label)}</div> })
    })
    .into_any()
}

/// Before the first question, and behind the last one.
#[component]
pub(super) fn PacedView(session: Session) -> impl IntoView {
    let t = text::player();
    let own =
        session.part(|known| known.paced().map(|paced| (paced.rank, paced.players, paced.score)));
    let title = session.part(|known| known.game.as_ref().map(|game| game.title.clone()));
    let done = memo(move || own.get().is_some());
    let body = live(move || match own.get() {
        Some((rank, players, score)) => place(rank, players, score),
        None => button(session, 0, |w| w.begin),
    });
    view! {
        <main class="page page-narrow page-middle calm">
            <h1 data-testid="paced">
                {value(move || if done.get() { t.now().all_done } else { t.now().you_are_in })}
            </h1>
            <p class="muted"><bdi>{title}</bdi></p>
            <p>{value(move || if done.get() { t.now().all_done_why } else { t.now().begin_why })}</p>
            {body}
        </main>
    }
}

/// While the answers of everybody are counted.
#[component]
pub(super) fn CountingView() -> impl IntoView {
    let t = text::player();
    view! {
        <main class="page page-narrow page-middle calm">
            <div class="calm-drop" aria-hidden="true"></div>
            <p role="status">{t.say(|w| w.counting)}</p>
        </main>
    }
}
