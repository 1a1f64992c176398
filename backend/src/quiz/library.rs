//! The library's first quizzes, and importing more from files.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io::Read;
use std::path::{Component, Path, PathBuf};

use anyhow::Context;
use quizrain_shared::api::NoFile;
use serde::Serialize;

use crate::quiz::formats::{
    self, Beside, Columns, Format, MAX_FILE_BYTES, Outcome, Parsed, Problem, one_line,
};
use crate::quiz::media::MAX_BESIDE_BYTES;
use crate::quiz::{Exchange, Folder, There, new_id};
use crate::store::sql::Sql;

/// Files of the folder `quizzes`, with their names.
macro_rules! shipped {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_bytes!(concat!("../../../quizzes/", $name)))),*]
    };
}

/// The quizzes that ship.
const BUILT_IN: &[(&str, &[u8])] =
    shipped!["chunjie.toml", "how-computers-count.toml", "world-tour.toml", "yuanxiao.toml"];

/// Their pictures.
const PICTURES: &[(&str, &[u8])] = shipped![
    "beach-penguin.webp",
    "cabin-windows.webp",
    "eight-lamps.webp",
    "five-moons.webp",
    "high-peak.webp",
    "landmarks.webp",
    "lantern-fair.webp",
    "lit-windows.webp",
    "packet-shower.webp",
    "reunion-table.webp",
    "rocket.webp",
    "sky-lanterns.webp",
    "two-bowls.webp",
    "zodiac-portrait.webp",
];

struct Shipped;

impl Beside for Shipped {
    fn read(&self, name: &str) -> Result<Vec<u8>, NoFile> {
        let found = PICTURES.iter().find(|(known, _)| *known == name);
        found.map(|(_, bytes)| bytes.to_vec()).ok_or_else(|| NoFile::Missing(one_line(name)))
    }
}

/// The name of a file beside a quiz file, or in a folder beside it.
pub(super) fn beside(name: &str) -> Result<&Path, NoFile> {
    let path = Path::new(name);
    let plain = path.components().all(|part| matches!(part, Component::Normal(_)));
    if name.is_empty() || !plain {
        return Err(NoFile::NoName(one_line(name)));
    }
    Ok(path)
}

/// The folder of a quiz file. Whoever wrote the file names only what is in it.
struct Around<'p>(Option<&'p Path>);

impl Beside for Around<'_> {
    fn read(&self, name: &str) -> Result<Vec<u8>, NoFile> {
        let name = beside(name)?;
        let path = self.0.map_or_else(|| PathBuf::from(name), |folder| folder.join(name));
        let failed = |why: std::io::Error| {
            NoFile::Unreadable(one_line(&path.display().to_string()), one_line(&why.to_string()))
        };
        let file = std::fs::File::open(&path).map_err(failed)?;
        let mut bytes = Vec::new();
        // One byte beyond the limit says that it is too large.
        file.take(MAX_BESIDE_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(failed)?;
        Ok(bytes)
    }
}

/// Whether a quiz ships, by its source: the program brings it again at each start.
pub(super) fn is_shipped(source: &str) -> bool {
    BUILT_IN.iter().any(|(name, _)| *name == source)
}

/// Fills the library at the start: with the quizzes of a folder, which is to be watched then; without
/// one, with those that ship, which never take the place of an imported one. `alone`: no other server
/// has a folder.
///
/// # Errors
/// The folder cannot be read, or the database failed.
pub(crate) async fn fill(
    exchange: &Exchange,
    folder: Option<PathBuf>,
    alone: bool,
) -> anyhow::Result<Option<Folder>> {
    let sql = &exchange.sql;
    while sql.index_quizzes().await? {}
    if let Some(folder) = folder {
        return Folder::open(folder, exchange.clone()).await.map(Some);
    }
    if alone {
        sql.keep_files(&BTreeSet::new()).await?;
    }
    for (name, bytes) in BUILT_IN.iter().copied() {
        put(sql, name, &shipped(name, bytes)?, There::Stays).await?;
    }
    Ok(None)
}

/// A quiz that ships.
fn shipped(name: &str, bytes: &[u8]) -> Outcome {
    let file = formats::File { name, bytes, encoding: None, beside: &Shipped };
    formats::parse(&file).1
}

