//! Korean: what is wrong in files of our own format.

use quizrain_shared::api::{BrokenPart, BrokenQuiz, QuizPart};
use quizrain_shared::decimal::InvalidDecimal;
use quizrain_shared::quiz::{MAX_PLANNED_RAINS, MAX_QUESTIONS, MAX_RAIN_TITLE_CHARS};
use quizrain_shared::theme::InvalidColours;

use super::super::{editor, stage, why};
use super::{away, lists, moodle};
use crate::state::draft::DraftProblem;

pub(super) fn quiz(why: &BrokenQuiz) -> (String, &'static str) {
    match why {
        BrokenQuiz::Toml(why) => (format!("TOML로 읽을 수 없어요: {why}"), ""),
        BrokenQuiz::Yaml(why) => (format!("YAML로 읽을 수 없어요: {why}"), ""),
        BrokenQuiz::Root(what) => {
            (format!("파일 전체가 {}.", lists::kind(*what)), "제목과 문제가 있는 퀴즈")
        }
        BrokenQuiz::Document(why) => (format!("퀴즈로 읽을 수 없어요: {why}"), ""),
        BrokenQuiz::Signs(n, most) => {
            (format!("파일에 괄호, 쉼표, 등호가 모두 {n}개 있어요. 최대 {most}개예요."), "")
        }
        BrokenQuiz::Tables(n, most) => {
            (format!("파일에 테이블이 {n}개 있어요. 최대 {most}개예요."), "")
        }
        BrokenQuiz::NoQuestion => ("문제가 없어요.".to_owned(), "[[question]] 줄로 시작하는 부분"),
    }
}

pub(super) fn part(part: QuizPart, why: &BrokenPart) -> String {
    let said = there(why);
    format!("{}: {said}", name(part))
}

fn name(part: QuizPart) -> String {
    match part {
        QuizPart::Theme => "테마".to_owned(),
        QuizPart::Quiz => "퀴즈".to_owned(),
        QuizPart::Title => "제목".to_owned(),
        QuizPart::Language => "언어".to_owned(),
        QuizPart::Description => "한 줄 소개".to_owned(),
        QuizPart::Scoring => "점수 계산".to_owned(),
        QuizPart::Questions => "문제".to_owned(),
        QuizPart::Question(n) => format!("{n}번 문제"),
        QuizPart::Explanation(n) => format!("{n}번 문제의 설명"),
        QuizPart::Alt(n) => format!("{n}번 문제의 그림 설명"),
        QuizPart::SoundWords(n) => format!("{n}번 문제의 소리 설명"),
        QuizPart::Rains => "소나기".to_owned(),
        QuizPart::Rain(n) => format!("{n}번째 소나기"),
    }
}

pub(super) fn control(c: char) -> String {
    format!("글에 제어 문자(U+{:04X})가 있어요. 지우세요.", u32::from(c))
}

pub(super) fn there(why: &BrokenPart) -> String {
    match why {
        BrokenPart::Colour(key) => format!("{key}에는 #c01f2e 같은 색을 적어 주세요."),
        BrokenPart::Colours(InvalidColours::Main) => "기본 색이 밝은 화면이나 어두운 화면에서 잘 보이지 않아요.".to_owned(),
        BrokenPart::Colours(InvalidColours::Ink) => "기본 색 위의 글자를 읽기 어려워요.".to_owned(),
        BrokenPart::Keys(why) => format!("읽을 수 없어요: {why}"),
        BrokenPart::Number { key, found, least, most } => {
            format!("{key} 값이 {found}인데, {least}에서 {most}까지 쓸 수 있어요.")
        }
        BrokenPart::LongText(n, most) => format!("{n}자예요. 최대 {most}자예요."),
        BrokenPart::Lines => "한 줄로 쓰세요.".to_owned(),
        BrokenPart::Control(c) => control(*c),
        BrokenPart::NoTitle => "퀴즈에 제목이 없어요.".to_owned(),
        BrokenPart::Language => "ko나 zh-Hans 같은 언어 코드를 쓰세요.".to_owned(),
        BrokenPart::NoQuestion => {
            "문제가 없어요. [[question]] 줄로 시작하는 부분이 있어야 해요.".to_owned()
        }
        BrokenPart::Brackets => "[[question]]처럼 대괄호를 두 겹으로 쓰세요.".to_owned(),
        BrokenPart::ManyQuestions(n) => format!("문제가 {n}개예요. 최대 {MAX_QUESTIONS}개예요."),
        BrokenPart::Question(why) => (editor::WORDS.problem)(why),
        BrokenPart::NoTruth => "correct = true 또는 correct = false를 쓰세요.".to_owned(),
        BrokenPart::TruthWithChoices => {
            "true_false 문제에는 choices 항목을 쓸 수 없어요.".to_owned()
        }
        BrokenPart::NoPositions => {
            "correct에 true나 false를 쓰는 것은 true_false 문제뿐이에요. [2]처럼 번호를 쓰세요.".to_owned()
        }
        BrokenPart::NoSuchChoice(said, n) => {
            format!("{said}번 보기는 없어요. 1에서 {n}까지 쓸 수 있어요.")
        }
        BrokenPart::ChoiceTwice(said) => format!("{said}번 보기를 두 번 썼어요."),
        BrokenPart::Decimal(key, why) => format!("{key}: {}", decimal(*why)),
        BrokenPart::File(why) => away::no_file(why),
        BrokenPart::Picture(file, why) => format!("그림 {file}: {}", moodle::media(why)),
        BrokenPart::Sound(file, why) => format!("소리 {file}: {}", why::sound(why)),
        BrokenPart::ManyRains(n) => {
            format!("예약한 소나기가 {n}개예요. 최대 {MAX_PLANNED_RAINS}개예요.")
        }
        BrokenPart::EmptyTitle => {
            format!("title 항목이 비어 있어요. 1~{MAX_RAIN_TITLE_CHARS}자로 쓰세요.")
        }
        BrokenPart::Missing(key) => format!("{key} 항목이 없어요."),
        BrokenPart::Plan(why) => (stage::WORDS.draft_problem)(DraftProblem::Plan(*why)),
        BrokenPart::Amount(key, why) => {
            let said = (stage::WORDS.draft_problem)(DraftProblem::Money(*why));
            format!("{key}: {said}")
        }
        BrokenPart::StrayPrizes => {
            "prizes 항목은 split = \"prizes\"일 때만 쓸 수 있어요.".to_owned()
        }
        BrokenPart::BesidePrizes => {
            "총액과 순위는 prizes 항목이 정하기 때문에, 이 항목은 쓸 수 없어요.".to_owned()
        }
        BrokenPart::MinScore => "min_score 값은 0 이상이어야 해요.".to_owned(),
        BrokenPart::SeveralRules => "everyone, seated, min_score, top_percent, top_rank, last_right, survivors, best_team, starters 중 하나만 쓰세요.".to_owned(),
    }
}

fn decimal(why: InvalidDecimal) -> String {
    match why {
        InvalidDecimal::NotANumber => "12.5 같은 숫자여야 해요.".to_owned(),
        InvalidDecimal::TooPrecise(places) => {
            format!("소수점 아래 {places}자리까지 쓸 수 있어요.")
        }
        InvalidDecimal::TooLarge => "숫자가 너무 커요.".to_owned(),
    }
}
