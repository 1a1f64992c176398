//! OGG: pages of packets (RFC 3533). Of several streams the first that is a sound is kept; its headers are
//! written anew, with nothing in the comments, and its pages are counted anew.

use quizrain_shared::api::UnusualSound;

use super::{Cut, InvalidSound, take, u16_le, u32_le};

/// What each page begins with.
const SIGNATURE: &[u8] = b"OggS";
/// What a page says of itself: it continues a packet, is a stream's first or its last.
const CONTINUED: u8 = 1;
const FIRST: u8 = 2;
const LAST: u8 = 4;
/// A page on which no packet ends.
const NO_END: u64 = u64::MAX;
/// Opus is always counted in so many samples a second (RFC 7845, 4).
const OPUS_RATE: u32 = 48_000;
/// Parts of a packet, of this length but the last one, that a page has at most.
const PART: usize = 255;
const PARTS: usize = 255;
/// What the stream of every sound is called: a file has one.
const SERIAL: u32 = 1;

pub(super) fn is(file: &[u8]) -> bool {
    file.starts_with(SIGNATURE)
}

/// A page as it stands in a file.
struct Page<'f> {
    flags: u8,
    /// How many samples there are up to the last packet that ends on it.
    samples: u64,
    serial: u32,
    parts: &'f [u8],
    body: &'f [u8],
}

impl<'f> Page<'f> {
    /// The next page; `None`: there is none, or it is damaged.
    fn next(rest: &mut &'f [u8]) -> Option<Self> {
        let whole = *rest;
        let head = take(rest, 27).filter(|head| head.starts_with(SIGNATURE) && head[4] == 0)?;
        let parts = take(rest, head[26].into())?;
        let body = take(rest, parts.iter().map(|part| usize::from(*part)).sum())?;
        let length = whole.len() - rest.len();
        let sum = [&whole[..22], &[0; 4], &whole[26..length]].into_iter().flatten().copied();
        if u32_le(head, 22)? != checksum(sum) {
            return None;
        }
        let samples = u64::from_le_bytes(*head[6..].first_chunk()?);
        Some(Self { flags: head[5], samples, serial: u32_le(head, 14)?, parts, body })
    }
}

/// The checksum of a page (RFC 3533, 6.7).
fn checksum(bytes: impl Iterator<Item = u8>) -> u32 {
    const TABLE: [u32; 256] = table();
    bytes.fold(0, |sum, byte| {
        let [high, ..] = sum.to_be_bytes();
        sum << 8 ^ TABLE[usize::from(high ^ byte)]
    })
}

const fn table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut place = 0;
    while place < 256 {
        let mut sum = (place as u32) << 24;
        let mut bit = 0;
        while bit < 8 {
            sum = if sum >> 31 == 1 { sum << 1 ^ 0x04c1_1db7 } else { sum << 1 };
            bit += 1;
        }
        table[place] = sum;
        place += 1;
    }
    table
}

/// A page as it is written.
fn put(file: &mut Vec<u8>, number: u32, page: &Page<'_>) {
    let begin = file.len();
    file.extend_from_slice(SIGNATURE);
    file.extend([0, page.flags]);
    file.extend(page.samples.to_le_bytes());
    file.extend(page.serial.to_le_bytes());
    file.extend(number.to_le_bytes());
    file.extend([0; 4]);
    // No page has more parts than a byte counts.
    file.push(u8::try_from(page.parts.len()).unwrap_or(u8::MAX));
    file.extend_from_slice(page.parts);
    file.extend_from_slice(page.body);
    let sum = checksum(file[begin..].iter().copied()).to_le_bytes();
    file[begin + 22..begin + 26].copy_from_slice(&sum);
}

/// What a sound is coded in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Coding {
    Vorbis,
    Opus,
}

impl Coding {
    fn of(page: &Page<'_>) -> Option<Self> {
        match page.body {
            [b'O', b'p', b'u', b's', b'H', b'e', b'a', b'd', ..] => Some(Self::Opus),
            [1, b'v', b'o', b'r', b'b', b'i', b's', ..] => Some(Self::Vorbis),
            _ => None,
        }
    }

    /// Packets before the audio.
    fn headers(self) -> usize {
        match self {
            Self::Vorbis => 3,
            Self::Opus => 2,
        }
    }

