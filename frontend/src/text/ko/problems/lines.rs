//! Korean: what is wrong in texts whose lines and signs have a meaning.

use quizrain_shared::api::{BrokenAiken, BrokenTrivia, StrayBrace};

pub(super) fn brace(brace: StrayBrace) -> (&'static str, &'static str) {
    match brace {
        StrayBrace::NotOpened => ("‘}’ 앞에 ‘{’ 기호가 없어요.", "글의 일부라면 ‘\\}’"),
        StrayBrace::Inside => ("답 안에 ‘{’ 기호가 있어요.", "그 앞에 ‘}’, 글의 일부라면 ‘\\{’"),
        StrayBrace::NotClosed => ("‘{’ 기호가 닫히지 않았어요.", "답 뒤, 빈 줄 앞에 ‘}’"),
        StrayBrace::ClosedTwice => ("답 뒤에 짝이 없는 ‘}’ 기호가 있어요.", "글의 일부라면 ‘\\}’"),
        StrayBrace::Second => {
            ("한 문제에 ‘{’ 기호가 두 번 나와요.", "문제마다 중괄호 한 쌍, 문제 사이에는 빈 줄")
        }
    }
}

pub(super) fn aiken(why: &BrokenAiken) -> (String, &'static str) {
    match why {
        BrokenAiken::NoQuestion => ("‘ANSWER:’ 위에 문제가 없어요.".to_owned(), ""),
        BrokenAiken::NoText => ("보기 위에 문제의 글이 없어요.".to_owned(), ""),
        BrokenAiken::WrongChoice(expected, found) => (
            format!("보기 {expected} 또는 ‘ANSWER:’ 줄이 와야 하는데, 보기 {found} 줄이 있어요."),
            "",
        ),
        BrokenAiken::AfterZ => ("보기 Z 뒤에는 ‘ANSWER:’ 줄이 와야 해요.".to_owned(), ""),
        BrokenAiken::NotAChoice(next) => {
            (format!("이 줄은 보기(예: ‘{next}. 글’)나 ‘ANSWER: A’여야 해요."), "")
        }
        BrokenAiken::NoChoices => {
            ("이 문제에 보기가 없어요.".to_owned(), "한 줄에 보기 하나, 예: ‘A. 글’")
        }
        BrokenAiken::NoLetter => {
            ("‘ANSWER:’ 뒤에 보기가 적혀 있지 않아요.".to_owned(), "알파벳 한 글자")
        }
        BrokenAiken::NotALetter(found) => {
            (format!("‘ANSWER:’ 뒤에 적힌 ‘{found}’ 내용은 보기가 아니에요."), "알파벳 한 글자")
        }
        BrokenAiken::NoSuchChoice(letter, n) => (
            format!("‘ANSWER: {letter}’에 해당하는 보기가 이 문제에 없어요. 보기는 {n}개예요."),
            "",
        ),
    }
}

pub(super) fn trivia(why: &BrokenTrivia) -> (String, &'static str) {
    match why {
        BrokenTrivia::BeforeFirst => ("첫 문제 앞에 줄이 있어요.".to_owned(), "‘#Q’와 문제"),
        BrokenTrivia::SecondAnswer => ("‘^’ 줄이 하나 더 있어요.".to_owned(), "정답 하나"),
        BrokenTrivia::NoAnswer => {
            ("이 문제에 ‘^’ 기호로 시작하는 줄이 없어요.".to_owned(), "‘^’ 기호와 정답의 내용")
        }
        BrokenTrivia::NotAmong(said) => {
            (format!("정답 ‘{said}’에 해당하는 보기가 없어요."), "보기 중 하나와 같은 내용")
        }
    }
}
