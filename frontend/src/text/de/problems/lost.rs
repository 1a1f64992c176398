//! German: what is lost of questions, and which are not written.

use quizrain_shared::api::{Lost, NotWritten};

use super::super::stage;

pub(super) fn not_written(why: &NotWritten) -> String {
    let name = |kind: &str| stage::WORDS.kind_named(kind);
    match why {
        NotWritten::Hotspot => {
            "Eine Stelle im Bild braucht ihr Bild, und das gibt es nur in einer ZIP-Datei."
                .to_owned()
        }
        NotWritten::NoRoom(kind) => {
            format!("In einer Tabellenzeile ist kein Platz für Fragen der Art „{}“.", name(kind))
        }
        NotWritten::Kind(kind) => {
            format!("In dieses Format passt diese Frage nicht (Art: {}).", name(kind))
        }
        NotWritten::Signs => {
            "Ihre Texte haben Zeichen, die anders gelesen würden; sie wird nicht exportiert."
                .to_owned()
        }
        NotWritten::NothingRight => {
            "In diese Tabelle passen nur Fragen mit richtigen Antworten zur Auswahl.".to_owned()
        }
        NotWritten::ManyChoices => {
            "Sie hat mehr als vier Antworten, und in diese Tabelle passen nur vier.".to_owned()
        }
    }
}

#[expect(clippy::too_many_lines, reason = "Long, because it is a table")]
pub(super) fn lost(what: Lost) -> &'static str {
    match what {
        Lost::Look => "das Design wird nicht geschrieben",
        Lost::LookInZip => "Bilder des Designs stehen nur in einer ZIP-Datei",
        Lost::Feedback => "Feedback zu einzelnen Antworten wird nicht importiert",
        Lost::Weights => {
            "Gewichte werden nicht importiert: Richtig ist die Antwort, die am meisten zählt; bei mehreren richtigen bringt jede gleich viel, und jede falsche kostet ebenso viel"
        }
        Lost::SeveralRight => {
            "Mehrere Antworten sind als richtig markiert, wo nur eine gewählt werden kann; jetzt sind mehrere erlaubt, und ein Teil davon bringt einen Teil der Punkte"
        }
        Lost::Wildcards => {
            "Antworten mit dem Platzhalter * werden nicht importiert; schreib sie ganz aus"
        }
        Lost::Text => "Die Frage hat keinen Text; stattdessen steht dort ihr Name",
        Lost::ExplanationEnd => "Die Erklärung hat mehr als 500 Zeichen; sie wird gekürzt",
        Lost::PictureElsewhere => "Das Bild ist nicht in der Datei; die Frage wird ohne importiert",
        Lost::Alt => "Zum Bild fehlen Worte; stattdessen steht da der Text der Frage",
        Lost::MoreMedia => {
            "Eine Frage hat nur ein Bild; weitere, die von Antworten und Erklärungen, Töne und Videos werden nicht importiert"
        }
        Lost::Distractors => "Antworten, zu denen nichts gehört, werden nicht importiert",
        Lost::Categories => "Kategorien werden nicht importiert",
        Lost::Tags => "Tags werden nicht importiert",
        Lost::Hints => "Hinweise werden nicht importiert",
        Lost::OverallFeedback => {
            "Feedback zu richtigen, teilweise richtigen und falschen Antworten wird nicht importiert"
        }
        Lost::Case => "In der Antwort zählten Groß- und Kleinbuchstaben; hier zählen sie nicht",
        Lost::Units => "Einheiten werden ab der zweiten nicht importiert",
        Lost::Grade => {
            "Eine Punktzahl, die nicht 0 bis 10 ist, wird nicht importiert; die Frage hat 1000 Punkte"
        }
        Lost::Numbering => "Die Nummerierung der Antworten wird nicht importiert",
        Lost::AnswerPictures => "Bilder der Antworten werden nicht heruntergeladen",
        Lost::EndLabels => "Die Namen der beiden Enden werden nicht importiert",
        Lost::BlankInBraces => {
            "In den geschweiften Klammern steht eine Leerzeile, die die Frage beendet"
        }
        Lost::NoBlankBetween => "Zwischen zwei Fragen fehlt eine Leerzeile",
        Lost::Colon => "Die Frage beginnt mit einem Doppelpunkt; ein Titel schreibt sich ::Titel::",
        Lost::Picture => "Das Bild wird nicht exportiert",
        Lost::Sound => "Der Ton wird nicht exportiert",
        Lost::PictureInZip => "Das Bild wird nur in eine ZIP-Datei exportiert",
        Lost::SoundInZip => "Der Ton wird nur in eine ZIP-Datei exportiert",
        Lost::Time => "Die Zeit zum Antworten wird nicht exportiert",
        Lost::NearestTime => "Diese Zeit hat Kahoot nicht; stattdessen gilt die nächstgelegene",
        Lost::Kind => "Die Art wird nicht exportiert; sie ergibt sich aus den Antworten",
        Lost::NumberLine => {
            "Von einer Zahl werden nur richtige Antwort, Toleranz und Nachkommastellen exportiert"
        }
        Lost::QuestionEnd => "Kahoot erlaubt Fragen mit höchstens 120 Zeichen",
        Lost::AnswerEnd => "Kahoot erlaubt Antworten mit höchstens 75 Zeichen",
        Lost::ReadTime => "Die Zeit zum Lesen wird nicht exportiert",
        Lost::Points => "Die Punkte werden nicht exportiert",
        Lost::Explanation => "Die Erklärung wird nicht exportiert",
        Lost::Shuffled => "Das Mischen der Antworten wird nicht exportiert",
        Lost::Description => "Die Beschreibung wird nicht exportiert",
        Lost::Language => "Die Sprache wird nicht exportiert",
        Lost::Scoring => "Die Wertung wird nicht exportiert",
        Lost::Rains => "Geplanter Regen wird nicht exportiert",
    }
}
