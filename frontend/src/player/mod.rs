//! The pages of phones in a game: joining, playing.

mod home;
mod play;
mod play_again;

use leptos::prelude::*;
use quizrain_shared::pages::{Bundle, Page, Route};
use quizrain_shared::wire::Refusal;

use crate::app::{self, NotFound};
use crate::dom::view;
use crate::parts::Loading;
use crate::text::TextLoader;

use play::{GamePage, NoGame};

pub use play::{SEAT, Seat};

/// Shows the page of the present address, given what loads the texts of a language and what loads the game.
pub fn start(texts: TextLoader, seat: fn() -> Loading<Seat>) {
    play::load_by(seat);
    app::start(Bundle::Player, texts, page);
}

fn page(path: &str) -> AnyView {
    match (Page::parse(path), Route::of(path)) {
        (Some(Page::Home), _) => {
            home::take_over();
            ().into_any()
        }
        (Some(Page::Play(pin)), _) => view! { <GamePage pin /> }.into_any(),
        (_, Some(Route::Play)) => view! { <NoGame why=Refusal::UnknownPin /> }.into_any(),
        _ => view! { <NotFound /> }.into_any(),
    }
}
