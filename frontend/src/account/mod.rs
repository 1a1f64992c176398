//! The pages of phones behind a game: the balance, what a game was, whether it was fair, what is kept, and
//! signing in; and the one on which device and line are tried before it.

mod balance;
mod check;
mod devices;
mod erase;
mod privacy;
mod proof;
mod receipt;
mod sign_in;

use leptos::prelude::*;
use quizrain_shared::pages::{Bundle, Page, Route};

use crate::app::{self, NotFound};
use crate::dom::view;
use crate::text::TextLoader;

use balance::BalancePage;
use check::CheckPage;
use privacy::PrivacyPage;
use receipt::{NoReceipt, ReceiptPage};
use sign_in::SignInPage;

/// Shows the page of the present address, given what loads the texts of a language.
pub fn start(texts: TextLoader) {
    app::start(Bundle::Account, texts, page);
}

fn page(path: &str) -> AnyView {
    match (Page::parse(path), Route::of(path)) {
        (Some(Page::Balance), _) => view! { <BalancePage /> }.into_any(),
        (Some(Page::Privacy), _) => view! { <PrivacyPage /> }.into_any(),
        (Some(Page::Check), _) => view! { <CheckPage /> }.into_any(),
        (Some(Page::SignIn), _) => view! { <SignInPage /> }.into_any(),
        (Some(Page::Receipt(game)), _) => view! { <ReceiptPage game /> }.into_any(),
        (_, Some(Route::Receipt)) => view! { <NoReceipt /> }.into_any(),
        _ => view! { <NotFound /> }.into_any(),
    }
}
