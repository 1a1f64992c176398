//! Brazilian Portuguese.

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
        FilePlace::File => "arquivo inteiro".to_owned(),
        FilePlace::Line(line) => format!("linha {line}"),
        FilePlace::Entry(entry) => format!("pergunta {entry}"),
        FilePlace::Cell { sheet, row, column } => {
            let sheet = sheet.as_ref().map(|name| format!("planilha {name}, ")).unwrap_or_default();
            let column = column
                .map(|column| format!(", coluna {}", column_letters(column)))
                .unwrap_or_default();
            format!("{sheet}linha {row}{column}")
        }
    },
    said: |kind| Some(said(kind)),
    folder: |why| Some(away::folder(why)),
    to_mend: |n| many(n as u64, "coisa a corrigir", "coisas a corrigir"),
    no_place: |n| many(n as u64, "coisa deixada de fora", "coisas deixadas de fora"),
    no_place_why: "O Quizrain não tem lugar para isso. Não há nada a corrigir no arquivo.",
};

#[expect(clippy::too_many_lines, reason = "Long, because it is a table")]
fn said(kind: &ProblemKind) -> (String, &'static str) {
    match kind {
        ProblemKind::Question(why) => ((editor::WORDS.problem)(why), ""),
        ProblemKind::NoRight => {
            ("A pergunta não tem resposta certa.".to_owned(), "a indicação de qual é a certa")
        }
        ProblemKind::NoSuchChoice(said) => (
            format!("A resposta certa “{said}” não é uma alternativa desta pergunta."),
            "a letra, o número ou o texto de uma alternativa",
        ),
        ProblemKind::NotTrueOrFalse(said) => {
            (format!("A resposta certa é “{said}”."), "true ou false")
        }
        ProblemKind::NotANumber(said) => (
            format!("“{said}” não é um número."),
            "um só número, com tolerância se preciso, ou um só intervalo",
        ),
        ProblemKind::SeveralNumbers => (
            "Há vários números certos.".to_owned(),
            "um só número, com tolerância se preciso, ou um só intervalo",
        ),
        ProblemKind::SamePair(one, other, said) => (
            format!("Os pares {one} e {other} têm o mesmo lado direito: “{said}”."),
            "um lado direito diferente para cada um",
        ),
        ProblemKind::Time(said, taken) => (
            format!("O tempo é “{said}”; {taken} segundos são usados no lugar."),
            "de 5 a 240 segundos",
        ),
        ProblemKind::Points(said, taken) => {
            (format!("Os pontos são “{said}”; {taken} são usados no lugar."), "de 0 a 10000")
        }
        ProblemKind::LongExplanation(chars) => (
            format!("A explicação tem {chars} caracteres; ela não é importada."),
            "no máximo 500 caracteres",
        ),
        ProblemKind::UnknownKind(word) => (
            format!("Este tipo de pergunta não é conhecido: {word}."),
            "multiple choice, checkbox, true/false, fill-in-the-blank, open-ended, poll, ou nada",
        ),
        ProblemKind::CellMistake(mistake) => {
            (format!("A célula tem o erro {mistake}; ela é lida como vazia."), "um valor")
        }
        ProblemKind::CellDate(taken) => {
            (format!("A célula tem uma data ou uma hora; ela é lida como “{taken}”."), "um texto")
        }
        ProblemKind::EmptyFile => ("O arquivo está vazio.".to_owned(), ""),
        ProblemKind::NoQuestion => ("O arquivo não tem nenhuma pergunta.".to_owned(), ""),
        ProblemKind::UnknownFormat => (
            "Isto não é um arquivo de quiz que se possa ler.".to_owned(),
            "um quiz do Quizrain, uma tabela (CSV, Kahoot e outras), ou um arquivo JSON, Moodle (XML ou GIFT), OpenTriviaQA ou Aiken",
        ),
        ProblemKind::Stranger(what) => (files::stranger(*what), ""),
        ProblemKind::File(why) => files::file(why),
        ProblemKind::Zip(why) => files::zip(why),
        ProblemKind::Table(why) => tables::table(why),
        ProblemKind::UnknownColumns => (
            "Não dá para saber quais colunas têm as perguntas, as alternativas e a resposta certa."
                .to_owned(),
            "um cabeçalho como Question, Option A, Option B, Answer, ou que você indique as colunas abaixo",
        ),
        ProblemKind::Encoding(name) => {
            (format!("Há bytes que não são {name}."), "a codificação em que o arquivo foi salvo")
        }
        ProblemKind::TooManyQuestions => ("Há perguntas demais para um só quiz.".to_owned(), ""),
        ProblemKind::Essay => {
            ("Uma dissertação não é nem certa nem errada; ela não é importada.".to_owned(), "")
        }
        ProblemKind::Unsupported(kind) => {
            (format!("O Quizrain não tem perguntas do tipo “{kind}”."), "")
        }
        ProblemKind::NoAnswers(said) => (
            format!("Este texto não tem respostas: “{said}”."),
            "respostas entre chaves, como {=certa ~errada}, antes de uma linha em branco",
        ),
        ProblemKind::NotAnswers(said) => (
            format!("Entre chaves, “{said}” não é uma resposta."),
            "{=certa ~errada}, {=aceita}, {TRUE}, {#42:1} ou {=esquerda -> direita =outra -> a direita dela}",
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
            ("Entre os pares há uma resposta sem ->.".to_owned(), "=esquerda -> direita")
        }
        ProblemKind::NotFetched(link) => (
            format!("{link} não é baixado; a pergunta é importada sem isso."),
            "um quiz com suas imagens num arquivo zip",
        ),
        ProblemKind::NotWritten(why) => (lost::not_written(why), ""),
        ProblemKind::Lost { what, times, places } => {
            let what = lost::lost(*what);
            let list = places.list(*times);
            let said = match places {
                _ if *times <= 1 => format!("{what}."),
                Places::Lines(_) => format!("{what} ({times} vezes: linhas {list})."),
                Places::Questions(_) => format!("{what} ({times} vezes: perguntas {list})."),
            };
            (said, "")
        }
    }
}
