//! Spanish: mostly what the server says, in English.

use quizrain_shared::api::{FilePlace, column_letters};

use super::many;
use crate::text::problems::ProblemWords;

pub(in crate::text) static WORDS: ProblemWords = ProblemWords {
    place: |place| match place {
        FilePlace::File => "archivo".to_owned(),
        FilePlace::Line(line) => format!("línea {line}"),
        FilePlace::Entry(entry) => format!("pregunta {entry}"),
        FilePlace::Cell { sheet, row, column } => {
            let sheet = sheet.as_ref().map(|name| format!("hoja {name}, ")).unwrap_or_default();
            let column = column
                .map(|column| format!(", columna {}", column_letters(column)))
                .unwrap_or_default();
            format!("{sheet}fila {row}{column}")
        }
    },
    said: |_| None,
    folder: |_| None,
    to_mend: |n| many(n as u64, "cosa por corregir", "cosas por corregir"),
    no_place: |n| many(n as u64, "cosa que quedó fuera", "cosas que quedaron fuera"),
    no_place_why: "Quizrain no tiene lugar para esto. No hay nada que corregir en el archivo.",
};
