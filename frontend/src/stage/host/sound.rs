//! The sound of what is shown, as a host has big screens play it again or stop it.

use leptos::prelude::*;
use quizrain_shared::wire::HostFrame;

use super::clicks::Clicks;
use crate::dom::view;
use crate::live::live;
use crate::text;

/// Its buttons, while there is one.
#[component]
pub(super) fn SoundButtons(clicks: Clicks) -> impl IntoView {
    let t = text::stage();
    let session = clicks.session;
    let there = session
        .part(|known| known.stage.as_ref().is_some_and(|stage| stage.stage.sound().is_some()));
    let wish = move |play| session.wish(|seen| HostFrame::Sound { play, seen });
    live(move || {
        (there.get() && !clicks.watching).then(|| {
            view! {
                <p class="controls-sound">
                    <button type="button" class="button" data-testid="sound-again"
                        on:click=move |_| wish(true)>{t.say(|w| w.sound_again)}</button>
                    <button type="button" class="button" data-testid="sound-stop"
                        on:click=move |_| wish(false)>{t.say(|w| w.sound_stop)}</button>
                </p>
            }
        })
    })
}
