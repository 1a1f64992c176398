//! Pictures and sounds: their files, and their place in the library.

use std::collections::HashSet;
use std::sync::Arc;

use axum::body::Bytes;
use moka::future::Cache;
use quizrain_shared::api::{
    InvalidMedia, InvalidPicture, InvalidSound, MAX_PICTURE_BYTES, MAX_PICTURE_SIDE,
    MAX_SOUND_BYTES, UploadedPicture, UploadedSound,
};
use quizrain_shared::ids::{GameId, MediaId};
use quizrain_shared::quiz::Quiz;
use quizrain_shared::theme::Theme;
use sha2::{Digest, Sha256};
use sqlx::Row;
use tokio::sync::Semaphore;

use super::LibraryError;
use super::picture;
use super::shelf::aside;
use super::sound::{self, Heard};
use crate::batch::{ReadGate, shared};
use crate::error::Error;
use crate::store::StoreError;
use crate::store::sql::{Sql, Tx, bounded, places};

/// Largest file that comes beside a quiz, in bytes.
pub(super) const MAX_BESIDE_BYTES: usize =
    if MAX_PICTURE_BYTES > MAX_SOUND_BYTES { MAX_PICTURE_BYTES } else { MAX_SOUND_BYTES };
/// Files that one statement names.
const NAMED: usize = 500;
/// How much of what was read stays in memory, in bytes.
const CACHED_BYTES: u64 = 64 * 1024 * 1024;

/// What a file is written in. Nothing that a browser could run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MediaKind {
    /// PNG.
    Png,
    /// JPEG.
    Jpeg,
    /// WebP.
    Webp,
    /// MP3.
    Mp3,
    /// OGG, with Vorbis or Opus.
    Ogg,
    /// WAV.
    Wav,
}

impl MediaKind {
    const ALL: [Self; 6] = [Self::Png, Self::Jpeg, Self::Webp, Self::Mp3, Self::Ogg, Self::Wav];

    /// Its media type (RFC 9110, 8.3.1).
    #[must_use]
    pub fn content_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Webp => "image/webp",
            Self::Mp3 => "audio/mpeg",
            Self::Ogg => "audio/ogg",
            Self::Wav => "audio/wav",
        }
    }

    /// What its files end in.
    pub(super) fn ending(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Jpeg => "jpg",
            Self::Webp => "webp",
            Self::Mp3 => "mp3",
            Self::Ogg => "ogg",
            Self::Wav => "wav",
        }
    }

    fn of_content_type(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.content_type() == text)
    }
}

/// A picture or a sound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Media {
    /// The first half of the SHA-256 of its bytes.
    pub id: MediaId,
    /// What it is written in.
    pub kind: MediaKind,
    /// The file.
    pub bytes: Bytes,
    /// A picture's small form, where there is one.
    pub small: Option<(MediaKind, Bytes)>,
}

/// A picture, and how large it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    /// The file.
    pub file: Media,
    /// Its width, in pixels.
    pub width: u16,
    /// Its height, in pixels.
    pub height: u16,
}

impl Media {
    /// A file, named by what is in it.
    pub(super) fn of(kind: MediaKind, bytes: Bytes) -> Self {
        let digest = Sha256::digest(&bytes);
        let id = MediaId(*digest.first_chunk().unwrap_or(&[0; 16]));
        Self { id, kind, bytes, small: None }
    }
}

