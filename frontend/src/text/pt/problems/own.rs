//! Brazilian Portuguese: what is wrong in files of our own format.

use quizrain_shared::api::{BrokenPart, BrokenQuiz, QuizPart};
use quizrain_shared::decimal::InvalidDecimal;
use quizrain_shared::quiz::{MAX_PLANNED_RAINS, MAX_QUESTIONS, MAX_RAIN_TITLE_CHARS};
use quizrain_shared::theme::InvalidColours;

use super::super::{editor, many, stage, why};
use super::{away, lists, moodle};
use crate::state::draft::DraftProblem;

pub(super) fn quiz(why: &BrokenQuiz) -> (String, &'static str) {
    match why {
        BrokenQuiz::Toml(why) => (format!("Não é TOML: {why}"), ""),
        BrokenQuiz::Yaml(why) => (format!("Não é YAML: {why}"), ""),
        BrokenQuiz::Root(what) => {
            (format!("O documento é {}.", lists::kind(*what)), "um quiz com título e perguntas")
        }
        BrokenQuiz::Document(why) => (format!("Não é um quiz: {why}"), ""),
        BrokenQuiz::Signs(n, most) => (
            format!("O arquivo tem {n} colchetes, vírgulas e sinais de igual; o máximo é {most}."),
            "",
        ),
        BrokenQuiz::Tables(n, most) => {
            (format!("O arquivo tem {n} tabelas; o máximo é {most}."), "")
        }
        BrokenQuiz::NoQuestion => ("Não há nenhuma pergunta.".to_owned(), "partes [[question]]"),
    }
}

pub(super) fn part(part: QuizPart, why: &BrokenPart) -> String {
    let said = there(why);
    format!("{}: {said}", name(part))
}

fn name(part: QuizPart) -> String {
    match part {
        QuizPart::Theme => "o tema".to_owned(),
        QuizPart::Quiz => "Quiz".to_owned(),
        QuizPart::Title => "Título".to_owned(),
        QuizPart::Language => "Idioma".to_owned(),
        QuizPart::Description => "Descrição".to_owned(),
        QuizPart::Scoring => "Pontuação".to_owned(),
        QuizPart::Questions => "Perguntas".to_owned(),
        QuizPart::Question(n) => format!("Pergunta {n}"),
        QuizPart::Explanation(n) => format!("Pergunta {n}, explicação"),
        QuizPart::Alt(n) => format!("Pergunta {n}, texto da imagem"),
        QuizPart::SoundWords(n) => format!("Pergunta {n}, texto do som"),
        QuizPart::Rains => "Chuvas".to_owned(),
        QuizPart::Rain(n) => format!("Chuva {n}"),
    }
}

pub(super) fn control(c: char) -> String {
    format!("O texto tem o caractere de controle U+{:04X}; tire-o.", u32::from(c))
}

pub(super) fn there(why: &BrokenPart) -> String {
    match why {
        BrokenPart::Colour(key) => format!("{key} deve ser uma cor como #c01f2e."),
        BrokenPart::Colours(InvalidColours::Main) => "A cor principal mal se distingue em páginas claras ou escuras.".to_owned(),
        BrokenPart::Colours(InvalidColours::Ink) => "O texto sobre a cor principal mal se lê.".to_owned(),
        BrokenPart::Keys(why) => format!("Não dá para ler: {why}"),
        BrokenPart::Number { key, found, least, most } => {
            format!("{key} é {found} e tem de ser de {least} a {most}.")
        }
        BrokenPart::LongText(n, most) => format!("O texto tem {n} caracteres; o máximo é {most}."),
        BrokenPart::Lines => "Tem de ser uma só linha.".to_owned(),
        BrokenPart::Control(c) => control(*c),
        BrokenPart::NoTitle => "O quiz não tem título.".to_owned(),
        BrokenPart::Language => "Tem de ser um código de idioma como pt ou zh-Hans.".to_owned(),
        BrokenPart::NoQuestion => "Não há nenhuma pergunta; faltam partes [[question]].".to_owned(),
        BrokenPart::Brackets => "[[question]] se escreve com colchetes duplos.".to_owned(),
        BrokenPart::ManyQuestions(n) => format!("{n} perguntas; o máximo é {MAX_QUESTIONS}."),
        BrokenPart::Question(why) => (editor::WORDS.problem)(why),
        BrokenPart::NoTruth => "Falta correct = true ou correct = false.".to_owned(),
        BrokenPart::TruthWithChoices => "Uma pergunta true_false não leva choices.".to_owned(),
        BrokenPart::NoPositions => {
            "true e false só vão com kind = \"true_false\"; aqui vão posições como [2].".to_owned()
        }
        BrokenPart::NoSuchChoice(said, n) => {
            format!("A alternativa {said} não existe: de 1 a {n}.")
        }
        BrokenPart::ChoiceTwice(said) => format!("A alternativa {said} aparece duas vezes."),
        BrokenPart::Decimal(key, why) => format!("{key}: {}", decimal(*why)),
        BrokenPart::File(why) => away::no_file(why),
        BrokenPart::Picture(file, why) => format!("Imagem {file}: {}", moodle::media(why)),
        BrokenPart::Sound(file, why) => format!("Som {file}: {}", why::sound(why)),
        BrokenPart::ManyRains(n) => format!("{n} chuvas; o máximo é {MAX_PLANNED_RAINS}."),
        BrokenPart::EmptyTitle => {
            format!("title está vazio; tem de ter de 1 a {MAX_RAIN_TITLE_CHARS} caracteres.")
        }
        BrokenPart::Missing(key) => format!("Está faltando {key}."),
        BrokenPart::Plan(why) => (stage::WORDS.draft_problem)(DraftProblem::Plan(*why)),
        BrokenPart::Amount(key, why) => {
            let said = (stage::WORDS.draft_problem)(DraftProblem::Money(*why));
            format!("{key}: {said}")
        }
        BrokenPart::StrayPrizes => "prizes só vai com split = \"prizes\".".to_owned(),
        BrokenPart::BesidePrizes => "prizes já diz o valor e as posições; isto sobra.".to_owned(),
        BrokenPart::MinScore => "min_score tem de ser 0 ou mais.".to_owned(),
        BrokenPart::SeveralRules => {
            "Só uma destas chaves diz quem pode pegar: everyone, seated, min_score, top_percent, top_rank, last_right, survivors, best_team ou starters.".to_owned()
        }
    }
}

fn decimal(why: InvalidDecimal) -> String {
    match why {
        InvalidDecimal::NotANumber => "Tem de ser um número como 12.5.".to_owned(),
        InvalidDecimal::TooPrecise(places) => {
            format!("No máximo {}.", many(places.into(), "casa decimal", "casas decimais"))
        }
        InvalidDecimal::TooLarge => "O número é grande demais.".to_owned(),
    }
}
