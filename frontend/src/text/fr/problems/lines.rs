//! French: what is wrong in texts whose lines and signs have a meaning.

use quizrain_shared::api::{BrokenAiken, BrokenTrivia, StrayBrace};

pub(super) fn brace(brace: StrayBrace) -> (&'static str, &'static str) {
    match brace {
        StrayBrace::NotOpened => (
            "L’accolade « } » n’est précédée d’aucune « { ».",
            "\\} si l’accolade fait partie du texte",
        ),
        StrayBrace::Inside => (
            "Il y a une accolade « { » parmi les réponses.",
            "« } » avant elle, ou \\{ si l’accolade fait partie du texte",
        ),
        StrayBrace::NotClosed => (
            "L’accolade « { » n’est pas refermée.",
            "« } » après les réponses, avant une ligne vide",
        ),
        StrayBrace::ClosedTwice => (
            "Il y a une accolade « } » de trop après les réponses.",
            "\\} si l’accolade fait partie du texte",
        ),
        StrayBrace::Second => (
            "Il y a une deuxième accolade « { » dans la question.",
            "une seule paire d’accolades par question, et une ligne vide entre deux questions",
        ),
    }
}

pub(super) fn aiken(why: &BrokenAiken) -> (String, &'static str) {
    match why {
        BrokenAiken::NoQuestion => {
            ("Il n’y a pas de question au-dessus de « ANSWER: ».".to_owned(), "")
        }
        BrokenAiken::NoText => ("Il n’y a pas de question au-dessus des choix.".to_owned(), ""),
        BrokenAiken::WrongChoice(expected, found) => (
            format!("Ici doit venir le choix {expected} ou « ANSWER: », et non le choix {found}."),
            "",
        ),
        BrokenAiken::AfterZ => ("Après le choix Z doit venir « ANSWER: ».".to_owned(), ""),
        BrokenAiken::NotAChoice(next) => {
            (format!("Ici doit venir un choix comme « {next}. texte », ou « ANSWER: A »."), "")
        }
        BrokenAiken::NoChoices => {
            ("La question n’a pas de choix.".to_owned(), "une ligne par choix, comme « A. texte »")
        }
        BrokenAiken::NoLetter => ("« ANSWER: » n’indique aucun choix.".to_owned(), "une lettre"),
        BrokenAiken::NotALetter(found) => {
            (format!("Après « ANSWER: », il y a « {found} »."), "une seule lettre")
        }
        BrokenAiken::NoSuchChoice(letter, n) => (
            format!("« ANSWER: {letter} » n’est pas un choix de cette question, qui en a {n}."),
            "",
        ),
    }
}

pub(super) fn trivia(why: &BrokenTrivia) -> (String, &'static str) {
    match why {
        BrokenTrivia::BeforeFirst => {
            ("Il y a une ligne avant la première question.".to_owned(), "« #Q » et une question")
        }
        BrokenTrivia::SecondAnswer => {
            ("Il y a une deuxième ligne « ^ ».".to_owned(), "une seule bonne réponse")
        }
        BrokenTrivia::NoAnswer => (
            "La question n’a pas de ligne « ^ ».".to_owned(),
            "« ^ » et le texte de la bonne réponse",
        ),
        BrokenTrivia::NotAmong(said) => (
            format!("La bonne réponse « {said} » n’est pas parmi les choix."),
            "le texte de l’un d’eux",
        ),
    }
}
