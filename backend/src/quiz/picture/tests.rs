use image::codecs::gif::GifEncoder;
use image::{Delay, Frame, Rgb, RgbImage, Rgba, RgbaImage};

use super::*;
use crate::quiz::media::Seen;

const RED: Rgba<u8> = Rgba([255, 0, 0, 255]);
const BLUE: Rgba<u8> = Rgba([0, 0, 255, 255]);

fn written(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// A picture of one colour.
fn plain(width: u32, height: u32) -> DynamicImage {
    DynamicImage::ImageRgb8(RgbImage::from_pixel(width, height, Rgb([9, 90, 200])))
}

/// A picture like a photo: no two pixels are alike.
fn noisy(width: u32, height: u32) -> DynamicImage {
    let noise = |x: u32, y: u32| (x.wrapping_mul(2_654_435_761) ^ y.wrapping_mul(40_503)) >> 7;
    DynamicImage::ImageRgb8(RgbImage::from_fn(width, height, |x, y| {
        let [a, b, c, _] = (noise(x, y) ^ noise(y, x)).to_le_bytes();
        Rgb([a, b, c])
    }))
}

fn opened(bytes: &[u8]) -> RgbaImage {
    image::load_from_memory(bytes).unwrap().into_rgba8()
}

/// A part of a PNG file.
fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let mut crc = flate2::Crc::new();
    crc.update(kind);
    crc.update(data);
    let length = u32::try_from(data.len()).unwrap().to_be_bytes();
    [&length, kind.as_slice(), data, &crc.sum().to_be_bytes()].concat()
}

/// A PNG that says this size, and has next to nothing of it.
fn bomb(width: u32, height: u32, depth_and_colour: [u8; 2]) -> Vec<u8> {
    let head = [&width.to_be_bytes()[..], &height.to_be_bytes(), &depth_and_colour, &[0; 3]];
    let mut zeros = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    std::io::Write::write_all(&mut zeros, &vec![0; 1 << 20]).unwrap();
    let parts = [
        b"\x89PNG\r\n\x1a\n".to_vec(),
        chunk(b"IHDR", &head.concat()),
        chunk(b"IDAT", &zeros.finish().unwrap()),
        chunk(b"IEND", &[]),
    ];
    parts.concat()
}

/// A part of a WebP file.
fn riff(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let length = u32::try_from(data.len()).unwrap().to_le_bytes();
    let pad: &[u8] = if data.len() % 2 == 1 { &[0] } else { &[] };
    [kind.as_slice(), &length, data, pad].concat()
}

/// A WebP of two frames.
fn animated_webp(frames: [Rgba<u8>; 2]) -> Vec<u8> {
    let frame = |colour| {
        let still = DynamicImage::ImageRgba8(RgbaImage::from_pixel(8, 6, colour));
        let file = written(&still, ImageFormat::WebP);
        // Behind RIFF, its length and WEBP comes the one part of a still picture.
        let head = [[0; 6].as_slice(), &[7, 0, 0, 5, 0, 0, 100, 0, 0, 2]].concat();
        riff(b"ANMF", &[&head, &file[12..]].concat())
    };
    let parts = [
        riff(b"VP8X", &[0x12, 0, 0, 0, 7, 0, 0, 5, 0, 0]),
        riff(b"ANIM", &[0; 6]),
        frame(frames[0]),
        frame(frames[1]),
    ];
    riff(b"RIFF", &[b"WEBP".to_vec(), parts.concat()].concat())
}

#[test]
fn a_photo_is_kept_in_two_widths() {
    let seen = remake(&written(&noisy(3000, 2000), ImageFormat::Jpeg)).unwrap();
    assert!(seen.file.bytes.len() <= MAX_PICTURE_BYTES, "{}", seen.file.bytes.len());
    assert!(seen.width <= 1600 && seen.width > 480, "{}", seen.width);
    let large = opened(&seen.file.bytes);
    assert_eq!((large.width(), large.height()), (seen.width.into(), seen.height.into()));
    let (_, small) = seen.file.small.unwrap();
    assert_eq!(opened(&small).width(), 480);
    assert!(small.len() < seen.file.bytes.len());
}

