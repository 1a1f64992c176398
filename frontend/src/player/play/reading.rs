//! What a phone shows while there is nothing to tap: a question before it opens or while it is
//! paused, a slide.

use std::sync::Arc;

use leptos::prelude::*;
use quizrain_shared::question::{Picture, QuestionView, SoundView};
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
    text_page(head, text.clone(), about, timer, |w| w.get_ready)
}

#[component]
pub(super) fn PausedView(session: Session, stage: Arc<StageAt>) -> impl IntoView {
    let Stage::Paused { text, .. } = &stage.stage else {
        return ().into_any();
    };
    let resumes = stage.closes_ms > 0;
    let timer = resumes.then(|| view! { <Timer session /> }).into_any();
    let what: Words = if resumes { |w| w.get_ready } else { |w| w.paused };
    text_page(().into_any(), text.clone(), ().into_any(), timer, what)
}

#[component]
pub(super) fn SlideView(session: Session, slide: QuestionView) -> impl IntoView {
    let about = about(slide.picture.as_ref(), slide.sound.as_ref());
    if session.mode().self_paced().is_some() {
        return view! {
            <main class="ask ask-open" use:fitted_page>
                <h1 class="ask-text" dir="auto" data-testid="question-text">{slide.text}</h1>
                {about}
                {way_on(session)}
            </main>
        }
        .into_any();
    }
    text_page(().into_any(), slide.text, about, ().into_any(), |w| w.look_up)
}

/// A text of the player's.
type Words = fn(&'static PlayerWords) -> &'static str;

/// The picture and the sound.
fn about(shown: Option<&Picture>, heard: Option<&SoundView>) -> AnyView {
    let shown = shown.map(|shown| picture(shown, ().into_any()));
    view! { {shown} {sound(heard)} }.into_any()
}

/// A text and what it is about, and what there is to do.
fn text_page(head: AnyView, text: String, about: AnyView, timer: AnyView, what: Words) -> AnyView {
    let t = text::player();
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
    .into_any()
}
