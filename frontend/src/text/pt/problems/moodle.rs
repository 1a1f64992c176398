//! Brazilian Portuguese: what is wrong in Moodle XML, and with pictures that come with quizzes.

use quizrain_shared::api::{BrokenMoodle, InvalidMedia, MAX_PICTURE_SIDE, NoPicture};

use super::super::why;

pub(super) fn moodle(why: &BrokenMoodle) -> (String, &'static str) {
    match why {
        BrokenMoodle::ManyAnswers(most) => (
            format!("A pergunta tem mais de {most} respostas."),
            "no máximo 8 alternativas ou 20 respostas digitadas",
        ),
        BrokenMoodle::NoPicture(why) => {
            (format!("A pergunta é importada sem a imagem: {}", picture(why)), "PNG, JPEG ou WebP")
        }
        BrokenMoodle::Fraction(said) => {
            (format!("“fraction” é “{said}”."), "uma porcentagem de -100 a 100")
        }
        BrokenMoodle::NoTruth => (
            "Entre true e false, exatamente um tem de estar certo.".to_owned(),
            "uma fraction de 100 para um dos dois",
        ),
        BrokenMoodle::Entity(name) => {
            (format!("A entidade &{name}; não é conhecida."), "o próprio caractere")
        }
        BrokenMoodle::DocumentType => (
            "O arquivo tem um tipo de documento (<!DOCTYPE).".to_owned(),
            "Moodle XML, que não tem isso",
        ),
        BrokenMoodle::NotXml(why) => (format!("O XML está malformado: {why}"), ""),
        BrokenMoodle::Ends => {
            ("O XML está malformado: o arquivo termina dentro de um elemento.".to_owned(), "")
        }
        BrokenMoodle::NoQuiz => ("Não há nenhum <quiz> no arquivo.".to_owned(), "Moodle XML"),
        BrokenMoodle::Deep(most) => {
            (format!("Há elementos aninhados em mais de {most} níveis."), "Moodle XML")
        }
        BrokenMoodle::Begins(name) => {
            (format!("O arquivo começa com <{name}>."), "<quiz>, com perguntas dentro")
        }
    }
}

fn picture(why: &NoPicture) -> String {
    match why {
        NoPicture::NotBase64 => "A imagem não está em Base64.".to_owned(),
        NoPicture::Invalid(why) => media(why),
    }
}

/// Why a file that comes with a quiz is no picture.
pub(super) fn media(why: &InvalidMedia) -> String {
    match why {
        InvalidMedia::TooLarge(bytes) => format!("A imagem tem {bytes} bytes; o máximo é 1 MiB."),
        InvalidMedia::UnknownKind => "Tem de ser uma imagem PNG, JPEG ou WebP.".to_owned(),
        InvalidMedia::Size(width, height) => format!(
            "A imagem tem {width} por {height} pixels; o máximo é {MAX_PICTURE_SIDE} de lado."
        ),
        InvalidMedia::Picture(why) => why::picture(why),
    }
}
