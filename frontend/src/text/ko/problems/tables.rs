//! Korean: what is wrong with tables.

use quizrain_shared::api::{AnswerKey, BrokenTable};

pub(super) fn table(why: &BrokenTable) -> (String, &'static str) {
    match why {
        BrokenTable::UnknownSheet(name) => {
            (format!("열의 뜻을 알 수 없어서 ‘{name}’ 시트는 읽지 않아요."), "")
        }
        BrokenTable::NoChoices(column) => (
            format!("{column}열의 답이 각 행의 보기에 없어요."),
            "보기의 알파벳, 번호, 열 이름 또는 내용(여러 개 가능)",
        ),
        BrokenTable::Ambiguous(column, keys) => {
            let ways: Vec<&str> = keys.iter().map(|key| way(*key)).collect();
            let said = format!("{column}열의 답을 여러 가지로 읽을 수 있어요: {}", ways.join(", "));
            (said, "모든 행에 알파벳이나 보기의 내용으로 적은 답")
        }
        BrokenTable::ManyProblems(n, columns) => {
            (format!("열을 이렇게 읽으면 문제점이 {n}개를 넘어요: {columns}"), "문제를 적은 표")
        }
        BrokenTable::FirstRow(cells) => (cells.clone(), ""),
        BrokenTable::Text(mib) => (format!("셀의 텍스트가 모두 {mib} MiB를 넘어요."), ""),
        BrokenTable::Cells(most) => (format!("셀이 너무 많아요. 최대 {most}개예요."), ""),
        BrokenTable::CellOrder => ("이 행의 셀이 순서대로 놓여 있지 않아요.".to_owned(), ""),
        BrokenTable::RowOrder => ("행이 순서대로 놓여 있지 않아요.".to_owned(), ""),
        BrokenTable::Csv(why) => (format!("표를 읽을 수 없어요: {why}"), ""),
    }
}

fn way(key: AnswerKey) -> &'static str {
    match key {
        AnswerKey::Number => "1부터 세는 번호",
        AnswerKey::Index => "0부터 세는 번호",
        AnswerKey::Letter => "알파벳",
        AnswerKey::Name => "열 이름",
        AnswerKey::Text => "보기의 내용",
    }
}
