//! The pages of hosts and of big screens.

mod booth;
mod corner;
mod dialog;
mod host;
mod key;
mod new_game;
mod pins;
mod plan;
mod results;
mod screen;
mod show;
mod sign_in;
mod sound;
mod start;
mod studio;
mod theme_fields;
mod tune;

use leptos::prelude::*;
use quizrain_shared::pages::{Bundle, Page, Route};

use crate::app::{self, NotFound};
use crate::dom::view;
use crate::text::TextLoader;

use booth::BoothPage;
use host::{GamePage, HostPage};
use results::{PastPage, ResultsPage};
use screen::Projector;
use sign_in::SignInPage;
use studio::{AccountsPage, ActivityPage, EditorPage, GuestsPage, KeysPage, StudioPage};

/// Shows the page of the present address, given what loads the texts of a language.
pub fn start(texts: TextLoader) {
    app::start(Bundle::Stage, texts, page);
}

fn page(path: &str) -> AnyView {
    match (Page::parse(path), Route::of(path)) {
        (Some(Page::Host), _) => view! { <HostPage /> }.into_any(),
        (Some(Page::Studio), _) => view! { <StudioPage /> }.into_any(),
        (Some(Page::Guests), _) => view! { <GuestsPage /> }.into_any(),
        (Some(Page::Accounts), _) => view! { <AccountsPage /> }.into_any(),
        (Some(Page::Activity), _) => view! { <ActivityPage /> }.into_any(),
        (Some(Page::HostSignIn), _) => view! { <SignInPage /> }.into_any(),
        (Some(Page::Keys), _) => view! { <KeysPage /> }.into_any(),
        (Some(Page::Quiz(quiz)), _) => view! { <EditorPage quiz /> }.into_any(),
        (Some(Page::HostGame(game)), _) => view! { <GamePage game /> }.into_any(),
        (Some(Page::Screen(pin)), _) => view! { <Projector pin /> }.into_any(),
        (Some(Page::Booth), _) => view! { <BoothPage /> }.into_any(),
        (Some(Page::Results), _) => view! { <PastPage /> }.into_any(),
        (Some(Page::GameResults(game)), _) => view! { <ResultsPage game /> }.into_any(),
        (_, Some(Route::HostGame)) => view! { <host::NoGame /> }.into_any(),
        (_, Some(Route::GameResults)) => view! { <results::NoResults /> }.into_any(),
        (_, Some(Route::Screen)) => view! { <screen::NoGame /> }.into_any(),
        _ => view! { <NotFound /> }.into_any(),
    }
}
