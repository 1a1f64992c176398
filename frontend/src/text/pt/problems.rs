//! Brazilian Portuguese: mostly what the server says.

use quizrain_shared::api::{FilePlace, column_letters};

use super::many;
use crate::text::problems::ProblemWords;

pub(in crate::text) static WORDS: ProblemWords = ProblemWords {
    place: |place| match place {
        FilePlace::File => "arquivo inteiro".to_owned(),
        FilePlace::Line(line) => format!("linha {line}"),
        FilePlace::Entry(entry) => format!("pergunta {entry}"),
        FilePlace::Cell { sheet, row, column } => {
            let sheet = sheet.as_ref().map(|name| format!("planilha {name}, ")).unwrap_or_default();
            let column = column
                .map(|column| format!(", coluna {}", column_letters(column)))
                .unwrap_or_default();
            format!("{sheet}linha {row}{column}")
        }
    },
    said: |_| None,
    folder: |_| None,
    to_mend: |n| many(n as u64, "coisa a corrigir", "coisas a corrigir"),
    no_place: |n| many(n as u64, "coisa deixada de fora", "coisas deixadas de fora"),
    no_place_why: "O Quizrain não tem lugar para isso. Não há nada a corrigir no arquivo.",
};
