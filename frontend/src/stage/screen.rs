//! `/screen/:pin`: what the projector shows. It knows what players know, never more.

use leptos::prelude::*;
use quizrain_shared::client::Status;
use quizrain_shared::ids::Pin;
use quizrain_shared::pages::Page;

use crate::components::chrome::{ConnectionBanner, HeldPage, TopBar, title};
use crate::components::language::SwitchOnDemand;
use crate::dom::view;
use crate::live::{live, memo};
use crate::net::device;
use crate::stage::show::BigStage;
use crate::stage::sound::Sounding;
use crate::state::session::Session;
use crate::text;

/// The projector's page.
#[component]
pub(super) fn Projector(pin: Pin) -> impl IntoView {
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
                <Sounding session />
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

/// What it shows where its address names no game.
#[component]
pub(super) fn NoGame() -> impl IntoView {
    let t = text::stage();
    title(move || Some(t.now().no_such_game.to_owned()));
    view! {
        <TopBar />
        <main class="page page-narrow page-middle">
            <h1>{t.say(|w| w.no_such_game)}</h1>
            <p class="muted">{t.say(|w| w.no_such_game_why)}</p>
            <p><a class="button" href=Page::Host.path()>{t.say(|w| w.host_a_game)}</a></p>
        </main>
    }
}
