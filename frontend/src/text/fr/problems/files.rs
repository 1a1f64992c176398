//! French: what is wrong with files as a whole.

use quizrain_shared::api::{BrokenFile, BrokenZip, Stranger};

pub(super) fn stranger(what: Stranger) -> String {
    let what = match what {
        Stranger::OldOffice => {
            "un ancien fichier Office (.xls ou .doc) ; enregistrez-le en .xlsx ou en CSV"
        }
        Stranger::Pdf => "un PDF",
        Stranger::Picture => "une image",
        Stranger::Sound => "un son",
        Stranger::Gzip => "un fichier gzip ; décompressez-le d’abord",
    };
    format!("Ce n’est pas un fichier de quiz, mais {what}.")
}

pub(super) fn file(why: &BrokenFile) -> (String, &'static str) {
    match why {
        BrokenFile::TooLarge(bytes, most) => {
            (format!("Le fichier a {bytes} octets ; {} MiB au maximum.", most >> 20), "")
        }
        BrokenFile::NotUtf8(place, byte) => (
            format!("L’octet {place} de la ligne (0x{byte:02x}) n’est pas en UTF-8."),
            "de l’UTF-8, ou l’encodage du fichier à indiquer, comme windows-1252",
        ),
        BrokenFile::ManyProblems(n) => {
            (format!("Il y a plus de {n} problèmes ; les suivants ne sont pas listés."), "")
        }
    }
}

pub(super) fn zip(why: &BrokenZip) -> (String, &'static str) {
    match why {
        BrokenZip::Unreadable(why) => (format!("Impossible de lire ce fichier zip : {why}"), ""),
        BrokenZip::ManyFiles(most) => {
            (format!("Le fichier zip contient plus de {most} fichiers."), "un quiz et ses images")
        }
        BrokenZip::Files(n, most) => {
            (format!("Le fichier zip contient {n} fichiers ; {most} au maximum."), "")
        }
        BrokenZip::Packed(n, why) => {
            (format!("Impossible de décompresser le fichier {n} du zip : {why}"), "")
        }
        BrokenZip::Unpacked(mib) => (format!("Décompressé, le fichier zip dépasse {mib} MiB."), ""),
        BrokenZip::Path(path) => (
            format!("Le fichier zip contient le chemin « {path} »."),
            "des noms qui ne sortent pas du fichier zip",
        ),
        BrokenZip::NoQuiz => (
            "Il n’y a pas de quiz dans le fichier zip.".to_owned(),
            "un seul fichier de quiz, comme quiz.toml, avec ses images et ses sons ; ou un classeur .xlsx",
        ),
        BrokenZip::Quizzes(n) => {
            (format!("Le fichier zip contient {n} fichiers de quiz."), "un seul")
        }
        BrokenZip::Workbook(why) => (format!("Impossible de lire ce classeur : {why}"), ""),
        BrokenZip::WorkbookNumbers => (
            "Impossible de lire ce classeur : il contient des nombres qu’aucun classeur n’a."
                .to_owned(),
            "",
        ),
        BrokenZip::WorkbookTexts => {
            ("Impossible de lire ce classeur : xl/sharedStrings.xml est abîmé.".to_owned(), "")
        }
        BrokenZip::WorkbookParts(n, most) => {
            (format!("Le classeur se compose de {n} fichiers ; {most} au maximum."), "")
        }
        BrokenZip::LargeSheets(mib) => {
            (format!("Décompressées, les feuilles du classeur dépassent {mib} MiB."), "")
        }
        BrokenZip::LargeTexts(mib) => {
            (format!("Décompressés, les textes du classeur dépassent {mib} MiB."), "")
        }
        BrokenZip::Sheets(n, most) => {
            (format!("Le classeur a {n} feuilles ; {most} au maximum."), "")
        }
    }
}
