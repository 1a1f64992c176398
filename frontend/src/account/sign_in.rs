//! `/sign-in`: where a browser comes back from the provider at which people sign in, and can go there.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::pages::Page;

use crate::components::chrome::{TopBar, title};
use crate::components::sign_in::sign_in_button;
use crate::dom::view;
use crate::live::live;
use crate::net::{device, sign_in};
use crate::text;

/// Signs in whoever has come back, and leads on to where they came from.
#[component]
pub(crate) fn SignInPage() -> impl IntoView {
    let t = text::account();
    title(move || Some(t.now().sign_in.to_owned()));
    let returned = sign_in::take_returned();
    let pin = returned.as_ref().and_then(|it| it.pin);
    let busy = RwSignal::new(returned.is_some());
    let problem = RwSignal::new(None::<String>);
    if let Some(returned) = returned {
        let tag = text::language().get_untracked().tag();
        spawn_local(async move {
            match sign_in::finish(&returned, tag).await {
                Ok(Some(page)) => {
                    let _ = device::window().location().replace(&page.path());
                }
                // On the way to the provider once more.
                Ok(None) => {}
                Err(words) => {
                    let _ = problem.try_set(Some(words));
                    let _ = busy.try_set(false);
                }
            }
        });
    }
    let way = move || match (busy.get(), sign_in_button(pin)) {
        (true, _) => view! {
            <p class="waiting" role="status">
                <span class="spinner" aria-hidden="true"></span>{t.say(|w| w.signing_in)}
            </p>
        }
        .into_any(),
        (false, Some(button)) => button,
        (false, None) => view! { <p class="muted">{t.say(|w| w.no_sign_in)}</p> }.into_any(),
    };
    view! {
        <TopBar />
        <main class="page page-narrow page-middle">
            <h1>{t.say(|w| w.sign_in)}</h1>
            {live(move || problem.get().map(|words| view! {
                <p class="notice" role="alert" data-testid="not-signed-in">
                    {if words.is_empty() { t.now().unreachable.to_owned() } else { words }}
                </p>
            }))}
            {live(way)}
            {pin.map(|pin| view! {
                <p class="buttons">
                    <a class="button" href=Page::Play(pin).path() data-testid="back-to-game">
                        {t.say(|w| w.back_to_game)}
                    </a>
                </p>
            })}
        </main>
    }
}
