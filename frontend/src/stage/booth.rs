//! `/booth`: the big screen of a place where one game follows the other. It shows whatever game the
//! server names, and moves on by itself; nobody touches this screen for days.

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::ids::Pin;
use quizrain_shared::phase::Kind;

use crate::components::chrome::{ConnectionBanner, HeldPage, Wordmark, title};
use crate::dom::view;
use crate::live::{effect, live, memo, value};
use crate::net::{booth, device, host};
use crate::stage::show::{BigStage, bare};
use crate::state::session::Session;
use crate::text;

use super::screen::{Shown, shown};
use super::sound::Sounding;

/// How often the server is asked which game is on.
const ASK_EVERY: Duration = Duration::from_secs(2);

/// The booth's page.
#[component]
pub(crate) fn BoothPage() -> impl IntoView {
    let shown = RwSignal::new(None::<Pin>);
    let over = RwSignal::new(false);
    device::keep_awake_while_mounted();
    let ask = move || {
        spawn_local(async move {
            // A server that is restarting is asked again; what is shown stays.
            let Ok(next) = booth::shown().await else { return };
            let now = shown.try_get_untracked().flatten();
            let over_now = over.try_get_untracked() == Some(true);
            if next != now && (next.is_some() || over_now) {
                let _ = over.try_set(false);
                let _ = shown.try_set(next);
            }
        });
    };
    ask();
    if let Ok(interval) = set_interval_with_handle(ask, ASK_EVERY) {
        on_cleanup(move || interval.clear());
    }
    live(move || match shown.get() {
        Some(pin) => view! { <BoothGame pin over /> }.into_any(),
        None => view! { <NextGame /> }.into_any(),
    })
}

/// One game, as on any big screen, until it is over.
#[component]
fn BoothGame(pin: Pin, over: RwSignal<bool>) -> impl IntoView {
    let session = Session::screen(pin);
    let ended = session.part(|known| known.kind() == Some(Kind::Ended));
    let status = session.status();
    let shown = memo(move || match shown(&status.get()) {
        Shown::Game if ended.get() => Shown::NoGame,
        shown => shown,
    });
    let name = session.part(|known| known.game.as_ref().map(|game| game.title.clone()));
    title(move || name.get());
    effect(move || over.set(shown.get() == Shown::NoGame));
    live(move || match shown.get() {
        Shown::NoGame => view! { <NextGame /> }.into_any(),
        Shown::Held => view! { <HeldPage /> }.into_any(),
        Shown::Game => view! {
            <main class="projector">
                <BigStage session />
                <Sounding session />
                <ConnectionBanner session />
            </main>
        }
        .into_any(),
    })
}

/// Between two games.
#[component]
fn NextGame() -> impl IntoView {
    let t = text::stage();
    title(move || Some(t.now().next_game_soon.to_owned()));
    let join_url = RwSignal::new(String::new());
    spawn_local(async move {
        if let Ok(url) = host::join_url().await {
            let _ = join_url.try_set(url);
        }
    });
    view! {
        <main class="projector">
            <section class="big" data-testid="next-game">
                <header class="big-strip"><Wordmark /></header>
                <div class="big-body">
                    <div class="big-next">
                        <div class="calm-drop" aria-hidden="true"></div>
                        <h1>{t.say(|w| w.next_game_soon)}</h1>
                        <p class="big-next-at">{t.say(|w| w.join_at)}</p>
                        <p class="big-next-url">{value(move || bare(&join_url.get()))}</p>
                    </div>
                </div>
            </section>
        </main>
    }
}
