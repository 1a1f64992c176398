//! Pictures that hosts upload: what comes in is decoded and written anew, so that nothing of the file is
//! left but what is seen: no place where a photo was taken, no page that hides behind a picture.
//!
//! A file says in a few bytes how large its picture is. What it says is checked before anything of that
//! size is made.

mod plain;

use std::io::Cursor;

use axum::body::Bytes;
use image::codecs::jpeg::JpegEncoder;
use image::codecs::webp::WebPEncoder;
use image::imageops::FilterType;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};
use quizrain_shared::api::{
    InvalidPicture, LARGE_WIDTH, MAX_PICTURE_BYTES, MAX_UPLOADED_SIDE, SMALL_WIDTH,
};

pub(super) use plain::is_plain;

use super::media::{Media, MediaKind, Seen};

/// Most pixels of one: what a phone takes has 12 to 24 million.
const MAX_PIXELS: u64 = 40_000_000;
/// Most memory that decoding one may take, in bytes.
const MAX_MEMORY: u64 = 192 * 1024 * 1024;
/// Highest form that is kept, in widths: a screenshot of a long page is cut to no picture of a question.
const MAX_HEIGHT: u32 = 4096;
/// How good photos are kept, of 100.
const QUALITY: u8 = 85;

fn failed(error: &image::ImageError) -> InvalidPicture {
    match error {
        image::ImageError::Limits(_) => InvalidPicture::Memory,
        _ => InvalidPicture::Damaged,
    }
}

/// The picture of a file, written anew in two widths. Takes a second for the largest.
///
/// # Errors
/// It is none, or too large.
pub(super) fn remake(file: &[u8]) -> Result<Seen, InvalidPicture> {
    let picture = decode(file)?;
    let large = narrowed(picture, LARGE_WIDTH.into());
    let (kind, bytes, large) = encode(large)?;
    let small = match large.width() > u32::from(SMALL_WIDTH) {
        true => {
            let (kind, bytes, _) = encode(narrowed(large.clone(), SMALL_WIDTH.into()))?;
            Some((kind, bytes))
        }
        false => None,
    };
    let side = |side: u32| u16::try_from(side).map_err(|_| InvalidPicture::Damaged);
    let file = Media { small, ..Media::of(kind, bytes) };
    Ok(Seen { file, width: side(large.width())?, height: side(large.height())? })
}

/// What is seen of a file: the first frame where it has several, upright.
fn decode(file: &[u8]) -> Result<DynamicImage, InvalidPicture> {
    let format = image::guess_format(file).map_err(|_| InvalidPicture::UnknownKind)?;
    let known = [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP, ImageFormat::Gif];
    if !known.contains(&format) {
        return Err(InvalidPicture::UnknownKind);
    }
    let mut reader = ImageReader::with_format(Cursor::new(file), format);
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(MAX_MEMORY);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|why| failed(&why))?;
    let (width, height) = decoder.dimensions();
    let sides = 1..=MAX_UPLOADED_SIDE;
    let fits = sides.contains(&width) && sides.contains(&height);
    if !fits || u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(InvalidPicture::Size(width, height));
    }
    if decoder.total_bytes() > MAX_MEMORY {
        return Err(InvalidPicture::Memory);
    }
    // Where it does not say, or says it wrongly, it is upright.
    let turned = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let picture = DynamicImage::from_decoder(decoder).map_err(|why| failed(&why))?;
    // Before it is turned, which takes as much memory again.
    let most = u32::from(LARGE_WIDTH) * 2;
    let mut picture = match picture.width().max(picture.height()) > 2 * most {
        true => shrunk(&picture, most),
        false => picture,
    };
    picture.apply_orientation(turned);
    Ok(match picture.color().has_alpha() {
        true => DynamicImage::ImageRgba8(picture.into_rgba8()),
        false => DynamicImage::ImageRgb8(picture.into_rgb8()),
    })
}

/// Quickly and with little memory, so that its longer side is as wished.
fn shrunk(picture: &DynamicImage, longer: u32) -> DynamicImage {
    let side = u64::from(picture.width().max(picture.height()));
    let scaled = |it: u32| (u64::from(it) * u64::from(longer) / side).max(1) as u32;
    picture.thumbnail_exact(scaled(picture.width()), scaled(picture.height()))
}

/// Not wider than this, and not too high.
fn narrowed(picture: DynamicImage, most: u32) -> DynamicImage {
    let (width, height) = (u64::from(picture.width()), u64::from(picture.height()));
    let by_height = width * u64::from(MAX_HEIGHT) / height;
    let wished = width.min(u64::from(most)).min(by_height).max(1);
    if wished == width {
        return picture;
    }
    let high = (height * wished / width).max(1);
    picture.resize_exact(wished as u32, high as u32, FilterType::CatmullRom)
}

/// Writes a picture without loss where that is small, which it is for drawings, and as a photo else. One
/// that takes too many bytes is made smaller until it has room.
fn encode(mut picture: DynamicImage) -> Result<(MediaKind, Bytes, DynamicImage), InvalidPicture> {
    if picture.color().has_alpha() && is_opaque(&picture) {
        picture = DynamicImage::ImageRgb8(picture.into_rgb8());
    }
    loop {
        let mut bytes = Vec::new();
        let mut kind = MediaKind::Webp;
        picture
            .write_with_encoder(WebPEncoder::new_lossless(&mut bytes))
            .map_err(|why| failed(&why))?;
        if !picture.color().has_alpha() {
            let mut photo = Vec::new();
            let encoder = JpegEncoder::new_with_quality(&mut photo, QUALITY);
            picture.write_with_encoder(encoder).map_err(|why| failed(&why))?;
            if photo.len() < bytes.len() {
                (kind, bytes) = (MediaKind::Jpeg, photo);
            }
        }
        if bytes.len() <= MAX_PICTURE_BYTES || picture.width() == 1 {
            return Ok((kind, bytes.into(), picture));
        }
        let width = picture.width() * 3 / 4;
        picture = narrowed(picture, width.max(1));
    }
}

/// Whether nothing shines through.
fn is_opaque(picture: &DynamicImage) -> bool {
    picture.as_rgba8().is_some_and(|it| it.pixels().all(|pixel| pixel.0[3] == u8::MAX))
}

#[cfg(test)]
pub(super) mod tests;
