//! Japanese: what is wrong in files of our own format.

use quizrain_shared::api::{BrokenPart, BrokenQuiz, QuizPart};
use quizrain_shared::decimal::InvalidDecimal;
use quizrain_shared::quiz::{MAX_PLANNED_RAINS, MAX_QUESTIONS, MAX_RAIN_TITLE_CHARS};
use quizrain_shared::theme::InvalidColours;

use super::super::{editor, stage, why};
use super::{away, lists, moodle};
use crate::state::draft::DraftProblem;

pub(super) fn quiz(why: &BrokenQuiz) -> (String, &'static str) {
    match why {
        BrokenQuiz::Toml(why) => (format!("TOMLとして読み取れません：{why}"), ""),
        BrokenQuiz::Yaml(why) => (format!("YAMLとして読み取れません：{why}"), ""),
        BrokenQuiz::Root(what) => {
            (format!("ファイル全体が{}です。", lists::kind(*what)), "タイトルと問題のあるクイズ")
        }
        BrokenQuiz::Document(why) => (format!("クイズとして読み取れません：{why}"), ""),
        BrokenQuiz::Signs(n, most) => (
            format!("ファイルにかっこ、カンマ、等号が合わせて{n}個あります。{most}個までです。"),
            "",
        ),
        BrokenQuiz::Tables(n, most) => {
            (format!("ファイルにテーブルが{n}個あります。{most}個までです。"), "")
        }
        BrokenQuiz::NoQuestion => ("問題がありません。".to_owned(), "[[question]] で始まる部分"),
    }
}

pub(super) fn part(part: QuizPart, why: &BrokenPart) -> String {
    let said = there(why);
    format!("{}：{said}", name(part))
}

fn name(part: QuizPart) -> String {
    match part {
        QuizPart::Theme => "テーマ".to_owned(),
        QuizPart::Quiz => "クイズ".to_owned(),
        QuizPart::Title => "タイトル".to_owned(),
        QuizPart::Language => "言語".to_owned(),
        QuizPart::Description => "ひと言紹介".to_owned(),
        QuizPart::Scoring => "採点".to_owned(),
        QuizPart::Questions => "問題".to_owned(),
        QuizPart::Question(n) => format!("第{n}問"),
        QuizPart::Explanation(n) => format!("第{n}問の解説"),
        QuizPart::Alt(n) => format!("第{n}問の画像の説明"),
        QuizPart::SoundWords(n) => format!("第{n}問の音声の内容"),
        QuizPart::Rains => "シャワー".to_owned(),
        QuizPart::Rain(n) => format!("{n}番目のシャワー"),
    }
}

pub(super) fn control(c: char) -> String {
    format!("文章に制御文字 U+{:04X} があります。削除してください。", u32::from(c))
}

pub(super) fn there(why: &BrokenPart) -> String {
    match why {
        BrokenPart::Colour(key) => format!("{key} には #c01f2e のような色を書いてください。"),
        BrokenPart::Colours(InvalidColours::Main) => "メインカラーが明るいページか暗いページで見づらくなります。".to_owned(),
        BrokenPart::Colours(InvalidColours::Ink) => "メインカラーの上の文字が読みづらくなります。".to_owned(),
        BrokenPart::Keys(why) => format!("読み取れません：{why}"),
        BrokenPart::Number { key, found, least, most } => {
            format!("{key} が {found} です。{least}〜{most}にしてください。")
        }
        BrokenPart::LongText(n, most) => format!("{n}文字あります。{most}文字までです。"),
        BrokenPart::Lines => "1行で書いてください。".to_owned(),
        BrokenPart::Control(c) => control(*c),
        BrokenPart::NoTitle => "クイズにタイトルがありません。".to_owned(),
        BrokenPart::Language => "ja や zh-Hans のような言語コードにしてください。".to_owned(),
        BrokenPart::NoQuestion => {
            "問題がありません。[[question]] で始まる部分が必要です。".to_owned()
        }
        BrokenPart::Brackets => "[[question]] のように、角かっこを二重にしてください。".to_owned(),
        BrokenPart::ManyQuestions(n) => format!("問題が{n}問あります。{MAX_QUESTIONS}問までです。"),
        BrokenPart::Question(why) => (editor::WORDS.problem)(why),
        BrokenPart::NoTruth => "correct = true か correct = false と書いてください。".to_owned(),
        BrokenPart::TruthWithChoices => "true_false の問題に choices は書けません。".to_owned(),
        BrokenPart::NoPositions => {
            "correct に true や false を書けるのは true_false の問題だけです。[2] のように番号で書いてください。".to_owned()
        }
        BrokenPart::NoSuchChoice(said, n) => {
            format!("選択肢 {said} はありません。1〜{n}にしてください。")
        }
        BrokenPart::ChoiceTwice(said) => format!("選択肢 {said} が2回書かれています。"),
        BrokenPart::Decimal(key, why) => format!("{key}：{}", decimal(*why)),
        BrokenPart::File(why) => away::no_file(why),
        BrokenPart::Picture(file, why) => format!("画像 {file}：{}", moodle::media(why)),
        BrokenPart::Sound(file, why) => format!("音声 {file}：{}", why::sound(why)),
        BrokenPart::ManyRains(n) => {
            format!("シャワーの予定が{n}回あります。{MAX_PLANNED_RAINS}回までです。")
        }
        BrokenPart::EmptyTitle => {
            format!("title が空です。1〜{MAX_RAIN_TITLE_CHARS}文字で書いてください。")
        }
        BrokenPart::Missing(key) => format!("{key} がありません。"),
        BrokenPart::Plan(why) => (stage::WORDS.draft_problem)(DraftProblem::Plan(*why)),
        BrokenPart::Amount(key, why) => {
            let said = (stage::WORDS.draft_problem)(DraftProblem::Money(*why));
            format!("{key}：{said}")
        }
        BrokenPart::StrayPrizes => {
            "prizes を書けるのは split = \"prizes\" のときだけです。".to_owned()
        }
        BrokenPart::BesidePrizes => {
            "総額と対象の順位は prizes で決まるため、この項目は書けません。".to_owned()
        }
        BrokenPart::MinScore => "min_score は0以上にしてください。".to_owned(),
        BrokenPart::SeveralRules => "everyone、seated、min_score、top_percent、top_rank、last_right、survivors、best_team、starters は、どれか1つだけ書いてください。".to_owned(),
    }
}

fn decimal(why: InvalidDecimal) -> String {
    match why {
        InvalidDecimal::NotANumber => "12.5 のような数値にしてください。".to_owned(),
        InvalidDecimal::TooPrecise(places) => format!("小数は{places}桁までです。"),
        InvalidDecimal::TooLarge => "数値が大きすぎます。".to_owned(),
    }
}
