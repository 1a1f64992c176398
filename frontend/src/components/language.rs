//! The small language switcher.

use leptos::prelude::*;

use crate::components::on_demand::somebody_is_there;
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

/// The switcher of a page that belongs to its picture.
#[component]
pub(crate) fn SwitchOnDemand() -> impl IntoView {
    let shown = somebody_is_there();
    view! {
        <div class="on-demand" class:is-hidden=value(move || !shown.get())><LanguageSwitch /></div>
    }
}
