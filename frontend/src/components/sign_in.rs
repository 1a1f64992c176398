//! The button that leads to the provider at which people sign in.

use leptos::prelude::*;
use quizrain_shared::ids::Pin;
use wasm_bindgen_futures::spawn_local;

use crate::dom::view;
use crate::live::{Signal, value};
use crate::net::{device, sign_in};
use crate::text;

/// How long the browser may take to leave, in ms. Whoever comes back by its own button can press again.
const LEAVING_MS: f64 = 5000.0;

/// The button, for whoever comes back to the game with this pin; nothing where there is no provider.
pub(crate) fn sign_in_button(pin: Option<Pin>) -> Option<AnyView> {
    let name = sign_in::provider()?;
    let t = text::words();
    let language = text::language();
    let leaving = Signal::new(false);
    let problem = Signal::new(None::<String>);
    let go = move |_| {
        leaving.set(true);
        problem.set(None);
        spawn_local(async move {
            match sign_in::start(pin, language.get_untracked().tag()).await {
                Ok(true) => device::sleep(LEAVING_MS).await,
                Ok(false) => {}
                Err(words) => problem.set(Some(words)),
            }
            leaving.set(false);
        });
    };
    let said = move || {
        problem.get().map(|words| match words.is_empty() {
            true => t.now().unreachable.to_owned(),
            false => words,
        })
    };
    let button = view! {
        <p class="problem" role="alert">{value(said)}</p>
        <button type="button" class="button button-primary button-large" data-testid="sign-in"
            disabled=value(move || leaving.get()) on:click=go>
            {value(move || (t.now().sign_in_with)(&name))}
        </button>
    };
    Some(view! { <div class="stack">{button}</div> }.into_any())
}
