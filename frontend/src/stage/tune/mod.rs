//! What a big screen plays by itself: music while players arrive, a shimmer while packets fall, and short signals.
//!
//! Made of notes, not of recordings. The sound of the screen (`stage/sound.rs`) turns it on and off; while it is off, or its
//! page is gone, nothing of it is there. `score` has the notes, `follow` what should sound when, `synth` plays.

mod follow;
mod score;
mod synth;

use std::time::Duration;

use leptos::prelude::*;

use crate::live::{Memo, Signal};
use crate::net::device;
use crate::net::window::{Listener, on_window};
use crate::state::session::Session;

use follow::{Follower, Scene, music};
use score::Music;
use synth::{Group, Synth};

/// How often it looks at the game.
const STEP: Duration = Duration::from_millis(60);
/// How long before its time a bar of music is handed to the synth, in seconds: longer than a step is late.
const AHEAD: f64 = 0.4;
/// How long before its time anything is begun, in seconds, so that its first moment is heard.
const LEAD: f64 = 0.03;
/// How long a browser may take to begin before somebody is told that it waits for a click, in milliseconds.
const SLOW_MS: f64 = 1500.0;
/// Above which pitch signals become softer.
const SIGNALS_SOFTENED_FROM_HZ: f32 = 5200.0;

/// Who plays along with a game. Copies are the same.
#[derive(Clone, Copy)]
pub(super) struct Tune {
    session: Session,
    scene: Memo<Option<Scene>>,
    band: StoredValue<Option<Band>>,
    /// What has it look at the game, while it is on.
    steps: StoredValue<Option<IntervalHandle>>,
    /// Whether it is on, and the browser waits for a click.
    pub(super) waits: Signal<bool>,
}

impl Tune {
    /// Follows a game, for as long as the reactive owner of the caller lives. It is off.
    pub(super) fn follow(session: Session) -> Self {
        let tune = Self {
            session,
            scene: session.part(Scene::of),
            band: StoredValue::new(None),
            steps: StoredValue::new(None),
            waits: Signal::new(false),
        };
        let wakers = ["click", "keydown"].map(|event| on_window(event, move |_| tune.wake()));
        on_cleanup(move || {
            wakers.into_iter().for_each(Listener::remove);
            tune.end();
        });
        tune
    }

    /// On, as loud as this, from 0 to 1, and silent whenever something else is heard. Where browsers wait for a click, this
    /// is the click.
    pub(super) fn start(self, loudness: f32, else_is_heard: impl Fn() -> bool + 'static) {
        if self.band.try_with_value(Option::is_none) == Some(true)
            && let Some(band) = Band::new(loudness)
        {
            let _ = self.band.try_set_value(Some(band));
            let steps = set_interval_with_handle(move || self.step(else_is_heard()), STEP);
            let _ = self.steps.try_set_value(steps.ok());
        }
        self.wake();
    }

    /// Off.
    pub(super) fn stop(self) {
        self.end();
        self.waits.set(false);
    }

    fn end(self) {
        if let Some(Some(steps)) = self.steps.try_update_value(Option::take) {
            steps.clear();
        }
        let _ = self.band.try_set_value(None);
    }

    /// Louder or softer, from 0 to 1.
    pub(super) fn set_loudness(self, loudness: f32) {
        self.with_synth(|synth| synth.set_loudness(loudness));
    }

    fn wake(self) {
        self.with_synth(Synth::wake);
    }

    fn with_synth(self, act: impl FnOnce(&Synth)) {
        let _ = self.band.try_with_value(|band| band.as_ref().map(|band| act(&band.synth)));
    }

    fn step(self, else_is_heard: bool) {
        let Some(Some(scene)) = self.scene.try_get_untracked() else { return };
        let now_ms = self.session.server_ms();
        let step = |band: &mut Option<Band>| {
            band.as_mut().is_some_and(|band| band.step(&scene, now_ms, else_is_heard))
        };
        let waits = self.band.try_update_value(step);
        if waits.is_some() && waits != self.waits.try_get_untracked() {
            self.waits.set(waits == Some(true));
        }
    }
}

/// Who plays while it is on.
struct Band {
    synth: Synth,
    made_ms: f64,
    follower: Follower,
    signals: Group,
    music: Option<(Music, Group)>,
    /// The next bar of the music, and its time by the synth's clock.
    bar: u32,
    bar_at: f64,
}

impl Band {
    fn new(loudness: f32) -> Option<Self> {
        let synth = Synth::new(loudness)?;
        Some(Self {
            signals: synth.group(SIGNALS_SOFTENED_FROM_HZ)?,
            synth,
            made_ms: device::local_ms(),
            follower: Follower::default(),
            music: None,
            bar: 0,
            bar_at: 0.0,
        })
    }

    /// Plays what comes next; whether the browser waits for a click. What nobody can hear now is left out: a page in the
    /// background gathers nothing for later.
    fn step(&mut self, scene: &Scene, now_ms: f64, else_is_heard: bool) -> bool {
        let news = self.follower.follow(scene, now_ms);
        let runs = self.synth.runs();
        let heard = runs && !else_is_heard && device::visible();
        self.change(music(scene, now_ms).filter(|_| heard));
        self.go_on();
        if heard {
            for (signal, in_ms) in news {
                let at = self.synth.now() + LEAD + in_ms.max(0.0) / 1000.0;
                self.synth.play(&self.signals, at, &score::signal(signal));
            }
        }
        !runs && device::local_ms() - self.made_ms > SLOW_MS
    }

    fn change(&mut self, wanted: Option<Music>) {
        if self.music.as_ref().map(|(music, _)| *music) == wanted {
            return;
        }
        if let Some((_, group)) = self.music.take() {
            self.synth.fade(&group);
        }
        let begin = |music| Some((music, self.synth.group(score::softened_from_hz(music))?));
        self.music = wanted.and_then(begin);
        self.bar = 0;
        self.bar_at = self.synth.now();
    }

    fn go_on(&mut self) {
        let Some((music, group)) = &self.music else { return };
        let now = self.synth.now();
        if self.bar_at > now + AHEAD {
            return;
        }
        // After a sleep, bars that nobody has heard are over.
        let at = self.bar_at.max(now + LEAD);
        self.synth.play(group, at, &score::bar(*music, self.bar));
        self.bar_at = at + score::bar_seconds(*music);
        self.bar = self.bar.wrapping_add(1);
    }
}
