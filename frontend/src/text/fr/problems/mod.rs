//! French.

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
        FilePlace::File => "fichier".to_owned(),
        FilePlace::Line(line) => format!("ligne {line}"),
        FilePlace::Entry(entry) => format!("question {entry}"),
        FilePlace::Cell { sheet, row, column } => {
            let sheet = sheet.as_ref().map(|name| format!("feuille {name}, ")).unwrap_or_default();
            let column = column
                .map(|column| format!(", colonne {}", column_letters(column)))
                .unwrap_or_default();
            format!("{sheet}ligne {row}{column}")
        }
    },
    said: |kind| Some(said(kind)),
    folder: |why| Some(away::folder(why)),
    to_mend: |n| many(n as u64, "point à corriger", "points à corriger"),
    no_place: |n| many(n as u64, "élément laissé de côté", "éléments laissés de côté"),
    no_place_why: "Quizrain n’a pas de place pour cela. Il n’y a rien à corriger dans le fichier.",
};

#[expect(clippy::too_many_lines, reason = "Long, because it is a table")]
fn said(kind: &ProblemKind) -> (String, &'static str) {
    match kind {
        ProblemKind::Question(why) => ((editor::WORDS.problem)(why), ""),
        ProblemKind::NoRight => (
            "La question n’a pas de bonne réponse.".to_owned(),
            "l’indication de la bonne réponse",
        ),
        ProblemKind::NoSuchChoice(said) => (
            format!("La bonne réponse « {said} » n’est pas un choix de cette question."),
            "la lettre, le numéro ou le texte d’un choix",
        ),
        ProblemKind::NotTrueOrFalse(said) => {
            (format!("La bonne réponse est « {said} »."), "true ou false")
        }
        ProblemKind::NotANumber(said) => (
            format!("« {said} » n’est pas un nombre."),
            "un seul nombre, avec un écart s’il le faut, ou un seul intervalle",
        ),
        ProblemKind::SeveralNumbers => (
            "Plusieurs nombres sont justes.".to_owned(),
            "un seul nombre, avec un écart s’il le faut, ou un seul intervalle",
        ),
        ProblemKind::SamePair(one, other, said) => (
            format!("Les paires {one} et {other} ont le même côté droit : « {said} »."),
            "un autre côté droit pour chacune",
        ),
        ProblemKind::Time(said, taken) => (
            format!("Le temps est « {said} » ; {taken} secondes sont utilisées à la place."),
            "de 5 à 240 secondes",
        ),
        ProblemKind::Points(said, taken) => (
            format!("Le nombre de points est « {said} » ; {taken} est utilisé à la place."),
            "de 0 à 10000",
        ),
        ProblemKind::LongExplanation(chars) => (
            format!("L’explication a {chars} caractères ; elle n’est pas importée."),
            "500 caractères au maximum",
        ),
        ProblemKind::UnknownKind(word) => (
            format!("Ce type de question est inconnu : {word}."),
            "multiple choice, checkbox, true/false, fill-in-the-blank, open-ended, poll, ou rien",
        ),
        ProblemKind::CellMistake(mistake) => {
            (format!("La cellule contient l’erreur {mistake} ; elle est lue comme vide."), "une valeur")
        }
        ProblemKind::CellDate(taken) => {
            (format!("La cellule contient une date ou une heure, lue comme « {taken} »."), "un texte")
        }
        ProblemKind::EmptyFile => ("Le fichier est vide.".to_owned(), ""),
        ProblemKind::NoQuestion => ("Le fichier n’a pas de question.".to_owned(), ""),
        ProblemKind::UnknownFormat => (
            "Ce n’est pas un fichier de quiz lisible.".to_owned(),
            "un quiz de Quizrain, un tableau (CSV, Kahoot et autres), ou un fichier JSON, Moodle (XML ou GIFT), OpenTriviaQA ou Aiken",
        ),
        ProblemKind::Stranger(what) => (files::stranger(*what), ""),
        ProblemKind::File(why) => files::file(why),
        ProblemKind::Zip(why) => files::zip(why),
        ProblemKind::Table(why) => tables::table(why),
        ProblemKind::UnknownColumns => (
            "Impossible de savoir quelles colonnes contiennent les questions, les choix et la bonne réponse.".to_owned(),
            "un en-tête comme Question, Option A, Option B, Answer, ou les colonnes à indiquer ci-dessous",
        ),
        ProblemKind::Encoding(name) => (
            format!("Certains octets ne sont pas en {name}."),
            "l’encodage dans lequel le fichier a été enregistré",
        ),
        ProblemKind::TooManyQuestions => {
            ("Il y a trop de questions pour un seul quiz.".to_owned(), "")
        }
        ProblemKind::Essay => (
            "Une composition n’est ni juste ni fausse ; elle n’est pas importée.".to_owned(),
            "",
        ),
        ProblemKind::Unsupported(kind) => {
            (format!("Quizrain n’a pas de questions du type « {kind} »."), "")
        }
        ProblemKind::NoAnswers(said) => (
            format!("Ce texte n’a pas de réponses : « {said} »."),
            "des réponses entre accolades, comme {=juste ~faux}, avant une ligne vide",
        ),
        ProblemKind::NotAnswers(said) => (
            format!("Entre accolades, « {said} » n’est pas une réponse."),
            "{=juste ~faux}, {=acceptée}, {TRUE}, {#42:1} ou {=gauche -> droite =autre -> sa droite}",
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
            ("Parmi les paires, une réponse n’a pas de ->.".to_owned(), "=gauche -> droite")
        }
        ProblemKind::NotFetched(link) => (
            format!("{link} n’est pas téléchargé ; la question est importée sans."),
            "un quiz et ses images dans un fichier zip",
        ),
        ProblemKind::NotWritten(why) => (lost::not_written(why), ""),
        ProblemKind::Lost { what, times, places } => {
            let what = lost::lost(*what);
            let list = places.list(*times);
            let said = match places {
                _ if *times <= 1 => format!("{what}."),
                Places::Lines(_) => format!("{what} ({times} fois : lignes {list})."),
                Places::Questions(_) => format!("{what} ({times} fois : questions {list})."),
            };
            (said, "")
        }
    }
}
