//! A question's sound, and its words.

use leptos::prelude::*;
use quizrain_shared::question::{MAX_SOUND_WORDS_CHARS, Sound};
use web_sys::File;

use super::fields::area;
use super::model::Editor;
use super::upload::{Upload, Wanted};
use crate::dom::view;
use crate::live::{live, memo};
use crate::net::quiz;

const SOUND: Wanted = Wanted {
    name: "sound",
    is: |kind| kind.starts_with("audio/") || matches!(kind, "video/ogg" | "application/ogg"),
    accept: "audio/mpeg,audio/ogg,audio/wav,.mp3,.ogg,.oga,.opus,.wav",
    title: |w| w.sound,
    add: |w| w.add_sound,
    how: |w| w.sound_how,
};

#[component]
pub(super) fn SoundField(editor: Editor, sound: Option<Sound>) -> impl IntoView {
    let upload = Upload::new(editor);
    let send = move |file: File| {
        upload.send(async move { quiz::upload_sound(&editor.key, &file).await }, |question, it| {
            let words = question.sound.take().map(|it| it.words).unwrap_or_default();
            question.sound = Some(Sound { media: it.media, ms: it.ms, words });
        });
    };
    upload.field(SOUND, sound.map(|sound| there(editor, &sound)), send)
}

/// The sound that the question has.
fn there(editor: Editor, sound: &Sound) -> AnyView {
    let t = editor.t;
    let words = area(
        editor,
        "sound-words",
        |w| w.sound_words,
        (sound.words.clone(), MAX_SOUND_WORDS_CHARS),
        |it, words| {
            if let Some(sound) = &mut it.sound {
                sound.words = words;
            }
        },
    );
    let wordless = memo(move || {
        editor.read(|it| it.sound.as_ref().is_some_and(Sound::is_wordless)).unwrap_or(false)
    });
    // It can be played all the same.
    let notice = live(move || {
        wordless.get().then(|| {
            view! { <p class="notice" data-testid="sound-wordless">{t.now().editor.sound_wordless}</p> }
        })
    });
    view! {
        <audio class="heard" controls preload="none" data-testid="editor-sound"
            src=format!("/media/{}", sound.media) aria-label=t.say(|w| w.editor.sound)></audio>
        {words}
        <p class="muted">{t.say(|w| w.editor.sound_words_why)}</p>
        <div role="status">{notice}</div>
        <button type="button" class="button" data-testid="remove-sound"
            on:click=move |_| editor.replace(|question| question.sound = None)>
            {t.say(|w| w.editor.remove_sound)}
        </button>
    }
    .into_any()
}
