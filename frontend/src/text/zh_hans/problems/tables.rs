//! Simplified Chinese: what is wrong with tables.

use quizrain_shared::api::{AnswerKey, BrokenTable};

pub(super) fn table(why: &BrokenTable) -> (String, &'static str) {
    match why {
        BrokenTable::UnknownSheet(name) => {
            (format!("未读取工作表“{name}”：无法确定各列的含义。"), "")
        }
        BrokenTable::NoChoices(column) => (
            format!("{column} 列的答案不是各行的选项。"),
            "字母、序号、列名或选项的文字，可以有多个",
        ),
        BrokenTable::Ambiguous(column, keys) => {
            let ways: Vec<&str> = keys.iter().map(|key| way(*key)).collect();
            let said = format!("{column} 列的答案可能是{}。", ways.join("，也可能是"));
            (said, "各行都用字母或选项的文字写答案")
        }
        BrokenTable::ManyProblems(n, columns) => {
            (format!("按这些列读取，问题超过 {n} 个：{columns}"), "题目的表格")
        }
        BrokenTable::FirstRow(cells) => (cells.clone(), ""),
        BrokenTable::Text(mib) => (format!("单元格的文字总共超过 {mib} MiB。"), ""),
        BrokenTable::Cells(most) => (format!("单元格太多，最多 {most} 个。"), ""),
        BrokenTable::CellOrder => ("此行的单元格没有按顺序排列。".to_owned(), ""),
        BrokenTable::RowOrder => ("各行没有按顺序排列。".to_owned(), ""),
        BrokenTable::Csv(why) => (format!("无法读取表格：{why}"), ""),
    }
}

fn way(key: AnswerKey) -> &'static str {
    match key {
        AnswerKey::Number => "从 1 开始的序号",
        AnswerKey::Index => "从 0 开始的序号",
        AnswerKey::Letter => "字母",
        AnswerKey::Name => "列名",
        AnswerKey::Text => "选项的文字",
    }
}
