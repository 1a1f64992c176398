//! German: what is wrong with lists of questions.

use quizrain_shared::api::{BrokenList, TriviaRefusal, ValueKind};

pub(super) fn list(why: &BrokenList) -> (String, &'static str) {
    match why {
        BrokenList::Json(why) => (format!("Das ist kein JSON: {why}"), ""),
        BrokenList::UnknownShape(what) => (
            format!("Dieses JSON hat keine bekannten Fragen, sondern ist {}.", kind(*what)),
            "eine Liste wie [{\"question\": …, \"options\": […], \"answer\": …}] oder eine Datei von Open Trivia DB, the-trivia-api, Rahoot oder Quizrain",
        ),
        BrokenList::Choice(what) => {
            (format!("Eine der Antworten ist {}.", kind(*what)), "ein Text")
        }
        BrokenList::Value(key, what) => (format!("„{key}“ ist {}.", kind(*what)), "ein Text"),
        BrokenList::Missing(key) => (format!("Der Frage fehlt „{key}“."), ""),
        BrokenList::Encoding(key) => (format!("„{key}“ ist anders kodiert als der Rest."), ""),
        BrokenList::Refused(why) => (
            format!("Open Trivia DB hat keine Fragen geliefert: {}.", refusal(*why)),
            "eine Datei mit response_code 0",
        ),
        BrokenList::BothEnds => (
            "Es ist unklar, ob die Positionen bei 0 oder bei 1 beginnen: 0 und die Anzahl der Antworten kommen beide vor.".to_owned(),
            "richtige Antworten als Text",
        ),
        BrokenList::NeitherEnd => (
            "Es ist unklar, ob die Positionen bei 0 oder bei 1 beginnen: Weder 0 noch die letzte kommt vor.".to_owned(),
            "richtige Antworten als Text",
        ),
        BrokenList::Nothing => {
            ("Die Frage hat weder Auswahl noch richtige Antwort.".to_owned(), "")
        }
        BrokenList::NoSuchOption(said) => {
            (format!("Die richtige Antwort {said} steht bei dieser Frage nicht zur Auswahl."), "")
        }
        BrokenList::Disagree => {
            ("Position und Text der richtigen Antwort passen nicht zusammen.".to_owned(), "")
        }
        BrokenList::NoAnswers => ("Die Frage hat keine Antworten.".to_owned(), ""),
        BrokenList::NoSuchSolution(said, answers) => (
            format!(
                "Die Lösung {said} ist keine Antwort dieser Frage: 0 bis {}.",
                answers.saturating_sub(1)
            ),
            "",
        ),
        BrokenList::UnknownSlide => (
            "Diese Folie ist von keiner bekannten Art.".to_owned(),
            "MultipleChoice, Order oder TypeAnswer",
        ),
        BrokenList::AnswerNotText => ("Eine Antwort ist kein Text.".to_owned(), "ein Text"),
        BrokenList::Number { key, found, taken, least, most } => {
            let so = match taken {
                Some(taken) => format!("stattdessen gilt {taken}"),
                None => "der Wert entfällt".to_owned(),
            };
            let said = format!("„{key}“ ist {found} statt {least} bis {most}; {so}.");
            (said, "")
        }
        BrokenList::PictureElsewhere => (
            "Das Bild wird nicht heruntergeladen; die Frage wird ohne Bild importiert.".to_owned(),
            "ein Quiz mit seinen Bildern in einer ZIP-Datei",
        ),
    }
}

pub(super) fn kind(what: ValueKind) -> &'static str {
    match what {
        ValueKind::Nothing => "ein leerer Wert",
        ValueKind::TrueFalse => "true oder false",
        ValueKind::Number => "eine Zahl",
        ValueKind::Text => "ein Text",
        ValueKind::List => "eine Liste",
        ValueKind::Named => "ein Objekt",
    }
}

fn refusal(why: TriviaRefusal) -> &'static str {
    match why {
        TriviaRefusal::TooFew => "Es gibt nicht genug (Code 1)",
        TriviaRefusal::NoSuchThing => "Was verlangt war, gibt es nicht (Code 2)",
        TriviaRefusal::UnknownSession => "Die Sitzung ist unbekannt (Code 3)",
        TriviaRefusal::AllSeen => "Die Sitzung hatte schon alle (Code 4)",
        TriviaRefusal::TooOften => "Es waren zu viele Anfragen (Code 5)",
        TriviaRefusal::Unknown => "Der Code ist unbekannt",
    }
}
