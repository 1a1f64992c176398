//! `/host` and `/host/:game`: the library, and the desk from which a game is driven.

mod answer_text;
mod auto;
mod books;
mod clicks;
mod confirm;
mod controls;
mod cue;
mod dead_letters;
mod desk;
mod fix_key;
mod flags;
mod health;
mod held;
mod keys;
mod library;
mod links;
mod money;
mod panel;
mod person;
mod plans;
mod players;
mod prefetch;
mod questions;
mod rain_form;
mod running;
mod settings_panel;
mod sound;
mod statement;
mod typed_texts;
mod use_link;

use leptos::prelude::*;
use quizrain_shared::ids::{GameId, Token};
use quizrain_shared::pages::Page;

use crate::components::chrome::{TopBar, title};
use crate::dom::view;
use crate::live::live;
use crate::net::storage;
use crate::net::window::on_window;
use crate::stage::key::WithKey;
use crate::text;

use desk::{Desk, TakeOver};
use library::Library;
use use_link::UseLink;

pub(super) use books::Books;
pub(super) use statement::{StatementOf, payout_state};
pub(super) use use_link::take_code_from_address;

/// The host's first page.
#[component]
pub(super) fn HostPage() -> impl IntoView {
    let t = text::stage();
    title(move || Some(t.now().host_a_game.to_owned()));
    let page = |host_key, forget| view! { <Library host_key forget /> }.into_any();
    view! {
        <TopBar />
        <main class="page"><WithKey page /></main>
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

/// How somebody comes to a game's desk.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    /// With a right that this browser has.
    Right(Token),
    /// By a link with this code; none that makes sense.
    Link(Option<Token>),
    /// With nothing.
    None,
}

/// A game's desk, or the way to get a right to it.
#[component]
pub(super) fn GamePage(game: GameId) -> impl IntoView {
    let held = move || storage::host_token(game);
    let linked = move || take_code_from_address().map(Way::Link);
    let way = linked().or_else(|| held().map(Way::Right)).unwrap_or(Way::None);
    let way = RwSignal::new(way);
    // A link that is opened where the page is open already loads no page.
    let changed = on_window("hashchange", move |_| {
        if let Some(link) = linked() {
            let _ = way.try_set(link);
        }
    });
    on_cleanup(move || changed.remove());
    let done = move |token| way.set(Way::Right(token));
    live(move || match way.get() {
        Way::Right(token) => view! { <Desk game token renew=done /> }.into_any(),
        Way::Link(code) => view! { <UseLink game code held=held() done /> }.into_any(),
        Way::None => view! {
            <TopBar />
            <main class="page page-narrow page-middle"><TakeOver game done /></main>
        }
        .into_any(),
    })
}
