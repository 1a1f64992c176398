//! German: what is wrong with files as a whole.

use quizrain_shared::api::{BrokenFile, BrokenZip, Stranger};

pub(super) fn stranger(what: Stranger) -> String {
    let what = match what {
        Stranger::OldOffice => {
            "eine alte Office-Datei (.xls oder .doc); speichere sie als .xlsx oder CSV"
        }
        Stranger::Pdf => "ein PDF",
        Stranger::Picture => "ein Bild",
        Stranger::Sound => "ein Ton",
        Stranger::Gzip => "eine gzip-Datei; entpacke sie zuerst",
    };
    format!("Das ist keine Quizdatei, sondern {what}.")
}

pub(super) fn file(why: &BrokenFile) -> (String, &'static str) {
    match why {
        BrokenFile::TooLarge(bytes, most) => {
            (format!("Die Datei hat {bytes} Bytes; höchstens {} MiB.", most >> 20), "")
        }
        BrokenFile::NotUtf8(place, byte) => (
            format!("Byte {place} der Zeile (0x{byte:02x}) ist kein UTF-8."),
            "UTF-8 oder die Angabe der Kodierung, etwa windows-1252",
        ),
        BrokenFile::ManyProblems(n) => {
            (format!("Es sind mehr als {n} Fehler; weitere werden nicht aufgeführt."), "")
        }
    }
}

pub(super) fn zip(why: &BrokenZip) -> (String, &'static str) {
    match why {
        BrokenZip::Unreadable(why) => {
            (format!("Diese ZIP-Datei lässt sich nicht lesen: {why}"), "")
        }
        BrokenZip::ManyFiles(most) => {
            (format!("In der ZIP-Datei sind mehr als {most} Dateien."), "ein Quiz und seine Bilder")
        }
        BrokenZip::Files(n, most) => {
            (format!("In der ZIP-Datei sind {n} Dateien; höchstens {most}."), "")
        }
        BrokenZip::Packed(n, why) => {
            (format!("Datei {n} der ZIP-Datei lässt sich nicht entpacken: {why}"), "")
        }
        BrokenZip::Unpacked(mib) => (format!("Entpackt hat die ZIP-Datei mehr als {mib} MiB."), ""),
        BrokenZip::Path(path) => (
            format!("In der ZIP-Datei steht der Pfad „{path}“."),
            "Namen, die nicht aus der ZIP-Datei hinausführen",
        ),
        BrokenZip::NoQuiz => (
            "In der ZIP-Datei ist kein Quiz.".to_owned(),
            "eine einzige Quizdatei wie quiz.toml mit ihren Bildern und Tönen oder eine .xlsx-Arbeitsmappe",
        ),
        BrokenZip::Quizzes(n) => (format!("In der ZIP-Datei sind {n} Quizdateien."), "nur eine"),
        BrokenZip::Workbook(why) => {
            (format!("Diese Arbeitsmappe lässt sich nicht lesen: {why}"), "")
        }
        BrokenZip::WorkbookNumbers => (
            "Diese Arbeitsmappe lässt sich nicht lesen: Sie hat Zahlen, die keine Arbeitsmappe hat."
                .to_owned(),
            "",
        ),
        BrokenZip::WorkbookTexts => (
            "Diese Arbeitsmappe lässt sich nicht lesen: xl/sharedStrings.xml ist beschädigt."
                .to_owned(),
            "",
        ),
        BrokenZip::WorkbookParts(n, most) => {
            (format!("Die Arbeitsmappe besteht aus {n} Dateien; höchstens {most}."), "")
        }
        BrokenZip::LargeSheets(mib) => {
            (format!("Entpackt haben die Blätter der Arbeitsmappe mehr als {mib} MiB."), "")
        }
        BrokenZip::LargeTexts(mib) => {
            (format!("Entpackt haben die Texte der Arbeitsmappe mehr als {mib} MiB."), "")
        }
        BrokenZip::Sheets(n, most) => {
            (format!("Die Arbeitsmappe hat {n} Blätter; höchstens {most}."), "")
        }
    }
}
