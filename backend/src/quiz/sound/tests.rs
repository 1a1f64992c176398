use proptest::prelude::*;

use super::samples::*;
use super::*;

fn has(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|it| it == part)
}

fn of(kind: MediaKind, bytes: Vec<u8>, ms: u16) -> Heard {
    Heard { file: Media::of(kind, bytes.into()), ms }
}

#[test]
fn a_wav_file_is_its_samples() {
    let plain = wav(8000, 4000);
    assert_eq!(cut(&plain).unwrap(), of(MediaKind::Wav, plain.clone(), 500));
    // Whatever else is in it, before and behind.
    let format_16 = format(1, 1, 8000, 16);
    let samples = chunk(b"data", &[0; 8000]);
    let said = chunk(b"LIST", b"INFOIART<script>");
    let tagged = [riff(&[said.clone(), format_16, samples, said]), b"<script>".to_vec()].concat();
    assert_eq!(cut(&tagged).unwrap(), cut(&plain).unwrap());
    // A recorder that was cut off, and one that did not know how long it would be.
    let half = &plain[..plain.len() - 4001];
    assert_eq!(cut(half).unwrap().ms, 249);
    let mut live = plain.clone();
    live[40..44].copy_from_slice(&[0xff; 4]);
    assert_eq!(cut(&live).unwrap(), cut(&plain).unwrap());
}

#[test]
fn a_wav_file_is_of_kinds_that_browsers_play() {
    let with = |format: Vec<u8>| riff(&[format, chunk(b"data", &[1; 96_000])]);
    for (kind, channels, rate, bits, ms) in [
        (1, 2, 48_000, 16, 500),
        (1, 1, 8000, 8, 12_000),
        (1, 2, 8000, 24, 2000),
        (3, 1, 8000, 32, 3000),
    ] {
        let file = with(format(kind, channels, rate, bits));
        assert_eq!(cut(&file).unwrap(), of(MediaKind::Wav, file, ms));
    }
    let mut extensible = format(0xfffe, 2, 48_000, 16);
    extensible.extend([22, 0, 16, 0, 3, 0, 0, 0, 1, 0]);
    extensible.extend([0; 14]);
    extensible[4] = 40;
    assert_eq!(cut(&with(extensible)), cut(&with(format(1, 2, 48_000, 16))));
    for (kind, channels, rate, bits) in [
        (2, 1, 8000, 4),
        (1, 0, 8000, 16),
        (1, 6, 8000, 16),
        (1, 1, 7999, 16),
        (1, 1, 0, 16),
        (1, 1, 8000, 0),
    ] {
        let why = cut(&with(format(kind, channels, rate, bits))).unwrap_err();
        assert!(matches!(why, InvalidSound::Unplayable(_)), "{why}");
    }
    for file in [riff(&[]), riff(&[format(1, 1, 8000, 16)]), riff(&[chunk(b"data", &[0; 8])])] {
        assert_eq!(cut(&file), Err(InvalidSound::Damaged));
    }
}

#[test]
fn an_mp3_file_is_its_frames() {
    let frames = frame().repeat(100);
    // 1152 samples each.
    assert_eq!(cut(&frames).unwrap(), of(MediaKind::Mp3, frames.clone(), 2612));
    let mut about = frame();
    about[36..40].copy_from_slice(b"Xing");
    about[100..107].copy_from_slice(b"LAME3.1");
    let tail = [b"TAG".to_vec(), b"<script>".repeat(15)].concat();
    let song = frame().repeat(50);
    let file = [
        id3(b"APIC<script>"),
        vec![0; 300],
        about,
        song.clone(),
        id3(b"TIT2<script>"),
        song,
        frame()[..200].to_vec(),
        tail,
    ];
    assert_eq!(cut(&file.concat()).unwrap(), cut(&frames).unwrap());
}

