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
use crate::live::{Memo, effect, live};
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

/// The element that plays, and what stands in its way.
#[derive(Clone, Copy)]
struct Player {
    audio: ElementRef<HtmlAudioElement>,
    trouble: RwSignal<Option<Trouble>>,
    muted: RwSignal<bool>,
    /// What the element has, and whether it was stopped by a host or was to play while it was muted.
    loaded: StoredValue<Option<(Of, bool)>>,
}

impl Player {
    fn new() -> Self {
        Self {
            audio: ElementRef::new(),
            trouble: RwSignal::new(None),
            muted: RwSignal::new(storage::muted()),
            loaded: StoredValue::new(None),
        }
    }

    fn load(self, audio: &HtmlAudioElement, of: Of, stopped: bool) {
        if self.loaded.get_value().is_none_or(|(before, _)| before != of) {
            audio.set_src(&format!("/media/{}", of.1));
        }
        self.loaded.set_value(Some((of, stopped)));
    }

    fn stop(self, audio: &HtmlAudioElement) {
        let _ = audio.pause();
        self.trouble.set(None);
    }

    /// Does what is shown asks for by itself.
    fn follow(self, now: Memo<Wanted>) {
        effect(move || {
            let (Some(audio), now) = (self.audio.get(), now.get()) else { return };
            match now {
                Wanted::Play(of) if self.loaded.get_value() == Some((of, true)) => {}
                Wanted::Play(of) => {
                    let muted = self.muted.get_untracked();
                    self.load(&audio, of, muted);
                    if !muted && !audio.ended() {
                        play(audio, self.trouble);
                    }
                }
                Wanted::Wait | Wanted::Silence => self.stop(&audio),
            }
        });
    }

    /// Does what a host wishes for the sound of a round: to play it again, or to stop it.
    fn obey(self, wish: Memo<Option<(u32, u16, bool)>>, shown: Memo<Option<Of>>) {
        effect(move || {
            let Some((_, round, again)) = wish.get() else { return };
            let shown = shown.get_untracked().filter(|(shown, _)| *shown == round);
            let (Some(audio), Some(of)) = (self.audio.get_untracked(), shown) else { return };
            let again = again && !self.muted.get_untracked();
            self.load(&audio, of, !again);
            if again {
                audio.set_current_time(0.0);
                play(audio, self.trouble);
            } else {
                self.stop(&audio);
            }
        });
    }

    /// Mutes it or not. What was silenced stays so: the next sound is heard.
    fn toggle_mute(self) {
        let now = !self.muted.get_untracked();
        self.muted.set(now);
        storage::set_muted(now);
        if let (true, Some(audio)) = (now, self.audio.get_untracked()) {
            self.loaded.update_value(|loaded| {
                if let Some((_, stopped)) = loaded {
                    *stopped = true;
                }
            });
            self.stop(&audio);
        }
    }

    /// Plays after a click, which browsers wait for.
    fn play(self) {
        if let Some(audio) = self.audio.get_untracked() {
            play(audio, self.trouble);
        }
    }
}

/// Plays what a big screen is to play, as long as it is there.
#[component]
pub(super) fn Sounding(session: Session) -> impl IntoView {
    let t = text::stage();
    let player = Player::new();
    player.follow(session.part(wanted));
    let shown = session.part(shown);
    player.obey(session.part(|known| known.sound), shown);
    let told = live(move || {
        player.trouble.get().map(|why| match why {
            Trouble::Waits => view! {
                <button type="button" class="button button-primary button-large sounding"
                    data-testid="sound-click" on:click=move |_| player.play()>
                    {t.say(|w| w.sound_click)}
                </button>
            }
            .into_any(),
            Trouble::Fails => view! {
                <p class="notice sounding" data-testid="sound-fails">{t.say(|w| w.sound_fails)}</p>
            }
            .into_any(),
        })
    });
    view! {
        <audio preload="auto" data-testid="sound" node_ref=player.audio></audio>
        {told}
        <Mute muted=player.muted has_sound=Signal::derive(move || shown.get().is_some())
            toggle=move |()| player.toggle_mute() />
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
