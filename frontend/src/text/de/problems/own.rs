//! German: what is wrong in files of our own format.

use quizrain_shared::api::{BrokenPart, BrokenQuiz, QuizPart};
use quizrain_shared::decimal::InvalidDecimal;
use quizrain_shared::quiz::{MAX_PLANNED_RAINS, MAX_QUESTIONS, MAX_RAIN_TITLE_CHARS};
use quizrain_shared::theme::InvalidColours;

use super::super::{editor, many, stage, why};
use super::{away, lists, moodle};
use crate::state::draft::DraftProblem;

pub(super) fn quiz(why: &BrokenQuiz) -> (String, &'static str) {
    match why {
        BrokenQuiz::Toml(why) => (format!("Das ist kein TOML: {why}"), ""),
        BrokenQuiz::Yaml(why) => (format!("Das ist kein YAML: {why}"), ""),
        BrokenQuiz::Root(what) => {
            (format!("Das Dokument ist {}.", lists::kind(*what)), "ein Quiz mit Titel und Fragen")
        }
        BrokenQuiz::Document(why) => (format!("Das ist kein Quiz: {why}"), ""),
        BrokenQuiz::Signs(n, most) => (
            format!("Die Datei hat {n} Klammern, Kommas und Gleichheitszeichen; höchstens {most}."),
            "",
        ),
        BrokenQuiz::Tables(n, most) => {
            (format!("Die Datei hat {n} Tabellen; höchstens {most}."), "")
        }
        BrokenQuiz::NoQuestion => {
            ("In der Datei steht keine Frage.".to_owned(), "Abschnitte mit [[question]]")
        }
    }
}

pub(super) fn part(part: QuizPart, why: &BrokenPart) -> String {
    let said = there(why);
    format!("{}: {said}", name(part))
}

fn name(part: QuizPart) -> String {
    match part {
        QuizPart::Theme => "das Design".to_owned(),
        QuizPart::Quiz => "Quiz".to_owned(),
        QuizPart::Title => "Titel".to_owned(),
        QuizPart::Language => "Sprache".to_owned(),
        QuizPart::Description => "Beschreibung".to_owned(),
        QuizPart::Scoring => "Wertung".to_owned(),
        QuizPart::Questions => "Fragen".to_owned(),
        QuizPart::Question(n) => format!("Frage {n}"),
        QuizPart::Explanation(n) => format!("Frage {n}, Erklärung"),
        QuizPart::Alt(n) => format!("Frage {n}, Worte zum Bild"),
        QuizPart::SoundWords(n) => format!("Frage {n}, Worte zum Ton"),
        QuizPart::Rains => "Regen".to_owned(),
        QuizPart::Rain(n) => format!("Regen {n}"),
    }
}

pub(super) fn control(c: char) -> String {
    format!("Der Text hat das Steuerzeichen U+{:04X}; nimm es heraus.", u32::from(c))
}

pub(super) fn there(why: &BrokenPart) -> String {
    match why {
        BrokenPart::Colour(key) => format!("{key} soll eine Farbe wie #c01f2e sein."),
        BrokenPart::Colours(InvalidColours::Main) => "Die Hauptfarbe hebt sich auf hellen oder dunklen Seiten nicht ab.".to_owned(),
        BrokenPart::Colours(InvalidColours::Ink) => "Text auf der Hauptfarbe ist nicht lesbar.".to_owned(),
        BrokenPart::Keys(why) => format!("Das lässt sich nicht lesen: {why}"),
        BrokenPart::Number { key, found, least, most } => {
            format!("{key} ist {found} statt {least} bis {most}.")
        }
        BrokenPart::LongText(n, most) => format!("Der Text hat {n} Zeichen; höchstens {most}."),
        BrokenPart::Lines => "Das muss eine einzige Zeile sein.".to_owned(),
        BrokenPart::Control(c) => control(*c),
        BrokenPart::NoTitle => "Das Quiz hat keinen Titel.".to_owned(),
        BrokenPart::Language => "Das muss ein Sprachcode wie de oder zh-Hans sein.".to_owned(),
        BrokenPart::NoQuestion => {
            "Da ist keine Frage; Fragen sind Abschnitte mit [[question]].".to_owned()
        }
        BrokenPart::Brackets => "[[question]] braucht doppelte eckige Klammern.".to_owned(),
        BrokenPart::ManyQuestions(n) => format!("{n} Fragen; höchstens {MAX_QUESTIONS}."),
        BrokenPart::Question(why) => (editor::WORDS.problem)(why),
        BrokenPart::NoTruth => "Es fehlt correct = true oder correct = false.".to_owned(),
        BrokenPart::TruthWithChoices => "Eine true_false-Frage hat keine choices.".to_owned(),
        BrokenPart::NoPositions => {
            "true und false gehen nur mit kind = \"true_false\"; hier gehören Positionen wie [2] hin.".to_owned()
        }
        BrokenPart::NoSuchChoice(said, n) => format!("Antwort {said} gibt es nicht: 1 bis {n}."),
        BrokenPart::ChoiceTwice(said) => format!("Antwort {said} steht zweimal da."),
        BrokenPart::Decimal(key, why) => format!("{key}: {}", decimal(*why)),
        BrokenPart::File(why) => away::no_file(why),
        BrokenPart::Picture(file, why) => format!("Bild {file}: {}", moodle::media(why)),
        BrokenPart::Sound(file, why) => format!("Ton {file}: {}", why::sound(why)),
        BrokenPart::ManyRains(n) => {
            format!("{n}-mal ist Regen geplant; höchstens {MAX_PLANNED_RAINS}-mal.")
        }
        BrokenPart::EmptyTitle => {
            format!("title ist leer; nötig sind 1 bis {MAX_RAIN_TITLE_CHARS} Zeichen.")
        }
        BrokenPart::Missing(key) => format!("{key} fehlt."),
        BrokenPart::Plan(why) => (stage::WORDS.draft_problem)(DraftProblem::Plan(*why)),
        BrokenPart::Amount(key, why) => {
            let said = (stage::WORDS.draft_problem)(DraftProblem::Money(*why));
            format!("{key}: {said}")
        }
        BrokenPart::StrayPrizes => "prizes geht nur mit split = \"prizes\".".to_owned(),
        BrokenPart::BesidePrizes => {
            "prizes nennt schon Betrag und Plätze; das hier ist zu viel.".to_owned()
        }
        BrokenPart::MinScore => "min_score muss 0 oder mehr sein.".to_owned(),
        BrokenPart::SeveralRules => {
            "Nur einer dieser Schlüssel sagt, wer fangen darf: everyone, seated, min_score, top_percent, top_rank, last_right, survivors, best_team oder starters.".to_owned()
        }
    }
}

fn decimal(why: InvalidDecimal) -> String {
    match why {
        InvalidDecimal::NotANumber => "Das muss eine Zahl wie 12.5 sein.".to_owned(),
        InvalidDecimal::TooPrecise(places) => {
            format!("Höchstens {}.", many(places.into(), "Nachkommastelle", "Nachkommastellen"))
        }
        InvalidDecimal::TooLarge => "Die Zahl ist zu groß.".to_owned(),
    }
}
