//! The library's first quizzes, and importing more from files.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Context;
use quizrain_shared::quiz::Quiz;

use crate::quiz::formats::{self, MAX_FILE_BYTES};
use crate::quiz::{QuizRow, There};
use crate::store::StoreError;
use crate::store::sql::Sql;

/// The quizzes that ship.
const BUILT_IN: [(&str, &[u8]); 4] = [
    ("chunjie.toml", include_bytes!("../../../quizzes/chunjie.toml")),
    ("how-computers-count.toml", include_bytes!("../../../quizzes/how-computers-count.toml")),
    ("world-tour.toml", include_bytes!("../../../quizzes/world-tour.toml")),
    ("yuanxiao.toml", include_bytes!("../../../quizzes/yuanxiao.toml")),
];

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
        for (name, bytes) in BUILT_IN {
            put(sql, name, &formats::parse(name, bytes)?.quiz, There::Stays).await?;
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

async fn put(sql: &Sql, source: &str, quiz: &Quiz, there: There) -> anyhow::Result<()> {
    let mut id = [0; 8];
    getrandom::fill(&mut id)?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?;
    let now_ms = u64::try_from(now.as_millis())?;
    Ok(sql.put_quiz(&hex::encode(id), source, quiz, there, now_ms).await?)
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
        let parsed = formats::parse(&shown, &bytes)?;
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        put(sql, &name, &parsed.quiz, There::IsReplaced).await?;
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