#[test]
fn mp3_frames_of_all_rates_are_as_long_as_they_say() {
    // Version and layer, bit rate and sample rate, channels; and the frame's bytes and samples a second.
    for (head, bytes, ms_of_40) in [
        ([0xff, 0xfb, 0x90, 0x00], 417, 1044),
        ([0xff, 0xfb, 0x92, 0x00], 418, 1044),
        ([0xff, 0xfb, 0xe4, 0xc0], 960, 960),
        ([0xff, 0xf3, 0x80, 0xc0], 208, 1044),
        ([0xff, 0xe3, 0x88, 0xc0], 576, 2880),
    ] {
        let mut frame = head.to_vec();
        frame.resize(bytes, 0);
        let file = frame.repeat(40);
        assert_eq!(cut(&file).unwrap(), of(MediaKind::Mp3, file, ms_of_40), "{head:x?}");
    }
    // Of no known length, another layer, a reserved version or rate.
    for head in [
        [0xff, 0xfb, 0x00, 0],
        [0xff, 0xfb, 0xf0, 0],
        [0xff, 0xfd, 0x90, 0],
        [0xff, 0xeb, 0x90, 0],
        [0xff, 0xfb, 0x9c, 0],
    ] {
        let mut frame = head.to_vec();
        frame.resize(417, 0);
        assert_eq!(cut(&frame.repeat(40)), Err(InvalidSound::UnknownKind), "{head:x?}");
    }
}

#[test]
fn an_ogg_file_keeps_its_first_sound_and_no_comment() {
    let plain = cut(&opus(&[0; 8])).unwrap();
    assert_eq!((plain.file.kind, plain.ms), (MediaKind::Ogg, 1000));
    // Comments that go on over several pages, a stream of another kind, and a second sound.
    let long = [b"OpusTags".to_vec(), b"<script>".repeat(5000)].concat();
    let (first, second) = long.split_at(255 * 100);
    let silence = [OPUS_SILENCE; 25];
    let file = [
        page(2, 8, 0, &[b"fishead\0<script>"]),
        page(2, 9, 0, &[OPUS_HEAD]),
        page(2, 10, 0, &[OPUS_HEAD]),
        raw_page((0, 9), u64::MAX, &[255; 100], first),
        page(0, 8, 0, &[b"<script>"]),
        page(1, 9, 0, &[second]),
        page(0, 9, 24_312, &silence),
        page(0, 10, 24_312, &[b"<script>"]),
        page(4, 9, 48_312, &silence),
        page(2, 9, 0, &[OPUS_HEAD]),
        b"<script>".to_vec(),
    ];
    assert_eq!(cut(&file.concat()).unwrap(), plain);
    assert_eq!(cut(&plain.file.bytes).unwrap(), plain, "what was cut is a sound");
    // The last page is gone: what is there ends well.
    let whole = opus(&[0; 8]);
    let part = cut(&whole[..whole.len() - 9]).unwrap();
    assert_eq!((part.ms, cut(&part.file.bytes).unwrap()), (500, part));
}

#[test]
fn a_vorbis_file_keeps_how_it_is_coded() {
    let setup = [b"\x05vorbis".to_vec(), vec![0x5a; 3000]].concat();
    let comments = [b"\x03vorbis".to_vec(), b"<script>".repeat(40)].concat();
    let file = [
        page(2, 3, 0, &[&vorbis_head(44_100)]),
        page(0, 3, 0, &[&comments, &setup]),
        page(4, 3, 22_050, &[&[0x11; 40]]),
    ];
    let heard = cut(&file.concat()).unwrap();
    assert_eq!((heard.file.kind, heard.ms), (MediaKind::Ogg, 500));
    assert!(has(&heard.file.bytes, &[0x11; 40]) && has(&heard.file.bytes, &[0x5a; 3000]));
    assert!(!has(&heard.file.bytes, b"<script>"));
    for rate in [0, 1, 7999, u32::MAX] {
        let file = [page(2, 3, 0, &[&vorbis_head(rate)]), file[1..].concat()].concat();
        assert_eq!(cut(&file), Err(InvalidSound::Damaged));
    }
    let large = [b"\x05vorbis".to_vec(), vec![0; 60_000]].concat();
    let (one, other) = large.split_at(255 * 200);
    let file = [
        file[0].clone(),
        page(0, 3, 0, &[&comments]),
        raw_page((0, 3), u64::MAX, &[255; 200], one),
        page(1, 3, 0, &[other]),
        file[2].clone(),
    ];
    assert_eq!(cut(&file.concat()).unwrap().ms, 500);
}

