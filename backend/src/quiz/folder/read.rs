//! Reading a file of the folder and what it shows, beside the threads that carry games.

use std::cell::RefCell;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use quizrain_shared::api::{FileAway, NoFile};
use sha2::{Digest, Sha256};

use super::look::{Mark, Stamp};
use crate::quiz::LibraryError;
use crate::quiz::exchange::Ready;
use crate::quiz::formats::{self, At, Beside, MAX_FILE_BYTES, Parsed, Problem, one_line};
use crate::quiz::library::beside;
use crate::quiz::media::MAX_BESIDE_BYTES;

/// A file as it was read.
pub(super) struct Reading {
    /// What was read, so that another state of it is seen.
    pub(super) mark: Mark,
    /// The quiz, and the digest of all that it was made of.
    pub(super) quiz: Option<(Ready, String)>,
    /// What was left out of it, or why there is none.
    pub(super) problems: Vec<Problem>,
}

/// The folder, and what was asked for beside a quiz file.
struct Folder<'f> {
    path: &'f Path,
    asked: RefCell<Mark>,
}

impl Beside for Folder<'_> {
    fn read(&self, name: &str) -> Result<Vec<u8>, NoFile> {
        let path = self.path.join(beside(name)?);
        let stamp = Stamp::of(&path);
        self.asked.borrow_mut().beside.insert(path.clone(), stamp);
        read_inside(self.path, &path, MAX_BESIDE_BYTES)
            .map_err(|why| NoFile::Away(one_line(name), why))
    }
}

/// The bytes of a file that lies in a folder, whatever its name leads to; one more than so many say
/// that it is too large.
fn read_inside(folder: &Path, path: &Path, most: usize) -> Result<Vec<u8>, FileAway> {
    let failed = |why: std::io::Error| FileAway::Unreadable(one_line(&why.to_string()));
    let (folder, real) =
        (folder.canonicalize().map_err(failed)?, path.canonicalize().map_err(failed)?);
    if !real.starts_with(folder) {
        return Err(FileAway::Link);
    }
    // Whoever opens a pipe waits for somebody to write into it.
    if !fs::metadata(&real).map_err(failed)?.is_file() {
        return Err(FileAway::NoFile);
    }
    let mut bytes = Vec::new();
    let file = File::open(real).map_err(failed)?;
    file.take(most as u64 + 1).read_to_end(&mut bytes).map_err(failed)?;
    Ok(bytes)
}

/// Why the name of a file cannot be that of a quiz.
fn check_name(name: Option<&str>) -> Result<&str, FileAway> {
    let name = name.ok_or(FileAway::NameNotUtf8)?;
    let plain = |c: char| !c.is_control();
    if !name.chars().all(plain) || formats::control_character(name).is_some() {
        return Err(FileAway::HiddenName);
    }
    Ok(name)
}

/// Reads a file of the folder.
pub(super) fn read(folder: &Path, path: &Path) -> Reading {
    let within = Folder { path: folder, asked: RefCell::default() };
    within.asked.borrow_mut().file = Stamp::of(path);
    let (quiz, problems) = match read_quiz(&within, path) {
        Ok((ready, digest, left_out)) => (Some((ready, digest)), left_out),
        Err(problems) => (None, problems),
    };
    Reading { mark: within.asked.into_inner(), quiz, problems }
}

fn read_quiz(
    folder: &Folder<'_>,
    path: &Path,
) -> Result<(Ready, String, Vec<Problem>), Vec<Problem>> {
    let one = |why: FileAway| vec![Problem::known(At::File, why)];
    let name = check_name(path.file_name().and_then(|it| it.to_str())).map_err(one)?;
    let bytes = read_inside(folder.path, path, MAX_FILE_BYTES).map_err(one)?;
    let file = formats::File { name, bytes: &bytes, encoding: None, beside: folder };
    let Parsed { quiz, media, skipped, .. } =
        formats::parse(&file).1.map_err(|refused| refused.problems)?;
    let mut digest = Sha256::new();
    digest.update(&bytes);
    for media in &media {
        digest.update(media.id.0);
    }
    let ready = Ready::of(quiz, media).map_err(|why| match why {
        LibraryError::TooLarge(problem) => one(FileAway::TooLarge(problem)),
        other => one(FileAway::Failed(one_line(&other.to_string()))),
    })?;
    Ok((ready, hex::encode(digest.finalize()), skipped))
}

/// A file's name as it can be shown.
pub(super) fn shown(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let plain = |c: char| {
        let hidden =
            c.is_control() || formats::control_character(c.encode_utf8(&mut [0; 4])).is_some();
        if hidden { char::REPLACEMENT_CHARACTER } else { c }
    };
    name.chars().map(plain).collect()
}
