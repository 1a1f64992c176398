//! Files that hosts bring into the library and take away from it.
//!
//! A file is read beside the threads that carry games, and no two at a time: what one takes of memory and
//! of a processor is all that importing ever takes.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use quizrain_shared::api::{
    ExportFormat, ImportFile, ImportNeed, ImportProblem, ImportReport, NoFile, SavedQuiz,
};
use quizrain_shared::ids::{HostId, MediaId};
use quizrain_shared::quiz::Quiz;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::formats::{
    self, Beside, Columns, Exported, Format, Outcome, Parsed, Problem, WRITERS, Writer, one_line,
};
use super::index::Indexed;
use super::media::Media;
use super::shelf::{aside, in_turn, saved};
use super::sql::{FilePut, FromFile, New};
use super::{LibraryError, is_id, new_id};
use crate::store::sql::Sql;

/// Most bytes of the pictures and sounds in a file that is taken away, so that it can be brought again.
const MAX_MEDIA_BYTES: usize = 24 * 1024 * 1024;
/// Files whose bytes may be here or on their way at once; each may have 32 MiB.
const MAX_ARRIVING: usize = 3;
/// How long one waits for others to be read.
const TURN_TIMEOUT: Duration = Duration::from_secs(20);
/// Most characters of a file's name before its ending.
const MAX_NAME_CHARS: usize = 60;

/// A file that comes alone.
struct Alone;

impl Beside for Alone {
    fn read(&self, name: &str) -> Result<Vec<u8>, NoFile> {
        Err(NoFile::Alone(one_line(name)))
    }
}

/// A quiz that is to be put into the library.
pub(super) struct Ready {
    quiz: Quiz,
    indexed: Indexed,
    media: Vec<Media>,
}

impl Ready {
    /// A quiz with its pictures and sounds.
    ///
    /// # Errors
    /// It is too large.
    pub(super) fn of(quiz: Quiz, media: Vec<Media>) -> Result<Self, LibraryError> {
        if let Some(problem) = quiz.too_large() {
            return Err(LibraryError::TooLarge(problem));
        }
        let shown = |media: &Media| quiz.media().any(|id| id == media.id);
        let media = media.into_iter().filter(shown).collect();
        let indexed = Indexed::of(&quiz)?;
        Ok(Self { quiz, indexed, media })
    }
}

/// Where files are read and written, one at a time.
#[derive(Clone)]
pub struct Exchange {
    pub(super) sql: Sql,
    turn: Arc<Semaphore>,
    arriving: Arc<Semaphore>,
}

/// The right to have a file read.
struct Turn {
    _permit: OwnedSemaphorePermit,
}

/// Room for the bytes of a file, from before they are taken until the file was read: somebody with a slow line
/// holds this, and not the turn.
pub struct Arriving {
    _permit: OwnedSemaphorePermit,
}

/// A quiz as a file.
pub struct Taken {
    /// The file's name.
    pub file: String,
    /// What it is written in.
    pub writer: Writer,
    /// The file.
    pub bytes: Vec<u8>,
    /// What of the quiz is not in it.
    pub left_out: Vec<ImportProblem>,
}

impl Exchange {
    /// The exchange of the library in this database.
    #[must_use]
    pub fn new(sql: Sql) -> Self {
        let turns = |count| Arc::new(Semaphore::new(count));
        Self { sql, turn: turns(1), arriving: turns(MAX_ARRIVING) }
    }

    /// What a quiz can be written in.
    #[must_use]
    pub fn formats() -> Vec<ExportFormat> {
        let format = |writer: &Writer| ExportFormat {
            name: writer.format.name().to_owned(),
            title: writer.title.to_owned(),
            ending: writer.ending.to_owned(),
        };
        WRITERS.iter().map(format).collect()
    }

    /// Room for the bytes of a file, unless others have all there is.
    #[must_use]
    pub fn arriving(&self) -> Option<Arriving> {
        let permit = Arc::clone(&self.arriving).try_acquire_owned().ok()?;
        Some(Arriving { _permit: permit })
    }

    /// The next turn, unless it does not come for long.
    async fn next_turn(&self) -> Option<Turn> {
        let next = Arc::clone(&self.turn).acquire_owned();
        let permit = tokio::time::timeout(TURN_TIMEOUT, next).await.ok()?.ok()?;
        Some(Turn { _permit: permit })
    }

