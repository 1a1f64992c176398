//! What a phone shows while there is nothing to tap: a question before it opens or while it is
//! paused, a slide.

use std::sync::Arc;

use leptos::prelude::*;
use quizrain_shared::question::{Picture, SoundView};
use quizrain_shared::wire::{Stage, StageAt};

use crate::components::fit::fitted_page;
use crate::components::picture::picture;
use crate::components::ticking::Timer;
use crate::dom::view;
use crate::state::session::Session;
use crate::text::{self, PlayerWords};

use super::paced::way_on;
use super::question::head;
use super::sound::sound;

#[component]
pub(super) fn ReadingView(session: Session, stage: Arc<StageAt>) -> impl IntoView {
    let Stage::Reading { text, picture, sound, points } = &stage.stage else {
        return ().into_any();
    };
    let head = head(&stage, *points);
    let timer = view! { <Timer session /> }.into_any();
    let about = about(picture.as_ref(), sound.as_ref());
    text_page(&stage, head, text.clone(), about, timer, |w| w.get_ready)
}

#[component]
pub(super) fn PausedView(session: Session, stage: Arc<StageAt>) -> impl IntoView {
    let Stage::Paused { text, .. } = &stage.stage else {
        return ().into_any();
    };
    let stays = stage.closes_ms == 0;
    // There already, unseen, when it is told that the question goes on: nothing moves then.
    let timer = view! { <div class:is-hidden=stays><Timer session /></div> }.into_any();
    let what: Words = if stays { |w| w.paused } else { |w| w.get_ready };
    text_page(&stage, ().into_any(), text.clone(), ().into_any(), timer, what)
}

#[component]
pub(super) fn SlideView(session: Session, stage: Arc<StageAt>) -> impl IntoView {
    let Stage::Slide { slide } = &stage.stage else {
        return ().into_any();
    };
    let about = about(slide.picture.as_ref(), slide.sound.as_ref());
    if session.mode().self_paced().is_some() {
        return view! {
            <main class="ask ask-open" use:fitted_page>
                <h1 class="ask-text" dir="auto" data-testid="question-text">{slide.text.clone()}</h1>
                {about}
                {way_on(session)}
            </main>
        }
        .into_any();
    }
    text_page(&stage, ().into_any(), slide.text.clone(), about, ().into_any(), |w| w.look_up)
}

/// A text of the player's.
type Words = fn(&'static PlayerWords) -> &'static str;

/// The picture and the sound.
fn about(shown: Option<&Picture>, heard: Option<&SoundView>) -> AnyView {
    let shown = shown.map(|shown| picture(shown, ().into_any()));
    view! { {shown} {sound(heard)} }.into_any()
}

/// A text and what it is about, and what there is to do: a page for each phase of each round.
fn text_page(
    stage: &StageAt,
    head: AnyView,
    text: String,
    about: AnyView,
    timer: AnyView,
    what: Words,
) -> AnyView {
    let t = text::player();
    let round = u32::from(stage.phase.round().unwrap_or(0));
    let resumes = u32::from(stage.closes_ms > 0);
    let key = (round << 9) | (resumes << 8) | stage.phase.kind as u32;
    view! {
        <main class="ask ask-open" use:fitted_page>
            <div class="ask-head">
                {head}
                <h1 class="ask-text" dir="auto" data-testid="question-text">{text}</h1>
                {about}
                {timer}
            </div>
            <p class="notice" role="status" data-testid="look">{t.say(what)}</p>
        </main>
    }
    .keyed(key)
    .into_any()
}
