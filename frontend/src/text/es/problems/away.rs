//! Spanish: files and folders that are not at hand.

use quizrain_shared::api::{FileAway, FolderAway, NoFile};

use super::super::why;
use super::files;

pub(super) fn no_file(why: &NoFile) -> String {
    match why {
        NoFile::Alone(name) => format!(
            "El archivo {name} no vino con el quiz; pon el quiz, sus imágenes y sus sonidos en un mismo archivo zip."
        ),
        NoFile::NotInZip(name) => format!("El archivo {name} no está en el archivo zip."),
        NoFile::Zip(why) => files::zip(why).0,
        NoFile::Missing(name) => format!("El archivo {name} no existe."),
        NoFile::NoName(name) => {
            format!("{name}: debe ser el nombre de un archivo que esté junto al del quiz.")
        }
        NoFile::Unreadable(path, why) => format!("No se puede leer {path}: {why}"),
        NoFile::Away(name, why) => format!("{name}: {}", away(why)),
    }
}

fn away(why: &FileAway) -> String {
    match why {
        FileAway::Unreadable(why) => format!("No se puede leer: {why}"),
        FileAway::Link => "Es un enlace que lleva fuera de la carpeta.".to_owned(),
        FileAway::NoFile => "No es un archivo que se pueda leer.".to_owned(),
        FileAway::NameNotUtf8 => "El nombre del archivo no está en UTF-8.".to_owned(),
        FileAway::HiddenName => "El nombre del archivo tiene caracteres invisibles.".to_owned(),
        FileAway::Unread => "Falló la lectura del archivo.".to_owned(),
        FileAway::TooLarge(problem) => why::quiz(problem),
        FileAway::Failed(why) => format!("La biblioteca no pudo guardarlo: {why}"),
        FileAway::NotTaken => "La biblioteca no pudo aceptar este archivo.".to_owned(),
    }
}

/// The same with what was expected.
pub(super) fn file(why: &FileAway) -> (String, &'static str) {
    let expected = match why {
        FileAway::NameNotUtf8 | FileAway::HiddenName => "otro nombre",
        _ => "",
    };
    (away(why), expected)
}

pub(super) fn folder(why: &FolderAway) -> String {
    match why {
        FolderAway::Unreadable(path, why) => {
            format!("No se puede leer la carpeta de quizzes {path}: {why}")
        }
        FolderAway::ManyFiles(n, read) => {
            format!("En la carpeta hay {n} archivos de quiz; se leen {read}.")
        }
    }
}
