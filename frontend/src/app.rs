//! The routes, and what every page shares: the language.
//!
//! The phase of a game chooses the view inside a page; it is not a URL.

use leptos::prelude::*;
use leptos_router::components::{Route, Router, Routes};
use leptos_router::path;
use wasm_bindgen::JsCast;

use crate::components::chrome::{TopBar, title};
use crate::pages::balance::BalancePage;
use crate::pages::booth::BoothPage;
use crate::pages::home::HomePage;
use crate::pages::host::{HostGamePage, HostPage};
use crate::pages::play::PlayPage;
use crate::pages::screen::ScreenPage;
use crate::text::{self, provide_language};

/// Replaces the loading picture of `index.html` with the app.
pub(crate) fn start() {
    let place = document().get_element_by_id("app");
    let Some(place) = place.and_then(|place| place.dyn_into::<web_sys::HtmlElement>().ok()) else {
        return;
    };
    place.set_text_content(None);
    mount_to(place, App).forget();
}

#[component]
fn App() -> impl IntoView {
    provide_language();
    view! {
        <Router>
            <Routes fallback=NotFound>
                <Route path=path!("/") view=HomePage />
                <Route path=path!("/play/:pin") view=PlayPage />
                <Route path=path!("/host") view=HostPage />
                <Route path=path!("/host/:game") view=HostGamePage />
                <Route path=path!("/screen/:pin") view=ScreenPage />
                <Route path=path!("/booth") view=BoothPage />
                <Route path=path!("/balance") view=BalancePage />
            </Routes>
        </Router>
    }
}

#[component]
fn NotFound() -> impl IntoView {
    let t = text::words();
    title(move || Some(t.now().no_such_page.to_owned()));
    view! {
        <TopBar />
        <main class="page page-narrow page-middle">
            <h1>{t.say(|w| w.no_such_page)}</h1>
            <p><a class="button button-primary" href="/">{t.say(|w| w.to_start)}</a></p>
        </main>
    }
}
