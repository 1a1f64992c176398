//! Arabic: what is wrong with lists of questions.

use quizrain_shared::api::{BrokenList, TriviaRefusal, ValueKind};

pub(super) fn list(why: &BrokenList) -> (String, &'static str) {
    match why {
        BrokenList::Json(why) => (format!("ليس JSON: \u{2068}{why}\u{2069}"), ""),
        BrokenList::UnknownShape(what) => (
            format!("لا أسئلة معروفة في JSON، بل {}.", kind(*what)),
            "قائمة مثل \u{2068}[{\"question\": …, \"options\": […], \"answer\": …}]\u{2069}، أو ملف من Open Trivia DB أو the-trivia-api أو Rahoot أو Quizrain",
        ),
        BrokenList::Choice(what) => (format!("أحد الخيارات {}.", kind(*what)), "نص"),
        BrokenList::Value(key, what) => {
            (format!("«\u{2068}{key}\u{2069}» هو {}.", kind(*what)), "نص")
        }
        BrokenList::Missing(key) => (format!("ينقص السؤال «\u{2068}{key}\u{2069}»."), ""),
        BrokenList::Encoding(key) => (format!("ترميز «\u{2068}{key}\u{2069}» يختلف عن غيره."), ""),
        BrokenList::Refused(why) => (
            format!("لم ترسل Open Trivia DB أسئلة: {}.", refusal(*why)),
            "ملف فيه \u{2068}response_code\u{2069} يساوي 0",
        ),
        BrokenList::BothEnds => (
            "ليس واضحًا هل يبدأ الترقيم من 0 أم من 1: ورد 0 وورد عدد الخيارات معًا.".to_owned(),
            "الإجابات الصحيحة كنصوص",
        ),
        BrokenList::NeitherEnd => (
            "ليس واضحًا هل يبدأ الترقيم من 0 أم من 1: لم يرد 0 ولا الرقم الأخير.".to_owned(),
            "الإجابات الصحيحة كنصوص",
        ),
        BrokenList::Nothing => ("السؤال بلا خيارات وبلا إجابة.".to_owned(), ""),
        BrokenList::NoSuchOption(said) => {
            (format!("الخيار الصحيح \u{2068}{said}\u{2069} ليس من خيارات هذا السؤال."), "")
        }
        BrokenList::Disagree => ("رقم الإجابة الصحيحة ونصها لا يتفقان.".to_owned(), ""),
        BrokenList::NoAnswers => ("السؤال بلا إجابات.".to_owned(), ""),
        BrokenList::NoSuchSolution(said, answers) => (
            format!(
                "رقم الحل \u{2068}{said}\u{2069} ليس من إجابات هذا السؤال؛ المتوقع من 0 إلى {}.",
                answers.saturating_sub(1)
            ),
            "",
        ),
        BrokenList::UnknownSlide => {
            ("نوع هذه الشريحة غير معروف.".to_owned(), "MultipleChoice أو Order أو TypeAnswer")
        }
        BrokenList::AnswerNotText => ("إحدى الإجابات ليست نصًا.".to_owned(), "نص"),
        BrokenList::Number { key, found, taken, least, most } => {
            let so = match taken {
                Some(taken) => format!("استُخدم {taken}"),
                None => "تم تجاهله".to_owned(),
            };
            let said = format!(
                "«\u{2068}{key}\u{2069}» هو \u{2068}{found}\u{2069}؛ {so}. المتوقع من {least} إلى {most}."
            );
            (said, "")
        }
        BrokenList::PictureElsewhere => {
            ("لم تُجلب صورته؛ يُستورد السؤال من دونها.".to_owned(), "مسابقة مع صورها في ملف zip")
        }
    }
}

pub(super) fn kind(what: ValueKind) -> &'static str {
    match what {
        ValueKind::Nothing => "قيمة فارغة",
        ValueKind::TrueFalse => "true أو false",
        ValueKind::Number => "عدد",
        ValueKind::Text => "نص",
        ValueKind::List => "قائمة",
        ValueKind::Named => "قيم بأسماء",
    }
}

fn refusal(why: TriviaRefusal) -> &'static str {
    match why {
        TriviaRefusal::TooFew => "الأسئلة لا تكفي ما طُلب (الرمز 1)",
        TriviaRefusal::NoSuchThing => "طُلب ما لا وجود له (الرمز 2)",
        TriviaRefusal::UnknownSession => "الجلسة غير معروفة (الرمز 3)",
        TriviaRefusal::AllSeen => "أخذت الجلسة كل الأسئلة (الرمز 4)",
        TriviaRefusal::TooOften => "طلبات متقاربة جدًا (الرمز 5)",
        TriviaRefusal::Unknown => "رمز غير معروف",
    }
}
