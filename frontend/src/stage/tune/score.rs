//! The notes of a big screen: what is played when, as numbers and nothing else. Called by the band of this room, which has the
//! synth play them.

/// What is heard for as long as it lasts, bar after bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Music {
    /// Players arrive: quiet chords and a plucked line.
    Lobby,
    /// Packets fall: a shimmer.
    Rain,
}

/// What is heard once, at its moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Signal {
    /// So many seconds are left to answer, five at most.
    Tick(u8),
    /// Nobody can answer any more.
    Lock,
    /// The answer is shown.
    Reveal,
    /// The best players are shown.
    Board,
    /// So many packets were caught since the last coin.
    Coin(u32),
    /// The winners are shown.
    Podium,
}

/// What makes a note's sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Voice {
    Sine,
    Triangle,
    Saw,
    /// It has no pitch.
    Noise,
}

/// A note. Times are in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Note {
    /// When it begins in its bar or its signal.
    pub(super) at: f64,
    pub(super) voice: Voice,
    pub(super) hz: f32,
    /// How long until it is loudest. From there on it fades.
    pub(super) rises: f64,
    /// How long it is heard.
    pub(super) lasts: f64,
    /// How loud it becomes; 1 is as loud as there is.
    pub(super) gain: f32,
}

const SEMITONE: f64 = 1.059_463_094_359_295_3;

/// The pitch of a key of a piano, counted as MIDI does: 69 has 440 Hz, 21 is the lowest.
fn hz(key: u8) -> f32 {
    (21..key).fold(27.5, |hz: f64, _| hz * SEMITONE) as f32
}

fn tone(voice: Voice, key: u8, at: f64, (rises, lasts): (f64, f64), gain: f32) -> Note {
    Note { at, voice, hz: hz(key), rises, lasts, gain }
}

fn hiss(at: f64, (rises, lasts): (f64, f64), gain: f32) -> Note {
    Note { at, voice: Voice::Noise, hz: 0.0, rises, lasts, gain }
}

/// Keys one after the other, or nearly at once.
fn roll(voice: Voice, keys: &[u8], apart: f64, lasts: f64, gain: f32) -> Vec<Note> {
    let keys = (0_u32..).zip(keys);
    keys.map(|(n, key)| tone(voice, *key, f64::from(n) * apart, (0.005, lasts), gain)).collect()
}

const BEAT: f64 = 60.0 / 72.0;
const LOBBY_BAR: f64 = 4.0 * BEAT;
const RAIN_BAR: f64 = 2.0;

/// How many bars the lobby's music has before it begins again: the chords twice, with another line.
const LOBBY_BARS: u32 = 16;

/// A chord for each bar, in G.
const CHORDS: [[u8; 4]; 8] = [
    [55, 62, 66, 69],
    [52, 59, 62, 67],
    [48, 55, 59, 64],
    [50, 57, 62, 64],
    [47, 54, 57, 62],
    [52, 55, 59, 66],
    [45, 52, 55, 60],
    [50, 55, 57, 60],
];

/// Plucked lines: for each eighth of a bar a note of its chord, an octave higher (1 to 4) or two (5 to 8); 0 is a rest.
const LINES: [[u8; 8]; 4] = [
    [2, 0, 4, 0, 3, 0, 6, 0],
    [0, 3, 0, 4, 5, 0, 4, 0],
    [2, 0, 3, 4, 0, 0, 5, 0],
    [4, 0, 0, 3, 0, 2, 0, 0],
];

/// Which line each bar has.
const ORDER: [usize; LOBBY_BARS as usize] = [0, 1, 2, 3, 0, 2, 1, 3, 1, 3, 0, 2, 3, 1, 2, 3];

/// What glistens while it rains, from high to low.
const FALL: [u8; 8] = [98, 95, 93, 91, 88, 86, 83, 81];

/// How long a bar is, in seconds.
pub(super) fn bar_seconds(music: Music) -> f64 {
    match music {
        Music::Lobby => LOBBY_BAR,
        Music::Rain => RAIN_BAR,
    }
}

/// Above which pitch it becomes softer.
pub(super) fn softened_from_hz(music: Music) -> f32 {
    match music {
        Music::Lobby => 1800.0,
        Music::Rain => 7000.0,
    }
}

/// The notes of a bar, counted from 0 and without an end.
pub(super) fn bar(music: Music, number: u32) -> Vec<Note> {
    match music {
        Music::Lobby => lobby((number % LOBBY_BARS) as usize),
        Music::Rain => rain(number),
    }
}

fn lobby(bar: usize) -> Vec<Note> {
    let chord = CHORDS[bar % CHORDS.len()];
    let pad = chord.map(|key| tone(Voice::Triangle, key, 0.0, (1.2, 1.3 * LOBBY_BAR), 0.05));
    let line = (0_u8..).zip(LINES[ORDER[bar]]).filter_map(|(eighth, step)| {
        let step = step.checked_sub(1)?;
        let key = chord[usize::from(step % 4)] + 12 * (1 + step / 4);
        let gain = if eighth % 2 == 0 { 0.11 } else { 0.08 };
        Some(tone(Voice::Triangle, key, f64::from(eighth) * BEAT / 2.0, (0.006, 1.1), gain))
    });
    pad.into_iter().chain(line).collect()
}

