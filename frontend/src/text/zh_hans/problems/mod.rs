//! Simplified Chinese.

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
        FilePlace::File => "整个文件".to_owned(),
        FilePlace::Line(line) => format!("第 {line} 行"),
        FilePlace::Entry(entry) => format!("第 {entry} 题"),
        FilePlace::Cell { sheet, row, column } => {
            let sheet = sheet.as_ref().map(|name| format!("工作表 {name}，")).unwrap_or_default();
            let column =
                column.map(|column| format!(" {} 列", column_letters(column))).unwrap_or_default();
            format!("{sheet}第 {row} 行{column}")
        }
    },
    said: |kind| Some(said(kind)),
    folder: |why| Some(away::folder(why)),
    to_mend: |n| format!("{n} 处需要修改"),
    no_place: |n| format!("{n} 项未导入"),
    no_place_why: "Quizrain 没有对应的功能，文件无需修改。",
};

#[expect(clippy::too_many_lines, reason = "Long, because it is a table")]
fn said(kind: &ProblemKind) -> (String, &'static str) {
    match kind {
        ProblemKind::Question(why) => ((editor::WORDS.problem)(why), ""),
        ProblemKind::NoRight => ("此题没有正确答案。".to_owned(), "标出哪个答案正确"),
        ProblemKind::NoSuchChoice(said) => {
            (format!("正确答案“{said}”不是此题的选项。"), "选项的字母、序号或文字")
        }
        ProblemKind::NotTrueOrFalse(said) => (format!("正确答案是“{said}”。"), "true 或 false"),
        ProblemKind::NotANumber(said) => {
            (format!("“{said}”不是数字。"), "一个数字（可加误差），或一个范围")
        }
        ProblemKind::SeveralNumbers => {
            ("有多个正确的数字。".to_owned(), "一个数字（可加误差），或一个范围")
        }
        ProblemKind::SamePair(one, other, said) => {
            (format!("第 {one} 对和第 {other} 对的右边相同：“{said}”。"), "每对的右边各不相同")
        }
        ProblemKind::Time(said, taken) => {
            (format!("时间为“{said}”，已改用 {taken} 秒。"), "5 到 240 秒")
        }
        ProblemKind::Points(said, taken) => {
            (format!("分值为“{said}”，已改用 {taken} 分。"), "0 到 10000")
        }
        ProblemKind::LongExplanation(chars) => {
            (format!("说明有 {chars} 个字符，未导入。"), "最多 500 个字符")
        }
        ProblemKind::UnknownKind(word) => (format!("未知的题型：{word}。"), "表格模板中的题型"),
        ProblemKind::CellMistake(mistake) => {
            (format!("单元格有错误 {mistake}，按空白处理。"), "一个值")
        }
        ProblemKind::CellDate(taken) => (format!("单元格是日期或时间，按“{taken}”处理。"), "文本"),
        ProblemKind::EmptyFile => ("文件是空的。".to_owned(), ""),
        ProblemKind::NoQuestion => ("文件中没有题目。".to_owned(), ""),
        ProblemKind::UnknownFormat => (
            "不是可以读取的题集文件。".to_owned(),
            "Quizrain 的题集、表格（CSV、Kahoot 等）、JSON、Moodle（XML 或 GIFT）、OpenTriviaQA 或 Aiken",
        ),
        ProblemKind::Stranger(what) => (files::stranger(*what), ""),
        ProblemKind::File(why) => files::file(why),
        ProblemKind::Zip(why) => files::zip(why),
        ProblemKind::Table(why) => tables::table(why),
        ProblemKind::UnknownColumns => (
            "无法确定哪些列是题目、选项和正确答案。".to_owned(),
            "标题行，如 Question、Option A、Option B、Answer；或在下方填写各列",
        ),
        ProblemKind::Encoding(name) => {
            (format!("有些字节不是 {name} 编码。"), "文件保存时使用的编码")
        }
        ProblemKind::TooManyQuestions => ("题目太多，一个题集放不下。".to_owned(), ""),
        ProblemKind::Essay => ("论述题没有对错，不导入。".to_owned(), ""),
        ProblemKind::Unsupported(kind) => (format!("Quizrain 没有“{kind}”这种题型。"), ""),
        ProblemKind::NoAnswers(said) => {
            (format!("没有答案的文字：“{said}”。"), "空行之前写上大括号和答案，如 {=正确 ~错误}")
        }
        ProblemKind::NotAnswers(said) => (
            format!("大括号里的“{said}”不是答案。"),
            "{=正确 ~错误}、{=可接受的答案}、{TRUE}、{#42:1} 或 {=左 -> 右 =另一个 -> 它的右边}",
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
            (format!("文字中有控制字符 U+{:04X}，请删除。", u32::from(*c)), "")
        }
        ProblemKind::NoArrow => ("配对题的一个答案没有 ->。".to_owned(), "=左 -> 右"),
        ProblemKind::NotFetched(link) => {
            (format!("没有下载 {link}，题目不带它导入。"), "把题集和图片放在同一个 zip 文件里")
        }
        ProblemKind::NotWritten(why) => (lost::not_written(why), ""),
        ProblemKind::Lost { what, times, places } => {
            let what = lost::lost(*what);
            let list = places.list(*times);
            let said = match places {
                _ if *times <= 1 => format!("{what}。"),
                Places::Lines(_) => format!("{what}（共 {times} 次：第 {list} 行）。"),
                Places::Questions(_) => format!("{what}（共 {times} 题：第 {list} 题）。"),
            };
            (said, "")
        }
    }
}
