//! Pictures: what a file must be, and its place in the library.

use std::sync::Arc;

use axum::body::Bytes;
use moka::future::Cache;
use quizrain_shared::ids::MediaId;
use sha2::{Digest, Sha256};
use sqlx::Row;

use crate::batch::{ReadGate, shared};
use crate::error::Error;
use crate::store::StoreError;
use crate::store::sql::{Sql, bounded, to_db};

/// Largest picture, in bytes.
pub(super) const MAX_MEDIA_BYTES: usize = 1024 * 1024;
/// Longest side of a picture, in pixels.
const MAX_SIDE: usize = 4096;
/// How much of what was read stays in memory, in bytes.
const CACHED_BYTES: u64 = 64 * 1024 * 1024;

/// What a picture is written in. Nothing that a browser could run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MediaKind {
    /// PNG.
    Png,
    /// JPEG.
    Jpeg,
    /// WebP.
    Webp,
}

impl MediaKind {
    const ALL: [Self; 3] = [Self::Png, Self::Jpeg, Self::Webp];

    /// Its media type (RFC 9110, 8.3.1).
    #[must_use]
    pub fn content_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Webp => "image/webp",
        }
    }

    fn of_content_type(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.content_type() == text)
    }
}

/// A picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Media {
    /// The first half of the SHA-256 of its bytes.
    pub id: MediaId,
    /// What it is written in.
    pub kind: MediaKind,
    /// Its width, in pixels.
    pub width: u16,
    /// Its height, in pixels.
    pub height: u16,
    /// The file.
    pub bytes: Bytes,
}

/// Why a file is no picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidMedia {
    /// Too many bytes.
    #[error("it has {0} bytes; {MAX_MEDIA_BYTES} (1 MiB) at most")]
    TooLarge(usize),
    /// Of no known kind, by its first bytes.
    #[error("expected PNG, JPEG or WebP")]
    UnknownKind,
    /// Too wide or too high, or without a size.
    #[error("it is {0} by {1} pixels; {MAX_SIDE} by {MAX_SIDE} at most")]
    Size(usize, usize),
}

impl Media {
    /// A picture from a file, whatever its name.
    ///
    /// # Errors
    /// It is none, or too large.
    pub fn new(bytes: Vec<u8>) -> Result<Self, InvalidMedia> {
        if bytes.len() > MAX_MEDIA_BYTES {
            return Err(InvalidMedia::TooLarge(bytes.len()));
        }
        let kind = match imagesize::image_type(&bytes) {
            Ok(imagesize::ImageType::Png) => MediaKind::Png,
            Ok(imagesize::ImageType::Jpeg) => MediaKind::Jpeg,
            Ok(imagesize::ImageType::Webp) => MediaKind::Webp,
            _ => return Err(InvalidMedia::UnknownKind),
        };
        let size = imagesize::blob_size(&bytes).map_err(|_| InvalidMedia::UnknownKind)?;
        let side =
            |side: usize| u16::try_from(side).ok().filter(|_| (1..=MAX_SIDE).contains(&side));
        let (Some(width), Some(height)) = (side(size.width), side(size.height)) else {
            return Err(InvalidMedia::Size(size.width, size.height));
        };
        let digest = Sha256::digest(&bytes);
        let id = MediaId(*digest.first_chunk().unwrap_or(&[0; 16]));
        Ok(Self { id, kind, width, height, bytes: bytes.into() })
    }
}

impl Sql {
    /// Keeps a picture; one that is there stays.
    ///
    /// # Errors
    /// The database failed.
    pub async fn put_media(&self, media: &Media, now_ms: u64) -> Result<(), StoreError> {
        bounded(async {
            sqlx::query(
                "INSERT INTO media (media, content_type, body, created_ms)
                 VALUES ($1, $2, $3, $4) ON CONFLICT (media) DO NOTHING",
            )
            .bind(media.id.to_string())
            .bind(media.kind.content_type())
            .bind(hex::encode(&media.bytes))
            .bind(to_db(now_ms))
            .execute(&self.pool)
            .await?;
            Ok(())
        })
        .await
    }

