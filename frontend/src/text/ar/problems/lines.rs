//! Arabic: what is wrong in texts whose lines and signs have a meaning.

use quizrain_shared::api::{BrokenAiken, BrokenTrivia, StrayBrace};

pub(super) fn brace(brace: StrayBrace) -> (&'static str, &'static str) {
    match brace {
        StrayBrace::NotOpened => (
            "القوس \u{2068}}\u{2069} بلا \u{2068}{\u{2069} قبله.",
            "كتابة \u{2068}\\}\u{2069} إن كان القوس من النص",
        ),
        StrayBrace::Inside => (
            "القوس \u{2068}{\u{2069} داخل الإجابات.",
            "القوس \u{2068}}\u{2069} قبله، أو كتابة \u{2068}\\{\u{2069} إن كان من النص",
        ),
        StrayBrace::NotClosed => (
            "القوس \u{2068}{\u{2069} غير مغلق.",
            "القوس \u{2068}}\u{2069} بعد الإجابات وقبل السطر الفارغ",
        ),
        StrayBrace::ClosedTwice => (
            "القوس \u{2068}}\u{2069} بعد الإجابات بلا \u{2068}{\u{2069}.",
            "كتابة \u{2068}\\}\u{2069} إن كان القوس من النص",
        ),
        StrayBrace::Second => (
            "في السؤال قوس \u{2068}{\u{2069} ثانٍ.",
            "قوسان معقوفان فقط لكل سؤال، وسطر فارغ بين سؤالين",
        ),
    }
}

pub(super) fn aiken(why: &BrokenAiken) -> (String, &'static str) {
    match why {
        BrokenAiken::NoQuestion => ("السطر \u{2068}ANSWER:\u{2069} بلا سؤال فوقه.".to_owned(), ""),
        BrokenAiken::NoText => ("الخيارات بلا سؤال فوقها.".to_owned(), ""),
        BrokenAiken::WrongChoice(expected, found) => (
            format!(
                "المتوقع الخيار {expected} أو \u{2068}ANSWER:\u{2069}، والموجود الخيار {found}."
            ),
            "",
        ),
        BrokenAiken::AfterZ => ("المتوقع \u{2068}ANSWER:\u{2069} بعد الخيار Z.".to_owned(), ""),
        BrokenAiken::NotAChoice(next) => (
            format!("المتوقع خيار مثل \u{2068}{next}. text\u{2069}، أو \u{2068}ANSWER: A\u{2069}."),
            "",
        ),
        BrokenAiken::NoChoices => {
            ("السؤال بلا خيارات.".to_owned(), "سطر لكل خيار، مثل \u{2068}A. text\u{2069}")
        }
        BrokenAiken::NoLetter => {
            ("السطر \u{2068}ANSWER:\u{2069} لا يذكر خيارًا.".to_owned(), "حرف واحد")
        }
        BrokenAiken::NotALetter(found) => {
            (format!("بعد \u{2068}ANSWER:\u{2069} يوجد «\u{2068}{found}\u{2069}»."), "حرف واحد")
        }
        BrokenAiken::NoSuchChoice(letter, n) => (
            format!(
                "السطر \u{2068}ANSWER: {letter}\u{2069} لا يذكر خيارًا من هذا السؤال، وعدد خياراته {n}."
            ),
            "",
        ),
    }
}

pub(super) fn trivia(why: &BrokenTrivia) -> (String, &'static str) {
    match why {
        BrokenTrivia::BeforeFirst => {
            ("سطر قبل السؤال الأول.".to_owned(), "\u{2068}#Q\u{2069} ثم السؤال")
        }
        BrokenTrivia::SecondAnswer => {
            ("سطر \u{2068}^\u{2069} ثانٍ.".to_owned(), "إجابة صحيحة واحدة")
        }
        BrokenTrivia::NoAnswer => (
            "ليس للسؤال سطر يبدأ بالعلامة \u{2068}^\u{2069}.".to_owned(),
            "\u{2068}^\u{2069} ثم نص الإجابة الصحيحة",
        ),
        BrokenTrivia::NotAmong(said) => (
            format!("الإجابة الصحيحة «\u{2068}{said}\u{2069}» ليست من الخيارات."),
            "نص أحد الخيارات",
        ),
    }
}
