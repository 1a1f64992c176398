//! The library: every quiz, found by its words and tags.

mod act;
mod card;
mod download;
mod files;
mod import;
mod list;
mod more;
mod owned;
mod tools;
mod versions;

use leptos::prelude::*;
use quizrain_shared::ids::Token;
use quizrain_shared::pages::Page;

use crate::components::chrome::{TopBar, title};
use crate::dom::view;
use crate::live::{live, memo};
use crate::net::http::HttpError;
use crate::stage::key::WithKey;
use crate::stage::new_game::NewGameDialog;
use crate::stage::start::Starter;
use crate::text;

use act::Acts;
use files::Files;
use import::{Import, ImportDialog};
use list::{List, Quizzes};
use more::{More, MoreDialog};
use tools::Tools;

#[component]
pub(crate) fn StudioPage() -> impl IntoView {
    let t = text::stage();
    title(move || Some(t.now().library_words.title.to_owned()));
    let page = |host_key, forget| view! { <Studio host_key forget /> }.into_any();
    view! {
        <TopBar />
        <main class="page studio"><WithKey page /></main>
    }
}

#[component]
fn Studio(host_key: Token, forget: Callback<()>) -> impl IntoView {
    let t = text::stage();
    let (keys, guests) = (text::keys(), text::guests());
    let quizzes = Quizzes::new(host_key);
    let starter = Starter::new(host_key);
    let acts = Acts::new(quizzes);
    let more = More::new(acts);
    let import = Import::new(quizzes);
    import.take_drops();
    let Starter { form, starting, problem, start } = starter;
    // Whatever else fails leaves the page as it is, with what is typed and open there.
    let denied = memo(move || quizzes.failed() == Some(HttpError::NotAllowed));
    live(move || {
        if denied.get() {
            return view! {
                <p class="problem" role="alert">{t.now().key_not_accepted}</p>
                <button type="button" class="button button-primary"
                    on:click=move |_| forget.run(())>{t.now().other_key}</button>
            }
            .into_any();
        }
        view! {
            <div class="studio-head">
                <h1>{t.say(|w| w.library_words.title)}</h1>
                <div class="buttons">
                    <a class="button" data-testid="to-guests" href=Page::Guests.path()>
                        {guests.say(|w| w.title)}
                    </a>
                    <a class="button" data-testid="to-keys" href=Page::Keys.path()>
                        {keys.say(|w| w.title)}
                    </a>
                    <a class="button" data-testid="to-accounts" href=Page::Accounts.path()>
                        {text::hosts().say(|w| w.title)}
                    </a>
                    <a class="button" data-testid="to-host" href=Page::Host.path()>
                        {t.say(|w| w.library_words.to_host)}
                    </a>
                </div>
            </div>
            <Tools quizzes acts import />
            <p class="problem" role="alert">
                {live(move || problem.get().or(acts.problem()).map(|why| t.now().problem(&why)))}
            </p>
            {acts.told()}
            <Files quizzes />
            <List quizzes acts starter more />
            <p class="studio-foot">
                <a href="/api/docs" rel="external" data-testid="to-api">
                    {t.say(|w| w.library_words.to_api)}
                </a>
            </p>
            <NewGameDialog form starting start />
            <MoreDialog more />
            <ImportDialog import />
        }
        .into_any()
    })
}
