//! Simplified Chinese: what is wrong in files of our own format.

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
            (format!("整个文件是{}。", lists::kind(*what)), "有标题和题目的题集")
        }
        BrokenQuiz::Document(why) => (format!("不是题集：{why}"), ""),
        BrokenQuiz::Signs(n, most) => {
            (format!("文件里有 {n} 个括号、逗号和等号，最多 {most} 个。"), "")
        }
        BrokenQuiz::Tables(n, most) => (format!("文件里有 {n} 个表，最多 {most} 个。"), ""),
        BrokenQuiz::NoQuestion => ("没有题目。".to_owned(), "以 [[question]] 开头的部分"),
    }
}

pub(super) fn part(part: QuizPart, why: &BrokenPart) -> String {
    let said = there(why);
    format!("{}：{said}", name(part))
}

fn name(part: QuizPart) -> String {
    match part {
        QuizPart::Quiz => "题集".to_owned(),
        QuizPart::Title => "标题".to_owned(),
        QuizPart::Language => "语言".to_owned(),
        QuizPart::Description => "简介".to_owned(),
        QuizPart::Scoring => "计分".to_owned(),
        QuizPart::Questions => "题目".to_owned(),
        QuizPart::Question(n) => format!("第 {n} 题"),
        QuizPart::Explanation(n) => format!("第 {n} 题的说明"),
        QuizPart::Alt(n) => format!("第 {n} 题的图片描述"),
        QuizPart::SoundWords(n) => format!("第 {n} 题的声音文字"),
        QuizPart::Rains => "红包雨".to_owned(),
        QuizPart::Rain(n) => format!("第 {n} 场红包雨"),
        QuizPart::Theme => "主题".to_owned(),
    }
}

pub(super) fn there(why: &BrokenPart) -> String {
    match why {
        BrokenPart::Keys(why) => format!("无法读取：{why}"),
        BrokenPart::Number { key, found, least, most } => {
            format!("{key} 为 {found}，应为 {least} 到 {most}。")
        }
        BrokenPart::LongText(n, most) => format!("有 {n} 个字符，最多 {most} 个。"),
        BrokenPart::Lines => "应为一行文字。".to_owned(),
        BrokenPart::Control(c) => format!("文字中有控制字符 U+{:04X}，请删除。", u32::from(*c)),
        BrokenPart::NoTitle => "题集没有标题。".to_owned(),
        BrokenPart::Language => "应为语言代码，如 en 或 zh-Hans。".to_owned(),
        BrokenPart::NoQuestion => "没有题目，应有以 [[question]] 开头的部分。".to_owned(),
        BrokenPart::Brackets => "[[question]] 应有两层方括号。".to_owned(),
        BrokenPart::ManyQuestions(n) => format!("有 {n} 道题，最多 {MAX_QUESTIONS} 道。"),
        BrokenPart::Question(why) => (editor::WORDS.problem)(why),
        BrokenPart::NoTruth => "应为 correct = true 或 correct = false。".to_owned(),
        BrokenPart::TruthWithChoices => "判断题没有 choices。".to_owned(),
        BrokenPart::NoPositions => {
            "只有 true_false 题的 correct 是 true 或 false；这里应为序号，如 [2]。".to_owned()
        }
        BrokenPart::NoSuchChoice(said, n) => format!("没有第 {said} 个选项，应为 1 到 {n}。"),
        BrokenPart::ChoiceTwice(said) => format!("第 {said} 个选项写了两次。"),
        BrokenPart::Decimal(key, why) => format!("{key}：{}", decimal(*why)),
        BrokenPart::File(why) => away::no_file(why),
        BrokenPart::Picture(file, why) => format!("图片 {file}：{}", moodle::media(why)),
        BrokenPart::Sound(file, why) => format!("声音 {file}：{}", why::sound(why)),
        BrokenPart::ManyRains(n) => {
            format!("有 {n} 场红包雨，最多 {MAX_PLANNED_RAINS} 场。")
        }
        BrokenPart::EmptyTitle => {
            format!("title 是空的，应为 1 到 {MAX_RAIN_TITLE_CHARS} 个字符。")
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
            "prizes 只能与 split = \"prizes\" 一起写。".to_owned()
        }
        BrokenPart::BesidePrizes => "prizes 已说明总金额和名次，不能另写这一项。".to_owned(),
        BrokenPart::MinScore => "min_score 应为 0 或以上。".to_owned(),
        BrokenPart::SeveralRules => "everyone、seated、min_score、top_percent、top_rank、last_right、survivors、best_team、starters 只能写一个。".to_owned(),
        BrokenPart::Colour(key) => format!("{key} 应为颜色，如 #c01f2e。"),
        BrokenPart::Colours(InvalidColours::Main) => {
            "主色在浅色或深色页面上看不清。".to_owned()
        }
        BrokenPart::Colours(InvalidColours::Ink) => {
            "主色上的文字看不清。".to_owned()
        }
    }
}

fn decimal(why: InvalidDecimal) -> String {
    match why {
        InvalidDecimal::NotANumber => "应为数字，如 12.5。".to_owned(),
        InvalidDecimal::TooPrecise(places) => format!("最多 {places} 位小数。"),
        InvalidDecimal::TooLarge => "数字太大。".to_owned(),
    }
}
