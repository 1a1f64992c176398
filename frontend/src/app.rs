//! What every program does with an address: they show its page, and follow links without loading anything as
//! long as the next page is one of theirs.
//!
//! The phase of a game chooses the view inside a page; it is not a URL.

use leptos::prelude::*;
use quizrain_shared::pages::{Bundle, Page, Route};
use wasm_bindgen::{JsCast, JsValue, UnwrapThrowExt};
use wasm_bindgen_futures::spawn_local;
use web_sys::{Element, HtmlElement, HtmlInputElement};

use crate::components::chrome::{TopBar, title};
use crate::dom::view;
use crate::live::{Signal, live};
use crate::net::window::on_window_event;
use crate::net::{device, storage};
use crate::text::{self, Language, TextLoader, provide_language};

/// Shows the pages of a bundle in the place of the loading picture.
pub(crate) fn start(bundle: Bundle, texts: TextLoader, page: fn(&str) -> AnyView) {
    std::panic::set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        device::start_over();
    }));
    storage::take_over();
    let place = document().get_element_by_id("app");
    let Some(place) = place.and_then(|place| place.dyn_into::<HtmlElement>().ok()) else {
        return;
    };
    spawn_local(async move {
        let language = text::begin(texts).await;
        mount(bundle, place, language, page);
    });
}

fn mount(
    bundle: Bundle,
    place: HtmlElement,
    language: Signal<Language>,
    page: fn(&str) -> AnyView,
) {
    // The first page is whole before this program is there.
    let first = document().get_element_by_id("home");
    if first.is_none() {
        place.set_text_content(None);
    }
    let pages = move || {
        provide_language(language);
        let navigation = Navigation {
            bundle,
            path: Signal::new(here()),
            first: StoredValue::new(first.clone()),
        };
        provide_context(navigation);
        navigation.follow_links();
        live(move || page(&navigation.path.get()))
    };
    mount_to(place, pages).forget();
}

/// The path of the present address, without percent signs.
fn here() -> String {
    let path = device::window().location().pathname().unwrap_or_default();
    js_sys::decode_uri_component(&path).map_or(path, String::from)
}

/// The way from page to page.
#[derive(Clone, Copy)]
pub(crate) struct Navigation {
    bundle: Bundle,
    path: Signal<String>,
    /// The first page, as it came with this document. It is put back where somebody returns to it: another
    /// document would know nothing of who they are, where the browser stores nothing.
    first: StoredValue<Option<Element>>,
}

/// The way from the page of the caller.
pub(crate) fn navigation() -> Navigation {
    // Leptos's own `expect_context` brings the code that writes where it was called.
    use_context().unwrap_throw()
}

impl Navigation {
    /// Goes to a page, as if a link to it had been followed.
    pub(crate) fn go(self, page: Page) {
        let path = page.path();
        let window = device::window();
        if page.bundle() != self.bundle || (page == Page::Home && self.first.get_value().is_none())
        {
            storage::hand_over();
            let _ = window.location().assign(&path);
            return;
        }
        if self.path.get_untracked() != path
            && let Ok(history) = window.history()
            && history.push_state_with_url(&JsValue::NULL, "", Some(&path)).is_ok()
        {
            self.show(path);
            window.scroll_to_with_x_and_y(0.0, 0.0);
        }
    }

    fn show(self, path: String) {
        if let Some(first) = self.first.get_value() {
            first.remove();
            if Route::of(&path) == Some(Route::Home)
                && let Some(place) = document().get_element_by_id("app")
            {
                let _ = place.insert_before(&first, place.first_child().as_ref());
                if let Ok(Some(field)) = first.query_selector("input") {
                    field.unchecked_into::<HtmlInputElement>().set_value("");
                }
            }
        }
        self.path.set(path);
    }

    fn follow_links(self) {
        // For as long as the program runs.
        let _ = on_window_event(leptos::ev::click, move |event| {
            let held = event.ctrl_key() || event.meta_key() || event.shift_key() || event.alt_key();
            let link = link_of(&event).filter(|_| !held && event.button() == 0);
            if let Some(page) = link.filter(|_| !event.default_prevented()) {
                event.prevent_default();
                self.go(page);
            }
        });
        let _ = on_window_event(leptos::ev::popstate, move |_| {
            let path = here();
            if Route::of(&path) == Some(Route::Home) && self.first.get_value().is_none() {
                let _ = device::window().location().reload();
            } else if self.path.get_untracked() != path {
                self.show(path);
            }
        });
    }
}

/// Where a click leads, if to a page in this window.
fn link_of(event: &web_sys::MouseEvent) -> Option<Page> {
    let clicked = event.target()?.dyn_into::<Element>().ok()?;
    let link = clicked.closest("a[href]").ok()??;
    let here = !link.has_attribute("target") && !link.has_attribute("download");
    Page::parse(&link.get_attribute("href").filter(|_| here)?)
}

/// The page of an address that has none.
#[component]
pub(crate) fn NotFound() -> impl IntoView {
    let t = text::words();
    title(move || Some(t.now().no_such_page.to_owned()));
    view! {
        <TopBar />
        <main class="page page-narrow page-middle">
            <h1>{t.say(|w| w.no_such_page)}</h1>
            <p><a class="button button-primary" href=Page::Home.path()>{t.say(|w| w.to_start)}</a></p>
        </main>
    }
}
