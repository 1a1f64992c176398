//! The question bank: questions of all quizzes, found by their words and taken into this one.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::api::FoundQuestion;

use super::model::Editor;
use crate::dom::view;
use crate::live::ElementRef;
use crate::live::{live, value};
use crate::net::http::HttpError;
use crate::net::{device, quiz};
use crate::stage::dialog::follow;
use crate::state::authoring::{Kind, Step};
use web_sys::HtmlDialogElement;

/// How long typing rests before it is searched, in milliseconds.
const REST_MS: f64 = 250.0;

/// The dialog, and what was found.
#[derive(Clone, Copy)]
pub(super) struct Bank {
    open: RwSignal<bool>,
    search: RwSignal<String>,
    found: RwSignal<Option<Result<Vec<FoundQuestion>, HttpError>>>,
}

impl Bank {
    pub(super) fn new() -> Self {
        Self {
            open: RwSignal::new(false),
            search: RwSignal::new(String::new()),
            found: RwSignal::new(None),
        }
    }

    pub(super) fn open(self) {
        self.open.set(true);
    }

    /// Searches, unless something else has been typed meanwhile.
    fn look(self, editor: Editor, text: String) {
        self.search.set(text.clone());
        spawn_local(async move {
            device::sleep(REST_MS).await;
            if self.search.try_get_untracked().as_deref() != Some(text.as_str()) {
                return;
            }
            let found = quiz::questions(&editor.key, &text).await.map(|page| page.questions);
            if self.search.try_get_untracked().as_deref() == Some(text.as_str()) {
                self.found.set(Some(found));
            }
        });
    }
}

#[component]
pub(super) fn BankDialog(editor: Editor, bank: Bank) -> impl IntoView {
    let t = editor.t;
    let dialog = ElementRef::<HtmlDialogElement>::new();
    follow(dialog, bank.open);
    let found = live(move || match bank.found.get() {
        None => ().into_any(),
        Some(Err(why)) => {
            view! { <p class="problem" role="alert">{t.now().problem(&why)}</p> }.into_any()
        }
        Some(Ok(found)) if found.is_empty() => {
            view! { <p class="muted">{t.say(|w| w.editor.bank_none)}</p> }.into_any()
        }
        Some(Ok(found)) => {
            let rows = found.into_iter().map(|found| row(editor, found));
            view! { <ul class="bank-rows">{rows.collect_view()}</ul> }.into_any()
        }
    });
    view! {
        <dialog class="dialog dialog-wide" node_ref=dialog on:close=move |_| bank.open.set(false)
            data-testid="bank">
            <form method="dialog" class="stack">
                <label class="label" for="bank-search">{t.say(|w| w.editor.bank_search)}</label>
                <input id="bank-search" class="field" type="search" dir="auto" maxlength="100"
                    data-testid="bank-search"
                    on:input=move |event| bank.look(editor, event_target_value(&event)) />
                <div role="status">{found}</div>
                <div class="dialog-buttons">
                    <button type="submit" class="button button-primary">{t.say(|w| w.editor.close)}</button>
                </div>
            </form>
        </dialog>
    }
}

fn row(editor: Editor, found: FoundQuestion) -> AnyView {
    let t = editor.t;
    let FoundQuestion { title, question, .. } = found;
    let kind = Kind::of(&question.kind);
    let text = question.text.clone();
    let take = move |_| {
        let at = editor.written.with_untracked(|it| (it.open() + 1).min(it.quiz.questions.len()));
        editor.make(Step::Insert(at, Box::new(question.clone())));
    };
    view! {
        <li class="bank-row">
            <span class="editor-words">
                <bdi>{text}</bdi>
                <small class="muted"><bdi>{title}</bdi>" · "{value(move || (t.now().editor.kinds)(kind))}</small>
            </span>
            <button type="button" class="button" data-testid="bank-take" on:click=take>
                {t.say(|w| w.editor.bank_take)}
            </button>
        </li>
    }
    .into_any()
}
