//! Arabic.

use quizrain_shared::api::Scope;

use super::{DAYS, many};
use crate::text::keys::KeysWords;

pub(in crate::text) static WORDS: KeysWords = KeysWords {
    title: "مفاتيح البرامج",
    to_studio: "المكتبة",
    why: "يتيح المفتاح لأحد برامجك بعض ما يمكنك فعله هنا، إلى أن تلغيه. خصّص لكل برنامج مفتاحًا.",
    new_key: "مفتاح جديد",
    name: "الغرض منه",
    name_such_as: "مثلًا: استيراد ليلي",
    scopes: "ما يُسمح به",
    scope: |scope| match scope {
        Scope::QuizzesRead => "البحث عن المسابقات وقراءتها",
        Scope::QuizzesWrite => "كتابة المسابقات واستيرادها ورفع الصور",
        Scope::GamesRun => "إنشاء الألعاب وإدارتها",
        Scope::ResultsRead => "قراءة نتائج الألعاب",
    },
    expires: "تاريخ الانتهاء",
    never_expires: "لا يوجد",
    for_days: |days| format!("بعد {}", many(days.into(), DAYS)),
    make: "إنشاء المفتاح",
    only_now: "انسخه الآن: لن يظهر مرة أخرى، ولا يُحفظ في أي مكان.",
    whole_key: "المفتاح كاملًا",
    copy: "نسخ",
    copied: "تم النسخ",
    keys: "مفاتيحك",
    none: "لا توجد مفاتيح.",
    made: "أُنشئ",
    made_by: |login| format!("بواسطة \u{2068}{login}\u{2069}"),
    made_by_nobody: "بواسطة حساب محذوف",
    used: "آخر استخدام",
    never_used: "لا يوجد",
    expired: "انتهت صلاحيته",
    revoke: "إلغاء المفتاح",
    revoke_why: "تُرفض البرامج التي تستخدمه فورًا.",
    keep: "إبقاؤه",
};
