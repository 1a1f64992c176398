//! Tests of what is said of problems: that what the file says is in it, in Chinese words.

use quizrain_shared::api::{
    AnswerKey, BrokenAiken, BrokenFile, BrokenList, BrokenMoodle, BrokenPart, BrokenQuiz,
    BrokenTable, BrokenTrivia, BrokenZip, FileAway, FolderAway, InvalidMedia, InvalidPicture,
    InvalidSound, NoFile, NoPicture, NotWritten, ProblemKind, QuizPart, Stranger, StrayBrace,
    TriviaRefusal, ValueKind,
};
use quizrain_shared::decimal::InvalidDecimal;
use quizrain_shared::money::InvalidMoney;
use quizrain_shared::question::InvalidQuestion;
use quizrain_shared::quiz::{InvalidQuiz, QuizProblem};
use quizrain_shared::rain::InvalidPlan;
use quizrain_shared::theme::InvalidColours;

use crate::text::problems::ProblemWords;
use crate::text::{zh_hans, zh_hant};

static CHINESE: [&ProblemWords; 2] = [&zh_hans::problems::WORDS, &zh_hant::problems::WORDS];

/// Checks that each has words with a part of the file in them, and that none of them says what another one does.
fn check(kinds: &[(ProblemKind, &[&str])]) {
    for words in CHINESE {
        let mut all = Vec::new();
        for (kind, parts) in kinds {
            let (said, expected) = (words.said)(kind).unwrap();
            assert!(said.chars().any(|c| ('\u{4e00}'..'\u{a000}').contains(&c)), "{said}");
            assert!(parts.iter().all(|part| said.contains(part)), "{said}: {parts:?}");
            assert!(!all.contains(&(said.clone(), expected)), "{said}");
            all.push((said, expected));
        }
    }
}

#[test]
fn questions_that_are_not_written() {
    let kind = || "unknown".to_owned();
    check(&[
        (NotWritten::Hotspot.into(), &["zip"]),
        (NotWritten::NoRoom(kind()).into(), &["其他"]),
        (NotWritten::Kind(kind()).into(), &["其他"]),
        (NotWritten::Signs.into(), &[]),
        (NotWritten::NothingRight.into(), &[]),
        (NotWritten::ManyChoices.into(), &[]),
    ]);
}

#[test]
fn files_as_a_whole() {
    let why = || "bad magic".to_owned();
    check(&[
        (ProblemKind::Stranger(Stranger::OldOffice), &[".xlsx"]),
        (ProblemKind::Stranger(Stranger::Pdf), &["PDF"]),
        (ProblemKind::Stranger(Stranger::Picture), &[]),
        (ProblemKind::Stranger(Stranger::Sound), &[]),
        (ProblemKind::Stranger(Stranger::Gzip), &["gzip"]),
        (BrokenFile::TooLarge(9_000_000, 8 << 20).into(), &["9000000", " 8 MiB"]),
        (BrokenFile::NotUtf8(7, 0x0e).into(), &[" 7 ", "0x0e"]),
        (BrokenFile::ManyProblems(88).into(), &["88"]),
        (BrokenZip::Unreadable(why()).into(), &["bad magic"]),
        (BrokenZip::ManyFiles(88).into(), &["88"]),
        (BrokenZip::Files(88, 77).into(), &["88", "77"]),
        (BrokenZip::Packed(88, why()).into(), &["88", "bad magic"]),
        (BrokenZip::Unpacked(88).into(), &["88"]),
        (BrokenZip::Path("../a".to_owned()).into(), &["../a"]),
        (BrokenZip::NoQuiz.into(), &[]),
        (BrokenZip::Quizzes(88).into(), &["88"]),
        (BrokenZip::Workbook(why()).into(), &["bad magic"]),
        (BrokenZip::WorkbookNumbers.into(), &[]),
        (BrokenZip::WorkbookTexts.into(), &["xl/sharedStrings.xml"]),
        (BrokenZip::WorkbookParts(88, 77).into(), &["88", "77"]),
        (BrokenZip::LargeSheets(88).into(), &["88"]),
        (BrokenZip::LargeTexts(88).into(), &["88"]),
        (BrokenZip::Sheets(88, 77).into(), &["88", "77"]),
    ]);
}

