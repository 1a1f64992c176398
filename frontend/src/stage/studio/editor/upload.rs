//! A file of the open question: chosen, dropped or pasted, and on its way to the server.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::question::Question;
use wasm_bindgen::JsCast;
use web_sys::{ClipboardEvent, DragEvent, File, FileList, HtmlInputElement};

use super::fields::Word;
use super::model::Editor;
use crate::dom::view;
use crate::live::ElementRef;
use crate::live::value;
use crate::net::http::HttpError;

/// What is uploaded, and how it is asked for.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    /// In the names of the parts of the page.
    pub(super) name: &'static str,
    /// Whether a file of this media type is one.
    pub(super) is: fn(&str) -> bool,
    /// What a browser offers to choose from.
    pub(super) accept: &'static str,
    pub(super) title: Word,
    pub(super) add: Word,
    pub(super) how: Word,
}

impl Wanted {
    /// The first file of what was brought that is one.
    fn first(self, files: Option<FileList>) -> Option<File> {
        let files = files?;
        (0..files.length()).filter_map(|i| files.get(i)).find(|file| (self.is)(&file.type_()))
    }
}

/// The way of a file to the server.
#[derive(Clone, Copy)]
pub(super) struct Upload {
    editor: Editor,
    sending: RwSignal<bool>,
    problem: RwSignal<Option<HttpError>>,
}

impl Upload {
    pub(super) fn new(editor: Editor) -> Self {
        Self { editor, sending: RwSignal::new(false), problem: RwSignal::new(None) }
    }

    /// Waits for what the server makes of a file, and writes it into the question.
    pub(super) fn send<T: 'static>(
        self,
        sent: impl Future<Output = Result<T, HttpError>> + 'static,
        write: impl FnOnce(&mut Question, T) + 'static,
    ) {
        let Self { editor, sending, problem } = self;
        if sending.get_untracked() {
            return;
        }
        sending.set(true);
        problem.set(None);
        let open = editor.written.with_untracked(|it| it.open());
        spawn_local(async move {
            let sent = sent.await;
            let _ = sending.try_set(false);
            match sent {
                // Another question may be open by now.
                Ok(it) if editor.written.try_with_untracked(|it| it.open()) == Some(open) => {
                    editor.replace(|question| write(question, it));
                }
                Ok(_) => {}
                Err(why) => {
                    let _ = problem.try_set(Some(why));
                }
            }
        });
    }

    /// Where a file is brought, under what is there already.
    pub(super) fn field(
        self,
        wanted: Wanted,
        there: Option<AnyView>,
        send: impl Fn(File) + Copy + Send + 'static,
    ) -> AnyView {
        let Self { editor, sending, problem } = self;
        let t = editor.t;
        let chooser = ElementRef::<HtmlInputElement>::new();
        let chosen = move |event: web_sys::Event| {
            let field = event.target().and_then(|it| it.dyn_into::<HtmlInputElement>().ok());
            if let Some(file) = field.as_ref().and_then(|it| wanted.first(it.files())) {
                send(file);
            }
            if let Some(field) = field {
                field.set_value("");
            }
        };
        let dropped = move |event: DragEvent| {
            if let Some(file) = event.data_transfer().and_then(|it| wanted.first(it.files())) {
                event.prevent_default();
                send(file);
            }
        };
        let pasted = move |event: ClipboardEvent| {
            if let Some(file) = event.clipboard_data().and_then(|it| wanted.first(it.files())) {
                event.prevent_default();
                send(file);
            }
        };
        let press = move |_| {
            // A button that is disabled would lose the focus.
            if let Some(chooser) = chooser.get_untracked().filter(|_| !sending.get_untracked()) {
                chooser.click();
            }
        };
        let Wanted { name, accept, title, add, how, .. } = wanted;
        view! {
            <fieldset class="editor-texts editor-drop" on:drop=dropped on:paste=pasted
                on:dragover=move |event: DragEvent| event.prevent_default()>
                <legend class="label">{value(move || title(t.now().editor))}</legend>
                {there}
                <p class="buttons">
                    <button type="button" class="button" data-testid=format!("choose-{name}")
                        aria-disabled=value(move || sending.get().then_some("true")) on:click=press>{value(move || add(t.now().editor))}</button>
                    <span class="muted">{value(move || how(t.now().editor))}</span>
                </p>
                <input type="file" class="editor-file" accept=accept
                    tabindex="-1" aria-hidden="true" data-testid=format!("{name}-file") node_ref=chooser
                    on:change=chosen />
                <p role="status">{value(move || sending.get().then(|| t.now().editor.uploading))}</p>
                <p class="problem" role="alert">
                    {value(move || problem.get().map(|why| t.now().problem(&why)))}
                </p>
            </fieldset>
        }
        .into_any()
    }
}
