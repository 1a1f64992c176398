//! Spanish: what is wrong in Moodle XML, and with pictures that come with quizzes.

use quizrain_shared::api::{BrokenMoodle, InvalidMedia, MAX_PICTURE_SIDE, NoPicture};

use super::super::why;

pub(super) fn moodle(why: &BrokenMoodle) -> (String, &'static str) {
    match why {
        BrokenMoodle::ManyAnswers(most) => (
            format!("La pregunta tiene más de {most} respuestas."),
            "8 opciones como máximo, o 20 respuestas escritas",
        ),
        BrokenMoodle::NoPicture(why) => {
            (format!("La pregunta se importa sin su imagen: {}", picture(why)), "PNG, JPEG o WebP")
        }
        BrokenMoodle::Fraction(said) => {
            (format!("“fraction” es “{said}”."), "un porcentaje de -100 a 100")
        }
        BrokenMoodle::NoTruth => (
            "De true y false, exactamente uno debe ser correcto.".to_owned(),
            "una fraction de 100 para uno de los dos",
        ),
        BrokenMoodle::Entity(name) => {
            (format!("La entidad &{name}; no se conoce."), "el propio carácter")
        }
        BrokenMoodle::DocumentType => (
            "El archivo tiene un tipo de documento (<!DOCTYPE).".to_owned(),
            "Moodle XML, que no lo tiene",
        ),
        BrokenMoodle::NotXml(why) => (format!("El XML está mal formado: {why}"), ""),
        BrokenMoodle::Ends => {
            ("El XML está mal formado: el archivo acaba dentro de un elemento.".to_owned(), "")
        }
        BrokenMoodle::NoQuiz => ("No hay ningún <quiz> en el archivo.".to_owned(), "Moodle XML"),
        BrokenMoodle::Deep(most) => {
            (format!("Hay elementos anidados en más de {most} niveles."), "Moodle XML")
        }
        BrokenMoodle::Begins(name) => {
            (format!("El archivo empieza con <{name}>."), "<quiz>, con preguntas dentro")
        }
    }
}

fn picture(why: &NoPicture) -> String {
    match why {
        NoPicture::NotBase64 => "La imagen no está en Base64.".to_owned(),
        NoPicture::Invalid(why) => media(why),
    }
}

/// Why a file that comes with a quiz is no picture.
pub(super) fn media(why: &InvalidMedia) -> String {
    match why {
        InvalidMedia::TooLarge(bytes) => {
            format!("La imagen tiene {bytes} bytes; 1 MiB como máximo.")
        }
        InvalidMedia::UnknownKind => "Debe ser una imagen PNG, JPEG o WebP.".to_owned(),
        InvalidMedia::Size(width, height) => format!(
            "La imagen tiene {width} × {height} píxeles; {MAX_PICTURE_SIDE} por lado como máximo."
        ),
        InvalidMedia::Picture(why) => why::picture(why),
    }
}