#[test]
fn tables() {
    let column = || "F".to_owned();
    let keys = || AnswerKey::ALL.map(|(key, _)| key).to_vec();
    check(&[
        (BrokenTable::UnknownSheet("Notes".to_owned()).into(), &["Notes"]),
        (BrokenTable::NoChoices(column()).into(), &["F"]),
        (BrokenTable::Ambiguous(column(), keys()).into(), &["F", " 1 ", " 0 "]),
        (BrokenTable::ManyProblems(88, "question=A".to_owned()).into(), &["88", "question=A"]),
        (BrokenTable::FirstRow("A: 甲".to_owned()).into(), &["A: 甲"]),
        (BrokenTable::Text(88).into(), &["88"]),
        (BrokenTable::Cells(88).into(), &["88"]),
        (BrokenTable::CellOrder.into(), &[]),
        (BrokenTable::RowOrder.into(), &[]),
        (BrokenTable::Csv("unequal".to_owned()).into(), &["unequal"]),
    ]);
}

#[test]
fn lines_and_signs() {
    check(&[
        (StrayBrace::NotOpened.into(), &[]),
        (StrayBrace::Inside.into(), &[]),
        (StrayBrace::NotClosed.into(), &[]),
        (StrayBrace::ClosedTwice.into(), &[]),
        (StrayBrace::Second.into(), &[]),
        (BrokenAiken::NoQuestion.into(), &["ANSWER:"]),
        (BrokenAiken::NoText.into(), &[]),
        (BrokenAiken::WrongChoice('C', 'E').into(), &["C", "E", "ANSWER:"]),
        (BrokenAiken::AfterZ.into(), &["Z", "ANSWER:"]),
        (BrokenAiken::NotAChoice('C').into(), &["C. ", "ANSWER: A"]),
        (BrokenAiken::NoChoices.into(), &[]),
        (BrokenAiken::NoLetter.into(), &["ANSWER:"]),
        (BrokenAiken::NotALetter("both".to_owned()).into(), &["both"]),
        (BrokenAiken::NoSuchChoice('E', 4).into(), &["ANSWER: E", "4"]),
        (BrokenTrivia::BeforeFirst.into(), &[]),
        (BrokenTrivia::SecondAnswer.into(), &["^"]),
        (BrokenTrivia::NoAnswer.into(), &["^"]),
        (BrokenTrivia::NotAmong("7".to_owned()).into(), &["7"]),
        (ProblemKind::Control('\u{202e}'), &["U+202E"]),
    ]);
}

#[test]
fn lists() {
    let key = || "question".to_owned();
    let refused = |why: TriviaRefusal| ProblemKind::from(BrokenList::Refused(why));
    let number = |taken| {
        let (key, found) = ("time_limit".to_owned(), "3".to_owned());
        ProblemKind::from(BrokenList::Number { key, found, taken, least: 5, most: 240 })
    };
    check(&[
        (BrokenList::Json("EOF".to_owned()).into(), &["JSON", "EOF"]),
        (BrokenList::UnknownShape(ValueKind::List).into(), &["JSON"]),
        (BrokenList::Choice(ValueKind::Nothing).into(), &[]),
        (BrokenList::Choice(ValueKind::TrueFalse).into(), &[]),
        (BrokenList::Choice(ValueKind::Number).into(), &[]),
        (BrokenList::Choice(ValueKind::List).into(), &[]),
        (BrokenList::Value(key(), ValueKind::Named).into(), &["question"]),
        (BrokenList::Missing(key()).into(), &["question"]),
        (BrokenList::Encoding(key()).into(), &["question"]),
        (refused(TriviaRefusal::TooFew), &["1"]),
        (refused(TriviaRefusal::NoSuchThing), &["2"]),
        (refused(TriviaRefusal::UnknownSession), &["3"]),
        (refused(TriviaRefusal::AllSeen), &["4"]),
        (refused(TriviaRefusal::TooOften), &["5"]),
        (refused(TriviaRefusal::Unknown), &[]),
        (BrokenList::BothEnds.into(), &["0", "1"]),
        (BrokenList::NeitherEnd.into(), &["0", "1"]),
        (BrokenList::Nothing.into(), &[]),
        (BrokenList::NoSuchOption("7".to_owned()).into(), &["7"]),
        (BrokenList::Disagree.into(), &[]),
        (BrokenList::NoAnswers.into(), &[]),
        (BrokenList::NoSuchSolution("7".to_owned(), 4).into(), &["7", "3"]),
        (BrokenList::UnknownSlide.into(), &[]),
        (BrokenList::AnswerNotText.into(), &[]),
        (number(Some(77)), &["time_limit", "3", "77", "5", "240"]),
        (number(None), &["time_limit", "3", "5", "240"]),
        (BrokenList::PictureElsewhere.into(), &[]),
    ]);
}

