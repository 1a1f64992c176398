//! The small language switcher.

use leptos::prelude::*;

use crate::components::on_demand::somebody_is_there;
use crate::dom::view;
use crate::live::value;
use crate::text::{self, Language};

/// A choice of all languages, each in itself. `player.html` has the same for the first page.
#[component]
pub(crate) fn LanguageSwitch() -> impl IntoView {
    let t = text::words();
    let chosen = text::language();
    let options = Language::ALL
        .map(|language| {
            view! {
                <option value=language.tag() lang=language.tag()
                    prop:selected=value(move || chosen.get() == language)>{language.name()}</option>
            }
        })
        .collect_view();
    view! {
        <select class="language" data-testid="language" aria-label=t.say(|w| w.language)
            on:change=move |event| {
                if let Some(language) = Language::of_tag(&event_target_value(&event)) {
                    text::choose(chosen, language);
                }
            }>{options}</select>
    }
}

/// The switcher of a page that belongs to its picture.
#[component]
pub(crate) fn SwitchOnDemand() -> impl IntoView {
    let shown = somebody_is_there();
    view! {
        <div class="on-demand" class:is-hidden=value(move || !shown.get())><LanguageSwitch /></div>
    }
}
