//! Arabic.

use quizrain_shared::name::InvalidName;
use quizrain_shared::wire::Refusal;

use super::{IN_PACKETS, MINUTES, PLAYERS, POINTS, RIGHT_IN_A_ROW, behind, many};
use crate::state::seals::short;
use crate::text::Words;

pub(in crate::text) static WORDS: Words = Words {
    language: "اللغة",
    loading: "جارٍ التحميل…",
    connecting: "جارٍ الاتصال…",
    too_many_tries: "جُرّبت رموز خاطئة كثيرة من هذه الشبكة. سيُجرَّب رمزك مجددًا بعد لحظات.",
    reconnecting: "جارٍ إعادة الاتصال… مقعدك محفوظ.",
    no_network: "لا اتصال بالشبكة. مقعدك محفوظ.",
    still_trying: "لم يردّ الخادم حتى الآن. تحقق من شبكتك. لا داعي لإعادة تحميل الصفحة، فهي تواصل المحاولة.",
    unreachable: "تعذّر الوصول إلى الخادم.",
    try_again: "إعادة المحاولة",
    sign_in_with: |name| ["تسجيل الدخول عبر \u{2068}", name, "\u{2069}"].concat(),
    to_start: "إلى صفحة البداية",
    no_such_page: "هذه الصفحة غير موجودة",
    enter: "دخول",
    points_unit: |n| behind(n, [" نقاط", " نقطة", " نقطة"]),
    game_pin: "رمز اللعبة",
    host_a_game: "استضافة لعبة",
    no_such_game_why: "تحقق من الأرقام على الشاشة الكبيرة وحاول مجددًا.",
    time_left: "الثواني المتبقية",
    seconds_left: |n| {
        let left = many(n, ["0 ثانية", "ثانية واحدة", "ثانيتان", "ثوانٍ", "ثانية", "ثانية"]);
        format!("المتبقي: {left}")
    },
    counting: "انتهى الوقت. جارٍ عدّ الإجابات…",
    time_up: "انتهى الوقت",
    get_ready: "استعد: تبدأ الإجابة بعد لحظات.",
    paused: "توقف مؤقت. نتابع بعد لحظات.",
    true_: "صح",
    false_: "خطأ",
    right_answer: "الإجابة الصحيحة",
    place: |[left, top]| format!("{left}% من اليسار، {top}% من الأعلى"),
    region: |[left, top, width, height]| {
        format!("{left}% من اليسار، {top}% من الأعلى، العرض {width}%، الارتفاع {height}%")
    },
    out: "خارج",
    own_pace: |minutes| {
        let open = many(minutes.into(), MINUTES);
        format!("كلٌّ يلعب على إيقاعه. اللعبة مفتوحة لمدة {open}.")
    },
    survival_rule: "وضع البقاء: من يخطئ أو لا يجيب يخرج.",
    card_rule: |n| format!("تكسب بطاقة إنقاذ بعد {}.", many(n.into(), RIGHT_IN_A_ROW)),
    survivors: |left, of| format!("الباقون: {left} من {of}"),
    members: |n| many(n.into(), PLAYERS),
    best_players: "أفضل اللاعبين",
    board: "لوحة الصدارة",
    podium: "والفائزون هم…",
    game_over: "انتهت اللعبة!",
    thanks: "شكرًا على اللعب معنا.",
    rain_comes: "المظاريف الحمراء قادمة",
    rain_label: "مظاريف حمراء تتساقط. اضغط مفتاح المسافة أو Enter لالتقاط مظروف.",
    rain_label_watch: "مظاريف حمراء تتساقط",
    rain_over: "انتهى المطر",
    rain_stopped: "أوقف المضيف هذا المطر. ما التُقط يبقى لأصحابه، وأُعيد الباقي.",
    packets_caught: |n| behind(n, [" مظاريف ملتقَطة", " مظروفًا ملتقَطًا", " مظروف ملتقَط"]),
    largest_catches: "أكبر المظاريف",
    question_of: |n, of| format!("السؤال {n} من {of}"),
    players_joined: |n| match n {
        0 => "لم ينضم أحد بعد".to_owned(),
        _ => many(n.into(), PLAYERS),
    },
    in_packets: |n| format!("في {}", many(n.into(), IN_PACKETS)),
    only_from_score: |n| format!("لمن جمع {} على الأقل", many(n, POINTS)),
    only_last_right: "لكل من كانت إجابته الأخيرة صحيحة",
    only_survivors: "لكل من بقي في المنافسة",
    only_best_team: "للفريق المتصدر",
    only_starters: "لكل من حضر منذ البداية",
    only_seated: "لكل من كان في اللعبة قبل هذا المطر",
    only_top_share: |percent| format!("لأفضل {percent}% من اللاعبين"),
    only_top_rank: |last| match last {
        1 => "للمتصدر وحده".to_owned(),
        _ => format!("للمراكز من 1 إلى {last}"),
    },
    prizes: "جوائز للأوائل",
    prize_of: |place| match place {
        1 => "الجائزة الأولى".to_owned(),
        2 => "الجائزة الثانية".to_owned(),
        3 => "الجائزة الثالثة".to_owned(),
        place => format!("الجائزة {place}"),
    },
    refusal,
    seal: |commitment| format!("الختم \u{2068}{}\u{2069}", short(commitment)),
    entropy: |entropy| format!("رمز اللاعبين \u{2068}{}\u{2069}", short(entropy)),
};

