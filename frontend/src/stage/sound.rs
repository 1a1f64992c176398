//! What a big screen plays. The sound of what is shown comes first: it plays when its question comes, and again when a host
//! wishes. While nothing of it is heard, the screen's own tune plays, once somebody has turned it on. A muted screen is
//! silent. The host's own page is silent, or one laptop would play everything twice.

use leptos::prelude::*;
use leptos::task::spawn_local;
use quizrain_shared::client::GameView;
use quizrain_shared::ids::MediaId;
use quizrain_shared::phase::Kind;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::HtmlAudioElement;

use crate::dom::view;
use crate::live::ElementRef;
use crate::live::{Memo, Signal, effect, live, memo};
use crate::net::{device, storage};
use crate::state::session::Session;
use crate::text;

use super::corner::{Corner, Heard};
use super::tune::Tune;

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

/// How often it is looked whether a sound still plays, in milliseconds.
const LOOK_MS: f64 = 250.0;

/// What a volume in percent is of all that there is: of half of it, ears hear more than a half.
fn loudness(percent: u32) -> f32 {
    let share = percent.min(100) as f32 / 100.0;
    share * share
}

/// The element that plays, and what stands in its way; and the tune.
#[derive(Clone, Copy)]
struct Player {
    audio: ElementRef<HtmlAudioElement>,
    /// Whether it plays now.
    plays: Signal<bool>,
    trouble: RwSignal<Option<Trouble>>,
    tune: Tune,
    /// What somebody has said last. As long as nobody has, sounds of questions play and the tune does not.
    muted: Signal<Option<bool>>,
    volume: Signal<u32>,
    /// What the element has, and whether it was stopped by a host or was to play while it was muted.
    loaded: StoredValue<Option<(Of, bool)>>,
}

/// How loud big screens of this browser are, in percent.
fn stored_volume() -> u32 {
    storage::volume().unwrap_or(100).min(100)
}

impl Player {
    fn new(session: Session) -> Self {
        let player = Self {
            audio: ElementRef::new(),
            plays: Signal::new(false),
            trouble: RwSignal::new(None),
            tune: Tune::follow(session),
            muted: Signal::new(storage::muted()),
            volume: Signal::new(stored_volume()),
            loaded: StoredValue::new(None),
        };
        if player.muted.get_untracked() == Some(false) {
            player.start_tune();
        }
        player.follow_volume();
        player
    }

    fn is_muted(self) -> bool {
        self.muted.get_untracked() == Some(true)
    }

    /// What is heard, or would be if there were something to play.
    fn heard(self) -> Heard {
        match self.muted.get() {
            Some(false) if self.tune.waits.get() => Heard::Nothing,
            None if self.plays.get() => Heard::All,
            muted => Heard::by(muted),
        }
    }

    /// Looks whether the sound of a question plays now.
    fn look(self) -> bool {
        let audio = self.audio.get_untracked();
        let now = audio.is_some_and(|audio| !audio.paused() && !audio.ended());
        if self.plays.try_get_untracked() == Some(!now) {
            self.plays.set(now);
        }
        now
    }

    fn start_tune(self) {
        self.tune.start(loudness(self.volume.get_untracked()), move || self.look());
    }

    fn follow_volume(self) {
        effect(move || {
            let loudness = loudness(self.volume.get());
            self.tune.set_loudness(loudness);
            if let Some(audio) = self.audio.get() {
                audio.set_volume(loudness.into());
            }
        });
    }

    fn load(self, audio: &HtmlAudioElement, of: Of, stopped: bool) {
        if self.loaded.get_value().is_none_or(|(before, _)| before != of) {
            audio.set_src(&format!("/media/{}", of.1));
        }
        self.loaded.set_value(Some((of, stopped)));
    }

    fn stop(self, audio: &HtmlAudioElement) {
        let _ = audio.pause();
        self.look();
        self.trouble.set(None);
    }

