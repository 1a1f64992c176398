//! French: what is wrong in files of our own format.

use quizrain_shared::api::{BrokenPart, BrokenQuiz, QuizPart};
use quizrain_shared::decimal::InvalidDecimal;
use quizrain_shared::quiz::{MAX_PLANNED_RAINS, MAX_QUESTIONS, MAX_RAIN_TITLE_CHARS};
use quizrain_shared::theme::InvalidColours;

use super::super::{editor, many, stage, why};
use super::{away, lists, moodle};
use crate::state::draft::DraftProblem;

pub(super) fn quiz(why: &BrokenQuiz) -> (String, &'static str) {
    match why {
        BrokenQuiz::Toml(why) => (format!("Ce n’est pas du TOML : {why}"), ""),
        BrokenQuiz::Yaml(why) => (format!("Ce n’est pas du YAML : {why}"), ""),
        BrokenQuiz::Root(what) => (
            format!("Le document est {}.", lists::kind(*what)),
            "un quiz avec un titre et des questions",
        ),
        BrokenQuiz::Document(why) => (format!("Ce n’est pas un quiz : {why}"), ""),
        BrokenQuiz::Signs(n, most) => {
            (format!("Le fichier a {n} crochets, virgules et signes égal ; {most} au maximum."), "")
        }
        BrokenQuiz::Tables(n, most) => {
            (format!("Le fichier a {n} tables ; {most} au maximum."), "")
        }
        BrokenQuiz::NoQuestion => {
            ("Il n’y a pas de question.".to_owned(), "des parties [[question]]")
        }
    }
}

pub(super) fn part(part: QuizPart, why: &BrokenPart) -> String {
    let said = there(why);
    format!("{} : {said}", name(part))
}

fn name(part: QuizPart) -> String {
    match part {
        QuizPart::Theme => "le thème".to_owned(),
        QuizPart::Quiz => "Quiz".to_owned(),
        QuizPart::Title => "Titre".to_owned(),
        QuizPart::Language => "Langue".to_owned(),
        QuizPart::Description => "Description".to_owned(),
        QuizPart::Scoring => "Calcul des points".to_owned(),
        QuizPart::Questions => "Questions".to_owned(),
        QuizPart::Question(n) => format!("Question {n}"),
        QuizPart::Explanation(n) => format!("Question {n}, explication"),
        QuizPart::Alt(n) => format!("Question {n}, description de l’image"),
        QuizPart::SoundWords(n) => format!("Question {n}, description du son"),
        QuizPart::Rains => "Pluies".to_owned(),
        QuizPart::Rain(n) => format!("Pluie {n}"),
    }
}

pub(super) fn control(c: char) -> String {
    format!("Le texte contient le caractère de contrôle U+{:04X} ; supprimez-le.", u32::from(c))
}

pub(super) fn there(why: &BrokenPart) -> String {
    match why {
        BrokenPart::Colour(key) => format!("{key}\u{202f}: il faut une couleur comme #c01f2e."),
        BrokenPart::Colours(InvalidColours::Main) => "La couleur principale se distingue mal sur des pages claires ou sombres.".to_owned(),
        BrokenPart::Colours(InvalidColours::Ink) => "Le texte sur la couleur principale se lit mal.".to_owned(),
        BrokenPart::Keys(why) => format!("Impossible de lire cette partie : {why}"),
        BrokenPart::Number { key, found, least, most } => {
            format!("{key} vaut {found} au lieu de {least} à {most}.")
        }
        BrokenPart::LongText(n, most) => format!("Le texte a {n} caractères ; {most} au maximum."),
        BrokenPart::Lines => "Ce doit être une seule ligne.".to_owned(),
        BrokenPart::Control(c) => control(*c),
        BrokenPart::NoTitle => "Le quiz n’a pas de titre.".to_owned(),
        BrokenPart::Language => "Ce doit être un code de langue comme fr ou zh-Hans.".to_owned(),
        BrokenPart::NoQuestion => {
            "Il n’y a pas de question ; il faut des parties [[question]].".to_owned()
        }
        BrokenPart::Brackets => "[[question]] s’écrit avec des crochets doubles.".to_owned(),
        BrokenPart::ManyQuestions(n) => format!("{n} questions ; {MAX_QUESTIONS} au maximum."),
        BrokenPart::Question(why) => (editor::WORDS.problem)(why),
        BrokenPart::NoTruth => "Il faut correct = true ou correct = false.".to_owned(),
        BrokenPart::TruthWithChoices => "Une question true_false n’a pas de choices.".to_owned(),
        BrokenPart::NoPositions => {
            "true et false ne vont qu’avec kind = \"true_false\" ; ici, il faut des positions comme [2].".to_owned()
        }
        BrokenPart::NoSuchChoice(said, n) => format!("Le choix {said} n’existe pas : de 1 à {n}."),
        BrokenPart::ChoiceTwice(said) => format!("Le choix {said} est indiqué deux fois."),
        BrokenPart::Decimal(key, why) => format!("{key} : {}", decimal(*why)),
        BrokenPart::File(why) => away::no_file(why),
        BrokenPart::Picture(file, why) => format!("Image {file} : {}", moodle::media(why)),
        BrokenPart::Sound(file, why) => format!("Son {file} : {}", why::sound(why)),
        BrokenPart::ManyRains(n) => format!("{n} pluies ; {MAX_PLANNED_RAINS} au maximum."),
        BrokenPart::EmptyTitle => {
            format!("title est vide ; il faut de 1 à {MAX_RAIN_TITLE_CHARS} caractères.")
        }
        BrokenPart::Missing(key) => format!("Il manque {key}."),
        BrokenPart::Plan(why) => (stage::WORDS.draft_problem)(DraftProblem::Plan(*why)),
        BrokenPart::Amount(key, why) => {
            let said = (stage::WORDS.draft_problem)(DraftProblem::Money(*why));
            format!("{key} : {said}")
        }
        BrokenPart::StrayPrizes => "prizes ne va qu’avec split = \"prizes\".".to_owned(),
        BrokenPart::BesidePrizes => {
            "prizes donne déjà le montant et les rangs ; ceci est de trop.".to_owned()
        }
        BrokenPart::MinScore => "min_score doit être de 0 ou plus.".to_owned(),
        BrokenPart::SeveralRules => {
            "Une seule de ces clés dit qui peut attraper : everyone, seated, min_score, top_percent, top_rank, last_right, survivors, best_team ou starters.".to_owned()
        }
    }
}

fn decimal(why: InvalidDecimal) -> String {
    match why {
        InvalidDecimal::NotANumber => "Ce doit être un nombre comme 12.5.".to_owned(),
        InvalidDecimal::TooPrecise(places) => {
            format!("{} au maximum.", many(places.into(), "décimale", "décimales"))
        }
        InvalidDecimal::TooLarge => "Le nombre est trop grand.".to_owned(),
    }
}
