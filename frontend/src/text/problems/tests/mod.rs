//! Tests of what is said of problems: that what the file says is in it, in the words of each language.

mod lost;
mod own;

use quizrain_shared::api::{
    AnswerKey, BrokenAiken, BrokenFile, BrokenList, BrokenMoodle, BrokenTable, BrokenTrivia,
    BrokenZip, FileAway, FilePlace, FolderAway, InvalidMedia, InvalidPicture, NoPicture,
    ProblemKind, Stranger, StrayBrace, TriviaRefusal, ValueKind,
};
use quizrain_shared::quiz::{InvalidQuiz, QuizProblem};

use crate::text::problems::ProblemWords;
use crate::text::tests::{check_own_words, translated};
use crate::text::{Language, StageWords, Texts};

fn words(language: Language) -> &'static ProblemWords {
    StageWords::of(language).problem_words
}

/// Checks that each language has words of its own, with a part of the file in them.
fn check(kinds: &[(ProblemKind, &[&str])]) {
    check_own_words(&translated(), kinds, |language, kind| (words(language).said)(kind));
}

#[test]
fn places() {
    let cell = |sheet: Option<&str>, column| {
        let sheet = sheet.map(str::to_owned);
        FilePlace::Cell { sheet, row: 88, column }
    };
    let places: [(FilePlace, &[&str]); 6] = [
        (FilePlace::File, &[]),
        (FilePlace::Line(77), &["77"]),
        (FilePlace::Entry(77), &["77"]),
        (cell(None, None), &["88"]),
        (cell(None, Some(28)), &["88", "AB"]),
        (cell(Some("Notes"), Some(28)), &["Notes", "88", "AB"]),
    ];
    for language in Language::ALL {
        let mut known = Vec::new();
        for (place, parts) in &places {
            let said = (words(language).place)(place);
            assert!(parts.iter().all(|part| said.contains(part)), "{said}: {parts:?}");
            assert!(!known.contains(&said), "{said}");
            known.push(said);
        }
    }
}

#[test]
fn questions() {
    let it = || "7b".to_owned();
    let link = "https://a.example/p.png";
    check(&[
        (ProblemKind::NoRight, &[]),
        (ProblemKind::NoSuchChoice(it()), &["7b"]),
        (ProblemKind::NotTrueOrFalse(it()), &["7b"]),
        (ProblemKind::NotANumber(it()), &["7b"]),
        (ProblemKind::SeveralNumbers, &[]),
        (ProblemKind::SamePair(88, 99, it()), &["88", "99", "7b"]),
        (ProblemKind::Time(it(), 88), &["7b", "88"]),
        (ProblemKind::Points(it(), 88), &["7b", "88"]),
        (ProblemKind::LongExplanation(888), &["888"]),
        (ProblemKind::UnknownKind(it()), &["7b"]),
        (ProblemKind::CellMistake("#REF!".to_owned()), &["#REF!"]),
        (ProblemKind::CellDate(it()), &["7b"]),
        (ProblemKind::EmptyFile, &[]),
        (ProblemKind::NoQuestion, &[]),
        (ProblemKind::UnknownFormat, &[]),
        (ProblemKind::UnknownColumns, &[]),
        (ProblemKind::Encoding("big5".to_owned()), &["big5"]),
        (ProblemKind::TooManyQuestions, &[]),
        (ProblemKind::Essay, &[]),
        (ProblemKind::Unsupported(it()), &["7b"]),
        (ProblemKind::NoAnswers(it()), &["7b"]),
        (ProblemKind::NotAnswers(it()), &["7b"]),
        (ProblemKind::NoArrow, &["->"]),
        (ProblemKind::NotFetched(link.to_owned()), &[link]),
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
        (BrokenFile::TooLarge(9_000_000, 8 << 20).into(), &["9000000", "8 MiB"]),
        (BrokenFile::NotUtf8(7, 0x0e).into(), &["7", "0x0e"]),
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
        (BrokenTable::Ambiguous(column(), keys()).into(), &["F", "1", "0"]),
        (BrokenTable::ManyProblems(88, "question=A".to_owned()).into(), &["88", "question=A"]),
        (BrokenTable::Text(88).into(), &["88"]),
        (BrokenTable::Cells(88).into(), &["88"]),
        (BrokenTable::CellOrder.into(), &[]),
        (BrokenTable::RowOrder.into(), &[]),
        (BrokenTable::Csv("unequal".to_owned()).into(), &["unequal"]),
    ]);
    for language in translated() {
        let row = BrokenTable::FirstRow("A: 甲".to_owned());
        assert_eq!((words(language).said)(&row.into()).unwrap().0, "A: 甲");
    }
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
    for words in translated().into_iter().map(words) {
        let path = "/srv/quizzes".to_owned();
        let said = (words.folder)(&FolderAway::Unreadable(path, "denied".to_owned())).unwrap();
        assert!(said.contains("/srv/quizzes") && said.contains("denied"), "{said}");
        let said = (words.folder)(&FolderAway::ManyFiles(8888, 5000)).unwrap();
        assert!(said.contains("8888") && said.contains("5000"), "{said}");
    }
}
