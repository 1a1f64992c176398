//! A question's picture: chosen, dropped or pasted, and its words.

use leptos::html::Input;
use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::question::{MAX_ALT_CHARS, Picture};
use wasm_bindgen::JsCast;
use web_sys::{ClipboardEvent, DragEvent, File, FileList, HtmlInputElement};

use super::fields::line;
use super::model::Editor;
use crate::components::picture::picture as shown;
use crate::dom::view;
use crate::live::value;
use crate::net::http::HttpError;
use crate::net::quiz;

/// The first picture of what was brought.
fn first(files: Option<FileList>) -> Option<File> {
    let files = files?;
    (0..files.length()).filter_map(|i| files.get(i)).find(|file| file.type_().starts_with("image/"))
}

#[component]
pub(super) fn PictureField(editor: Editor, picture: Option<Picture>) -> impl IntoView {
    let t = editor.t;
    let sending = RwSignal::new(false);
    let problem = RwSignal::new(None::<HttpError>);
    let open = editor.written.with_untracked(|it| it.open());
    let send = move |file: File| {
        if sending.get_untracked() {
            return;
        }
        sending.set(true);
        problem.set(None);
        spawn_local(async move {
            let sent = quiz::upload(&editor.key, &file).await;
            let _ = sending.try_set(false);
            match sent {
                // Another question may be open by now.
                Ok(it) if editor.written.try_with_untracked(|it| it.open()) == Some(open) => {
                    editor.replace(|question| {
                        let alt = question.picture.take().map(|it| it.alt).unwrap_or_default();
                        let (media, width, height) = (it.media, it.width, it.height);
                        question.picture = Some(Picture { media, width, height, alt });
                    });
                }
                Ok(_) => {}
                Err(why) => {
                    let _ = problem.try_set(Some(why));
                }
            }
        });
    };
    let chooser = NodeRef::<Input>::new();
    let chosen = move |event: web_sys::Event| {
        let field = event.target().and_then(|it| it.dyn_into::<HtmlInputElement>().ok());
        if let Some(file) = field.as_ref().and_then(|it| first(it.files())) {
            send(file);
        }
        if let Some(field) = field {
            field.set_value("");
        }
    };
    let dropped = move |event: DragEvent| {
        if let Some(file) = event.data_transfer().and_then(|it| first(it.files())) {
            event.prevent_default();
            send(file);
        }
    };
    let pasted = move |event: ClipboardEvent| {
        if let Some(file) = event.clipboard_data().and_then(|it| first(it.files())) {
            event.prevent_default();
            send(file);
        }
    };
    let there = picture.map(|picture| {
        let alt = line(
            editor,
            "picture-alt",
            |w| w.alt,
            (picture.alt.clone(), MAX_ALT_CHARS),
            |it, alt| {
                if let Some(picture) = &mut it.picture {
                    picture.alt = alt;
                }
            },
        );
        view! {
            <div class="editor-picture">{shown(&picture, ().into_any())}</div>
            {alt}
            <p class="muted">{t.say(|w| w.editor.alt_why)}</p>
            <button type="button" class="button" data-testid="remove-picture"
                on:click=move |_| editor.replace(|question| question.picture = None)>
                {t.say(|w| w.editor.remove_picture)}
            </button>
        }
        .into_any()
    });
    let press = move |_| {
        // A button that is disabled would lose the focus.
        if let Some(chooser) = chooser.get_untracked().filter(|_| !sending.get_untracked()) {
            chooser.click();
        }
    };
    view! {
        <fieldset class="editor-texts editor-drop" on:drop=dropped on:paste=pasted
            on:dragover=move |event: DragEvent| event.prevent_default()>
            <legend class="label">{t.say(|w| w.editor.picture)}</legend>
            {there}
            <p class="buttons">
                <button type="button" class="button" data-testid="choose-picture"
                    aria-disabled=value(move || sending.get().then_some("true"))
                    on:click=press>{t.say(|w| w.editor.add_picture)}</button>
                <span class="muted">{t.say(|w| w.editor.picture_how)}</span>
            </p>
            <input type="file" class="editor-file" accept="image/png,image/jpeg,image/webp,image/gif"
                tabindex="-1" aria-hidden="true" data-testid="picture-file" node_ref=chooser on:change=chosen />
            <p role="status">{value(move || sending.get().then(|| t.now().editor.uploading))}</p>
            <p class="problem" role="alert">
                {value(move || problem.get().map(|why| t.now().problem(&why)))}
            </p>
        </fieldset>
    }
}
