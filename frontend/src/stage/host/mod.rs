//! `/host` and `/host/:game`: the library, and the desk from which a game is driven.

mod answer_text;
mod auto;
mod books;
mod clicks;
mod confirm;
mod controls;
mod dead_letters;
mod desk;
mod fix_key;
mod health;
mod key;
mod keys;
mod library;
mod money;
mod new_game;
mod panel;
mod person;
mod plans;
mod players;
mod questions;
mod rain_fields;
mod rain_form;
mod settings_panel;
mod statement;
mod typed_texts;

use leptos::prelude::*;
use quizrain_shared::ids::GameId;
use quizrain_shared::pages::Page;

use crate::components::chrome::{TopBar, title};
use crate::dom::view;
use crate::live::live;
use crate::net::storage;
use crate::text;

use desk::{Desk, TakeOver};
use key::{KeyForm, take_key_from_address};
use library::Library;

/// The host's first page.
#[component]
pub(super) fn HostPage() -> impl IntoView {
    take_key_from_address();
    let t = text::stage();
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

/// The page of an address that names no game.
#[component]
pub(super) fn NoGame() -> impl IntoView {
    let t = text::stage();
    title(move || Some(t.now().no_such_game.to_owned()));
    view! {
        <TopBar />
        <main class="page page-narrow">
            <h1>{t.say(|w| w.no_such_game)}</h1>
            <p><a class="button" href=Page::Host.path()>{t.say(|w| w.to_library)}</a></p>
        </main>
    }
}

/// A game's desk, or the way to get the right to drive it.
#[component]
pub(super) fn GamePage(game: GameId) -> impl IntoView {
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
