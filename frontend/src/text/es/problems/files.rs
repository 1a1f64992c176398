//! Spanish: what is wrong with files as a whole.

use quizrain_shared::api::{BrokenFile, BrokenZip, Stranger};

pub(super) fn stranger(what: Stranger) -> String {
    let what = match what {
        Stranger::OldOffice => {
            "un archivo de Office antiguo (.xls o .doc); guárdalo como .xlsx o CSV"
        }
        Stranger::Pdf => "un PDF",
        Stranger::Picture => "una imagen",
        Stranger::Sound => "un sonido",
        Stranger::Gzip => "un archivo gzip; descomprímelo primero",
    };
    format!("No es un archivo de quiz, sino {what}.")
}

pub(super) fn file(why: &BrokenFile) -> (String, &'static str) {
    match why {
        BrokenFile::TooLarge(bytes, most) => {
            (format!("El archivo tiene {bytes} bytes; {} MiB como máximo.", most >> 20), "")
        }
        BrokenFile::NotUtf8(place, byte) => (
            format!("El byte {place} de la línea (0x{byte:02x}) no es UTF-8."),
            "UTF-8, o que indiques la codificación, como windows-1252",
        ),
        BrokenFile::ManyProblems(n) => {
            (format!("Hay más de {n} problemas; los siguientes no se muestran."), "")
        }
    }
}

pub(super) fn zip(why: &BrokenZip) -> (String, &'static str) {
    match why {
        BrokenZip::Unreadable(why) => (format!("No se puede leer este archivo zip: {why}"), ""),
        BrokenZip::ManyFiles(most) => {
            (format!("El archivo zip tiene más de {most} archivos."), "un quiz y sus imágenes")
        }
        BrokenZip::Files(n, most) => {
            (format!("El archivo zip tiene {n} archivos; {most} como máximo."), "")
        }
        BrokenZip::Packed(n, why) => {
            (format!("No se puede descomprimir el archivo {n} del zip: {why}"), "")
        }
        BrokenZip::Unpacked(mib) => {
            (format!("Descomprimido, el archivo zip pasa de {mib} MiB."), "")
        }
        BrokenZip::Path(path) => (
            format!("El archivo zip tiene la ruta “{path}”."),
            "nombres que no salgan del archivo zip",
        ),
        BrokenZip::NoQuiz => (
            "No hay ningún quiz en el archivo zip.".to_owned(),
            "un solo archivo de quiz, como quiz.toml, con sus imágenes y sonidos; o un libro .xlsx",
        ),
        BrokenZip::Quizzes(n) => {
            (format!("El archivo zip tiene {n} archivos de quiz."), "uno solo")
        }
        BrokenZip::Workbook(why) => (format!("No se puede leer este libro de Excel: {why}"), ""),
        BrokenZip::WorkbookNumbers => (
            "No se puede leer este libro de Excel: tiene números que ningún libro tiene."
                .to_owned(),
            "",
        ),
        BrokenZip::WorkbookTexts => (
            "No se puede leer este libro de Excel: xl/sharedStrings.xml está dañado.".to_owned(),
            "",
        ),
        BrokenZip::WorkbookParts(n, most) => {
            (format!("El libro de Excel se compone de {n} archivos; {most} como máximo."), "")
        }
        BrokenZip::LargeSheets(mib) => {
            (format!("Descomprimidas, las hojas del libro de Excel pasan de {mib} MiB."), "")
        }
        BrokenZip::LargeTexts(mib) => {
            (format!("Descomprimidos, los textos del libro de Excel pasan de {mib} MiB."), "")
        }
        BrokenZip::Sheets(n, most) => {
            (format!("El libro de Excel tiene {n} hojas; {most} como máximo."), "")
        }
    }
}
