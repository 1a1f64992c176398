//! The editor of a quiz: its questions on one side, one of them open in the middle, and how that will look.

mod about;
mod bank;
mod fields;
mod form;
mod kinds;
mod list;
mod look;
mod model;
mod picture;
mod preview;
mod rains;
mod sound;
mod status;
mod upload;

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::ids::{QuizId, Token};
use quizrain_shared::pages::Page;

use crate::components::chrome::{TopBar, title};
use crate::dom::view;
use crate::live::{live, memo};
use crate::net::http::HttpError;
use crate::net::quiz;
use crate::stage::key::WithKey;
use crate::text;

use about::About;
use form::Form;
use list::List;
use look::Look;
use model::{Editor, Opened};
use preview::Preview;
use rains::Rains;
use status::Status;

#[component]
pub(crate) fn EditorPage(quiz: QuizId) -> impl IntoView {
    let t = text::stage();
    title(move || Some(t.now().editor.title.to_owned()));
    let page = move |key, forget| view! { <Opening key quiz forget /> }.into_any();
    view! {
        <TopBar />
        <main class="page page-wide"><WithKey page /></main>
    }
}

/// The quiz as it comes from the server, or why it does not.
#[component]
fn Opening(key: Token, quiz: QuizId, forget: Callback<()>) -> impl IntoView {
    let t = text::stage();
    let opened = RwSignal::new(None::<Result<Opened, HttpError>>);
    let open = move || {
        opened.set(None);
        spawn_local(async move {
            let read = quiz::read(&key, quiz).await.map(|document| Opened::new(quiz, document));
            let _ = opened.try_set(Some(read));
        });
    };
    open();
    live(move || {
        match opened.get() {
        None => view! { <p class="muted" role="status">{t.now().loading}</p> }.into_any(),
        Some(Ok(opened)) => {
            let editor = Editor::new(key, quiz, opened);
            view! { <Desk editor /> }.into_any()
        }
        Some(Err(HttpError::NotAllowed)) => view! {
            <p class="problem" role="alert">{t.now().key_not_accepted}</p>
            <button type="button" class="button button-primary"
                on:click=move |_| forget.run(())>{t.now().other_key}</button>
        }
        .into_any(),
        Some(Err(why)) => view! {
            <h1>{t.say(|w| w.editor.no_such_quiz)}</h1>
            <p class="problem" role="alert">{t.now().problem(&why)}</p>
            <p class="buttons">
                <button type="button" class="button" on:click=move |_| open()>{t.now().try_again}</button>
                <a class="button" href=Page::Studio.path()>{t.say(|w| w.editor.to_library)}</a>
            </p>
        }
        .into_any(),
    }
    })
}

#[component]
fn Desk(editor: Editor) -> impl IntoView {
    editor.save_while_mounted();
    editor.follow_keys_while_mounted();
    let Editor { t, written, .. } = editor;
    // To be heard: on the page it stands in its field.
    let name = memo(move || {
        let title = written.with(|it| it.quiz.title.trim().to_owned());
        if title.is_empty() { t.now().editor.title.to_owned() } else { title }
    });
    view! {
        <h1 class="visually-hidden">{name}</h1>
        <Status editor />
        <div class="editor">
            <div class="editor-side">
                <About editor />
                <List editor />
                <Rains editor />
                <Look editor />
            </div>
            <Form editor />
            <Preview editor />
        </div>
    }
}
