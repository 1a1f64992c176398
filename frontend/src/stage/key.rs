//! The host key: printed in the terminal, brought here by a link's fragment or by hand.
//!
//! A fragment never reaches a server, and it is taken out of the address bar at once; the codes of links
//! come in the same way.

use leptos::prelude::*;
use quizrain_shared::ids::Token;
use quizrain_shared::pages::Page;

use crate::dom::view;
use crate::live::live;
use crate::net::device::take_from_address;
use crate::net::http::SESSION;
use crate::net::storage;
use crate::text;

/// Remembers the key of `#key=...` and removes it from the address bar.
fn take_key_from_address() {
    if let Some(key) = take_from_address("key").and_then(|key| key.parse::<Token>().ok()) {
        storage::set_host_key(&key);
    }
}

/// A page that only whoever has the key may see.
#[component]
pub(crate) fn WithKey<P>(page: P) -> impl IntoView
where
    P: Fn(Token, Callback<()>) -> AnyView + Send + Sync + 'static,
{
    take_key_from_address();
    let key = RwSignal::new(storage::host_key());
    live(move || match key.get() {
        Some(host_key) => page(
            host_key,
            Callback::new(move |()| {
                if host_key == SESSION {
                    storage::forget_session();
                }
                key.set(None);
            }),
        ),
        None => view! { <KeyForm done=move |new| key.set(Some(new)) /> }.into_any(),
    })
}

/// Asks for the key, calmly.
#[component]
pub(crate) fn KeyForm(#[prop(into)] done: Callback<Token>) -> impl IntoView {
    let t = text::stage();
    let typed = RwSignal::new(String::new());
    let wrong = RwSignal::new(false);
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let text = typed.get_untracked();
        // A pasted link is as good as the key in it.
        let key = text.trim().rsplit('=').next().unwrap_or_default();
        match key.parse::<Token>() {
            Ok(key) => {
                storage::set_host_key(&key);
                done.run(key);
            }
            Err(_) => wrong.set(true),
        }
    };
    view! {
        <section class="page-narrow key-form">
            <h1>{t.say(|w| w.key_title)}</h1>
            <p>{t.say(|w| w.key_why)}</p>
            <form class="stack" on:submit=submit novalidate>
                <label class="label" for="key">{t.say(|w| w.host_key)}</label>
                <input id="key" class="field" data-testid="host-key" type="password"
                    autocomplete="off" aria-describedby="key-problem" prop:value=typed
                    on:input=move |event| {
                        typed.set(event_target_value(&event));
                        wrong.set(false);
                    } />
                <p id="key-problem" class="problem" role="alert">
                    {live(move || wrong.get().then(|| t.now().key_wrong))}
                </p>
                <button class="button button-primary" type="submit">{t.say(|w| w.enter)}</button>
            </form>
            <p class="key-form-other">
                <a class="button" data-testid="to-sign-in" href=Page::HostSignIn.path()>
                    {text::hosts().say(|w| w.to_sign_in)}
                </a>
            </p>
        </section>
    }
}
