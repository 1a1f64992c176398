//! Spanish: what is wrong in texts whose lines and signs have a meaning.

use quizrain_shared::api::{BrokenAiken, BrokenTrivia, StrayBrace};

pub(super) fn brace(brace: StrayBrace) -> (&'static str, &'static str) {
    match brace {
        StrayBrace::NotOpened => {
            ("La llave “}” no tiene “{” antes.", "\\} si la llave es parte del texto")
        }
        StrayBrace::Inside => (
            "Hay una llave “{” entre las respuestas.",
            "“}” antes de ella, o \\{ si la llave es parte del texto",
        ),
        StrayBrace::NotClosed => (
            "La llave “{” no se cierra.",
            "“}” después de las respuestas, antes de una línea vacía",
        ),
        StrayBrace::ClosedTwice => {
            ("Después de las respuestas sobra una llave “}”.", "\\} si la llave es parte del texto")
        }
        StrayBrace::Second => (
            "Hay una segunda llave “{” en la pregunta.",
            "un solo par de llaves por pregunta, y una línea vacía entre dos preguntas",
        ),
    }
}

pub(super) fn aiken(why: &BrokenAiken) -> (String, &'static str) {
    match why {
        BrokenAiken::NoQuestion => ("No hay ninguna pregunta encima de “ANSWER:”.".to_owned(), ""),
        BrokenAiken::NoText => ("No hay ninguna pregunta encima de las opciones.".to_owned(), ""),
        BrokenAiken::WrongChoice(expected, found) => {
            (format!("Aquí va la opción {expected} o “ANSWER:”, y no la opción {found}."), "")
        }
        BrokenAiken::AfterZ => ("Después de la opción Z va “ANSWER:”.".to_owned(), ""),
        BrokenAiken::NotAChoice(next) => {
            (format!("Aquí va una opción como “{next}. texto”, o “ANSWER: A”."), "")
        }
        BrokenAiken::NoChoices => {
            ("La pregunta no tiene opciones.".to_owned(), "una línea por opción, como “A. texto”")
        }
        BrokenAiken::NoLetter => ("“ANSWER:” no indica ninguna opción.".to_owned(), "una letra"),
        BrokenAiken::NotALetter(found) => {
            (format!("Después de “ANSWER:” está “{found}”."), "una sola letra")
        }
        BrokenAiken::NoSuchChoice(letter, n) => {
            (format!("“ANSWER: {letter}” no es una opción de esta pregunta, que tiene {n}."), "")
        }
    }
}

pub(super) fn trivia(why: &BrokenTrivia) -> (String, &'static str) {
    match why {
        BrokenTrivia::BeforeFirst => {
            ("Hay una línea antes de la primera pregunta.".to_owned(), "“#Q” y una pregunta")
        }
        BrokenTrivia::SecondAnswer => {
            ("Hay una segunda línea “^”.".to_owned(), "una sola respuesta correcta")
        }
        BrokenTrivia::NoAnswer => (
            "La pregunta no tiene ninguna línea “^”.".to_owned(),
            "“^” y el texto de la respuesta correcta",
        ),
        BrokenTrivia::NotAmong(said) => (
            format!("La respuesta correcta “{said}” no está entre las opciones."),
            "el texto de una de ellas",
        ),
    }
}
