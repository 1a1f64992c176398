//! What the room looks at: a question before it opens or while it is paused, and a slide.

use std::sync::Arc;

use leptos::prelude::*;
use quizrain_shared::question::{Picture, QuestionView};
use quizrain_shared::wire::{Stage, StageAt};

use crate::components::picture::picture;
use crate::components::ticking::Timer;
use crate::dom::view;
use crate::state::session::Session;
use crate::text::{self, StageWords};

use super::entrance::{Enters, entering};
use super::question::text_and_picture;
use super::steps::{Turn, in_steps};

#[component]
pub(super) fn Reading(session: Session, stage: Arc<StageAt>, enters: Enters) -> impl IntoView {
    let t = text::stage();
    let Stage::Reading { text, picture, .. } = stage.stage.clone() else {
        return ().into_any();
    };
    let foot = view! {
        <footer class="big-foot">
            <Timer session />
            <p class="big-counting" data-testid="get-ready">{t.say(|w| w.get_ready)}</p>
        </footer>
    };
    text_page(text, picture, enters, foot.into_any())
}

#[component]
pub(super) fn Paused(session: Session, stage: Arc<StageAt>) -> impl IntoView {
    let t = text::stage();
    let Stage::Paused { text, .. } = stage.stage.clone() else {
        return ().into_any();
    };
    let resumes = stage.closes_ms > 0;
    let what: fn(&StageWords) -> &'static str =
        if resumes { |w| w.get_ready } else { |w| w.paused };
    let foot = view! {
        <footer class="big-foot">
            {resumes.then(|| view! { <Timer session /> })}
            <p class="big-counting" data-testid="paused">{t.say(what)}</p>
        </footer>
    };
    text_page(text, None, Enters::Nothing, foot.into_any())
}

#[component]
pub(super) fn Slide(slide: QuestionView, enters: Enters) -> impl IntoView {
    text_page(slide.text, slide.picture, enters, ().into_any())
}

/// Text and picture, as large as there is room.
fn text_page(text: String, shown: Option<Picture>, enters: Enters, foot: AnyView) -> AnyView {
    let turn: Turn = RwSignal::new((0, 1));
    let shown = shown.map(|shown| picture(&shown, ().into_any()));
    view! {
        <div class="big-question">
            <div class="big-parts" use:entering=enters use:in_steps=turn>
                {text_and_picture(text, shown)}
                <ul class="big-choices"></ul>
            </div>
            {foot}
        </div>
    }
    .into_any()
}
