//! Arabic.

use super::{RIGHT_IN_A_ROW, many};
use crate::text::outcome::OutcomeWords;

pub(in crate::text) static WORDS: OutcomeWords = OutcomeWords {
    common: &super::words::WORDS,
    your_team: "فريقك",
    right: "إجابة صحيحة!",
    partly_right: "صحيحة جزئيًا",
    wrong: "لم تُصب هذه المرة",
    thanks_answer: "شكرًا، وصلت إجابتك.",
    revive_cards: |n| {
        many(
            n.into(),
            [
                "لا بطاقات إنقاذ",
                "بطاقة إنقاذ واحدة",
                "بطاقتا إنقاذ",
                "بطاقات إنقاذ",
                "بطاقة إنقاذ",
                "بطاقة إنقاذ",
            ],
        )
    },
    no_answer: "بلا إجابة",
    your_answer: "إجابتك",
    score: "النقاط",
    rank: "المركز",
    caught: "التقطت",
    nothing_caught: "لا مظروف هذه المرة.",
    balance: "الرصيد",
    see_balance: "عرض رصيدي",
    receipt: "تفاصيل لعبتك",
    in_a_row: |bonus, streak| {
        let streak = many(streak.into(), RIGHT_IN_A_ROW);
        format!("منها \u{2068}+{bonus}\u{2069} مقابل {streak}")
    },
    corrected: |points| format!("تصحيح من المضيف: \u{2068}{points}\u{2069}"),
    arrived: |seconds, line| ["وصلت بعد ", seconds, " ث، منها ", line, " ث للشبكة"].concat(),
};