#[test]
fn a_drawing_is_kept_exactly_and_the_same_file_is_the_same_picture() {
    let file = written(&plain(400, 300), ImageFormat::Png);
    let seen = remake(&file).unwrap();
    assert_eq!((seen.file.kind, seen.width, seen.height), (MediaKind::Webp, 400, 300));
    assert_eq!(seen.file.small, None, "it is narrow already");
    assert_eq!(opened(&seen.file.bytes).get_pixel(7, 7), &Rgba([9, 90, 200, 255]));
    assert_eq!(remake(&file).unwrap(), seen);
    // What it was written in says nothing of what is seen.
    assert_eq!(
        remake(&written(&plain(400, 300), ImageFormat::WebP)).unwrap().file.id,
        seen.file.id
    );
    assert_ne!(remake(&written(&plain(401, 300), ImageFormat::Png)).unwrap().file.id, seen.file.id);
}

#[test]
fn what_shines_through_stays_so() {
    let mut picture = RgbaImage::from_pixel(20, 20, RED);
    picture.put_pixel(3, 3, Rgba([0, 0, 0, 0]));
    let seen = remake(&written(&DynamicImage::ImageRgba8(picture), ImageFormat::Png)).unwrap();
    assert_eq!(opened(&seen.file.bytes).get_pixel(3, 3).0[3], 0);
}

#[test]
fn of_several_frames_the_first_is_taken() {
    let mut gif = Vec::new();
    let frames = [RED, BLUE].map(|colour| {
        let still = RgbaImage::from_pixel(8, 6, colour);
        Frame::from_parts(still, 0, 0, Delay::from_numer_denom_ms(100, 1))
    });
    GifEncoder::new(&mut gif).encode_frames(frames).unwrap();
    for file in [gif, animated_webp([RED, BLUE])] {
        let seen = remake(&file).unwrap();
        assert_eq!((seen.width, seen.height), (8, 6));
        assert_eq!(opened(&seen.file.bytes).get_pixel(2, 2), &RED);
    }
}

/// A photo of 40 by 20 that is to be turned by a quarter, and says where it was taken.
pub(in crate::quiz) fn photo() -> Vec<u8> {
    let file = written(&noisy(40, 20), ImageFormat::Jpeg);
    // Big-endian TIFF with one entry: orientation, a short, once, turned by a quarter.
    let tiff = b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
    let place = b"GPS 47.3769 8.5417";
    let length = u16::try_from(tiff.len() + place.len() + 2).unwrap().to_be_bytes();
    let exif = [&[0xff, 0xe1], &length[..], tiff, place].concat();
    [&file[..2], &exif, &file[2..]].concat()
}

#[test]
fn what_has_nothing_but_its_picture_stays_as_it_is() {
    let alpha = DynamicImage::ImageRgba8(RgbaImage::from_pixel(5, 5, Rgba([1, 2, 3, 9])));
    let rgb = [noisy(60, 50), plain(30, 20)];
    for picture in rgb.iter().chain([&alpha]) {
        for format in [ImageFormat::Png, ImageFormat::WebP, ImageFormat::Jpeg] {
            let picture = match format {
                ImageFormat::Jpeg => &DynamicImage::ImageRgb8(picture.to_rgb8()),
                _ => picture,
            };
            let file = written(picture, format);
            let seen = Seen::new(file.clone()).unwrap();
            assert_eq!(seen.file.bytes, file, "{format:?}");
            // What we write ourselves comes back as the same picture.
            let ours = remake(&file).unwrap().file;
            assert_eq!(Seen::new(ours.bytes.to_vec()).unwrap().file.id, ours.id, "{format:?}");
            // However it ends.
            for end in 40..file.len() {
                let _ = is_plain(seen.file.kind, &file[..end]);
            }
        }
    }
}

