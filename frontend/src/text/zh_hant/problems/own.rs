//! Traditional Chinese: what is wrong in files of our own format.

use quizrain_shared::api::{BrokenPart, BrokenQuiz, QuizPart};
use quizrain_shared::decimal::InvalidDecimal;
use quizrain_shared::quiz::{MAX_PLANNED_RAINS, MAX_QUESTIONS, MAX_RAIN_TITLE_CHARS};
use quizrain_shared::theme::InvalidColours;

use super::super::{editor, stage, why};
use super::{away, lists, moodle};
use crate::state::draft::DraftProblem;

pub(super) fn quiz(why: &BrokenQuiz) -> (String, &'static str) {
    match why {
        BrokenQuiz::Toml(why) => (format!("不是 TOML：{why}"), ""),
        BrokenQuiz::Yaml(why) => (format!("不是 YAML：{why}"), ""),
        BrokenQuiz::Root(what) => {
            (format!("整個檔案是{}。", lists::kind(*what)), "有標題和題目的題集")
        }
        BrokenQuiz::Document(why) => (format!("不是題集：{why}"), ""),
        BrokenQuiz::Signs(n, most) => {
            (format!("檔案裡有 {n} 個括號、逗號和等號，最多 {most} 個。"), "")
        }
        BrokenQuiz::Tables(n, most) => (format!("檔案裡有 {n} 個表，最多 {most} 個。"), ""),
        BrokenQuiz::NoQuestion => ("沒有題目。".to_owned(), "以 [[question]] 開頭的部分"),
    }
}

pub(super) fn part(part: QuizPart, why: &BrokenPart) -> String {
    let said = there(why);
    format!("{}：{said}", name(part))
}

fn name(part: QuizPart) -> String {
    match part {
        QuizPart::Quiz => "題集".to_owned(),
        QuizPart::Title => "標題".to_owned(),
        QuizPart::Language => "語言".to_owned(),
        QuizPart::Description => "簡介".to_owned(),
        QuizPart::Scoring => "計分".to_owned(),
        QuizPart::Questions => "題目".to_owned(),
        QuizPart::Question(n) => format!("第 {n} 題"),
        QuizPart::Explanation(n) => format!("第 {n} 題的說明"),
        QuizPart::Alt(n) => format!("第 {n} 題的圖片描述"),
        QuizPart::SoundWords(n) => format!("第 {n} 題的聲音文字"),
        QuizPart::Rains => "紅包雨".to_owned(),
        QuizPart::Rain(n) => format!("第 {n} 場紅包雨"),
        QuizPart::Theme => "主題".to_owned(),
    }
}

pub(super) fn there(why: &BrokenPart) -> String {
    match why {
        BrokenPart::Keys(why) => format!("無法讀取：{why}"),
        BrokenPart::Number { key, found, least, most } => {
            format!("{key} 為 {found}，應為 {least} 到 {most}。")
        }
        BrokenPart::LongText(n, most) => format!("有 {n} 個字元，最多 {most} 個。"),
        BrokenPart::Lines => "應為一行文字。".to_owned(),
        BrokenPart::Control(c) => format!("文字中有控制字元 U+{:04X}，請刪除。", u32::from(*c)),
        BrokenPart::NoTitle => "題集沒有標題。".to_owned(),
        BrokenPart::Language => "應為語言代碼，如 en 或 zh-Hans。".to_owned(),
        BrokenPart::NoQuestion => "沒有題目，應有以 [[question]] 開頭的部分。".to_owned(),
        BrokenPart::Brackets => "[[question]] 應有兩層方括號。".to_owned(),
        BrokenPart::ManyQuestions(n) => format!("有 {n} 道題，最多 {MAX_QUESTIONS} 道。"),
        BrokenPart::Question(why) => (editor::WORDS.problem)(why),
        BrokenPart::NoTruth => "應為 correct = true 或 correct = false。".to_owned(),
        BrokenPart::TruthWithChoices => "判斷題沒有 choices。".to_owned(),
        BrokenPart::NoPositions => {
            "只有 true_false 題的 correct 是 true 或 false；這裡應為序號，如 [2]。".to_owned()
        }
        BrokenPart::NoSuchChoice(said, n) => format!("沒有第 {said} 個選項，應為 1 到 {n}。"),
        BrokenPart::ChoiceTwice(said) => format!("第 {said} 個選項寫了兩次。"),
        BrokenPart::Decimal(key, why) => format!("{key}：{}", decimal(*why)),
        BrokenPart::File(why) => away::no_file(why),
        BrokenPart::Picture(file, why) => format!("圖片 {file}：{}", moodle::media(why)),
        BrokenPart::Sound(file, why) => format!("聲音 {file}：{}", why::sound(why)),
        BrokenPart::ManyRains(n) => {
            format!("有 {n} 場紅包雨，最多 {MAX_PLANNED_RAINS} 場。")
        }
        BrokenPart::EmptyTitle => {
            format!("title 是空的，應為 1 到 {MAX_RAIN_TITLE_CHARS} 個字元。")
        }
        BrokenPart::Missing(key) => format!("缺少 {key}。"),
        BrokenPart::Plan(why) => {
            (stage::WORDS.draft_problem)(DraftProblem::Plan(*why))
        }
        BrokenPart::Amount(key, why) => {
            let said = (stage::WORDS.draft_problem)(DraftProblem::Money(*why));
            format!("{key}：{said}")
        }
        BrokenPart::StrayPrizes => {
            "prizes 只能與 split = \"prizes\" 一起寫。".to_owned()
        }
        BrokenPart::BesidePrizes => "prizes 已說明總金額和名次，不能另寫這一項。".to_owned(),
        BrokenPart::MinScore => "min_score 應為 0 或以上。".to_owned(),
        BrokenPart::SeveralRules => "everyone、seated、min_score、top_percent、top_rank、last_right、survivors、best_team、starters 只能寫一個。".to_owned(),
        BrokenPart::Colour(key) => format!("{key} 應為顏色，如 #c01f2e。"),
        BrokenPart::Colours(InvalidColours::Main) => {
            "主色在淺色或深色頁面上看不清。".to_owned()
        }
        BrokenPart::Colours(InvalidColours::Ink) => {
            "主色上的文字看不清。".to_owned()
        }
    }
}

fn decimal(why: InvalidDecimal) -> String {
    match why {
        InvalidDecimal::NotANumber => "應為數字，如 12.5。".to_owned(),
        InvalidDecimal::TooPrecise(places) => format!("最多 {places} 位小數。"),
        InvalidDecimal::TooLarge => "數字太大。".to_owned(),
    }
}
