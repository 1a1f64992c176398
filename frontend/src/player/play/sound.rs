//! The sound of a question on a phone: its words, for those who do not hear it, and where there is no
//! big screen the sound itself.

use leptos::prelude::*;
use quizrain_shared::question::SoundView;

use crate::dom::view;
use crate::text;

/// It plays when its player presses, and nothing of it is loaded before.
pub(super) fn sound(sound: Option<&SoundView>) -> AnyView {
    let Some(sound) = sound else { return ().into_any() };
    let t = text::player();
    let played = sound.media.map(|media| {
        view! {
            <audio class="heard" controls preload="none" data-testid="sound"
                src=format!("/media/{media}") aria-label=t.say(|w| w.sound)></audio>
        }
    });
    let words = (!sound.words.trim().is_empty()).then(|| {
        view! {
            <details class="heard" data-testid="sound-words">
                <summary>{t.say(|w| w.sound_words)}</summary>
                <p dir="auto">{sound.words.clone()}</p>
            </details>
        }
    });
    view! { <div class="heard-parts">{played}{words}</div> }.into_any()
}