#[test]
fn what_says_more_than_its_picture_is_written_anew() {
    let png = written(&plain(40, 30), ImageFormat::Png);
    let webp = written(&plain(40, 30), ImageFormat::WebP);
    let jpeg = written(&plain(40, 30), ImageFormat::Jpeg);
    let said = |text: &[u8]| chunk(b"tEXt", &[b"Author\0Jane Doe", text].concat());
    let extended = [riff(b"VP8X", &[0x08, 0, 0, 0, 39, 0, 0, 29, 0, 0]), webp[12..].to_vec()];
    let exif = riff(b"EXIF", b"Jane Doe");
    let whole = |parts: Vec<u8>| riff(b"RIFF", &[b"WEBP".to_vec(), parts].concat());
    let comment = [&[0xff, 0xfe, 0, 10], &b"Jane Doe"[..]].concat();
    for file in [
        [&png[..33], &said(b""), &png[33..]].concat(),
        [&png[..], b"Jane Doe"].concat(),
        whole([extended.concat(), exif.clone()].concat()),
        whole([webp[12..].to_vec(), exif].concat()),
        [&webp[..], b"Jane Doe"].concat(),
        [&jpeg[..2], &comment, &jpeg[2..]].concat(),
        [&jpeg[..], b"Jane Doe"].concat(),
        photo(),
    ] {
        let seen = Seen::new(file.clone()).unwrap_or_else(|why| panic!("{why}: {file:?}"));
        assert_ne!(seen.file.bytes, file);
        for hidden in [b"Jane".as_slice(), b"GPS"] {
            assert!(!seen.file.bytes.windows(hidden.len()).any(|part| part == hidden));
        }
    }
    let seen = Seen::new(photo()).unwrap();
    assert_eq!((seen.width, seen.height), (20, 40), "upright");
}

#[test]
fn a_photo_is_turned_upright_and_says_nothing_of_where_it_was_taken() {
    let seen = remake(&photo()).unwrap();
    assert_eq!((seen.width, seen.height), (20, 40));
    for hidden in [b"Exif".as_slice(), b"GPS"] {
        assert!(!seen.file.bytes.windows(hidden.len()).any(|part| part == hidden));
    }
}

#[test]
fn what_hides_behind_a_picture_is_gone() {
    let file = [written(&plain(40, 30), ImageFormat::Png), b"<script>alert(1)</script>".to_vec()];
    let seen = remake(&file.concat()).unwrap();
    assert!(!seen.file.bytes.windows(8).any(|part| part == b"<script>"));
}

#[test]
fn a_picture_that_only_says_that_it_is_large_is_refused_before_it_is_opened() {
    let file = bomb(30_000, 30_000, [8, 2]);
    assert!(file.len() < 3000, "{}", file.len());
    assert_eq!(remake(&file).err(), Some(InvalidPicture::Size(30_000, 30_000)));
    assert_eq!(remake(&bomb(12_001, 1, [8, 0])).err(), Some(InvalidPicture::Size(12_001, 1)));
    assert_eq!(remake(&bomb(8000, 5001, [8, 0])).err(), Some(InvalidPicture::Size(8000, 5001)));
    // Within the pixels, and with eight bytes each.
    assert_eq!(remake(&bomb(8000, 5000, [16, 6])).err(), Some(InvalidPicture::Memory));
}

#[test]
fn what_is_no_picture_is_refused() {
    for file in [
        b"".as_slice(),
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"<?xml version='1.0'?><svg/>",
        b"<html></html>",
        b"BM\x3a\0\0\0\0\0\0\0",
        b"II*\0\x08\0\0\0",
    ] {
        assert_eq!(remake(file).err(), Some(InvalidPicture::UnknownKind), "{file:?}");
    }
    assert!(remake(b"GIF89a").is_err());
}

#[test]
fn a_file_that_ends_in_its_middle_does_no_harm() {
    let formats = [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP, ImageFormat::Gif];
    for format in formats {
        let file = written(&noisy(24, 18), format);
        for end in 0..file.len() {
            // A photo that lacks its last lines can be seen all the same.
            if let Ok(seen) = remake(&file[..end]) {
                assert_eq!((seen.width, seen.height), (24, 18), "{format:?} {end}");
            }
        }
        assert!(remake(&file[..file.len() / 3]).is_err() || format == ImageFormat::Jpeg);
        // Nor does one with a byte that is wrong.
        for place in 0..file.len() {
            let mut file = file.clone();
            file[place] ^= 0x5a;
            let _ = remake(&file);
        }
    }
}
