//! The corner of a big screen: whether and how loud it plays, and whether it fills the screen. Buttons while somebody
//! is at it, and keys.

use leptos::ev;
use leptos::prelude::*;

use crate::components::on_demand::somebody_is_there;
use crate::dom::view;
use crate::live::{Memo, Signal, value};
use crate::net::window::{on_window, on_window_event};
use crate::net::{full_screen, storage};
use crate::text;

/// How much louder one press of a key makes it, in percent.
const STEP: u32 = 10;

/// What a big screen has heard, or would if there were something to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// All of it.
    All,
    /// Sounds of questions alone: nobody has said anything yet.
    Questions,
    /// None of it.
    Nothing,
}

impl Heard {
    /// What somebody has said last of whether it is muted, where nothing stands in the way.
    pub(super) fn by(muted: Option<bool>) -> Self {
        match muted {
            Some(true) => Self::Nothing,
            Some(false) => Self::All,
            None => Self::Questions,
        }
    }

    /// Whether *Mute* is pressed in, as ARIA has it.
    fn pressed(self) -> &'static str {
        match self {
            Self::All => "false",
            Self::Questions => "mixed",
            Self::Nothing => "true",
        }
    }
}

/// What a key does to the volume; `None`: it is another key.
fn turned(volume: u32, key: &str) -> Option<u32> {
    match key {
        // Without the shift key, where plus and equals share one.
        "+" | "=" => Some((volume + STEP).min(100)),
        "-" | "−" => Some(volume.saturating_sub(STEP)),
        _ => None,
    }
}

/// The buttons, and the keys for as long as they are there.
#[component]
pub(super) fn Corner(
    heard: Memo<Heard>,
    /// Whether that is said while nobody is at it.
    told: Memo<bool>,
    #[prop(into)] toggle_sound: Callback<()>,
    /// In percent.
    volume: Signal<u32>,
) -> impl IntoView {
    let t = text::stage();
    let shown = somebody_is_there();
    let turn = move |percent: u32| {
        volume.set(percent);
        storage::set_volume(percent);
    };
    let key = on_window_event(ev::keydown, move |event| {
        if event.ctrl_key() || event.alt_key() || event.meta_key() {
            return;
        }
        match event.key().as_str() {
            "m" | "M" if !event.repeat() => toggle_sound.run(()),
            "f" | "F" if !event.repeat() => full_screen::toggle(),
            key => {
                if let Some(percent) = turned(volume.get_untracked(), key) {
                    turn(percent);
                }
            }
        }
    });
    on_cleanup(move || key.remove());
    let hidden = move || !shown.get();
    view! {
        <div class="on-demand muting" class:is-hidden=value(move || hidden() && !told.get())>
            <button type="button" class="button mute" data-testid="mute" aria-keyshortcuts="M"
                title=t.say(|w| w.mute_why)
                aria-pressed=value(move || heard.get().pressed())
                on:click=move |_| toggle_sound.run(())>
                {t.say(|w| w.mute)}<kbd aria-hidden="true">"M"</kbd>
            </button>
            <input type="range" class="volume" data-testid="volume" min="0" max="100" step="10"
                title="+ −" aria-label=t.say(|w| w.volume)
                class:is-hidden=value(hidden) prop:value=value(move || volume.get())
                on:input=move |event| {
                    if let Ok(percent) = event_target_value(&event).parse::<u32>() {
                        turn(percent);
                    }
                } />
            {fill_button(hidden)}
        </div>
    }
}

/// The button for the whole screen, where the browser gives it.
fn fill_button(hidden: impl Fn() -> bool + Send + Sync + 'static) -> AnyView {
    if !full_screen::is_possible() {
        return ().into_any();
    }
    let t = text::stage();
    let is_full = Signal::new(full_screen::is_on());
    let changed = on_window(full_screen::CHANGES, move |_| is_full.set(full_screen::is_on()));
    on_cleanup(move || changed.remove());
    view! {
        <button type="button" class="button mute" data-testid="full-screen" aria-keyshortcuts="F"
            class:is-hidden=value(hidden)
            aria-pressed=value(move || if is_full.get() { "true" } else { "false" })
            on:click=move |_| full_screen::toggle()>
            {t.say(|w| w.full_screen)}<kbd aria-hidden="true">"F"</kbd>
        </button>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::turned;

    #[test]
    fn keys_turn_the_volume_within_its_bounds() {
        for (volume, key, expected) in [
            (50, "+", Some(60)),
            (50, "=", Some(60)),
            (50, "-", Some(40)),
            (95, "+", Some(100)),
            (100, "+", Some(100)),
            (5, "-", Some(0)),
            (0, "−", Some(0)),
            (50, "m", None),
        ] {
            assert_eq!(turned(volume, key), expected, "{volume} {key}");
        }
    }
}
