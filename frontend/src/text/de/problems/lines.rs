//! German: what is wrong in texts whose lines and signs have a meaning.

use quizrain_shared::api::{BrokenAiken, BrokenTrivia, StrayBrace};

pub(super) fn brace(brace: StrayBrace) -> (&'static str, &'static str) {
    match brace {
        StrayBrace::NotOpened => {
            ("Vor der Klammer „}“ steht keine „{“.", "\\}, wenn die Klammer zum Text gehört")
        }
        StrayBrace::Inside => (
            "Zwischen den Antworten steht eine Klammer „{“.",
            "„}“ davor, oder \\{, wenn die Klammer zum Text gehört",
        ),
        StrayBrace::NotClosed => (
            "Die Klammer „{“ wird nicht geschlossen.",
            "„}“ nach den Antworten, vor einer Leerzeile",
        ),
        StrayBrace::ClosedTwice => (
            "Nach den Antworten steht eine Klammer „}“ zu viel.",
            "\\}, wenn die Klammer zum Text gehört",
        ),
        StrayBrace::Second => (
            "In der Frage steht eine zweite Klammer „{“.",
            "nur ein Paar geschweifter Klammern pro Frage und eine Leerzeile zwischen zwei Fragen",
        ),
    }
}

pub(super) fn aiken(why: &BrokenAiken) -> (String, &'static str) {
    match why {
        BrokenAiken::NoQuestion => ("Über „ANSWER:“ steht keine Frage.".to_owned(), ""),
        BrokenAiken::NoText => ("Über den Antworten steht keine Frage.".to_owned(), ""),
        BrokenAiken::WrongChoice(expected, found) => (
            format!("Hier muss Antwort {expected} oder „ANSWER:“ kommen, nicht Antwort {found}."),
            "",
        ),
        BrokenAiken::AfterZ => ("Nach Antwort Z muss „ANSWER:“ kommen.".to_owned(), ""),
        BrokenAiken::NotAChoice(next) => {
            (format!("Hier muss eine Antwort wie „{next}. Text“ kommen oder „ANSWER: A“."), "")
        }
        BrokenAiken::NoChoices => {
            ("Die Frage hat keine Antworten.".to_owned(), "pro Antwort eine Zeile wie „A. Text“")
        }
        BrokenAiken::NoLetter => ("„ANSWER:“ nennt keine Antwort.".to_owned(), "ein Buchstabe"),
        BrokenAiken::NotALetter(found) => {
            (format!("Nach „ANSWER:“ steht „{found}“."), "ein einzelner Buchstabe")
        }
        BrokenAiken::NoSuchChoice(letter, n) => {
            (format!("„ANSWER: {letter}“ ist keine Antwort dieser Frage; sie hat {n}."), "")
        }
    }
}

pub(super) fn trivia(why: &BrokenTrivia) -> (String, &'static str) {
    match why {
        BrokenTrivia::BeforeFirst => {
            ("Vor der ersten Frage steht eine Zeile.".to_owned(), "„#Q“ und eine Frage")
        }
        BrokenTrivia::SecondAnswer => {
            ("Da ist eine zweite Zeile mit „^“.".to_owned(), "nur eine richtige Antwort")
        }
        BrokenTrivia::NoAnswer => (
            "Die Frage hat keine Zeile mit „^“.".to_owned(),
            "„^“ und der Text der richtigen Antwort",
        ),
        BrokenTrivia::NotAmong(said) => (
            format!("Die richtige Antwort „{said}“ steht nicht zur Auswahl."),
            "der Text einer Antwort, die zur Auswahl steht",
        ),
    }
}