    /// Samples a second, and how many of them nobody hears at the beginning.
    fn rate(self, head: &[u8]) -> Option<(u32, u64)> {
        let (rate, skipped) = match self {
            Self::Vorbis => (u32_le(head, 12)?, 0),
            Self::Opus => (OPUS_RATE, u64::from(u16_le(head, 10)?)),
        };
        (8000..=192_000).contains(&rate).then_some((rate, skipped))
    }

    /// A header with comments that say nothing.
    fn comments(self) -> &'static [u8] {
        match self {
            Self::Vorbis => b"\x03vorbis\0\0\0\0\0\0\0\0\x01",
            Self::Opus => b"OpusTags\0\0\0\0\0\0\0\0",
        }
    }
}

pub(super) fn cut(file: &[u8]) -> Result<Cut, InvalidSound> {
    let mut rest = file;
    let (coding, first) = loop {
        // The first pages of all streams come before any other.
        let page = Page::next(&mut rest).ok_or(InvalidSound::Damaged)?;
        if page.flags & FIRST == 0 {
            return Err(InvalidSound::Unplayable(UnusualSound::OggCoding));
        }
        if let Some(coding) = Coding::of(&page) {
            break (coding, page);
        }
    };
    let (rate, skipped) = coding.rate(first.body).ok_or(InvalidSound::Damaged)?;
    let mut ours = std::iter::from_fn(|| Page::next(&mut rest))
        .filter(|page| page.serial == first.serial)
        .take_while(|page| page.flags & FIRST == 0);
    let mut packets = packets(&first, &mut ours, coding.headers()).ok_or(InvalidSound::Damaged)?;
    packets[1] = coding.comments().to_vec();
    let mut bytes = Vec::with_capacity(file.len());
    let (one, others) = packets.split_first().ok_or(InvalidSound::Damaged)?;
    let mut number = 0;
    for (flags, packets) in [(FIRST, std::slice::from_ref(one)), (0, others)] {
        let parts: Vec<u8> = packets.iter().flat_map(|packet| parts(packet.len())).collect();
        if parts.len() > PARTS {
            return Err(InvalidSound::Unplayable(UnusualSound::OggHeaders));
        }
        let body = packets.concat();
        let page = Page { flags, samples: 0, serial: SERIAL, parts: &parts, body: &body };
        put(&mut bytes, number, &page);
        number += 1;
    }
    let mut pages = ours.peekable();
    let mut samples = 0;
    while let Some(page) = pages.next() {
        let is_last = page.flags & LAST != 0 || pages.peek().is_none();
        let flags = page.flags & CONTINUED | if is_last { LAST } else { 0 };
        if page.samples != NO_END {
            samples = page.samples.max(samples);
        }
        put(&mut bytes, number, &Page { flags, serial: SERIAL, ..page });
        number += 1;
        if is_last {
            break;
        }
    }
    let ms = samples.saturating_sub(skipped).saturating_mul(1000) / u64::from(rate);
    Ok(Cut { bytes, ms })
}

/// The lengths of a packet's parts.
fn parts(length: usize) -> impl Iterator<Item = u8> {
    let last = u8::try_from(length % PART).unwrap_or_default();
    std::iter::repeat_n(u8::MAX, length / PART).chain([last])
}

/// The first packets of a stream, which end where a page ends.
fn packets<'f>(
    first: &Page<'f>,
    others: &mut impl Iterator<Item = Page<'f>>,
    count: usize,
) -> Option<Vec<Vec<u8>>> {
    let mut packets = vec![Vec::new()];
    let mut next = Some((first.parts, first.body));
    while let Some((parts, mut body)) = next {
        let mut is_whole = false;
        for part in parts {
            let bytes = take(&mut body, (*part).into())?;
            if is_whole {
                packets.push(Vec::new());
            }
            packets.last_mut()?.extend_from_slice(bytes);
            is_whole = usize::from(*part) < PART;
        }
        if is_whole && packets.len() >= count {
            return (packets.len() == count).then_some(packets);
        }
        if is_whole {
            packets.push(Vec::new());
        }
        if packets.len() > count {
            return None;
        }
        let page = others.next()?;
        next = Some((page.parts, page.body));
    }
    None
}
