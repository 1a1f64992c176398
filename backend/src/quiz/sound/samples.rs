//! Sounds for tests, put together by hand: silence, as each kind of file has it.

/// A chunk of a RIFF file.
pub(in crate::quiz) fn chunk(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let length = u32::try_from(data.len()).unwrap().to_le_bytes();
    let pad: &[u8] = if data.len() % 2 == 1 { &[0] } else { &[] };
    [name.as_slice(), &length, data, pad].concat()
}

/// A RIFF file of these chunks.
pub(super) fn riff(chunks: &[Vec<u8>]) -> Vec<u8> {
    chunk(b"RIFF", &[b"WAVE".to_vec(), chunks.concat()].concat())
}

/// How samples are written: kind, channels, rate and bits.
pub(super) fn format(kind: u16, channels: u16, rate: u32, bits: u16) -> Vec<u8> {
    let block = channels * bits / 8;
    let parts: [&[u8]; 6] = [
        &kind.to_le_bytes(),
        &channels.to_le_bytes(),
        &rate.to_le_bytes(),
        &(rate * u32::from(block)).to_le_bytes(),
        &block.to_le_bytes(),
        &bits.to_le_bytes(),
    ];
    chunk(b"fmt ", &parts.concat())
}

/// So many samples of one channel in 16 bits.
pub(in crate::quiz) fn wav(rate: u32, samples: usize) -> Vec<u8> {
    riff(&[format(1, 1, rate, 16), chunk(b"data", &vec![0; samples * 2])])
}

/// A silent frame of MPEG 1, layer III: 128 kbit/s, 44.1 kHz, stereo.
pub(super) fn frame() -> Vec<u8> {
    let mut frame = vec![0xff, 0xfb, 0x90, 0];
    frame.resize(417, 0);
    frame
}

/// A tag at the beginning of an MP3 file.
pub(super) fn id3(text: &[u8]) -> Vec<u8> {
    let length = u32::try_from(text.len()).unwrap();
    let seven = |shift: u32| u8::try_from(length >> shift & 0x7f).unwrap();
    [b"ID3\x04\0\0", &[seven(21), seven(14), seven(7), seven(0)][..], text].concat()
}

/// A checksum as RFC 3533 has it, bit by bit.
fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte) << 24, |sum, _| {
            if sum & 0x8000_0000 == 0 { sum << 1 } else { sum << 1 ^ 0x04c1_1db7 }
        })
    })
}

/// A page with whole packets.
pub(super) fn page(flags: u8, serial: u32, samples: u64, packets: &[&[u8]]) -> Vec<u8> {
    let mut parts = Vec::new();
    for packet in packets {
        parts.extend(std::iter::repeat_n(255, packet.len() / 255));
        parts.push(u8::try_from(packet.len() % 255).unwrap());
    }
    raw_page((flags, serial), samples, &parts, &packets.concat())
}

/// A page of these parts.
pub(super) fn raw_page(
    (flags, serial): (u8, u32),
    samples: u64,
    parts: &[u8],
    body: &[u8],
) -> Vec<u8> {
    let mut page = [b"OggS\0", &[flags][..], &samples.to_le_bytes()].concat();
    page.extend(serial.to_le_bytes());
    page.extend([7, 0, 0, 0]);
    page.extend([0; 4]);
    page.push(u8::try_from(parts.len()).unwrap());
    page.extend_from_slice(parts);
    page.extend_from_slice(body);
    let sum = checksum(&page).to_le_bytes();
    page[22..26].copy_from_slice(&sum);
    page
}

/// What an Opus stream begins with: mono, and 312 samples that nobody hears.
pub(super) const OPUS_HEAD: &[u8] = b"OpusHead\x01\x01\x38\x01\x80\xbb\0\0\0\0\0";
/// A packet of silence of 20 ms (RFC 6716, 3.1: SILK, narrow band).
pub(super) const OPUS_SILENCE: &[u8] = &[0x08, 0xff, 0xfe];

/// An Opus file with these comments, and a second of silence.
pub(super) fn opus(comments: &[u8]) -> Vec<u8> {
    let tags = [b"OpusTags", comments].concat();
    let silence = [OPUS_SILENCE; 25];
    [
        page(2, 9, 0, &[OPUS_HEAD]),
        page(0, 9, 0, &[&tags]),
        page(0, 9, 24_312, &silence),
        page(4, 9, 48_312, &silence),
    ]
    .concat()
}

/// A Vorbis stream's first header: mono, so many samples a second.
pub(super) fn vorbis_head(rate: u32) -> Vec<u8> {
    [b"\x01vorbis\0\0\0\0\x01", &rate.to_le_bytes()[..], &[0; 12], &[0xb8, 1]].concat()
}