fn rain(bar: u32) -> Vec<Note> {
    let drops = (0..8_u8).map(|drop| {
        let chance = scattered(bar.wrapping_mul(8).wrapping_add(drop.into()));
        let key = FALL[usize::from((drop + chance % 3) % 8)];
        let at = 0.25 * (f64::from(drop) + f64::from(chance) / 320.0);
        tone(Voice::Sine, key, at, (0.004, 0.9), 0.035)
    });
    drops.chain([hiss(0.0, (0.8, 1.5 * RAIN_BAR), 0.02)]).collect()
}

/// Another number for each, without any order that one hears.
fn scattered(n: u32) -> u8 {
    (n.wrapping_mul(2_654_435_761) >> 24) as u8
}

/// The notes of a signal.
pub(super) fn signal(signal: Signal) -> Vec<Note> {
    match signal {
        Signal::Tick(left) => {
            let key = 86 - 2 * left.clamp(1, 5);
            vec![tone(Voice::Sine, key, 0.0, (0.003, 0.12), 0.3)]
        }
        Signal::Lock => vec![
            tone(Voice::Triangle, 55, 0.0, (0.004, 0.22), 0.3),
            tone(Voice::Triangle, 48, 0.11, (0.004, 0.3), 0.3),
            hiss(0.0, (0.002, 0.09), 0.1),
        ],
        Signal::Reveal => roll(Voice::Sine, &[67, 71, 74, 79], 0.09, 0.9, 0.18),
        Signal::Board => roll(Voice::Triangle, &[62, 66, 69, 74], 0.05, 1.2, 0.14),
        Signal::Coin(caught) => {
            let keys: &[u8] = if caught > 1 { &[86, 90, 93] } else { &[86, 90] };
            roll(Voice::Sine, keys, 0.06, 0.25, 0.12)
        }
        Signal::Podium => {
            let call = [(67, 0.0, 0.25), (67, 0.22, 0.2), (71, 0.44, 0.25), (74, 0.66, 0.5)];
            let call = call.map(|(key, at, lasts)| tone(Voice::Saw, key, at, (0.01, lasts), 0.09));
            let last =
                [55, 62, 67, 71, 79].map(|key| tone(Voice::Triangle, key, 1.1, (0.02, 2.6), 0.12));
            call.into_iter().chain(last).collect()
        }
    }
}

/// Noise of so many samples, always the same.
pub(super) fn noise(samples: usize) -> Vec<f32> {
    let mut state = 1_u32;
    let next = |_| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state as f32 / 2_147_483_648.0 - 1.0
    };
    (0..samples).map(next).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIGNALS: [Signal; 11] = [
        Signal::Tick(5),
        Signal::Tick(4),
        Signal::Tick(3),
        Signal::Tick(2),
        Signal::Tick(1),
        Signal::Lock,
        Signal::Reveal,
        Signal::Board,
        Signal::Coin(1),
        Signal::Coin(u32::MAX),
        Signal::Podium,
    ];

    /// That a loudspeaker can play it, and nobody is startled.
    fn check(notes: &[Note], within: f64) {
        assert!((1..=16).contains(&notes.len()), "{} notes", notes.len());
        for note in notes {
            let pitch = 80.0..=2800.0;
            assert!(note.voice == Voice::Noise || pitch.contains(&note.hz), "{note:?}");
            assert!((0.0..within).contains(&note.at), "{note:?}");
            assert!(note.rises > 0.0 && note.rises < note.lasts && note.lasts < 5.0, "{note:?}");
            assert!(note.gain > 0.0, "{note:?}");
        }
        let all: f32 = notes.iter().map(|note| note.gain).sum();
        assert!(all <= 1.0, "together {all}: {notes:?}");
    }

    #[test]
    fn every_note_can_be_heard_and_startles_nobody() {
        for music in [Music::Lobby, Music::Rain] {
            for number in (0..200).chain([u32::MAX]) {
                check(&bar(music, number), bar_seconds(music));
            }
        }
        for each in SIGNALS {
            check(&signal(each), 2.0);
        }
        for left in [0, 6, u8::MAX] {
            check(&signal(Signal::Tick(left)), 1.0);
        }
    }

    #[test]
    fn the_lobby_has_most_of_a_minute_before_it_begins_again() {
        let whole = f64::from(LOBBY_BARS) * bar_seconds(Music::Lobby);
        assert!((45.0..60.0).contains(&whole), "{whole} s");
        for number in 0..LOBBY_BARS {
            let again = bar(Music::Lobby, number + 5 * LOBBY_BARS);
            assert_eq!(bar(Music::Lobby, number), again);
        }
        let first = bar(Music::Lobby, 0);
        assert!((1..LOBBY_BARS).all(|number| bar(Music::Lobby, number) != first));
    }

    #[test]
    fn ticks_rise_towards_the_end() {
        let pitches = [5, 4, 3, 2, 1].map(|left| signal(Signal::Tick(left))[0].hz);
        assert!(pitches.is_sorted_by(|before, after| before < after), "{pitches:?}");
    }

    #[test]
    fn keys_are_those_of_a_piano() {
        for (key, expected) in [(21, 27.5), (69, 440.0), (81, 880.0)] {
            assert!((hz(key) - expected).abs() < 0.01, "{key}: {}", hz(key));
        }
    }

    #[test]
    fn noise_is_around_nothing_and_never_too_loud() {
        let noise = noise(44_100);
        assert_eq!(noise.len(), 44_100);
        assert!(noise.iter().all(|sample| (-1.0..=1.0).contains(sample)));
        let mean = noise.iter().sum::<f32>() / noise.len() as f32;
        assert!(mean.abs() < 0.05, "{mean}");
    }
}
