//! A zip file of ours: one quiz file in TOML, YAML or JSON, and its pictures and sounds beside it.

use std::cell::RefCell;
use std::io::{Cursor, Write};

use quizrain_shared::api::{BrokenZip, NoFile};
use quizrain_shared::ids::MediaId;
use quizrain_shared::quiz::Quiz;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::archive::Archive;
use super::content::{MAX_TEXT_BYTES, Text};
use super::exported::{Exported, Files};
use super::problem::{At, Problem, one_line};
use super::{Beside, File, Reading, native, read_ours};
use crate::quiz::media::MAX_BESIDE_BYTES;

/// Most files in it.
const MAX_ENTRIES: usize = 1000;
/// Most bytes of all of them, unpacked.
const MAX_UNPACKED: u64 = 32 * 1024 * 1024;
/// What quiz files end in.
const ENDINGS: [&str; 4] = [".toml", ".yaml", ".yml", ".json"];

/// Reads one.
pub(super) fn read(file: &File<'_>, mut archive: Archive<'_>) -> Reading {
    let refuse = |why: BrokenZip| vec![Problem::known(At::File, why)];
    let quiz = check(&mut archive).map_err(refuse)?;
    let (folder, index) = quiz;
    let limit = MAX_TEXT_BYTES as u64 + 1;
    let bytes = archive.read(index, limit).map_err(refuse)?;
    let beside = Inside { archive: RefCell::new(archive), folder };
    let inner = File { bytes: &bytes, beside: &beside, ..*file };
    let text = Text::of(&inner).map_err(|problem| vec![problem])?;
    read_ours(&text)
}

/// The folder of the one quiz file and its place, where the container is within its limits.
fn check(archive: &mut Archive<'_>) -> Result<(String, usize), BrokenZip> {
    if archive.len() > MAX_ENTRIES {
        return Err(BrokenZip::Files(archive.len(), MAX_ENTRIES));
    }
    let (mut unpacked, mut quizzes) = (0, Vec::new());
    for index in 0..archive.len() {
        let (name, size) = archive.size(index, MAX_UNPACKED - unpacked)?;
        unpacked += size;
        if unpacked >= MAX_UNPACKED {
            return Err(BrokenZip::Unpacked(MAX_UNPACKED >> 20));
        }
        if name.starts_with('/') || name.contains('\\') || name.split('/').any(|part| part == "..")
        {
            return Err(BrokenZip::Path(one_line(&name)));
        }
        let plain =
            !name.starts_with("__MACOSX/") && !name.split('/').any(|it| it.starts_with('.'));
        if plain && ENDINGS.iter().any(|ending| name.to_ascii_lowercase().ends_with(ending)) {
            quizzes.push((name, index));
        }
    }
    match quizzes.as_slice() {
        [(name, index)] => {
            let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
            Ok((folder.to_owned(), *index))
        }
        [] => Err(BrokenZip::NoQuiz),
        many => Err(BrokenZip::Quizzes(many.len())),
    }
}

/// The other files of a container.
struct Inside<'f> {
    archive: RefCell<Archive<'f>>,
    /// That of the quiz file.
    folder: String,
}

impl Beside for Inside<'_> {
    fn read(&self, name: &str) -> Result<Vec<u8>, NoFile> {
        let path = match self.folder.as_str() {
            "" => name.to_owned(),
            folder => format!("{folder}/{name}"),
        };
        let mut archive = self.archive.borrow_mut();
        let index = archive.find(&path).ok_or_else(|| NoFile::NotInZip(one_line(name)))?;
        // One byte beyond the limit says that it is too large.
        archive.read(index, MAX_BESIDE_BYTES as u64 + 1).map_err(NoFile::from)
    }
}

/// Writes one.
pub(super) fn write(quiz: &Quiz, media: Files<'_>) -> Exported {
    let name = |id: MediaId| Some(format!("{id}.{}", media(id)?.kind.ending()));
    let (document, left_out) = native::write::document(quiz, &name);
    let text = toml::to_string(&document).unwrap_or_default();
    let mut files = vec![("quiz.toml".to_owned(), text.into_bytes().into())];
    let mut shown: Vec<MediaId> = quiz.media().collect();
    shown.sort_unstable();
    shown.dedup();
    files.extend(shown.into_iter().filter_map(|it| Some((name(it)?, media(it)?.bytes))));
    // Memory takes all that is written.
    let bytes = pack(&files).unwrap_or_default();
    Exported { bytes, left_out: left_out.finish() }
}

fn pack(files: &[(String, axum::body::Bytes)]) -> zip::result::ZipResult<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        // Pictures and most sounds are packed already.
        let method = match name.ends_with(".toml") {
            true => CompressionMethod::Deflated,
            false => CompressionMethod::Stored,
        };
        // At the first time that the format knows, so that the same quiz is the same bytes.
        let options = SimpleFileOptions::default().last_modified_time(DateTime::default());
        zip.start_file(name, options.compression_method(method))?;
        zip.write_all(bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}
