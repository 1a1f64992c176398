//! Spanish: what is wrong with lists of questions.

use quizrain_shared::api::{BrokenList, TriviaRefusal, ValueKind};

pub(super) fn list(why: &BrokenList) -> (String, &'static str) {
    match why {
        BrokenList::Json(why) => (format!("No es JSON: {why}"), ""),
        BrokenList::UnknownShape(what) => (
            format!("Este JSON no tiene preguntas conocidas: es {}.", kind(*what)),
            "una lista como [{\"question\": …, \"options\": […], \"answer\": …}], o un archivo de Open Trivia DB, the-trivia-api, Rahoot o Quizrain",
        ),
        BrokenList::Choice(what) => (format!("Una opción es {}.", kind(*what)), "un texto"),
        BrokenList::Value(key, what) => (format!("“{key}” es {}.", kind(*what)), "un texto"),
        BrokenList::Missing(key) => (format!("A la pregunta le falta “{key}”."), ""),
        BrokenList::Encoding(key) => (format!("“{key}” no está codificado como los demás."), ""),
        BrokenList::Refused(why) => (
            format!("Open Trivia DB no dio preguntas: {}.", refusal(*why)),
            "un archivo con response_code 0",
        ),
        BrokenList::BothEnds => (
            "No se sabe si las posiciones empiezan en 0 o en 1: aparecen tanto 0 como el número de opciones.".to_owned(),
            "las respuestas correctas como texto",
        ),
        BrokenList::NeitherEnd => (
            "No se sabe si las posiciones empiezan en 0 o en 1: no aparecen ni 0 ni la última.".to_owned(),
            "las respuestas correctas como texto",
        ),
        BrokenList::Nothing => ("La pregunta no tiene ni opciones ni respuesta.".to_owned(), ""),
        BrokenList::NoSuchOption(said) => {
            (format!("La respuesta correcta {said} no es una opción de esta pregunta."), "")
        }
        BrokenList::Disagree => {
            ("La posición y el texto de la respuesta correcta no coinciden.".to_owned(), "")
        }
        BrokenList::NoAnswers => ("La pregunta no tiene respuestas.".to_owned(), ""),
        BrokenList::NoSuchSolution(said, answers) => (
            format!(
                "La solución {said} no es una respuesta de esta pregunta: de 0 a {}.",
                answers.saturating_sub(1)
            ),
            "",
        ),
        BrokenList::UnknownSlide => (
            "Esta diapositiva no es de ningún tipo conocido.".to_owned(),
            "MultipleChoice, Order o TypeAnswer",
        ),
        BrokenList::AnswerNotText => ("Una respuesta no es un texto.".to_owned(), "un texto"),
        BrokenList::Number { key, found, taken, least, most } => {
            let so = match taken {
                Some(taken) => format!("en su lugar se usa {taken}"),
                None => "este valor no se usa".to_owned(),
            };
            let said = format!("“{key}” es {found} y debe ser de {least} a {most}; {so}.");
            (said, "")
        }
        BrokenList::PictureElsewhere => (
            "La imagen no se descarga; la pregunta se importa sin ella.".to_owned(),
            "un quiz con sus imágenes en un archivo zip",
        ),
    }
}

pub(super) fn kind(what: ValueKind) -> &'static str {
    match what {
        ValueKind::Nothing => "un valor vacío",
        ValueKind::TrueFalse => "true o false",
        ValueKind::Number => "un número",
        ValueKind::Text => "un texto",
        ValueKind::List => "una lista",
        ValueKind::Named => "un objeto",
    }
}

fn refusal(why: TriviaRefusal) -> &'static str {
    match why {
        TriviaRefusal::TooFew => "no hay suficientes (código 1)",
        TriviaRefusal::NoSuchThing => "lo que se pidió no existe (código 2)",
        TriviaRefusal::UnknownSession => "la sesión no se conoce (código 3)",
        TriviaRefusal::AllSeen => "la sesión ya las recibió todas (código 4)",
        TriviaRefusal::TooOften => "hubo demasiadas peticiones (código 5)",
        TriviaRefusal::Unknown => "el código no se conoce",
    }
}