impl Seen {
    /// A picture from a file, whatever its name: as it is where there is nothing else in the file, such as
    /// what we have written ourselves, and written anew as an upload is where there is.
    ///
    /// # Errors
    /// It is none, or too large.
    pub(super) fn new(bytes: Vec<u8>) -> Result<Self, InvalidMedia> {
        if bytes.len() > MAX_PICTURE_BYTES {
            return Err(InvalidMedia::TooLarge(bytes.len()));
        }
        let kind = match imagesize::image_type(&bytes) {
            Ok(imagesize::ImageType::Png) => MediaKind::Png,
            Ok(imagesize::ImageType::Jpeg) => MediaKind::Jpeg,
            Ok(imagesize::ImageType::Webp) => MediaKind::Webp,
            _ => return Err(InvalidMedia::UnknownKind),
        };
        let size = imagesize::blob_size(&bytes).map_err(|_| InvalidMedia::UnknownKind)?;
        let side = |side: usize| {
            u16::try_from(side).ok().filter(|_| (1..=MAX_PICTURE_SIDE).contains(&side))
        };
        let (Some(width), Some(height)) = (side(size.width), side(size.height)) else {
            return Err(InvalidMedia::Size(size.width, size.height));
        };
        if !picture::is_plain(kind, &bytes) {
            return Ok(picture::remake(&bytes)?);
        }
        Ok(Self { file: Media::of(kind, bytes.into()), width, height })
    }
}

/// Who shows pictures and plays sounds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum MediaUser<'a> {
    /// A quiz of the library.
    Quiz(&'a str),
    /// A game, with its own copy of a quiz.
    Game(GameId),
}

/// What of a quiz has a file that is not here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Missing {
    /// That of a question, counted from 1.
    Question(usize),
    /// A picture of its look.
    Look,
}

/// Notes which files a quiz shows and plays, in place of those before: they are kept as long as it is.
/// The first thing in it of which one is not here.
pub(crate) async fn note_uses(
    tx: &mut Tx,
    user: MediaUser<'_>,
    quiz: &Quiz,
) -> Result<Option<Missing>, sqlx::Error> {
    let user = match user {
        MediaUser::Quiz(id) => format!("quiz {id}"),
        MediaUser::Game(game) => format!("game {game}"),
    };
    sqlx::query("DELETE FROM media_uses WHERE used_by = $1").bind(&user).execute(&mut **tx).await?;
    let questions = (1..).zip(&quiz.questions);
    let shown: Vec<(usize, MediaId)> = questions
        .flat_map(|(place, question)| question.media().map(move |media| (place, media)))
        .collect();
    let mut all: Vec<MediaId> = shown.iter().map(|(_, media)| *media).collect();
    all.sort_unstable_by_key(|media| media.0);
    all.dedup();
    let mut there = HashSet::new();
    for some in all.chunks(NAMED) {
        // One that is deleted at this moment is held fast, or is not here.
        let sql = format!(
            "INSERT INTO media_uses (used_by, media) SELECT $1, media FROM media
             WHERE media IN {} RETURNING media",
            places(1, some.len(), Some(2))
        );
        let mut query = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(&user);
        for media in some {
            query = query.bind(media.to_string());
        }
        for row in query.fetch_all(&mut **tx).await? {
            there.insert(row.try_get::<String, _>("media")?);
        }
    }
    let gone = shown.into_iter().find(|(_, media)| !there.contains(&media.to_string()));
    if let Some((place, _)) = gone {
        return Ok(Some(Missing::Question(place)));
    }
    let of_look: Vec<MediaId> = quiz.theme.iter().flat_map(Theme::media).collect();
    for media in of_look {
        if !note_picture(tx, &user, media).await? {
            return Ok(Some(Missing::Look));
        }
    }
    Ok(None)
}

