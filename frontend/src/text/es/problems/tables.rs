//! Spanish: what is wrong with tables.

use quizrain_shared::api::{AnswerKey, BrokenTable};

pub(super) fn table(why: &BrokenTable) -> (String, &'static str) {
    match why {
        BrokenTable::UnknownSheet(name) => {
            (format!("La hoja “{name}” no se lee: no se sabe qué son sus columnas."), "")
        }
        BrokenTable::NoChoices(column) => (
            format!("Las respuestas de la columna {column} no son opciones de sus filas."),
            "letras, números, nombres de columnas o textos de opciones, uno o varios",
        ),
        BrokenTable::Ambiguous(column, keys) => {
            let ways: Vec<&str> = keys.iter().map(|key| way(*key)).collect();
            let said =
                format!("Las respuestas de la columna {column} pueden ser {}.", ways.join(" o "));
            (said, "en todas las filas letras, o textos de opciones")
        }
        BrokenTable::ManyProblems(n, columns) => (
            format!("Hay más de {n} problemas con las columnas {columns}."),
            "una tabla de preguntas",
        ),
        BrokenTable::FirstRow(cells) => (cells.clone(), ""),
        BrokenTable::Text(mib) => (format!("Las celdas tienen más de {mib} MiB de texto."), ""),
        BrokenTable::Cells(most) => (format!("Hay demasiadas celdas; {most} como máximo."), ""),
        BrokenTable::CellOrder => ("Las celdas de esta fila no están en orden.".to_owned(), ""),
        BrokenTable::RowOrder => ("Las filas no están en orden.".to_owned(), ""),
        BrokenTable::Csv(why) => (format!("No se puede leer la tabla: {why}"), ""),
    }
}

fn way(key: AnswerKey) -> &'static str {
    match key {
        AnswerKey::Number => "números a partir de 1",
        AnswerKey::Index => "números a partir de 0",
        AnswerKey::Letter => "letras",
        AnswerKey::Name => "nombres de columnas",
        AnswerKey::Text => "textos de opciones",
    }
}
