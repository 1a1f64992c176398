//! Brazilian Portuguese: what is wrong with tables.

use quizrain_shared::api::{AnswerKey, BrokenTable};

pub(super) fn table(why: &BrokenTable) -> (String, &'static str) {
    match why {
        BrokenTable::UnknownSheet(name) => {
            (format!("A planilha “{name}” não é lida: suas colunas não são conhecidas."), "")
        }
        BrokenTable::NoChoices(column) => (
            format!("As respostas da coluna {column} não são alternativas das suas linhas."),
            "letras, números, nomes de colunas ou textos de alternativas, um ou vários",
        ),
        BrokenTable::Ambiguous(column, keys) => {
            let ways: Vec<&str> = keys.iter().map(|key| way(*key)).collect();
            let said = format!("As respostas da coluna {column} podem ser {}.", ways.join(" ou "));
            (said, "em todas as linhas letras, ou textos de alternativas")
        }
        BrokenTable::ManyProblems(n, columns) => (
            format!("Há mais de {n} problemas com as colunas {columns}."),
            "uma tabela de perguntas",
        ),
        BrokenTable::FirstRow(cells) => (cells.clone(), ""),
        BrokenTable::Text(mib) => (format!("As células têm mais de {mib} MiB de texto."), ""),
        BrokenTable::Cells(most) => (format!("Há células demais; o máximo é {most}."), ""),
        BrokenTable::CellOrder => ("As células desta linha não estão em ordem.".to_owned(), ""),
        BrokenTable::RowOrder => ("As linhas não estão em ordem.".to_owned(), ""),
        BrokenTable::Csv(why) => (format!("Não dá para ler a tabela: {why}"), ""),
    }
}

fn way(key: AnswerKey) -> &'static str {
    match key {
        AnswerKey::Number => "números a partir de 1",
        AnswerKey::Index => "números a partir de 0",
        AnswerKey::Letter => "letras",
        AnswerKey::Name => "nomes de colunas",
        AnswerKey::Text => "textos de alternativas",
    }
}
