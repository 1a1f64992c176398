//! German: files and folders that are not at hand.

use quizrain_shared::api::{FileAway, FolderAway, NoFile};

use super::super::why;
use super::files;

pub(super) fn no_file(why: &NoFile) -> String {
    match why {
        NoFile::Alone(name) => format!(
            "Die Datei {name} kam nicht mit; pack das Quiz, seine Bilder und seine Töne in eine ZIP-Datei."
        ),
        NoFile::NotInZip(name) => format!("Die Datei {name} ist nicht in der ZIP-Datei."),
        NoFile::Zip(why) => files::zip(why).0,
        NoFile::Missing(name) => format!("Die Datei {name} gibt es nicht."),
        NoFile::NoName(name) => {
            format!("{name}: Das muss der Name einer Datei sein, die neben der Quizdatei liegt.")
        }
        NoFile::Unreadable(path, why) => format!("{path} lässt sich nicht lesen: {why}"),
        NoFile::Away(name, why) => format!("{name}: {}", away(why)),
    }
}

fn away(why: &FileAway) -> String {
    match why {
        FileAway::Unreadable(why) => format!("Die Datei lässt sich nicht lesen: {why}"),
        FileAway::Link => "Das ist ein Link, der aus dem Ordner hinausführt.".to_owned(),
        FileAway::NoFile => "Das ist keine Datei, die sich lesen lässt.".to_owned(),
        FileAway::NameNotUtf8 => "Der Name der Datei ist kein UTF-8.".to_owned(),
        FileAway::HiddenName => "Der Name der Datei hat unsichtbare Zeichen.".to_owned(),
        FileAway::Unread => "Die Datei ließ sich nicht lesen.".to_owned(),
        FileAway::TooLarge(problem) => why::quiz(problem),
        FileAway::Failed(why) => format!("Die Bibliothek konnte sie nicht speichern: {why}"),
        FileAway::NotTaken => "Die Bibliothek konnte diese Datei nicht aufnehmen.".to_owned(),
    }
}

/// The same with what was expected.
pub(super) fn file(why: &FileAway) -> (String, &'static str) {
    let expected = match why {
        FileAway::NameNotUtf8 | FileAway::HiddenName => "ein anderer Name",
        _ => "",
    };
    (away(why), expected)
}

pub(super) fn folder(why: &FolderAway) -> String {
    match why {
        FolderAway::Unreadable(path, why) => {
            format!("Der Quizordner {path} lässt sich nicht lesen: {why}")
        }
        FolderAway::ManyFiles(n, read) => {
            format!("Im Ordner sind {n} Quizdateien; gelesen werden {read}.")
        }
    }
}