#[test]
fn moodle() {
    let name = || "nbsq".to_owned();
    let picture = |why: InvalidMedia| ProblemKind::from(BrokenMoodle::NoPicture(why.into()));
    check(&[
        (BrokenMoodle::ManyAnswers(64).into(), &["64"]),
        (BrokenMoodle::NoPicture(NoPicture::NotBase64).into(), &["Base64"]),
        (picture(InvalidMedia::TooLarge(9_000_000)), &["9000000"]),
        (picture(InvalidMedia::UnknownKind), &[]),
        (picture(InvalidMedia::Size(4097, 7)), &["4097", "7", "4096"]),
        (picture(InvalidPicture::Damaged.into()), &[]),
        (BrokenMoodle::Fraction(name()).into(), &["fraction", "nbsq"]),
        (BrokenMoodle::NoTruth.into(), &["true", "false"]),
        (BrokenMoodle::Entity(name()).into(), &["&nbsq;"]),
        (BrokenMoodle::DocumentType.into(), &["<!DOCTYPE"]),
        (BrokenMoodle::NotXml(name()).into(), &["XML", "nbsq"]),
        (BrokenMoodle::Ends.into(), &["XML"]),
        (BrokenMoodle::NoQuiz.into(), &["<quiz>"]),
        (BrokenMoodle::Deep(32).into(), &["32"]),
        (BrokenMoodle::Begins(name()).into(), &["<nbsq>"]),
    ]);
}

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
        (of(NoFile::Alone(name())), &["p.png", "zip"]),
        (of(NoFile::NotInZip(name())), &["p.png", "zip"]),
        (of(BrokenZip::Packed(3, name()).into()), &["p.png", "3"]),
        (of(NoFile::Missing(name())), &["p.png"]),
        (of(NoFile::NoName(name())), &["p.png"]),
        (of(NoFile::Unreadable(name(), denied())), &["p.png", "denied"]),
        (of(NoFile::Away(name(), FileAway::Unreadable(denied()))), &["p.png", "denied"]),
        (of(NoFile::Away(name(), FileAway::Link)), &["p.png"]),
        (of(NoFile::Away(name(), FileAway::NoFile)), &["p.png"]),
    ]);
}

#[test]
fn the_folder_that_the_server_watches() {
    let large = QuizProblem { question: Some(6), what: InvalidQuiz::TitleTooLong(130) };
    check(&[
        (FileAway::Unreadable("denied".to_owned()).into(), &["denied"]),
        (FileAway::Link.into(), &[]),
        (FileAway::NoFile.into(), &[]),
        (FileAway::NameNotUtf8.into(), &["UTF-8"]),
        (FileAway::HiddenName.into(), &[]),
        (FileAway::Unread.into(), &[]),
        (FileAway::TooLarge(large).into(), &["7"]),
        (FileAway::Failed("denied".to_owned()).into(), &["denied"]),
        (FileAway::NotTaken.into(), &[]),
    ]);
    for words in CHINESE {
        let path = "/srv/quizzes".to_owned();
        let said = (words.folder)(&FolderAway::Unreadable(path, "denied".to_owned())).unwrap();
        assert!(said.contains("/srv/quizzes") && said.contains("denied"), "{said}");
        let said = (words.folder)(&FolderAway::ManyFiles(8888, 5000)).unwrap();
        assert!(said.contains("8888") && said.contains("5000"), "{said}");
    }
}
