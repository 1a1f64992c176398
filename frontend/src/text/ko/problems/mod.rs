//! Korean.

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
        FilePlace::File => "파일 전체".to_owned(),
        FilePlace::Line(line) => format!("{line}번째 줄"),
        FilePlace::Entry(entry) => format!("{entry}번 문제"),
        FilePlace::Cell { sheet, row, column } => {
            let sheet = sheet.as_ref().map(|name| format!("‘{name}’ 시트, ")).unwrap_or_default();
            let column =
                column.map(|column| format!(", {}열", column_letters(column))).unwrap_or_default();
            format!("{sheet}{row}행{column}")
        }
    },
    said: |kind| Some(said(kind)),
    folder: |why| Some(away::folder(why)),
    to_mend: |n| format!("고칠 곳 {n}개"),
    no_place: |n| format!("빠진 것 {n}개"),
    no_place_why: "Quizrain에서 쓸 수 없는 내용이에요. 파일에서 고칠 것은 없어요.",
};

#[expect(clippy::too_many_lines, reason = "Long, because it is a table")]
fn said(kind: &ProblemKind) -> (String, &'static str) {
    match kind {
        ProblemKind::Question(why) => ((editor::WORDS.problem)(why), ""),
        ProblemKind::NoRight => ("이 문제에 정답이 없어요.".to_owned(), "정답 표시"),
        ProblemKind::NoSuchChoice(said) => (
            format!("정답 ‘{said}’에 해당하는 보기가 이 문제에 없어요."),
            "보기의 알파벳, 번호 또는 내용",
        ),
        ProblemKind::NotTrueOrFalse(said) => {
            (format!("정답에 ‘{said}’ 값이 적혀 있어요."), "true 또는 false")
        }
        ProblemKind::NotANumber(said) => {
            (format!("‘{said}’ 값은 숫자가 아니에요."), "숫자 하나(오차도 가능) 또는 범위 하나")
        }
        ProblemKind::SeveralNumbers => {
            ("정답 숫자가 여러 개예요.".to_owned(), "숫자 하나(오차도 가능) 또는 범위 하나")
        }
        ProblemKind::SamePair(one, other, said) => (
            format!("{one}번째 짝과 {other}번째 짝의 오른쪽이 같아요: ‘{said}’"),
            "짝마다 서로 다른 오른쪽",
        ),
        ProblemKind::Time(said, taken) => {
            (format!("시간 ‘{said}’ 대신 {taken}초로 가져와요."), "5~240초")
        }
        ProblemKind::Points(said, taken) => {
            (format!("점수 ‘{said}’ 대신 {taken}점으로 가져와요."), "0~10000")
        }
        ProblemKind::LongExplanation(chars) => {
            (format!("설명이 {chars}자라서 가져오지 않아요."), "최대 500자")
        }
        ProblemKind::UnknownKind(word) => (
            format!("알 수 없는 문제 유형이에요: ‘{word}’"),
            "multiple choice, checkbox, true/false, fill-in-the-blank, open-ended, poll 중 하나 또는 빈칸",
        ),
        ProblemKind::CellMistake(mistake) => {
            (format!("셀에 {mistake} 오류가 있어서 빈칸으로 처리해요."), "값")
        }
        ProblemKind::CellDate(taken) => {
            (format!("셀이 날짜나 시간이라서 ‘{taken}’ 값으로 가져와요."), "텍스트")
        }
        ProblemKind::EmptyFile => ("빈 파일이에요.".to_owned(), ""),
        ProblemKind::NoQuestion => ("파일에 문제가 없어요.".to_owned(), ""),
        ProblemKind::UnknownFormat => (
            "읽을 수 있는 퀴즈 파일이 아니에요.".to_owned(),
            "Quizrain 퀴즈, 표(CSV, Kahoot 등), JSON, Moodle(XML, GIFT), OpenTriviaQA, Aiken 중 하나",
        ),
        ProblemKind::Stranger(what) => (files::stranger(*what), ""),
        ProblemKind::File(why) => files::file(why),
        ProblemKind::Zip(why) => files::zip(why),
        ProblemKind::Table(why) => tables::table(why),
        ProblemKind::UnknownColumns => (
            "어느 열이 문제, 보기, 정답인지 알 수 없어요.".to_owned(),
            "‘문제, 보기 1, 보기 2, 정답’ 같은 머리글 행, 또는 아래 칸에 적은 열",
        ),
        ProblemKind::Encoding(name) => {
            (format!("{name} 인코딩이 아닌 바이트가 있어요."), "파일을 저장할 때 쓴 인코딩")
        }
        ProblemKind::TooManyQuestions => {
            ("문제가 너무 많아서 퀴즈 하나에 담을 수 없어요.".to_owned(), "")
        }
        ProblemKind::Essay => {
            ("논술형 문제는 정답도 오답도 없어서 가져오지 않아요.".to_owned(), "")
        }
        ProblemKind::Unsupported(kind) => {
            (format!("‘{kind}’ 유형의 문제는 Quizrain에 없어요."), "")
        }
        ProblemKind::NoAnswers(said) => (
            format!("답이 없는 글이 있어요: ‘{said}’"),
            "빈 줄 앞에 중괄호로 묶은 답, 예: {=정답 ~오답}",
        ),
        ProblemKind::NotAnswers(said) => (
            format!("중괄호 안의 ‘{said}’ 내용은 답이 아니에요."),
            "{=정답 ~오답}, {=인정할 답}, {TRUE}, {#42:1}, {=왼쪽 -> 오른쪽 =다른 왼쪽 -> 그 짝} 중 하나",
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
            ("짝 맞추기의 답 중에 ‘->’ 표시가 없는 것이 있어요.".to_owned(), "=왼쪽 -> 오른쪽")
        }
        ProblemKind::NotFetched(link) => (
            format!("{link} 링크의 내용은 다운로드하지 않고 문제만 가져와요."),
            "퀴즈와 그림을 함께 담은 zip 파일",
        ),
        ProblemKind::NotWritten(why) => (lost::not_written(why), ""),
        ProblemKind::Lost { what, times, places } => {
            let what = lost::lost(*what);
            let list = places.list(*times);
            let said = match places {
                _ if *times <= 1 => format!("{what}."),
                Places::Lines(_) => format!("{what}({times}건, 줄 번호: {list})."),
                Places::Questions(_) => format!("{what}({times}건, 문제 번호: {list})."),
            };
            (said, "")
        }
    }
}