/// Notes which pictures a game shows beside its quiz, with what was noted before. Whether all of them are here.
pub(crate) async fn note_shown(
    tx: &mut Tx,
    game: GameId,
    shown: &[MediaId],
) -> Result<bool, sqlx::Error> {
    let user = format!("game {game}");
    for media in shown {
        if !note_picture(tx, &user, *media).await? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Notes that somebody shows a picture, with what was noted before. Whether it is here, and one.
async fn note_picture(tx: &mut Tx, user: &str, media: MediaId) -> Result<bool, sqlx::Error> {
    let media = media.to_string();
    // One that is deleted at this moment is held fast, or is not here.
    let note = "INSERT INTO media_uses (used_by, media) SELECT $1, media FROM media
         WHERE media = $2 AND content_type LIKE 'image/%' ON CONFLICT DO NOTHING";
    sqlx::query(note).bind(user).bind(&media).execute(&mut **tx).await?;
    // A sound may be noted under the same name.
    let noted = "SELECT 1 FROM media_uses JOIN media ON media.media = media_uses.media
         WHERE used_by = $1 AND media.media = $2 AND content_type LIKE 'image/%'";
    let query = sqlx::query(noted).bind(user).bind(&media);
    Ok(query.fetch_optional(&mut **tx).await?.is_some())
}

/// Notes that a game is gone, and shows nothing any more: a statement with the game's id as `$1`.
pub(crate) const FORGET_USES_OF_GAME: &str = "DELETE FROM media_uses WHERE used_by = 'game ' || $1";

/// What a file is written in, and the file.
type File = (MediaKind, Bytes);

impl Sql {
    /// Whether all of these are here, and pictures.
    ///
    /// # Errors
    /// The database failed.
    pub(crate) async fn has_pictures(&self, wanted: &[MediaId]) -> Result<bool, StoreError> {
        bounded(async {
            for media in wanted {
                let query = sqlx::query(
                    "SELECT 1 FROM media WHERE media = $1 AND content_type LIKE 'image/%'",
                );
                let found = query.bind(media.to_string()).fetch_optional(&self.reader).await?;
                if found.is_none() {
                    return Ok(false);
                }
            }
            Ok(true)
        })
        .await
    }

    /// Keeps a file; one that is there stays, and has come again.
    ///
    /// # Errors
    /// The database failed.
    pub async fn put_media(&self, media: &Media) -> Result<(), StoreError> {
        bounded(async {
            let now = self.dialect.now_ms();
            // One that was imported may come again by an upload, with its small form.
            let sql = format!(
                "INSERT INTO media (media, content_type, small_type, created_ms, small_body, body)
                 VALUES ($1, $2, $3, {now}, $4, $5)
                 ON CONFLICT (media) DO UPDATE SET created_ms = excluded.created_ms,
                     small_type = COALESCE(media.small_type, excluded.small_type),
                     small_body = COALESCE(media.small_body, excluded.small_body)"
            );
            let small = media.small.as_ref();
            sqlx::query(sqlx::AssertSqlSafe(sql))
                .bind(media.id.to_string())
                .bind(media.kind.content_type())
                .bind(small.map(|(kind, _)| kind.content_type()))
                .bind(small.map(|(_, bytes)| hex::encode(bytes)))
                .bind(hex::encode(&media.bytes))
                .execute(&self.writer)
                .await?;
            Ok(())
        })
        .await
    }

    /// A file; a picture's small form where that is wished for and there is one.
    pub(super) async fn media(
        &self,
        media: MediaId,
        small: bool,
    ) -> Result<Option<File>, StoreError> {
        bounded(async {
            let row = sqlx::query(if small {
                "SELECT COALESCE(small_type, content_type) AS content_type,
                     COALESCE(small_body, body) AS body FROM media WHERE media = $1"
            } else {
                "SELECT content_type, body FROM media WHERE media = $1"
            })
            .bind(media.to_string())
            .fetch_optional(&self.reader)
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

/// Pictures and sounds as pages ask for them: ten thousand phones at once, and one read.
#[derive(Clone)]
pub struct Gallery {
    sql: Sql,
    gate: Arc<ReadGate>,
    /// By name, and whether it is a small form.
    cache: Cache<(MediaId, bool), Option<File>>,
    turn: Arc<Semaphore>,
}

/// Why a file was not kept.
#[derive(Debug, thiserror::Error)]
pub enum UploadError {
    /// It is no picture that can be taken.
    #[error(transparent)]
    Picture(#[from] InvalidPicture),
    /// It is no sound that can be taken.
    #[error(transparent)]
    Sound(#[from] InvalidSound),
    /// The database failed.
    #[error(transparent)]
    Library(#[from] LibraryError),
}

impl Gallery {
    /// The files in this database.
    #[must_use]
    pub fn new(sql: Sql, gate: Arc<ReadGate>) -> Self {
        let weight = |_: &(MediaId, bool), found: &Option<File>| {
            found.as_ref().map_or(1, |(_, bytes)| u32::try_from(bytes.len()).unwrap_or(u32::MAX))
        };
        let cache = Cache::builder().max_capacity(CACHED_BYTES).weigher(weight).build();
        Self { sql, gate, cache, turn: Arc::new(Semaphore::new(1)) }
    }

    /// Whether a file is in memory.
    #[must_use]
    pub fn is_cached(&self, media: MediaId, small: bool) -> bool {
        self.cache.contains_key(&(media, small))
    }

    /// A file; a picture's small form where that is wished for and there is one.
    ///
    /// # Errors
    /// There is none, or the database failed or is busy.
    pub async fn file(&self, media: MediaId, small: bool) -> Result<(MediaKind, Bytes), Error> {
        let read = self.gate.read("media", async { Ok(self.sql.media(media, small).await?) });
        let key = (media, small);
        let found = self.cache.try_get_with(key, read).await.map_err(|error| shared(&error))?;
        if found.is_none() {
            // It may come at any time.
            self.cache.invalidate(&key).await;
        }
        found.ok_or(Error::NotFound)
    }

    /// Keeps a picture that a host has uploaded, as it is written anew: nothing of its file but what is
    /// seen. One at a time, beside the threads that carry games.
    ///
    /// # Errors
    /// It is no picture that can be taken, or the database failed.
    pub async fn add_picture(&self, file: Bytes) -> Result<UploadedPicture, UploadError> {
        let Seen { file, width, height } = aside(&self.turn, move || picture::remake(&file))
            .await
            .map_err(LibraryError::from)??;
        self.sql.put_media(&file).await.map_err(LibraryError::from)?;
        Ok(UploadedPicture { media: file.id, width, height })
    }

    /// Keeps a sound that a host has uploaded: its audio, and no tags.
    ///
    /// # Errors
    /// It is no sound that can be taken, or the database failed.
    pub async fn add_sound(&self, file: Bytes) -> Result<UploadedSound, UploadError> {
        let Heard { file, ms } =
            aside(&self.turn, move || sound::cut(&file)).await.map_err(LibraryError::from)??;
        self.sql.put_media(&file).await.map_err(LibraryError::from)?;
        Ok(UploadedSound { media: file.id, ms })
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
        let seen = Seen::new(png(640, 480)).unwrap();
        assert_eq!((seen.file.kind, seen.width, seen.height), (MediaKind::Png, 640, 480));
        assert_eq!(Seen::new(png(640, 480)).unwrap().file.id, seen.file.id);
        assert_ne!(Seen::new(png(641, 480)).unwrap().file.id, seen.file.id);
        for (bytes, why) in [
            (Vec::new(), InvalidMedia::UnknownKind),
            (b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec(), InvalidMedia::UnknownKind),
            (b"GIF89a\x01\0\x01\0\0\0\0".to_vec(), InvalidMedia::UnknownKind),
            (b"\x89PNG\r\n\x1a\n".to_vec(), InvalidMedia::UnknownKind),
            (png(4097, 1), InvalidMedia::Size(4097, 1)),
            (png(0, 1), InvalidMedia::Size(0, 1)),
            (png(u32::MAX, 1), InvalidMedia::Size(u32::MAX as usize, 1)),
            (vec![0; MAX_PICTURE_BYTES + 1], InvalidMedia::TooLarge(MAX_PICTURE_BYTES + 1)),
        ] {
            assert_eq!(Seen::new(bytes).err(), Some(why));
        }
    }
}
