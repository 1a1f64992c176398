//! The pages of phones: joining, playing, the balance, what a game was.

mod balance;
mod check;
mod home;
mod play;
mod play_again;
mod receipt;
mod verdict;

use leptos::prelude::*;
use quizrain_shared::pages::{Bundle, Page, Route};
use quizrain_shared::wire::Refusal;

use crate::app::{self, NotFound};
use crate::dom::view;

use balance::BalancePage;
use play::{GamePage, NoGame};
use receipt::{NoReceipt, ReceiptPage};

/// Shows the page of the present address.
pub fn start() {
    app::start(Bundle::Player, page);
}

fn page(path: &str) -> AnyView {
    match (Page::parse(path), Route::of(path)) {
        (Some(Page::Home), _) => {
            home::take_over();
            ().into_any()
        }
        (Some(Page::Play(pin)), _) => view! { <GamePage pin /> }.into_any(),
        (Some(Page::Balance), _) => view! { <BalancePage /> }.into_any(),
        (Some(Page::Receipt(game)), _) => view! { <ReceiptPage game /> }.into_any(),
        (_, Some(Route::Receipt)) => view! { <NoReceipt /> }.into_any(),
        (_, Some(Route::Play)) => view! { <NoGame why=Refusal::UnknownPin /> }.into_any(),
        _ => view! { <NotFound /> }.into_any(),
    }
}
