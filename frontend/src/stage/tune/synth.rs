//! The browser's synthesizer: plays notes at their times. The only file that knows Web Audio; called by the band of
//! this room.

use leptos::task::spawn_local;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    AudioBuffer, AudioContext, AudioContextState, AudioScheduledSourceNode, BiquadFilterType,
    GainNode, OscillatorType,
};

use super::score::{self, Note, Voice};

/// How loud everything is at full volume.
const LEVEL: f32 = 0.8;
/// As silent as a fading note becomes: it never comes to nothing.
const SILENT: f32 = 0.0001;
/// How quickly what is broken off fades, in seconds.
const FADES: f64 = 0.12;

/// It is silent for good when it is dropped.
pub(super) struct Synth {
    context: AudioContext,
    master: GainNode,
    noise: AudioBuffer,
}

/// Something that is faded as one.
pub(super) struct Group(GainNode);

impl Synth {
    /// `None` in a browser that has no such thing.
    pub(super) fn new(loudness: f32) -> Option<Self> {
        fn of(context: &AudioContext) -> Result<(GainNode, AudioBuffer), JsValue> {
            let master = context.create_gain()?;
            master.connect_with_audio_node(&context.destination())?;
            let rate = context.sample_rate();
            let samples = score::noise(rate as usize);
            let noise = context.create_buffer(1, rate as u32, rate)?;
            noise.copy_to_channel(&samples, 0)?;
            Ok((master, noise))
        }
        let context = AudioContext::new().ok()?;
        let Ok((master, noise)) = of(&context) else {
            let _ = context.close();
            return None;
        };
        let synth = Self { context, master, noise };
        synth.set_loudness(loudness);
        Some(synth)
    }

    /// Plays louder or softer, from 0 to 1.
    pub(super) fn set_loudness(&self, loudness: f32) {
        self.master.gain().set_value(LEVEL * loudness);
    }

    /// Its clock, in seconds. It stands still while nothing can be heard.
    pub(super) fn now(&self) -> f64 {
        self.context.current_time()
    }

    /// Whether the browser lets it be heard.
    pub(super) fn runs(&self) -> bool {
        self.context.state() == AudioContextState::Running
    }

    /// Asks the browser to be heard, which grants it after a click.
    pub(super) fn wake(&self) {
        if self.runs() {
            return;
        }
        if let Ok(heard) = self.context.resume() {
            spawn_local(async move {
                let _ = JsFuture::from(heard).await;
            });
        }
    }

    /// A group that is softer above a pitch.
    pub(super) fn group(&self, softened_from_hz: f32) -> Option<Group> {
        let filter = self.context.create_biquad_filter().ok()?;
        filter.set_type(BiquadFilterType::Lowpass);
        filter.frequency().set_value(softened_from_hz);
        filter.connect_with_audio_node(&self.master).ok()?;
        let gain = self.context.create_gain().ok()?;
        gain.connect_with_audio_node(&filter).ok()?;
        Some(Group(gain))
    }

    /// Silences what a group still has to play.
    pub(super) fn fade(&self, group: &Group) {
        let _ = group.0.gain().set_target_at_time(0.0, self.now(), FADES);
    }

    /// Plays notes, the first of which begin at a time of its clock.
    pub(super) fn play(&self, group: &Group, at: f64, notes: &[Note]) {
        for note in notes {
            // A note that cannot be played is missing, and no more.
            let _ = self.note(group, at, note);
        }
    }

    fn note(&self, group: &Group, start: f64, note: &Note) -> Result<(), JsValue> {
        let from = start + note.at;
        let until = from + note.lasts;
        let envelope = self.context.create_gain()?;
        let gain = envelope.gain();
        gain.set_value_at_time(0.0, from)?;
        gain.linear_ramp_to_value_at_time(note.gain, from + note.rises)?;
        gain.exponential_ramp_to_value_at_time(SILENT, until)?;
        envelope.connect_with_audio_node(&group.0)?;
        let source = self.source(note)?;
        source.connect_with_audio_node(&envelope)?;
        source.start_with_when(from)?;
        source.stop_with_when(until)
    }

    fn source(&self, note: &Note) -> Result<AudioScheduledSourceNode, JsValue> {
        let voice = match note.voice {
            Voice::Sine => OscillatorType::Sine,
            Voice::Triangle => OscillatorType::Triangle,
            Voice::Saw => OscillatorType::Sawtooth,
            Voice::Noise => {
                let source = self.context.create_buffer_source()?;
                source.set_buffer(Some(&self.noise));
                source.set_loop(true);
                return Ok(source.into());
            }
        };
        let source = self.context.create_oscillator()?;
        source.set_type(voice);
        source.frequency().set_value(note.hz);
        Ok(source.into())
    }
}

impl Drop for Synth {
    fn drop(&mut self) {
        let _ = self.context.close();
    }
}