async fn put(sql: &Sql, source: &str, parsed: &Parsed, there: There) -> anyhow::Result<()> {
    // Before the quiz that shows them.
    for media in &parsed.media {
        sql.put_media(media).await?;
    }
    Ok(sql.put_quiz(&new_id()?, source, &parsed.quiz, there).await?)
}

/// How files are brought into the library.
#[derive(Clone, Debug, Default)]
pub struct Import {
    /// What their texts are encoded in, where they are not Unicode.
    pub encoding: Option<&'static encoding_rs::Encoding>,
    /// Which column of a table means what, where its header does not say so.
    pub columns: Option<Columns>,
}

/// What became of a file.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The file, as it was named.
    pub file: String,
    /// What it is written in, where that could be found out.
    pub format: Option<&'static str>,
    /// The quiz's title; `None`: the file was refused.
    pub title: Option<String>,
    /// How many questions came.
    pub questions: usize,
    /// How many of each kind.
    pub kinds: BTreeMap<&'static str, usize>,
    /// Which columns of a table were read.
    pub columns: Option<String>,
    /// What was left out or changed, or why the file was refused.
    pub problems: Vec<Problem>,
}

impl Report {
    fn new(file: String, format: Option<Format>, outcome: &Outcome) -> Self {
        let mut report = Self {
            file,
            format: format.map(Format::name),
            title: None,
            questions: 0,
            kinds: BTreeMap::new(),
            columns: None,
            problems: Vec::new(),
        };
        match outcome {
            Ok(parsed) => {
                report.title = Some(parsed.quiz.title.clone());
                report.questions = parsed.quiz.questions.len();
                for question in &parsed.quiz.questions {
                    *report.kinds.entry(question.kind.name()).or_default() += 1;
                }
                report.columns.clone_from(&parsed.columns);
                report.problems.clone_from(&parsed.skipped);
            }
            Err(refused) => report.problems.clone_from(&refused.problems),
        }
        report
    }
}

impl fmt::Display for Report {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, title, questions, problems, columns, .. } = self;
        let Some(title) = title else {
            return out.write_str(&formats::listing(file, problems));
        };
        let many = |count: usize| if count == 1 { "" } else { "s" };
        write!(out, "{file}: “{title}”, {questions} question{}", many(*questions))?;
        if let Some(columns) = columns {
            write!(out, " (columns {columns})")?;
        }
        if problems.is_empty() {
            return Ok(());
        }
        let (count, many) = (problems.len(), many(problems.len()));
        write!(out, ", {count} problem{many}:\n{}", formats::listing(file, problems))
    }
}

/// Reads a file and puts it into the library, unless it is only to be read.
///
/// # Errors
/// The file cannot be read, or the database failed. A file that was refused is a report.
pub async fn import(sql: Option<&Sql>, path: &Path, import: &Import) -> anyhow::Result<Report> {
    let shown = path.display().to_string();
    let context = || format!("cannot read {shown}");
    // One byte beyond the limit says that it is too large.
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).with_context(context)?;
    file.take(MAX_FILE_BYTES as u64 + 1).read_to_end(&mut bytes).with_context(context)?;
    let beside = Around(path.parent());
    let file =
        formats::File { name: &shown, bytes: &bytes, encoding: import.encoding, beside: &beside };
    let (format, outcome) = formats::parse_table(&file, import.columns.as_ref());
    if let (Some(sql), Ok(parsed)) = (sql, &outcome) {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        put(sql, &name, parsed, There::IsReplaced).await?;
    }
    Ok(Report::new(shown, format, &outcome))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::mem::discriminant;

    use super::*;

    #[test]
    fn what_ships_is_good_and_shows_every_kind() {
        let mut kinds = HashSet::new();
        let mut shown = HashSet::new();
        for (name, bytes) in BUILT_IN {
            let parsed = shipped(name, bytes).unwrap();
            let questions = &parsed.quiz.questions;
            let here: HashSet<_> = questions.iter().map(|it| discriminant(&it.kind)).collect();
            assert!(questions.len() == 10 && here.len() >= 6, "{name}: {} kinds", here.len());
            assert!(!parsed.quiz.rains.is_empty(), "{name}");
            kinds.extend(here);
            shown.extend(parsed.media.iter().map(|media| media.id));
        }
        assert_eq!((kinds.len(), shown.len()), (13, PICTURES.len()));
    }
}
