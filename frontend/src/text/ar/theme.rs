//! Arabic.

use quizrain_shared::theme::Look;

use crate::text::theme::ThemeWords;

pub(in crate::text) static WORDS: ThemeWords = ThemeWords {
    theme: "المظهر",
    look: |look| match look {
        Look::RedPackets => "مظاريف حمراء",
        Look::GiftBoxes => "علب هدايا",
        Look::Balloons => "بالونات",
        Look::Snow => "ثلج",
    },
    own_look: "مظهر خاص بهذه المسابقة",
    own_look_why: "تبدأ به الألعاب الجديدة، ويمكنك اختيار غيره لكل لعبة.",
    own_colour: "لون رئيسي من اختيارك",
    own_colour_why: "للأزرار وما يُختار، على الهواتف وعلى الشاشة الكبيرة.",
    logo: "شعار على الشاشة الكبيرة والهواتف",
    falls: "صورة تتساقط من اختيارك",
    remove: "إزالة",
    adjusted: |wished, taken| {
        format!(
            "يصعب تمييز \u{2068}{wished}\u{2069} في بعض الصفحات، لذا تستخدم اللعبة \u{2068}{taken}\u{2069}."
        )
    },
};
