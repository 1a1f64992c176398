//! `/screen/:pin`: what the projector shows. It knows what players know, never more.

use leptos::prelude::*;
use leptos_router::hooks::use_params_map;
use quizrain_shared::client::Status;
use quizrain_shared::ids::Pin;

use crate::components::chrome::{ConnectionBanner, HeldPage, TopBar, title};
use crate::components::language::SwitchOnDemand;
use crate::live::{live, memo};
use crate::net::device;
use crate::show::BigStage;
use crate::state::session::Session;
use crate::text;

/// The projector's page.
#[component]
pub(crate) fn ScreenPage() -> impl IntoView {
    let params = use_params_map();
    let pin = memo(move || params.read().get("pin").and_then(|pin| pin.parse::<Pin>().ok()));
    live(move || match pin.get() {
        Some(pin) => view! { <Projector pin /> }.into_any(),
        None => view! { <NoGame /> }.into_any(),
    })
}

#[component]
fn Projector(pin: Pin) -> impl IntoView {
    let session = Session::screen(pin);
    device::keep_awake_while_mounted();
    let name = session.part(|known| known.game.as_ref().map(|game| game.title.clone()));
    title(move || name.get());
    let status = session.status();
    let shown = memo(move || shown(&status.get()));
    live(move || match shown.get() {
        Shown::NoGame => view! { <NoGame /> }.into_any(),
        Shown::Held => view! { <HeldPage /> }.into_any(),
        Shown::Game => view! {
            <main class="projector">
                <BigStage session />
                <ConnectionBanner session />
                <SwitchOnDemand />
            </main>
        }
        .into_any(),
    })
}

/// What a big screen shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shown {
    /// The game, also while the connection is gone.
    Game,
    /// That it is not let in for now.
    Held,
    /// That there is no such game.
    NoGame,
}

/// What a big screen shows, by how its connection is.
pub(super) fn shown(status: &Status) -> Shown {
    match status {
        Status::Refused(_) => Shown::NoGame,
        Status::Held => Shown::Held,
        Status::Connecting | Status::Live | Status::Lost | Status::Replaced => Shown::Game,
    }
}

#[component]
fn NoGame() -> impl IntoView {
    let t = text::words();
    title(move || Some(t.now().no_such_game.to_owned()));
    view! {
        <TopBar />
        <main class="page page-narrow page-middle">
            <h1>{t.say(|w| w.no_such_game)}</h1>
            <p class="muted">{t.say(|w| w.no_such_game_why)}</p>
            <p><a class="button" href="/host">{t.say(|w| w.host_a_game)}</a></p>
        </main>
    }
}
