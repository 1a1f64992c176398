//! `/results` and `/results/:game`: games that are over, for their hosts, and for whoever has a link to one.

mod charts;
mod game;
mod list;
mod packets;
mod players;
mod public;
mod share;

use leptos::prelude::*;
use quizrain_shared::decimal;
use quizrain_shared::ids::GameId;
use quizrain_shared::pages::Page;

use crate::components::chrome::{TopBar, title};
use crate::dom::view;
use crate::live::live;
use crate::net::storage;
use crate::text;

use super::host::take_code_from_address;
use super::key::{KeyForm, WithKey};
use game::HostedResults;
use list::PastList;
use public::SharedPage;

/// Games that are over.
#[component]
pub(super) fn PastPage() -> impl IntoView {
    let t = text::results();
    title(move || Some(t.now().past_games.to_owned()));
    let page = |host_key, _| view! { <PastList host_key /> }.into_any();
    view! {
        <TopBar />
        <main class="page"><WithKey page /></main>
    }
}

/// What became of a game: all of it for whoever has a right to it, else what a link shows.
#[component]
pub(super) fn ResultsPage(game: GameId) -> impl IntoView {
    if let Some(Some(code)) = take_code_from_address() {
        return view! { <SharedPage game code /> }.into_any();
    }
    let key = RwSignal::new(storage::host_key().or_else(|| storage::host_token(game)));
    view! {
        <TopBar />
        <main class="page results">
            {live(move || match key.get() {
                Some(right) => view! { <HostedResults game right /> }.into_any(),
                None => view! { <KeyForm done=move |new| key.set(Some(new)) /> }.into_any(),
            })}
        </main>
    }
    .into_any()
}

/// The page of an address that names no game.
#[component]
pub(super) fn NoResults() -> impl IntoView {
    let t = text::results();
    title(move || Some(t.now().results.to_owned()));
    view! {
        <TopBar />
        <main class="page page-narrow">
            <h1>{t.say(|w| w.results)}</h1>
            <p>{t.say(|w| w.gone)}</p>
            <p><a class="button" href=Page::Results.path()>{t.say(|w| w.past_games)}</a></p>
        </main>
    }
}

/// So many in a thousand, as percent; a dash where there is none.
fn percent(permille: Option<u16>) -> String {
    match permille {
        Some(permille) => [&decimal::format(permille.into(), 1), " %"].concat(),
        None => "–".to_owned(),
    }
}

/// A time in seconds; a dash where there is none.
fn seconds(ms: Option<u32>) -> String {
    match ms {
        Some(ms) => [&decimal::format((i64::from(ms) + 50) / 100, 1), " s"].concat(),
        None => "–".to_owned(),
    }
}

/// What a round is called.
fn number(round: u16) -> String {
    (u32::from(round) + 1).to_string()
}
