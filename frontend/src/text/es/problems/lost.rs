//! Spanish: what is lost of questions, and which are not written.

use quizrain_shared::api::{Lost, NotWritten};

use super::super::stage;

pub(super) fn not_written(why: &NotWritten) -> String {
    let name = |kind: &str| stage::WORDS.kind_named(kind);
    match why {
        NotWritten::Hotspot => {
            "Una marca en una imagen necesita esa imagen, que solo se exporta en un archivo zip."
                .to_owned()
        }
        NotWritten::NoRoom(kind) => {
            format!("En una fila de la tabla no caben preguntas del tipo “{}”.", name(kind))
        }
        NotWritten::Kind(kind) => {
            format!("En este formato no cabe esta pregunta (tipo: {}).", name(kind))
        }
        NotWritten::Signs => {
            "Sus textos tienen signos que se leerían de otra manera; no se exporta.".to_owned()
        }
        NotWritten::NothingRight => {
            "En esta tabla solo caben preguntas que tengan una opción correcta.".to_owned()
        }
        NotWritten::ManyChoices => {
            "Tiene más de cuatro opciones, y en esta tabla solo caben cuatro.".to_owned()
        }
    }
}

#[expect(clippy::too_many_lines, reason = "Long, because it is a table")]
pub(super) fn lost(what: Lost) -> &'static str {
    match what {
        Lost::Look => "el tema no se escribe",
        Lost::LookInZip => "las imágenes del tema solo van en un archivo zip",
        Lost::Feedback => "La retroalimentación de cada respuesta no se importa",
        Lost::Weights => {
            "Las ponderaciones no se importan: la respuesta que más vale es la correcta; si hay varias, cada una suma lo mismo, y cada fallo resta lo mismo"
        }
        Lost::SeveralRight => {
            "Hay varias respuestas marcadas como correctas donde solo se elige una; la pregunta pasa a ser de varias opciones, y acertar una parte da una parte de los puntos"
        }
        Lost::Wildcards => "Las respuestas con el comodín * no se importan; escríbelas completas",
        Lost::Text => "La pregunta no tiene texto; en su lugar se usa su nombre",
        Lost::ExplanationEnd => "La explicación pasa de 500 caracteres; se corta",
        Lost::PictureElsewhere => {
            "La imagen no está en el archivo; la pregunta se importa sin ella"
        }
        Lost::Alt => "La imagen no tiene descripción; en su lugar se usa el texto de la pregunta",
        Lost::MoreMedia => {
            "Una pregunta tiene una sola imagen; las demás, las de respuestas y explicaciones, los sonidos y los videos no se importan"
        }
        Lost::Distractors => "Las respuestas que no van con nada no se importan",
        Lost::Categories => "Las categorías no se importan",
        Lost::Tags => "Las etiquetas no se importan",
        Lost::Hints => "Las pistas no se importan",
        Lost::OverallFeedback => {
            "La retroalimentación de respuestas correctas, parcialmente correctas e incorrectas no se importa"
        }
        Lost::Case => "En la respuesta contaban las mayúsculas; aquí no cuentan",
        Lost::Units => "Las unidades, a partir de la segunda, no se importan",
        Lost::Grade => {
            "Una puntuación que no es de 0 a 10 no se importa; la pregunta vale 1000 puntos"
        }
        Lost::Numbering => "La numeración de las opciones no se importa",
        Lost::AnswerPictures => "Las imágenes de las respuestas no se descargan",
        Lost::EndLabels => "Los nombres de los dos extremos no se importan",
        Lost::BlankInBraces => {
            "Hay una línea vacía entre las llaves, y una línea vacía termina la pregunta"
        }
        Lost::NoBlankBetween => "Falta una línea vacía entre dos preguntas",
        Lost::Colon => "La pregunta empieza con dos puntos; un título se escribe ::título::",
        Lost::Picture => "La imagen no se exporta",
        Lost::Sound => "El sonido no se exporta",
        Lost::PictureInZip => "La imagen solo se exporta en un archivo zip",
        Lost::SoundInZip => "El sonido solo se exporta en un archivo zip",
        Lost::Time => "El tiempo para responder no se exporta",
        Lost::NearestTime => "Kahoot no tiene ese tiempo; se usa el más cercano",
        Lost::Kind => "El tipo no se exporta; se deduce de las opciones",
        Lost::NumberLine => {
            "De un número solo se exportan la respuesta correcta, la tolerancia y los decimales"
        }
        Lost::QuestionEnd => "Kahoot admite preguntas de 120 caracteres como máximo",
        Lost::AnswerEnd => "Kahoot admite respuestas de 75 caracteres como máximo",
        Lost::ReadTime => "El tiempo para leer no se exporta",
        Lost::Points => "Los puntos no se exportan",
        Lost::Explanation => "La explicación no se exporta",
        Lost::Shuffled => "El orden al azar de las opciones no se exporta",
        Lost::Description => "La descripción no se exporta",
        Lost::Language => "El idioma no se exporta",
        Lost::Scoring => "La forma de puntuar no se exporta",
        Lost::Rains => "Las lluvias no se exportan",
    }
}