    /// A turn, unless somebody else has it.
    fn turn(&self) -> Option<Turn> {
        Arc::clone(&self.turn).try_acquire_owned().ok().map(|permit| Turn { _permit: permit })
    }

    /// Reads a file of the server's own when it is its turn, beside the threads that carry games.
    ///
    /// # Errors
    /// What reads it failed.
    pub(super) async fn aside<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, LibraryError> {
        Ok(aside(&self.turn, work).await?)
    }

    /// Reads a file when it is its turn, and puts what is wanted of it into the library where that is asked
    /// for; for an account, where whoever asks is signed in.
    ///
    /// # Errors
    /// What was said of the file makes no sense, others are being read for long, or the database failed. A
    /// file that cannot be read is a report.
    pub async fn import(
        &self,
        _arrived: Arriving,
        (wish, host): (ImportFile, Option<HostId>),
        bytes: bytes::Bytes,
    ) -> Result<ImportReport, LibraryError> {
        if wish.save.as_deref().is_some_and(|id| !is_id(id)) {
            return Err(LibraryError::Id);
        }
        let id = wish.save.clone();
        let turn = self.next_turn().await.ok_or(LibraryError::Busy)?;
        let work = move || read(&wish, &bytes);
        let (done, _turn) = in_turn(turn, work).await?;
        let (mut report, ready) = done?;
        if let (Some(id), Some(ready)) = (id, ready) {
            report.saved = Some(self.put(&id, host, &ready).await?);
        }
        Ok(report)
    }

    /// Writes a quiz as a file.
    ///
    /// # Errors
    /// There is no such quiz or format, another file is being written, or the database failed.
    pub async fn export(&self, id: &str, format: &str) -> Result<Taken, LibraryError> {
        let writer = WRITERS.iter().find(|writer| writer.format.name() == format);
        let writer = *writer.ok_or(LibraryError::Format)?;
        if !is_id(id) {
            return Err(LibraryError::NotFound);
        }
        let turn = self.turn().ok_or(LibraryError::Busy)?;
        let stored = self.sql.quiz_document(id).await?.ok_or(LibraryError::NotFound)?;
        let (found, turn) = in_turn(turn, move || stored.read()).await?;
        let found = found?;
        let media = self.media(&found.quiz).await?;
        let write = move || {
            let file = |id| media.get(&id).cloned();
            let exported = formats::export(writer.format, &found.quiz, &file);
            (exported, file_name(&found.quiz.title, writer.ending))
        };
        let ((exported, file), _) = in_turn(turn, write).await?;
        let Exported { bytes, left_out } = exported.ok_or(LibraryError::Format)?;
        Ok(Taken { file, writer, bytes, left_out: left_out.iter().map(told).collect() })
    }

    /// The pictures and sounds of a quiz, as far as a file may have them.
    async fn media(&self, quiz: &Quiz) -> Result<BTreeMap<MediaId, Media>, LibraryError> {
        let mut found = BTreeMap::new();
        let mut room = MAX_MEDIA_BYTES;
        for id in quiz.media() {
            if found.contains_key(&id) {
                continue;
            }
            let Some((kind, bytes)) = self.sql.media(id, false).await? else { continue };
            let Some(left) = room.checked_sub(bytes.len()) else { continue };
            room = left;
            found.insert(id, Media { id, kind, bytes, small: None });
        }
        Ok(found)
    }

    /// Puts the quiz of a watched file into the library, with its pictures and sounds.
    ///
    /// # Errors
    /// The database failed.
    pub(super) async fn put_file(
        &self,
        source: &str,
        digest: &str,
        ready: &Ready,
    ) -> Result<FilePut, LibraryError> {
        let Ready { quiz, indexed, media } = ready;
        let id = new_id()?;
        self.put_media(media).await?;
        let file = FromFile { id: &id, source, digest, quiz, indexed };
        Ok(self.sql.put_file(&file).await?)
    }

    /// Puts pictures and sounds into the library, before the quiz that has them.
    async fn put_media(&self, all: &[Media]) -> Result<(), LibraryError> {
        for media in all {
            self.sql.put_media(media).await?;
        }
        Ok(())
    }

