//! French: mostly what the server says, in English.

use quizrain_shared::api::{FilePlace, column_letters};

use super::many;
use crate::text::problems::ProblemWords;

pub(in crate::text) static WORDS: ProblemWords = ProblemWords {
    place: |place| match place {
        FilePlace::File => "fichier".to_owned(),
        FilePlace::Line(line) => format!("ligne {line}"),
        FilePlace::Entry(entry) => format!("question {entry}"),
        FilePlace::Cell { sheet, row, column } => {
            let sheet = sheet.as_ref().map(|name| format!("feuille {name}, ")).unwrap_or_default();
            let column = column
                .map(|column| format!(", colonne {}", column_letters(column)))
                .unwrap_or_default();
            format!("{sheet}ligne {row}{column}")
        }
    },
    said: |_| None,
    folder: |_| None,
    to_mend: |n| many(n as u64, "point à corriger", "points à corriger"),
    no_place: |n| many(n as u64, "élément laissé de côté", "éléments laissés de côté"),
    no_place_why: "Quizrain n’a pas de place pour cela. Il n’y a rien à corriger dans le fichier.",
};
