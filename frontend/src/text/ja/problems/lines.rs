//! Japanese: what is wrong in texts whose lines and signs have a meaning.

use quizrain_shared::api::{BrokenAiken, BrokenTrivia, StrayBrace};

pub(super) fn brace(brace: StrayBrace) -> (&'static str, &'static str) {
    match brace {
        StrayBrace::NotOpened => ("「}」の前に「{」がありません。", "文章の一部なら「\\}」"),
        StrayBrace::Inside => {
            ("答えの中に「{」があります。", "その前に「}」、文章の一部なら「\\{」")
        }
        StrayBrace::NotClosed => ("「{」が閉じられていません。", "答えの後、空行の前に「}」"),
        StrayBrace::ClosedTwice => ("答えの後に余分な「}」があります。", "文章の一部なら「\\}」"),
        StrayBrace::Second => {
            ("1つの問題に「{」が2つあります。", "波かっこは1問に1組、問題と問題の間に空行")
        }
    }
}

pub(super) fn aiken(why: &BrokenAiken) -> (String, &'static str) {
    match why {
        BrokenAiken::NoQuestion => ("「ANSWER:」の上に問題がありません。".to_owned(), ""),
        BrokenAiken::NoText => ("選択肢の上に問題文がありません。".to_owned(), ""),
        BrokenAiken::WrongChoice(expected, found) => (
            format!("選択肢 {expected} か「ANSWER:」が来るはずの行に、選択肢 {found} があります。"),
            "",
        ),
        BrokenAiken::AfterZ => ("選択肢 Z の後に「ANSWER:」がありません。".to_owned(), ""),
        BrokenAiken::NotAChoice(next) => {
            (format!("この行には、選択肢（例：「{next}. 文字」）か「ANSWER: A」が必要です。"), "")
        }
        BrokenAiken::NoChoices => {
            ("この問題に選択肢がありません。".to_owned(), "1行に1つの選択肢（例：「A. 文字」）")
        }
        BrokenAiken::NoLetter => {
            ("「ANSWER:」に選択肢が書かれていません。".to_owned(), "アルファベット1文字")
        }
        BrokenAiken::NotALetter(found) => {
            (format!("「ANSWER:」の後が「{found}」です。"), "アルファベット1文字")
        }
        BrokenAiken::NoSuchChoice(letter, n) => (
            format!("「ANSWER: {letter}」は、この問題の選択肢にありません。選択肢は{n}個です。"),
            "",
        ),
    }
}

pub(super) fn trivia(why: &BrokenTrivia) -> (String, &'static str) {
    match why {
        BrokenTrivia::BeforeFirst => {
            ("最初の問題より前に行があります。".to_owned(), "「#Q」と問題文")
        }
        BrokenTrivia::SecondAnswer => ("「^」の行がもう1つあります。".to_owned(), "1問に1つの正解"),
        BrokenTrivia::NoAnswer => {
            ("この問題に「^」で始まる行がありません。".to_owned(), "「^」と正解の文言")
        }
        BrokenTrivia::NotAmong(said) => {
            (format!("正解「{said}」が選択肢の中にありません。"), "選択肢のどれかと同じ文言")
        }
    }
}
