//! `/`: six digits, and in. The page stands in `player.html` and takes digits before this program is there.

use leptos::prelude::*;
use quizrain_shared::ids::Pin;
use quizrain_shared::pages::Page;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement};

use crate::app::{Navigation, navigation};
use crate::components::chrome::title;
use crate::dom::view;
use crate::live::ElementRef;
use crate::live::{Signal, effect, focus_when_shown, live, value};
use crate::net::window::on_window;
use crate::net::{device, storage};
use crate::text::{self, Language};

/// Answers to what is typed and clicked on the first page, and leaves the page itself as it is: whoever
/// is typing notices nothing.
pub(super) fn take_over() {
    let t = text::player();
    title(move || Some(t.now().home_title.to_owned()));
    let chosen = text::language();
    let Some(input) = all("#pin").next().and_then(|it| it.dyn_into::<HtmlInputElement>().ok())
    else {
        return;
    };
    if let Some(back) = all("#back").next() {
        let _ = match storage::last_pin() {
            Some(pin) => back
                .set_attribute("href", &Page::Play(pin).path())
                .and_then(|()| back.remove_attribute("hidden")),
            None => back.set_attribute("hidden", ""),
        };
    }
    let wrong = Signal::new(false);
    let field = input.clone();
    effect(move || {
        let wrong = wrong.get();
        let _ = field.set_attribute("aria-invalid", if wrong { "true" } else { "false" });
        for problem in all("#pin-problem") {
            problem.set_text_content(wrong.then(|| t.now().pin_wrong));
        }
    });
    let navigation = navigation();
    let listeners = [
        on_window("submit", {
            let input = input.clone();
            move |event| {
                event.prevent_default();
                wrong.set(!enter(navigation, &input.value()));
            }
        }),
        on_window("input", move |_| wrong.set(false)),
        on_window("change", move |_| {
            // The page itself has changed its language, and remembers it.
            let root = document().document_element();
            let tag = root.and_then(|root| root.get_attribute("lang"));
            let language = tag.and_then(|tag| Language::of_tag(&tag));
            // Also what was typed has changed, once a finger leaves the field for the button.
            if let Some(language) = language.filter(|it| *it != chosen.get_untracked()) {
                text::choose(chosen, language);
            }
        }),
    ];
    on_cleanup(move || listeners.map(|it| it.remove()).into_iter().collect());
}

fn all(selector: &str) -> impl Iterator<Item = Element> {
    let found = document().query_selector_all(selector).ok();
    let count = found.as_ref().map_or(0, web_sys::NodeList::length);
    (0..count).filter_map(move |at| found.as_ref()?.item(at)?.dyn_into().ok())
}

/// Goes to the game with a pin; whether it is one.
fn enter(navigation: Navigation, typed: &str) -> bool {
    let Ok(pin) = typed.parse::<Pin>() else { return false };
    let page = Page::Play(pin);
    let location = device::window().location();
    if location.pathname().is_ok_and(|here| here == page.path()) {
        // The same pin once more: the game may be there now.
        let _ = location.reload();
    } else {
        navigation.go(page);
    }
    true
}

/// Takes a pin and goes to its game: the form of the first page, on other pages.
#[component]
pub(super) fn PinForm() -> impl IntoView {
    let t = text::player();
    let navigation = navigation();
    let typed = Signal::new(String::new());
    let wrong = Signal::new(false);
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        wrong.set(!enter(navigation, &typed.get_untracked()));
    };
    let input = ElementRef::<HtmlInputElement>::new();
    focus_when_shown(input);
    view! {
        <form class="stack" on:submit=submit novalidate>
            <label class="label" for="pin">{t.say(|w| w.game_pin)}</label>
            <input id="pin" class="field field-pin" data-testid="pin-input" node_ref=input
                type="text" inputmode="numeric" autocomplete="off" maxlength="9" enterkeyhint="go"
                placeholder="123 456" aria-describedby="pin-problem"
                aria-invalid=value(move || if wrong.get() { "true" } else { "false" })
                prop:value=typed
                on:input=move |event| {
                    typed.set(event_target_value(&event));
                    wrong.set(false);
                } />
            <p id="pin-problem" class="problem" role="alert">
                {live(move || wrong.get().then(|| t.now().pin_wrong))}
            </p>
            <button class="button button-primary button-large" type="submit" data-testid="join">
                {t.say(|w| w.enter)}
            </button>
        </form>
    }
}
