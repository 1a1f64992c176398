//! Traditional Chinese: what is wrong in texts whose lines and signs have a meaning.

use quizrain_shared::api::{BrokenAiken, BrokenTrivia, StrayBrace};

pub(super) fn brace(brace: StrayBrace) -> (&'static str, &'static str) {
    match brace {
        StrayBrace::NotOpened => ("「}」前面沒有「{」。", "文字裡的大括號寫成 \\}"),
        StrayBrace::Inside => {
            ("答案裡還有一個「{」。", "在它前面寫上「}」；文字裡的大括號寫成 \\{")
        }
        StrayBrace::NotClosed => ("「{」沒有對應的「}」。", "答案之後、空行之前寫上「}」"),
        StrayBrace::ClosedTwice => ("答案之後還有一個「}」。", "文字裡的大括號寫成 \\}"),
        StrayBrace::Second => ("一道題裡有兩個「{」。", "每題只有一對大括號，兩題之間空一行"),
    }
}

pub(super) fn aiken(why: &BrokenAiken) -> (String, &'static str) {
    match why {
        BrokenAiken::NoQuestion => ("「ANSWER:」上面沒有題目。".to_owned(), ""),
        BrokenAiken::NoText => ("選項上面沒有題目的文字。".to_owned(), ""),
        BrokenAiken::WrongChoice(expected, found) => {
            (format!("應為選項 {expected} 或「ANSWER:」，這裡卻是選項 {found}。"), "")
        }
        BrokenAiken::AfterZ => ("選項 Z 之後應為「ANSWER:」。".to_owned(), ""),
        BrokenAiken::NotAChoice(next) => {
            (format!("這一行應為選項（如「{next}. 文字」）或「ANSWER: A」。"), "")
        }
        BrokenAiken::NoChoices => ("此題沒有選項。".to_owned(), "每個選項一行，如「A. 文字」"),
        BrokenAiken::NoLetter => ("「ANSWER:」沒有寫出選項。".to_owned(), "一個字母"),
        BrokenAiken::NotALetter(found) => (format!("「ANSWER:」後面是「{found}」。"), "一個字母"),
        BrokenAiken::NoSuchChoice(letter, n) => {
            (format!("「ANSWER: {letter}」不是此題的選項，此題有 {n} 個選項。"), "")
        }
    }
}

pub(super) fn trivia(why: &BrokenTrivia) -> (String, &'static str) {
    match why {
        BrokenTrivia::BeforeFirst => ("第一道題之前還有一行。".to_owned(), "「#Q」和題目"),
        BrokenTrivia::SecondAnswer => ("又有一行「^」。".to_owned(), "只有一個正確答案"),
        BrokenTrivia::NoAnswer => ("此題沒有以「^」開頭的行。".to_owned(), "「^」和正確答案的文字"),
        BrokenTrivia::NotAmong(said) => {
            (format!("正確答案「{said}」不在選項裡。"), "其中一個選項的文字")
        }
    }
}
