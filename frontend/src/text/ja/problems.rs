//! Japanese. What is wrong in a file the server says, in English.

use quizrain_shared::api::{FilePlace, column_letters};

use crate::text::problems::ProblemWords;

pub(in crate::text) static WORDS: ProblemWords = ProblemWords {
    place: |place| match place {
        FilePlace::File => "ファイル全体".to_owned(),
        FilePlace::Line(line) => format!("{line}行目"),
        FilePlace::Entry(entry) => format!("{entry}番目の項目"),
        FilePlace::Cell { sheet, row, column } => {
            let sheet =
                sheet.as_ref().map(|name| format!("シート「{name}」、")).unwrap_or_default();
            let column =
                column.map(|column| format!("、{}列", column_letters(column))).unwrap_or_default();
            format!("{sheet}{row}行目{column}")
        }
    },
    said: |_| None,
    folder: |_| None,
    to_mend: |n| format!("要修正：{n}件"),
    no_place: |n| format!("取り込まなかったもの：{n}件"),
    no_place_why: "Quizrainでは扱えない内容です。ファイルを直す必要はありません。",
};
