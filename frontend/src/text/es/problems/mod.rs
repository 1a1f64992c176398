//! Spanish.

mod away;
mod files;
mod lines;
mod lists;
mod lost;
mod moodle;
mod own;
mod tables;

use quizrain_shared::api::{FilePlace, Places, ProblemKind, column_letters};

use super::{editor, many};
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
    said: |kind| Some(said(kind)),
    folder: |why| Some(away::folder(why)),
    to_mend: |n| many(n as u64, "cosa por corregir", "cosas por corregir"),
    no_place: |n| many(n as u64, "cosa que quedó fuera", "cosas que quedaron fuera"),
    no_place_why: "Quizrain no tiene lugar para esto. No hay nada que corregir en el archivo.",
};

#[expect(clippy::too_many_lines, reason = "Long, because it is a table")]
fn said(kind: &ProblemKind) -> (String, &'static str) {
    match kind {
        ProblemKind::Question(why) => ((editor::WORDS.problem)(why), ""),
        ProblemKind::NoRight => (
            "La pregunta no tiene respuesta correcta.".to_owned(),
            "que se indique cuál es la correcta",
        ),
        ProblemKind::NoSuchChoice(said) => (
            format!("La respuesta correcta “{said}” no es una opción de esta pregunta."),
            "la letra, el número o el texto de una opción",
        ),
        ProblemKind::NotTrueOrFalse(said) => {
            (format!("La respuesta correcta es “{said}”."), "true o false")
        }
        ProblemKind::NotANumber(said) => (
            format!("“{said}” no es un número."),
            "un solo número, con tolerancia si hace falta, o un solo rango",
        ),
        ProblemKind::SeveralNumbers => (
            "Hay varios números correctos.".to_owned(),
            "un solo número, con tolerancia si hace falta, o un solo rango",
        ),
        ProblemKind::SamePair(one, other, said) => (
            format!("Las parejas {one} y {other} tienen el mismo lado derecho: “{said}”."),
            "un lado derecho distinto para cada una",
        ),
        ProblemKind::Time(said, taken) => (
            format!("El tiempo es “{said}”; en su lugar se usan {taken} segundos."),
            "de 5 a 240 segundos",
        ),
        ProblemKind::Points(said, taken) => {
            (format!("Los puntos son “{said}”; en su lugar se usan {taken}."), "de 0 a 10000")
        }
        ProblemKind::LongExplanation(chars) => (
            format!("La explicación tiene {chars} caracteres; no se importa."),
            "500 caracteres como máximo",
        ),
        ProblemKind::UnknownKind(word) => (
            format!("Este tipo de pregunta no se conoce: {word}."),
            "multiple choice, checkbox, true/false, fill-in-the-blank, open-ended, poll, o nada",
        ),
        ProblemKind::CellMistake(mistake) => {
            (format!("La celda tiene el error {mistake}; se lee como vacía."), "un valor")
        }
        ProblemKind::CellDate(taken) => {
            (format!("La celda tiene una fecha o una hora; se lee como “{taken}”."), "un texto")
        }
        ProblemKind::EmptyFile => ("El archivo está vacío.".to_owned(), ""),
        ProblemKind::NoQuestion => ("El archivo no tiene ninguna pregunta.".to_owned(), ""),
        ProblemKind::UnknownFormat => (
            "No es un archivo de quiz que se pueda leer.".to_owned(),
            "un quiz de Quizrain, una tabla (CSV, Kahoot y otras), o un archivo JSON, Moodle (XML o GIFT), OpenTriviaQA o Aiken",
        ),
        ProblemKind::Stranger(what) => (files::stranger(*what), ""),
        ProblemKind::File(why) => files::file(why),
        ProblemKind::Zip(why) => files::zip(why),
        ProblemKind::Table(why) => tables::table(why),
        ProblemKind::UnknownColumns => (
            "No se sabe qué columnas tienen las preguntas, las opciones y la respuesta correcta."
                .to_owned(),
            "un encabezado como Question, Option A, Option B, Answer, o que indiques las columnas abajo",
        ),
        ProblemKind::Encoding(name) => (
            format!("Hay bytes que no son {name}."),
            "la codificación con la que se guardó el archivo",
        ),
        ProblemKind::TooManyQuestions => {
            ("Hay demasiadas preguntas para un solo quiz.".to_owned(), "")
        }
        ProblemKind::Essay => {
            ("Un ensayo no es ni correcto ni incorrecto; no se importa.".to_owned(), "")
        }
        ProblemKind::Unsupported(kind) => {
            (format!("Quizrain no tiene preguntas del tipo “{kind}”."), "")
        }
        ProblemKind::NoAnswers(said) => (
            format!("Este texto no tiene respuestas: “{said}”."),
            "respuestas entre llaves, como {=correcta ~incorrecta}, antes de una línea vacía",
        ),
        ProblemKind::NotAnswers(said) => (
            format!("Entre llaves, “{said}” no es una respuesta."),
            "{=correcta ~incorrecta}, {=aceptada}, {TRUE}, {#42:1} o {=izquierda -> derecha =otra -> su derecha}",
        ),
        ProblemKind::Brace(brace) => {
            let (said, expected) = lines::brace(*brace);
            (said.to_owned(), expected)
        }
        ProblemKind::List(why) => lists::list(why),
        ProblemKind::Moodle(why) => moodle::moodle(why),
        ProblemKind::Quiz(why) => own::quiz(why),
        ProblemKind::Part(part, why) => (own::part(*part, why), ""),
        ProblemKind::There(why) => (own::there(why), ""),
        ProblemKind::Away(why) => away::file(why),
        ProblemKind::Aiken(why) => lines::aiken(why),
        ProblemKind::Trivia(why) => lines::trivia(why),
        ProblemKind::Control(c) => (own::control(*c), ""),
        ProblemKind::NoArrow => {
            ("Entre las parejas hay una respuesta sin ->.".to_owned(), "=izquierda -> derecha")
        }
        ProblemKind::NotFetched(link) => (
            format!("{link} no se descarga; la pregunta se importa sin eso."),
            "un quiz con sus imágenes en un archivo zip",
        ),
        ProblemKind::NotWritten(why) => (lost::not_written(why), ""),
        ProblemKind::Lost { what, times, places } => {
            let what = lost::lost(*what);
            let list = places.list(*times);
            let said = match places {
                _ if *times <= 1 => format!("{what}."),
                Places::Lines(_) => format!("{what} ({times} veces: líneas {list})."),
                Places::Questions(_) => format!("{what} ({times} veces: preguntas {list})."),
            };
            (said, "")
        }
    }
}
