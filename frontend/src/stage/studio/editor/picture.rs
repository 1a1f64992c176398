//! A question's picture, and its words.

use leptos::prelude::*;
use quizrain_shared::question::{MAX_ALT_CHARS, Picture};
use web_sys::File;

use super::fields::line;
use super::model::Editor;
use super::upload::{Upload, Wanted};
use crate::components::picture::picture as shown;
use crate::dom::view;
use crate::net::quiz;

const PICTURE: Wanted = Wanted {
    name: "picture",
    is: |kind| kind.starts_with("image/"),
    accept: "image/png,image/jpeg,image/webp,image/gif",
    title: |w| w.picture,
    add: |w| w.add_picture,
    how: |w| w.picture_how,
};

#[component]
pub(super) fn PictureField(editor: Editor, picture: Option<Picture>) -> impl IntoView {
    let t = editor.t;
    let upload = Upload::new(editor);
    let send = move |file: File| {
        upload.send(
            async move { quiz::upload_picture(&editor.key, &file).await },
            |question, it| {
                let alt = question.picture.take().map(|it| it.alt).unwrap_or_default();
                let (media, width, height) = (it.media, it.width, it.height);
                question.picture = Some(Picture { media, width, height, alt });
            },
        );
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
    upload.field(PICTURE, there, send)
}
