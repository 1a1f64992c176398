//! `/`: six digits, and in.

use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::hooks::use_navigate;
use quizrain_shared::ids::Pin;

use crate::components::chrome::{BackToGame, TopBar, title};
use crate::live::{focus_when_shown, live, value};
use crate::net::device;
use crate::text;

/// The first page: where a player types the pin.
#[component]
pub(crate) fn HomePage() -> impl IntoView {
    let t = text::words();
    title(move || Some(t.now().home_title.to_owned()));
    view! {
        <TopBar />
        <main class="page page-narrow page-middle">
            <h1 class="home-title">{t.say(|w| w.home_title)}</h1>
            <p class="home-lead">{t.say(|w| w.home_lead)}</p>
            <PinForm />
            <BackToGame />
            <nav class="home-links">
                <a href="/balance">{t.say(|w| w.balance)}</a>
                <a href="/host">{t.say(|w| w.host_a_game)}</a>
            </nav>
        </main>
    }
}

/// Takes a pin and goes to its game.
#[component]
pub(crate) fn PinForm() -> impl IntoView {
    let t = text::words();
    let navigate = use_navigate();
    let typed = RwSignal::new(String::new());
    let wrong = RwSignal::new(false);
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        match typed.get_untracked().parse::<Pin>() {
            Ok(pin) => {
                let path = format!("/play/{pin}");
                let location = device::window().location();
                if location.pathname().is_ok_and(|here| here == path) {
                    // The same pin once more: the game may be there now.
                    let _ = location.reload();
                } else {
                    navigate(&path, NavigateOptions::default());
                }
            }
            Err(_) => wrong.set(true),
        }
    };
    let input = NodeRef::<leptos::html::Input>::new();
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
