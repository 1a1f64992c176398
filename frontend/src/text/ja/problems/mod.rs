//! Japanese.

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
        FilePlace::File => "ファイル全体".to_owned(),
        FilePlace::Line(line) => format!("{line}行目"),
        FilePlace::Entry(entry) => format!("第{entry}問"),
        FilePlace::Cell { sheet, row, column } => {
            let sheet =
                sheet.as_ref().map(|name| format!("シート「{name}」、")).unwrap_or_default();
            let column =
                column.map(|column| format!("、{}列", column_letters(column))).unwrap_or_default();
            format!("{sheet}{row}行目{column}")
        }
    },
    said: |kind| Some(said(kind)),
    folder: |why| Some(away::folder(why)),
    to_mend: |n| format!("要修正：{n}件"),
    no_place: |n| format!("取り込まなかったもの：{n}件"),
    no_place_why: "Quizrainでは扱えない内容です。ファイルを直す必要はありません。",
};

#[expect(clippy::too_many_lines, reason = "Long, because it is a table")]
fn said(kind: &ProblemKind) -> (String, &'static str) {
    match kind {
        ProblemKind::Question(why) => ((editor::WORDS.problem)(why), ""),
        ProblemKind::NoRight => ("この問題に正解がありません。".to_owned(), "正解の指定"),
        ProblemKind::NoSuchChoice(said) => (
            format!("正解「{said}」は、この問題の選択肢にありません。"),
            "選択肢のアルファベット、番号、または文言",
        ),
        ProblemKind::NotTrueOrFalse(said) => {
            (format!("正解が「{said}」になっています。"), "true か false")
        }
        ProblemKind::NotANumber(said) => (
            format!("「{said}」は数値ではありません。"),
            "1つの数値（誤差の指定も可）、または1つの範囲",
        ),
        ProblemKind::SeveralNumbers => (
            "正しい数値が複数あります。".to_owned(),
            "1つの数値（誤差の指定も可）、または1つの範囲",
        ),
        ProblemKind::SamePair(one, other, said) => (
            format!("{one}組目と{other}組目の右側が、どちらも「{said}」です。"),
            "組ごとに異なる右側",
        ),
        ProblemKind::Time(said, taken) => {
            (format!("時間が「{said}」のため、{taken}秒として取り込みます。"), "5〜240秒")
        }
        ProblemKind::Points(said, taken) => {
            (format!("配点が「{said}」のため、{taken}ポイントとして取り込みます。"), "0〜10000")
        }
        ProblemKind::LongExplanation(chars) => {
            (format!("解説が{chars}文字あるため、取り込みません。"), "500文字まで")
        }
        ProblemKind::UnknownKind(word) => (
            format!("「{word}」という問題の形式はわかりません。"),
            "multiple choice、checkbox、true/false、fill-in-the-blank、open-ended、poll のいずれか、または空欄",
        ),
        ProblemKind::CellMistake(mistake) => {
            (format!("セルにエラー {mistake} があるため、空欄として扱います。"), "値")
        }
        ProblemKind::CellDate(taken) => {
            (format!("セルが日付か時刻のため、「{taken}」として扱います。"), "テキスト")
        }
        ProblemKind::EmptyFile => ("ファイルが空です。".to_owned(), ""),
        ProblemKind::NoQuestion => ("ファイルに問題がありません。".to_owned(), ""),
        ProblemKind::UnknownFormat => (
            "読み取れるクイズファイルではありません。".to_owned(),
            "Quizrainのクイズ、表（CSV、Kahootなど）、JSON、Moodle（XML、GIFT）、OpenTriviaQA、Aikenのいずれか",
        ),
        ProblemKind::Stranger(what) => (files::stranger(*what), ""),
        ProblemKind::File(why) => files::file(why),
        ProblemKind::Zip(why) => files::zip(why),
        ProblemKind::Table(why) => tables::table(why),
        ProblemKind::UnknownColumns => (
            "どの列が問題、選択肢、正解なのか判断できません。".to_owned(),
            "「問題、選択肢1、選択肢2、正解」のような見出しの行、または下の欄での列の指定",
        ),
        ProblemKind::Encoding(name) => (
            format!("文字コード {name} では読めないバイトがあります。"),
            "ファイルを保存したときの文字コード",
        ),
        ProblemKind::TooManyQuestions => {
            ("問題が多すぎて、1つのクイズに収まりません。".to_owned(), "")
        }
        ProblemKind::Essay => {
            ("論述問題には正解・不正解がないため、取り込みません。".to_owned(), "")
        }
        ProblemKind::Unsupported(kind) => {
            (format!("「{kind}」という形式の問題は、Quizrainにありません。"), "")
        }
        ProblemKind::NoAnswers(said) => (
            format!("答えのない文章があります：「{said}」"),
            "空行の前に、波かっこで囲んだ答え（例：{=正解 ~不正解}）",
        ),
        ProblemKind::NotAnswers(said) => (
            format!("波かっこの中の「{said}」は答えではありません。"),
            "{=正解 ~不正解}、{=正解とする答え}、{TRUE}、{#42:1}、{=左 -> 右 =別の左 -> その右} のいずれか",
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
            ("組み合わせの答えの中に「->」のないものがあります。".to_owned(), "=左 -> 右")
        }
        ProblemKind::NotFetched(link) => (
            format!("{link} はダウンロードせず、問題だけを取り込みます。"),
            "クイズと画像を入れたzipファイル",
        ),
        ProblemKind::NotWritten(why) => (lost::not_written(why), ""),
        ProblemKind::Lost { what, times, places } => {
            let what = lost::lost(*what);
            let list = places.list(*times);
            let said = match places {
                _ if *times <= 1 => format!("{what}。"),
                Places::Lines(_) => format!("{what}（{times}件、行番号：{list}）。"),
                Places::Questions(_) => format!("{what}（{times}問、問題番号：{list}）。"),
            };
            (said, "")
        }
    }
}
