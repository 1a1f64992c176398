//! What frames every page: the name of the house, and the word that the connection is gone.

use std::time::Duration;

use leptos::prelude::*;
use quizrain_shared::client::Status;
use quizrain_shared::pages::Page;

use crate::components::language::LanguageSwitch;
use crate::dom::view;
use crate::live::{Signal, effect, live, memo};
use crate::net::device;
use crate::state::session::Session;
use crate::text;

/// The wordmark: a drop that is a question.
#[component]
pub(crate) fn Wordmark() -> impl IntoView {
    view! {
        <span class="wordmark">
            <svg class="wordmark-drop" viewBox="0 0 32 40" aria-hidden="true">
                <path class="wordmark-paper" d="M16 1C10 10 3 17 3 25a13 13 0 0 0 26 0C29 17 22 10 16 1z" />
                <path class="wordmark-mark" d="M11.5 20.5a4.5 4.5 0 1 1 6.8 3.9c-1.6 1-2.3 1.7-2.3 3.6" />
                <circle class="wordmark-dot" cx="16" cy="32.5" r="1.7" />
            </svg>
            <span>"Quizrain"</span>
        </span>
    }
}

/// Names the page in the tab and for whoever hears it, for as long as the caller's owner lives or until
/// another part of the page names it.
pub(crate) fn title(name: impl Fn() -> Option<String> + Send + Sync + 'static) {
    effect(move || {
        let name = name().filter(|name| !name.is_empty());
        document().set_title(
            &name.map_or_else(|| "Quizrain".to_owned(), |name| format!("{name} · Quizrain")),
        );
    });
}

/// The top of pages that are not a running game.
#[component]
pub(crate) fn TopBar() -> impl IntoView {
    view! {
        <header class="top">
            <a class="top-home" href=Page::Home.path()><Wordmark /></a>
            <LanguageSwitch />
        </header>
    }
}

/// Whoever has waited for so long is told more.
const LONG: Duration = Duration::from_secs(10);

/// Says that a first connection is being made.
#[component]
pub(crate) fn Connecting() -> impl IntoView {
    let t = text::words();
    view! {
        <div role="status">
            <p class="waiting"><span class="spinner" aria-hidden="true"></span>{t.say(|w| w.connecting)}</p>
            <StillTrying />
        </div>
    }
}

/// The page of whom the server does not let in for now, who has not been in before.
#[component]
pub(crate) fn HeldPage(
    /// What can be done meanwhile.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    let t = text::words();
    view! {
        <TopBar />
        <main class="page page-narrow page-middle">
            <div role="status">
                <p class="waiting">
                    <span class="spinner" aria-hidden="true"></span>{t.say(|w| w.too_many_tries)}
                </p>
            </div>
            {children.map(|children| children())}
        </main>
    }
}

/// Nothing at first; after a while, what is going on and what can be done.
#[component]
pub(crate) fn StillTrying() -> impl IntoView {
    let t = text::words();
    let long = Signal::new(false);
    let timer = set_timeout_with_handle(move || long.set(true), LONG);
    on_cleanup(move || {
        let _ = timer.map(|timer| timer.clear());
    });
    live(move || {
        let shown = long.get();
        shown.then(|| {
            view! { <p class="still-trying" data-testid="still-trying">{t.say(|w| w.still_trying)}</p> }
        })
    })
}

/// Says that the connection is gone and that nothing is lost.
#[component]
pub(crate) fn ConnectionBanner(
    /// Whose connection.
    session: Session,
) -> impl IntoView {
    let t = text::words();
    let status = session.status();
    let lost = memo(move || status.get() == Status::Lost);
    let online = session.part(|_| device::is_online());
    let banner = live(move || {
        lost.get().then(|| {
            let online = online.get();
            view! {
                <div class="banner" data-testid="reconnecting">
                    <p>
                        <span class="spinner" aria-hidden="true"></span>
                        {t.say(if online { |w| w.reconnecting } else { |w| w.no_network })}
                    </p>
                    <StillTrying />
                </div>
            }
        })
    });
    view! {
        <div class="banner-place" role="status">
            {banner}
        </div>
    }
}
