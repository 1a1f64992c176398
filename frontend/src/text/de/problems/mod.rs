//! German.

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
        FilePlace::File => "ganze Datei".to_owned(),
        FilePlace::Line(line) => format!("Zeile {line}"),
        FilePlace::Entry(entry) => format!("Frage {entry}"),
        FilePlace::Cell { sheet, row, column } => {
            let sheet = sheet.as_ref().map(|name| format!("Blatt {name}, ")).unwrap_or_default();
            let column = column
                .map(|column| format!(", Spalte {}", column_letters(column)))
                .unwrap_or_default();
            format!("{sheet}Zeile {row}{column}")
        }
    },
    said: |kind| Some(said(kind)),
    folder: |why| Some(away::folder(why)),
    to_mend: |n| format!("{n} Fehler zu beheben"),
    no_place: |n| many(n as u64, "Angabe ausgelassen", "Angaben ausgelassen"),
    no_place_why: "Dafür hat Quizrain keinen Platz. In der Datei ist nichts zu beheben.",
};

#[expect(clippy::too_many_lines, reason = "Long, because it is a table")]
fn said(kind: &ProblemKind) -> (String, &'static str) {
    match kind {
        ProblemKind::Question(why) => ((editor::WORDS.problem)(why), ""),
        ProblemKind::NoRight => {
            ("Die Frage hat keine richtige Antwort.".to_owned(), "die Angabe, welche richtig ist")
        }
        ProblemKind::NoSuchChoice(said) => (
            format!("Die richtige Antwort „{said}“ steht bei dieser Frage nicht zur Auswahl."),
            "Buchstabe, Nummer oder Text einer Antwort",
        ),
        ProblemKind::NotTrueOrFalse(said) => {
            (format!("Die richtige Antwort ist „{said}“."), "true oder false")
        }
        ProblemKind::NotANumber(said) => (
            format!("„{said}“ ist keine Zahl."),
            "eine einzige Zahl, bei Bedarf mit Toleranz, oder ein einziger Bereich",
        ),
        ProblemKind::SeveralNumbers => (
            "Mehrere Zahlen sind richtig.".to_owned(),
            "eine einzige Zahl, bei Bedarf mit Toleranz, oder ein einziger Bereich",
        ),
        ProblemKind::SamePair(one, other, said) => (
            format!("Die Paare {one} und {other} haben rechts dasselbe: „{said}“."),
            "rechts für jedes Paar etwas anderes",
        ),
        ProblemKind::Time(said, taken) => (
            format!("Die Zeit ist „{said}“; stattdessen gelten {taken} Sekunden."),
            "5 bis 240 Sekunden",
        ),
        ProblemKind::Points(said, taken) => {
            (format!("Die Punkte sind „{said}“; stattdessen gilt {taken}."), "0 bis 10000")
        }
        ProblemKind::LongExplanation(chars) => (
            format!("Die Erklärung hat {chars} Zeichen; sie wird nicht importiert."),
            "höchstens 500 Zeichen",
        ),
        ProblemKind::UnknownKind(word) => (
            format!("Diese Art von Frage ist unbekannt: {word}."),
            "multiple choice, checkbox, true/false, fill-in-the-blank, open-ended, poll oder nichts",
        ),
        ProblemKind::CellMistake(mistake) => {
            (format!("In der Zelle steht der Fehler {mistake}; sie gilt als leer."), "ein Wert")
        }
        ProblemKind::CellDate(taken) => (
            format!("In der Zelle steht ein Datum oder eine Uhrzeit; gelesen wird „{taken}“."),
            "ein Text",
        ),
        ProblemKind::EmptyFile => ("Die Datei ist leer.".to_owned(), ""),
        ProblemKind::NoQuestion => ("In der Datei ist keine Frage.".to_owned(), ""),
        ProblemKind::UnknownFormat => (
            "Das ist keine Quizdatei, die sich lesen lässt.".to_owned(),
            "ein Quiz von Quizrain, eine Tabelle (CSV, Kahoot und andere) oder eine Datei in JSON, Moodle (XML oder GIFT), OpenTriviaQA oder Aiken",
        ),
        ProblemKind::Stranger(what) => (files::stranger(*what), ""),
        ProblemKind::File(why) => files::file(why),
        ProblemKind::Zip(why) => files::zip(why),
        ProblemKind::Table(why) => tables::table(why),
        ProblemKind::UnknownColumns => (
            "Es ist unklar, in welchen Spalten Fragen, Antworten und richtige Antwort stehen."
                .to_owned(),
            "eine Kopfzeile wie Question, Option A, Option B, Answer oder die Angabe der Spalten unten",
        ),
        ProblemKind::Encoding(name) => (
            format!("In der Datei sind Bytes, die nicht {name} sind."),
            "die Kodierung, in der die Datei gespeichert wurde",
        ),
        ProblemKind::TooManyQuestions => ("Das sind zu viele Fragen für ein Quiz.".to_owned(), ""),
        ProblemKind::Essay => {
            ("Ein Freitext ist weder richtig noch falsch; er wird nicht importiert.".to_owned(), "")
        }
        ProblemKind::Unsupported(kind) => {
            (format!("Fragen der Art „{kind}“ gibt es in Quizrain nicht."), "")
        }
        ProblemKind::NoAnswers(said) => (
            format!("Dieser Text hat keine Antworten: „{said}“."),
            "Antworten in geschweiften Klammern wie {=richtig ~falsch} vor einer Leerzeile",
        ),
        ProblemKind::NotAnswers(said) => (
            format!("In geschweiften Klammern ist „{said}“ keine Antwort."),
            "{=richtig ~falsch}, {=akzeptiert}, {TRUE}, {#42:1} oder {=links -> rechts =noch eins -> dessen rechts}",
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
            ("Unter den Paaren ist eine Antwort ohne ->.".to_owned(), "=links -> rechts")
        }
        ProblemKind::NotFetched(link) => (
            format!("{link} wird nicht heruntergeladen; die Frage wird ohne importiert."),
            "ein Quiz mit seinen Bildern in einer ZIP-Datei",
        ),
        ProblemKind::NotWritten(why) => (lost::not_written(why), ""),
        ProblemKind::Lost { what, times, places } => {
            let what = lost::lost(*what);
            let list = places.list(*times);
            let said = match places {
                _ if *times <= 1 => format!("{what}."),
                Places::Lines(_) => format!("{what} ({times}-mal: Zeilen {list})."),
                Places::Questions(_) => format!("{what} ({times}-mal: Fragen {list})."),
            };
            (said, "")
        }
    }
}