    async fn media(&self, media: MediaId) -> Result<Option<(MediaKind, Bytes)>, StoreError> {
        bounded(async {
            let row = sqlx::query("SELECT content_type, body FROM media WHERE media = $1")
                .bind(media.to_string())
                .fetch_optional(&self.pool)
                .await?;
            let Some(row) = row else { return Ok(None) };
            let (kind, body): (String, String) =
                (row.try_get("content_type")?, row.try_get("body")?);
            let bytes = hex::decode(body).map_err(|e| sqlx::Error::Decode(Box::new(e)))?;
            Ok(MediaKind::of_content_type(&kind).map(|kind| (kind, bytes.into())))
        })
        .await
    }
}

/// Pictures as pages ask for them: ten thousand phones at once, and one read.
#[derive(Clone)]
pub struct Gallery {
    sql: Sql,
    gate: Arc<ReadGate>,
    cache: Cache<MediaId, Option<(MediaKind, Bytes)>>,
}

impl Gallery {
    /// The pictures in this database.
    #[must_use]
    pub fn new(sql: Sql, gate: Arc<ReadGate>) -> Self {
        let weight = |_: &MediaId, found: &Option<(MediaKind, Bytes)>| {
            found.as_ref().map_or(1, |(_, bytes)| u32::try_from(bytes.len()).unwrap_or(u32::MAX))
        };
        let cache = Cache::builder().max_capacity(CACHED_BYTES).weigher(weight).build();
        Self { sql, gate, cache }
    }

    /// Whether a picture is in memory.
    #[must_use]
    pub fn is_cached(&self, media: MediaId) -> bool {
        self.cache.contains_key(&media)
    }

    /// A picture.
    ///
    /// # Errors
    /// There is none, or the database failed or is busy.
    pub async fn picture(&self, media: MediaId) -> Result<(MediaKind, Bytes), Error> {
        let read = self.gate.read("media", async { Ok(self.sql.media(media).await?) });
        let found = self.cache.try_get_with(media, read).await.map_err(|error| shared(&error))?;
        if found.is_none() {
            // It may be imported at any time.
            self.cache.invalidate(&media).await;
        }
        found.ok_or(Error::NotFound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A PNG of this size, as far as its size is read.
    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        bytes.extend(width.to_be_bytes());
        bytes.extend(height.to_be_bytes());
        bytes.extend([8, 6, 0, 0, 0]);
        bytes
    }

    #[test]
    fn a_picture_is_what_its_bytes_say() {
        let media = Media::new(png(640, 480)).unwrap();
        assert_eq!((media.kind, media.width, media.height), (MediaKind::Png, 640, 480));
        assert_eq!(Media::new(png(640, 480)).unwrap().id, media.id);
        assert_ne!(Media::new(png(641, 480)).unwrap().id, media.id);
        for (bytes, why) in [
            (Vec::new(), InvalidMedia::UnknownKind),
            (b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec(), InvalidMedia::UnknownKind),
            (b"GIF89a\x01\0\x01\0\0\0\0".to_vec(), InvalidMedia::UnknownKind),
            (b"\x89PNG\r\n\x1a\n".to_vec(), InvalidMedia::UnknownKind),
            (png(4097, 1), InvalidMedia::Size(4097, 1)),
            (png(0, 1), InvalidMedia::Size(0, 1)),
            (png(u32::MAX, 1), InvalidMedia::Size(u32::MAX as usize, 1)),
            (vec![0; MAX_MEDIA_BYTES + 1], InvalidMedia::TooLarge(MAX_MEDIA_BYTES + 1)),
        ] {
            assert_eq!(Media::new(bytes).err(), Some(why));
        }
    }
}
