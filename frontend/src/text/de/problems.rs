//! German: mostly what the server says.

use quizrain_shared::api::{FilePlace, column_letters};

use super::many;
use crate::text::problems::ProblemWords;

pub(in crate::text) static WORDS: ProblemWords = ProblemWords {
    place: |place| match place {
        FilePlace::File => "ganze Datei".to_owned(),
        FilePlace::Line(line) => format!("Zeile {line}"),
        FilePlace::Entry(entry) => format!("Frage {entry}"),
        FilePlace::Cell { sheet, row, column } => {
            let sheet = sheet.as_ref().map(|name| format!("Blatt {name}, ")).unwrap_or_default();
            let column = column
                .map(|column| format!(", Spalte {}", column_letters(column)))
                .unwrap_or_default();
            format!("{sheet}Zeile {row}{column}")
        }
    },
    said: |_| None,
    folder: |_| None,
    to_mend: |n| format!("{n} Fehler zu beheben"),
    no_place: |n| many(n as u64, "Angabe ausgelassen", "Angaben ausgelassen"),
    no_place_why: "Dafür hat Quizrain keinen Platz. In der Datei ist nichts zu beheben.",
};
