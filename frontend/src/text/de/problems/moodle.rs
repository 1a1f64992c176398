//! German: what is wrong in Moodle XML, and with pictures that come with quizzes.

use quizrain_shared::api::{BrokenMoodle, InvalidMedia, MAX_PICTURE_SIDE, NoPicture};

use super::super::why;

pub(super) fn moodle(why: &BrokenMoodle) -> (String, &'static str) {
    match why {
        BrokenMoodle::ManyAnswers(most) => (
            format!("Die Frage hat mehr als {most} Antworten."),
            "höchstens 8 zur Auswahl oder 20 zum Eintippen",
        ),
        BrokenMoodle::NoPicture(why) => (
            format!("Die Frage wird ohne ihr Bild importiert: {}", picture(why)),
            "PNG, JPEG oder WebP",
        ),
        BrokenMoodle::Fraction(said) => {
            (format!("„fraction“ ist „{said}“."), "ein Prozentsatz von -100 bis 100")
        }
        BrokenMoodle::NoTruth => (
            "Von true und false muss genau eines richtig sein.".to_owned(),
            "eine fraction von 100 für eines der beiden",
        ),
        BrokenMoodle::Entity(name) => {
            (format!("Die Entität &{name}; ist unbekannt."), "das Zeichen selbst")
        }
        BrokenMoodle::DocumentType => (
            "Die Datei hat einen Dokumenttyp (<!DOCTYPE).".to_owned(),
            "Moodle-XML, das keinen hat",
        ),
        BrokenMoodle::NotXml(why) => (format!("Das XML ist fehlerhaft: {why}"), ""),
        BrokenMoodle::Ends => {
            ("Das XML ist fehlerhaft: Die Datei endet mitten in einem Element.".to_owned(), "")
        }
        BrokenMoodle::NoQuiz => ("In der Datei ist kein <quiz>.".to_owned(), "Moodle-XML"),
        BrokenMoodle::Deep(most) => {
            (format!("Elemente sind in mehr als {most} Ebenen verschachtelt."), "Moodle-XML")
        }
        BrokenMoodle::Begins(name) => {
            (format!("Die Datei beginnt mit <{name}>."), "<quiz> mit Fragen darin")
        }
    }
}

fn picture(why: &NoPicture) -> String {
    match why {
        NoPicture::NotBase64 => "Das Bild ist nicht in Base64.".to_owned(),
        NoPicture::Invalid(why) => media(why),
    }
}

/// Why a file that comes with a quiz is no picture.
pub(super) fn media(why: &InvalidMedia) -> String {
    match why {
        InvalidMedia::TooLarge(bytes) => format!("Das Bild hat {bytes} Bytes; höchstens 1 MiB."),
        InvalidMedia::UnknownKind => "Das muss ein Bild in PNG, JPEG oder WebP sein.".to_owned(),
        InvalidMedia::Size(width, height) => {
            format!(
                "Das Bild hat {width} mal {height} Pixel; höchstens {MAX_PICTURE_SIDE} pro Seite."
            )
        }
        InvalidMedia::Picture(why) => why::picture(why),
    }
}
