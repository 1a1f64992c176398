//! `/host` and `/host/:game`: the library, and the desk from which a game is driven.

mod books;
mod controls;
mod dead_letters;
mod desk;
mod key;
mod keys;
mod library;
mod rain_form;
mod statement;

use leptos::prelude::*;
use leptos_router::hooks::use_params_map;
use quizrain_shared::ids::GameId;

use crate::components::chrome::{TopBar, title};
use crate::live::{live, memo};
use crate::net::storage;
use crate::text;

use desk::{Desk, TakeOver};
use key::{KeyForm, take_key_from_address};
use library::Library;

/// The host's first page.
#[component]
pub(crate) fn HostPage() -> impl IntoView {
    take_key_from_address();
    let t = text::words();
    title(move || Some(t.now().host_a_game.to_owned()));
    let key = RwSignal::new(storage::host_key());
    view! {
        <TopBar />
        <main class="page">
            {live(move || match key.get() {
                Some(host_key) => view! { <Library host_key forget=move || key.set(None) /> }.into_any(),
                None => view! { <KeyForm done=move |new| key.set(Some(new)) /> }.into_any(),
            })}
        </main>
    }
}

/// A game's desk.
#[component]
pub(crate) fn HostGamePage() -> impl IntoView {
    let t = text::words();
    let params = use_params_map();
    let game = memo(move || params.read().get("game").and_then(|game| game.parse::<GameId>().ok()));
    live(move || match game.get() {
        Some(game) => view! { <Game game /> }.into_any(),
        None => {
            title(move || Some(t.now().no_such_game.to_owned()));
            view! {
                <TopBar />
                <main class="page page-narrow">
                    <h1>{t.now().no_such_game}</h1>
                    <p><a class="button" href="/host">{t.now().to_library}</a></p>
                </main>
            }
            .into_any()
        }
    })
}

#[component]
fn Game(game: GameId) -> impl IntoView {
    let token = RwSignal::new(storage::host_token(game));
    live(move || match token.get() {
        Some(right) => {
            view! { <Desk game token=right renew=move |new| token.set(Some(new)) /> }.into_any()
        }
        None => view! {
            <TopBar />
            <main class="page page-narrow page-middle">
                <TakeOver game done=move |new| token.set(Some(new)) />
            </main>
        }
        .into_any(),
    })
}