fn refusal(why: &Refusal) -> &'static str {
    match why {
        Refusal::UnknownPin => "لا توجد لعبة بهذا الرمز",
        Refusal::GameFull => "اللعبة ممتلئة",
        Refusal::GameLocked => "أغلق المضيف باب الانضمام",
        Refusal::GameEnded => "انتهت هذه اللعبة",
        Refusal::NicknameTaken => "هذا الاسم مستخدم بالفعل. اختر اسمًا آخر.",
        Refusal::Nickname(InvalidName::Empty) => "اكتب اسمًا مستعارًا.",
        Refusal::Nickname(InvalidName::TooLong) => "الحد الأقصى للاسم 20 حرفًا.",
        Refusal::Nickname(InvalidName::Unprintable) => "في هذا الاسم أحرف لا يمكن عرضها.",
        Refusal::Nickname(InvalidName::NotGenerated) => {
            "هذه اللعبة تقترح الأسماء بنفسها. اختر واحدًا منها."
        }
        Refusal::Nickname(InvalidName::Blocked) => {
            "في هذا الاسم كلمة لا تُعرض هنا. اختر اسمًا آخر."
        }
        Refusal::Removed => "أخرجك المضيف من هذه اللعبة",
        Refusal::NoSuchTeam => "اختر فريقًا.",
        Refusal::NotSeated => "انضم إلى اللعبة أولًا",
        Refusal::NotOpen => "هذا السؤال غير مفتوح",
        Refusal::TooLate => "فات الأوان: أُغلق السؤال.",
        Refusal::NoSuchAnswer => "لا يمكن قبول هذه الإجابة",
        Refusal::NoSuchRain | Refusal::NoSuchDrop => "اختفى ذلك المظروف",
        Refusal::TooEarly => "مبكر قليلًا",
        Refusal::RainOver => "كان المطر قد انتهى",
        Refusal::NotEligible => "لم تكن ممن يحق لهم الالتقاط",
        Refusal::SoldOut => "لم يبقَ لك مظروف",
        Refusal::NotNow
        // Hosts alone are told these, in words of theirs.
        | Refusal::Plan(_)
        | Refusal::Unfunded
        | Refusal::NoQuestionLeft
        | Refusal::NoSuchPlayer
        | Refusal::Invalid
        | Refusal::NoRainLeft
        | Refusal::OnlyWatching
        | Refusal::IdentityNeeded => "هذا غير ممكن الآن.",
        Refusal::TooManyJoins { .. } => "كثيرون ينضمون من شبكتك. ستُعاد المحاولة تلقائيًا.",
        Refusal::Field => "املأ ما يطلبه المضيف كما في المثال.",
        Refusal::SignInNeeded => {
            "هذه اللعبة لمن سجّل الدخول. افتحها من الرابط الذي تلقيته."
        }
        Refusal::Stale => "كانت اللعبة قد انتقلت إلى خطوة أخرى.",
        Refusal::NotAllowed => "لا يُسمح لهذا المتصفح بذلك.",
        Refusal::TooFast => "أسرع من اللازم. انتظر لحظة.",
        Refusal::Malformed => "لم يفهم الخادم الطلب. أعد تحميل الصفحة.",
        Refusal::Unavailable => "الخادم مشغول. ستُعاد المحاولة تلقائيًا.",
    }
}
