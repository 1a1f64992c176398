//! Arabic.

use quizrain_shared::api::{FlagReason, HUMAN_MS, TOGETHER_MS};
use quizrain_shared::wire::Incident;

use super::many;
use crate::text::desk::DeskWords;

pub(in crate::text) static WORDS: DeskWords = DeskWords {
    all_fine: "كل الأنظمة سليمة",
    amiss: |incident| match incident {
        Incident::RedisAway => "خادم Redis غائب",
        Incident::DatabaseAway => "قاعدة البيانات غائبة",
        Incident::RolledBack => "فُقدت اللحظات الأخيرة",
    },
    payouts_wait: "دفعات تحتاج إليك: راجع كشف الحساب",
    books_missing: "دفتر الحسابات لا يستجيب",
    play_along: "العب معهم",
    running_for: |minutes| match (minutes / 60, minutes % 60) {
        (0, 0) => "الآن".to_owned(),
        (0, minutes) => format!("منذ {minutes} د"),
        (hours @ 1..48, minutes) => format!("منذ {hours} س {minutes} د"),
        (hours, _) => format!("منذ {} ي", hours / 24),
    },
    goes_on_in: |n| format!("نتابع خلال {n} ث"),
    stay: "البقاء هنا",
    add_time: "\u{2068}+10\u{2069} ث",
    add_minutes: "\u{2068}+5\u{2069} د",
    questions: "الأسئلة",
    for_you: "لك وحدك",
    now: "الآن",
    next: "التالي",
    no_next: "لم يبقَ سؤال.",
    skip: "تخطّي السؤال",
    make_next: "جعله التالي",
    ask_now: "طرحه الآن",
    ask_again: "طرحه مجددًا",
    ask_again_sure: "طرح هذا السؤال مجددًا؟",
    ask_again_why: "تُسحب النقاط التي منحها، ويُحتسب من جديد.",
    asked: "طُرح",
    answer: "الإجابة",
    no_answer: "لا صواب ولا خطأ هنا.",
    region_side: ["من اليسار، %", "من الأعلى، %", "العرض، %", "الارتفاع، %"],
    fix: "تصحيح الإجابة",
    fix_why: "تُحسب النقاط والمراكز من جديد. وما أُضيف إلى الأرصدة من نقود يبقى.",
    right_choices: "الصحيح",
    accepted: "الإجابات المقبولة، واحدة في كل سطر",
    right_number: "العدد المطلوب",
    tolerance: "يُقبل أيضًا إن لم يتجاوز الفارق",
    place: |n| format!("الموضع {n}"),
    save: "حفظ وإعادة الاحتساب",
    unfit: "لا يمكن أن تكون هذه إجابة صحيحة لهذا السؤال.",
    players: "اللاعبون",
    search: "البحث بالاسم",
    nobody: "لا أحد بهذا الاسم.",
    offline: "غير متصل",
    cards: super::outcome::WORDS.revive_cards,
    range: |from, to, of| format!("{from}–{to} من {of}"),
    back: "السابق",
    more: "المزيد",
    name: "الاسم",
    rename: "تغيير الاسم",
    points: "نقاط تُضاف (\u{2068}−50\u{2069} تخصم 50)",
    note: "السبب، ويقرؤه اللاعب",
    correct_points: "تصحيح النقاط",
    points_wrong: "اكتب عددًا صحيحًا غير 0، مثل 100 أو \u{2068}−50\u{2069}.",
    revive: "منح بطاقة إنقاذ",
    revive_all: "إعادة كل من خرج",
    revive_all_sure: "إعادة كل من خرج؟",
    revive_all_why: "يعودون جميعًا إلى المنافسة بما لديهم من نقاط.",
    remove: "الإخراج من اللعبة",
    remove_why: "يفقد اللاعب مقعده ونقاطه. وتبقى له المظاريف التي التقطها.",
    sign_out: "تسجيل خروجه",
    sign_out_why: "يُسجَّل خروج كل متصفحات هذا الشخص فورًا، في كل الألعاب. ومن لديه رابط له ما زال صالحًا أو بطاقة ضيف يمكنه تسجيل الدخول مجددًا؛ والمقعد والنقاط والمظاريف في انتظاره.",
    signed_out: "سُجّل الخروج.",
    ban_no: "يمكنه الانضمام مجددًا",
    ban: "لا يمكنه العودة",
    ban_address: "لا يمكنه العودة، ولا انضمام أحد جديد من الاتصال نفسه",
    ban_address_why: "لن يمكن لأحد آخر الانضمام من الاتصال نفسه، كشبكة Wi-Fi نفسها. ومن انضم يبقى.",
    same_address: |n| match n {
        0 => "لم يأتِ لاعب آخر من هناك.".to_owned(),
        _ => {
            let others = many(
                n.into(),
                ["لا أحد", "لاعب آخر", "لاعبان آخران", "لاعبين آخرين", "لاعبًا آخر", "لاعب آخر"],
            );
            format!("جاء من هناك {others}.")
        }
    },
    flags: "للمراجعة",
    flags_why: "هكذا تبدو عدة نوافذ لشخص واحد، أو برنامج يلعب. لا يُسلب أحد شيئًا: كلهم يلعبون ويلتقطون.",
    flag: |reason| match reason {
        FlagReason::SameAnswers { questions, of, seat, alike } => format!(
            "أسئلة أجاب عنها كالمقعد {seat} تمامًا وبفارق لا يتجاوز {TOGETHER_MS} مللي ثانية: {questions} من {of}. المقاعد التي تفعل ذلك معًا: {alike}."
        ),
        FlagReason::FastAnswers { questions, of } => {
            format!("أسئلة أجاب عنها في أقل من {HUMAN_MS} مللي ثانية: {questions} من {of}.")
        }
        FlagReason::SameAddress { seats } => {
            let seats =
                many(seats.into(), ["0 مقعد", "مقعد واحد", "مقعدين", "مقاعد", "مقعدًا", "مقعد"]);
            format!("أحد {seats} من اتصال واحد خلال دقيقة.")
        }
        FlagReason::FewAnswers { answered, of } => {
            format!("أسئلة أجاب عنها: {answered} من {of}.")
        }
        FlagReason::LateSeat => "أخذ المقعد بعد بدء المطر.".to_owned(),
    },
    seat: |number| format!("المقعد {number}"),
    close: "إغلاق",
    settings: "الإعدادات",
    locked: "إغلاق الانضمام: لا ينضم أحد آخر",
    late_join: "السماح بالانضمام بعد السؤال الأول",
    board: "لوحة الصدارة",
    board_every: |n| match n {
        0 => "في النهاية فقط".to_owned(),
        _ => {
            let questions = many(n.into(), ["لا سؤال", "سؤال", "سؤالين", "أسئلة", "سؤالًا", "سؤال"]);
            format!("بعد كل {questions}")
        }
    },
    live_results: "عرض النتائج والسؤال مفتوح",
    live_results_why: "للاستطلاعات والمقاييس وسحب الكلمات والنصوص الحرة: ما ليست له إجابة صحيحة.",
    reactions: "السماح بتفاعل اللاعبين",
    reactions_why: "في قاعة الانتظار وعند منصة التتويج: يصعد التصفيق والقلوب والضحك على الشاشة الكبيرة.",
    auto: "المتابعة تلقائيًا",
    auto_why: "من الإجابات والشرائح ولوحة الصدارة. يمكنك المتابعة قبل ذلك أو البقاء في أي وقت.",
    auto_reveal: "ثواني الإجابات والشرائح",
    auto_board: "ثواني لوحة الصدارة",
    auto_wrong: |from, to| format!("من {from} إلى {to} ثانية."),
    links: "الروابط",
    link_host: "هاتف أو مضيف مساعد",
    link_host_why: "يدير اللعبة مثلك: من هاتفك، أو على يد من يساعدك.",
    link_viewer: "مشاهد",
    link_viewer_why: "يرى هذه الصفحة بكل أسئلتها وإجاباتها، ولا يمكنه تغيير شيء.",
    links_full: |n| format!("الحد الأقصى لروابط اللعبة {n}. أنهِ بعضها."),
    link_alt: "رمز QR للرابط",
    link_address: "امسح الرمز، أو أرسل هذا العنوان إلى شخص واحد",
    copy: "نسخ",
    copied: "تم النسخ",
    link_until: "يُفتح مرة واحدة، حتى",
    link_used: "فُتح الرابط.",
    link_over: "لم يعد الرابط صالحًا.",
    link_waits: "لم يُفتح بعد",
    link_in_use: "مستخدَم",
    end_link: "إنهاء",
    end_links: "إنهاء كل الروابط",
    end_links_sure: "إنهاء كل الروابط؟",
    end_links_why: "يفقد كل من جاء برابط هذه الصفحة فورًا. وتبقى صفحتك.",
    link_held: "هذا المتصفح في لوحة التحكم لهذه اللعبة أصلًا. هل تستخدم الرابط مع ذلك؟",
    link_use: "استخدام الرابط",
    link_keep: "المتابعة كما كنت",
    link_gone: "استُخدم هذا الرابط أو انتهت صلاحيته",
    link_gone_why: "اطلب من المضيف رابطًا جديدًا.",
    right_ended: "أُنهي رابطك إلى هذه اللعبة",
    watching: "أنت تشاهد",
};
