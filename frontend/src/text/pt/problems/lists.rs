//! Brazilian Portuguese: what is wrong with lists of questions.

use quizrain_shared::api::{BrokenList, TriviaRefusal, ValueKind};

pub(super) fn list(why: &BrokenList) -> (String, &'static str) {
    match why {
        BrokenList::Json(why) => (format!("Não é JSON: {why}"), ""),
        BrokenList::UnknownShape(what) => (
            format!("Este JSON não tem perguntas conhecidas: é {}.", kind(*what)),
            "uma lista como [{\"question\": …, \"options\": […], \"answer\": …}], ou um arquivo do Open Trivia DB, do the-trivia-api, do Rahoot ou do Quizrain",
        ),
        BrokenList::Choice(what) => (format!("Uma alternativa é {}.", kind(*what)), "um texto"),
        BrokenList::Value(key, what) => (format!("“{key}” é {}.", kind(*what)), "um texto"),
        BrokenList::Missing(key) => (format!("Falta “{key}” na pergunta."), ""),
        BrokenList::Encoding(key) => (format!("“{key}” não está codificado como os outros."), ""),
        BrokenList::Refused(why) => (
            format!("O Open Trivia DB não deu perguntas: {}.", refusal(*why)),
            "um arquivo com response_code 0",
        ),
        BrokenList::BothEnds => (
            "Não dá para saber se as posições começam em 0 ou em 1: aparecem tanto 0 como o número de alternativas.".to_owned(),
            "as respostas certas como texto",
        ),
        BrokenList::NeitherEnd => (
            "Não dá para saber se as posições começam em 0 ou em 1: não aparecem nem 0 nem a última.".to_owned(),
            "as respostas certas como texto",
        ),
        BrokenList::Nothing => ("A pergunta não tem nem alternativas nem resposta.".to_owned(), ""),
        BrokenList::NoSuchOption(said) => {
            (format!("A resposta certa {said} não é uma alternativa desta pergunta."), "")
        }
        BrokenList::Disagree => {
            ("A posição e o texto da resposta certa não combinam.".to_owned(), "")
        }
        BrokenList::NoAnswers => ("A pergunta não tem respostas.".to_owned(), ""),
        BrokenList::NoSuchSolution(said, answers) => (
            format!(
                "A solução {said} não é uma resposta desta pergunta: de 0 a {}.",
                answers.saturating_sub(1)
            ),
            "",
        ),
        BrokenList::UnknownSlide => (
            "Este slide não é de nenhum tipo conhecido.".to_owned(),
            "MultipleChoice, Order ou TypeAnswer",
        ),
        BrokenList::AnswerNotText => ("Uma resposta não é um texto.".to_owned(), "um texto"),
        BrokenList::Number { key, found, taken, least, most } => {
            let so = match taken {
                Some(taken) => format!("{taken} é usado no lugar"),
                None => "este valor é ignorado".to_owned(),
            };
            let said = format!("“{key}” é {found} e tem de ser de {least} a {most}; {so}.");
            (said, "")
        }
        BrokenList::PictureElsewhere => (
            "A imagem não é baixada; a pergunta é importada sem ela.".to_owned(),
            "um quiz com suas imagens num arquivo zip",
        ),
    }
}

pub(super) fn kind(what: ValueKind) -> &'static str {
    match what {
        ValueKind::Nothing => "um valor vazio",
        ValueKind::TrueFalse => "true ou false",
        ValueKind::Number => "um número",
        ValueKind::Text => "um texto",
        ValueKind::List => "uma lista",
        ValueKind::Named => "um objeto",
    }
}

fn refusal(why: TriviaRefusal) -> &'static str {
    match why {
        TriviaRefusal::TooFew => "não há perguntas suficientes (código 1)",
        TriviaRefusal::NoSuchThing => "o que foi pedido não existe (código 2)",
        TriviaRefusal::UnknownSession => "a sessão não é conhecida (código 3)",
        TriviaRefusal::AllSeen => "a sessão já recebeu todas (código 4)",
        TriviaRefusal::TooOften => "houve pedidos demais (código 5)",
        TriviaRefusal::Unknown => "o código não é conhecido",
    }
}
