//! What is in the folder, without reading any file.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use crate::quiz::formats;

/// What tells one state of a file from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stamp {
    file: (u64, u64),
    bytes: u64,
    written: (i64, i64),
    /// Moves with rights, names and contents, and nobody can set it back.
    changed: (i64, i64),
}

impl Stamp {
    /// That of the file that a name leads to; `None`: to none that can be looked at.
    pub(super) fn of(path: &Path) -> Option<Self> {
        fs::metadata(path).ok().as_ref().map(Self::read)
    }

    fn read(it: &Metadata) -> Self {
        Self {
            file: (it.dev(), it.ino()),
            bytes: it.size(),
            written: (it.mtime(), it.mtime_nsec()),
            changed: (it.ctime(), it.ctime_nsec()),
        }
    }
}

/// The state of a file and of those beside it that it named when it was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) file: Option<Stamp>,
    pub(super) beside: BTreeMap<PathBuf, Option<Stamp>>,
}

impl Mark {
    /// The state that the same files have now.
    pub(super) fn renewed(&self, path: &Path) -> Self {
        let beside = self.beside.keys().map(|path| (path.clone(), Stamp::of(path))).collect();
        Self { file: Stamp::of(path), beside }
    }
}

/// Whether a name may be that of a quiz file, by its ending. Editors and spreadsheets keep files of
/// their own beside what they write, and hide them.
fn is_quiz_file(name: &str) -> bool {
    !name.starts_with('.') && !name.starts_with("~$") && formats::has_ending(name)
}

/// The names of a folder that may be quiz files, in order. Folders in it are none.
pub(super) fn names(folder: &Path) -> io::Result<Vec<OsString>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let is_folder = || fs::metadata(entry.path()).is_ok_and(|it| it.is_dir());
        if is_quiz_file(&name.to_string_lossy()) && !is_folder() {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::is_quiz_file;

    #[test]
    fn what_editors_leave_behind_is_no_quiz() {
        for name in ["a.toml", "A.YAML", "a b.json", "x.csv", "capitals.aiken.txt", "q.zip"] {
            assert!(is_quiz_file(name), "{name}");
        }
        for name in [
            "a",
            "toml",
            "a.md",
            "p.png",
            "a.toml~",
            ".a.toml",
            ".a.toml.swp",
            "#a.toml#",
            "~$a.xlsx",
        ] {
            assert!(!is_quiz_file(name), "{name}");
        }
    }
}
