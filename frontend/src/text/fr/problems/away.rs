//! French: files and folders that are not at hand.

use quizrain_shared::api::{FileAway, FolderAway, NoFile};

use super::super::why;
use super::files;

pub(super) fn no_file(why: &NoFile) -> String {
    match why {
        NoFile::Alone(name) => format!(
            "Le fichier {name} n’est pas venu avec le quiz ; mettez le quiz, ses images et ses sons dans un même fichier zip."
        ),
        NoFile::NotInZip(name) => format!("Le fichier {name} n’est pas dans le fichier zip."),
        NoFile::Zip(why) => files::zip(why).0,
        NoFile::Missing(name) => format!("Le fichier {name} n’existe pas."),
        NoFile::NoName(name) => {
            format!("{name} : ce doit être le nom d’un fichier placé à côté de celui du quiz.")
        }
        NoFile::Unreadable(path, why) => format!("Impossible de lire {path} : {why}"),
        NoFile::Away(name, why) => format!("{name} : {}", away(why)),
    }
}

fn away(why: &FileAway) -> String {
    match why {
        FileAway::Unreadable(why) => format!("Impossible de le lire : {why}"),
        FileAway::Link => "C’est un lien qui mène hors du dossier.".to_owned(),
        FileAway::NoFile => "Ce n’est pas un fichier lisible.".to_owned(),
        FileAway::NameNotUtf8 => "Le nom du fichier n’est pas en UTF-8.".to_owned(),
        FileAway::HiddenName => "Le nom du fichier contient des caractères invisibles.".to_owned(),
        FileAway::Unread => "La lecture du fichier a échoué.".to_owned(),
        FileAway::TooLarge(problem) => why::quiz(problem),
        FileAway::Failed(why) => format!("La bibliothèque n’a pas pu l’enregistrer : {why}"),
        FileAway::NotTaken => "La bibliothèque n’a pas pu prendre ce fichier.".to_owned(),
    }
}

/// The same with what was expected.
pub(super) fn file(why: &FileAway) -> (String, &'static str) {
    let expected = match why {
        FileAway::NameNotUtf8 | FileAway::HiddenName => "un autre nom",
        _ => "",
    };
    (away(why), expected)
}

pub(super) fn folder(why: &FolderAway) -> String {
    match why {
        FolderAway::Unreadable(path, why) => {
            format!("Impossible de lire le dossier de quiz {path} : {why}")
        }
        FolderAway::ManyFiles(n, read) => {
            format!("Le dossier contient {n} fichiers de quiz ; {read} sont lus.")
        }
    }
}
