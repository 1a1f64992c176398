//! Japanese: what is wrong with tables.

use quizrain_shared::api::{AnswerKey, BrokenTable};

pub(super) fn table(why: &BrokenTable) -> (String, &'static str) {
    match why {
        BrokenTable::UnknownSheet(name) => {
            (format!("列の意味がわからないため、シート「{name}」は読み込みません。"), "")
        }
        BrokenTable::NoChoices(column) => (
            format!("{column}列の答えが、各行の選択肢にありません。"),
            "選択肢のアルファベット、番号、列名、または文言（複数可）",
        ),
        BrokenTable::Ambiguous(column, keys) => {
            let ways: Vec<&str> = keys.iter().map(|key| way(*key)).collect();
            let said = format!("{column}列の答えは、{}とも読めます。", ways.join("とも、"));
            (said, "すべての行で、アルファベットか選択肢の文言で書いた答え")
        }
        BrokenTable::ManyProblems(n, columns) => {
            (format!("この列の指定では、問題点が{n}件を超えます：{columns}"), "問題を並べた表")
        }
        BrokenTable::FirstRow(cells) => (cells.clone(), ""),
        BrokenTable::Text(mib) => (format!("セルの文字が合計{mib} MiBを超えています。"), ""),
        BrokenTable::Cells(most) => (format!("セルが多すぎます。{most}個までです。"), ""),
        BrokenTable::CellOrder => ("この行のセルが順番どおりに並んでいません。".to_owned(), ""),
        BrokenTable::RowOrder => ("行が順番どおりに並んでいません。".to_owned(), ""),
        BrokenTable::Csv(why) => (format!("表を読み込めません：{why}"), ""),
    }
}

fn way(key: AnswerKey) -> &'static str {
    match key {
        AnswerKey::Number => "1から始まる番号",
        AnswerKey::Index => "0から始まる番号",
        AnswerKey::Letter => "アルファベット",
        AnswerKey::Name => "列名",
        AnswerKey::Text => "選択肢の文言",
    }
}
