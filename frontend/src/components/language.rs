//! The small language switcher.

use std::time::Duration;

use leptos::ev;
use leptos::prelude::*;

use crate::dom::view;
use crate::live::value;
use crate::text::{self, Language};

/// One button for each language, in its own language.
#[component]
pub(crate) fn LanguageSwitch() -> impl IntoView {
    let t = text::words();
    let chosen = text::language();
    let buttons = Language::ALL
        .map(|language| {
            let pressed = value(move || if chosen.get() == language { "true" } else { "false" });
            view! {
                <button type="button" class="language" lang=language.tag() aria-pressed=pressed
                    on:click=move |_| text::choose(chosen, language)>
                    {language.name()}
                </button>
            }
        })
        .collect_view();
    view! { <div class="languages" role="group" aria-label=t.say(|w| w.language)>{buttons}</div> }
}

/// How long the switcher stays in sight on a big screen.
const SHOWN: Duration = Duration::from_secs(4);

/// The switcher of a page that belongs to its picture: in sight for a while after somebody has moved
/// the pointer or pressed a key.
#[component]
pub(crate) fn SwitchOnDemand() -> impl IntoView {
    // Counted, so that only the last of many moves hides it.
    let moves = RwSignal::new(0_u32);
    let shown = RwSignal::new(false);
    let show = move || {
        let now = moves.try_update(|moves| {
            *moves = moves.wrapping_add(1);
            *moves
        });
        let _ = shown.try_set(true);
        let hide = move || {
            if moves.try_get_untracked() == now {
                let _ = shown.try_set(false);
            }
        };
        set_timeout(hide, SHOWN);
    };
    let pointer = window_event_listener(ev::pointermove, move |_| show());
    let keys = window_event_listener(ev::keydown, move |_| show());
    on_cleanup(move || {
        pointer.remove();
        keys.remove();
    });
    view! {
        <div class="on-demand" class:is-hidden=value(move || !shown.get())><LanguageSwitch /></div>
    }
}
