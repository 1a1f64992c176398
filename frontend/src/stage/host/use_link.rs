//! A link to a game's desk is opened: its code, once, for a token that this browser makes.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::ids::{GameId, Token};
use quizrain_shared::pages::Page;

use crate::components::chrome::{TopBar, title};
use crate::dom::view;
use crate::live::live;
use crate::net::device::take_from_address;
use crate::net::http::HttpError;
use crate::net::{device, host, storage};
use crate::text;

/// The code of `#code=...`, which is taken out of the address bar at once; a text that is none is no
/// token.
pub(in crate::stage) fn take_code_from_address() -> Option<Option<Token>> {
    take_from_address("code").map(|code| code.parse().ok())
}

/// Uses a link, and goes to the desk.
#[component]
pub(super) fn UseLink(
    game: GameId,
    code: Option<Token>,
    /// What this browser has already: it is asked before that is given up.
    held: Option<Token>,
    #[prop(into)] done: Callback<Token>,
) -> impl IntoView {
    let t = text::stage();
    title(move || Some(t.now().controls.to_owned()));
    // The same one for every try: an answer that was lost is given again.
    let token = Token(device::random_bytes());
    let problem = RwSignal::new(code.is_none().then_some(HttpError::NotAllowed));
    let asked = RwSignal::new(held.is_some() && code.is_some());
    let open = move || {
        let Some(code) = code else { return };
        asked.set(false);
        problem.set(None);
        spawn_local(async move {
            match host::join_crew(game, code, token).await {
                Ok(_) => {
                    storage::set_host_token(game, &token);
                    done.try_run(token);
                }
                Err(why) => {
                    let _ = problem.try_set(Some(why));
                }
            }
        });
    };
    if !asked.get_untracked() {
        open();
    }
    let body = live(move || match (asked.get(), problem.get()) {
        (true, _) => held_already(held, done, open),
        (_, None) => view! { <p class="muted" role="status">{t.now().loading}</p> }.into_any(),
        (_, Some(HttpError::NotAllowed)) => gone(held, done),
        (_, Some(why)) => view! {
            <p class="problem" role="alert">{t.now().problem(&why)}</p>
            <button type="button" class="button button-primary" on:click=move |_| open()>
                {t.now().try_again}
            </button>
        }
        .into_any(),
    });
    view! {
        <TopBar />
        <main class="page page-narrow page-middle">{body}</main>
    }
}

/// Asks whoever has a right already, before that is given up.
fn held_already(
    held: Option<Token>,
    done: Callback<Token>,
    open: impl Fn() + Send + 'static,
) -> AnyView {
    let desk = text::stage().now().desk;
    view! {
        <h1>{desk.link_held}</h1>
        <div class="buttons">
            <button type="button" class="button" data-testid="link-use" on:click=move |_| open()>
                {desk.link_use}
            </button>
            {held.map(|held| keep(held, done))}
        </div>
    }
    .into_any()
}

/// The link was used by somebody else, or has ended.
fn gone(held: Option<Token>, done: Callback<Token>) -> AnyView {
    let desk = text::stage().now().desk;
    view! {
        <h1>{desk.link_gone}</h1>
        <p class="muted" data-testid="link-gone">{desk.link_gone_why}</p>
        {held.map(|held| keep(held, done))}
    }
    .into_any()
}

/// The way on with the right that this browser has.
fn keep(held: Token, done: Callback<Token>) -> AnyView {
    view! {
        <button type="button" class="button button-primary" data-testid="link-keep"
            on:click=move |_| done.run(held)>{text::stage().now().desk.link_keep}</button>
    }
    .into_any()
}

/// The page of whom the host has ended the right of.
#[component]
pub(super) fn RightEnded() -> impl IntoView {
    let t = text::stage();
    view! {
        <h1>{t.say(|w| w.desk.right_ended)}</h1>
        <p class="muted" data-testid="right-ended">{t.say(|w| w.desk.link_gone_why)}</p>
        <p><a class="button" href=Page::Host.path()>{t.say(|w| w.host_a_game)}</a></p>
    }
}