    /// Puts pictures and sounds, and then the quiz that has them, into the library.
    async fn put(
        &self,
        id: &str,
        host: Option<HostId>,
        ready: &Ready,
    ) -> Result<SavedQuiz, LibraryError> {
        self.put_media(&ready.media).await?;
        let source = format!("studio {id}");
        let Ready { quiz, indexed, .. } = ready;
        let new = New { id, source: &source, host, quiz, indexed, tags: &[] };
        saved(id.to_owned(), self.sql.create_quiz(&new).await?)
    }
}

/// Reads a file; what is to be put into the library is ready for it.
fn read(wish: &ImportFile, bytes: &[u8]) -> Result<(ImportReport, Option<Ready>), LibraryError> {
    let encoding = wish.encoding.as_deref().map(formats::encoding).transpose()?;
    let file = formats::File { name: &wish.name, bytes, encoding, beside: &Alone };
    let columns = wish.columns.as_deref().map(str::parse::<Columns>).transpose()?;
    let (format, outcome) = formats::parse_table(&file, columns.as_ref());
    let needs = needs(format, &outcome, bytes);
    let mut report = report(format, &outcome, needs);
    let Ok(Parsed { quiz, media, .. }) = outcome else { return Ok((report, None)) };
    if wish.save.is_none() {
        report.quiz = Some(quiz);
        return Ok((report, None));
    }
    let mut quiz = match &wish.without {
        Some(left_out) => quiz.without(left_out),
        None => quiz,
    };
    if let Some(title) = &wish.title {
        quiz.title.clone_from(title);
    }
    if quiz.questions.is_empty() {
        return Err(LibraryError::NothingChosen);
    }
    Ok((report, Some(Ready::of(quiz, media)?)))
}

fn report(format: Option<Format>, outcome: &Outcome, needs: Option<ImportNeed>) -> ImportReport {
    let mut report = ImportReport {
        format: format.map(|format| format.name().to_owned()),
        title: None,
        questions: 0,
        kinds: BTreeMap::new(),
        problems: Vec::new(),
        needs,
        quiz: None,
        saved: None,
    };
    let problems = match outcome {
        Ok(Parsed { quiz, skipped, .. }) => {
            report.title = Some(quiz.title.clone());
            report.questions = u32::try_from(quiz.questions.len()).unwrap_or(u32::MAX);
            for question in &quiz.questions {
                *report.kinds.entry(question.kind.name().to_owned()).or_default() += 1;
            }
            skipped
        }
        Err(refused) => &refused.problems,
    };
    report.problems = problems.iter().map(told).collect();
    report
}

pub(super) fn told(problem: &Problem) -> ImportProblem {
    ImportProblem {
        at: problem.at.clone(),
        what: problem.what.clone(),
        expected: problem.expected.clone(),
        kind: Some((*problem.kind).clone()),
        row: problem.row.to_vec(),
    }
}

/// What a file that was refused does not say of itself.
fn needs(format: Option<Format>, outcome: &Outcome, bytes: &[u8]) -> Option<ImportNeed> {
    match format {
        _ if outcome.is_ok() => None,
        None => formats::needs_encoding(bytes).then_some(ImportNeed::Encoding),
        Some(format) => matches!(format, Format::Csv | Format::Xlsx).then_some(ImportNeed::Columns),
    }
}

/// What a file of a quiz is called: of letters, digits and hyphens alone, on which every system agrees.
fn file_name(title: &str, ending: &str) -> String {
    let words = title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let name: String = words.collect::<Vec<_>>().join("-").chars().take(MAX_NAME_CHARS).collect();
    let name = if name.is_empty() { "quiz" } else { &name };
    format!("{name}.{ending}")
}

#[cfg(test)]
mod tests {
    use super::file_name;

    #[test]
    fn names_of_files_have_nothing_that_a_system_reads() {
        for (title, name) in [
            ("World tour", "World-tour.toml"),
            ("../../etc/passwd", "etc-passwd.toml"),
            ("\u{202e}gpj.exe", "gpj-exe.toml"),
            ("春节·灯谜", "春节-灯谜.toml"),
            ("\"; rm", "rm.toml"),
            (" … ", "quiz.toml"),
        ] {
            assert_eq!(file_name(title, "toml"), name);
        }
        assert_eq!(file_name(&"x".repeat(200), "csv").len(), 64);
    }
}
