//! What is wrong in files of our own format.

use quizrain_shared::api::{
    BrokenPart, BrokenQuiz, BrokenZip, FileAway, InvalidMedia, InvalidSound, NoFile, ProblemKind,
    QuizPart, ValueKind,
};
use quizrain_shared::decimal::InvalidDecimal;
use quizrain_shared::money::InvalidMoney;
use quizrain_shared::question::InvalidQuestion;
use quizrain_shared::rain::InvalidPlan;
use quizrain_shared::theme::InvalidColours;

use super::check;

#[test]
fn our_own_files() {
    let why = || "unknown field".to_owned();
    check(&[
        (BrokenQuiz::Toml(why()).into(), &["TOML", "unknown field"]),
        (BrokenQuiz::Yaml(why()).into(), &["YAML", "unknown field"]),
        (BrokenQuiz::Root(ValueKind::List).into(), &[]),
        (BrokenQuiz::Document(why()).into(), &["unknown field"]),
        (BrokenQuiz::Signs(88, 77).into(), &["88", "77"]),
        (BrokenQuiz::Tables(88, 77).into(), &["88", "77"]),
        (BrokenQuiz::NoQuestion.into(), &[]),
    ]);
    let parts: [(QuizPart, &[&str]); 13] = [
        (QuizPart::Quiz, &[]),
        (QuizPart::Title, &[]),
        (QuizPart::Language, &[]),
        (QuizPart::Description, &[]),
        (QuizPart::Scoring, &[]),
        (QuizPart::Questions, &[]),
        (QuizPart::Question(88), &["88"]),
        (QuizPart::Explanation(88), &["88"]),
        (QuizPart::Alt(88), &["88"]),
        (QuizPart::SoundWords(88), &["88"]),
        (QuizPart::Rains, &[]),
        (QuizPart::Rain(88), &["88"]),
        (QuizPart::Theme, &[]),
    ];
    check(&parts.map(|(part, parts)| (ProblemKind::Part(part, BrokenPart::Lines), parts)));
}

#[test]
fn parts_of_our_own_files() {
    let key = || "pot".to_owned();
    let number = BrokenPart::Number { key: key(), found: -7, least: 5, most: 240 };
    check(&[
        (BrokenPart::Keys(key()).into(), &["pot"]),
        (number.into(), &["pot", "-7", "5", "240"]),
        (BrokenPart::LongText(88, 77).into(), &["88", "77"]),
        (BrokenPart::Lines.into(), &[]),
        (BrokenPart::Control('\u{202e}').into(), &["U+202E"]),
        (BrokenPart::NoTitle.into(), &[]),
        (BrokenPart::Language.into(), &["zh-Hans"]),
        (BrokenPart::NoQuestion.into(), &["[[question]]"]),
        (BrokenPart::Brackets.into(), &["[[question]]"]),
        (BrokenPart::ManyQuestions(88_888).into(), &["88888", "20000"]),
        (BrokenPart::Question(InvalidQuestion::NoText).into(), &[]),
        (BrokenPart::NoTruth.into(), &["correct = true"]),
        (BrokenPart::TruthWithChoices.into(), &["choices"]),
        (BrokenPart::NoPositions.into(), &["[2]"]),
        (BrokenPart::NoSuchChoice(-7, 4).into(), &["-7", "4"]),
        (BrokenPart::ChoiceTwice(7).into(), &["7"]),
        (BrokenPart::Decimal(key(), InvalidDecimal::NotANumber).into(), &["pot"]),
        (BrokenPart::Decimal(key(), InvalidDecimal::TooPrecise(3)).into(), &["pot", "3"]),
        (BrokenPart::Decimal(key(), InvalidDecimal::TooLarge).into(), &["pot"]),
        (BrokenPart::Picture(key(), InvalidMedia::UnknownKind).into(), &["pot"]),
        (BrokenPart::Sound(key(), InvalidSound::Damaged).into(), &["pot"]),
        (BrokenPart::ManyRains(77).into(), &["77", "8"]),
        (BrokenPart::EmptyTitle.into(), &["title", "60"]),
        (BrokenPart::Missing(key()).into(), &["pot"]),
        (BrokenPart::Plan(InvalidPlan::Rank).into(), &[]),
        (BrokenPart::Amount(key(), InvalidMoney::TooPrecise(2)).into(), &["pot", "2"]),
        (BrokenPart::StrayPrizes.into(), &["prizes"]),
        (BrokenPart::BesidePrizes.into(), &["prizes"]),
        (BrokenPart::MinScore.into(), &["min_score"]),
        (BrokenPart::SeveralRules.into(), &["starters"]),
        (BrokenPart::Colour(key()).into(), &["pot", "#c01f2e"]),
        (BrokenPart::Colours(InvalidColours::Main).into(), &[]),
        (BrokenPart::Colours(InvalidColours::Ink).into(), &[]),
    ]);
}

#[test]
fn files_beside_a_quiz() {
    let name = || "p.png".to_owned();
    let of = |why: NoFile| ProblemKind::from(BrokenPart::from(why));
    let denied = || "denied".to_owned();
    check(&[
        (of(NoFile::Alone(name())), &["p.png"]),
        (of(NoFile::NotInZip(name())), &["p.png"]),
        (of(BrokenZip::Packed(3, name()).into()), &["p.png", "3"]),
        (of(NoFile::Missing(name())), &["p.png"]),
        (of(NoFile::NoName(name())), &["p.png"]),
        (of(NoFile::Unreadable(name(), denied())), &["p.png", "denied"]),
        (of(NoFile::Away(name(), FileAway::Unreadable(denied()))), &["p.png", "denied"]),
        (of(NoFile::Away(name(), FileAway::Link)), &["p.png"]),
        (of(NoFile::Away(name(), FileAway::NoFile)), &["p.png"]),
    ]);
}
