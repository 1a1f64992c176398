//! French: what is wrong with lists of questions.

use quizrain_shared::api::{BrokenList, TriviaRefusal, ValueKind};

pub(super) fn list(why: &BrokenList) -> (String, &'static str) {
    match why {
        BrokenList::Json(why) => (format!("Ce n’est pas du JSON : {why}"), ""),
        BrokenList::UnknownShape(what) => (
            format!("Ce JSON n’a pas de questions connues : c’est {}.", kind(*what)),
            "une liste comme [{\"question\": …, \"options\": […], \"answer\": …}], ou un fichier d’Open Trivia DB, de the-trivia-api, de Rahoot ou de Quizrain",
        ),
        BrokenList::Choice(what) => (format!("Un choix est {}.", kind(*what)), "un texte"),
        BrokenList::Value(key, what) => (format!("« {key} » est {}.", kind(*what)), "un texte"),
        BrokenList::Missing(key) => (format!("Il manque « {key} » à la question."), ""),
        BrokenList::Encoding(key) => (format!("« {key} » n’est pas encodé comme les autres."), ""),
        BrokenList::Refused(why) => (
            format!("Open Trivia DB n’a pas donné de questions : {}.", refusal(*why)),
            "un fichier dont response_code vaut 0",
        ),
        BrokenList::BothEnds => (
            "Impossible de savoir si les positions partent de 0 ou de 1 : il y a à la fois 0 et le nombre de choix.".to_owned(),
            "les bonnes réponses en toutes lettres",
        ),
        BrokenList::NeitherEnd => (
            "Impossible de savoir si les positions partent de 0 ou de 1 : il n’y a ni 0 ni la dernière.".to_owned(),
            "les bonnes réponses en toutes lettres",
        ),
        BrokenList::Nothing => ("La question n’a ni choix ni réponse.".to_owned(), ""),
        BrokenList::NoSuchOption(said) => {
            (format!("La bonne réponse {said} n’est pas un choix de cette question."), "")
        }
        BrokenList::Disagree => {
            ("La position et le texte de la bonne réponse ne concordent pas.".to_owned(), "")
        }
        BrokenList::NoAnswers => ("La question n’a pas de réponses.".to_owned(), ""),
        BrokenList::NoSuchSolution(said, answers) => (
            format!(
                "La solution {said} n’est pas une réponse de cette question : de 0 à {}.",
                answers.saturating_sub(1)
            ),
            "",
        ),
        BrokenList::UnknownSlide => (
            "Cette diapo n’est d’aucun type connu.".to_owned(),
            "MultipleChoice, Order ou TypeAnswer",
        ),
        BrokenList::AnswerNotText => ("Une réponse n’est pas un texte.".to_owned(), "un texte"),
        BrokenList::Number { key, found, taken, least, most } => {
            let so = match taken {
                Some(taken) => format!("{taken} est utilisé à la place"),
                None => "cette valeur est ignorée".to_owned(),
            };
            let said = format!("« {key} » vaut {found} au lieu de {least} à {most} ; {so}.");
            (said, "")
        }
        BrokenList::PictureElsewhere => (
            "L’image n’est pas téléchargée ; la question est importée sans elle.".to_owned(),
            "un quiz et ses images dans un fichier zip",
        ),
    }
}

pub(super) fn kind(what: ValueKind) -> &'static str {
    match what {
        ValueKind::Nothing => "une valeur vide",
        ValueKind::TrueFalse => "true ou false",
        ValueKind::Number => "un nombre",
        ValueKind::Text => "un texte",
        ValueKind::List => "une liste",
        ValueKind::Named => "un objet",
    }
}

fn refusal(why: TriviaRefusal) -> &'static str {
    match why {
        TriviaRefusal::TooFew => "il n’y en a pas assez (code 1)",
        TriviaRefusal::NoSuchThing => "ce qui était demandé n’existe pas (code 2)",
        TriviaRefusal::UnknownSession => "la session est inconnue (code 3)",
        TriviaRefusal::AllSeen => "la session les a déjà toutes eues (code 4)",
        TriviaRefusal::TooOften => "il y a eu trop de demandes (code 5)",
        TriviaRefusal::Unknown => "le code est inconnu",
    }
}
