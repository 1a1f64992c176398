//! Whether a file has nothing in it but its picture: no place where a photo was taken, no names, no thumbnail
//! of what was cut off, no other file behind it.
//!
//! Parts that are needed to see the picture are known; one of any other kind is something else. A part that runs
//! past the end of the file is the picture's, as far as a decoder is concerned.

use crate::quiz::media::MediaKind;

/// Whether that is so. What is not may be decoded and written anew.
pub(crate) fn is_plain(kind: MediaKind, file: &[u8]) -> bool {
    match kind {
        MediaKind::Png => png(file),
        MediaKind::Jpeg => jpeg(file),
        MediaKind::Webp => webp(file),
        MediaKind::Mp3 | MediaKind::Ogg | MediaKind::Wav => false,
    }
}

/// PNG (W3C, third edition, 5 and 11): a signature, then parts of a length, a name, data and a checksum.
fn png(file: &[u8]) -> bool {
    const SEEN: [&[u8; 4]; 11] = [
        b"IHDR", b"PLTE", b"IDAT", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"sBIT", b"bKGD", b"pHYs",
        b"IEND",
    ];
    let mut rest = file.get(8..).unwrap_or_default();
    while let Some((length, after)) = rest.split_first_chunk::<4>() {
        let Some((name, after)) = after.split_first_chunk::<4>() else { return true };
        if !SEEN.contains(&name) {
            return false;
        }
        let length = u32::from_be_bytes(*length) as usize;
        rest = after.get(length.saturating_add(4)..).unwrap_or_default();
        if name == b"IEND" {
            return length == 0 && rest.is_empty();
        }
    }
    true
}

/// JPEG (ITU-T T.81, annex B): parts that begin with a marker, and behind the head of each scan its data.
fn jpeg(file: &[u8]) -> bool {
    let mut rest = file.get(2..).unwrap_or_default();
    while let Some((&first, after)) = rest.split_first() {
        let Some((&marker, after)) = after.split_first() else { return true };
        match (first, marker) {
            // Any number of them may stand before a marker.
            (0xff, 0xff) => rest = &rest[1..],
            (0xff, 0xd9) => return after.is_empty(),
            (0xff, 0xc0..=0xcf | 0xda | 0xdb | 0xdd | 0xe0 | 0xee) => {
                let Some((length, data)) = after.split_first_chunk::<2>() else { return true };
                let length = usize::from(u16::from_be_bytes(*length)).saturating_sub(2);
                let Some((data, behind)) = data.split_at_checked(length) else { return true };
                let known = match marker {
                    // Without a thumbnail.
                    0xe0 => data.starts_with(b"JFIF\0") && data.len() == 14,
                    // How colours are to be understood.
                    0xee => data.starts_with(b"Adobe") && data.len() == 12,
                    _ => true,
                };
                if !known {
                    return false;
                }
                rest = if marker == 0xda { behind_scan(behind) } else { behind };
            }
            _ => return false,
        }
    }
    true
}

/// What comes behind the data of a scan: a marker that is neither a stuffed byte nor a restart.
fn behind_scan(data: &[u8]) -> &[u8] {
    let is_end = |pair: &[u8]| pair[0] == 0xff && !matches!(pair[1], 0 | 0xd0..=0xd7 | 0xff);
    data.windows(2).position(is_end).map_or(&[], |at| &data[at..])
}

/// WebP (RFC 9649, 2.3 to 2.7): one part that holds all others, each a name, a length and data of even length.
fn webp(file: &[u8]) -> bool {
    let whole = file.get(4..8).and_then(|length| length.first_chunk());
    let whole = whole.map_or(0, |length| u32::from_le_bytes(*length) as usize);
    if file.len() > whole.saturating_add(8) {
        return false;
    }
    let mut rest = file.get(12..).unwrap_or_default();
    while let Some((name, after)) = rest.split_first_chunk::<4>() {
        let Some((length, data)) = after.split_first_chunk::<4>() else { return true };
        let known = match name {
            b"VP8 " | b"VP8L" | b"ALPH" => true,
            // Nothing but what shines through.
            b"VP8X" => data.first().is_some_and(|flags| flags & !0x10 == 0),
            _ => false,
        };
        if !known {
            return false;
        }
        let length = u32::from_le_bytes(*length) as usize;
        rest = data.get(length.saturating_add(length % 2)..).unwrap_or_default();
    }
    true
}
