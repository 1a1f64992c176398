//! What is lost of questions, and which are not written.

use quizrain_shared::api::{Lost, NotWritten, Places, ProblemKind};

use super::check;
use crate::text::tests::translated;
use crate::text::{StageWords, Texts};

#[test]
fn what_is_lost() {
    let nothing: &[&str] = &[];
    let all = [
        Lost::Feedback,
        Lost::Weights,
        Lost::SeveralRight,
        Lost::Wildcards,
        Lost::Text,
        Lost::ExplanationEnd,
        Lost::PictureElsewhere,
        Lost::Alt,
        Lost::MoreMedia,
        Lost::Distractors,
        Lost::Categories,
        Lost::Tags,
        Lost::Hints,
        Lost::OverallFeedback,
        Lost::Case,
        Lost::Units,
        Lost::Grade,
        Lost::Numbering,
        Lost::AnswerPictures,
        Lost::EndLabels,
        Lost::BlankInBraces,
        Lost::NoBlankBetween,
        Lost::Colon,
        Lost::Picture,
        Lost::Sound,
        Lost::PictureInZip,
        Lost::SoundInZip,
        Lost::Time,
        Lost::NearestTime,
        Lost::Kind,
        Lost::NumberLine,
        Lost::QuestionEnd,
        Lost::AnswerEnd,
        Lost::ReadTime,
        Lost::Points,
        Lost::Explanation,
        Lost::Shuffled,
        Lost::Description,
        Lost::Language,
        Lost::Scoring,
        Lost::Rains,
    ];
    check(&all.map(|what| (ProblemKind::lost(what), nothing)));
    let lost = |places| ProblemKind::Lost { what: Lost::Tags, times: 3, places };
    check(&[
        (ProblemKind::lost(Lost::Tags), &[]),
        (lost(Places::Lines(vec![44, 99])), &["3", "44", "99", "…"]),
        (lost(Places::Questions(vec![44, 99])), &["3", "44", "99", "…"]),
    ]);
}

#[test]
fn questions_that_are_not_written() {
    let kind = || "unknown".to_owned();
    check(&[
        (NotWritten::Hotspot.into(), &[]),
        (NotWritten::NoRoom(kind()).into(), &[]),
        (NotWritten::Kind(kind()).into(), &[]),
        (NotWritten::Signs.into(), &[]),
        (NotWritten::NothingRight.into(), &[]),
        (NotWritten::ManyChoices.into(), &[]),
    ]);
    for words in translated().into_iter().map(StageWords::of) {
        let name = words.kind_named("unknown");
        for why in [NotWritten::NoRoom(kind()), NotWritten::Kind(kind())] {
            let (said, _) = (words.problem_words.said)(&why.into()).unwrap();
            assert!(said.contains(name), "{said}: {name}");
        }
    }
}
