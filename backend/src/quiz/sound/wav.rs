//! WAV: chunks behind a header (RIFF). Samples of the kinds that every browser plays, and nothing else.

use quizrain_shared::api::UnusualSound;

use super::{Cut, InvalidSound, take, u16_le, u32_le};

/// Samples as whole numbers, and as fractions (RFC 2361, appendix A).
const PCM: u16 = 1;
const FLOAT: u16 = 3;
/// The kind stands further back.
const EXTENSIBLE: u16 = 0xfffe;
/// How many samples a second there may be.
const RATES: std::ops::RangeInclusive<u32> = 8000..=192_000;

/// What a WAV file begins with.
pub(super) fn is(file: &[u8]) -> bool {
    file.starts_with(b"RIFF") && file.get(8..12) == Some(b"WAVE")
}

/// How its samples are written.
struct Format {
    kind: u16,
    channels: u16,
    rate: u32,
    bits: u16,
}

impl Format {
    fn read(chunk: &[u8]) -> Result<Self, InvalidSound> {
        let read = || {
            let kind = match u16_le(chunk, 0)? {
                EXTENSIBLE => u16_le(chunk, 24)?,
                kind => kind,
            };
            let (channels, rate) = (u16_le(chunk, 2)?, u32_le(chunk, 4)?);
            Some(Self { kind, channels, rate, bits: u16_le(chunk, 14)? })
        };
        let format = read().ok_or(InvalidSound::Damaged)?;
        let known = matches!((format.kind, format.bits), (PCM, 8 | 16 | 24 | 32) | (FLOAT, 32));
        if !known {
            return Err(InvalidSound::Unplayable(UnusualSound::WavCoding));
        }
        if !(1..=2).contains(&format.channels) || !RATES.contains(&format.rate) {
            return Err(InvalidSound::Unplayable(UnusualSound::WavChannels));
        }
        Ok(format)
    }

    /// Bytes of a sample of all channels.
    fn block(&self) -> u16 {
        self.channels * self.bits / 8
    }

    fn written(&self) -> [u8; 16] {
        let mut bytes = [0; 16];
        let block = self.block();
        let parts: [&[u8]; 6] = [
            &self.kind.to_le_bytes(),
            &self.channels.to_le_bytes(),
            &self.rate.to_le_bytes(),
            &(self.rate * u32::from(block)).to_le_bytes(),
            &block.to_le_bytes(),
            &self.bits.to_le_bytes(),
        ];
        for (byte, part) in bytes.iter_mut().zip(parts.into_iter().flatten()) {
            *byte = *part;
        }
        bytes
    }
}

pub(super) fn cut(file: &[u8]) -> Result<Cut, InvalidSound> {
    let mut rest = file.get(12..).unwrap_or_default();
    let mut format = None;
    while let Some(head) = take(&mut rest, 8) {
        let length = u32_le(head, 4).map_or(0, |length| length as usize);
        // A program that wrote while it recorded did not know the length.
        let there = length.min(rest.len());
        let chunk = take(&mut rest, there).unwrap_or_default();
        match head.first_chunk() {
            Some(b"fmt ") => format = Some(Format::read(chunk)?),
            Some(b"data") => {
                let format = format.ok_or(InvalidSound::Damaged)?;
                return Ok(written(&format, chunk));
            }
            _ => {}
        }
        if length % 2 == 1 {
            let _ = take(&mut rest, 1);
        }
    }
    Err(InvalidSound::Damaged)
}

/// A file of these samples.
fn written(format: &Format, samples: &[u8]) -> Cut {
    let block = usize::from(format.block());
    let count = samples.len() / block;
    let samples = &samples[..count * block];
    // An upload is far below 4 GiB.
    let length = |bytes: usize| u32::try_from(bytes).unwrap_or(u32::MAX).to_le_bytes();
    let pad: &[u8] = if samples.len() % 2 == 1 { &[0] } else { &[] };
    let bytes = [
        b"RIFF",
        &length(36 + samples.len() + pad.len())[..],
        b"WAVEfmt ",
        &16_u32.to_le_bytes(),
        &format.written(),
        b"data",
        &length(samples.len()),
        samples,
        pad,
    ]
    .concat();
    Cut { bytes, ms: count as u64 * 1000 / u64::from(format.rate) }
}
