//! Korean. What is wrong in a file the server says, in English.

use quizrain_shared::api::{FilePlace, column_letters};

use crate::text::problems::ProblemWords;

pub(in crate::text) static WORDS: ProblemWords = ProblemWords {
    place: |place| match place {
        FilePlace::File => "파일 전체".to_owned(),
        FilePlace::Line(line) => format!("{line}번째 줄"),
        FilePlace::Entry(entry) => format!("{entry}번째 항목"),
        FilePlace::Cell { sheet, row, column } => {
            let sheet = sheet.as_ref().map(|name| format!("‘{name}’ 시트, ")).unwrap_or_default();
            let column =
                column.map(|column| format!(", {}열", column_letters(column))).unwrap_or_default();
            format!("{sheet}{row}행{column}")
        }
    },
    said: |_| None,
    folder: |_| None,
    to_mend: |n| format!("고칠 곳 {n}개"),
    no_place: |n| format!("빠진 것 {n}개"),
    no_place_why: "Quizrain에서 쓸 수 없는 내용이에요. 파일에서 고칠 것은 없어요.",
};
