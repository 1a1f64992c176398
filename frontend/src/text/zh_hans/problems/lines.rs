//! Simplified Chinese: what is wrong in texts whose lines and signs have a meaning.

use quizrain_shared::api::{BrokenAiken, BrokenTrivia, StrayBrace};

pub(super) fn brace(brace: StrayBrace) -> (&'static str, &'static str) {
    match brace {
        StrayBrace::NotOpened => ("“}”前面没有“{”。", "文字里的大括号写成 \\}"),
        StrayBrace::Inside => ("答案里还有一个“{”。", "在它前面写上“}”；文字里的大括号写成 \\{"),
        StrayBrace::NotClosed => ("“{”没有对应的“}”。", "答案之后、空行之前写上“}”"),
        StrayBrace::ClosedTwice => ("答案之后还有一个“}”。", "文字里的大括号写成 \\}"),
        StrayBrace::Second => ("一道题里有两个“{”。", "每题只有一对大括号，两题之间空一行"),
    }
}

pub(super) fn aiken(why: &BrokenAiken) -> (String, &'static str) {
    match why {
        BrokenAiken::NoQuestion => ("“ANSWER:”上面没有题目。".to_owned(), ""),
        BrokenAiken::NoText => ("选项上面没有题目的文字。".to_owned(), ""),
        BrokenAiken::WrongChoice(expected, found) => {
            (format!("应为选项 {expected} 或“ANSWER:”，这里却是选项 {found}。"), "")
        }
        BrokenAiken::AfterZ => ("选项 Z 之后应为“ANSWER:”。".to_owned(), ""),
        BrokenAiken::NotAChoice(next) => {
            (format!("这一行应为选项（如“{next}. 文字”）或“ANSWER: A”。"), "")
        }
        BrokenAiken::NoChoices => ("此题没有选项。".to_owned(), "每个选项一行，如“A. 文字”"),
        BrokenAiken::NoLetter => ("“ANSWER:”没有写出选项。".to_owned(), "一个字母"),
        BrokenAiken::NotALetter(found) => (format!("“ANSWER:”后面是“{found}”。"), "一个字母"),
        BrokenAiken::NoSuchChoice(letter, n) => {
            (format!("“ANSWER: {letter}”不是此题的选项，此题有 {n} 个选项。"), "")
        }
    }
}

pub(super) fn trivia(why: &BrokenTrivia) -> (String, &'static str) {
    match why {
        BrokenTrivia::BeforeFirst => ("第一道题之前还有一行。".to_owned(), "“#Q”和题目"),
        BrokenTrivia::SecondAnswer => ("又有一行“^”。".to_owned(), "只有一个正确答案"),
        BrokenTrivia::NoAnswer => ("此题没有以“^”开头的行。".to_owned(), "“^”和正确答案的文字"),
        BrokenTrivia::NotAmong(said) => {
            (format!("正确答案“{said}”不在选项里。"), "其中一个选项的文字")
        }
    }
}
