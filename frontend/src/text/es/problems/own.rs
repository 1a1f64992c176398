//! Spanish: what is wrong in files of our own format.

use quizrain_shared::api::{BrokenPart, BrokenQuiz, QuizPart};
use quizrain_shared::decimal::InvalidDecimal;
use quizrain_shared::quiz::{MAX_PLANNED_RAINS, MAX_QUESTIONS, MAX_RAIN_TITLE_CHARS};
use quizrain_shared::theme::InvalidColours;

use super::super::{editor, many, stage, why};
use super::{away, lists, moodle};
use crate::state::draft::DraftProblem;

pub(super) fn quiz(why: &BrokenQuiz) -> (String, &'static str) {
    match why {
        BrokenQuiz::Toml(why) => (format!("No es TOML: {why}"), ""),
        BrokenQuiz::Yaml(why) => (format!("No es YAML: {why}"), ""),
        BrokenQuiz::Root(what) => {
            (format!("El documento es {}.", lists::kind(*what)), "un quiz con título y preguntas")
        }
        BrokenQuiz::Document(why) => (format!("No es un quiz: {why}"), ""),
        BrokenQuiz::Signs(n, most) => (
            format!("El archivo tiene {n} corchetes, comas y signos de igual; {most} como máximo."),
            "",
        ),
        BrokenQuiz::Tables(n, most) => {
            (format!("El archivo tiene {n} tablas; {most} como máximo."), "")
        }
        BrokenQuiz::NoQuestion => ("No hay ninguna pregunta.".to_owned(), "partes [[question]]"),
    }
}

pub(super) fn part(part: QuizPart, why: &BrokenPart) -> String {
    let said = there(why);
    format!("{}: {said}", name(part))
}

fn name(part: QuizPart) -> String {
    match part {
        QuizPart::Theme => "el tema".to_owned(),
        QuizPart::Quiz => "Quiz".to_owned(),
        QuizPart::Title => "Título".to_owned(),
        QuizPart::Language => "Idioma".to_owned(),
        QuizPart::Description => "Descripción".to_owned(),
        QuizPart::Scoring => "Puntuación".to_owned(),
        QuizPart::Questions => "Preguntas".to_owned(),
        QuizPart::Question(n) => format!("Pregunta {n}"),
        QuizPart::Explanation(n) => format!("Pregunta {n}, explicación"),
        QuizPart::Alt(n) => format!("Pregunta {n}, palabras de la imagen"),
        QuizPart::SoundWords(n) => format!("Pregunta {n}, palabras del sonido"),
        QuizPart::Rains => "Lluvias".to_owned(),
        QuizPart::Rain(n) => format!("Lluvia {n}"),
    }
}

pub(super) fn control(c: char) -> String {
    format!("El texto tiene el carácter de control U+{:04X}; quítalo.", u32::from(c))
}

pub(super) fn there(why: &BrokenPart) -> String {
    match why {
        BrokenPart::Colour(key) => format!("{key} debe ser un color como #c01f2e."),
        BrokenPart::Colours(InvalidColours::Main) => "El color principal apenas se distingue en páginas claras u oscuras.".to_owned(),
        BrokenPart::Colours(InvalidColours::Ink) => "El texto sobre el color principal apenas se lee.".to_owned(),
        BrokenPart::Keys(why) => format!("No se puede leer: {why}"),
        BrokenPart::Number { key, found, least, most } => {
            format!("{key} es {found} y debe ser de {least} a {most}.")
        }
        BrokenPart::LongText(n, most) => {
            format!("El texto tiene {n} caracteres; {most} como máximo.")
        }
        BrokenPart::Lines => "Debe ser una sola línea.".to_owned(),
        BrokenPart::Control(c) => control(*c),
        BrokenPart::NoTitle => "El quiz no tiene título.".to_owned(),
        BrokenPart::Language => "Debe ser un código de idioma como es o zh-Hans.".to_owned(),
        BrokenPart::NoQuestion => {
            "No hay ninguna pregunta; hacen falta partes [[question]].".to_owned()
        }
        BrokenPart::Brackets => "[[question]] se escribe con corchetes dobles.".to_owned(),
        BrokenPart::ManyQuestions(n) => format!("{n} preguntas; {MAX_QUESTIONS} como máximo."),
        BrokenPart::Question(why) => (editor::WORDS.problem)(why),
        BrokenPart::NoTruth => "Hace falta correct = true o correct = false.".to_owned(),
        BrokenPart::TruthWithChoices => "Una pregunta true_false no lleva choices.".to_owned(),
        BrokenPart::NoPositions => {
            "true y false solo van con kind = \"true_false\"; aquí hacen falta posiciones como [2].".to_owned()
        }
        BrokenPart::NoSuchChoice(said, n) => format!("La opción {said} no existe: de 1 a {n}."),
        BrokenPart::ChoiceTwice(said) => format!("La opción {said} está dos veces."),
        BrokenPart::Decimal(key, why) => format!("{key}: {}", decimal(*why)),
        BrokenPart::File(why) => away::no_file(why),
        BrokenPart::Picture(file, why) => format!("Imagen {file}: {}", moodle::media(why)),
        BrokenPart::Sound(file, why) => format!("Sonido {file}: {}", why::sound(why)),
        BrokenPart::ManyRains(n) => format!("{n} lluvias; {MAX_PLANNED_RAINS} como máximo."),
        BrokenPart::EmptyTitle => {
            format!("title está vacío; debe tener de 1 a {MAX_RAIN_TITLE_CHARS} caracteres.")
        }
        BrokenPart::Missing(key) => format!("Falta {key}."),
        BrokenPart::Plan(why) => (stage::WORDS.draft_problem)(DraftProblem::Plan(*why)),
        BrokenPart::Amount(key, why) => {
            let said = (stage::WORDS.draft_problem)(DraftProblem::Money(*why));
            format!("{key}: {said}")
        }
        BrokenPart::StrayPrizes => "prizes solo va con split = \"prizes\".".to_owned(),
        BrokenPart::BesidePrizes => {
            "prizes ya dice el importe y los puestos; esto sobra.".to_owned()
        }
        BrokenPart::MinScore => "min_score debe ser 0 o más.".to_owned(),
        BrokenPart::SeveralRules => {
            "Solo una de estas claves dice quién puede atrapar: everyone, seated, min_score, top_percent, top_rank, last_right, survivors, best_team o starters.".to_owned()
        }
    }
}

fn decimal(why: InvalidDecimal) -> String {
    match why {
        InvalidDecimal::NotANumber => "Debe ser un número como 12.5.".to_owned(),
        InvalidDecimal::TooPrecise(places) => {
            format!("{} como máximo.", many(places.into(), "decimal", "decimales"))
        }
        InvalidDecimal::TooLarge => "El número es demasiado grande.".to_owned(),
    }
}
