//! The library's first quizzes, and importing more from files.

use std::io::Read;
use std::path::{Component, Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Context;

use crate::quiz::formats::{self, Beside, MAX_FILE_BYTES, Parsed};
use crate::quiz::media::MAX_MEDIA_BYTES;
use crate::quiz::{QuizRow, There};
use crate::store::StoreError;
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
    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        let found = PICTURES.iter().find(|(known, _)| *known == name);
        found.map(|(_, bytes)| bytes.to_vec()).ok_or_else(|| format!("no file {name}"))
    }
}

/// The folder of a quiz file. Whoever wrote the file names only what is in it.
struct Folder<'p>(Option<&'p Path>);

impl Beside for Folder<'_> {
    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        let plain = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
        if name.is_empty() || !plain {
            return Err(format!("{name}: expected the name of a file beside the quiz file"));
        }
        let path = self.0.map_or_else(|| PathBuf::from(name), |folder| folder.join(name));
        let failed = |why: std::io::Error| format!("cannot read {}: {why}", path.display());
        let file = std::fs::File::open(&path).map_err(failed)?;
        let mut bytes = Vec::new();
        // One byte beyond the limit says that it is too large.
        file.take(MAX_MEDIA_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(failed)?;
        Ok(bytes)
    }
}

/// The quizzes that can be played.
#[derive(Clone)]
pub struct Library {
    sql: Sql,
}

impl Library {
    /// The library in this database.
    #[must_use]
    pub fn new(sql: Sql) -> Self {
        Self { sql }
    }

    /// Every quiz, in the order of their titles.
    ///
    /// # Errors
    /// The database failed.
    pub async fn quizzes(&self) -> Result<Vec<QuizRow>, StoreError> {
        self.sql.quizzes().await
    }

    /// A quiz.
    ///
    /// # Errors
    /// The database failed.
    pub async fn quiz(&self, id: &str) -> Result<Option<QuizRow>, StoreError> {
        self.sql.quiz(id).await
    }
}

/// Puts the first quizzes into the library: those of a folder, or those that ship, which never take
/// the place of an imported one.
///
/// # Errors
/// A file cannot be read or has mistakes, or the database failed.
pub async fn fill(sql: &Sql, folder: Option<&Path>) -> anyhow::Result<()> {
    let Some(folder) = folder else {
        for (name, bytes) in BUILT_IN.iter().copied() {
            put(sql, name, &formats::parse(name, bytes, &Shipped)?, There::Stays).await?;
        }
        return Ok(());
    };
    let entries = std::fs::read_dir(folder)
        .with_context(|| format!("cannot read the folder of quizzes {}", folder.display()))?;
    let mut files = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<PathBuf>, _>>()?;
    files.retain(|file| {
        file.extension().is_some_and(|ext| ext == "toml" || ext == "txt" || ext == "aiken")
    });
    files.sort();
    import(sql, &files).await.map(|_| ())
}

async fn put(sql: &Sql, source: &str, parsed: &Parsed, there: There) -> anyhow::Result<()> {
    let mut id = [0; 8];
    getrandom::fill(&mut id)?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?;
    let now_ms = u64::try_from(now.as_millis())?;
    // Before the quiz that shows them.
    for media in &parsed.media {
        sql.put_media(media, now_ms).await?;
    }
    Ok(sql.put_quiz(&hex::encode(id), source, &parsed.quiz, there, now_ms).await?)
}

/// Puts files into the library and says what was done with each.
///
/// # Errors
/// The first file that cannot be read or has mistakes; those before it are in the library.
pub async fn import(sql: &Sql, files: &[PathBuf]) -> anyhow::Result<Vec<String>> {
    let mut told = Vec::with_capacity(files.len());
    for path in files {
        let shown = path.display().to_string();
        let context = || format!("cannot read {shown}");
        let size = std::fs::metadata(path).with_context(context)?.len();
        // A file that is far too large is not even read; the parser says what the limit is.
        let bytes = if size > 4 * MAX_FILE_BYTES as u64 {
            vec![0; MAX_FILE_BYTES + 1]
        } else {
            std::fs::read(path).with_context(context)?
        };
        let parsed = formats::parse(&shown, &bytes, &Folder(path.parent()))?;
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        put(sql, &name, &parsed, There::IsReplaced).await?;
        let count = parsed.quiz.questions.len();
        let mut line = format!("{shown}: “{}”, {count} questions imported", parsed.quiz.title);
        if !parsed.skipped.is_empty() {
            line.push_str(&format!(", {} left out:\n", parsed.skipped.len()));
            line.push_str(&formats::listing(&shown, &parsed.skipped));
        }
        told.push(line);
    }
    Ok(told)
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
            let parsed = formats::parse(name, bytes, &Shipped).unwrap();
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
