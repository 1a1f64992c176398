//! The game of who has a seat: every stage from the lobby to the podium.

use leptos::prelude::*;
use quizrain_shared::wire::Stage;

use crate::components::chrome::ConnectionBanner;
use crate::dom::{El, view};
use crate::live::{effect, live, memo, memo_after, value};
use crate::net::device;
use crate::state::session::Session;
use crate::state::shown::Shown;

use super::header::Header;
use super::paced::{CountingView, PacedView};
use super::question::QuestionView;
use super::rain::{LostNotice, RainSummary, RainView};
use super::reading::{PausedView, ReadingView, SlideView};
use super::reveal::RevealView;
use super::standing::{BoardView, EndView, LobbyView, PodiumView};

/// What everything is shown in.
pub(super) fn seat(session: Session) -> El {
    view! {
        <div class="play">
            <Header session />
            <ConnectionBanner session />
            <LostNotice session />
            <StageView session />
        </div>
    }
}

/// What the phase asks for. A question that is paused stays where it is, out of sight, with all that
/// somebody has typed and dragged.
#[component]
fn StageView(session: Session) -> impl IntoView {
    let shown = session.shown();
    // What is new starts at its top, however far the old was scrolled.
    effect(move || {
        shown.track();
        device::window().scroll_to_with_x_and_y(0.0, 0.0);
    });
    let is_question =
        |it: &Shown| matches!(it.0.stage, Stage::Asking { .. } | Stage::Closing { .. });
    let asked = memo_after(move |before: Option<&Option<Shown>>| {
        let now = shown.get()?;
        if is_question(&now) { Some(now) } else { before?.clone()?.behind(&now) }
    });
    let other = memo(move || shown.get().filter(|now| !is_question(now)));
    let question = live(move || {
        let Shown(stage) = asked.get()?;
        let (Stage::Asking { question } | Stage::Closing { question }) = &stage.stage else {
            return None;
        };
        let question = question.clone();
        Some(view! { <QuestionView session stage question /> })
    });
    view! {
        <div class="asked" class:is-away=value(move || other.with(Option::is_some))>{question}</div>
        {live(move || other.get().map(|now| view! { <OtherStage session now /> }))}
    }
}

/// A stage that is not a question.
#[component]
fn OtherStage(session: Session, now: Shown) -> impl IntoView {
    let Shown(stage) = now;
    match &stage.stage {
        Stage::Lobby => view! { <LobbyView session /> }.into_any(),
        Stage::Reading { .. } => view! { <ReadingView session stage /> }.into_any(),
        Stage::Paused { .. } => view! { <PausedView session stage /> }.into_any(),
        Stage::Slide { .. } => view! { <SlideView session stage /> }.into_any(),
        Stage::Paced => view! { <PacedView session /> }.into_any(),
        Stage::Counting => view! { <CountingView /> }.into_any(),
        Stage::Asking { .. } | Stage::Closing { .. } => ().into_any(),
        Stage::Revealed { .. } => view! { <RevealView session stage /> }.into_any(),
        Stage::Board(standings) => {
            view! { <BoardView session standings=standings.clone() /> }.into_any()
        }
        Stage::Rain(_) => view! { <RainView session stage /> }.into_any(),
        Stage::RainDone { .. } => view! { <RainSummary session stage /> }.into_any(),
        Stage::Podium(standings) => {
            view! { <PodiumView session standings=standings.clone() /> }.into_any()
        }
        Stage::Ended(standings) => {
            view! { <EndView session standings=standings.clone() /> }.into_any()
        }
    }
}
