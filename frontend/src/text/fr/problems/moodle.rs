//! French: what is wrong in Moodle XML, and with pictures that come with quizzes.

use quizrain_shared::api::{BrokenMoodle, InvalidMedia, MAX_PICTURE_SIDE, NoPicture};

use super::super::why;

pub(super) fn moodle(why: &BrokenMoodle) -> (String, &'static str) {
    match why {
        BrokenMoodle::ManyAnswers(most) => (
            format!("La question a plus de {most} réponses."),
            "8 choix au maximum, ou 20 réponses à écrire",
        ),
        BrokenMoodle::NoPicture(why) => (
            format!("La question est importée sans son image : {}", picture(why)),
            "PNG, JPEG ou WebP",
        ),
        BrokenMoodle::Fraction(said) => {
            (format!("« fraction » vaut « {said} »."), "un pourcentage de -100 à 100")
        }
        BrokenMoodle::NoTruth => (
            "De true et false, un seul doit être juste.".to_owned(),
            "une fraction de 100 pour l’un des deux",
        ),
        BrokenMoodle::Entity(name) => {
            (format!("L’entité &{name}; est inconnue."), "le caractère lui-même")
        }
        BrokenMoodle::DocumentType => (
            "Le fichier contient un type de document (<!DOCTYPE).".to_owned(),
            "du Moodle XML, qui n’en a pas",
        ),
        BrokenMoodle::NotXml(why) => (format!("Le XML est mal formé : {why}"), ""),
        BrokenMoodle::Ends => {
            ("Le XML est mal formé : le fichier finit au milieu d’un élément.".to_owned(), "")
        }
        BrokenMoodle::NoQuiz => {
            ("Il n’y a pas de <quiz> dans le fichier.".to_owned(), "du Moodle XML")
        }
        BrokenMoodle::Deep(most) => {
            (format!("Des éléments sont imbriqués sur plus de {most} niveaux."), "du Moodle XML")
        }
        BrokenMoodle::Begins(name) => {
            (format!("Le fichier commence par <{name}>."), "<quiz>, avec des questions dedans")
        }
    }
}

fn picture(why: &NoPicture) -> String {
    match why {
        NoPicture::NotBase64 => "L’image n’est pas en Base64.".to_owned(),
        NoPicture::Invalid(why) => media(why),
    }
}

/// Why a file that comes with a quiz is no picture.
pub(super) fn media(why: &InvalidMedia) -> String {
    match why {
        InvalidMedia::TooLarge(bytes) => format!("L’image a {bytes} octets ; 1 MiB au maximum."),
        InvalidMedia::UnknownKind => "Ce doit être une image PNG, JPEG ou WebP.".to_owned(),
        InvalidMedia::Size(width, height) => {
            format!("L’image a {width} × {height} pixels ; {MAX_PICTURE_SIDE} par côté au maximum.")
        }
        InvalidMedia::Picture(why) => why::picture(why),
    }
}
