//! MP3: frames, each with a header that says how long it is (ISO/IEC 11172-3, 2.4.2.3).

use super::{Cut, InvalidSound};

/// Kilobits a second, by a header's number from 1: of MPEG 1, and of the two with lower rates.
const KBITS: [u32; 14] = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const KBITS_LOW: [u32; 14] = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
/// Samples a second of MPEG 1.
const RATES: [u32; 3] = [44_100, 48_000, 32_000];
/// How many frames in a row are no accident.
const IN_A_ROW: usize = 3;

/// A frame's header.
#[derive(Clone, Copy)]
struct Header {
    /// Bytes of the whole frame.
    bytes: usize,
    samples: u32,
    rate: u32,
    /// Bytes before its audio.
    before: usize,
}

impl Header {
    fn read(bytes: &[u8]) -> Option<Self> {
        let [0xff, version, coded, channels] = *bytes.first_chunk()? else { return None };
        // Layer III.
        if version & 0xe6 != 0xe2 {
            return None;
        }
        // Samples a second are a half of MPEG 1's in MPEG 2 and a quarter in 2.5.
        let (kbits, samples, less) = match (version >> 3) & 3 {
            3 => (KBITS, 1152, 1),
            2 => (KBITS_LOW, 576, 2),
            0 => (KBITS_LOW, 576, 4),
            _ => return None,
        };
        let kbits = kbits.get(usize::from(coded >> 4).checked_sub(1)?)?;
        let rate = RATES.get(usize::from((coded >> 2) & 3))? / less;
        let pad = u32::from((coded >> 1) & 1);
        let whole = samples / 8 * kbits * 1000 / rate + pad;
        let mono = channels >> 6 == 3;
        let side = match (samples, mono) {
            (1152, false) => 32,
            (1152, true) | (_, false) => 17,
            _ => 9,
        };
        let checked = if version & 1 == 0 { 2 } else { 0 };
        let before = 4 + checked + side;
        Some(Self { bytes: whole as usize, samples, rate, before })
    }

    fn is_like(&self, other: &Self) -> bool {
        (self.samples, self.rate) == (other.samples, other.rate)
    }

    /// Whether the frame has no audio but tells what encoder made the file, and how long it is.
    fn is_about_the_file(&self, frame: &[u8]) -> bool {
        let at = |place: usize| frame.get(place..place + 4);
        matches!(at(self.before), Some(b"Xing" | b"Info")) || at(36) == Some(b"VBRI")
    }
}

/// Whether so many frames stand here, one after the other; the file may end before.
fn begins(bytes: &[u8]) -> bool {
    let Some(first) = Header::read(bytes) else { return false };
    let mut rest = bytes;
    for _ in 0..IN_A_ROW {
        match Header::read(rest) {
            Some(header) if header.is_like(&first) => match rest.get(header.bytes..) {
                Some(after) => rest = after,
                None => return false,
            },
            _ => return false,
        }
    }
    true
}

pub(super) fn cut(file: &[u8]) -> Result<Cut, InvalidSound> {
    let mut rest = without_tags(file);
    if !begins(rest) {
        return Err(InvalidSound::UnknownKind);
    }
    let first = Header::read(rest).ok_or(InvalidSound::UnknownKind)?;
    let mut bytes = Vec::with_capacity(rest.len());
    let mut frames = 0;
    while !rest.is_empty() {
        let frame = Header::read(rest).filter(|it| it.is_like(&first));
        match frame.and_then(|it| Some((it, rest.split_at_checked(it.bytes)?))) {
            Some((header, (frame, after))) => {
                if !header.is_about_the_file(frame) {
                    bytes.extend_from_slice(frame);
                    frames += 1;
                }
                rest = after;
            }
            // Between songs that were joined stand tags. Behind the last frame nothing begins again.
            None => match (1..rest.len()).find(|place| begins(&rest[*place..])) {
                Some(place) => rest = &rest[place..],
                None => break,
            },
        }
    }
    let ms = frames * u64::from(first.samples) * 1000 / u64::from(first.rate);
    Ok(Cut { bytes, ms })
}

/// What comes behind the tags at the beginning (ID3v2.4, 3.1).
fn without_tags(file: &[u8]) -> &[u8] {
    let mut rest = file;
    while let [b'I', b'D', b'3', _, _, flags, a, b, c, d, ..] = *rest {
        let size = [a, b, c, d].iter().fold(0, |size, byte| size << 7 | usize::from(byte & 0x7f));
        let foot = if flags & 0x10 == 0 { 0 } else { 10 };
        rest = rest.get(10 + size + foot..).unwrap_or_default();
    }
    // Some programs leave room for longer tags.
    let room = rest.iter().take_while(|byte| **byte == 0).count();
    &rest[room..]
}
