//! Traditional Chinese.

mod away;
mod files;
mod lines;
mod lists;
mod lost;
mod moodle;
mod own;
mod tables;

use quizrain_shared::api::{FilePlace, Places, ProblemKind, column_letters};

use super::editor;
use crate::text::problems::ProblemWords;

pub(in crate::text) static WORDS: ProblemWords = ProblemWords {
    place: |place| match place {
        FilePlace::File => "整個檔案".to_owned(),
        FilePlace::Line(line) => format!("第 {line} 行"),
        FilePlace::Entry(entry) => format!("第 {entry} 題"),
        FilePlace::Cell { sheet, row, column } => {
            let sheet = sheet.as_ref().map(|name| format!("工作表 {name}，")).unwrap_or_default();
            let column =
                column.map(|column| format!(" {} 欄", column_letters(column))).unwrap_or_default();
            format!("{sheet}第 {row} 列{column}")
        }
    },
    said: |kind| Some(said(kind)),
    folder: |why| Some(away::folder(why)),
    to_mend: |n| format!("{n} 處需要修改"),
    no_place: |n| format!("{n} 項未匯入"),
    no_place_why: "Quizrain 沒有對應的功能，檔案無需修改。",
};

#[expect(clippy::too_many_lines, reason = "Long, because it is a table")]
fn said(kind: &ProblemKind) -> (String, &'static str) {
    match kind {
        ProblemKind::Question(why) => ((editor::WORDS.problem)(why), ""),
        ProblemKind::NoRight => ("此題沒有正確答案。".to_owned(), "標出哪個答案正確"),
        ProblemKind::NoSuchChoice(said) => {
            (format!("正確答案「{said}」不是此題的選項。"), "選項的字母、序號或文字")
        }
        ProblemKind::NotTrueOrFalse(said) => (format!("正確答案是「{said}」。"), "true 或 false"),
        ProblemKind::NotANumber(said) => {
            (format!("「{said}」不是數字。"), "一個數字（可加誤差），或一個範圍")
        }
        ProblemKind::SeveralNumbers => {
            ("有多個正確的數字。".to_owned(), "一個數字（可加誤差），或一個範圍")
        }
        ProblemKind::SamePair(one, other, said) => {
            (format!("第 {one} 對和第 {other} 對的右邊相同：「{said}」。"), "每對的右邊各不相同")
        }
        ProblemKind::Time(said, taken) => {
            (format!("時間為「{said}」，已改用 {taken} 秒。"), "5 到 240 秒")
        }
        ProblemKind::Points(said, taken) => {
            (format!("分值為「{said}」，已改用 {taken} 分。"), "0 到 10000")
        }
        ProblemKind::LongExplanation(chars) => {
            (format!("說明有 {chars} 個字元，未匯入。"), "最多 500 個字元")
        }
        ProblemKind::UnknownKind(word) => (format!("未知的題型：{word}。"), "試算表範本中的題型"),
        ProblemKind::CellMistake(mistake) => {
            (format!("儲存格有錯誤 {mistake}，視為空白。"), "一個值")
        }
        ProblemKind::CellDate(taken) => (format!("儲存格是日期或時間，視為「{taken}」。"), "文字"),
        ProblemKind::EmptyFile => ("檔案是空的。".to_owned(), ""),
        ProblemKind::NoQuestion => ("檔案中沒有題目。".to_owned(), ""),
        ProblemKind::UnknownFormat => (
            "不是可以讀取的題集檔案。".to_owned(),
            "Quizrain 的題集、試算表（CSV、Kahoot 等）、JSON、Moodle（XML 或 GIFT）、OpenTriviaQA 或 Aiken",
        ),
        ProblemKind::Stranger(what) => (files::stranger(*what), ""),
        ProblemKind::File(why) => files::file(why),
        ProblemKind::Zip(why) => files::zip(why),
        ProblemKind::Table(why) => tables::table(why),
        ProblemKind::UnknownColumns => (
            "無法確定哪些欄是題目、選項和正確答案。".to_owned(),
            "標題列，如 Question、Option A、Option B、Answer；或在下方填寫各欄",
        ),
        ProblemKind::Encoding(name) => {
            (format!("有些位元組不是 {name} 編碼。"), "檔案儲存時使用的編碼")
        }
        ProblemKind::TooManyQuestions => ("題目太多，一個題集放不下。".to_owned(), ""),
        ProblemKind::Essay => ("申論題沒有對錯，不匯入。".to_owned(), ""),
        ProblemKind::Unsupported(kind) => (format!("Quizrain 沒有「{kind}」這種題型。"), ""),
        ProblemKind::NoAnswers(said) => {
            (format!("沒有答案的文字：「{said}」。"), "空行之前寫上大括號和答案，如 {=正確 ~錯誤}")
        }
        ProblemKind::NotAnswers(said) => (
            format!("大括號裡的「{said}」不是答案。"),
            "{=正確 ~錯誤}、{=可接受的答案}、{TRUE}、{#42:1} 或 {=左 -> 右 =另一個 -> 它的右邊}",
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
        ProblemKind::Control(c) => {
            (format!("文字中有控制字元 U+{:04X}，請刪除。", u32::from(*c)), "")
        }
        ProblemKind::NoArrow => ("配對題的一個答案沒有 ->。".to_owned(), "=左 -> 右"),
        ProblemKind::NotFetched(link) => {
            (format!("沒有下載 {link}，題目不帶它匯入。"), "把題集和圖片放在同一個 zip 檔案裡")
        }
        ProblemKind::NotWritten(why) => (lost::not_written(why), ""),
        ProblemKind::Lost { what, times, places } => {
            let what = lost::lost(*what);
            let list = places.list(*times);
            let said = match places {
                _ if *times <= 1 => format!("{what}。"),
                Places::Lines(_) => format!("{what}（共 {times} 次：第 {list} 行）。"),
                Places::Questions(_) => format!("{what}（共 {times} 題：第 {list} 題）。"),
            };
            (said, "")
        }
    }
}
