//! Brazilian Portuguese: what is wrong in texts whose lines and signs have a meaning.

use quizrain_shared::api::{BrokenAiken, BrokenTrivia, StrayBrace};

pub(super) fn brace(brace: StrayBrace) -> (&'static str, &'static str) {
    match brace {
        StrayBrace::NotOpened => {
            ("A chave “}” não tem “{” antes.", "\\} se a chave faz parte do texto")
        }
        StrayBrace::Inside => (
            "Há uma chave “{” entre as respostas.",
            "“}” antes dela, ou \\{ se a chave faz parte do texto",
        ),
        StrayBrace::NotClosed => {
            ("A chave “{” não é fechada.", "“}” depois das respostas, antes de uma linha em branco")
        }
        StrayBrace::ClosedTwice => {
            ("Depois das respostas sobra uma chave “}”.", "\\} se a chave faz parte do texto")
        }
        StrayBrace::Second => (
            "Há uma segunda chave “{” na pergunta.",
            "um só par de chaves por pergunta e uma linha em branco entre duas perguntas",
        ),
    }
}

pub(super) fn aiken(why: &BrokenAiken) -> (String, &'static str) {
    match why {
        BrokenAiken::NoQuestion => ("Não há pergunta acima de “ANSWER:”.".to_owned(), ""),
        BrokenAiken::NoText => ("Não há pergunta acima das alternativas.".to_owned(), ""),
        BrokenAiken::WrongChoice(expected, found) => (
            format!("Aqui vem a alternativa {expected} ou “ANSWER:”, e não a alternativa {found}."),
            "",
        ),
        BrokenAiken::AfterZ => ("Depois da alternativa Z vem “ANSWER:”.".to_owned(), ""),
        BrokenAiken::NotAChoice(next) => {
            (format!("Aqui vem uma alternativa como “{next}. texto”, ou “ANSWER: A”."), "")
        }
        BrokenAiken::NoChoices => (
            "A pergunta não tem alternativas.".to_owned(),
            "uma linha por alternativa, como “A. texto”",
        ),
        BrokenAiken::NoLetter => {
            ("“ANSWER:” não indica nenhuma alternativa.".to_owned(), "uma letra")
        }
        BrokenAiken::NotALetter(found) => {
            (format!("Depois de “ANSWER:” está “{found}”."), "uma só letra")
        }
        BrokenAiken::NoSuchChoice(letter, n) => {
            (format!("“ANSWER: {letter}” não é uma alternativa desta pergunta, que tem {n}."), "")
        }
    }
}

pub(super) fn trivia(why: &BrokenTrivia) -> (String, &'static str) {
    match why {
        BrokenTrivia::BeforeFirst => {
            ("Há uma linha antes da primeira pergunta.".to_owned(), "“#Q” e uma pergunta")
        }
        BrokenTrivia::SecondAnswer => {
            ("Há uma segunda linha “^”.".to_owned(), "uma só resposta certa")
        }
        BrokenTrivia::NoAnswer => {
            ("A pergunta não tem nenhuma linha “^”.".to_owned(), "“^” e o texto da resposta certa")
        }
        BrokenTrivia::NotAmong(said) => (
            format!("A resposta certa “{said}” não está entre as alternativas."),
            "o texto de uma delas",
        ),
    }
}
