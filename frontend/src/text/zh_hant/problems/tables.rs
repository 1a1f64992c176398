//! Traditional Chinese: what is wrong with tables.

use quizrain_shared::api::{AnswerKey, BrokenTable};

pub(super) fn table(why: &BrokenTable) -> (String, &'static str) {
    match why {
        BrokenTable::UnknownSheet(name) => {
            (format!("未讀取工作表「{name}」：無法確定各欄的含義。"), "")
        }
        BrokenTable::NoChoices(column) => (
            format!("{column} 欄的答案不是各列的選項。"),
            "字母、序號、欄名或選項的文字，可以有多個",
        ),
        BrokenTable::Ambiguous(column, keys) => {
            let ways: Vec<&str> = keys.iter().map(|key| way(*key)).collect();
            let said = format!("{column} 欄的答案可能是{}。", ways.join("，也可能是"));
            (said, "各列都用字母或選項的文字寫答案")
        }
        BrokenTable::ManyProblems(n, columns) => {
            (format!("按這些欄讀取，問題超過 {n} 個：{columns}"), "題目的試算表")
        }
        BrokenTable::FirstRow(cells) => (cells.clone(), ""),
        BrokenTable::Text(mib) => (format!("儲存格的文字總共超過 {mib} MiB。"), ""),
        BrokenTable::Cells(most) => (format!("儲存格太多，最多 {most} 個。"), ""),
        BrokenTable::CellOrder => ("此列的儲存格沒有按順序排列。".to_owned(), ""),
        BrokenTable::RowOrder => ("各列沒有按順序排列。".to_owned(), ""),
        BrokenTable::Csv(why) => (format!("無法讀取試算表：{why}"), ""),
    }
}

fn way(key: AnswerKey) -> &'static str {
    match key {
        AnswerKey::Number => "從 1 開始的序號",
        AnswerKey::Index => "從 0 開始的序號",
        AnswerKey::Letter => "字母",
        AnswerKey::Name => "欄名",
        AnswerKey::Text => "選項的文字",
    }
}
