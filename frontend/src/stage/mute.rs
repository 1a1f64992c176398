//! The mute of a big screen: a button while somebody is at it, and a key.

use leptos::ev;
use leptos::prelude::*;

use crate::components::on_demand::somebody_is_there;
use crate::dom::view;
use crate::live::value;
use crate::net::window::on_window_event;
use crate::text;

/// Its key.
const KEY: &str = "m";

/// The button, and the key for as long as it is there. While a muted screen has something to play, the
/// button says why nobody hears it.
#[component]
pub(super) fn Mute(
    muted: RwSignal<bool>,
    has_sound: Signal<bool>,
    #[prop(into)] toggle: Callback<()>,
) -> impl IntoView {
    let t = text::stage();
    let shown = somebody_is_there();
    let key = on_window_event(ev::keydown, move |event| {
        let with_another = event.ctrl_key() || event.alt_key() || event.meta_key();
        if event.key().eq_ignore_ascii_case(KEY) && !with_another && !event.repeat() {
            toggle.run(());
        }
    });
    on_cleanup(move || key.remove());
    let hidden = move || !(shown.get() || muted.get() && has_sound.get());
    view! {
        <div class="on-demand muting" class:is-hidden=value(hidden)>
            <button type="button" class="button mute" data-testid="mute" aria-keyshortcuts="M"
                aria-pressed=value(move || if muted.get() { "true" } else { "false" })
                on:click=move |_| toggle.run(())>
                {t.say(|w| w.mute)}<kbd aria-hidden="true">"M"</kbd>
            </button>
        </div>
    }
}