    /// Does what is shown asks for by itself.
    fn follow(self, now: Memo<Wanted>) {
        effect(move || {
            let (Some(audio), now) = (self.audio.get(), now.get()) else { return };
            match now {
                Wanted::Play(of) if self.loaded.get_value() == Some((of, true)) => {}
                Wanted::Play(of) => {
                    let muted = self.is_muted();
                    self.load(&audio, of, muted);
                    if !muted && !audio.ended() {
                        self.begin(audio);
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
            let again = again && !self.is_muted();
            self.load(&audio, of, !again);
            if again {
                audio.set_current_time(0.0);
                self.begin(audio);
            } else {
                self.stop(&audio);
            }
        });
    }

    /// Mutes everything, or has it heard: the click that browsers wait for. What was silenced stays so: the next sound is
    /// heard.
    fn mute(self, muted: bool) {
        self.muted.set(Some(muted));
        storage::set_muted(muted);
        if !muted {
            self.start_tune();
            if self.trouble.get_untracked() == Some(Trouble::Waits) {
                self.play();
            }
            return;
        }
        self.tune.stop();
        if let Some(audio) = self.audio.get_untracked() {
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
            self.begin(audio);
        }
    }

    /// Plays from where it stands, says what is in the way, and looks for its end.
    fn begin(self, audio: HtmlAudioElement) {
        spawn_local(async move {
            let played = match audio.play() {
                Ok(promise) => JsFuture::from(promise).await,
                Err(why) => Err(why),
            };
            let _ = self.trouble.try_set(played.err().and_then(|why| trouble_of(&why)));
            // Else somebody looks already.
            if self.plays.try_get_untracked() == Some(false) {
                while self.look() {
                    device::sleep(LOOK_MS).await;
                }
            }
        });
    }
}

/// What stands in the way of a sound that was not played; `None`: it was stopped before it began.
fn trouble_of(why: &JsValue) -> Option<Trouble> {
    let name = js_sys::Reflect::get(why, &"name".into()).ok().and_then(|name| name.as_string());
    match name.as_deref() {
        Some("NotAllowedError") => Some(Trouble::Waits),
        Some("AbortError") => None,
        _ => Some(Trouble::Fails),
    }
}

/// Plays what a big screen is to play, as long as it is there.
#[component]
pub(super) fn Sounding(session: Session) -> impl IntoView {
    let t = text::stage();
    let player = Player::new(session);
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
    let heard = memo(move || player.heard());
    // Why nobody hears what there is to hear.
    let why_silent = memo(move || match player.muted.get() {
        Some(true) => shown.get().is_some(),
        Some(false) => player.tune.waits.get(),
        None => false,
    });
    view! {
        <audio preload="auto" data-testid="sound" node_ref=player.audio></audio>
        {told}
        <Corner heard told=why_silent volume=player.volume
            toggle_sound=move |()| player.mute(heard.get_untracked() == Heard::All) />
    }
}

/// The corner of a big screen that shows no game and plays nothing: what is said there holds for the next game.
#[component]
pub(super) fn SilentCorner() -> impl IntoView {
    let muted = Signal::new(storage::muted());
    let volume = Signal::new(stored_volume());
    let (heard, told) = (memo(move || Heard::by(muted.get())), memo(|| false));
    let toggle = move |()| {
        let mute = muted.get_untracked() == Some(false);
        muted.set(Some(mute));
        storage::set_muted(mute);
    };
    view! {
        <Corner heard told volume toggle_sound=toggle />
    }
}

#[cfg(test)]
mod tests {
    use super::loudness;

    #[test]
    fn loudness_is_all_at_most_and_nothing_at_least() {
        let loud = [0, 10, 50, 100, u32::MAX].map(loudness);
        assert!(loud.is_sorted(), "{loud:?}");
        assert_eq!((loud[0], loud[3], loud[4]), (0.0, 1.0, 1.0));
        assert!((loud[2] - 0.25).abs() < f32::EPSILON, "{loud:?}");
    }
}