#[test]
fn an_ogg_file_without_a_sound_is_refused() {
    let video = [page(2, 1, 0, &[b"\x80theora"]), page(0, 1, 0, &[b"x"])].concat();
    assert!(matches!(cut(&video), Err(InvalidSound::Unplayable(_))));
    for file in [
        b"OggS".to_vec(),
        page(2, 1, 0, &[OPUS_HEAD]),
        page(2, 1, 0, &[b"OpusHead"]),
        [page(2, 1, 0, &[OPUS_HEAD]), page(0, 1, 0, &[b"OpusTags"])].concat(),
        [page(2, 1, 0, &[OPUS_HEAD]), page(0, 1, 0, &[b"a", b"b", b"c"])].concat(),
        // All is skipped.
        [page(2, 1, 0, &[OPUS_HEAD]), page(0, 1, 0, &[b"a"]), page(4, 1, 300, &[b"b"])].concat(),
    ] {
        assert_eq!(cut(&file), Err(InvalidSound::Damaged));
    }
    let mut wrong = opus(&[0; 8]);
    wrong[22] ^= 1;
    assert_eq!(cut(&wrong), Err(InvalidSound::Damaged));
}

#[test]
fn a_sound_is_short_and_small() {
    assert_eq!(cut(&wav(8000, 240_000)).unwrap().ms, 30_000);
    assert_eq!(cut(&wav(8000, 240_008)), Err(InvalidSound::TooLong(30_001)));
    assert_eq!(cut(&wav(8000, 4_000_000)), Err(InvalidSound::TooLong(500_000)));
    let large = riff(&[format(1, 2, 48_000, 32), chunk(b"data", &vec![0; MAX_SOUND_BYTES])]);
    assert_eq!(cut(&large), Err(InvalidSound::TooLarge(MAX_SOUND_BYTES + 44)));
    let long = InvalidSound::TooLong(30_001).to_string();
    assert_eq!(long, "this sound lasts 31 seconds; 30 at most");
    // An end beyond all counting.
    let file =
        [page(2, 1, 0, &[OPUS_HEAD]), page(0, 1, 0, &[b"a"]), page(4, 1, u64::MAX - 1, &[b"b"])];
    assert!(matches!(cut(&file.concat()), Err(InvalidSound::TooLong(_))));
}

#[test]
fn what_is_no_sound_is_refused() {
    for file in [
        b"".as_slice(),
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"\x89PNG\r\n\x1a\n",
        b"RIFF\0\0\0\0WEBP",
        b"fLaC\0\0\0\x22",
        b"ID3\x04\0\0\x7f\x7f\x7f\x7f",
        &[0; 5000],
        &[0xff; 5000],
    ] {
        assert_eq!(cut(file), Err(InvalidSound::UnknownKind), "{file:?}");
    }
    // Two frames may be an accident.
    assert_eq!(cut(&frame().repeat(2)), Err(InvalidSound::UnknownKind));
}

/// Sounds of every kind.
fn sounds() -> [Vec<u8>; 3] {
    [wav(8000, 400), [id3(b"x"), frame().repeat(5)].concat(), opus(&[0; 8])]
}

#[test]
fn a_file_that_ends_in_its_middle_does_no_harm() {
    for file in sounds() {
        for end in 0..file.len() {
            if let Ok(heard) = cut(&file[..end]) {
                assert_eq!(cut(&heard.file.bytes).as_ref(), Ok(&heard), "{end}");
            }
        }
    }
}

proptest! {
    #[test]
    fn garbage_does_no_harm(
        start in prop::sample::select(vec![&b""[..], b"RIFF\0\0\0\0WAVEfmt ", b"OggS\0\x02", b"ID3\x04\0\0", b"\xff\xfb\x90\0"]),
        rest in prop::collection::vec(any::<u8>(), 0..3000),
    ) {
        let _ = cut(&[start, &rest].concat());
    }

    #[test]
    fn a_damaged_file_does_no_harm(which in 0..3_usize, wrong in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8)) {
        let mut file = sounds()[which].clone();
        for (place, byte) in wrong {
            let place = place.index(file.len());
            file[place] = byte;
        }
        if let Ok(heard) = cut(&file) {
            prop_assert!(heard.ms <= MAX_SOUND_MS);
            prop_assert_eq!(cut(&heard.file.bytes), Ok(heard));
        }
    }
}
