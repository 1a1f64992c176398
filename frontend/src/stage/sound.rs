//! The sound of what is shown, on a big screen: it plays when its question comes, and again when a host
//! wishes; a muted one is silent. The host's own page is silent, or one laptop would play everything twice.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::client::GameView;
use quizrain_shared::ids::MediaId;
use quizrain_shared::phase::Kind;
use wasm_bindgen_futures::JsFuture;
use web_sys::HtmlAudioElement;

use crate::dom::view;
use crate::live::ElementRef;
use crate::live::{effect, live};
use crate::net::storage;
use crate::stage::mute::Mute;
use crate::state::session::Session;
use crate::text;

/// A sound of a round.
type Of = (u16, MediaId);

/// What a big screen does by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    /// Play this, where it was not played before.
    Play(Of),
    /// Wait and go on afterwards.
    Wait,
    /// Be silent.
    Silence,
}

/// Why nothing is heard that should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trouble {
    /// The browser waits until somebody has clicked.
    Waits,
    /// It cannot play this.
    Fails,
}

/// The sound of what is shown.
fn shown(known: &GameView) -> Option<Of> {
    let stage = known.stage.as_ref()?;
    Some((stage.phase.round()?, stage.stage.sound()?.media?))
}

fn wanted(known: &GameView) -> Wanted {
    match (known.kind(), shown(known)) {
        (Some(Kind::Paused), _) => Wanted::Wait,
        (Some(Kind::Reading | Kind::Slide | Kind::Asking), Some(of)) => Wanted::Play(of),
        _ => Wanted::Silence,
    }
}

/// Plays what a big screen is to play, as long as it is there.
#[component]
pub(super) fn Sounding(session: Session) -> impl IntoView {
    let t = text::stage();
    let audio = ElementRef::<HtmlAudioElement>::new();
    let trouble = RwSignal::new(None::<Trouble>);
    let muted = RwSignal::new(storage::muted());
    // What the element has, and whether it was stopped by a host or was to play while it was muted.
    let loaded = StoredValue::new(None::<(Of, bool)>);
    let load = move |audio: &HtmlAudioElement, of: Of, stopped: bool| {
        if loaded.get_value().is_none_or(|(before, _)| before != of) {
            audio.set_src(&format!("/media/{}", of.1));
        }
        loaded.set_value(Some((of, stopped)));
    };
    let now = session.part(wanted);
    effect(move || {
        let (Some(audio), now) = (audio.get(), now.get()) else { return };
        match now {
            Wanted::Play(of) if loaded.get_value() == Some((of, true)) => {}
            Wanted::Play(of) => {
                let muted = muted.get_untracked();
                load(&audio, of, muted);
                if !muted && !audio.ended() {
                    play(audio, trouble);
                }
            }
            Wanted::Wait | Wanted::Silence => {
                let _ = audio.pause();
                trouble.set(None);
            }
        }
    });
    let shown = session.part(shown);
    let wish = session.part(|known| known.sound);
    effect(move || {
        let Some((_, round, again)) = wish.get() else { return };
        let shown = shown.get_untracked().filter(|(shown, _)| *shown == round);
        let (Some(audio), Some(of)) = (audio.get_untracked(), shown) else { return };
        let again = again && !muted.get_untracked();
        load(&audio, of, !again);
        if again {
            audio.set_current_time(0.0);
            play(audio, trouble);
        } else {
            let _ = audio.pause();
            trouble.set(None);
        }
    });
    // What was silenced stays so: the next sound is heard.
    let toggle = move |()| {
        let now = !muted.get_untracked();
        muted.set(now);
        storage::set_muted(now);
        if let (true, Some(audio)) = (now, audio.get_untracked()) {
            loaded.update_value(|loaded| {
                if let Some((_, stopped)) = loaded {
                    *stopped = true;
                }
            });
            let _ = audio.pause();
            trouble.set(None);
        }
    };
    let click = move |_| {
        if let Some(audio) = audio.get_untracked() {
            play(audio, trouble);
        }
    };
    let told = live(move || {
        trouble.get().map(|why| match why {
            Trouble::Waits => view! {
                <button type="button" class="button button-primary button-large sounding"
                    data-testid="sound-click" on:click=click>{t.say(|w| w.sound_click)}</button>
            }
            .into_any(),
            Trouble::Fails => view! {
                <p class="notice sounding" data-testid="sound-fails">{t.say(|w| w.sound_fails)}</p>
            }
            .into_any(),
        })
    });
    view! {
        <audio preload="auto" data-testid="sound" node_ref=audio></audio>
        {told}
        <Mute muted has_sound=Signal::derive(move || shown.get().is_some()) toggle />
    }
}

/// Plays from where it stands, and says what is in the way.
fn play(audio: HtmlAudioElement, trouble: RwSignal<Option<Trouble>>) {
    spawn_local(async move {
        let played = match audio.play() {
            Ok(promise) => JsFuture::from(promise).await,
            Err(why) => Err(why),
        };
        let name = |why| js_sys::Reflect::get(&why, &"name".into()).ok()?.as_string();
        let why = match played.err().map(name) {
            None => None,
            Some(name) => match name.as_deref() {
                Some("NotAllowedError") => Some(Trouble::Waits),
                // It was stopped before it began.
                Some("AbortError") => None,
                _ => Some(Trouble::Fails),
            },
        };
        let _ = trouble.try_set(why);
    });
}
